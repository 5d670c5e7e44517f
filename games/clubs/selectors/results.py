"""What came of pairings. A game's own row says it, unless somebody has decided otherwise."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec

from games.clubs.core.rounds import Number, Outcome, Played
from games.clubs.core.standings import Criterion, Row, standings
from games.clubs.core.tables import ladder
from games.clubs.models import Entry, Event, Pairing, Verdict
from games.clubs.models.choices import EventState, RoundState, VerdictKind
from games.models.choices import Status

FORFEITS = {VerdictKind.FORFEIT, VerdictKind.NO_SHOW, VerdictKind.FINISH}


GAME_UNREAD = ("game__ledger", "game__master_seed")
"""What lists of pairings leave in the database."""


@dataclass(frozen=True)
class Came:
    """What came of a pairing, and the verdict that says so, if one does."""

    outcome: Outcome
    verdict: Verdict | None = None

    @property
    def is_forfeit(self) -> bool:
        return self.verdict is not None and self.verdict.kind in FORFEITS


def locked_pairings(event: Event, *more: str) -> list[Pairing]:
    """The pairings that are published, with all that their results need, and more that is named."""
    rows = Pairing.objects.filter(round__event=event, round__state=RoundState.LOCKED)
    related = ("round__event", "one__user", "other__user", "game")
    found = rows.select_related(*related).defer(*GAME_UNREAD)
    return list(found.prefetch_related("verdicts__by", *more))


def came(pairing: Pairing) -> Came:
    """What came of a pairing: by the last verdict, else by its game."""
    if verdicts := list(pairing.verdicts.all()):
        return Came(Outcome(verdicts[-1].result), verdicts[-1])
    game = pairing.game
    if game is None or game.status != Status.OVER:
        return Came(Outcome.OPEN)
    if not game.winner:
        return Came(Outcome.DRAW)
    one_won = (game.winner == "a") == (pairing.side_a == "one")
    return Came(Outcome.ONE if one_won else Outcome.OTHER)


def as_played(pairing: Pairing) -> Played:
    """A pairing as standings and draws read it."""
    result = came(pairing)
    return Played(
        round=pairing.round.number,
        one=Number(pairing.one.number),
        other=None if pairing.other is None else Number(pairing.other.number),
        outcome=Outcome.OPEN if pairing.other is None else result.outcome,
        forfeit=result.is_forfeit,
    )


def played(event: Event) -> tuple[Played, ...]:
    """All that is published of an event."""
    return tuple(as_played(pairing) for pairing in locked_pairings(event))


def undecided(event: Event) -> list[str]:
    """The tables without a result, in words."""
    return [
        f"round {pairing.round.number}, table {pairing.table}"
        for pairing in locked_pairings(event)
        if not as_played(pairing).is_decided
    ]


def live_games(event: Event) -> list[UUID]:
    """The games of an event that are not over."""
    rows = Pairing.objects.filter(round__event=event, game__isnull=False)
    games = rows.exclude(game__status=Status.OVER).values_list("game", flat=True)
    return [UUID(str(game)) for game in games]


def criteria_of(event: Event) -> tuple[Criterion, ...]:
    """By what players are told apart."""
    return msgspec.convert(event.criteria, tuple[Criterion, ...])


def standing(event: Event, entries: Sequence[Entry], games: Iterable[Played]) -> tuple[Row, ...]:
    """The standing. Lots are drawn when the event is over: before, who is tied shares a place.

    A lot that stood in the table from the first round on would be known before it counts.
    """
    criteria = criteria_of(event)
    if event.state != EventState.OVER:
        criteria = tuple(one for one in criteria if one.__struct_config__.tag != "lot")
    return standings(
        criteria,
        [Number(entry.number) for entry in entries],
        games,
        names={Number(entry.number): entry.name for entry in entries},
        seed=bytes(event.seed),
    )


def seeded(entries: Iterable[Entry]) -> tuple[Number, ...]:
    """All who ever entered, the highest rated first."""
    order = sorted(entries, key=lambda entry: (-entry.rating, entry.number))
    return tuple(Number(entry.number) for entry in order)


def rungs(event: Event) -> tuple[Number, ...]:
    """A ladder as it stands, without those who have left."""
    here = set(event.entries.filter(withdrawn=None).values_list("number", flat=True))
    return tuple(one for one in ladder(seeded(event.entries.all()), played(event)) if one in here)
