"""Sealed records: an opened leaf proves itself, and nothing else."""

import msgspec
import pytest

from rules.kernel.seal import (
    Leaf,
    MaskedSealer,
    MerkleSealer,
    TokenSealer,
    drawn_number,
    opening_is_valid,
)

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


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_a_masked_seal_is_real_but_for_its_hashes(count: int) -> None:
    """What can be seen of a seal beside its hashes is as it would be: salt, place, length."""
    masked = MaskedSealer(b"key")
    for index in range(count):
        real, shown = (
            sealer.opening(leaves(count), index) for sealer in (MerkleSealer(b"key"), masked)
        )
        assert (shown.leaf, shown.index, len(shown.path)) == (real.leaf, index, len(real.path))
        assert masked.is_valid(shown, masked.root(leaves(count)))
        assert not set(shown.path) & set(filter(None, real.path))


@pytest.mark.parametrize("first", [0, 300, 65_500])
def test_drawn_numbers_never_come_twice(first: int) -> None:
    numbers = [drawn_number(SEALER, "id:public:m", n) for n in range(first, first + 200)]
    assert len(set(numbers)) == 200
    assert numbers != sorted(numbers)


def test_drawn_numbers_depend_on_key_and_kind() -> None:
    drawn = [
        tuple(drawn_number(sealer, kind, n) for n in range(1, 9))
        for sealer in (SEALER, MerkleSealer(b"other"))
        for kind in ("id:public:m", "id:a:r")
    ]
    assert len(set(drawn)) == 4
