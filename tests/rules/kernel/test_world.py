"""Entities change only through the world, which notices what is stale and remembers the rest."""

import pytest

from rules.kernel.audience import Side
from rules.kernel.codec import CodecError, EntityCodec
from rules.kernel.secret import Secret
from rules.kernel.world import StaleEntity, World
from rules.proof.toy.entities import KINDS, Cover, Mines, Piece
from tests.rules.kernel.playing import new_game, random_steps

CODEC = EntityCodec(KINDS)


def cover(id_: str, at: str = "A1") -> Cover:
    return Cover(id=id_, side=Side.A, at=at)


def test_change_refuses_what_is_no_longer_stored() -> None:
    world = World()
    old = world.add(cover("c1"))
    world.change(old, at="B1")
    with pytest.raises(StaleEntity):
        world.change(old, at="B2")
    with pytest.raises(StaleEntity):
        world.drop(old)
    assert world.get(Cover, "c1").at == "B1"


def test_an_id_neither_changes_nor_is_taken_twice() -> None:
    world = World()
    one = world.add(cover("c1"))
    with pytest.raises(ValueError, match="id"):
        world.change(one, id="c2")
    with pytest.raises(KeyError):
        world.add(cover("c1"))


def test_entities_are_read_in_the_order_of_their_ids() -> None:
    world = World([cover("c10"), cover("c2"), cover("c1")])
    assert [one.id for one in world.all(Cover)] == ["c1", "c2", "c10"]


def test_changes_hold_what_came_of_it_and_nothing_that_came_to_nothing() -> None:
    world = World([cover("c1"), cover("c2")])
    world.change(world.get(Cover, "c1"), at="B1")
    world.change(world.get(Cover, "c1"), at="C1")
    world.drop(world.add(cover("c3")))
    (change,) = world.take_changes()
    assert isinstance(change.before, Cover)
    assert isinstance(change.after, Cover)
    assert (change.id, change.before.at, change.after.at) == ("c1", "A1", "C1")
    assert world.take_changes() == ()


def test_changes_of_a_whole_game_undo_and_redo_it() -> None:
    game = new_game()
    start = CODEC.encode_world(game.world)
    changes = [step.changes for step in random_steps(game, seed=3)]
    end = CODEC.encode_world(game.world)
    world = CODEC.decode_world(end)
    for made in reversed(changes):
        world.apply(change.inverse() for change in reversed(made))
    assert CODEC.encode_world(world) == start
    for made in changes:
        world.apply(CODEC.decode_changes(CODEC.encode_changes(made)))
    assert CODEC.encode_world(world) == end


def test_changes_do_not_apply_to_another_world() -> None:
    world = World([cover("c1")])
    world.change(world.get(Cover, "c1"), at="B1")
    changes = world.take_changes()
    with pytest.raises(StaleEntity):
        World([cover("c1", at="C2")]).apply(changes)


def test_a_change_of_the_wrong_type_does_not_pass_the_codec() -> None:
    world = World(check=CODEC.round_trip)
    mines = world.add(
        Mines(id="ma1", side=Side.A, at=Secret("A1", Side.A), strength=Secret(6, Side.A))
    )
    with pytest.raises(CodecError):
        world.change(mines, strength=Secret("six", Side.A))
    with pytest.raises(CodecError):
        world.change(mines, side="nobody")


def test_equal_worlds_are_equal_bytes_whatever_their_order() -> None:
    entities = list(new_game().world)
    assert CODEC.encode_world(World(reversed(entities))) == CODEC.encode_world(World(entities))


def test_known_holds_only_what_has_a_face() -> None:
    game = new_game()
    known = game.faces.known(game.world, Side.A.audience)
    assert {piece.side for piece in known.all(Piece)} == {Side.A}
    assert len(known.all(Cover)) == len(game.world.all(Cover))
