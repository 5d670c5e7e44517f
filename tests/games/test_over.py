"""The end of a stored game is for good, and only the kernel's ledger opens anything."""

from contextlib import suppress
from itertools import product
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.dice import NotOver, dice_export, has_ended
from games.models import Game, Seat
from games.models.choices import Status
from games.services import Created, Outcome, game_create, play, play_standing
from games.services.back import back_ask
from games.services.memory import MEMORY
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.kernel.audience import Audience, Side
from rules.kernel.game import OWN_COMMANDS
from rules.kernel.refused import Refused
from rules.kernel.view import wire
from rules.play import reaction
from rules.position.position import CLOCK
from rules.proof.players import choose_command
from tests.games.players import whole_database
from tests.games.playing import command, loaded, set_up
from tests.rules.ends import all_commands, sample
from tests.rules.kernel.playing import chance, offers

A, B = Side


def do(game_id: UUID, side: Side, verb: str) -> Outcome:
    return play(game_id=game_id, side=side, data=command(verb), seen=None)


@pytest.fixture(autouse=True)
def every_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """B is asked at every step, so that random moves soon come to a question of his."""
    monkeypatch.setattr(reaction, "opens", lambda *_: True)


@pytest.fixture
def skirmish(transactional_db: None) -> UUID:
    """A stored game of the skirmish at the beginning of play."""
    game_id = game_create(scenario_id="skirmish", master=b"m" * 32).game.pk
    set_up(game_id)
    while (clock := loaded(game_id).world.get(Clock, CLOCK)).phase is Phase.RPH:
        do(game_id, clock.active, "end_phase")
    return game_id


def moves_until(game_id: UUID, *, standing: bool) -> Outcome:
    """Let A end phases and move until B is asked to fire, or its standing order is."""
    rng = chance("moves")
    for _ in range(60):
        game = loaded(game_id)
        found = [o for o in offers(game, A) if o["verb"] not in {"end_move", "resign"}]
        moves = [o for o in found if o["verb"] == "move"]
        ends = [o for o in found if o["verb"] == "end_phase"]
        with suppress(Refused):
            chosen = choose_command(rng, moves or ends)
            outcome = play(game_id=game_id, side=A, data=wire(chosen), seen=None)
            if outcome.standing if standing else not outcome.at_rest:
                return outcome
    raise AssertionError("B was never asked")


@pytest.fixture
def resigned(skirmish: UUID) -> UUID:
    """A has asked for a take-back, and B has resigned."""
    do(skirmish, A, "end_phase")
    do(skirmish, A, "ask_take_back")
    do(skirmish, B, "resign")
    return skirmish


def assert_final(game_id: UUID) -> None:
    """Whatever is sent, in whatever order of two, the database stays as it is, byte for byte."""
    before, rules = whole_database(), loaded(game_id).rules
    own = [(side, sample(kind)) for kind in OWN_COMMANDS for side in Side]
    every = list(all_commands(rules))
    ends = [(side, one) for side, one in every if one.verb in {"resign", "end_phase", "end_turn"}]
    for two in (*product(own, (*own, *ends)), *zip(every, reversed(every), strict=True)):
        for side, one in two:
            with pytest.raises(Refused) as caught:
                play(game_id=game_id, side=side, data=wire(one), seen=None)
            assert caught.value.code == "over"
    assert whole_database() == before
    MEMORY.clear()
    assert all(offers(loaded(game_id), side) == [] for side in Side)


def test_nothing_is_accepted_after_a_resignation_with_a_request_open(resigned: UUID) -> None:
    assert has_ended(resigned)
    assert Game.objects.get(pk=resigned).status == Status.OVER
    assert_final(resigned)


@pytest.mark.parametrize("side", Side)
def test_nothing_is_accepted_after_a_resignation_in_an_open_window(
    skirmish: UUID, side: Side
) -> None:
    moves_until(skirmish, standing=False)
    do(skirmish, A, "ask_take_back")
    do(skirmish, side, "resign")
    assert_final(skirmish)


