"""B24.8 Labor: what a failed attempt at a Task leaves for the next."""

from rules.board.locations import LocationId
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId
from rules.kernel.secret import Public
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.marker import MarkerFace
from rules.position.position import Position

MOST = 2


class Labor(Entity, frozen=True, kw_only=True, tag="labor"):
    """A Labor counter: at which Task, by whom, and how many attempts at it count. If somebody
    under a "?" has worked, or one who worked is under one by now, `by` is nobody: it may be any of
    those that are seen there.
    """

    at: Public[LocationId]
    side: Public[Side]
    task: Public[str]
    times: Public[int]
    by: Public[tuple[CounterId, ...]]


def labor_face(labor: Labor) -> MarkerFace:
    """What everybody sees of it."""
    return MarkerFace(
        id=labor.id,
        at=labor.at,
        name=f"Labor -{labor.times}, {labor.task}",
        letters=f"L-{labor.times}",
        side=labor.side,
    )


def labor_drm(position: Position, at: LocationId, side: Side, task: str) -> tuple[Modifier, ...]:
    """B24.8: -1, or -2 after two failures."""
    labor = _labor(position, at, side, task)
    return () if labor is None else (Modifier("B24.8", "Labor", -labor.times),)


def add_labor(table: AslTable, unit: Unit, task: str, side: Side) -> None:
    """B24.8: a failed attempt counts for the next ones of the side in that Location."""
    labor = _labor(table.truth, unit.at, side, task)
    own = () if unit.under is not None else (unit.counter,)
    if labor is None:
        id_ = table.kernel.new_id(Audience.PUBLIC, "l")
        table.world.add(Labor(id=id_, at=unit.at, side=side, task=task, times=1, by=own))
        return
    by = tuple(dict.fromkeys((*labor.by, *own))) if labor.by and own else ()
    table.world.change(labor, times=min(MOST, labor.times + 1), by=by)


def end_labor(table: AslTable, at: LocationId, side: Side, task: str) -> None:
    """B24.8: the Task has succeeded."""
    labor = _labor(table.truth, at, side, task)
    if labor is not None:
        table.world.drop(labor)


def abandon_labor(table: AslTable) -> None:
    """B24.8: Labor is lost when all under it are eliminated or have left the Location; if some of
    them were under a "?", or are by now, when nobody of their side is seen there any more
    (docs/rulings.md).
    """
    for labor in table.world.all(Labor):
        units = table.alive(labor.by)
        unseen = not labor.by or any(unit.under is not None for unit in units)
        if unseen:
            there = bool(table.public.seen_at(labor.at, labor.side))
        else:
            there = any(unit.at == labor.at for unit in units)
        if not there:
            table.world.drop(labor)
        elif unseen and labor.by:
            table.world.change(labor, by=())


def _labor(position: Position, at: LocationId, side: Side, task: str) -> Labor | None:
    for labor in position.view.all(Labor):
        if (labor.at, labor.side, labor.task) == (at, side, task):
            return labor
    return None
