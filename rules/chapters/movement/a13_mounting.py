"""A13.31 Mounting and dismounting, and who is mounted as play begins."""

from msgspec.structs import replace

from rules.board.locations import LocationKind
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.a13_cavalry import rides_at
from rules.forces.afoot import Horse
from rules.forces.lookup import unit_type
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.horses import Horses, Mounted, horse_for, horses_at
from rules.position.position import Position, name, values

MOUNTING_HALVES = 2
"""A13.31: what (dis)mounting costs, in half MF."""
BASIC_HALVES = 8
"""A13.31: the four MF that every unit on foot counts by as it (dis)mounts."""
_QUARTERS = 4
_RIDERS_GALLOP = 8
_RIDERS_HALVES = 24


# -- before play ---------------------------------------------------------------------------------


def mount_cavalry(table: AslTable) -> None:
    """A13.1: those whom the scenario says to be Cavalry are mounted, under a "?" too; not who has
    been set up where nobody rides (docs/rulings.md).
    """
    for rule in table.world.all(Mounted):
        types = {*rule.types, *(unit_type(one).half for one in rule.types)}
        riders = tuple(
            one
            for one in table.truth.pieces(rule.side)
            if one.type in types and rides_at(table.truth, one.at)
        )
        for unit in riders:
            table.change(unit.counter, horse=horse_for(unit))


# -- in the MPh ----------------------------------------------------------------------------------


def mounting_bar(position: Position, unit: Unit) -> Barrier | None:
    """A13.31: why a unit that may move may not mount, whatever horses there are; None if it may."""
    if unit.horse is not None:
        return Barrier("A13.1", f"{name(unit)} rides already.")
    if unit.posture is not None:
        return Barrier("A13.31", f"{name(unit)} mounts only on the ground of its Location.")
    if prisoners_of(position, unit) or unit.carried_by is not None:
        return Barrier("A13.31", f"{name(unit)} guards captives or is carried.")
    if unit.mf_spent + MOUNTING_HALVES > BASIC_HALVES or unit.double_time:
        return Barrier("A13.31", f"{name(unit)} has not one of its four MF left to mount with.")
    return None


def mounts_for(position: Position, unit: Unit) -> tuple[Horses, ...]:
    """A13.1: the Horse counters that a unit could mount where it is."""
    return () if mounting_bar(position, unit) is not None else fresh_horses(position, unit)


def fresh_horses(position: Position, unit: Unit) -> tuple[Horses, ...]:
    """A13.1, A13.31: the Horse counters where a unit is that bear it and were not ridden in this
    MPh (docs/rulings.md).
    """
    here = horses_at(position, unit.at)
    return tuple(one for one in here if one.size is horse_for(unit) and not one.ridden)


def mount(table: AslTable, unit_id: CounterId, horses: Horses) -> None:
    """A13.31: the unit, who has paid for it, rides; each MF that he has spent takes a quarter of
    what the horse has.
    """
    unit = table.unit(unit_id)
    spent = unit.mf_spent * _RIDERS_HALVES // BASIC_HALVES
    table.world.drop(horses)
    table.change(unit_id, horse=horses.size, mf_spent=spent)
    table.log("move", f"{name(unit)} mounts", side=unit.side, rule="A13.31", at=(unit.at,))


def spent_afoot(unit: Unit) -> int:
    """A13.31: the half MF of the four that a rider has spent once he has dismounted: one MF for
    that, and one for each quarter of the horse's MF that is used, one that is begun among them.
    """
    quarter = (_RIDERS_HALVES + (_RIDERS_GALLOP if unit.double_time else 0)) // _QUARTERS
    return MOUNTING_HALVES + 2 * -(-unit.mf_spent // quarter)


def dismounting_bar(position: Position, unit: Unit) -> Barrier | None:
    """A13.31: why a unit that may move may not dismount, or None if it may."""
    if unit.horse is None:
        return Barrier("A13.1", f"{name(unit)} does not ride.")
    if position.board.kind(unit.at) is LocationKind.WATER:
        return Barrier("A13.31", "Nobody dismounts in the water.")
    if spent_afoot(unit) > BASIC_HALVES:
        return Barrier("A13.31", "The horse has used more than three quarters of its MF.")
    return None


def dismount(table: AslTable, unit_id: CounterId) -> None:
    """A13.31: the unit, who has paid one MF for it, stands beside his Horse counter."""
    unit = table.unit(unit_id)
    if unit.horse is None:
        raise RuntimeError(f"{unit.counter} does not ride, though it was to dismount")
    afoot = spent_afoot(replace(unit, mf_spent=unit.mf_spent - MOUNTING_HALVES))
    beyond = max(0, 2 * values(unit).mf - BASIC_HALVES)
    _leave_horses(table, unit, unit.horse)
    table.change(unit_id, horse=None, double_time=0, mf_spent=beyond + afoot)
    table.log("move", f"{name(unit)} dismounts", side=unit.side, rule="A13.31", at=(unit.at,))


def _leave_horses(table: AslTable, unit: Unit, size: Horse) -> None:
    id_ = table.kernel.new_id(Audience.PUBLIC, "h")
    table.world.add(Horses(id=id_, side=unit.side, size=size, at=unit.at, ridden=True))


def rest_horses(table: AslTable) -> None:
    """A13.31: what a horse has used counts in one MPh alone."""
    for one in table.world.all(Horses):
        if one.ridden:
            table.world.change(one, ridden=False)


def fit_horses(table: AslTable) -> None:
    """A13.1: HS that come of a mounted squad ride on half of its Horse counter."""
    for unit in table.truth.personnel():
        if unit.horse is Horse.SQUAD and values(unit).cls is not UnitClass.SQUAD:
            table.change(unit.counter, horse=Horse.HALF)
