"""B25.4 Blazes: nobody enters one, and nobody stays in one."""

from rules.board.locations import LocationId, hex_of, is_pillbox
from rules.chapters.concealment.a12_inspection import open_stacks_at
from rules.chapters.concealment.covers import uncover
from rules.chapters.ground.b25_flames import has_blaze
from rules.chapters.morale.a10_morale import leader_losses, losses_since, possible_losses
from rules.chapters.morale.elimination import eliminate
from rules.forces.units import Unit
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze
from rules.position.position import Position, name


def is_in_blaze(position: Position, unit: Unit) -> bool:
    """Whether a unit is where a Blaze burns."""
    return has_blaze(position, unit.at)


async def burn_those_who_stay(table: AslTable) -> None:
    """B25.4: who is in a Blaze at the end of the RtPh is eliminated, in a pillbox there too."""
    for at in sorted({blaze.at for blaze in table.world.all(Blaze)}):
        await _burn(table, at)


async def _burn(table: AslTable, at: LocationId) -> None:
    for cover in table.public.covers():
        if cover.at == at or (is_pillbox(cover.at) and hex_of(cover.at) == hex_of(at)):
            uncover(table, cover.id)
    open_stacks_at(table, (at,))
    inside = (unit for unit in table.truth.personnel_in(hex_of(at)) if is_pillbox(unit.at))
    there = (*table.truth.personnel_at(at), *inside)
    before = possible_losses(table.truth, there)
    for unit in there:
        eliminate(table, unit.counter, f"{name(unit)} is caught in the Blaze", "B25.4")
    await leader_losses(table, losses_since(table, before))
