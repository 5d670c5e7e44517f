"""B25.4 Who is in a Blaze and cannot break leaves it in the RtPh, as in a withdrawal from CC."""

from rules.board.locations import LocationId
from rules.chapters.blazes.b25_blazes import is_in_blaze
from rules.chapters.close_combat.a11_withdrawal import destinations, leave, objection_to_leaving
from rules.chapters.ground.b25_flames import has_blaze
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.morale.a10_interdiction import interdict
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name, values


def leaving_bar(position: Knowledge, unit: Unit) -> Barrier | None:
    """B25.4: why a unit may not leave a Blaze so, or None if it may: who could break has to, and
    routs; who is pinned or in Melee is lost.
    """
    if not is_in_blaze(position, unit):
        return Barrier("B25.4", f"{name(unit)} is in no Blaze.")
    if unit.broken or (values(unit).broken_morale and not unit.berserk):
        return Barrier("B25.4", f"{name(unit)} is able to break, and leaves by a rout alone.")
    if unit.pinned or unit.melee or unit.guard is not None:
        return Barrier("B25.4", f"{name(unit)} is pinned, in Melee or a prisoner.")
    if unit.posture is Posture.ON_WIRE:
        return Barrier("B26.4", f"{name(unit)} is on top of Wire.")
    if unit.used:
        return Barrier("B25.4", f"{name(unit)} has left a Blaze in this RtPh.")
    return None


def leavers(position: Knowledge, side: Side) -> dict[Unit, dict[str, str]]:
    """B25.4: a side's units that may leave a Blaze, and where each may go."""
    able = (unit for unit in position.personnel(side) if leaving_bar(position, unit) is None)
    found = {unit: destinations(position, (unit,)) for unit in able}
    return {unit: places for unit, places in found.items() if places}


def is_burning(public: Knowledge, side: Side) -> bool:
    """Whether everybody can see that a side may have somebody to bring out of a Blaze: who leaves
    it so, or a "?", whoever is under it.
    """
    covers = any(has_blaze(public, cover.at) for cover in public.covers(side))
    return covers or bool(leavers(public, side))


def way_bar(position: Knowledge, unit: Unit, to: LocationId) -> Barrier | None:
    """A11.21: why it may not go there, or None if it may."""
    return objection_to_leaving(position, (unit,), to)


async def leave_blaze(table: AslTable, unit_id: CounterId, to: LocationId) -> None:
    """B25.4, A10.53: a unit goes, and is Interdicted where it has come to."""
    table.change(unit_id, used=True)
    await leave(table, (unit_id,), to, "leaves the Blaze", "B25.4")
    for unit in table.alive((unit_id,)):
        if unit.at == to:
            await interdict(table, unit_id, None)
