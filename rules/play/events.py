"""What happens by itself as play and its phases begin and end: lists, each in its order.

An event may ask and roll. What merely lasts for so long belongs to `lifetimes`, what follows from
the position at any moment to `settling`. In a phase that is left out because nobody could do
anything in it, its events happen all the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.chapters.blazes.b25_blazes import burn_those_who_stay
from rules.chapters.blazes.b25_growth import burn_on, grow_older
from rules.chapters.blazes.b25_wind import change_of_wind
from rules.chapters.close_combat.a11_concealed import place_hidden
from rules.chapters.close_combat.a11_melee import end_of_close_combat_phase
from rules.chapters.close_combat.a20_massacre import kill_prisoners_of_the_berserk
from rules.chapters.close_combat.a20_surrender import surrender_on_contact
from rules.chapters.concealment.a12_gain import gain_at_end_of_turn, gain_before_play
from rules.chapters.concealment.a12_loss import come_out_among_enemies
from rules.chapters.fire.a07_encirclement import forget_rings
from rules.chapters.fire.a08_marks import mark_prep_fired
from rules.chapters.fire.a08_residual import remove_residual
from rules.chapters.fire.a09_fire_lanes import remove_lanes
from rules.chapters.fire.a23_demolition import detonate_charges
from rules.chapters.fire.a23_set_charges import finish_setting
from rules.chapters.fire.a24_drift import disperse_in_gusts, disperse_own, drift
from rules.chapters.fire.a24_smoke import end_of_grenades
from rules.chapters.ground.b20_crest import leave_broken
from rules.chapters.mines.b28_in_view import remove_at_mines
from rules.chapters.morale.a10_dm import remove_dm
from rules.chapters.morale.a10_rally import allow_first_self_rally
from rules.chapters.morale.a10_rout import (
    end_of_rout_phase,
    start_of_rout_phase,
    surrender_of_the_disrupted,
)
from rules.chapters.morale.a15_berserk import calm_those_who_see_nobody
from rules.chapters.morale.a15_charge import harden_those_without_a_way
from rules.chapters.movement.a02_entry import let_in_again, set_up_again
from rules.chapters.movement.a04_double_time import rest_after_prep_fire, rest_in_the_mph
from rules.chapters.movement.a13_mounting import mount_cavalry, rest_horses
from rules.chapters.movement.b11_climbing import hold_on
from rules.chapters.rubble.b24_clearance import clear_flames, clear_the_rest
from rules.chapters.snipers.a14_check import note_who_acted
from rules.chapters.snipers.a14_placement import place_snipers
from rules.chapters.snipers.a14_snipers import release
from rules.chapters.water.e05_boats import end_moves, end_player_turn
from rules.chapters.water.e05_drift import drift_boats
from rules.chapters.water.e06_drowning import drown_and_drift
from rules.chapters.works.b27_entrenchments import set_up_beneath
from rules.forces.phases import Phase
from rules.kernel.procedure import Procedure
from rules.play.moving.boats import board_captured
from rules.play.orders.standing import clear_orders_of_phase
from rules.play.setup.bocage import lose_behind_bocage
from rules.play.setup.reveal import open_stacks
from rules.position.asl_table import AslTable

Run: TypeAlias = Callable[[AslTable], Procedure[None]]


@dataclass(frozen=True)
class Event:
    """Something that happens, by the number of its rule."""

    rule: str
    run: Run


@dataclass(frozen=True)
class PhaseEvent(Event):
    """Something that happens as a phase begins or ends."""

    phase: Phase


def at_once(act: Callable[[AslTable], None]) -> Run:
    """An event that asks and rolls nothing."""

    async def run(table: AslTable) -> None:
        act(table)

    return run


BEFORE_PLAY: tuple[Event, ...] = (
    Event("B27.12", at_once(set_up_beneath)),
    Event("A13.1", at_once(mount_cavalry)),
    Event("B9.55", at_once(lose_behind_bocage)),
    Event("A12.12", at_once(gain_before_play)),
    Event("A2.9", at_once(open_stacks)),
    Event("A14.2", place_snipers),
)
"""When both sides have set up, before the first phase."""

BEGINNINGS: tuple[PhaseEvent, ...] = (
    PhaseEvent("B25.65", change_of_wind, Phase.RPH),
    PhaseEvent("A24.62", at_once(disperse_in_gusts), Phase.RPH),
    PhaseEvent("A18.11", at_once(allow_first_self_rally), Phase.RPH),
    PhaseEvent("A24.3", at_once(disperse_own), Phase.PFPH),
    PhaseEvent("A20.4", at_once(kill_prisoners_of_the_berserk), Phase.PFPH),
    PhaseEvent("A20.4", at_once(kill_prisoners_of_the_berserk), Phase.DFPH),
    PhaseEvent("A15.43", harden_those_without_a_way, Phase.MPH),
    PhaseEvent("A23.3", detonate_charges, Phase.AFPH),
    PhaseEvent("A10.62", at_once(start_of_rout_phase), Phase.RTPH),
    PhaseEvent("A19.12", surrender_of_the_disrupted, Phase.RTPH),
    PhaseEvent("A11.19", at_once(place_hidden), Phase.CCPH),
)

ENDS: tuple[PhaseEvent, ...] = (
    PhaseEvent("A10.62", at_once(remove_dm), Phase.RPH),
    PhaseEvent("A4.51", at_once(rest_after_prep_fire), Phase.PFPH),
    PhaseEvent("A4.51", at_once(rest_in_the_mph), Phase.MPH),
    PhaseEvent("B11.41", at_once(hold_on), Phase.MPH),
    PhaseEvent("A12.151", at_once(come_out_among_enemies), Phase.MPH),
    PhaseEvent("A8.1", at_once(clear_orders_of_phase), Phase.MPH),
    PhaseEvent("A12.15", at_once(let_in_again), Phase.MPH),
    PhaseEvent("E5.3", at_once(end_moves), Phase.MPH),
    PhaseEvent("A13.31", at_once(rest_horses), Phase.MPH),
    PhaseEvent("A9.2", at_once(mark_prep_fired), Phase.PFPH),
    PhaseEvent("A8.2", at_once(remove_residual), Phase.MPH),
    PhaseEvent("A9.223", at_once(remove_lanes), Phase.MPH),
    PhaseEvent("A7.7", at_once(forget_rings), Phase.PFPH),
    PhaseEvent("A7.7", at_once(forget_rings), Phase.DFPH),
    PhaseEvent("A7.7", at_once(forget_rings), Phase.AFPH),
    PhaseEvent("A19.12", surrender_on_contact, Phase.MPH),
    PhaseEvent("A15.46", at_once(calm_those_who_see_nobody), Phase.MPH),
    PhaseEvent("A19.12", surrender_on_contact, Phase.APH),
    PhaseEvent("E6.21", at_once(drown_and_drift), Phase.APH),
    PhaseEvent("B21.121", drift_boats, Phase.APH),
    PhaseEvent("A2.5", at_once(set_up_again), Phase.APH),
    PhaseEvent("A24.11", at_once(end_of_grenades), Phase.MPH),
    PhaseEvent("A23.7", at_once(finish_setting), Phase.MPH),
    PhaseEvent("A14.4", at_once(note_who_acted), Phase.MPH),
    PhaseEvent("A14.4", at_once(note_who_acted), Phase.DFPH),
    PhaseEvent("B24.72", clear_flames, Phase.MPH),
    PhaseEvent("B28.53", at_once(remove_at_mines), Phase.MPH),
    PhaseEvent("B24.72", clear_flames, Phase.DFPH),
    PhaseEvent("B25.15", burn_on, Phase.AFPH),
    PhaseEvent("A24.62", at_once(disperse_in_gusts), Phase.AFPH),
    PhaseEvent("A24.61", at_once(drift), Phase.AFPH),
    PhaseEvent("A10.5", end_of_rout_phase, Phase.RTPH),
    PhaseEvent("B20.96", at_once(leave_broken), Phase.RTPH),
    PhaseEvent("B25.4", burn_those_who_stay, Phase.RTPH),
    PhaseEvent("B25.15", at_once(grow_older), Phase.CCPH),
    PhaseEvent("B24.7", clear_the_rest, Phase.CCPH),
    PhaseEvent("A14.31", at_once(release), Phase.CCPH),
    PhaseEvent("A11.1", end_of_close_combat_phase, Phase.CCPH),
    PhaseEvent("E6.2", board_captured, Phase.CCPH),
    PhaseEvent("E5.23", at_once(end_player_turn), Phase.CCPH),
    PhaseEvent("A12.12", gain_at_end_of_turn, Phase.CCPH),
)
"""Before the marks go that last to the end of the phase."""


async def happen(table: AslTable, events: tuple[PhaseEvent, ...], phase: Phase) -> None:
    """Let happen what belongs to a phase."""
    for event in events:
        if event.phase is phase:
            await event.run(table)
