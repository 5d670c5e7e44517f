"""Events: making them, who plays, who directs, freezing, the end."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.clubs.core.choosing import STRIKES_AND_BIDS, Step
from games.clubs.core.pairing import MOST
from games.clubs.core.standings import CLASSIC, Criterion
from games.clubs.models import Club, Entry, Event, Forbidden, Pairing
from games.clubs.models.choices import EventKind, EventState, Finish, RoundState, Told
from games.clubs.permissions import BELONG, DIRECT, MANAGE, SEE, may
from games.clubs.selectors.ratings import rating_of
from games.clubs.selectors.results import live_games, undecided
from games.clubs.services.acting import (
    Denied,
    NotNow,
    event_directed,
    event_locked,
    noted,
    reason_in,
    refuse_over,
)
from games.clubs.services.ratings import ratings_reckon
from games.models import User
from games.models.choices import Flag
from games.services.holding import game_hold, game_release
from games.timekeeping import Terms
from rules.kernel.dice import commitment


@dataclass(frozen=True)
class Plan:
    """How an event is to be played."""

    name: str
    kind: EventKind = EventKind.SWISS
    page: str = ""
    rounds: int = 3
    private: bool = False
    rated: bool = True
    criteria: tuple[Criterion, ...] = CLASSIC
    protocol: tuple[Step, ...] = STRIKES_AND_BIDS
    starts: datetime = field(default_factory=timezone.now)
    round_time: timedelta | None = None
    no_show_after: timedelta = timedelta(minutes=30)
    finish: Finish = Finish.OPEN
    looks_told: Told = Told.AT_ONCE
    terms: Terms | None = None
    flag: Flag = Flag.LOSS


@transaction.atomic
def event_create(*, club_id: UUID, by: User, plan: Plan, seed: bytes | None = None) -> Event:
    """A new event of a club, open for entries. Its seed is committed to. Raises Denied."""
    club = Club.objects.select_for_update().get(pk=club_id)
    if not may(by, MANAGE, club):
        raise Denied
    secret = seed or secrets.token_bytes(32)
    event = Event(club=club, name=plan.name, kind=plan.kind, page=plan.page)
    event.rounds_planned, event.private = plan.rounds, plan.private
    event.rated = plan.rated and not (plan.private or club.private)
    event.criteria, event.protocol = msgspec.to_builtins(plan.criteria), _plain(plan.protocol)
    event.starts, event.round_time = plan.starts, plan.round_time
    event.no_show_after, event.finish = plan.no_show_after, plan.finish
    event.looks_told, event.flag = plan.looks_told, plan.flag
    if plan.terms is not None:
        event.timing, event.base = plan.terms.timing, plan.terms.base
        event.increment = plan.terms.increment
    event.seed, event.commitment = secret, commitment(secret)
    event.save()
    event.directors.add(by)
    noted(event, by, "made the event")
    return event


@transaction.atomic
def enter(*, event_id: UUID, user: User, by: User | None = None) -> Entry:
    """Enter an event: oneself while it is open, or later by a director. Raises Denied, NotNow."""
    event = event_locked(event_id)
    directed = by is not None and may(by, DIRECT, event)
    if not directed and by not in (None, user):
        raise Denied
    if not directed and not _may_enter(event, user):
        raise Denied
    if directed and by != user and not may(user, BELONG, event.club):
        raise NotNow("Whoever is let in belongs to the club: send the invitation.")
    if Entry.objects.filter(event=event, user=user).exists():
        raise NotNow("%(name)s has entered already.", name=user.get_username())
    if event.state == EventState.OVER or (event.state == EventState.RUNNING and not directed):
        raise NotNow("The event has begun. A director can still let you in.")
    if event.state == EventState.RUNNING and event.kind in _CLOSED:
        raise NotNow("Its table is made: nobody can be let in any more.")
    if event.entries.count() >= MOST:
        raise NotNow("An event has %(most)s players at most.", most=MOST)
    entry = Entry(event=event, user=user, rating=rating_of(user).rating)
    entry.number, entry.plays_from = event.entries.count() + 1, next_round(event)
    entry.save()
    noted(event, by or user, f"entered {entry.name}, from round {entry.plays_from} on")
    return entry


@transaction.atomic
def event_begin(*, event_id: UUID, by: User) -> None:
    """Close the entries. Raises Denied, NotNow."""
    event = event_directed(event_id, by)
    if event.state != EventState.OPEN:
        raise NotNow("The event has begun.")
    if event.entries.count() < 2:  # noqa: PLR2004 - of less, there is no game
        raise NotNow("An event needs two players at least.")
    event.state = EventState.RUNNING
    event.save(update_fields=("state",))
    noted(event, by, "began the event")


@transaction.atomic
def event_freeze(*, event_id: UUID, by: User, why: str, frozen: bool) -> list[UUID]:
    """Stop all games and clocks of an event, or let them go on; the games. Raises Denied,
    NotNow.
    """
    event = event_directed(event_id, by)
    refuse_over(event)
    reason = reason_in(why)
    if event.frozen is frozen:
        raise (
            NotNow("The event is frozen already.") if frozen else NotNow("The event is not frozen.")
        )
    games = live_games(event)
    if not frozen:
        games = [game_id for game_id in games if game_id not in _held_for_good(event)]
        _give_time_back(event)
    for game_id in sorted(games):
        (game_hold if frozen else game_release)(game_id=game_id)
    event.frozen, event.frozen_at = frozen, timezone.now() if frozen else None
    event.save(update_fields=("frozen", "frozen_at"))
    noted(event, by, f"{'froze the event' if frozen else 'let the event go on'}: {reason}")
    return games


@transaction.atomic
def event_finish(*, event_id: UUID, by: User) -> None:
    """Close an event: its standing is final, its seed is published, ratings are reckoned. Raises
    Denied, NotNow.
    """
    event = event_directed(event_id, by)
    if event.state != EventState.RUNNING:
        raise NotNow("The event is not being played.")
    if open_tables := undecided(event):
        raise NotNow("Not decided yet: %(tables)s.", tables="; ".join(open_tables))
    event.state, event.over_at = EventState.OVER, timezone.now()
    event.save(update_fields=("state", "over_at"))
    noted(event, by, "closed the event")
    ratings_reckon()


@transaction.atomic
def director_set(*, event_id: UUID, by: User, user: User, directs: bool) -> None:
    """Make somebody a director of an event, or not any more. Raises Denied, NotNow."""
    event = event_locked(event_id)
    if not may(by, MANAGE, event.club):
        raise Denied
    if not directs and not event.directors.exclude(pk=user.pk).exists():
        raise NotNow("An event has a director at least.")
    (event.directors.add if directs else event.directors.remove)(user)
    noted(event, by, f"{'made' if directs else 'no longer has'} {user} a director")


@transaction.atomic
def meeting_forbid(*, event_id: UUID, by: User, one: int, other: int, why: str) -> None:
    """Forbid that two meet, by their numbers. Raises Denied, NotNow."""
    event = event_directed(event_id, by)
    refuse_over(event)
    reason = reason_in(why)
    entries = {entry.number: entry for entry in event.entries.filter(number__in=(one, other))}
    if set(entries) != {one, other} or one == other:
        raise NotNow("Name two players by their numbers.")
    low, high = sorted((one, other))
    Forbidden.objects.get_or_create(event=event, one=entries[low], other=entries[high])
    noted(event, by, f"forbade that {entries[low].name} and {entries[high].name} meet: {reason}")


def _held_for_good(event: Event) -> set[UUID]:
    """The games that stay held when an event goes on: they are decided, or wait to be."""
    rows = Pairing.objects.filter(round__event=event, game__held=True)
    late = Q(round__ends_at__lte=event.frozen_at or timezone.now())
    adjudicated = late if event.finish == Finish.ADJUDICATED else Q(pk=None)
    found = rows.filter(Q(verdicts__isnull=False) | adjudicated).values_list("game", flat=True)
    return {UUID(str(one)) for one in found}


def _give_time_back(event: Event) -> None:
    """What was to happen by a time happens as much later as the event stood still."""
    if event.frozen_at is None:
        return
    pause = timezone.now() - event.frozen_at
    rounds = event.rounds.filter(state=RoundState.LOCKED)
    rounds.filter(ends_at__gt=event.frozen_at).update(ends_at=F("ends_at") + pause)
    rounds.filter(locked_at__lte=event.frozen_at).update(paused=F("paused") + pause)


def next_round(event: Event) -> int:
    """The round that is drawn next, or was drawn and is not locked."""
    last = event.rounds.filter(locked_at__isnull=False).order_by("-number").first()
    return last.number + 1 if last else 1


_CLOSED = {EventKind.SINGLE, EventKind.DOUBLE, EventKind.ROUND_ROBIN, EventKind.LEAGUE,
           EventKind.MINI}  # fmt: skip


def _may_enter(event: Event, user: User) -> bool:
    """A club's private events are for its members."""
    return may(user, BELONG, event.club) or (not event.private and may(user, SEE, event))


def _plain(protocol: tuple[Step, ...]) -> object:
    return msgspec.to_builtins(protocol)
