"""An event as its pages show it. Rounds that are only drawn are for its directors."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games import rulesets
from games.clubs.core.choosing import Agreed, Asked
from games.clubs.core.rounds import Number, Outcome, Played
from games.clubs.core.standings import Row, Score
from games.clubs.models import Entry, Event, Inspection, Pairing, Round
from games.clubs.models.choices import Chair, EventState, RoundState
from games.clubs.selectors.choosing import standing_of
from games.clubs.selectors.choosing import version_of as version_agreed
from games.clubs.selectors.results import (
    GAME_UNREAD,
    Came,
    as_played,
    came,
    criteria_of,
    locked_pairings,
    standing,
)
from games.models import User
from games.models.choices import Status

_MARKS: Final = {
    Outcome.ONE: "1–0",
    Outcome.OTHER: "0–1",
    Outcome.DRAW: "½–½",
    Outcome.NEITHER: "0–0",
}


@dataclass(frozen=True)
class PairingLine:
    """A pairing in a list."""

    pairing: Pairing
    came: Came

    @property
    def mark(self) -> str:
        """The result as it is written; "" while there is none."""
        if self.pairing.other is None:
            return "bye"
        mark = _MARKS.get(self.came.outcome, "")
        return f"{mark} f" if mark and self.came.is_forfeit else mark

    @property
    def title(self) -> str:
        """What is played, with the Balance that was bid, as far as both have agreed on it."""
        game = self.pairing.game
        version = game.scenario if game else version_agreed(self._agreed)
        return title_of(version) if version else ""

    @property
    def sides(self) -> str:
        """Who plays which side, as "German – Russian" in the order of the two; "" before that is
        agreed.
        """
        pairing, agreed = self.pairing, self._agreed
        game, side_a = pairing.game, pairing.side_a if pairing.game else agreed.side_a
        scenario = game.scenario if game else agreed.scenario
        if not side_a or not scenario:
            return ""
        names = [side["name"] for _, side in sorted(rulesets.card(scenario)["sides"].items())]
        return " – ".join(names if side_a == Chair.ONE else reversed(names))

    @cached_property
    def _agreed(self) -> Agreed:
        """What the two have agreed on so far: it follows from what is open to everybody."""
        pairing = self.pairing
        if pairing.other is None or pairing.game or pairing.round.state != RoundState.LOCKED:
            return Agreed()
        standing = standing_of(pairing.round.event, pairing)
        return standing.agreed if isinstance(standing, Asked) else standing

    @property
    def url(self) -> str:
        return reverse("clubs:pairing", args=(self.pairing.pk,))

    @property
    def watch(self) -> str:
        """The table for those who watch, as whoever sees the event may; "" if there is none."""
        game = self.pairing.game
        if game is None:
            return ""
        name = "games:replay" if game.status == Status.OVER else "games:table"
        return reverse(name, args=(game.pk,))

    @property
    def is_live(self) -> bool:
        game = self.pairing.game
        return game is not None and game.status != Status.OVER

    @property
    def headline(self) -> str:
        return self.pairing.game.headline if self.pairing.game else ""


@dataclass(frozen=True)
class RoundPart:
    """A round with its pairings."""

    round: Round
    lines: tuple[PairingLine, ...]


@dataclass(frozen=True)
class Cell:
    """What a criterion gave somebody, and the sum that it is."""

    title: str
    text: str
    score: Score | None


@dataclass(frozen=True)
class StandingLine:
    """One line of the standing, with the player's row of the crosstable."""

    rank: int
    entry: Entry
    cells: tuple[Cell, ...]
    cross: tuple[str, ...]
    wins: int
    losses: int


@dataclass(frozen=True)
class EventPage:
    """All that the page of an event shows to everybody."""

    event: Event
    entries: tuple[Entry, ...]
    rounds: tuple[RoundPart, ...]
    titles: tuple[str, ...]
    standing: tuple[StandingLine, ...]
    numbers: tuple[int, ...]


def version_of(event: Event) -> str:
    """What parts of its page are kept under: it changes with every act, and with every game that
    ends, whether or not somebody came to count it.
    """
    games = Pairing.objects.filter(round__event=event, game__status=Status.OVER)
    return f"{event.changes}.{games.count()}"


def live_tables(event: Event) -> list[PairingLine]:
    """The tables that are being played."""
    rows = Pairing.objects.filter(round__event=event, round__state=RoundState.LOCKED)
    playing = rows.filter(game__isnull=False).exclude(game__status=Status.OVER)
    related = ("round", "one__user", "other__user", "game")
    order = playing.select_related(*related).order_by("-round__number", "table")
    lines = order.defer(*GAME_UNREAD)
    return [PairingLine(one, Came(Outcome.OPEN)) for one in lines]


def event_page(event: Event) -> EventPage:
    """An event as everybody sees it who sees it at all."""
    entries = list(event.entries.select_related("user"))
    pairings = locked_pairings(event, "answers")
    games = [as_played(pairing) for pairing in pairings]
    rows = standing(event, entries, games)
    titles = tuple(one.title for one in criteria_of(event))
    by_number = {Number(entry.number): entry for entry in entries}
    order = [row.player for row in rows]
    return EventPage(
        event=event,
        entries=tuple(entries),
        rounds=_parts(pairings),
        titles=titles,
        standing=tuple(_line(row, by_number[row.player], titles, games, order) for row in rows),
        numbers=tuple(range(1, len(order) + 1)),
    )


