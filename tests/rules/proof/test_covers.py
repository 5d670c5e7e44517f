"""A position with concealed stacks, before any rule conceals: who sees what of it."""

from random import Random
from typing import Any

import msgspec
import pytest

from rules.chapters.concealment.covers import add_cover, conceal, into_the_open, uncover
from rules.chapters.morale.a_random_selection import Entry
from rules.chapters.snipers import a14_covers
from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import StaleEntity, World
from rules.play.engine import record_columns
from rules.play.firing.fire import Fire
from rules.play.moving.move_commands import EndMove, Move
from rules.play.reaction import Pass
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.proof.covered import OWNER, covered
from rules.proof.invariants import Watch
from rules.proof.subjects.covers import add_unit


def faces(game: Game, audience: Audience, kind: str) -> list[dict[str, Any]]:
    """The faces of a kind that an audience sees."""
    found = game.documents[audience].faces
    return [msgspec.json.decode(face) for key, face in found.items() if key.startswith(f"{kind}:")]


def board_of(game: Game, audience: Audience) -> dict[str, bytes]:
    """All faces but that of the dice, which remember who has closed his line."""
    found = game.documents[audience].faces
    return {key: face for key, face in found.items() if not key.startswith("dice:")}


S1 = CounterId("s1")


def table_of(game: Game) -> AslTable:
    assert isinstance(game.rules, AslRules)
    return game.rules.asl(game._table())


def watched(game: Game) -> Watch:
    assert isinstance(game.rules, AslRules)
    return Watch(game, game.rules)


def ids_of(game: Game) -> dict[str, ShownId]:
    """The owner's ids of his veiled counters, by their names."""
    sealed = [unseal(veiled.what) for veiled in game.world.all(Veiled)]
    return {one.counter: one.id for one in sealed if not one.counter.startswith("dummy")}


def test_everybody_sees_one_mark_for_a_stack_of_three_and_for_a_dummy() -> None:
    game = covered()
    seen = [faces(game, audience, "cover") for audience in Audience]
    assert seen[0] == seen[1] == seen[2]
    alike = [{name: face[name] for name in face if name not in {"id", "at"}} for face in seen[0]]
    look = {"k": "cover", "side": "a", "nation": "german", "moving": False, "status": []}
    assert alike == [look] * 5


def test_the_owner_sees_his_counters_and_under_what_they_are() -> None:
    game = covered()
    every = [face for face in faces(game, Audience.A, "unit") if face["side"] == "a"]
    own = {face["name"]: face for face in every if face["cls"] != "dummy"}
    assert {face["cover"] for face in own.values()} <= {cover.id for cover in game.world.all(Cover)}
    assert sorted(face["strength"] for face in own.values()) == [
        *("4-4-7", "4-4-7"),
        *("4-6-7", "4-6-7", "4-6-7"),
        "8-1",
    ]
    assert [face["holder"] for face in faces(game, Audience.A, "weapon")] == [ids_of(game)["s2"]]
    assert [face["name"] for face in every if face["cls"] == "dummy"] == ["Dummy", "Dummy"]


@pytest.mark.parametrize("audience", [Audience.B, Audience.PUBLIC])
def test_nobody_else_sees_anything_of_them(audience: Audience) -> None:
    game = covered()
    document = game.documents[audience]
    text = b"\n".join([*document.faces.values(), document.now, game.offers(audience)]).decode()
    assert {face["side"] for face in faces(covered(), audience, "unit")} == {"b"}
    assert '"cover":' not in text
    assert not any(id_ in text for id_ in ids_of(covered()).values())
    assert "⟦" not in text


def test_offers_to_the_owner_name_his_counters_and_hold_no_token() -> None:
    game = covered(phasing=Side.A)
    offers = game.offers(Audience.A).decode()
    assert all(ids_of(game)[name] in offers for name in ("s1", "s2", "s3", "ldr"))
    assert "⟦" not in offers


def test_truth_finds_the_veiled_by_their_ids_and_each_side_knows_its_own() -> None:
    game = covered()
    table = table_of(game)
    counted = [len(p.personnel(OWNER)) for p in (table.truth, table.known(OWNER), table.public)]
    assert counted == [0, 6, 0]
    assert len(table.truth.pieces(OWNER)) == 8
    (stack,) = (c for c in table.truth.covers(OWNER) if len(table.truth.under(c.id)) == 4)
    assert table.known(OWNER.enemy).under(stack.id) == ()
    assert len(table.known(OWNER).under(stack.id)) == 4
    assert [w.counter for w in table.truth.weapons_of(table.unit(CounterId("s2")))] == ["lmg"]


