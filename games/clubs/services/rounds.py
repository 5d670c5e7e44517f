"""Rounds in three steps: drawn, looked at by the directors, locked for all."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import rulesets
from games.clubs.core.pairing import Field, Kind, NoRound, draw
from games.clubs.core.rounds import Number, Pair
from games.clubs.core.tables import may_challenge
from games.clubs.models import Entry, Event, Pairing, Round
from games.clubs.models.choices import EventKind, RoundState
from games.clubs.selectors.results import played, rungs, seeded, undecided
from games.clubs.services.acting import (
    NotNow,
    event_directed,
    noted,
    reason_in,
    refuse_over,
    refuse_unless_running,
)
from games.clubs.services.events import next_round
from games.models import User

_WHOLE = {EventKind.SWISS, EventKind.ACCELERATED}
"""Kinds in which everybody plays, or has a bye, in every round."""
_AT_ONCE = {EventKind.LEAGUE, EventKind.LADDER}
"""Kinds of which the next round does not wait for the one before."""


@transaction.atomic
def round_draw(
    *,
    event_id: UUID,
    by: User,
    scenarios: Sequence[str] = (),
    by_hand: Sequence[tuple[int, int | None]] = (),
) -> Round:
    """Draw the next round for the directors to look at; one that was drawn before goes. Raises
    Denied, NotNow.
    """
    event = event_directed(event_id, by)
    refuse_unless_running(event)
    _refuse_early(event)
    number, fixed = next_round(event), tuple(_pair(*pair) for pair in by_hand)
    _refuse_challenges(event, fixed)
    field = _field(event, number, fixed)
    _refuse_hands(field)
    try:
        pairs = draw(Kind(event.kind), field)
    except NoRound as error:
        raise NotNow(error.text, **error.named) from error
    chosen = list(scenarios) or _scenarios(event)
    if not chosen or not set(chosen) <= set(rulesets.scenario_ids()) | {rulesets.TOY}:
        raise NotNow("Name scenarios that are known here.")
    Round.objects.filter(event=event, number=number, state=RoundState.DRAWN).delete()
    row = Round.objects.create(event=event, number=number, scenarios=chosen)
    _pairings_store(row, pairs, fixed, {entry.number: entry for entry in event.entries.all()})
    hands = f", {len(fixed)} by hand" if fixed else ""
    noted(event, by, f"drew round {number}{hands}")
    return row


@transaction.atomic
def round_lock(*, event_id: UUID, by: User, drawn: int | None = None) -> Round:
    """Publish the round that was drawn: from now on it is played. `drawn` is the draw that was
    looked at, if not whichever there is. Raises Denied, NotNow.
    """
    event = event_directed(event_id, by)
    refuse_unless_running(event)
    row = Round.objects.filter(event=event, state=RoundState.DRAWN).first()
    if row is None:
        raise NotNow("No round is drawn.")
    if drawn is not None and drawn != row.pk:
        raise NotNow("The round has been drawn again: look at it first.")
    _refuse_stale(event, row)
    row.state, row.locked_at = RoundState.LOCKED, timezone.now()
    row.ends_at = row.locked_at + event.round_time if event.round_time else None
    row.save(update_fields=("state", "locked_at", "ends_at"))
    byes = ", ".join(
        p.one.name for p in row.pairings.filter(other=None).select_related("one__user")
    )
    noted(event, by, f"published round {row.number}" + (f"; bye: {byes}" if byes else ""))
    return row


@transaction.atomic
def round_extend(*, event_id: UUID, by: User, number: int, minutes: int, why: str) -> None:
    """Have a round end later, or earlier. Raises Denied, NotNow."""
    event = event_directed(event_id, by)
    refuse_over(event)
    reason = reason_in(why)
    row = Round.objects.filter(event=event, number=number, state=RoundState.LOCKED).first()
    if row is None or row.ends_at is None:
        raise NotNow("That round has no end that could be moved.")
    if minutes < 0 and event.entries.filter(user=by).exists():
        raise NotNow("Who plays in the event himself makes no round shorter.")
    row.ends_at += timedelta(minutes=minutes)
    row.save(update_fields=("ends_at",))
    noted(event, by, f"moved the end of round {number} by {minutes} minutes: {reason}")


def _refuse_stale(event: Event, row: Round) -> None:
    """Raise NotNow if somebody has come or gone since the draw, or two may not meet any more."""
    field = _field(event, row.number, ())
    pairs = [
        frozenset(Number(one.number) for one in (pairing.one, pairing.other) if one is not None)
        for pairing in row.pairings.select_related("one", "other")
    ]
    drawn = frozenset().union(*pairs)
    missing = frozenset(field.players) - drawn if event.kind in _WHOLE else frozenset()
    parted = any(pair in field.forbidden for pair in pairs)
    if missing or parted or not drawn <= set(field.players):
        raise NotNow("Somebody has come or gone, or may not meet any more: draw the round again.")


def _pair(one: int, other: int | None) -> Pair:
    return Pair(Number(one), None if other is None else Number(other))


def _field(event: Event, number: int, fixed: tuple[Pair, ...]) -> Field:
    entries = list(event.entries.all())
    out = {Number(e.number) for e in entries if not _plays(e, number)}
    everybody = seeded(entries)
    forbidden = event.forbidden.values_list("one__number", "other__number")
    return Field(
        round=number,
        players=tuple(one for one in everybody if one not in out),
        played=played(event),
        forbidden=frozenset(frozenset((Number(a), Number(b))) for a, b in forbidden),
        fixed=fixed,
        everybody=everybody,
    )


def _plays(entry: Entry, number: int) -> bool:
    return entry.plays_from <= number and (entry.withdrawn is None or number < entry.withdrawn)


def _refuse_early(event: Event) -> None:
    if event.kind not in _AT_ONCE and (open_tables := undecided(event)):
        raise NotNow("Not decided yet: %(tables)s.", tables="; ".join(open_tables))


def _refuse_hands(field: Field) -> None:
    """Pairs by hand name players of the round, each of them once."""
    named = [one for pair in field.fixed for one in (pair.one, pair.other) if one is not None]
    if len(set(named)) < len(named) or not set(named) <= set(field.players):
        raise NotNow("Pairs by hand name players of the round, each of them once.")


def _refuse_challenges(event: Event, fixed: Sequence[Pair]) -> None:
    """On a ladder, the first named challenges somebody just above him."""
    if event.kind != EventKind.LADDER:
        return
    order = rungs(event)
    for pair in fixed:
        known = pair.other is not None and {pair.one, pair.other} <= set(order)
        if not known or not may_challenge(order, pair.one, pair.other or pair.one, event.reach):
            raise NotNow("A challenge goes up by %(rungs)s rungs at most.", rungs=event.reach)


def _scenarios(event: Event) -> list[str]:
    """The first three of the club's list, or of all."""
    return list(event.club.scenarios or rulesets.scenario_ids())[:3]


def _pairings_store(
    row: Round, pairs: Sequence[Pair], fixed: Sequence[Pair], entries: dict[int, Entry]
) -> None:
    Pairing.objects.bulk_create(
        Pairing(
            round=row,
            table=table,
            one=entries[pair.one],
            other=None if pair.other is None else entries[pair.other],
            by_hand=pair in fixed,
        )
        for table, pair in enumerate(pairs, 1)
    )
