"""A11.19 Those who fight in CC under a "?": each by himself, as what was shown of him says."""

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.position.position import Position, stand_in

_MARK = "?"


def fighter(position: Position, shown_id: ShownId) -> Unit:
    """The unit in CC that everybody is shown by that id. Of one under a "?" others know the type;
    its state is known to who may know it. Raises KeyError.
    """
    cover = position.view.find(Cover, shown_id)
    if cover is None:
        return position.unit(shown_id)
    known = next(iter(position.shown_by(shown_id)), None)
    unit = stand_in(cover) if known is None else known
    type_ = cover.type or unit.type
    return replace(unit, id=shown_id, type=type_, letter=_MARK, under=None)


def concealed_at(position: Position, at: LocationId, side: Side | None) -> tuple[Unit, ...]:
    """The units under a "?" whose Strength Factors were shown in a Location, or one side's."""
    covers = (cover for cover in position.covers(side) if cover.at == at and cover.type)
    return tuple(fighter(position, cover.id) for cover in covers)


def is_concealed(position: Position, shown_id: ShownId) -> bool:
    """Whether that is the id of a "?"."""
    return position.view.find(Cover, shown_id) is not None


def shown_id(unit: Unit) -> ShownId:
    """What everybody is shown of a unit in CC: itself, or the "?" that it alone is under."""
    return unit.under or unit.id


def own_id(position: Position, shown: ShownId) -> ShownId:
    """The id by which the owner knows a unit in CC."""
    there = () if not is_concealed(position, shown) else position.shown_by(shown)
    return there[0].id if there else shown


def shown_ids(own: Position, ids: tuple[ShownId, ...]) -> tuple[ShownId, ...]:
    """What everybody is shown of units in CC that their owner names."""
    return tuple(shown_id(own.unit(one)) for one in ids)
