"""C13 LATW against Infantry: BAZ, PSK and PIAT; what they may be fired at, and their Backblast."""

from rules.board.locations import hex_of, is_pillbox, level_of
from rules.chapters.concealment.a12_inspection import open_stacks_at
from rules.chapters.fire.a07_fire import result_of
from rules.chapters.fire.a07_results import apply_results
from rules.chapters.fire.a09_two_smc import is_alone
from rules.chapters.fire.b11_cliff_fire import up_cliff_bar
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_terrain import in_hex_tem
from rules.chapters.ordnance.c02_ordnance import OrdnanceAim, OrdnancePart
from rules.kernel.dice import Roll
from rules.position.asl_table import AslTable
from rules.position.position import is_leader, names

BACKBLAST_COLUMN = 1
_STEEP = 2


def is_hemmed_in(part: OrdnancePart) -> bool:
    """C13.8: whether the firer is where Backblast cannot get out: in a building, rubble or
    pillbox.
    """
    if is_pillbox(part.at):
        return True
    terrain = part.position.board.terrain(hex_of(part.at))
    return terrain.is_building or terrain.is_rubble


def latw_bar(part: OrdnancePart) -> Barrier | None:
    """C13.4-C13.8, B11.3: why a LATW may not fire there, or None if it may."""
    board, at, printed = part.position.board, part.shot.at, part.ordnance.printed
    if part.distance >= len(printed.to_hit):
        return Barrier("C13.2", f"{board.name(at)} is out of range.")
    rise = board.absolute(at) - board.absolute(part.origin)
    near = part.distance <= 1
    if not part.ordnance.backblast:
        steep = rise < 0 and near
        return Barrier("C13.6", "A PIAT is not fired down at what is so near.") if steep else None
    if rise >= _STEEP and near:
        return Barrier("C13.8", f"{board.name(at)} is too high above for its Backblast.")
    if is_alone(part) and any(map(is_leader, part.crew)):
        return Barrier("A9.12", f"{names(part.crew)} does not fire a {printed.name} alone.")
    return up_cliff_bar(part.position, part.at, at) or _backblast_bar(part)


def _backblast_bar(part: OrdnancePart) -> Barrier | None:
    """C13.8, C13.81: where Backblast cannot get out."""
    at = part.at
    tight = is_hemmed_in(part) and (level_of(at) > 0 or is_pillbox(at))
    if tight and not part.is_opportunity and not part.shot.desperate:
        return Barrier(
            "C13.8", "Upstairs or in a pillbox it is fired by Opportunity Fire or in Desperation."
        )
    if part.shot.desperate and not is_hemmed_in(part):
        return Barrier("C13.81", f"{names(part.crew)} has no need of Desperation here.")
    return None


def is_heat_target(aim: OrdnanceAim) -> bool:
    """C8.31: whether HEAT may be fired at Infantry: with the TEM of a wall, building, rubble or
    pillbox.
    """
    if is_pillbox(aim.target.at):
        return True
    if aim.tem is None:
        return False
    if aim.tem == in_hex_tem(aim.position, aim.target, aim.los):
        terrain = aim.position.board.terrain(hex_of(aim.target.at))
        return terrain.is_building or terrain.is_rubble
    return aim.tem.label.startswith("wall")


async def backblast(table: AslTable, part: OrdnancePart, roll: Roll) -> None:
    """C13.81: in Desperation all in the firer's Location are attacked on the 1 FP column by the
    coloured die, without DRM.
    """
    open_stacks_at(table, (part.at,))
    here = table.truth.personnel_at(part.at)
    result = result_of(BACKBLAST_COLUMN, roll.dice[0])
    text, at = f"Backblast in {table.board.name(part.at)}", (part.at,)
    said = "no effect" if str(result) == "–" else str(result)
    table.log("fire", text, side=part.side, rule="C13.81", at=at, result=said)
    ids = tuple(unit.counter for unit in here)
    await apply_results(table, dict.fromkeys(ids, result), ids)
