"""A12.15 Detection: who tries to move in where a "?" is finds out what is there."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_check_facts import DetectionDr, DummyPicked
from rules.chapters.concealment.a12_hidden import come_under_cover, hidden_at
from rules.chapters.concealment.a12_loss import lose_all
from rules.chapters.concealment.a12_under_attack import fewest_points
from rules.chapters.concealment.covers import drop_if_empty, into_the_open, uncover
from rules.chapters.fire.a08_residual import forget_attacks, residual_attack
from rules.chapters.fire.a09_fire_lanes import forget_lanes, lane_attacks
from rules.chapters.mines.b28_minefields import return_attack
from rules.chapters.water.e05_boats import put_in_water
from rules.forces.sealed import Sealed
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.table import Purpose
from rules.kernel.world import id_order
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_dummy, name, names

Dares: TypeAlias = Callable[[tuple[CounterId, ...]], Procedure[tuple[CounterId, ...]]]
"""Which of those who have met a real unit go in to overrun him all the same (A4.15)."""


async def detect(
    table: AslTable,
    unit_ids: tuple[CounterId, ...],
    origin: LocationId,
    to: LocationId,
    *,
    dares: Dares | None = None,
) -> tuple[CounterId, ...]:
    """A12.15, A10.533: units try to enter a Location with "?" or hidden units of their enemy. They
    go on if nothing real is there; who meets a real unit goes back, past the mines of the hex that
    he had left, loses his own "?", and has ended his move, unless he dares to overrun. Dummies
    that come are found out first, and find nothing. Where the enemy's unarmed or Disrupted units
    let others in, nobody is sent back; nor are the berserk, whom those they find hold there (A4.14,
    A15.43).
    """
    units = table.alive(unit_ids)
    if not units:
        return unit_ids
    enemy = units[0].side.enemy
    if table.public.foes_at(to, units[0].side):  # who does not bar the way opens it (A4.14)
        return unit_ids
    if is_unmet(table, to, enemy) and all(is_dummy(unit) for unit in units):
        lose_all(table, unit_ids)
        return ()
    if not find(table, to, enemy) or any(unit.berserk for unit in units):
        return unit_ids
    lose_all(table, unit_ids)
    daring = () if dares is None else await dares(unit_ids)
    await send_back(table, tuple(one for one in unit_ids if one not in daring), origin, to)
    return daring


async def send_back(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    """A12.15: those whom somebody concealed keeps out are back where they came from, past the mines
    there; Residual FP and Fire Lanes attack them as if they had not done so yet. Nobody goes on.
    Who came out of a boat stands in the water beside it (E5.531).
    """
    units = table.alive(unit_ids)
    if units:
        text = f"{names(units)} must go back"
        table.log("move", text, side=units[0].side, rule="A12.15", at=(origin, to))
        put_in_water(table, unit_ids)
        await return_attack(table, unit_ids, origin, to)
        forget_attacks(table, unit_ids, origin)
        await residual_attack(table, unit_ids, to, origin)
        forget_lanes(table, unit_ids, origin)
        await lane_attacks(table, unit_ids, to, origin)
    return ()


def is_unmet(table: AslTable, at: LocationId, side: Side) -> bool:
    """Whether a side has a "?" or somebody hidden in a Location."""
    return bool(hidden_at(table, at, side) or _covers_at(table, at, side))


def find(table: AslTable, at: LocationId, side: Side) -> bool:
    """A12.15: whether a real unit is under the "?" of a side in a Location, where its hidden units
    are placed first; then it is placed in the open, and if there is none, every "?" there goes.
    """
    come_under_cover(table, hidden_at(table, at, side))
    covers = _covers_at(table, at, side)
    found = _found(table, covers, side)
    if found:
        into_the_open(table, found)
    else:
        for cover in covers:
            uncover(table, cover.id)
    return bool(found)


def show_another(table: AslTable, at: LocationId, side: Side) -> bool:
    """A12.15: whether a real unit is under a "?" of a side in a Location, or hidden there, to bar
    an Infantry OVR: it is placed in the open then, that of fewest points; else the "?" there go.
    """
    come_under_cover(table, hidden_at(table, at, side))
    covers = _covers_at(table, at, side)
    there = (one for cover in covers for one in table.truth.under(cover.id))
    real = [one for one in there if isinstance(one, Unit) and not is_dummy(one)]
    if real:
        into_the_open(table, (fewest_points(real).id,))
        return True
    for cover in covers:
        uncover(table, cover.id)
    return False


def _covers_at(table: AslTable, at: LocationId, side: Side) -> tuple[Cover, ...]:
    return tuple(cover for cover in table.public.covers(side) if cover.at == at)


def _found(table: AslTable, covers: Iterable[Cover], owner: Side) -> set[ShownId]:
    """A12.15, A.9: Random Selection among all that is there, by dr that its owner alone sees: the
    highest real unit, all that are tied, of a support weapon who has it. Of Dummies that are picked
    before it or with it, which go, everybody is told, and by which dr it is found.
    """
    truth = table.truth
    there = sorted(
        (one for cover in covers for one in truth.under(cover.id)), key=lambda one: one.id
    )
    rolls = [(_dr(table, one, owner), one) for one in there]
    for dr in sorted({dr for dr, _ in rolls}, reverse=True):
        picked = {unit.id for made, one in rolls if made == dr for unit in _real(truth, one)}
        if picked:
            _drop_dummies(table, (one for made, one in rolls if made >= dr))
            table.tell(DetectionDr(side=owner, at=there[0].at, dr=dr))
            return picked
    return set()


def _drop_dummies(table: AslTable, picked: Iterable[Sealed]) -> None:
    """A12.15: those that are picked go, "?" by "?": the order of their dr is no one's to know."""
    dummies = [one for one in picked if isinstance(one, Unit) and is_dummy(one)]
    for one in sorted(dummies, key=lambda one: id_order(one.under or "")):
        table.tell(DummyPicked(side=one.side, at=one.at, cover=ShownId(one.under or "")))
        table.drop(one)
    for cover in table.world.all(Cover):
        if not table.truth.under(cover.id):
            drop_if_empty(table, cover.id)


def _real(position: Position, counter: Sealed) -> Iterator[Unit]:
    """The real unit that a counter is, or that possesses it."""
    if isinstance(counter, Weapon) and counter.holder is not None:
        yield position.unit(counter.holder)
    if isinstance(counter, Unit) and not is_dummy(counter):
        yield counter


def _dr(table: AslTable, counter: Sealed, owner: Side) -> int:
    """One secret dr; the only counter of a Location rolls too, or its dr would tell."""
    called = name(counter) if isinstance(counter, Unit) else counter.type
    purpose = Purpose("RS", f"Random Selection at Detection, {called}", "A12.15", owner)
    roll = table.kernel.roll(purpose, 1, owner.audience)
    text = f"Random Selection (Detection): {called}"
    table.log("roll", text, side=owner, rule="A12.15", roll=roll, to=owner.audience)
    return roll.total
