"""A14.2-A14.3 A Sniper attack that is kept: where it goes, and whom it hits."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.board.geometry import Cell, step
from rules.board.locations import LocationId, hex_of, location
from rules.chapters.concealment.a12_inspection import open_stacks_at
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.morale.a_random_selection import drawn
from rules.chapters.snipers.a14_check import sniper_check
from rules.chapters.snipers.a14_covers import strike_cover
from rules.chapters.snipers.a14_effects import hit_another, hit_sniper, strike
from rules.chapters.snipers.a14_targets import Target, target_places, targets_at
from rules.chapters.snipers.a14_turned_away import show_against_sniper
from rules.forces.seen import Cover
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option, places
from rules.position.position import name
from rules.position.snipers import Sniper, sniper_of

UNITS, SNIPER = "units", "sniper"


@dataclass(frozen=True)
class Selected:
    """A target that was selected: the unit, or the "?"."""

    target: Target
    unit: CounterId | None

    def is_there(self, table: AslTable) -> bool:
        """Whether nothing that came before has eliminated it."""
        if self.unit is None:
            return table.world.find(Cover, self.target.id) is not None
        return bool(table.alive((self.unit,)))

    def called(self, table: AslTable) -> str:
        """What players call it now."""
        return "?" if self.unit is None else name(table.unit(self.unit))

    async def strike(self, table: AslTable, dr: int) -> None:
        """A14.3: it is hit."""
        if self.unit is None:
            await strike_cover(table, self.target.id, dr)
        else:
            await strike(table, self.unit, dr)


async def attack(table: AslTable, one: Sniper, dr: int) -> None:
    """A14.2-A14.4: the Location, who is hit there, and the Sniper Check. The broken there are DM,
    whoever is hit (A14.3).
    """
    side = one.side
    origin = _random_location(table, one)
    await show_against_sniper(table, side, origin)
    there = target_places(table.public, side, origin)
    if not there:
        table.log("sniper", "There is nobody to attack", side=side, rule="A14.21")
        return
    at = await _which_place(table, side, there)
    _move(table, side, at)
    open_stacks_at(table, (at,))
    broken = (unit for unit in table.truth.foes_at(at, side) if unit.broken)
    dm_from_attack(table, tuple(unit.counter for unit in broken))
    if await _attacks_the_sniper(table, side, at):
        hit_sniper(table, side.enemy, dr)
    else:
        await _hit(table, side, at, dr)
    await sniper_check(table, side, at)


def _random_location(table: AslTable, one: Sniper) -> Cell:
    """A14.2, C1.31: a direction by the coloured die, and so many hexes by the white one; it may be
    off the map.
    """
    purpose = Purpose("random location", "Random Location of the Sniper", "A14.2", one.side)
    roll = table.roll(purpose, 2)
    direction, far = roll.dice
    cell = table.board.cell(one.at)
    for _ in range(far):
        cell = step(cell, direction - 1)
    hex_id = table.board.names.ids.get(cell)
    where = "off the map" if hex_id is None else table.board.name(hex_id)
    at = () if hex_id is None else (location(hex_id, 0),)
    text = f"Random Location of the Sniper: {where}"
    table.log("sniper", text, side=one.side, rule="A14.2", at=at, roll=roll)
    return cell


async def _which_place(table: AslTable, side: Side, there: tuple[LocationId, ...]) -> LocationId:
    """A14.2, A14.21: of several Locations of the target hex, or of hexes that are as near, the
    Sniper's player takes one.
    """
    if len(there) == 1:
        return there[0]
    options = places(table.board, there)
    ours, theirs = "Where does your Sniper attack?", "chooses where his Sniper attacks."
    return LocationId(await _decided(table, side, ours, theirs, options))


def _move(table: AslTable, side: Side, at: LocationId) -> None:
    one = sniper_of(table.world, side)
    if one is not None:
        table.world.change(one, at=hex_of(at))
        text = f"The Sniper attacks {table.board.name(at)}"
        table.log("sniper", text, side=side, rule="A14.2", at=(at,))


async def _attacks_the_sniper(table: AslTable, side: Side, at: LocationId) -> bool:
    """A14.2, A14.31: the enemy's Sniper is in every Location of its hex, and may be picked instead
    of Random Selection; where it is alone, it is.
    """
    other = sniper_of(table.world, side.enemy)
    if other is None or other.at != hex_of(at):
        return False
    if not targets_at(table.public, side, at):
        return True
    options = (
        Option(value=UNITS, label="The units"),
        Option(value=SNIPER, label="The enemy's Sniper"),
    )
    ours, theirs = "Whom does your Sniper attack?", "chooses whom his Sniper attacks."
    return await _decided(table, side, ours, theirs, options, at) == SNIPER


async def _hit(table: AslTable, side: Side, at: LocationId, dr: int) -> None:
    """A14.2: Random Selection among the targets of a Location; of several selected one is hit by
    this dr, each of the others by one of its own, if it is there still.
    """
    there = tuple(_selected(table, targets_at(table.public, side, at)))
    entries = tuple((one.target.id, one.called(table), side.enemy) for one in there)
    drawn_ids = drawn(table, entries, 1, "hit by the Sniper")
    chosen = [one for one in there if one.target.id in drawn_ids]
    first = await _first_of(table, side, at, chosen)
    await first.strike(table, dr)
    for other in chosen:
        if other is first or not other.is_there(table):
            continue
        its_dr = hit_another(table, side, other.called(table))
        if its_dr is not None:
            await other.strike(table, its_dr)


def _selected(table: AslTable, targets: Iterable[Target]) -> Iterable[Selected]:
    for target in targets:
        yield Selected(target, None if target.cover else table.counter(target.id))


async def _first_of(
    table: AslTable, side: Side, at: LocationId, chosen: list[Selected]
) -> Selected:
    """A14.2: which of several that were selected is hit by the dr that was made."""
    if len(chosen) == 1:
        return chosen[0]
    options = tuple(
        Option(value=one.target.id, label=one.called(table), unit=one.target.id) for one in chosen
    )
    ours = "Which of those selected does your Sniper hit first?"
    theirs = "chooses whom his Sniper hits first."
    answer = ShownId(await _decided(table, side, ours, theirs, options, at))
    return next(one for one in chosen if one.target.id == answer)


async def _decided(
    table: AslTable,
    side: Side,
    ours: str,
    theirs: str,
    options: tuple[Option, ...],
    at: LocationId | None = None,
) -> str:
    return await table.decide(
        Decision(
            side=side, rule="A14.2", label="Sniper", ours=ours, theirs=theirs, options=options,
            units=(), at=at,
        )
    )  # fmt: skip
