"""Clocks of stored games: pressed by what everybody is told, kept over restarts, and final."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import permutations
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.computer import TOO_LATE
from games.dice import NotOver, dice_export, has_ended
from games.models import ClockPress, Game, GameClock, Proposal, Pulse, User
from games.models.choices import Flag, ProposalKind, Status, Timing
from games.selectors.clocks import clocks_due, clocks_running
from games.selectors.house import clock_of, house_of
from games.services import Wishes, game_create, play, play_standing, seat_claim
from games.services.clocks import PULSE_EVERY, pulse_beat
from games.services.computer import computer_turn
from games.services.flags import flag_claim, flag_fall
from games.services.memory import MEMORY
from games.services.proposals import (
    Wish,
    agree,
    agree_result,
    break_over,
    breaks_over,
    decline,
    propose,
    withdraw,
)
from games.timekeeping import FREE, Terms
from games.verifying import verify
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.position.position import CLOCK
from tests.games.players import whole_database
from tests.games.playing import command, loaded, set_up
from tests.games.times import Hands, time_set

A, B = Side
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
TOTAL = Terms(Timing.TOTAL, HOUR)


@pytest.fixture
def time(transactional_db: None) -> Iterator[Hands]:
    with time_set() as hands:
        yield hands


def users() -> dict[Side, User]:
    return {side: User.objects.get_or_create(username=f"player {side}")[0] for side in Side}


def begun(flag: Flag = Flag.LOSS, terms: Terms = TOTAL, computer: Side | None = None) -> UUID:
    """A game in its first MPh: A is to move."""
    wishes = Wishes(terms=terms, flag=flag)
    game_id = game_create(
        scenario_id="skirmish", wishes=wishes, sides=users(), master=b"m" * 32
    ).game.pk
    set_up(game_id)
    while (clock := loaded(game_id).world.get(Clock, CLOCK)).phase is not Phase.PFPH:
        do(game_id, clock.active, "end_phase")
    return game_id


def do(game_id: UUID, side: Side, verb: str, **nouns: object) -> None:
    play(game_id=game_id, side=side, data=command(verb, **nouns), seen=None)


def left(game_id: UUID, side: Side) -> timedelta:
    clock = clock_of(Game.objects.get(pk=game_id))
    spent = max(0, clock["elapsed"] - clock["free"]) if clock["runs"] is side else 0
    return timedelta(milliseconds=clock["left"][side] - spent)


def runs(game_id: UUID) -> Side | None:
    found: Side | None = clock_of(Game.objects.get(pk=game_id))["runs"]
    return found


def test_nobody_pays_for_setup(time: Hands) -> None:
    game_id = game_create(scenario_id="skirmish", wishes=Wishes(terms=TOTAL), sides=users()).game.pk
    time.shift(HOUR * 30)
    assert (runs(game_id), left(game_id, A), left(game_id, B)) == (None, HOUR, HOUR)
    assert clocks_due() == []


def test_the_one_who_decides_pays(time: Hands) -> None:
    game_id = begun()
    assert runs(game_id) is A
    time.shift(FREE + MINUTE)
    do(game_id, A, "end_phase")
    assert (left(game_id, A), left(game_id, B)) == (HOUR - MINUTE, HOUR)
    time.shift(FREE + 2 * MINUTE)
    assert left(game_id, A) == HOUR - 3 * MINUTE


def test_an_act_beside_presses_nothing(time: Hands) -> None:
    game_id = begun()
    for side in (A, B, A, B):
        time.shift(FREE / 2)
        do(game_id, side, "offer_draw")
        do(game_id, side, "withdraw_draw")
    assert left(game_id, A) == HOUR - FREE


def test_what_nobody_is_told_of_presses_nothing(time: Hands) -> None:
    game_id = begun()
    presses = ClockPress.objects.count()
    time.shift(FREE / 2)
    do(game_id, B, "order_fire", fp=4)
    assert ClockPress.objects.count() == presses


def test_a_restart_loses_nothing(time: Hands) -> None:
    game_id = begun()
    time.shift(FREE + MINUTE)
    MEMORY.clear()
    assert clocks_running() == [(game_id, Game.objects.get(pk=game_id).step)]
    assert left(game_id, A) == HOUR - MINUTE
    last, clock = ClockPress.objects.latest("pk"), GameClock.objects.get()
    for name in ("runs", "left_a", "left_b"):
        assert getattr(last, name) == getattr(clock, name)


def test_time_in_which_nothing_was_served_costs_nothing(time: Hands) -> None:
    game_id = begun()
    pulse_beat()
    time.shift(PULSE_EVERY)
    pulse_beat()
    assert left(game_id, A) == HOUR - (PULSE_EVERY - FREE)
    time.shift(5 * HOUR)
    pulse_beat()
    assert left(game_id, A) == HOUR - (PULSE_EVERY - FREE)
    assert Pulse.objects.count() == 1
    assert flag_fall(game_id=game_id) is None


def test_a_free_seat_stops_nobodys_thinking_but_the_clock(time: Hands) -> None:
    one, other = users().values()
    wishes = Wishes(terms=TOTAL)
    made = game_create(scenario_id="skirmish", wishes=wishes, sides={A: one}, master=b"m" * 32)
    game_id = made.game.pk
    set_up(game_id)
    assert runs(game_id) is None
    seat_claim(game_id=game_id, side=B, user=other)
    assert runs(game_id) is loaded(game_id).world.get(Clock, CLOCK).active


def test_the_computer_has_all_the_time_there_is(time: Hands) -> None:
    user = User.objects.create_user("alone")
    wishes = Wishes(computer=A, terms=TOTAL)
    made = game_create(scenario_id="skirmish", wishes=wishes, sides={B: user}, master=b"m" * 32)
    set_up(made.game.pk)
    active = loaded(made.game.pk).world.get(Clock, CLOCK).active
    assert runs(made.game.pk) is (B if active is B else None)


def fallen(flag: Flag, time: Hands) -> UUID:
    """A game in which A's time is out."""
    game_id = begun(flag)
    time.shift(HOUR + FREE)
    return game_id