def test_a_mark_stands_for_the_units_under_it_and_units_are_shown_by_it() -> None:
    table = table_of(covered())
    units = tuple(table.unit(CounterId(name)) for name in ("s1", "s2", "ldr"))
    (cover,) = table.truth.shown(units)
    assert set(table.counters((cover,))) == {unit.counter for unit in units}


def test_a_change_of_a_veiled_unit_is_a_change_of_its_envelope() -> None:
    game = covered()
    table, id_ = table_of(game), ids_of(game)["s1"]
    before = table.unit(S1)
    assert table.change(S1, pinned=True).pinned
    assert table.unit(S1).pinned
    assert game.world.find(Unit, id_) is None
    assert [change.kind for change in game.world.take_changes()] == [Veiled]
    with pytest.raises(StaleEntity):
        table.put(before, pinned=False)


def test_what_is_known_is_asked_anew_after_a_change() -> None:
    game = covered()
    table, id_ = table_of(game), ids_of(game)["s1"]
    known = table.known(OWNER)
    table.change(S1, broken=True)
    assert not known.unit(id_).broken
    assert table.known(OWNER).unit(id_).broken


def test_a_world_with_envelopes_survives_storage() -> None:
    game = covered()
    again = game.codec.decode_world(game.codec.encode_world(game.world))
    assert game.codec.encode_world(again) == game.codec.encode_world(game.world)
    for veiled in game.world.all(Veiled):
        game.codec.round_trip(veiled)
        assert isinstance(veiled.what, Secret)
        columns = record_columns(veiled)
        assert (columns.owner, columns.kind, columns.revealed) == ("a", "Veiled", False)
        assert columns.location == unseal(veiled.what).at


