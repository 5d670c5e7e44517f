"""B11.4 Climbing in the MPh: up and down cliffs, level by level, each unit by itself."""

from collections.abc import Iterable, Mapping

from rules.board.locations import LocationId
from rules.chapters.movement.a04_movement import as_movers, mf_left
from rules.chapters.movement.b11_climbing import (
    FALLS,
    MOVES_ON,
    climb,
    climbing_bar,
    climbs,
    falling_drm,
)
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Guise, UnitNoun
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name

_LEAST = 2
"""One MF, in halves."""
_WAYS = 36


class Climb(ErrandCommand, frozen=True, kw_only=True, tag="climb"):
    """Climb one level up or down a cliff."""

    words = "climb {unit} to {to}"
    guise = Guise.COVERED
    unit: UnitNoun
    to: LocationId


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = {
        unit.id: climbs(position, unit) for unit in units if climbing_bar(position, unit) is None
    }
    found = {unit_id: places for unit_id, places in able.items() if places}
    if found:
        yield SlotsOffer(
            verb="climb",
            label="Climb",
            hint=_odds(position),
            rule="B11.4",
            slots=_slots(position, found),
        )


def _slots(position: Knowledge, able: Mapping[ShownId, tuple[LocationId, ...]]) -> tuple[Slot, ...]:
    places = dict.fromkeys(at for some in able.values() for at in some)
    return (
        Slot(name="unit", kind="unit", of=tuple(map(filler, able))),
        Slot(
            name="to",
            kind="place",
            label="to",
            of=tuple(Filler(value=at, label=position.board.name(at), at=at) for at in places),
            by="unit",
            allows=dict(able.items()),
        ),
    )


def _odds(position: Knowledge) -> str:
    """The cost and the odds of the Falling DR."""
    drm = sum(mod.value for mod in falling_drm(position))
    on = sum(_ways_to(total) for total in range(2, 13) if total + drm <= MOVES_ON)
    lost = sum(_ways_to(total) for total in range(2, 13) if total + drm >= FALLS)
    return f"All MF. Falling DR: {on}/{_WAYS} one level on, {lost}/{_WAYS} eliminated."


def _ways_to(total: int) -> int:
    """Of the 36 DR those that come to a total."""
    return 6 - abs(7 - total)


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: Climb) -> None:
    unit = one_of_movers(movers, command.unit)
    bar = climbing_bar(position, unit)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.to not in climbs(position, unit):
        raise Refused("B11.41", f"{name(unit)} climbs one level up or down a cliff beside it.")


def _the_rest(position: Knowledge, command: Climb) -> tuple[Modifier, ...]:
    """B11.4: all MF that the unit has."""
    (unit,) = as_movers(position, (position.unit(command.unit),))
    more = mf_left(position.law, unit) - _LEAST
    return (Modifier("B11.4", "all MF", more),) if more > 0 else ()


async def _climb(table: AslTable, command: Climb) -> None:
    await climb(table, table.counter(command.unit), command.to)


CLIMBING = Errand(
    Climb,
    _offers,
    _refuse,
    lambda command: (command.unit,),
    (Modifier("B11.4", "Climbing", _LEAST),),
    _climb,
    _the_rest,
    on_cliffs=True,
    takes_all=True,
)
