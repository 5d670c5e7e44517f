"""An event from its entries to its ratings, through the services."""

import random
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import rulesets
from games.clubs.core.choosing import Bid, Offered, Pick, Ranked, Step
from games.clubs.core.rounds import Outcome
from games.clubs.models import (
    Act,
    Club,
    Event,
    Membership,
    Pairing,
    RatingEntry,
    Round,
    SealedAnswer,
    Verdict,
)
from games.clubs.models.choices import (
    EventKind,
    EventState,
    Finish,
    Result,
    RoundState,
    Told,
    VerdictKind,
)
from games.clubs.permissions import DIRECT, SEE, may
from games.clubs.selectors.choosing import leaf_of, seals, standing_of
from games.clubs.selectors.results import came, played, standing
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.choices import answer_give, sit
from games.clubs.services.clubs import invitation_renew, is_invited, role_give
from games.clubs.services.directing import announce, inspect, player_replace, withdraw
from games.clubs.services.events import (
    Plan,
    director_set,
    enter,
    event_begin,
    event_create,
    event_finish,
    event_freeze,
    meeting_forbid,
)
from games.clubs.services.results import (
    meeting_set,
    no_show_claim,
    result_report,
    round_close,
    rounds_due,
    verdict_give,
)
from games.clubs.services.rounds import round_draw, round_extend, round_lock
from games.models import ChatLine, Game, Seat, SecretLook, User
from games.models.choices import Status, Timing
from games.selectors.looks import looks_told
from games.services import play
from games.services.holding import game_conclude
from games.timekeeping import Terms
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.seal import Opening, opening_is_valid
from tests.clubs.arranging import (
    FIXED,
    both_sit,
    event_with,
    fresh,
    pairings,
    people,
    published,
)
from tests.games.playing import random_command

pytestmark = pytest.mark.django_db
THREE = ("first-light", "mill-bridge", "chapel-ridge")


def end(pairing: Pairing, winner: str) -> None:
    """End a game by a result that was agreed on."""
    game = both_sit(pairing)
    side = Side.A if pairing.side_a == winner else Side.B
    game_conclude(game_id=game.pk, winner=side, words="agreed")


def test_a_round_is_drawn_looked_at_and_locked(club: Club, td: User) -> None:
    event = event_with(club, td, 5)
    row = round_draw(event_id=event.pk, by=td, scenarios=["toy"])
    before = [(p.one_id, p.other_id) for p in pairings(row)]
    again = round_draw(event_id=event.pk, by=td, scenarios=["toy"])
    assert [(p.one_id, p.other_id) for p in pairings(again)] == before
    assert not Round.objects.filter(pk=row.pk).exists()
    assert played(event) == ()
    with pytest.raises(NotNow, match="not published"):
        sit(pairing_id=pairings(again)[0].pk, user=pairings(again)[0].one.user)
    locked = round_lock(event_id=event.pk, by=td)
    assert locked.state == RoundState.LOCKED
    assert len(played(event)) == 3
    assert "bye: emil" in Act.objects.filter(event=event).latest("pk").words
    with pytest.raises(NotNow, match="No round is drawn"):
        round_lock(event_id=event.pk, by=td)
    with pytest.raises(NotNow, match="round 1, table 1; round 1, table 2"):
        round_draw(event_id=event.pk, by=td, scenarios=["toy"])


