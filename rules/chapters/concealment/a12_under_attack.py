"""A12.14, A12.141, B28.41 What is attacked under a "?", and stays under it."""

from collections.abc import Iterable, Iterator, Mapping

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_check_facts import ChecksUnderCover, ProvedReal
from rules.chapters.concealment.a12_unseen_facts import ShownInActing
from rules.chapters.concealment.a12_watchers import watchers
from rules.chapters.concealment.covers import covers_of, uncover
from rules.chapters.victory.a26_points import points
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.position import is_dummy, name
from rules.tables import IftKind, IftResult


def keeping(
    table: AslTable, results: Mapping[CounterId, IftResult], *, by_mines: bool
) -> tuple[CounterId, ...]:
    """A12.121, cases A, E and F; B28.411: those who stay under their "?" through a PTC, a MC or a
    K: whom no Good Order enemy in the open sees, or whom mines attack. A KIA leaves nobody as he
    was, and Dummies that nobody sees go by a K.
    """
    kept: list[CounterId] = []
    for there in _stacks(table, results):
        result = results[there[0].counter]
        seen = not by_mines and watchers(table.truth, table.truth.seen(there[0]))
        barred = {IftKind.KIA, IftKind.K} if all(map(is_dummy, there)) else {IftKind.KIA}
        if result.kind not in barred and not seen:
            kept += [unit.counter for unit in there]
    return tuple(kept)


def without_idle_dummies(
    table: AslTable, results: Mapping[CounterId, IftResult], kept: tuple[CounterId, ...]
) -> dict[CounterId, IftResult]:
    """A12.14: Dummies make DR for themselves alone, not beside real units."""
    idle = {
        unit.counter
        for there in _stacks(table, {one: results[one] for one in kept})
        for unit in there
        if is_dummy(unit) and not all(map(is_dummy, there))
    }
    return {one: result for one, result in results.items() if one not in idle}


async def declare_checks(
    table: AslTable, kept: tuple[CounterId, ...], checking: tuple[CounterId, ...]
) -> tuple[CounterId, ...]:
    """A12.14: before any DR is made for them, the owner of each stack under a "?" says how many it
    will be, which everybody hears: of Dummies up to one each, of real units those that they take
    (docs/rulings.md). He is asked in either case. Returns the Dummies for which none is made.
    """
    idle: list[CounterId] = []
    for stack in [[unit.counter for unit in there] for there in _stacks(table, kept)]:
        making = tuple(one for one in stack if one in checking)
        units = table.alive(tuple(stack))
        bluffs = all(map(is_dummy, units))
        least = min(1, len(making)) if bluffs else len(making)
        side, at, cover = units[0].side, units[0].at, units[0].under
        own = tuple(
            Option(value=str(one), label=_many(one)) for one in range(least, len(making) + 1)
        )
        number = int(await table.decide(_decision(table, side, at, cover), own))
        table.tell(ChecksUnderCover(side=side, at=at, number=number))
        idle += making[number:]
    return tuple(idle)


def _many(number: int) -> str:
    return f"{number or 'no'} DR"


def _decision(table: AslTable, side: Side, at: LocationId, cover: ShownId | None) -> Decision:
    here = table.board.name(at)
    return Decision(
        side=side,
        rule="A12.14",
        label="DR for a ?",
        ours=f"How many DR do you make for the ? in {here}?",
        theirs=f"says how many DR are made for the ? in {here}.",
        options=(),
        units=() if cover is None else (cover,),
        at=at,
    )


def announce(table: AslTable, checking: Iterable[CounterId]) -> None:
    """A12.14, B28.41: how many DR are made for each stack under a "?" whose owner does not say it:
    that mines attack, which was proved to be real, or that holds on to a cliff.
    """
    for there in _stacks(table, checking):
        one = there[0]
        table.tell(ChecksUnderCover(side=one.side, at=one.at, number=len(there)))


def _stacks(table: AslTable, ids: Iterable[CounterId]) -> Iterator[tuple[Unit, ...]]:
    """Those of the units that are under a "?", by "?" in everybody's order."""
    units = table.alive(tuple(ids))
    for cover_id in covers_of(table, (unit.counter for unit in units)):
        yield tuple(unit for unit in units if unit.under == cover_id)


async def prove(table: AslTable, unit_ids: tuple[CounterId, ...], owners: Iterable[Side]) -> None:
    """B28.41: before mines attack a stack under a "?", a real unit of it is shown to their owner,
    whichever the mover likes; Dummies alone are removed.
    """
    others = tuple(owners)
    for there in tuple(_stacks(table, unit_ids)):
        real = [one for one in there if not is_dummy(one)]
        if not real:
            uncover(table, there[0].under or there[0].id)
        elif real[0].side.enemy in others:
            _show_proof(table, await _chosen_proof(table, real))


async def _chosen_proof(table: AslTable, real: list[Unit]) -> Unit:
    """B28.41: the unit that its side shows, by its number: whoever is named by his id comes into
    the open. It is asked where there is only one, too: nobody hears how many there are.
    """
    by_number = {str(number): one for number, one in enumerate(sorted(real, key=_worth), 1)}
    own = tuple(
        Option(value=number, label=name(one), unit=one.id) for number, one in by_number.items()
    )
    side, at, cover = real[0].side, real[0].at, real[0].under
    here = table.board.name(at)
    decision = Decision(
        side=side,
        rule="B28.41",
        label="Prove that a ? is real",
        ours=f"Which unit of the ? in {here} do you show, as mines attack it?",
        theirs=f"shows a unit of the ? in {here}, as mines attack it.",
        options=(),
        units=() if cover is None else (cover,),
        at=at,
    )
    return by_number[await table.decide(decision, own)]


def _show_proof(table: AslTable, one: Unit) -> None:
    table.tell(ProvedReal(side=one.side, at=one.at))
    shown = ShownInActing(side=one.side, at=one.at, type=one.type, letter=one.letter, weapons=())
    table.tell(shown, one.side.enemy.audience)


def fewest_points(units: Iterable[Unit]) -> Unit:
    """Who of some units under a "?" is shown for a moment as the proof of it (docs/rulings.md)."""
    return min(units, key=_worth)


def _worth(unit: Unit) -> tuple[int, str, str]:
    return points(unit), unit.type, unit.letter


def left_behind(
    table: AslTable, tried: tuple[CounterId, ...], able: tuple[CounterId, ...]
) -> tuple[CounterId, ...]:
    """A12.14: those that may go on; Dummies do not, if all real units of their "?" are stopped, by
    what has brought them into the open or eliminated them, too.
    """
    there = table.goers(tried)
    stopped = {one.under for one in there if one.counter not in able}
    lost = None in stopped or len(there) < len(set(tried))
    dummies = {unit.counter for unit in table.alive(able) if is_dummy(unit)}
    going = {one.under for one in table.goers(able) if one.counter not in dummies}
    return tuple(
        one.counter
        for one in table.goers(able)
        if one.counter not in dummies or not (lost or one.under in stopped) or one.under in going
    )
