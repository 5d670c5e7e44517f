"""A12.12, A12.121 How units gain a "?": free of charge before play, and at the end of their own
Player Turn.
"""

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.board.locations import hex_of
from rules.board.los import Los
from rules.board.terrain import HexsideTerrain
from rules.chapters.close_combat.a11_ambush import is_lax
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.concealment.a12_denial import deny_by_hidden
from rules.chapters.concealment.a12_inspection import join_cover, open_stacks_at
from rules.chapters.concealment.a12_riders import RIDERS_US
from rules.chapters.concealment.a12_watchers import NEAR
from rules.chapters.concealment.covers import add_cover, conceal
from rules.chapters.fire.a24_smoke import smoke_within
from rules.chapters.fire.b16_wet_firers import is_in_water
from rules.chapters.ground.a12_terrain import is_in_concealment_terrain
from rules.chapters.ground.b09_walls import BOCAGE, hexside_tem
from rules.chapters.ground.b_terrain import in_hex_tem
from rules.forces.seen import COVER_MARKS
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import (
    Position,
    best_leader,
    good_order,
    is_hero,
    leadership,
    name,
    names,
    stand_in,
    values,
    vantage,
)
from rules.position.seeing import eye_of, los_of

LIMIT = 5
"""A12.121: the highest Final Concealment dr that conceals."""

InUse: TypeAlias = Callable[[], bool]

CONCEALMENT: NamedQuestion[InUse] = NamedQuestion("CONCEALMENT", (Rule("A12.12", lambda: True),))
"""Whether units gain a "?": only if all of these say so."""


class Gain(enum.IntEnum):
    """A12.121: how a unit gains its "?": not at all, by a Final dr, or without one; from the worst
    to the best.
    """

    NEVER = enum.auto()
    BY_DR = enum.auto()
    SURELY = enum.auto()


def is_in_use(law: Law) -> bool:
    """Whether units gain a "?" in this game."""
    return bool(law.asks(CONCEALMENT)) and law.allows(CONCEALMENT)


def deniers(public: Position, unit: Unit) -> Iterator[tuple[int, bool]]:
    """A12.1, A12.12: the unbroken enemies of a unit, and their "?": how far each is, and whether it
    has a LOS to it that counts (`DENIES`). Prisoners are none.
    """
    enemies = [enemy for enemy in public.foes(unit.side) if not enemy.broken]
    enemies += [stand_in(cover) for cover in public.covers(unit.side.enemy)]
    for enemy in enemies:
        los = los_of(public, eye_of(enemy), unit)
        denies = not los.blocked and public.law.allows(DENIES, public, unit, enemy, los)
        yield public.range(enemy.at, unit.at), denies


def _is_not_through_bocage(public: Position, unit: Unit, enemy: Unit, los: Los) -> bool:
    """B9.55: a unit has not the TEM of bocage against the LOS."""
    if los.range == 0 or not unit.wall_advantage:
        return True
    tem = hexside_tem(public, unit.at, vantage(enemy), los)
    return tem is None or tem.label != BOCAGE


Denies: TypeAlias = Callable[[Position, Unit, Unit, Los], bool]

DENIES: NamedQuestion[Denies] = NamedQuestion("DENIES", (Rule("B9.55", _is_not_through_bocage),))
"""Whether an enemy by his LOS to a unit denies it a "?": only if all of these say so."""


def gain_of(public: Position, unit: Unit) -> Gain:
    """A12.12: how a unit that may gain a "?" does so now."""
    return min(ask(public, unit) for ask in public.law.asks(GAIN))


def _by_nearest(public: Position, unit: Unit) -> Gain:
    """A12.121: the cases I, J and K of the table, by the nearest enemy with a LOS; for Cavalry I
    is not among them.
    """
    found = list(deniers(public, unit))
    seen_from = min((far for far, sees in found if sees), default=None)
    conceals = is_in_concealment_terrain(public, unit) or _is_behind_bocage(public, unit)
    if seen_from is not None:
        far = seen_from > NEAR and conceals and unit.horse is None
        return Gain.BY_DR if far else Gain.NEVER
    near = any(far <= NEAR for far, _ in found)
    return Gain.BY_DR if near and not conceals else Gain.SURELY


def _is_behind_bocage(public: Position, unit: Unit) -> bool:
    """B9.55: whether it is behind bocage, with Wall Advantage there: as in Concealment Terrain."""
    sides = (public.board.hexside(hex_of(unit.at), side) for side in range(6))
    return unit.wall_advantage and HexsideTerrain.BOCAGE in sides


GAIN: NamedQuestion[Callable[[Position, Unit], Gain]] = NamedQuestion(
    "GAIN", (Rule("A12.121", _by_nearest),)
)
"""How a unit gains its "?": the worst of what these say."""


def _is_able(position: Position, unit: Unit) -> bool:
    """A12.12: Good Order units, in the open so far, that guard nobody (docs/rulings.md)."""
    free = unit.under is None and not prisoners_of(position, unit)
    return free and good_order(unit) and not unit.unarmed


def _is_dry(position: Position, unit: Unit) -> bool:
    """B21.41, E6.2: nobody in water."""
    return not is_in_water(position, unit)


MAY_GAIN: NamedQuestion[Callable[[Position, Unit], bool]] = NamedQuestion(
    "MAY_GAIN", (Rule("A12.12", _is_able), Rule("B21.41", _is_dry))
)
"""Who may gain a "?": only if all of these say so."""


