"""A14.4 Sniper Check: those who were attacked look for the Sniper."""

from collections.abc import Iterator

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_of_try
from rules.chapters.snipers.a14_effects import eliminate_sniper, pin_sniper
from rules.forces.fired import Fired
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge
from rules.position.position import (
    HIDDEN,
    Position,
    good_order,
    is_armed,
    is_hero,
    is_leader,
    is_smc,
    leadership,
    name,
    names,
    values,
)
from rules.position.snipers import Sniper, sniper_of

ELIMINATES = 2
PINS = 3
DONE = "done"
NONE = "none"


def may_check(position: Knowledge, unit: Unit) -> bool:
    """A14.4: who takes part: armed, in Good Order, neither pinned nor TI, and who has neither fired
    nor moved in this Player Turn.
    """
    able = good_order(unit) and is_armed(position, unit) and not unit.pinned and not unit.ti
    return able and not has_acted(position, unit)


def has_acted(position: Position, unit: Unit) -> bool:
    """A14.4: whether a unit has fired, with whatever it has, or directed fire, or moved in this
    Player Turn. Who awaits Opportunity Fire has yet to fire (A7.25).
    """
    weapons = position.weapons_of(unit)
    marks = (unit.fired, *(weapon.fired for weapon in weapons))
    rof = any(weapon.fired_at is not None for weapon in weapons)
    fired = rof or unit.inherent_lost or any(mark not in {None, Fired.BOUNDING} for mark in marks)
    return unit.acted or fired or unit.moving or unit.moved or bool(unit.mf_spent)


def note_who_acted(table: AslTable) -> None:
    """A14.4: as a phase ends whose marks go before the Player Turn does, those who have fired or
    moved are marked so, while there are Snipers.
    """
    if not table.world.all(Sniper):
        return
    for unit in table.truth.personnel():
        if not unit.acted and has_acted(table.truth, unit):
            table.change(unit.counter, acted=True)


async def sniper_check(table: AslTable, side: Side, at: LocationId) -> None:
    """A14.4: after an attack of that side's Sniper, the units of the Location may look for it;
    where a "?" is, its owner is asked whoever is under it. Who takes part keeps his "?" if nobody
    near sees it (A12.14).
    """
    if sniper_of(table.world, side) is None:
        return
    joined = await _who_joins(table, side.enemy, at)
    if joined:
        _check(table, side, joined, at)


async def _who_joins(table: AslTable, side: Side, at: LocationId) -> tuple[CounterId, ...]:
    """The units that take part, asked for one after the other."""
    joined: tuple[CounterId, ...] = ()
    while _may_be_more(table.public, side, at, joined):
        open_, own = _able(table, side, at, joined)
        question = _question(table, side, joined, open_, at)
        answer = await table.decide(question, tuple(map(_option, own)))
        if answer in {DONE, NONE}:
            break
        joined = (*joined, table.counter(ShownId(answer)))
    return joined


def _may_be_more(
    public: Knowledge, side: Side, at: LocationId, joined: tuple[CounterId, ...]
) -> bool:
    """Whether, for all that everybody can see, somebody else could take part."""
    left = (unit for unit in public.personnel_at(at, side) if unit.counter not in joined)
    covers = any(cover.at == at for cover in public.covers(side))
    return covers or any(may_check(public, unit) for unit in left)


def _able(
    table: AslTable, side: Side, at: LocationId, joined: tuple[CounterId, ...]
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Who else may take part: in the open, and under a "?"."""
    known = table.known(side)
    there = (unit for unit in known.personnel_at(at, side) if unit.counter not in joined)
    able = tuple(one for one in there if one.under != HIDDEN and may_check(known, one))
    open_ = tuple(unit for unit in able if unit.under is None)
    return open_, tuple(unit for unit in able if unit.under is not None)


def _option(unit: Unit) -> Option:
    return Option(value=unit.id, label=name(unit), unit=unit.id)


def _question(
    table: AslTable,
    side: Side,
    joined: tuple[CounterId, ...],
    open_: tuple[Unit, ...],
    at: LocationId,
) -> Decision:
    units = table.alive(joined)
    leaves_off = (
        Option(value=DONE, label=f"Make it with {names(units)}")
        if joined
        else Option(value=NONE, label="No Sniper Check")
    )
    ours = "Who else takes part in the Sniper Check?" if joined else "Who makes a Sniper Check?"
    return Decision(
        side=side,
        rule="A14.4",
        label="Sniper Check",
        ours=f"{ours} They become TI.",
        theirs="may make a Sniper Check.",
        options=(*map(_option, open_), leaves_off),
        units=table.truth.shown(units),
        at=at,
    )


def _check(table: AslTable, side: Side, joined: tuple[CounterId, ...], at: LocationId) -> None:
    """A14.4: one DR for all; 2 or less eliminates the Sniper, 3 pins it."""
    units = table.alive(joined)
    mods = tuple(check_drm(units))
    tell_of_try(table, units, Attempt.SNIPER, PINS, mods)
    roll = table.roll(Purpose("sniper check", "Sniper Check", "A14.4", side.enemy), 2)
    total = roll.total + sum(mod.value for mod in mods)
    text = f"Sniper Check of {names(units)}: {total}"
    result = "eliminated" if total <= ELIMINATES else "pinned" if total == PINS else "no effect"
    table.log(
        "sniper", text, side=side.enemy, rule="A14.4", at=(at,), roll=roll, mods=mods, result=result
    )
    for unit in units:
        table.change(unit.counter, ti=True)
    if total <= ELIMINATES:
        eliminate_sniper(table, side)
    elif total == PINS:
        pin_sniper(table, side)


def check_drm(units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """A14.4: one leader who directs another, if he helps; each hero -1, each HS or crew -1, a squad
    as two of them.
    """
    leaders = [unit for unit in units if is_leader(unit) and leadership(unit) < 0]
    if leaders and len(units) > 1:
        best = min(leaders, key=leadership)
        yield Modifier("A14.4", name(best), leadership(best))
    for unit in units:
        if is_hero(unit):
            yield Modifier("A14.4", name(unit), -1)
        elif not is_smc(unit):
            squad = values(unit).cls is UnitClass.SQUAD
            yield Modifier("A14.4", name(unit), -2 if squad else -1)
