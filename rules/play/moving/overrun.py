"""A4.15-A4.152 How an Infantry OVR goes: the NTC, the way out of the SMC, and the CC in the MPh;
and the OVR of a SMC whom Detection has found (A12.15).
"""

from rules.board.locations import LocationId
from rules.chapters.close_combat.a11_melee import is_contested
from rules.chapters.concealment.a12_detection import show_another
from rules.chapters.concealment.a12_loss import come_out_at
from rules.chapters.ground.b_entry import Entry, mf_text
from rules.chapters.morale.a10_check import make_check
from rules.chapters.movement.a04_movement import affordable, as_movers
from rules.chapters.movement.a04_overrun import (
    lone_enemy,
    may_get_away,
    overrun_bar,
    overrun_check,
    overrun_leaders,
    refuges,
)
from rules.chapters.movement.a04_portage import portaged_by_another
from rules.chapters.movement.passage import Ids, go
from rules.chapters.movement.relocation import drop_excess
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import CounterId, ShownId
from rules.play.combat.close_combat import overrun_combat
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.position import is_smc, name, names

_EACH = "each"
_STAY, _GO = "stay", "go"


class FoundOverrun:
    """A12.15: the OVR of a SMC who was alone under his "?", if a step to him comes to it."""

    def __init__(self, table: AslTable, to: LocationId) -> None:
        self._table, self._to = table, to
        self._smc: CounterId | None = None
        self._daring: Ids = ()

    async def dares(self, ids: Ids, entry: Entry) -> Ids:
        """Those who have met him may overrun him at once, for as many MF again; unless another unit
        there bars it.
        """
        table, movers = self._table, self._table.alive(ids)
        smc = lone_enemy(table.public, self._to, movers[0].side) if movers else None
        if smc is None or not _may_overrun(table, movers, entry):
            return ()
        if not await _tries(table, movers, smc, entry) or show_another(table, self._to, smc.side):
            return ()
        self._smc, self._daring = smc.counter, await dare(table, ids, smc.counter)
        for unit in table.alive(self._daring):
            table.change(unit.counter, mf_spent=unit.mf_spent + entry.halves)
        return self._daring

    async def get_away(self, gone: Ids) -> None:
        """A4.152: he may leave before anybody fires."""
        if self._smc is not None:
            await get_away(self._table, self._smc, self._to, gone)

    async def fight(self) -> None:
        """A4.152: CC at once, if he has stayed."""
        if self._smc is not None:
            await fight_overrun(self._table, self._smc, self._to, self._daring)


def _may_overrun(table: AslTable, movers: tuple[Unit, ...], entry: Entry) -> bool:
    """A4.15, A4.1: whether they may, and have the MF for it."""
    public = table.public
    stack = as_movers(public, movers)
    if any(portaged_by_another(public, unit) for unit in movers):
        return False
    return overrun_bar(public, stack, entry.to) is None and affordable(table.law, stack, entry)


async def _tries(table: AslTable, movers: tuple[Unit, ...], smc: Unit, entry: Entry) -> bool:
    """A12.15: whether the ATTACKER wants to."""
    yes = Option(value=_GO, label=f"overrun him, for {mf_text(entry.halves)} MF more")
    no = Option(value=_STAY, label="go back")
    decision = Decision(
        side=smc.side.enemy,
        rule="A12.15",
        label=name(smc),
        ours=f"Do the {names(movers)} overrun the {name(smc)}?",
        theirs=f"decides whether to overrun the {name(smc)}.",
        options=(yes, no),
        units=tuple(one.id for one in movers),
        at=smc.at,
    )
    return await table.decide(decision) == _GO


async def dare(table: AslTable, ids: Ids, smc_id: CounterId) -> Ids:
    """A4.15: each MMC takes a NTC, or a leader one for all. Returns who goes: with those that pass
    the SMC of the stack. The MPh of the others is over.
    """
    units = table.alive(ids)
    leader = await _spokesman(table, units, smc_id)
    mmcs = tuple(unit.counter for unit in units if not is_smc(unit))
    checked = mmcs if leader is None else (leader,)
    passed = [one for one in checked if await _passes(table, one, smc_id)]
    failed = [one for one in mmcs if leader is None and one not in passed] if passed else ids
    for unit in table.alive(tuple(failed)):
        table.change(unit.counter, moved=True)
    return tuple(one for one in ids if one not in failed)


