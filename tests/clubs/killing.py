"""What `tests.clubs.killed` does in an event, where the process dies, and what is counted."""

from collections.abc import Callable
from functools import partial
from typing import Any
from unittest import mock

from games.clubs.models import Act, Event, Pairing, RatingEntry, Round, Verdict
from games.clubs.models.choices import Result, RoundState, VerdictKind
from games.clubs.services import choices, events, results, rounds
from games.models import BulletinRow, Game, Seat, User
from games.models.choices import Status
from games.services import playing
from games.services.holding import game_conclude
from games.services.memory import MEMORY
from rules.kernel.audience import Side
from tests.clubs.arranging import both_sit, club_of, event_with, pairings, people, published
from tests.clubs.killed import Counts, Try, dies

Arranged = tuple[Try, Callable[[], Counts]]


def _event() -> tuple[Event, User]:
    """An event of four, in a club of its own."""
    (td,) = people("tess")
    club = club_of(td)
    club.name = str(club.pk)
    club.save()
    return event_with(club, td, 4), td


def _counts(event: Event) -> Counts:
    """All that could be lost or doubled."""
    MEMORY.clear()
    games = Game.objects.filter(pairing__round__event=event)
    return {
        "state": Event.objects.get(pk=event.pk).state,
        "drawn": Round.objects.filter(event=event, state=RoundState.DRAWN).count(),
        "locked": Round.objects.filter(event=event, state=RoundState.LOCKED).count(),
        "pairings": Pairing.objects.filter(round__event=event).count(),
        "games": Game.objects.count() - Game.objects.exclude(pairing=None).count() + games.count(),
        "over": games.filter(status=Status.OVER).count(),
        "seats": Seat.objects.filter(game__in=games).count(),
        "bulletins": BulletinRow.objects.filter(game__in=games).count(),
        "verdicts": Verdict.objects.filter(pairing__round__event=event).count(),
        "acts": Act.objects.filter(event=event).count(),
        "ratings": RatingEntry.objects.filter(event=event).count(),
        "changes": Event.objects.get(pk=event.pk).changes,
    }


def _kill_after(where: Any, name: str) -> Any:
    """That function does its work, and then the process dies."""
    whole = getattr(where, name)

    def work_and_die(*given: object, **more: object) -> None:
        whole(*given, **more)
        dies()

    return mock.patch.object(where, name, work_and_die)


def draw() -> Arranged:
    """A round is drawn anew: the one before has gone, the new one has its pairings."""
    event, td = _event()
    rounds.round_draw(event_id=event.pk, by=td, scenarios=["toy"])
    act = partial(rounds.round_draw, event_id=event.pk, by=td, scenarios=["toy"])
    return (act, _kill_after(rounds, "_pairings_store")), partial(_counts, event)


def publish() -> Arranged:
    """A round that was drawn is published."""
    event, td = _event()
    rounds.round_draw(event_id=event.pk, by=td, scenarios=["toy"])
    act = partial(rounds.round_lock, event_id=event.pk, by=td)
    return (act, _kill_after(rounds, "noted")), partial(_counts, event)


def sit() -> Arranged:
    """The game of a pairing is made."""
    event, td = _event()
    pairing = pairings(published(event, td))[0]
    act = partial(choices.sit, pairing_id=pairing.pk, user=pairing.one.user)
    return (act, _kill_after(choices, "changed")), partial(_counts, event)


def verdict() -> Arranged:
    """A director adjudicates a game that goes on."""
    event, td = _event()
    pairing = pairings(published(event, td))[0]
    both_sit(pairing)
    act = partial(
        results.verdict_give,
        pairing_id=pairing.pk,
        by=td,
        kind=VerdictKind.ADJUDICATED,
        result=Result.ONE,
        why="out of time",
    )
    return (act, _kill_after(results, "noted")), partial(_counts, event)


def result() -> Arranged:
    """A game comes to its end at the table."""
    event, td = _event()
    game = both_sit(pairings(published(event, td))[0])
    act = partial(game_conclude, game_id=game.pk, winner=Side.A, words="agreed")
    return (act, _kill_after(playing, "step_store")), partial(_counts, event)


def finish() -> Arranged:
    """An event is closed, and its ratings are reckoned."""
    event, td = _event()
    for pairing in pairings(published(event, td)):
        game_conclude(game_id=both_sit(pairing).pk, winner=Side.B, words="agreed")
    act = partial(events.event_finish, event_id=event.pk, by=td)
    return (act, _kill_after(events, "ratings_reckon")), partial(_counts, event)


ACTS: dict[str, Callable[[], Arranged]] = {
    one.__name__: one for one in (draw, publish, sit, verdict, result, finish)
}
