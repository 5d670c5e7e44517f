"""A20.4 Massacre: who kills the unarmed of his Location, and what follows for the other side."""

from rules.chapters.close_combat.a20_surrender import give_no_quarter
from rules.chapters.morale.a25_nationalities import RUSSIAN, SS
from rules.chapters.morale.elimination import eliminate
from rules.forces.entities import SideState
from rules.forces.fired import Fired
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, is_armed, name, names, nation_of

HIGHEST_ELR = 6
_NATIONS = frozenset({RUSSIAN, "japanese", "partisan"})
_MARKS = {Phase.PFPH: Fired.PREP, Phase.DFPH: Fired.FINAL, Phase.AFPH: Fired.FINAL}


def may_massacre(position: Position, unit: Unit) -> bool:
    """A20.4: Russian, Japanese, Partisan or SS Infantry in Good Order that could still fire."""
    kind = nation_of(unit).id in _NATIONS or unit.type.startswith(SS)
    ready = good_order(unit) and is_armed(position, unit) and unit.under is None
    return kind and ready and not unit.fired and not unit.ti


def victims(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """A20.4: the unarmed enemies of a unit's Location, by id."""
    there = position.personnel_at(unit.at, unit.side.enemy)
    return tuple(one for one in there if one.unarmed)


def massacre(table: AslTable, killer_id: CounterId, victim_id: CounterId) -> None:
    """A20.4: an unarmed unit is killed, as the fire of the phase of its killer."""
    killer = table.unit(killer_id)
    table.change(killer_id, fired=_MARKS[table.clock.phase], fired_at=killer.at)
    _kill(table, (victim_id,), name(killer), killer.side)


def kill_prisoners_of_the_berserk(table: AslTable) -> None:
    """A15.42, A20.4: the berserk kill the unarmed of their Location as their side's fire phase
    begins, and are themselves again.
    """
    clock = table.clock
    side = clock.phasing if clock.phase is Phase.PFPH else clock.phasing.enemy
    mad = tuple(unit for unit in table.truth.personnel(side) if unit.berserk and not unit.melee)
    for at in sorted({unit.at for unit in mad}):
        here = tuple(unit for unit in mad if unit.at == at)
        killed = victims(table.truth, here[0])
        if killed:
            _kill(table, tuple(unit.counter for unit in killed), names(here), side)
            for unit in here:
                table.change(unit.counter, berserk=False)
                text = f"{name(unit)} is itself again"
                table.log("check", text, side=side, rule="A15.46", at=(at,))


def _kill(table: AslTable, victim_ids: tuple[CounterId, ...], by: str, side: Side) -> None:
    for unit in table.alive(victim_ids):
        eliminate(table, unit.counter, f"{by} kills {name(unit)}, who is unarmed", "A20.4")
    _resent(table, side)


def _resent(table: AslTable, side: Side) -> None:
    """A20.4: No Quarter, and once the ELR of the other side is one higher, six at most."""
    give_no_quarter(table, side)
    state = table.world.get(SideState, side.enemy.value)
    if not state.massacred:
        table.world.change(state, massacred=True, elr=min(HIGHEST_ELR, state.elr + 1))
        table.log("check", "has an ELR one higher", side=side.enemy, rule="A20.4")