def test_the_last_turn_ends_a_game_with_a_request_open(toy: Created) -> None:
    game_id = toy.game.pk
    for side in (A, B, A, B, A):
        do(game_id, side, "end_turn")
    do(game_id, A, "ask_take_back")
    assert not has_ended(game_id)
    do(game_id, B, "end_turn")
    assert has_ended(game_id)
    assert_final(game_id)


@pytest.mark.parametrize("status", [Status.OPEN, Status.PLAYING, Status.HALTED])
def test_a_game_stays_over_whatever_its_status_says(resigned: UUID, status: Status) -> None:
    Game.objects.filter(pk=resigned).update(status=status, back_asked="a")
    for side in Side:
        with pytest.raises(Refused) as caught:
            back_ask(game_id=resigned, side=side)
        assert caught.value.code == "over"
    assert_final(resigned)
    assert dice_export(resigned).seeds


def test_an_edited_status_opens_nothing_of_a_running_game(skirmish: UUID) -> None:
    Game.objects.filter(pk=skirmish).update(status=Status.OVER)
    with pytest.raises(NotOver):
        dice_export(skirmish)
    with pytest.raises(CommandError, match="not over"):
        call_command("exportdice", str(skirmish))
    page = Client().get(reverse("games:dice", args=(skirmish,)))
    assert page.status_code == 200
    assert b"dice-sealed" in page.content
    assert Client().get(reverse("games:dice_export", args=(skirmish,))).status_code == 404
    do(skirmish, A, "end_phase")


def test_a_standing_order_that_was_on_its_way_does_nothing_after_the_end(skirmish: UUID) -> None:
    moves_until(skirmish, standing=False)
    do(skirmish, B, "pass_phase")
    assert moves_until(skirmish, standing=True).standing
    resigning = do(skirmish, A, "resign")
    assert not resigning.standing
    before = whole_database()
    for step in (resigning.step - 1, resigning.step):
        assert play_standing(game_id=skirmish, step=step) is None
    assert whole_database() == before
    assert_final(skirmish)


def test_of_two_resignations_the_first_counts(resigned: UUID) -> None:
    with pytest.raises(Refused) as caught:
        do(resigned, A, "resign")
    assert caught.value.code == "over"
    assert loaded(resigned).world.get(Clock, CLOCK).winner is A


@pytest.fixture
def pages(resigned: UUID) -> dict[str, str]:
    """The replay's data of a finished game by who asks: the sides, and one without a seat."""
    address = reverse("games:replay_data", args=(resigned,))
    seats = Seat.objects.filter(game=resigned)
    return {"": f"{address}?", **{seat.side: f"{address}?seat={seat.token}" for seat in seats}}


def test_the_end_opens_what_each_side_saw_to_everybody(pages: dict[str, str]) -> None:
    shown = {
        (reader, audience): Client().get(f"{page}&as={audience}").json()["frames"]
        for reader, page in pages.items()
        for audience in Audience
    }
    assert all(frames[0]["you"] == audience for (_, audience), frames in shown.items())
    for audience in Audience:
        assert shown["", audience] == shown["a", audience] == shown["b", audience]
    assert shown["", Audience.A] != shown["", Audience.B] != shown["", Audience.PUBLIC]
    assert Client().get(f"{pages['a']}&as=nobody").status_code == 404


def test_before_the_end_nobody_sees_what_another_saw(skirmish: UUID) -> None:
    seats = {seat.side: seat.token for seat in Seat.objects.filter(game=skirmish)}
    for name in ("replay", "replay_data"):
        address = reverse(f"games:{name}", args=(skirmish,))
        for reader, other in (("a", "b"), ("b", "a"), ("a", "public"), ("b", "public")):
            own = f"{address}?seat={seats[reader]}"
            assert Client().get(f"{own}&as={reader}").status_code == 200
            assert Client().get(f"{own}&as={other}").status_code == 403
        assert Client().get(f"{address}?as=a").status_code == 403