def test_a_snipers_dice_tell_nothing_of_the_order_in_which_units_were_concealed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else who is revealed by the second of three dr would have come after one of the others. The
    order is another one after each of everybody's rolls.
    """
    table, orders = table_of(covered()), set()

    def rolled_for(
        table: AslTable, entries: tuple[Entry[CounterId], ...], count: int, what: str
    ) -> list[CounterId]:
        orders.add(tuple(counter for counter, _, _ in entries))
        raise StopIteration

    monkeypatch.setattr(a14_covers, "drawn", rolled_for)
    for n in range(1, 9):
        roll = Roll(audience=Audience.PUBLIC, n=n, dice=(1,), purpose="Sniper")
        table.kernel.record.rolls.append(roll)
        (stack,) = (c for c in table.truth.covers(OWNER) if len(table.truth.under(c.id)) == 4)
        with pytest.raises(RuntimeError):
            a14_covers.strike_cover(table, stack.id, 1).send(None)
        uncover(table, stack.id)
        there = sorted(table.truth.personnel_at(stack.at, OWNER), key=lambda unit: unit.counter)
        conceal(table, there, add_cover(table, OWNER, stack.at))
    assert len(orders) > 2


def test_who_moves_comes_into_the_open_and_the_rest_stays_under_its_mark() -> None:
    game = covered(phasing=Side.A)
    ids = ids_of(game)
    watch = watched(game)
    step = game.play(Side.A, Move(units=(ids["s2"],), to=neighbour(game, "s2")))
    told = [told.fact.name for told in step.facts]
    assert told == ["CounterRevealed", "CounterRevealed", "CoverRemoved"]
    assert not list(watch._covers())
    shown = [face for face in faces(game, Audience.B, "unit") if face["side"] == "a"]
    assert [face["strength"] for face in shown] == ["4-4-7"]
    assert shown[0]["id"] not in ids.values()
    assert [face["holder"] for face in faces(game, Audience.B, "weapon")] == [shown[0]["id"]]
    assert len(faces(game, Audience.B, "cover")) == 5


def test_a_counter_is_followed_through_a_reveal_that_changes_its_id() -> None:
    game = covered(phasing=Side.A)
    table, before = table_of(game), ids_of(game)["s3"]
    (counter,) = table.counters((before,))
    assert table.public.counter(counter) is None
    shown = into_the_open(table, (before,))[before]
    found = table.public.counter(counter)
    assert found == table.unit(counter)
    assert table.shown((counter,)) == (shown,)
    assert shown != before
    assert table.truth.view.find(Unit, before) is None


def test_a_dummy_stays_behind_under_a_mark_that_looks_as_before() -> None:
    game = covered(phasing=Side.A)
    ids = ids_of(game)
    step = game.play(Side.A, Move(units=(ids["s3"],), to=neighbour(game, "s3")))
    assert [told.fact.name for told in step.facts] == ["CounterRevealed", "CoverRemoved"]
    assert len(faces(game, Audience.B, "cover")) == 5


def neighbour(game: Game, name: str) -> Any:
    """Where an offer lets a unit go."""
    id_ = ids_of(game)[name]
    offers = msgspec.json.decode(game.offers(Audience.A))
    (move,) = (offer for offer in offers if offer["verb"] == "move")
    return min(move["units"][id_])


def test_an_action_is_rebuilt_and_taken_back_with_its_reveals() -> None:
    game = covered(phasing=Side.A)
    start = game.codec.encode_world(game.world)
    before = {audience: board_of(game, audience) for audience in Audience}
    game.play(Side.A, Move(units=(ids_of(game)["s2"],), to=neighbour(game, "s2")))
    assert game.running is not None
    game.play(Side.B, Pass())
    other = type(game)(
        game.rules,
        game.codec.decode_world(start),
        dice=game.dice,
        sealer=game.sealer,
        ledger=game.ledger.copy(),
    )
    other.resume(game.running.inputs)
    assert other.documents == game.documents
    assert other.codec.encode_world(other.world) == game.codec.encode_world(game.world)
    game.play(Side.A, EndMove())
    game.world.apply(game.undo)
    assert game.codec.encode_world(game.world) == start
    game.refresh()
    assert {audience: board_of(game, audience) for audience in Audience} == before


def test_the_other_side_hears_which_mark_a_command_is_about() -> None:
    game = covered(phasing=Side.A)
    ids = ids_of(game)
    place = neighbour(game, "s1")

    def heard(*names: str) -> str | None:
        command = Move(units=tuple(ids[name] for name in names), to=place)
        return game.rules.command_face(game.world, Side.A, command, Audience.B)

    cover = table_of(game).unit(S1).under
    assert f'"units":["part of {cover}"]' in (heard("s1", "ldr") or "")
    assert f'"units":["{cover}"]' in (heard("ldr", "s2", "s1") or "")


def test_a_refusal_names_the_owners_counters_to_him() -> None:
    game = covered(phasing=Side.A)
    id_ = ids_of(game)["s1"]
    table_of(game).change(S1, pinned=True)
    game.refresh()
    with pytest.raises(Refused, match="4-6-7 s1 is pinned"):
        game.play(Side.A, Move(units=(id_,), to=neighbour(game, "s2")))


def test_a_reaction_comes_into_the_open_before_it_is_resolved() -> None:
    game = covered()
    offers = msgspec.json.decode(game.offers(Audience.B))
    (move,) = (offer for offer in offers if offer["verb"] == "move")
    mover, ways = next(iter(move["units"].items()))
    game.play(Side.B, Move(units=(ShownId(mover),), to=min(ways)))
    offers = msgspec.json.decode(game.offers(Audience.A))
    fire = next(offer for offer in offers if offer["verb"] == "fire")
    firer = ids_of(game)["s3"]
    step = game.play(Side.A, Fire(units=(firer,), at=fire["units"][firer][0]))
    assert step.facts[0].fact.name == "CounterRevealed"
    assert "⟦" not in "".join(line.text for _, line in step.lines)


def test_nothing_in_the_open_says_that_it_is_under_a_mark() -> None:
    game = covered()
    assert not list(watched(game)._covers())
    stray = Weapon(
        id=ShownId("w90"),
        side=OWNER,
        counter=CounterId("x"),
        type="ger-lmg",
        letter="x",
        holder=None,
        at=game.world.all(Cover)[0].at,
        under=game.world.all(Cover)[0].id,
    )
    game.world.add(stray)
    assert list(watched(game)._covers())
    assert isinstance(game.world, World)


def test_no_variation_brings_the_same_counter_twice() -> None:
    game = covered()
    for _ in range(3):
        add_unit(game.world, game.world.all(Veiled)[0], Random(1))  # the same wish for a letter
    units = table_of(game).known(OWNER).personnel(OWNER)
    assert len(units) == len(table_of(covered()).known(OWNER).personnel(OWNER)) + 3
    assert len({u.counter for u in units}) == len({u.letter for u in units}) == len(units)
