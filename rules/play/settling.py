"""What follows from the position by itself, wherever it changed: one list, in its order.

State belongs here that depends on nothing but where things stand now: who has Wall Advantage, who
is free of Melee. What happens at a moment does not: being held in Melee after a round of CC, or
losing Wall Advantage by leaving a Location.

The kernel settles after a roll's effects, at each question and at the end of every action; so do
`passage.go` and the end of a phase, since they go on to judge by it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.chapters.close_combat.a11_melee import hold_who_is_found, release_from_melee
from rules.chapters.close_combat.a20_surrender import keep_prisoners
from rules.chapters.concealment.a12_finding import notice_fortifications
from rules.chapters.concealment.a12_fortifications import leave_fortifications
from rules.chapters.concealment.a12_inspection import look_into_stacks
from rules.chapters.concealment.a12_loss import lose_by_crowding
from rules.chapters.concealment.a12_riders import notice_riders
from rules.chapters.concealment.a12_searched_mines import forget_found
from rules.chapters.concealment.covers import settle_covers
from rules.chapters.fire.a07_encirclement import lift_encirclement
from rules.chapters.fire.a09_fire_lanes import end_lanes
from rules.chapters.fire.a23_demolition import settle_charges
from rules.chapters.fire.a24_drift import blow_away, settle_drift
from rules.chapters.ground.b09_walls import claim_wall_advantage, lose_wall_advantage
from rules.chapters.ground.b20_crest import lose_crest
from rules.chapters.mines.b28_daisy_chains import settle_chains
from rules.chapters.mines.b28_in_view import end_removal, notice_factors
from rules.chapters.mines.b28_trails import end_partials
from rules.chapters.morale.a10_dm import dm_beside_enemies
from rules.chapters.morale.a19_inexperience import notice_leaders
from rules.chapters.movement.a04_dash import end_dash
from rules.chapters.movement.a04_movement import lose_assault_movement, settle_bonuses
from rules.chapters.movement.a04_possession import lose_sunken
from rules.chapters.movement.a13_mounting import fit_horses
from rules.chapters.movement.b11_climbing import settle_climbers
from rules.chapters.ordnance.c06_losing_acquisition import lose_acquisition
from rules.chapters.rubble.b24_labor import abandon_labor
from rules.chapters.terms.a04_bypass import end_bypass
from rules.chapters.victory.a26_control import update_control
from rules.chapters.water.e05_boats import settle_boats
from rules.chapters.water.e06_swimming import settle_swimmers
from rules.chapters.works.b27_entrenchments import crowd_out
from rules.chapters.works.b30_pillboxes import take_pillboxes
from rules.forces.phases import Stage
from rules.position.asl_table import AslTable


@dataclass(frozen=True)
class Consequence:
    """Something that follows from the position, by the number of its rule."""

    rule: str
    settle: Callable[[AslTable], None]


SETTLING: tuple[Consequence, ...] = (
    Consequence("A20.5", keep_prisoners),
    Consequence("A7.7", lift_encirclement),
    Consequence("A11.15", release_from_melee),
    Consequence("A11.15", hold_who_is_found),
    Consequence("A4.3", end_bypass),
    Consequence("B20.94", lose_crest),
    Consequence("B11.42", settle_climbers),
    Consequence("A13.1", fit_horses),
    Consequence("E5.6", settle_boats),
    Consequence("E6.1", settle_swimmers),
    Consequence("B9.32", lose_wall_advantage),
    Consequence("B9.323", claim_wall_advantage),
    Consequence("A19.3", notice_leaders),
    Consequence("A4.12", settle_bonuses),
    Consequence("A4.43", lose_sunken),
    Consequence("A4.61", lose_assault_movement),
    Consequence("A4.63", end_dash),
    Consequence("A9.223", end_lanes),
    Consequence("A10.62", dm_beside_enemies),
    Consequence("A23.3", settle_charges),
    Consequence("C6.5", lose_acquisition),
    Consequence("A24.6", blow_away),
    Consequence("A24.61", settle_drift),
    Consequence("B24.8", abandon_labor),
    Consequence("B24.74", end_partials),
    Consequence("B28.53", end_removal),
    Consequence("B28.48", forget_found),
    Consequence("A12.33", notice_factors),
    Consequence("B28.531", settle_chains),
    Consequence("A12.33", leave_fortifications),
    Consequence("A12.33", notice_fortifications),
    Consequence("B27.44", crowd_out),
    Consequence("A12.14", lose_by_crowding),
    Consequence("A12.121", notice_riders),
    Consequence("A12.16", look_into_stacks),
    Consequence("A26.11", take_pillboxes),
    Consequence("A26.11", update_control),
    Consequence("A12.11", settle_covers),
)


def settle(table: AslTable) -> None:
    """Bring all of it up to date; nothing changes any more once the game is over."""
    if table.clock.stage is Stage.OVER:
        return
    for consequence in SETTLING:
        consequence.settle(table)