def may_gain(position: Position, unit: Unit) -> bool:
    """A12.12: whether a unit is one that may gain a "?"."""
    return position.law.allows(MAY_GAIN, position, unit)


def concealment_drm(position: Position, unit: Unit) -> Iterator[Modifier]:
    """A12.122: its size, the best other leader of its Location, what it is in, and its nature."""
    size = values(unit).us_number if unit.horse is None else RIDERS_US
    yield Modifier("A12.122", "size", size)
    mates = tuple(one for one in position.personnel_at(unit.at, unit.side) if one.id != unit.id)
    leader = best_leader(mates)
    if leader is not None and leadership(leader):
        yield Modifier("A10.72", f"{name(leader)} leads", leadership(leader))
    tem = in_hex_tem(position, unit, position.line(unit.at, unit.at))
    for shelter in (*smoke_within(position, unit), *(() if tem is None else (tem,))):
        yield Modifier(shelter.rule, shelter.label, -shelter.value)
    if is_lax((unit,)):
        yield Modifier("A11.18", "Lax", 1)
    if is_hero(unit):
        yield Modifier("A11.17", "Stealthy", -1)


async def gain_at_end_of_turn(table: AslTable) -> None:
    """A12.12: the ATTACKER's units that can, all judged by the same position, gain a "?". The enemy
    may place hidden units first, to deny it (A12.32).
    """
    if not is_in_use(table.law):
        return
    await deny_by_hidden(table, table.clock.phasing, _may_all_gain)
    _open_who_roll(table)
    public, side = table.public, table.clock.phasing
    chances = [
        _Chance(u, gain_of(public, u)) for u in public.personnel(side) if may_gain(public, u)
    ]
    gained = [one.unit for one in chances if one.gain is Gain.SURELY]
    tried = [one.unit for one in chances if one.gain is Gain.BY_DR]
    hiding = (*gained, *(unit for unit in tried if _rolls_low(table, unit)))
    for stack in _conceal(table, side, hiding):
        verb = "gains" if len(stack) == 1 else "gain"
        _log_gain(table, stack, f"{names(stack)} {verb}")


def _open_who_roll(table: AslTable) -> None:
    """A12.16, A12.122: each unit of a stack makes a dr of its own, whoever has looked into it."""
    able = _may_all_gain(table.public, table.clock.phasing)
    rolling = [unit.at for unit in able if gain_of(table.public, unit) is Gain.BY_DR]
    open_stacks_at(table, rolling)


def _may_all_gain(public: Position, side: Side) -> tuple[Unit, ...]:
    """Those of a side who gain a "?" surely, or by a dr."""
    able = (unit for unit in public.personnel(side) if may_gain(public, unit))
    return tuple(unit for unit in able if gain_of(public, unit) is not Gain.NEVER)


@dataclass(frozen=True)
class _Chance:
    unit: Unit
    gain: Gain


def _rolls_low(table: AslTable, unit: Unit) -> bool:
    """A12.122: the Concealment dr of one unit."""
    mods = tuple(concealment_drm(table.public, unit))
    purpose = Purpose("concealment", f"Concealment of {name(unit)}", "A12.122", unit.side)
    roll = table.roll(purpose)
    final = roll.total + sum(mod.value for mod in mods)
    table.log(
        "conceal", f"Concealment dr of {name(unit)}", side=unit.side, rule="A12.122", at=(unit.at,),
        roll=roll, mods=mods, result=f"Final {final}",
    )  # fmt: skip
    return final <= LIMIT


def gain_before_play(table: AslTable) -> None:
    """A12.12, A2.9: when both sides have set up, whoever no unbroken enemy within 16 hexes sees
    gains a "?", before anybody has looked into a stack: who they are their own side alone reads.
    """
    if not is_in_use(table.law):
        return
    public = table.public
    unseen = {side: [u for u in public.personnel(side) if _is_unseen(public, u)] for side in Side}
    for side, units in unseen.items():
        for stack in _conceal(table, side, units):
            hidden = table.alive(tuple(unit.counter for unit in stack))
            _log_gain(table, hidden, f"{names(hidden)}:")


def _is_unseen(public: Position, unit: Unit) -> bool:
    """A12.12; Cavalry in the open would lose its "?" at any range again (A12.121, case H)."""
    in_the_open = unit.horse is not None and not is_in_concealment_terrain(public, unit)
    return not any(sees and (far <= NEAR or in_the_open) for far, sees in deniers(public, unit))


def _conceal(table: AslTable, side: Side, units: Iterable[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Those of a Location go under one "?", if they are alike to be seen: beneath an entrenchment
    together, or outside. Yields who they were, stack by stack.
    """
    by_place: dict[tuple[Any, ...], list[Unit]] = {}
    for unit in units:
        looks = tuple(getattr(unit, mark) for mark in ("at", *COVER_MARKS))
        by_place.setdefault(looks, []).append(unit)
    for _, there in sorted(by_place.items(), key=lambda one: str(one[0])):
        cover = add_cover(table, side, there[0].at)
        conceal(table, there, cover)
        join_cover(table, there[0], cover)
        yield tuple(there)


def _log_gain(table: AslTable, units: tuple[Unit, ...], text: str) -> None:
    at = units[0].at
    text = f"{text} concealment in {table.board.name(at)}"
    table.log("conceal", text, side=units[0].side, rule="A12.12", at=(at,))
