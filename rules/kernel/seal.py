"""Sealed records: the paper slip in the envelope, made checkable.

At the end of setup a side's secret records become the leaves of a Merkle tree; its root is
public. Each fact that can be revealed alone has a salted leaf of its own, and the number of
leaves is fixed by the scenario, so that neither the root nor the count of what was opened tells
more than the rule. The construction is the usual one (Merkle 1987), with distinct prefixes for
leaves and nodes (RFC 6962).
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol

import msgspec


class Leaf(msgspec.Struct, frozen=True):
    """One sealed fact: what it is about, what it says, and the salt that hides both."""

    label: str
    value: str
    salt: str


class Opening(msgspec.Struct, frozen=True):
    """A leaf and the way from it to the root: enough for anybody to check it."""

    leaf: Leaf
    index: int
    path: tuple[str, ...]


class Sealer(Protocol):
    """Makes salts and roots. The secrecy check uses one whose roots are numbered tokens."""

    def salt(self, context: str) -> str:
        """A salt nobody can guess, the same for the same context."""

    def root(self, leaves: Sequence[Leaf]) -> str:
        """The root that commits to the leaves, in hex digits."""

    def opening(self, leaves: Sequence[Leaf], index: int) -> Opening:
        """The proof for one leaf."""

    def is_valid(self, opening: Opening, root: str) -> bool:
        """Whether a proof leads to the root."""


class MerkleSealer:
    """The real thing: salts by HMAC from a key of the game's own, roots by SHA-256."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def salt(self, context: str) -> str:
        return hmac.new(self._key, b"salt:" + context.encode(), hashlib.sha256).hexdigest()

    def root(self, leaves: Sequence[Leaf]) -> str:
        return merkle_root([leaf_hash(leaf) for leaf in leaves]).hex()

    def opening(self, leaves: Sequence[Leaf], index: int) -> Opening:
        path = merkle_path([leaf_hash(leaf) for leaf in leaves], index)
        return Opening(leaves[index], index, tuple(node.hex() for node in path))

    def is_valid(self, opening: Opening, root: str) -> bool:
        return opening_is_valid(opening, root)


class TokenSealer:
    """Salts and roots that tell nothing at all, so that two worlds' bytes can be compared."""

    def salt(self, context: str) -> str:
        return "salt"

    def root(self, leaves: Sequence[Leaf]) -> str:
        return f"root-of-{len(leaves)}"

    def opening(self, leaves: Sequence[Leaf], index: int) -> Opening:
        leaf = leaves[index]
        return Opening(leaf, 0, ())

    def is_valid(self, opening: Opening, root: str) -> bool:
        return root.startswith("root-of-") and not opening.path


def leaf_hash(leaf: Leaf) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + msgspec.json.encode(leaf)).digest()


def merkle_root(nodes: Sequence[bytes]) -> bytes:
    """The root over leaf hashes; an odd one out goes up as it is."""
    level = list(nodes) or [hashlib.sha256(b"").digest()]
    while len(level) > 1:
        level = _parents(level)
    return level[0]


def merkle_path(nodes: Sequence[bytes], index: int) -> list[bytes]:
    """The sibling hashes from a leaf up; an empty one where there is no sibling."""
    path: list[bytes] = []
    level = list(nodes)
    while len(level) > 1:
        sibling = index ^ 1
        path.append(level[sibling] if sibling < len(level) else b"")
        level, index = _parents(level), index // 2
    return path


def opening_is_valid(opening: Opening, root: str) -> bool:
    """Whether a leaf and its path lead to the root."""
    node, index = leaf_hash(opening.leaf), opening.index
    for sibling in (bytes.fromhex(part) for part in opening.path):
        if sibling:
            node = _parent(sibling, node) if index % 2 else _parent(node, sibling)
        index //= 2
    return hmac.compare_digest(node.hex(), root)


def _parents(level: list[bytes]) -> list[bytes]:
    pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
    return [_parent(pair[0], pair[1]) if len(pair) == 2 else pair[0] for pair in pairs]  # noqa: PLR2004


def _parent(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
