"""A20.55 Unarmed units that fight: who may attack his guard, and who is armed again."""

from rules.board.locations import LocationId
from rules.chapters.close_combat.a20_unarmed import low_type
from rules.chapters.fire.b16_wet_firers import is_wet
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.morale.a10_check import (
    TASK_CHECK,
    Check,
    Checking,
    Words,
    check_modifiers,
    make_check,
)
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import Position, name, nation_of, values

_WORDS = Words(passed="turns on its guard", failed="does not dare")
_NEVER = frozenset({"italian", "japanese", "axis-minor"})
"""A20.55: the nationalities that try it only when nobody guards them."""
FOUND = 2


def may_rise(position: Position, unit: Unit) -> bool:
    """A20.55: whether a captive may attack its guard: in a Melee, or if the guard is broken."""
    if unit.guard is None or nation_of(unit).id in _NEVER:
        return False
    guard = position.counter(unit.guard)
    return guard is not None and (guard.broken or guard.melee)


def may_rise_at(position: Position, at: LocationId) -> bool:
    """A20.55: whether any captive in a Location may."""
    return any(may_rise(position, unit) for unit in position.personnel_at(at))


async def dares(table: AslTable, unit_id: CounterId) -> bool:
    """A20.55: whether a captive that would attack does: in a Melee it does, else after a NTC."""
    unit = table.unit(unit_id)
    if any(one.melee for one in table.truth.personnel_at(unit.at)):
        return True
    mods = check_modifiers(Checking(table.truth, unit, ()))
    check = Check(TASK_CHECK, unit_id, "Escape NTC", mods, logged="A20.55", words=_WORDS)
    return (await make_check(table, check, ())).passed


def rise(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A20.55: those are captives no more, and fight unarmed."""
    for unit in table.alive(unit_ids):
        table.change(unit.counter, guard=None)
        text = f"{name(unit)} attacks its guard"
        table.log("cc", text, side=unit.side, rule="A20.55", at=(unit.at,))


# -- armed again ----------------------------------------------------------------------------------


def rearm(table: AslTable, at: LocationId, side: Side, sizes: tuple[int, ...]) -> None:
    """A20.55: for each enemy unit eliminated or captured in CC, of such a US#, one of the unarmed
    of the Location that is no larger has its weapons; the largest first.
    """
    for size in sorted(sizes, reverse=True):
        there = table.truth.personnel_at(at, side)
        able = [unit for unit in there if is_scavenger(unit) and values(unit).us_number <= size]
        if able:
            unit = max(able, key=lambda one: values(one).us_number)
            arm(table, unit.counter, "takes up the weapons of the fallen")


def is_scavenger(unit: Unit) -> bool:
    """A20.55: whether a unit is unarmed, and nobody's captive."""
    return unit.unarmed and unit.guard is None


def arm(table: AslTable, unit_id: CounterId, how: str) -> None:
    """A20.55: a MMC is armed again as a Green or Conscript one of its size; a SMC as he was."""
    unit = table.unit(unit_id)
    table.change(unit_id, unarmed=False, type=low_type(unit))
    again = table.unit(unit_id)
    text = f"{name(unit)} {how}: {name(again)}"
    table.log("check", text, side=unit.side, rule="A20.55", at=(unit.at,), result="armed")


def scrounge_bar(position: Position, unit: Unit) -> Barrier | None:
    """A20.55: why a unit may not look for weapons where it is; one try is made in a hex and MPh."""
    if not is_scavenger(unit):
        return Barrier("A20.55", f"{name(unit)} is armed, or a captive.")
    if is_wet(position, unit):
        return Barrier("A20.552", "Nobody finds weapons in marsh or water.")
    if any(one.scrounged for one in position.personnel_at(unit.at, unit.side)):
        return Barrier("A20.55", "One DR is made for each hex in a MPh.")
    return None


async def scrounge(table: AslTable, unit_id: CounterId) -> None:
    """A20.55: an Original 2 finds weapons."""
    unit = table.unit(unit_id)
    table.change(unit_id, scrounged=True)

    async def effects(roll: Roll) -> None:
        found = roll.total == FOUND
        table.log(
            "check", f"{name(unit)} looks for weapons", side=unit.side, rule="A20.55",
            at=(unit.at,), roll=roll, result="armed" if found else "finds nothing",
        )  # fmt: skip
        if found:
            arm(table, unit_id, "has found weapons")

    purpose = Purpose("scrounging", f"{name(unit)}: Scrounging", "A20.55", unit.side)
    await table.resolve(purpose, 2, effects)