def test_only_directors_draw(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    (anna,) = people("anna")
    for act in (
        lambda: round_draw(event_id=event.pk, by=anna),
        lambda: event_freeze(event_id=event.pk, by=anna, why="so", frozen=True),
        lambda: event_finish(event_id=event.pk, by=anna),
    ):
        with pytest.raises(Denied):
            act()


def test_results_come_from_the_games_by_themselves(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    first, second = pairings(published(event, td))
    end(first, "one")
    end(second, "other")
    assert [came(one).outcome for one in pairings(event.rounds.get())] == [
        Outcome.ONE,
        Outcome.OTHER,
    ]
    rows = standing(fresh(event), list(event.entries.all()), played(event))
    assert [(row.rank, row.player) for row in rows] == [(1, 1), (1, 4), (3, 2), (3, 3)]


def test_who_sits_down_twice_makes_one_game(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    both_sit(pairing)
    assert Game.objects.count() == 1
    seats = Seat.objects.filter(game=pairing.game)
    assert {seat.user_id for seat in seats} == {
        pairing.one.user_id,
        pairing.other.user_id if pairing.other else 0,
    }
    with pytest.raises(Denied):
        sit(pairing_id=pairing.pk, user=td)


def test_choices_are_sealed_until_both_have_chosen_and_can_be_checked(club: Club, td: User) -> None:
    plan = Plan("Choices", protocol=(Pick(strikes=1), Bid()))
    event = event_with(club, td, 4, plan=plan)
    pairing = pairings(published(event, td, THREE))[0]
    assert pairing.other is not None
    one, other = pairing.one.user, pairing.other.user
    answer_give(pairing_id=pairing.pk, user=one, answer=Ranked(THREE[:2]))
    assert [seal.leaf for seal in seals(pairing)] == [None]
    with pytest.raises(NotNow, match="sealed"):
        answer_give(pairing_id=pairing.pk, user=one, answer=Ranked(THREE[1:]))
    with pytest.raises(NotNow, match="Strike 1"):
        answer_give(pairing_id=pairing.pk, user=other, answer=Ranked(THREE))
    answer_give(pairing_id=pairing.pk, user=other, answer=Ranked((THREE[1], THREE[0])[:2]))
    assert all(seal.leaf for seal in seals(pairing))
    for seal in seals(pairing):
        assert seal.leaf is not None
        assert opening_is_valid(Opening(seal.leaf, 0, ()), seal.root)
    assert sit(pairing_id=pairing.pk, user=one) is None
    answer_give(pairing_id=pairing.pk, user=one, answer=Offered("a", 0))
    answer_give(pairing_id=pairing.pk, user=other, answer=Offered("a", 0))
    game = both_sit(pairing)
    assert game.scenario in THREE[:2]
    assert pairing.story
    with pytest.raises(NotNow, match="Nothing is asked"):
        answer_give(pairing_id=pairing.pk, user=one, answer=Offered("a", 0))
    assert SealedAnswer.objects.filter(pairing=pairing).count() == 4


def test_seals_of_equal_answers_differ(club: Club, td: User) -> None:
    event = event_with(club, td, 4, plan=Plan("Seals", protocol=(Pick(strikes=1),)))
    pairing = pairings(published(event, td, THREE))[0]
    assert pairing.other is not None
    for user in (pairing.one.user, pairing.other.user):
        answer_give(pairing_id=pairing.pk, user=user, answer=Ranked(THREE[:2]))
    one, other = SealedAnswer.objects.filter(pairing=pairing)
    assert one.root != other.root
    assert leaf_of(one).value == leaf_of(other).value


def test_who_was_never_here_loses_when_it_is_time(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    row = published(event, td, THREE[:1])
    pairing = pairings(row)[0]
    one = pairing.one.user
    sit(pairing_id=pairing.pk, user=one)
    with pytest.raises(NotNow, match="still has time"):
        no_show_claim(pairing_id=pairing.pk, user=one)
    Round.objects.filter(pk=row.pk).update(locked_at=timezone.now() - timedelta(minutes=31))
    no_show_claim(pairing_id=pairing.pk, user=one)
    decided = pairings(row)[0]
    assert came(decided).outcome is Outcome.ONE
    assert came(decided).is_forfeit
    assert decided.game is not None
    assert decided.game.held or decided.game.status == Status.OVER


def test_who_has_come_is_no_no_show(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    row = published(event, td)
    pairing = pairings(row)[0]
    both_sit(pairing)
    Round.objects.filter(pk=row.pk).update(locked_at=timezone.now() - timedelta(minutes=31))
    with pytest.raises(NotNow):
        no_show_claim(pairing_id=pairing.pk, user=pairing.one.user)


def test_a_correction_is_appended_and_names_who_and_why(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    kind, result = VerdictKind.ENTERED, Result.ONE
    verdict_give(pairing_id=pairing.pk, by=td, kind=kind, result=result, why="played at home")
    with pytest.raises(NotNow, match="correct it"):
        verdict_give(pairing_id=pairing.pk, by=td, kind=kind, result=result, why="again")
    with pytest.raises(NotNow, match="Say why"):
        verdict_give(
            pairing_id=pairing.pk, by=td, kind=VerdictKind.CORRECTED, result=Result.OTHER, why=" "
        )
    verdict_give(
        pairing_id=pairing.pk,
        by=td,
        kind=VerdictKind.CORRECTED,
        result=Result.OTHER,
        why="entered the wrong way round",
    )
    verdicts = list(Verdict.objects.filter(pairing=pairing))
    assert [(one.result, one.by) for one in verdicts] == [(Result.ONE, td), (Result.OTHER, td)]
    assert came(pairings(event.rounds.get())[0]).outcome is Outcome.OTHER
    assert "the wrong way round" in Act.objects.filter(event=event).latest("pk").words


def test_an_adjudication_stands_in_the_games_own_record(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    game = both_sit(pairing)
    decided = verdict_give(
        pairing_id=pairing.pk,
        by=td,
        kind=VerdictKind.ADJUDICATED,
        result=Result.OTHER,
        why="hopeless",
    )
    assert decided.ended is not None
    game.refresh_from_db()
    assert game.status == Status.OVER
    assert (game.winner == "a") == (pairing.side_a == "other")
    assert any(b"hopeless" in one.frame for one in decided.ended.deliveries)


def test_both_report_a_game_that_was_played_face_to_face(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    assert pairing.other is not None
    result_report(pairing_id=pairing.pk, user=pairing.one.user, result=Result.ONE)
    assert came(pairings(event.rounds.get())[0]).outcome is Outcome.OPEN
    result_report(pairing_id=pairing.pk, user=pairing.other.user, result=Result.OTHER)
    assert came(pairings(event.rounds.get())[0]).outcome is Outcome.OPEN
    result_report(pairing_id=pairing.pk, user=pairing.other.user, result=Result.ONE)
    assert came(pairings(event.rounds.get())[0]).outcome is Outcome.ONE


@pytest.mark.parametrize("finish", [Finish.BOTH_LOSE, Finish.ADJUDICATED, Finish.OPEN])
def test_the_hard_end_of_a_round(club: Club, td: User, finish: Finish) -> None:
    plan = Plan("Short", protocol=FIXED, round_time=timedelta(hours=1), finish=finish)
    event = event_with(club, td, 4, plan=plan)
    row = published(event, td)
    pairing = pairings(row)[0]
    game = both_sit(pairing)
    assert round_close(event_id=event.pk) == []
    Round.objects.filter(pk=row.pk).update(ends_at=timezone.now())
    assert bool(rounds_due()) is (finish is not Finish.OPEN)
    for event_id in rounds_due():
        round_close(event_id=event_id)
        round_close(event_id=event_id)
    game.refresh_from_db()
    outcome = came(pairings(row)[0]).outcome
    assert (outcome is Outcome.NEITHER) is (finish is Finish.BOTH_LOSE)
    assert game.held is (finish is Finish.ADJUDICATED)
    assert Verdict.objects.count() == (2 if finish is Finish.BOTH_LOSE else 0)


def test_the_end_of_a_round_can_be_moved(club: Club, td: User) -> None:
    plan = Plan("Short", protocol=FIXED, round_time=timedelta(hours=1))
    event = event_with(club, td, 4, plan=plan)
    row = published(event, td)
    round_extend(event_id=event.pk, by=td, number=1, minutes=30, why="the lights went out")
    assert row.ends_at is not None
    assert event.rounds.get().ends_at == row.ends_at + timedelta(minutes=30)


def test_a_frozen_event_stands_still_and_goes_on(club: Club, td: User) -> None:
    terms = Terms(Timing.TOTAL, timedelta(hours=1))
    event = event_with(club, td, 4, plan=Plan("Timed", protocol=FIXED, terms=terms))
    pairing = pairings(published(event, td))[0]
    game = both_sit(pairing)
    assert event_freeze(event_id=event.pk, by=td, why="fire alarm", frozen=True) == [game.pk]
    game.refresh_from_db()
    assert game.held
    with pytest.raises(NotNow, match="frozen"):
        sit(pairing_id=pairing.pk, user=pairing.one.user)
    with pytest.raises(NotNow, match="frozen already"):
        event_freeze(event_id=event.pk, by=td, why="again", frozen=True)
    event_freeze(event_id=event.pk, by=td, why="all well", frozen=False)
    game.refresh_from_db()
    assert not game.held


def test_late_entry_withdrawal_and_what_is_forfeited_by_it(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    (late,) = people("late")
    with pytest.raises(NotNow, match="belongs to the club"):
        enter(event_id=event.pk, user=late, by=td)
    Membership.objects.create(club=club, user=late)
    row = published(event, td)
    with pytest.raises(NotNow, match="has begun"):
        enter(event_id=event.pk, user=late)
    entry = enter(event_id=event.pk, user=late, by=td)
    assert (entry.number, entry.plays_from) == (5, 2)
    first, second = pairings(row)
    withdraw(event_id=event.pk, number=first.one.number, by=first.one.user)
    assert came(pairings(row)[0]).outcome is Outcome.OTHER
    end(second, "one")
    paired = pairings(published(event, td))
    there = {one for p in paired for one in (p.one_id, p.other_id)}
    assert entry.pk in there
    assert first.one_id not in there
    with pytest.raises(Denied):
        withdraw(event_id=event.pk, number=second.one.number, by=first.one.user)
    with pytest.raises(NotNow, match="has left"):
        withdraw(event_id=event.pk, number=first.one.number, by=td)


def test_whoever_comes_in_for_a_player_has_his_seat(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    game = both_sit(pairing)
    (relief,) = people("relief")
    with pytest.raises(NotNow, match="belongs to the club"):
        player_replace(event_id=event.pk, number=pairing.one.number, by=td, user=relief, why="ill")
    Membership.objects.create(club=club, user=relief)
    before = Seat.objects.get(game=game, user=pairing.one.user)
    games = player_replace(
        event_id=event.pk, number=pairing.one.number, by=td, user=relief, why="ill"
    )
    assert games == [game.pk]
    after = Seat.objects.get(pk=before.pk)
    assert (after.user, after.side) == (relief, before.side)
    assert after.token != before.token
    assert "relief plays in the place of anna: ill" in Act.objects.latest("pk").words


@pytest.mark.parametrize("told", list(Told))
def test_an_inspection_is_told_at_once_or_at_the_end(club: Club, td: User, told: Told) -> None:
    event = event_with(club, td, 4, plan=Plan("Looks", protocol=FIXED, looks_told=told))
    pairing = pairings(published(event, td))[0]
    game = both_sit(pairing)
    before = Act.objects.count()
    with pytest.raises(NotNow, match="a reason"):
        inspect(pairing_id=pairing.pk, by=td, side="a", why="short")
    inspect(pairing_id=pairing.pk, by=td, side="a", why="B asks about the pillbox")
    assert SecretLook.objects.get().user == td
    at_once = told is Told.AT_ONCE
    assert len(looks_told(game.pk)) == at_once
    assert ChatLine.objects.filter(game=game).count() == 2 * at_once
    assert Act.objects.count() - before == at_once
    game_conclude(game_id=game.pk, winner=None, words="agreed")
    (line,) = looks_told(game.pk)
    assert (line.who, line.reason) == ("a director", "B asks about the pillbox")


def test_a_director_who_plays_does_not_direct_his_own_pairing(club: Club, td: User) -> None:
    event = event_with(club, td, 3, begun=False)
    enter(event_id=event.pk, user=td, by=td)
    event_begin(event_id=event.pk, by=td)
    row = published(event, td)
    own = next(p for p in pairings(row) if td.pk in {p.one.user_id, p.other and p.other.user_id})
    both_sit(own)
    with pytest.raises(NotNow, match="You play"):
        inspect(pairing_id=own.pk, by=td, side="a", why="only a glance at it")
    with pytest.raises(NotNow, match="You play"):
        verdict_give(
            pairing_id=own.pk, by=td, kind=VerdictKind.ADJUDICATED, result=Result.ONE, why="I win"
        )
    assert not SecretLook.objects.exists()
    against = own.other if own.one.user_id == td.pk else own.one
    assert against is not None
    with pytest.raises(NotNow, match="You play"):
        withdraw(event_id=event.pk, number=against.number, by=td)
    (friend,) = people("friend")
    Membership.objects.create(club=club, user=friend)
    with pytest.raises(NotNow, match="You play"):
        player_replace(
            event_id=event.pk, number=against.number, by=td, user=friend, why="he is tired"
        )
    assert came(own).outcome is Outcome.OPEN


def test_a_superuser_has_no_say_in_a_club(club: Club, td: User) -> None:
    event = event_with(club, td, 2)
    root = User.objects.create_superuser("root", "root@example.org", "a long password")
    Event.objects.filter(pk=event.pk).update(private=True)
    assert not may(root, DIRECT, fresh(event))
    assert not may(root, SEE, fresh(event))
    with pytest.raises(Denied):
        announce(event_id=event.pk, by=root, words="I run the server")


def test_whoever_is_put_out_of_a_club_directs_nothing_of_it(club: Club, td: User) -> None:
    event = event_with(club, td, 2)
    (helper,) = people("helper")
    Membership.objects.create(club=club, user=helper)
    director_set(event_id=event.pk, by=td, user=helper, directs=True)
    invitation = invitation_renew(club_id=club.pk, by=td)
    role_give(club_id=club.pk, by=td, user_id=helper.pk, role=None)
    assert not may(helper, DIRECT, fresh(event))
    club.refresh_from_db()
    assert not is_invited(club, invitation)


def test_who_has_reported_is_no_no_show(club: Club, td: User) -> None:
    event = event_with(club, td, 2)
    row = published(event, td, THREE[:1])
    pairing = pairings(row)[0]
    assert pairing.other is not None
    Pairing.objects.filter(pk=pairing.pk).update(one_here=timezone.now())
    result_report(pairing_id=pairing.pk, user=pairing.other.user, result=Result.OTHER)
    Round.objects.filter(pk=row.pk).update(locked_at=timezone.now() - timedelta(minutes=31))
    with pytest.raises(NotNow, match="has come"):
        no_show_claim(pairing_id=pairing.pk, user=pairing.one.user)


def test_time_in_which_an_event_is_frozen_does_not_count(club: Club, td: User) -> None:
    plan = Plan("Frozen", protocol=FIXED, round_time=timedelta(hours=1))
    event = event_with(club, td, 2, plan=plan)
    row = published(event, td)
    pairing = pairings(row)[0]
    sit(pairing_id=pairing.pk, user=pairing.one.user)
    before = Round.objects.get(pk=row.pk).ends_at
    event_freeze(event_id=event.pk, by=td, why="fire alarm", frozen=True)
    ago = timezone.now() - timedelta(minutes=40)
    Event.objects.filter(pk=event.pk).update(frozen_at=ago)
    Round.objects.filter(pk=row.pk).update(locked_at=ago - timedelta(minutes=5))
    event_freeze(event_id=event.pk, by=td, why="all well", frozen=False)
    after = Round.objects.get(pk=row.pk).ends_at
    assert before is not None
    assert after is not None
    assert timedelta(minutes=39) < after - before < timedelta(minutes=41)
    with pytest.raises(NotNow, match="still has time"):
        no_show_claim(pairing_id=pairing.pk, user=pairing.one.user)


def test_a_game_that_waits_for_a_verdict_stays_held_when_all_goes_on(club: Club, td: User) -> None:
    plan = Plan("Adjudicated", protocol=FIXED, round_time=timedelta(hours=1),
                finish=Finish.ADJUDICATED)  # fmt: skip
    event = event_with(club, td, 2, plan=plan)
    row = published(event, td)
    game = both_sit(pairings(row)[0])
    Round.objects.filter(pk=row.pk).update(ends_at=timezone.now() - timedelta(minutes=1))
    round_close(event_id=event.pk)
    event_freeze(event_id=event.pk, by=td, why="fire alarm", frozen=True)
    assert event_freeze(event_id=event.pk, by=td, why="all well", frozen=False) == []
    game.refresh_from_db()
    assert game.held


def test_a_draw_that_does_not_fit_any_more_is_not_published(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    old = round_draw(event_id=event.pk, by=td, scenarios=("toy",))
    new = round_draw(event_id=event.pk, by=td, scenarios=("toy",))
    with pytest.raises(NotNow, match="drawn again"):
        round_lock(event_id=event.pk, by=td, drawn=old.pk)
    withdraw(event_id=event.pk, number=1, by=td)
    with pytest.raises(NotNow, match="come or gone"):
        round_lock(event_id=event.pk, by=td, drawn=new.pk)
    assert published(event, td).pairings.filter(other=None).count() == 1


def test_an_announcement_is_said_at_all_tables(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    for pairing in pairings(published(event, td)):
        both_sit(pairing)
    announce(event_id=event.pk, by=td, words="Lunch at noon")
    assert {line.text for line in ChatLine.objects.all()} == {"Director: Lunch at noon"}
    assert ChatLine.objects.count() == 4


def test_a_meeting_is_proposed_and_agreed_to(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    assert pairing.other is not None
    at = timezone.now() + timedelta(days=2)
    meeting_set(pairing_id=pairing.pk, user=pairing.one.user, at=at)
    with pytest.raises(NotNow):
        meeting_set(pairing_id=pairing.pk, user=pairing.one.user, at=None)
    meeting_set(pairing_id=pairing.pk, user=pairing.other.user, at=None)
    pairing.refresh_from_db()
    assert pairing.meeting.agreed


def test_who_may_not_meet_does_not(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    meeting_forbid(event_id=event.pk, by=td, one=1, other=3, why="brothers")
    pairs = {(p.one.number, p.other and p.other.number) for p in pairings(published(event, td))}
    assert (1, 3) not in pairs


def test_pairs_by_hand_stay(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    round_draw(event_id=event.pk, by=td, scenarios=["toy"], by_hand=[(1, 2)])
    row = round_lock(event_id=event.pk, by=td)
    assert [(p.one.number, p.other and p.other.number, p.by_hand) for p in pairings(row)] == [
        (1, 2, True),
        (3, 4, False),
    ]


def test_a_ladder_is_climbed_by_challenges(club: Club, td: User) -> None:
    event = event_with(club, td, 4, plan=Plan("Rungs", kind=EventKind.LADDER, protocol=FIXED))
    with pytest.raises(NotNow, match="by 2 rungs"):
        round_draw(event_id=event.pk, by=td, scenarios=["toy"], by_hand=[(4, 1)])
    round_draw(event_id=event.pk, by=td, scenarios=["toy"], by_hand=[(4, 2)])
    row = round_lock(event_id=event.pk, by=td)
    end(pairings(row)[0], "one")
    round_draw(event_id=event.pk, by=td, scenarios=["toy"], by_hand=[(4, 1)])


def test_ratings_are_reckoned_at_the_end_and_again_after_a_correction(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    row = published(event, td)
    first, second = pairings(row)
    end(first, "one")
    with pytest.raises(NotNow, match="table 2"):
        event_finish(event_id=event.pk, by=td)
    verdict_give(
        pairing_id=second.pk, by=td, kind=VerdictKind.FORFEIT, result=Result.ONE, why="gone home"
    )
    event_finish(event_id=event.pk, by=td)
    assert fresh(event).state == EventState.OVER
    ratings = {one.user_id: one for one in RatingEntry.objects.all()}
    assert set(ratings) == {first.one.user_id, first.other and first.other.user_id}
    assert ratings[first.one.user_id].rating == pytest.approx(1662.3, abs=0.1)
    kind = VerdictKind.CORRECTED
    verdict_give(pairing_id=first.pk, by=td, kind=kind, result=Result.OTHER, why="misread")
    assert RatingEntry.objects.get(user=first.one.user).rating == pytest.approx(1337.7, abs=0.1)
    assert RatingEntry.objects.count() == 2


def test_an_unrated_event_moves_no_rating(club: Club, td: User) -> None:
    event = event_with(club, td, 4, plan=Plan("Fun", protocol=FIXED, rated=False))
    for pairing in pairings(published(event, td)):
        end(pairing, "one")
    event_finish(event_id=event.pk, by=td)
    assert not RatingEntry.objects.exists()


def test_the_seed_is_not_read_by_accident_and_was_committed_to(club: Club, td: User) -> None:
    event = event_create(club_id=club.pk, by=td, plan=Plan("Seeded"))
    assert "seed" in fresh(event).get_deferred_fields()
    assert event.commitment


def test_lots_of_a_pairing_do_not_change(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    assert standing_of(fresh(event), pairing) == standing_of(fresh(event), pairing)


def test_a_held_game_refuses_moves_and_says_why(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    game = both_sit(pairing)
    event_freeze(event_id=event.pk, by=td, why="fire alarm", frozen=True)
    chosen = random_command(random.Random(1), game.pk)
    assert chosen is not None
    side, data, seen = chosen
    with pytest.raises(Refused, match="A director has stopped this game"):
        play(game_id=game.pk, side=side, data=data, seen=seen)


def test_members_alone_enter_a_clubs_private_event(club: Club, td: User) -> None:
    event: Event = event_create(club_id=club.pk, by=td, plan=Plan("Ours", private=True))
    (stranger,) = people("stranger")
    with pytest.raises(Denied):
        enter(event_id=event.pk, user=stranger)


def test_what_is_agreed_is_said_wherever_the_pairing_stands(club: Club, td: User) -> None:
    """The scenario that is left after strikes, the sides, and the Balance that was bid."""
    protocol: tuple[Step, ...] = (Pick(strikes=1), Bid(most=1))
    event = event_with(club, td, 2, plan=Plan("Bids", protocol=protocol))
    pairing = pairings(published(event, td, ["skirmish", "first-light"]))[0]
    client, page = Client(), reverse("clubs:pairing", args=(pairing.pk,))
    shown = [reverse(f"clubs:{name}", args=(event.pk,)) for name in ("event", "sheet")]
    farm = rulesets.card("skirmish")["title"]
    assert farm not in client.get(shown[1]).content.decode()
    assert pairing.other is not None
    one, other = pairing.one.user, pairing.other.user
    for user in (one, other):
        answer_give(pairing_id=pairing.pk, user=user, answer=Ranked(("skirmish",)))
    client.force_login(one, backend="django.contrib.auth.backends.ModelBackend")
    assert f"Which side of “{farm}” do you want?" in client.get(page).content.decode()
    answer_give(pairing_id=pairing.pk, user=one, answer=Offered("b", 1))
    assert 'data-role="sides"' not in client.get(page).content.decode()
    answer_give(pairing_id=pairing.pk, user=other, answer=Offered("b", 0))
    for address in (page, *shown):
        text = client.get(address).content.decode()
        assert f"{farm} (Balance: German)" in text, address
        assert "Russian – German" in text, address
    sit(pairing_id=pairing.pk, user=one)
    assert "Russian – German" in client.get(page).content.decode()
