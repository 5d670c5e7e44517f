"""A12.1, A12.14 A "?" that advances, fires or does something else before concealed enemies
alone: these are asked whether one of them shows himself for a moment, so that it is lost.

In the MPh it is a part of the DEFENDER's window (`play/firing/showing.py`).
"""

from collections.abc import Iterable, Iterator

from rules.chapters.concealment.a12_loss import Costs, costs_going
from rules.chapters.concealment.a12_shown_watchers import seeing_bar, show_for_a_moment
from rules.chapters.concealment.a12_under_attack import fewest_points
from rules.chapters.concealment.a12_watchers import NEAR
from rules.chapters.concealment.covers import covers_of, into_the_open, uncover
from rules.chapters.fire.a07_attack import Attack
from rules.forces.entities import SideState
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option, places
from rules.position.knowledge import Knowledge
from rules.position.position import Position, stand_in
from rules.position.seeing import eye_of, los_outwards

NOTHING = "nothing"


async def strip_advancing(table: AslTable, unit_ids: Iterable[CounterId]) -> None:
    """A12.141, case B: a "?" that has advanced into Open Ground."""
    for cover_id in covers_of(table, unit_ids):
        if await _is_shown_before(table, cover_id, costs_going):
            uncover(table, cover_id)


async def strip_firing(table: AslTable, attack: Attack) -> None:
    """A12.141, case C: those who have fired or directed, and are still under a "?"; of a stack
    these alone lose it.
    """
    await strip_acting(table, *attack.units, *attack.mates, *attack.directors)


async def strip_acting(table: AslTable, *units: CounterId | None) -> None:
    """A12.141, case C: those who do something, and are still under a "?"; likewise."""
    acting = tuple(one for one in units if one is not None)
    stacks = {cover_id: _under(table, acting, cover_id) for cover_id in covers_of(table, acting)}
    for cover_id, there in stacks.items():
        if await _is_shown_before(table, cover_id, _always):
            into_the_open(table, (unit.id for unit in table.alive(there)))


async def strip_assaulting(table: AslTable, unit_id: CounterId) -> None:
    """A12.141, case C: the same of who does something in Assault Movement, which the DEFENDER's
    window lets nobody strip him for.
    """
    if table.unit(unit_id).assault:
        await strip_acting(table, unit_id)


def _under(table: AslTable, ids: tuple[CounterId, ...], cover: ShownId) -> tuple[CounterId, ...]:
    return tuple(unit.counter for unit in table.alive(ids) if unit.under == cover)


def _always(position: Position, stack: Unit, enemy: Unit) -> bool:
    return True


async def _is_shown_before(table: AslTable, cover_id: ShownId, costs: Costs) -> bool:
    """A12.1: whether an enemy shows himself for a moment before that "?", and strips it. They are
    asked if one could be there for all that everybody knows.
    """
    cover = table.world.find(Cover, cover_id)
    if cover is None or not _is_asked(table.public, stand_in(cover), costs):
        return False
    side = cover.side.enemy
    able = tuple(_able(table.known(side), side, cover_id, costs))
    own = tuple(places(table.board, sorted({unit.at for unit in able})))
    chosen = await table.decide(_decision(side, stand_in(cover)), own)
    there = [unit for unit in able if unit.at == chosen]
    if there:
        show_for_a_moment(table, fewest_points(there).id)
    return bool(there)


def _is_asked(public: Knowledge, stack: Unit, costs: Costs) -> bool:
    """Whether, for all that everybody knows, somebody concealed or hidden could strip it."""
    enemy = stack.side.enemy
    if public.view.get(SideState, enemy.value).hides:
        return True
    return any(_may_see(public, stack, stand_in(one), costs) for one in public.covers(enemy))


def _may_see(public: Knowledge, stack: Unit, enemy: Unit, costs: Costs) -> bool:
    near = public.range(enemy.at, stack.at) <= NEAR
    sees = near and not los_outwards(public, eye_of(enemy), stack).blocked
    return sees and costs(public, stack, enemy)


def _able(position: Knowledge, side: Side, cover_id: ShownId, costs: Costs) -> Iterator[Unit]:
    for unit in position.pieces(side):
        bar = seeing_bar(position, unit, cover_id)
        if bar is None and costs(position, stand_in(position.view.get(Cover, cover_id)), unit):
            yield unit


def _decision(side: Side, stack: Unit) -> Decision:
    return Decision(
        side=side,
        rule="A12.1",
        label="Show somebody for a moment",
        ours="Does somebody under a ? show himself for a moment, to strip that ??",
        theirs="may show somebody for a moment, to strip the ?.",
        options=(Option(value=NOTHING, label="Nobody"),),
        units=(stack.id,),
        at=stack.at,
    )
