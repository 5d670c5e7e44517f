"""The players' lines: nobody's choice can depend on another's, and no dice roll before."""

from typing import Any

import msgspec
import pytest

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.entropy import Share, entropy, line_commitment
from rules.kernel.game import Game, Ledger, Step
from rules.kernel.refused import Refused
from rules.kernel.seal import MerkleSealer
from rules.kernel.table import Purpose
from rules.kernel.world import World
from rules.proof.toy.commands import StandBy
from tests.rules.ends import MASTER, Resignable, in_play, new_game
from tests.rules.kernel.playing import offers, send

A, B = Side
LINES = {A: "a1" * 32, B: "b2" * 32 + " and a wish"}
OTHER = "c3" * 32


class Waiting(Resignable):
    """The test world with a setup that lasts until side A has ended a turn."""

    def dice_are_due(self, world: World) -> bool:
        return super().dice_are_due(world) and any(clock.phasing is B for clock in _clocks(world))


def _clocks(world: World) -> list[Any]:
    return [entity for entity in world if type(entity).__name__ == "Clock"]


@pytest.fixture
def game() -> Game:
    return new_game(Waiting())


def commit(game: Game, side: Side, line: str | None = None) -> Step:
    commitment = line_commitment(line or LINES[side])
    return send(game, side, verb="commit_entropy", commitment=commitment)


def reveal(game: Game, side: Side, line: str | None = None) -> Step:
    return send(game, side, verb="open_entropy", line=line or LINES[side])


def refused(game: Game, side: Side, **command: Any) -> str:
    before = msgspec.json.encode(game.ledger)
    with pytest.raises(Refused) as caught:
        send(game, side, **command)
    assert msgspec.json.encode(game.ledger) == before
    return caught.value.why


def verbs(game: Game, side: Side) -> set[str]:
    return {offer["verb"] for offer in offers(game, side)}


