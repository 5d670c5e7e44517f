"""Results beside the games: what a director decides, what both report, who did not come.

Whatever is decided is appended with who and why; the last verdict counts. If a game is going on,
it is ended as well, in its own record.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.clubs.core.rounds import Outcome
from games.clubs.models import Event, Meeting, Pairing, Report, Verdict
from games.clubs.models.choices import (
    Chair,
    EventState,
    Finish,
    Result,
    RoundState,
    VerdictKind,
)
from games.clubs.selectors.results import came
from games.clubs.services.acting import (
    NotNow,
    chair_of,
    changed,
    event_directed,
    event_locked,
    event_of_pairing,
    noted,
    pairing_of,
    reason_in,
    refuse_own,
    refuse_unless_running,
    versus,
)
from games.clubs.services.ratings import ratings_reckon
from games.languages import english
from games.models import User
from games.models.choices import Status
from games.services.clocks import play_has_begun
from games.services.holding import game_conclude, game_hold
from games.services.playing import Outcome as Ended
from rules.kernel.audience import Side
from rules.kernel.refused import Refused

_KINDS = {VerdictKind.ENTERED, VerdictKind.ADJUDICATED, VerdictKind.FORFEIT, VerdictKind.CORRECTED}


@dataclass(frozen=True)
class Decided:
    """A verdict that was given, and the end of the game that came with it, to be told."""

    pairing: Pairing
    ended: Ended | None = None


@transaction.atomic
def verdict_give(
    *, pairing_id: int, by: User, kind: VerdictKind, result: Result, why: str
) -> Decided:
    """Decide a pairing as a director: enter, adjudicate, forfeit or correct its result. Raises
    Denied, NotNow.
    """
    event = event_directed(event_of_pairing(pairing_id), by)
    pairing, reason = pairing_of(event, pairing_id), reason_in(why)
    refuse_own(pairing, by)
    decided_before = came(pairing).outcome is not Outcome.OPEN
    if kind not in _KINDS or pairing.round.state != RoundState.LOCKED or pairing.other is None:
        raise NotNow("That cannot be decided.")
    if decided_before is not (kind is VerdictKind.CORRECTED):
        if decided_before:
            raise NotNow("It has a result: correct it.")
        raise NotNow("There is nothing to correct.")
    return decide(event, pairing, kind, result, reason, by)


@transaction.atomic
def no_show_claim(*, pairing_id: int, user: User) -> Decided:
    """Claim a pairing to which the other has not come in time. Raises Denied, NotNow."""
    event = event_locked(event_of_pairing(pairing_id))
    pairing = pairing_of(event, pairing_id)
    chair = chair_of(pairing, user)
    refuse_unless_running(event)
    if not may_claim(event, pairing, chair):
        raise NotNow("The other has come, or still has time to.")
    why = f"not here {event.no_show_after.total_seconds() / 60:g} minutes after the round began"
    return decide(event, pairing, VerdictKind.NO_SHOW, Result(chair.value), why, user)


def may_claim(event: Event, pairing: Pairing, chair: Chair) -> bool:
    """Whether somebody may claim a pairing now: he is here, the other never was, and it is time."""
    mine, other = pairing.one_here, pairing.other_here
    if chair is Chair.OTHER:
        mine, other = other, mine
    begun = pairing.round.locked_at
    if begun is None or pairing.other is None or came(pairing).outcome is not Outcome.OPEN:
        return False
    late = timezone.now() >= begun + event.no_show_after + pairing.round.paused
    return mine is not None and other is None and late and not _is_being_played(pairing, chair)


def _is_being_played(pairing: Pairing, chair: Chair) -> bool:
    """Whether the other has shown himself elsewhere than on the pairing's page: he has said how it
    came out, or, as everybody is told, the setup of their game is over.
    """
    if Report.objects.filter(pairing=pairing).exclude(chair=chair).exists():
        return True
    return pairing.game_id is not None and play_has_begun(pairing.game_id)


@transaction.atomic
def result_report(*, pairing_id: int, user: User, result: Result) -> None:
    """Say how a game came out that is played face to face; when both say the same, it counts.
    Raises Denied, NotNow.
    """
    event = event_locked(event_of_pairing(pairing_id))
    pairing = pairing_of(event, pairing_id)
    chair = chair_of(pairing, user)
    refuse_unless_running(event)
    if pairing.game is not None or came(pairing).outcome is not Outcome.OPEN:
        raise NotNow("The game says itself how it came out, or it is decided.")
    Report.objects.update_or_create(pairing=pairing, chair=chair, defaults={"result": result})
    said = list(Report.objects.filter(pairing=pairing).values_list("result", flat=True))
    changed(event)
    if said == [result, result]:
        decide(event, pairing, VerdictKind.REPORTED, result, "both players say so", None)


@transaction.atomic
def meeting_set(*, pairing_id: int, user: User, at: datetime | None) -> None:
    """Propose when to go on, or agree to what the other proposed. Raises Denied, NotNow."""
    event = event_locked(event_of_pairing(pairing_id))
    pairing = pairing_of(event, pairing_id)
    chair_of(pairing, user)
    if at is not None:
        values = {"at": at, "by": user, "agreed": False}
        Meeting.objects.update_or_create(pairing=pairing, defaults=values)
        changed(event)
        return
    row = Meeting.objects.filter(pairing=pairing, agreed=False).exclude(by=user).first()
    if row is None:
        raise NotNow("There is no proposal of the other's to agree to.")
    row.agreed = True
    row.save(update_fields=("agreed",))
    noted(event, user, f"{versus(pairing)}: goes on {row.at:%Y-%m-%d %H:%M} UTC, as both agree")


def rounds_due() -> list[UUID]:
    """The events of which a round has come to a hard end that is not carried out yet."""
    open_ones = Pairing.objects.filter(
        other__isnull=False,
        verdicts__isnull=True,
        round__state=RoundState.LOCKED,
        round__ends_at__lte=timezone.now(),
        round__event__state=EventState.RUNNING,
        round__event__frozen=False,
    ).exclude(game__status=Status.OVER)
    lost = Q(round__event__finish=Finish.BOTH_LOSE)
    held = Q(round__event__finish=Finish.ADJUDICATED, game__held=False)
    events = open_ones.filter(lost | held).values_list("round__event", flat=True).order_by()
    return sorted({UUID(str(one)) for one in events})


@transaction.atomic
def round_close(*, event_id: UUID) -> list[Decided]:
    """What a hard end does to the games that are not finished: both lose, or they are held until a
    director adjudicates. Done again, it does nothing.
    """
    event = event_locked(event_id)
    if event.state != EventState.RUNNING or event.frozen:
        return []
    rows = Pairing.objects.filter(round__event=event, round__ends_at__lte=timezone.now())
    related = ("round__event", "one__user", "other__user", "game")
    decided = []
    for pairing in rows.exclude(other=None).select_related(*related):
        if came(pairing).outcome is not Outcome.OPEN:
            continue
        if event.finish == Finish.BOTH_LOSE:
            why = "unfinished at the end of the round"
            end = decide(event, pairing, VerdictKind.FINISH, Result.NEITHER, why, None)
            decided.append(end)
        elif pairing.game is not None and not pairing.game.held:
            game_hold(game_id=pairing.game.pk)
            noted(event, None, f"{versus(pairing)}: held, to be adjudicated")
    return decided


def decide(
    event: Event, pairing: Pairing, kind: VerdictKind, result: Result, why: str, by: User | None
) -> Decided:
    """Append a verdict, and end the game. The caller holds the event's lock."""
    Verdict.objects.create(pairing=pairing, kind=kind, result=result, by=by, why=why)
    ended = _end_game(pairing, result, f"{english(kind.label).lower()}: {why}")
    who = {Result.ONE: pairing.one.name, Result.DRAW: "nobody", Result.NEITHER: "nobody"}
    winner = who.get(result, pairing.other.name if pairing.other else "")
    words = {Result.DRAW: "drawn", Result.NEITHER: "both have lost"}.get(result, f"{winner} wins")
    noted(event, by, f"{versus(pairing)}: {words}. {english(kind.label)}: {why}")
    if event.state == EventState.OVER:
        ratings_reckon()
    return Decided(pairing, ended)


def _end_game(pairing: Pairing, result: Result, words: str) -> Ended | None:
    """End the game of a pairing in its own record, if it goes on; hold one that has not begun."""
    game = pairing.game
    if game is None or game.status == Status.OVER:
        return None
    winner = None
    if result in {Result.ONE, Result.OTHER}:
        winner = Side.A if pairing.side_a == result.value else Side.B
    try:
        return game_conclude(game_id=game.pk, winner=winner, words=words)
    except Refused:
        game_hold(game_id=game.pk)
        return None
