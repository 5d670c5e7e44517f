"""What must hold of sealed leaves, whatever is in them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from rules.kernel import seal
from rules.kernel.seal import Leaf

_SALT: Final = re.compile(r"[0-9a-f]{64}")


def weaknesses(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Why somebody who has seen one leaf could guess another, or see from its place what it says.

    Salts that are short, or shared by leaves, let values be tried until a hash fits.
    """
    salts = [leaf.salt for leaf in leaves]
    if not all(_SALT.fullmatch(salt) for salt in salts):
        yield "a salt that can be guessed"
    if len(set(salts)) < len(salts):
        yield "a salt that two leaves share"
    if any(seal.leaf_hash(leaf) == seal.leaf_hash(_unsalted(leaf)) for leaf in leaves):
        yield "a hash that leaves the salt out"
    if salts != sorted(salts):
        yield "leaves in another order than their salts"


def weak_openings(leaves: Sequence[Leaf]) -> Iterator[str]:
    """The same of leaves that were opened, one after the other: their order is free."""
    yield from weaknesses(sorted(leaves, key=lambda leaf: leaf.salt))


def _unsalted(leaf: Leaf) -> Leaf:
    return msgspec.structs.replace(leaf, salt="")