def drawn_round(event: Event) -> RoundPart | None:
    """The round that is drawn and not published: for directors alone."""
    row = event.rounds.filter(state=RoundState.DRAWN).first()
    if row is None:
        return None
    pairings = row.pairings.select_related("round", "one__user", "other__user", "game")
    return RoundPart(row, tuple(PairingLine(one, Came(Outcome.OPEN)) for one in pairings))


def my_pairing(event: Event, user: User | None) -> Pairing | None:
    """The last pairing of somebody that is published."""
    if user is None:
        return None
    rows = Pairing.objects.filter(round__event=event, round__state=RoundState.LOCKED)
    mine = rows.filter(Q(one__user=user) | Q(other__user=user))
    related = ("round", "one__user", "other__user")
    return mine.select_related(*related).order_by("-round__number").first()


def inspections_told(event: Event) -> list[Inspection]:
    """The looks of directors at secrets of which everybody may know."""
    rows = Inspection.objects.filter(pairing__round__event=event)
    related = (
        "look",
        "pairing__round",
        "pairing__one__user",
        "pairing__other__user",
        "pairing__game",
    )
    return [
        one
        for one in rows.select_related(*related)
        if one.at_once
        or event.state == EventState.OVER
        or (one.pairing.game and one.pairing.game.status == Status.OVER)
    ]


def needs_decision(event: Event) -> list[tuple[PairingLine, str]]:
    """What a director should look at: tables that are late or held, and reports that differ."""
    found = []
    for pairing in locked_pairings(event, "reports", "answers"):
        if pairing.other is None or came(pairing).outcome is not Outcome.OPEN:
            continue
        if words := _trouble(event, pairing):
            found.append((PairingLine(pairing, came(pairing)), words))
    return found


def title_of(scenario_id: str) -> str:
    """What a scenario is called."""
    return str(rulesets.card(scenario_id)["title"])


def chair_at(pairing: Pairing, user: User | None) -> Chair | None:
    """Which of the two somebody is, if either."""
    if user is None:
        return None
    if pairing.one.user_id == user.pk:
        return Chair.ONE
    if pairing.other is not None and pairing.other.user_id == user.pk:
        return Chair.OTHER
    return None


def _trouble(event: Event, pairing: Pairing) -> str:
    game, now = pairing.game, timezone.now()
    if len({report.result for report in pairing.reports.all()}) > 1:
        return gettext("the players report different results")
    if game is not None and game.status == Status.HALTED:
        return gettext("the game is halted")
    if game is not None and game.held and not event.frozen:
        return gettext("held, to be adjudicated")
    if pairing.round.ends_at is not None and pairing.round.ends_at < now:
        return gettext("the round is over")
    return _absent(event, pairing, now)


def _absent(event: Event, pairing: Pairing, now: datetime) -> str:
    begun = pairing.round.locked_at
    missing = [
        entry.name
        for entry, here in ((pairing.one, pairing.one_here), (pairing.other, pairing.other_here))
        if here is None and entry is not None
    ]
    late = begun is not None and begun + event.no_show_after < now
    if not missing or not late or pairing.game:
        return ""
    return gettext("not here yet: %(names)s") % {"names": ", ".join(missing)}


def _parts(pairings: Sequence[Pairing]) -> tuple[RoundPart, ...]:
    """The newest round first."""
    rounds = {pairing.round_id: pairing.round for pairing in pairings}
    order = sorted(rounds.values(), key=lambda one: -one.number)
    return tuple(
        RoundPart(
            row,
            tuple(PairingLine(one, came(one)) for one in pairings if one.round_id == row.pk),
        )
        for row in order
    )


def _line(
    row: Row, entry: Entry, titles: Sequence[str], games: Sequence[Played], order: Sequence[Number]
) -> StandingLine:
    scores = [*row.scores, *[None] * (len(titles) - len(row.scores))]
    cells = tuple(
        Cell(title, "" if score is None else f"{score.value:g}", score)
        for title, score in zip(titles, scores, strict=True)
    )
    mine = [one for one in games if one.has(row.player)]
    return StandingLine(
        row.rank,
        entry,
        cells,
        tuple(_cross(row.player, other, mine) for other in order),
        sum(one.won_by(row.player) for one in mine),
        sum(one.lost_by(row.player) for one in mine),
    )


def _cross(player: Number, other: Number, mine: Sequence[Played]) -> str:
    """What somebody did against another, by rounds; what is open is a dot."""
    if player == other:
        return "×"
    return " ".join(
        _sign(player, one)
        for one in mine
        if one.other is not None and one.opponent_of(player) == other
    )


def _sign(player: Number, one: Played) -> str:
    if not one.is_decided:
        return "·"
    if one.drawn():
        return "½"
    return "1" if one.won_by(player) else "0"
