"""A20.54 CC in the MPh: who moves into a Location of free unarmed enemies may fight them there."""

from rules.chapters.concealment.a12_loss import lose_all
from rules.chapters.movement.passage import Ids
from rules.forces.units import Unit
from rules.play.combat.close_combat import overrun_combat
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.position import is_armed, names

_FIGHT, _WAIT = "fight", "wait"


async def attack_unarmed(table: AslTable, ids: Ids) -> Ids:
    """A20.54: units that have moved to where enemies are who are all unarmed may attack or capture
    them at once; the MPh of who is held in Melee then is over. Returns those who may go on.
    """
    units = table.alive(ids)
    foes = _defenceless(table, units)
    if not foes or not await _attacks(table, units, foes):
        return ids
    at = units[0].at
    lose_all(table, ids)
    if not table.alive(ids):
        return ()
    await overrun_combat(table, at, ids, "A20.54")
    for unit in table.alive(ids):
        if unit.melee:
            table.change(unit.counter, moved=True)
    return tuple(unit.counter for unit in table.alive(ids) if not unit.melee)


def _defenceless(table: AslTable, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The enemies where units are, if all of them are unarmed and free; prisoners are none."""
    if not units or any(unit.unarmed for unit in units):
        return ()
    public = table.public
    foes = public.foes_at(units[0].at, units[0].side)
    covered = any(cover.at == units[0].at for cover in public.covers(units[0].side.enemy))
    armed = covered or any(is_armed(public, foe) for foe in foes)
    return () if armed else foes


async def _attacks(table: AslTable, units: tuple[Unit, ...], foes: tuple[Unit, ...]) -> bool:
    chosen = await table.decide(
        Decision(
            side=units[0].side,
            rule="A20.54",
            label=f"The unarmed {names(foes)}",
            ours=f"Do the {names(units)} attack the unarmed at once?",
            theirs="decides whether to attack the unarmed at once.",
            options=(
                Option(value=_FIGHT, label="Close Combat at once"),
                Option(value=_WAIT, label="not in the MPh"),
            ),
            units=table.truth.shown(units),
            at=units[0].at,
        )
    )
    return chosen == _FIGHT
