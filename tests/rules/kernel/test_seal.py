"""Sealed records: an opened leaf proves itself, and nothing else."""

import msgspec
import pytest

from rules.kernel.seal import Leaf, MerkleSealer, TokenSealer, opening_is_valid

SEALER = MerkleSealer(b"key")


def leaves(count: int) -> list[Leaf]:
    return [Leaf(f"hex {n}", "yes" if n % 3 else "no", SEALER.salt(str(n))) for n in range(count)]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13])
def test_every_leaf_opens(count: int) -> None:
    root = SEALER.root(leaves(count))
    openings = [SEALER.opening(leaves(count), index) for index in range(count)]
    assert all(opening_is_valid(opening, root) for opening in openings)


def test_a_forged_value_salt_place_or_path_does_not() -> None:
    root, opening = SEALER.root(leaves(6)), SEALER.opening(leaves(6), 2)
    replace = msgspec.structs.replace
    forged = [
        replace(opening, leaf=replace(opening.leaf, value="no")),
        replace(opening, leaf=replace(opening.leaf, salt="00")),
        replace(opening, leaf=replace(opening.leaf, label="hex 3")),
        replace(opening, index=3),
        replace(opening, path=opening.path[:-1]),
        replace(opening, path=opening.path[::-1]),
    ]
    assert not any(opening_is_valid(one, root) for one in forged)
    assert not opening_is_valid(opening, SEALER.root(leaves(7)))


def test_a_node_is_no_leaf() -> None:
    """The root of two leaves is not the hash of their hashes put in a leaf's place."""
    pair = leaves(2)
    assert SEALER.root(pair) != SEALER.root([Leaf("", SEALER.root(pair), "")])


def test_tokens_are_the_same_whatever_is_sealed() -> None:
    tokens, one = TokenSealer(), leaves(3)
    two = [msgspec.structs.replace(leaf, value="?") for leaf in one]
    assert tokens.root(one) == tokens.root(two)
    assert tokens.salt("one") == tokens.salt("two")