def test_whose_time_is_out_has_lost(time: Hands) -> None:
    game_id = begun()
    time.shift(HOUR + FREE - timedelta(milliseconds=1))
    assert flag_fall(game_id=game_id) is None
    assert clocks_due() == []
    time.shift(timedelta(milliseconds=1))
    assert clocks_due() == [game_id]
    assert flag_fall(game_id=game_id) is not None
    game = Game.objects.get(pk=game_id)
    assert (game.status, game.winner) == (Status.OVER, B)
    assert has_ended(game_id)
    assert verify(dice_export(game_id)).is_clean
    assert (runs(game_id), clocks_due(), clocks_running()) == (None, [], [])
    assert flag_fall(game_id=game_id) is None


def test_nothing_is_accepted_once_the_time_is_out(time: Hands) -> None:
    game_id = fallen(Flag.LOSS, time)
    before = whole_database()
    for side, verb in ((A, "end_phase"), (A, "resign"), (B, "resign"), (B, "offer_draw")):
        with pytest.raises(Refused) as caught:
            do(game_id, side, verb)
        assert caught.value.code == "over"
    with pytest.raises(NotOver):
        dice_export(game_id)
    assert whole_database() == before
    assert flag_fall(game_id=game_id) is not None


def test_a_claim_waits_until_it_is_made(time: Hands) -> None:
    game_id = begun(Flag.CLAIM)
    for side in Side:
        with pytest.raises(Refused):
            flag_claim(game_id=game_id, side=side)
    time.shift(HOUR + FREE)
    assert house_of(game_id)["clock"]["fallen"] == (A,)
    assert clocks_due() == []
    assert flag_fall(game_id=game_id) is None
    with pytest.raises(Refused):
        flag_claim(game_id=game_id, side=A)
    do(game_id, A, "end_phase")
    flag_claim(game_id=game_id, side=B)
    assert Game.objects.get(pk=game_id).winner == B
    assert has_ended(game_id)


def test_the_presses_tell_no_step_of_which_nobody_was_told(time: Hands) -> None:
    game_id = begun()
    page = Client().get(reverse("games:house", args=(game_id,))).json()
    do(game_id, B, "order_fire", fp=4)
    again = Client().get(reverse("games:house", args=(game_id,))).json()
    assert {**page, "token": ""} == {**again, "token": ""}


def test_who_looks_for_a_game_reads_by_which_clock(time: Hands) -> None:
    wishes = Wishes(terms=TOTAL, flag=Flag.CLAIM)
    sides = {A: User.objects.create_user("host")}
    game_id = game_create(scenario_id="skirmish", wishes=wishes, sides=sides).game.pk
    words = "60 minutes a side; then the game may be claimed"
    for page in (reverse("games:lobby"), reverse("games:game", args=(game_id,))):
        assert words in Client().get(page).content.decode()


