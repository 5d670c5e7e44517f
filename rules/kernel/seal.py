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
from typing import Final, Protocol

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


BLANK_HASH: Final = "0" * 64


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


class MaskedSealer(MerkleSealer):
    """The real thing, but for the bytes that commit to secrets: roots and the hashes of a proof
    are blanks. Salts, the places of leaves and the length of a proof are as they are in a game, so
    that two worlds' bytes can be compared with all of that in them.
    """

    def root(self, leaves: Sequence[Leaf]) -> str:
        return BLANK_HASH

    def opening(self, leaves: Sequence[Leaf], index: int) -> Opening:
        real = super().opening(leaves, index)
        if not opening_is_valid(real, super().root(leaves)):
            raise ValueError(f"{real.leaf.label} does not open")
        return msgspec.structs.replace(
            real, path=tuple(BLANK_HASH if node else "" for node in real.path)
        )

    def is_valid(self, opening: Opening, root: str) -> bool:
        return root == BLANK_HASH and set(opening.path) <= {BLANK_HASH, ""}


def drawn_number(sealer: Sealer, context: str, n: int) -> int:
    """The `n`th of a series of numbers in an order that nobody can guess; none comes twice.

    A Feistel network of four rounds, keyed by the sealer's salts, puts each run of 65,536 numbers
    into an order of its own.
    """
    run, place = divmod(n, 1 << 16)
    left, right = divmod(place, 1 << 8)
    for turn in range(4):
        salt = sealer.salt(f"{context}:{run}:{turn}:{right}").encode()
        left, right = right, left ^ hashlib.sha256(salt).digest()[0]
    return (run << 16) + (left << 8) + right


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