async def _passes(table: AslTable, unit_id: CounterId, smc_id: CounterId) -> bool:
    check = overrun_check(table, table.unit(unit_id), table.unit(smc_id))
    return (await make_check(table, check, ())).passed


async def _spokesman(
    table: AslTable, units: tuple[Unit, ...], smc_id: CounterId
) -> CounterId | None:
    """The leader who takes the NTC for all, if one does."""
    leaders = overrun_leaders(units)
    if not leaders:
        return None
    counters = {one.id: one.counter for one in leaders}
    each = Option(value=_EACH, label="each MMC by itself")
    for_all = (
        Option(value=one.id, label=f"the {name(one)} for all", unit=one.id) for one in leaders
    )
    chosen = await table.decide(
        Decision(
            side=units[0].side,
            rule="A4.15",
            label="The NTC for the OVR is taken by",
            ours="Who takes the NTC for the OVR?",
            theirs="decides who takes the NTC for its OVR.",
            options=(each, *for_all),
            units=tuple(one.id for one in units),
            at=table.unit(smc_id).at,
        )
    )
    return counters.get(ShownId(chosen))


async def get_away(table: AslTable, smc_id: CounterId, at: LocationId, overrunning: Ids) -> None:
    """A4.152: a SMC in Good Order may leave before anybody fires at those who have come, for a
    Location of the ATTACKER's choice. Only mines attack him on his way.
    """
    there = any(unit.at == at for unit in table.alive(overrunning))
    for smc in table.alive((smc_id,)) if there else ():
        ways = refuges(table.public, smc) if may_get_away(smc) else ()
        if ways and await _leaves(table, smc):
            to = await _sent_to(table, smc, ways)
            here, where = (table.board.name(end) for end in (at, to))
            text = f"{name(smc)} gets away from the OVR: {here} → {where}"
            table.log("move", text, side=smc.side, rule="A4.152", at=(to, at))
            drop_excess(table, smc_id)
            await go(table, (smc_id,), to, lambda unit: {"manner": Manner.TERRAIN})


async def _leaves(table: AslTable, smc: Unit) -> bool:
    stay = Option(value=_STAY, label="stays, and may fire and fight")
    leave = Option(value=_GO, label="gets away, where the enemy drives him")
    decision = Decision(
        side=smc.side,
        rule="A4.152",
        label=name(smc),
        ours=f"The {name(smc)} is overrun: does he stay?",
        theirs=f"decides whether the {name(smc)} stays.",
        options=(stay, leave),
        units=(smc.id,),
        at=smc.at,
    )
    return await table.decide(decision) == _GO


async def _sent_to(table: AslTable, smc: Unit, ways: tuple[LocationId, ...]) -> LocationId:
    """A4.152: where the ATTACKER drives him."""
    if len(ways) == 1:
        return ways[0]
    chosen = await table.decide(
        Decision(
            side=smc.side.enemy,
            rule="A4.152",
            label=f"{name(smc)} goes to",
            ours=f"Where does the {name(smc)} go?",
            theirs=f"decides where the {name(smc)} goes.",
            options=tuple(Option(value=to, label=table.board.name(to)) for to in ways),
            units=(smc.id,),
            at=smc.at,
        )
    )
    return LocationId(chosen)


async def fight_overrun(
    table: AslTable, smc_id: CounterId, at: LocationId, overrunning: Ids
) -> None:
    """A4.152: CC at once, if he is still where they are. Who has come out of it alone with none of
    him there may go on; for everybody else of that side who is there or was the MPh is over.
    """
    side = table.clock.phasing
    present = any(unit.at == at for unit in table.alive(overrunning))
    smc = next((one for one in table.alive((smc_id,)) if one.at == at), None)
    if not present or smc is None or not is_contested(table.public, at):
        return
    come_out_at(table, at)
    await overrun_combat(table, at, overrunning)
    held = is_contested(table.public, at)
    for unit in table.truth.personnel(side):
        involved = unit.counter in overrunning
        if (unit.at == at and (held or not involved)) or (involved and unit.at != at):
            table.change(unit.counter, moved=True)
