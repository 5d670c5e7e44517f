"""A take-back that costs nothing, by the kind of command; and how often one may ask for others."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.dice import Dice, HmacDice, ScriptedDice
from rules.kernel.game import Game, Ledger, read_ledger
from rules.kernel.last_action import Last
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.seal import MerkleSealer
from rules.kernel.table import Purpose, Table
from rules.kernel.view import ButtonOffer, LogLine, Offer
from rules.kernel.world import View
from rules.proof.toy.commands import StandBy
from rules.proof.toy.entities import Piece, orders
from rules.proof.toy.rules import Toy
from tests.rules.kernel.playing import MASTER, offers, send

A, B = Side


class Rest(Command, frozen=True, kw_only=True, tag="rest"):
    """Mark a piece as done: looks at nothing, throws nothing."""

    consults_nothing = True
    unit: str
    rolls: bool = False
    secretly: bool = False


class StandByAloud(Command, frozen=True, kw_only=True, tag="stand_by_aloud"):
    """A standing order of which everybody hears."""


class Resting(Toy):
    """The test world with a command of a kind that consults nothing; `rolls` breaks that word, and
    of what is done `secretly` nobody else hears.
    """

    commands = (*Toy.commands, Rest, StandByAloud)

    def offers(self, known: View, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        return [*super().offers(known, side, question), ButtonOffer(verb="rest", label="Rest")]

    def refuse(
        self, known: View, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        if not isinstance(command, Rest | StandByAloud):
            super().refuse(known, side, question, command)

    def is_interjection(self, command: Command) -> bool:
        return isinstance(command, StandByAloud) or super().is_interjection(command)

    def interject(self, table: Table, side: Side, command: Command) -> None:
        if not isinstance(command, StandByAloud):
            super().interject(table, side, command)
            return
        super().interject(table, side, StandBy())
        table.log(LogLine(kind="system", side=side, text="stands by"))

    def begin(self, table: Table, side: Side, command: Command) -> Procedure[None]:
        if isinstance(command, Rest):
            return _rest(table, side, command)
        return super().begin(table, side, command)


async def _rest(table: Table, side: Side, command: Rest) -> None:
    piece = table.world.get(Piece, command.unit)
    table.world.change(piece, done=piece.done.with_value(True))
    to = side.audience if command.secretly else Audience.PUBLIC
    table.log(LogLine(kind="system", side=side, text="rests"), to)
    if command.rolls:
        table.roll(Purpose("rest", "rest", by=side, rule="T1"), 2, to)


def game_of(dice: Dice | None = None) -> Game:
    return Game.new(Resting(), dice=dice or HmacDice(MASTER), sealer=MerkleSealer(MASTER))


def verbs(game: Game, side: Side) -> set[str]:
    return {offer["verb"] for offer in offers(game, side)}


def content(game: Game) -> bytes:
    return game.codec.encode_world(game.world)


def test_what_consulted_nothing_is_taken_back_without_asking() -> None:
    game = game_of()
    before = content(game)
    send(game, A, verb="rest", unit="pa4")
    assert content(game) != before
    assert "ask_take_back" not in verbs(game, A)
    assert not {"take_back_freely", "ask_take_back"} & verbs(game, B)
    with pytest.raises(Refused):
        send(game, B, verb="take_back_freely")
    step = send(game, A, verb="take_back_freely")
    assert content(game) == before
    assert any("takes back" in line.text for _, line in step.lines)
    with pytest.raises(Refused):
        send(game, A, verb="take_back_freely")


def test_every_other_kind_is_taken_back_by_consent_alone() -> None:
    game = game_of()
    send(game, A, verb="end_turn")
    assert {"take_back_freely", "ask_take_back"} & verbs(game, A) == {"ask_take_back"}
    with pytest.raises(Refused, match="consent"):
        send(game, A, verb="take_back_freely")


def test_dice_end_it_whatever_the_kind_says() -> None:
    game = game_of(ScriptedDice([(3, 4)]))
    send(game, A, verb="rest", unit="pa4", rolls=True)
    assert {"take_back_freely", "ask_take_back"} & verbs(game, A) == {"ask_take_back"}


def test_a_later_action_ends_it() -> None:
    game = game_of()
    send(game, A, verb="rest", unit="pa4")
    send(game, A, verb="end_turn")
    assert "take_back_freely" not in verbs(game, A)


def test_what_the_other_side_does_unheard_changes_nothing_and_stays() -> None:
    """Neither the offer nor a refusal tells that he did something, and he keeps it."""
    game = game_of()
    send(game, A, verb="rest", unit="pa4")
    shown = game.documents[Audience.A]
    send(game, B, verb="stand_by")
    assert game.documents[Audience.A] == shown
    send(game, A, verb="take_back_freely")
    assert orders(game.world, B).passing.for_(B) is True
    assert game.world.get(Piece, "pa4").done.for_(A) is False


def secretly(game: Game, side: Side, *, rolls: bool = False) -> None:
    """An action of which the other side hears nothing."""
    unit = f"p{side.value}4"
    step = send(game, side, verb="rest", unit=unit, secretly=True, rolls=rolls)
    assert [one.audience for one in step.bulletins] == [side.audience]


def test_what_is_done_unheard_after_ones_own_goes_back_with_it() -> None:
    """Consent takes back what the enemy saw, be there another action since or none."""
    told = []
    for also in (False, True):
        game = game_of()
        before = content(game)
        send(game, A, verb="end_turn")
        if also:
            secretly(game, A)
        send(game, A, verb="ask_take_back")
        step = send(game, B, verb="agree")
        told.append(step.bulletin(Audience.B))
        assert content(game) == before
    assert told[0] == told[1]


@pytest.mark.parametrize("rolls", [False, True])
def test_what_is_done_unheard_after_a_free_one_is_as_free_as_itself(rolls: bool) -> None:
    game = game_of()
    before = content(game)
    send(game, A, verb="rest", unit="pa5")
    secretly(game, A, rolls=rolls)
    assert ("take_back_freely" in verbs(game, A)) is not rolls
    assert ("ask_take_back" in verbs(game, A)) is rolls
    if rolls:
        send(game, A, verb="ask_take_back")
        send(game, B, verb="agree")
    else:
        send(game, A, verb="take_back_freely")
    assert content(game) == before


@pytest.mark.parametrize("also", [False, True])
@pytest.mark.parametrize("rolls", [False, True])
def test_an_order_given_after_an_unheard_action_stays(rolls: bool, also: bool) -> None:
    """By consent too, or it would tell whether there was another action since."""
    game = game_of()
    secretly(game, A, rolls=True)
    send(game, B, verb="stand_by")
    if also:
        send(game, A, verb="rest", unit="pa5", secretly=True, rolls=rolls)
    if rolls or not also:
        send(game, A, verb="ask_take_back")
        send(game, B, verb="agree")
    else:
        send(game, A, verb="take_back_freely")
    assert orders(game.world, B).passing.for_(B) is True


@pytest.mark.parametrize("side", Side)
def test_what_is_said_aloud_after_an_unheard_action_stays(side: Side) -> None:
    """It would tell that the action came before it, and what was told is not unsaid."""
    game = game_of()
    secretly(game, A, rolls=True)
    send(game, side, verb="stand_by_aloud")
    send(game, A, verb="ask_take_back")
    send(game, B, verb="agree")
    assert orders(game.world, side).passing.for_(side) is True


@pytest.mark.parametrize("orders_first", [False, True])
def test_an_order_stays_wherever_an_unheard_action_that_ends_a_free_take_back_came(
    orders_first: bool,
) -> None:
    game = game_of()
    send(game, A, verb="rest", unit="pa5")
    if not orders_first:
        secretly(game, A, rolls=True)
    send(game, B, verb="stand_by")
    if orders_first:
        secretly(game, A, rolls=True)
    send(game, A, verb="ask_take_back")
    send(game, B, verb="agree")
    assert orders(game.world, B).passing.for_(B) is True


@pytest.mark.parametrize("by_acting", [False, True])
def test_who_refuses_by_what_is_unheard_is_heard_to_refuse_and_no_more(by_acting: bool) -> None:
    """An order given since stays, and what he was asked for is not the last action any more."""
    game = game_of()
    send(game, A, verb="end_turn")
    send(game, A, verb="ask_take_back")
    if not by_acting:
        send(game, B, verb="refuse_request")
    send(game, B, verb="rest", unit="pb4", secretly=True, rolls=True)
    assert "ask_take_back" not in verbs(game, A)
    send(game, A, verb="stand_by")
    send(game, B, verb="ask_take_back")
    send(game, A, verb="agree")
    assert orders(game.world, A).passing.for_(A) is True
    assert game.world.get(Piece, "pb4").done.for_(B) is False


def test_who_refuses_by_what_is_heard_is_heard() -> None:
    game = game_of()
    send(game, A, verb="end_turn")
    send(game, A, verb="ask_take_back")
    send(game, B, verb="rest", unit="pb4", rolls=True)
    send(game, A, verb="stand_by")
    send(game, B, verb="ask_take_back")
    send(game, A, verb="agree")
    assert orders(game.world, A).passing.for_(A) is False


def test_an_order_given_after_an_action_that_was_heard_goes_back_with_it() -> None:
    for also in (False, True):
        game = game_of()
        send(game, A, verb="end_turn")
        send(game, B, verb="stand_by")
        if also:
            secretly(game, A)
        send(game, A, verb="ask_take_back")
        send(game, B, verb="agree")
        assert orders(game.world, B).passing.for_(B) is False


def test_of_what_is_done_unheard_one_after_the_other_the_last_goes_back() -> None:
    game = game_of()
    secretly(game, A)
    before = content(game)
    send(game, A, verb="rest", unit="pa5", secretly=True)
    send(game, A, verb="take_back_freely")
    assert content(game) == before


def test_it_outlives_a_restart() -> None:
    game = game_of()
    before = content(game)
    send(game, A, verb="rest", unit="pa4")
    ledger = msgspec.json.decode(msgspec.json.encode(game.ledger), type=Ledger)
    again = Game(
        Resting(), game.world, dice=game.dice, sealer=game.sealer, ledger=ledger, undo=game.undo
    )
    again.refresh()
    send(again, A, verb="take_back_freely")
    assert content(again) == before


class TestPatience:
    """Who is refused again and again waits longer and longer before he may ask once more."""

    def test_the_same_action_is_asked_for_once(self) -> None:
        game = game_of()
        self.refused(game)
        assert "ask_take_back" not in verbs(game, A)
        with pytest.raises(Refused):
            send(game, A, verb="ask_take_back")

    def test_from_the_second_refusal_in_a_row_it_takes_ever_more_actions(self) -> None:
        game = game_of()
        waits = []
        for _ in range(5):
            self.refused(game)
            waits.append(self.actions_until_offered(game))
        assert waits == [1, 2, 4, 8, 8]

    def test_an_agreement_begins_anew(self) -> None:
        game = game_of()
        self.refused(game)
        self.act(game)
        send(game, A, verb="ask_take_back")
        send(game, B, verb="agree")
        self.refused(game)
        assert self.actions_until_offered(game) == 1

    def test_the_refusal_says_how_long(self) -> None:
        game = game_of()
        self.refused(game)
        self.refused(game)
        self.act(game)
        with pytest.raises(Refused, match="after 1 more action of yours"):
            send(game, A, verb="ask_take_back")

    def test_the_other_side_may_ask_meanwhile(self) -> None:
        game = game_of()
        self.refused(game)
        self.refused(game)
        self.act(game)
        send(game, A, verb="end_turn")
        send(game, B, verb="end_turn")
        assert "ask_take_back" in verbs(game, B)

    def act(self, game: Game) -> None:
        """Something that is taken back by consent alone."""
        send(game, A, verb="rest", unit="pa4", rolls=True)

    def refused(self, game: Game) -> None:
        """A acts, asks to take it back, and is refused."""
        if "ask_take_back" not in verbs(game, A):
            self.act(game)
        send(game, A, verb="ask_take_back")
        send(game, B, verb="refuse_request")

    def actions_until_offered(self, game: Game) -> int:
        """How many actions A does until it may ask."""
        for actions in range(1, 20):
            self.act(game)
            if "ask_take_back" in verbs(game, A):
                return actions
        raise AssertionError("never")


def test_a_ledger_stored_with_these_fields_of_its_own_is_read() -> None:
    stored = b'{"step":7,"last_actor":"a","heard":false,"keeps":true,"beside":true,"free_back":"a"}'
    ledger = read_ledger(stored)
    assert ledger.step == 7
    assert ledger.last == Last(by=A, free=A, heard=False, keeps=True, beside=True)
    assert read_ledger(msgspec.json.encode(ledger)) == ledger