# -- breaks -------------------------------------------------------------------------------------


def rest(game_id: UUID, until: timedelta = HOUR) -> None:
    propose(game_id=game_id, side=B, wish=Wish(ProposalKind.BREAK, timezone.now() + until))
    agree(game_id=game_id, side=A, kind=ProposalKind.BREAK, asked=asked(ProposalKind.BREAK))


def asked(kind: ProposalKind) -> datetime:
    return Proposal.objects.get(kind=kind).at


def test_in_a_break_nothing_moves_on(time: Hands) -> None:
    game_id = begun()
    rest(game_id)
    with pytest.raises(Refused, match="break"):
        do(game_id, A, "end_phase")
    do(game_id, B, "offer_draw")
    time.shift(HOUR / 2)
    assert left(game_id, A) == HOUR
    assert breaks_over() == []
    time.shift(HOUR / 2)
    assert breaks_over() == [game_id]
    do(game_id, A, "end_phase")
    assert break_over(game_id=game_id)
    assert not break_over(game_id=game_id)
    assert left(game_id, A) == HOUR


def test_a_standing_order_waits_for_the_end_of_a_break(time: Hands) -> None:
    game_id = begun()
    rest(game_id)
    assert play_standing(game_id=game_id, step=Game.objects.get(pk=game_id).step) is None


def test_both_may_go_on_before_the_end(time: Hands) -> None:
    game_id = begun()
    with pytest.raises(Refused):
        propose(game_id=game_id, side=A, wish=Wish(ProposalKind.GO_ON))
    rest(game_id)
    propose(game_id=game_id, side=A, wish=Wish(ProposalKind.GO_ON))
    agree(game_id=game_id, side=B, kind=ProposalKind.GO_ON, asked=asked(ProposalKind.GO_ON))
    assert house_of(game_id)["rest"] is None
    do(game_id, A, "end_phase")


def test_the_computer_agrees_to_a_break_and_rests_too(time: Hands) -> None:
    user = User.objects.create_user("alone")
    made = game_create(scenario_id="skirmish", wishes=Wishes(computer=B), sides={A: user})
    wish = Wish(ProposalKind.BREAK, timezone.now() + HOUR)
    propose(game_id=made.game.pk, side=A, wish=wish)
    assert house_of(made.game.pk)["rest"]
    assert computer_turn(made.game.pk) is None


@pytest.mark.parametrize("until", [-MINUTE, timedelta(), timedelta(days=61)])
def test_a_break_has_an_end_that_makes_sense(time: Hands, until: timedelta) -> None:
    game_id = begun()
    with pytest.raises(Refused):
        propose(game_id=game_id, side=A, wish=Wish(ProposalKind.BREAK, timezone.now() + until))
    with pytest.raises(Refused):
        propose(game_id=game_id, side=A, wish=Wish(ProposalKind.BREAK))


def test_one_who_was_declined_twice_waits(time: Hands) -> None:
    game_id = begun()
    wish = Wish(ProposalKind.BREAK, timezone.now() + 9 * HOUR)
    for _ in range(2):
        propose(game_id=game_id, side=A, wish=wish)
        decline(game_id=game_id, side=B, kind=ProposalKind.BREAK, asked=asked(ProposalKind.BREAK))
        time.shift(timedelta(seconds=1))
    with pytest.raises(Refused, match="Nothing came of it"):
        propose(game_id=game_id, side=A, wish=wish)
    time.shift(4 * MINUTE)
    propose(game_id=game_id, side=A, wish=wish)


def test_the_computer_that_acts_into_a_break_keeps_its_seat(time: Hands) -> None:
    game_id = begun()
    rest(game_id)
    with pytest.raises(Refused) as caught:
        do(game_id, A, "end_phase")
    assert caught.value.code in TOO_LATE


def test_what_was_withdrawn_or_changed_cannot_be_agreed_to(time: Hands) -> None:
    game_id = begun()
    kind = ProposalKind.BREAK
    propose(game_id=game_id, side=A, wish=Wish(kind, timezone.now() + HOUR))
    first = asked(kind)
    with pytest.raises(Refused):
        agree(game_id=game_id, side=A, kind=kind, asked=first)
    withdraw(game_id=game_id, side=A, kind=kind, asked=first)
    time.shift(timedelta(seconds=1))
    propose(game_id=game_id, side=A, wish=Wish(kind, timezone.now() + 9 * HOUR))
    with pytest.raises(Refused):
        agree(game_id=game_id, side=B, kind=kind, asked=first)


