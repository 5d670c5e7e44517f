"""An event for other programs: CSV, TRF, calendars."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from games.calendars import calendar_text, text_value
from games.clubs.core.rounds import Number, Outcome, Played
from games.clubs.models import Event
from games.clubs.models.choices import EventKind
from games.clubs.selectors.events import EventPage
from games.clubs.selectors.results import as_played
from games.languages import english

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as RFC 4180 has them. What a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
    return out.getvalue()


def standings_csv(page: EventPage) -> str:
    """The standing, one line for each player."""
    head = ("rank", "number", "player", "won", "lost", *page.titles)
    lines = [
        (line.rank, line.entry.number, line.entry.name, line.wins, line.losses,
         *(cell.text for cell in line.cells))
        for line in page.standing
    ]  # fmt: skip
    return csv_text([head, *lines])


def pairings_csv(page: EventPage) -> str:
    """All pairings that are published, and what came of them."""
    head = ("round", "table", "one", "other", "result", "scenario")
    lines = [
        (part.round.number, line.pairing.table, line.pairing.one.name,
         line.pairing.other.name if line.pairing.other else "", line.mark, line.title)
        for part in reversed(page.rounds)
        for line in part.lines
    ]  # fmt: skip
    return csv_text([head, *lines])


def trf(page: EventPage) -> str:
    """FIDE's Tournament Report File (TRF16). A win is one point there, whatever the event gives;
    its readers want a colour of everybody who was paired, and whoever is named first has white.
    """
    event, rounds = page.event, sorted(part.round.number for part in page.rounds)
    played = [as_played(line.pairing) for part in page.rounds for line in part.lines]
    head = [
        f"012 {event.name}",
        f"042 {event.starts:%Y/%m/%d}",
        f"062 {len(page.entries)}",
        f"092 {english(EventKind(event.kind).label)}",
        f"XXR {event.rounds_planned}",
    ]
    rank = {line.entry.number: line.rank for line in page.standing}
    body = []
    for entry in page.entries:
        mine = [one for one in played if one.has(Number(entry.number))]
        points = sum(one.won_by(Number(entry.number)) + one.drawn() / 2 for one in mine)
        line = f"001 {entry.number:>4} {'':>4} {entry.name[:33]:<33} {entry.rating:>4.0f}"
        line = f"{line:<80}{points:>4.1f} {rank[entry.number]:>4}"
        cells = (_trf_cell(Number(entry.number), number, mine) for number in rounds)
        body.append(line + "".join(f"  {cell}" for cell in cells))
    return "".join(f"{line}\r\n" for line in (*head, *body))


def calendar(uid: str, begins: datetime, summary: str, page: str, hours: int = 2) -> str:
    """Something that begins then, as a calendar's entry."""
    begins = begins.astimezone(UTC)
    return calendar_text(
        ("UID", f"{uid}@sealed-orders"),
        ("DTSTAMP", f"{begins:%Y%m%dT%H%M%SZ}"),
        ("DTSTART", f"{begins:%Y%m%dT%H%M%SZ}"),
        ("DTEND", f"{begins + timedelta(hours=hours):%Y%m%dT%H%M%SZ}"),
        ("SUMMARY", text_value(summary)),
        ("URL", page),
    )


def event_calendar(event: Event, page: str) -> str:
    """An event in a calendar."""
    return calendar(str(event.pk), event.starts, f"{event.club.name}: {event.name}", page, 8)


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell


def _trf_cell(player: Number, number: int, mine: Sequence[Played]) -> str:
    """Opponent, colour and result of a round, in eight columns; blanks while it has no result."""
    one = next((each for each in mine if each.round == number), None)
    if one is None:
        return "0000 - Z"
    if one.other is None:
        return "0000 - U"
    if one.outcome is Outcome.OPEN:
        return " " * 8
    colour = "w" if player == one.one else "b"
    return f"{one.opponent_of(player):>4} {colour} {_trf_sign(player, one)}"


def _trf_sign(player: Number, one: Played) -> str:
    if one.drawn():
        return "="
    won, lost = ("+", "-") if one.forfeit else ("1", "0")
    return won if one.won_by(player) else lost