def face(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(game.documents[Audience.PUBLIC].faces["dice:dice"])
    return found


def now(game: Game, audience: Audience = Audience.PUBLIC) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(game.documents[audience].now)
    return found


def test_a_line_is_opened_only_when_the_other_can_no_longer_choose(game: Game) -> None:
    commit(game, A)
    assert "may still choose" in refused(game, A, verb="open_entropy", line=LINES[A])
    assert "open_entropy" not in verbs(game, A)
    commit(game, B)
    for side in Side:
        assert "open_entropy" in verbs(game, side)
        reveal(game, side)
    assert entropy(game.ledger.shares) == f"{LINES[A]}|{LINES[B]}"
    assert not {"commit_entropy", "decline_entropy", "open_entropy"} & verbs(game, A)


def test_once_the_other_has_opened_nothing_is_left_to_choose(game: Game) -> None:
    """Whoever knows the seeds and now sees the other's line can only open what he committed to."""
    commit(game, A)
    commit(game, B)
    reveal(game, A)
    other = line_commitment(OTHER)
    assert "settled" in refused(game, B, verb="commit_entropy", commitment=other)
    assert "settled" in refused(game, B, verb="decline_entropy")
    assert "committed to" in refused(game, B, verb="open_entropy", line=OTHER)
    assert verbs(game, B) & {"commit_entropy", "open_entropy"} == {"open_entropy"}


def test_until_then_a_side_may_commit_anew_or_decline(game: Game) -> None:
    commit(game, A, OTHER)
    commit(game, B)
    commit(game, A)
    send(game, B, verb="decline_entropy")
    assert "settled" in refused(game, B, verb="commit_entropy", commitment="0" * 64)
    reveal(game, A)
    assert entropy(game.ledger.shares) == f"{LINES[A]}|"


@pytest.mark.parametrize("line", ["", "a1" * 31, "A1" * 32, f"{'a1' * 32} a|b", f"{'a1' * 32} \n"])
def test_what_is_no_line_is_refused_though_it_was_committed_to(game: Game, line: str) -> None:
    commit(game, A, line or None)
    commit(game, B)
    refused(game, A, verb="open_entropy", line=line)


@pytest.mark.parametrize("commitment", ["", "0" * 63, "G" * 64, "0" * 65])
def test_what_is_no_hash_is_refused(game: Game, commitment: str) -> None:
    assert "SHA-256" in refused(game, A, verb="commit_entropy", commitment=commitment)


def test_everybody_sees_who_is_bound_to_what(game: Game) -> None:
    step = commit(game, A)
    assert [bulletin.audience for bulletin in step.bulletins] == list(Audience)
    bound = {"commitment": line_commitment(LINES[A]), "line": "", "declined": False}
    assert face(game)["shares"]["a"] == bound
    assert LINES[A].encode() not in b"".join(b.frame for b in step.bulletins)


def test_whoever_has_not_committed_when_dice_are_due_has_declined(game: Game) -> None:
    send(game, A, verb="end_turn")
    assert game.ledger.shares == dict.fromkeys(Side, Share(declined=True))
    refused(game, A, verb="commit_entropy", commitment="0" * 64)
    send(game, B, verb="end_turn")


def test_no_command_is_carried_out_while_a_line_is_kept_back(game: Game) -> None:
    commit(game, A)
    commit(game, B)
    send(game, A, verb="end_turn")
    reveal(game, A)
    assert (now(game)["side"], now(game, Audience.B)["side"]) == ("b", "b")
    for side in Side:
        assert "both players' lines" in refused(game, side, verb="end_turn")
        assert "end_turn" not in verbs(game, side)
    reveal(game, B)
    assert now(game)["kind"] == "phase"
    send(game, B, verb="end_turn")


def test_a_lost_line_is_left_out_if_the_other_agrees_and_else_the_game_waits(game: Game) -> None:
    commit(game, A)
    commit(game, B)
    send(game, A, verb="end_turn")
    assert "ask_without_entropy" not in verbs(game, B)
    reveal(game, A)
    assert "no line of yours" in refused(game, A, verb="ask_without_entropy")
    send(game, B, verb="ask_without_entropy")
    send(game, A, verb="refuse_request")
    refused(game, B, verb="end_turn")
    send(game, B, verb="ask_without_entropy")
    refused(game, B, verb="agree")
    send(game, A, verb="agree")
    assert entropy(game.ledger.shares) == f"{LINES[A]}|"
    send(game, B, verb="end_turn")


def test_one_may_resign_while_the_dice_wait(game: Game) -> None:
    commit(game, A)
    commit(game, B)
    send(game, A, verb="end_turn")
    send(game, A, verb="resign")
    assert game.ended
    with pytest.raises(Refused, match="over"):
        reveal(game, B)


def test_rolls_follow_from_both_lines(game: Game) -> None:
    for side in Side:
        commit(game, side)
    for side in Side:
        reveal(game, side)
    roll = game._table().roll(Purpose("x", "x", "", A), 2)
    assert roll.dice == HmacDice(MASTER).roll(Audience.PUBLIC, 1, 2, f"{LINES[A]}|{LINES[B]}")


def test_no_dice_can_be_rolled_while_a_line_is_closed(game: Game) -> None:
    commit(game, A)
    with pytest.raises(Exception, match="before the players' lines are open"):
        game._table().roll(Purpose("x", "x", "", A), 2)


def test_lines_are_kept_with_the_game_and_never_taken_back(game: Game) -> None:
    commit(game, A)
    commit(game, B)
    reveal(game, A)
    ledger = msgspec.json.decode(msgspec.json.encode(game.ledger), type=Ledger)
    again = Game(game.rules, game.world, dice=game.dice, sealer=MerkleSealer(MASTER), ledger=ledger)
    again.refresh()
    assert again.documents == game.documents
    send(again, A, verb="end_turn")
    send(again, A, verb="ask_take_back")
    send(again, B, verb="agree")
    assert again.ledger.shares == game.ledger.shares
    reveal(again, B)


def test_in_a_scenario_play_begins_when_the_lines_are_open() -> None:
    played = in_play()
    assert played.ledger.shares == dict.fromkeys(Side, Share(declined=True))
    world = played.world
    shares = {A: Share(commitment=line_commitment(LINES[A])), B: Share(declined=True)}
    dice, sealer = played.dice, played.sealer
    waiting = Game(played.rules, world, dice=dice, sealer=sealer, ledger=Ledger(shares=shares))
    waiting.refresh()
    assert now(waiting)["kind"] == "dice"
    assert now(waiting)["text"].startswith("The German has not opened its line")
    assert "Your line" in now(waiting, Audience.A)["text"]
    of_dice = {"commit_entropy", "decline_entropy", "open_entropy"}
    at_any_time = {"resign", "offer_draw", "order_fire", "order_idle"}
    assert verbs(waiting, A) == at_any_time | of_dice
    refused(waiting, A, verb="end_phase")
    reveal(waiting, A)
    send(waiting, A, verb="end_phase")


def test_what_is_rolled_early_waits_until_both_lines_are_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(StandBy, "rolls_early", True)
    game = new_game(Waiting())
    assert "settled" in refused(game, A, verb="stand_by")
    commit(game, A)
    assert "settled" in refused(game, A, verb="stand_by")
    send(game, B, verb="decline_entropy")
    assert "settled" in refused(game, A, verb="stand_by")
    assert "stand_by" not in verbs(game, A)
    reveal(game, A)
    assert "stand_by" in verbs(game, A)
    send(game, A, verb="stand_by")