def test_both_may_agree_on_a_result(time: Hands) -> None:
    game_id = begun()
    propose(game_id=game_id, side=A, wish=Wish(ProposalKind.AWARD, winner=B))
    when = asked(ProposalKind.AWARD)
    with pytest.raises(Refused):
        agree_result(game_id=game_id, side=A, asked=when)
    agree_result(game_id=game_id, side=B, asked=when)
    assert Game.objects.get(pk=game_id).winner == B
    assert has_ended(game_id)
    with pytest.raises(Refused) as caught:
        agree_result(game_id=game_id, side=B, asked=when)
    assert caught.value.code == "over"


def test_there_is_no_result_before_play_and_none_with_the_computer(time: Hands) -> None:
    sides = users()
    game_id = game_create(scenario_id="skirmish", sides=sides).game.pk
    propose(game_id=game_id, side=A, wish=Wish(ProposalKind.AWARD, winner=A))
    with pytest.raises(Refused):
        agree_result(game_id=game_id, side=B, asked=asked(ProposalKind.AWARD))
    Proposal.objects.all().delete()
    alone = {A: sides[A]}
    made = game_create(scenario_id="skirmish", wishes=Wishes(computer=B), sides=alone)
    propose(game_id=made.game.pk, side=A, wish=Wish(ProposalKind.AWARD, winner=A))
    assert Proposal.objects.filter(game=made.game).exists()
    assert not has_ended(made.game.pk)


# -- around the end -----------------------------------------------------------------------------


ACTS: dict[str, Callable[[UUID], object]] = {
    "claim": lambda game_id: flag_claim(game_id=game_id, side=B),
    "fall": lambda game_id: flag_fall(game_id=game_id),
    "resign": lambda game_id: do(game_id, A, "resign"),
    "other resigns": lambda game_id: do(game_id, B, "resign"),
    "take back": lambda game_id: do(game_id, A, "ask_take_back"),
    "offer a draw": lambda game_id: do(game_id, A, "offer_draw"),
    "accept a draw": lambda game_id: do(game_id, B, "accept_draw"),
    "ask for a break": lambda game_id: propose(
        game_id=game_id, side=A, wish=Wish(ProposalKind.BREAK, timezone.now() + HOUR)
    ),
    "ask for a result": lambda game_id: propose(
        game_id=game_id, side=A, wish=Wish(ProposalKind.AWARD, winner=B)
    ),
    "agree to a result": lambda game_id: agree_result(
        game_id=game_id, side=B, asked=asked(ProposalKind.AWARD)
    ),
    "agree to a break": lambda game_id: agree(
        game_id=game_id, side=B, kind=ProposalKind.BREAK, asked=asked(ProposalKind.BREAK)
    ),
}
ENDS = {"claim", "fall", "resign", "other resigns", "accept a draw", "agree to a result"}


@pytest.mark.parametrize("flag", Flag)
@pytest.mark.parametrize("late", [False, True], ids=["in time", "late"])
def test_of_any_two_acts_the_end_is_final(time: Hands, flag: Flag, late: bool) -> None:
    game_id = begun(flag)
    do(game_id, A, "end_phase")
    do(game_id, A, "offer_draw")
    if late:
        wish = Wish(ProposalKind.BREAK, timezone.now() + 9 * HOUR)
        propose(game_id=game_id, side=A, wish=wish)
        time.shift(HOUR + FREE)
    for two in permutations(ACTS, 2):
        with transaction.atomic():
            _try(game_id, two, over=flag is Flag.LOSS and late)
            transaction.set_rollback(True)
        MEMORY.clear()


def _try(game_id: UUID, two: tuple[str, str], *, over: bool) -> None:
    """Do both; what comes after an end changes no byte."""
    for name in two:
        before, ended = whole_database(), has_ended(game_id)
        try:
            ACTS[name](game_id)
        except (Refused, Proposal.DoesNotExist) as error:
            assert whole_database() == before, two
            code = getattr(error, "code", "")
            assert not (ended or over) or code in {"over", ""}, (two, code)
            continue
        if ended:
            assert name == "fall", two
            assert whole_database() == before, two
        if over and name != "fall":
            raise AssertionError(f"{name} was accepted after the flag")
        if has_ended(game_id):
            assert name in ENDS, two
            assert not Proposal.objects.filter(game=game_id).exists()
            assert dice_export(game_id).seeds
            assert Game.objects.get(pk=game_id).status == Status.OVER
