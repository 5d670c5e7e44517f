"""B28.531 Daisy Chains: laid across a road in secret, seen by a Good Order enemy, Recovered.

There is no vehicle yet that one could attack. Where its owner may announce one, as a vehicle has
spent MP in the hex, is `AFTER_SPENDING` (`passage.py`).
"""

from typing import ClassVar

from rules.board.locations import HexId, hex_of
from rules.chapters.concealment.covers import Letter, TypeWord, hand_over
from rules.chapters.fire.a22_flamethrowers import hands_bar
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.mines.b28_in_view import surface
from rules.chapters.movement.able import Act, what_bars
from rules.forces.entities import Clock
from rules.forces.phases import Phase, Stage
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.daisy_chains import LaidChain, Laying, is_laid_unseen
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    good_order,
    is_dummy,
    name,
    weapon_values,
)
from rules.position.seeing import eye_of, sees


class ChainShown(AslFact, frozen=True, kw_only=True, tag="ChainShown"):
    """A Daisy Chain lies across a road where a Good Order enemy sees it."""

    rule: ClassVar[str] = "B28.531"
    tells: ClassVar[tuple[str, ...]] = ("hex", "type", "letter")
    gives_away: ClassVar[str] = "that a Daisy Chain of a side has been laid in a hex, and which"
    side: Side
    hex: HexId
    type: TypeWord | None = None
    letter: Letter | None = None

    def line(self, position: Knowledge) -> LogLine:
        text = f"has laid a Daisy Chain across the road in {position.board.name(self.hex)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="B28.531", at=(self.hex,))


def is_chain(weapon: Weapon) -> bool:
    """Whether a support weapon is a Daisy Chain."""
    return weapon_values(weapon).kind is WeaponKind.DAISY_CHAIN


def may_lay_now(clock: Clock, side: Side) -> bool:
    """B28.531: in the enemy's MPh, or in the PFPh and the AFPh of one's own Player Turn."""
    if clock.stage is not Stage.PLAY:
        return False
    if clock.phasing is side:
        return clock.phase in {Phase.PFPH, Phase.AFPH}
    return clock.phase is Phase.MPH


def laying_bar(position: Knowledge, unit: Unit, weapon: Weapon) -> Barrier | None:
    """B28.531: why a unit may not lay a Daisy Chain now, or None if it may: unpinned Good Order
    Infantry, to which it is use of a SW.
    """
    if not may_lay_now(position.clock, unit.side):
        return Barrier("B28.531", "A Daisy Chain is laid in the enemy's MPh, your PFPh or AFPh.")
    if is_laid_unseen(position.view, weapon):
        return Barrier("B28.531", "That Daisy Chain is laid already.")
    if not good_order(unit) or unit.pinned or unit.horse is not None:
        return Barrier("B28.531", f"{name(unit)} is not unpinned Good Order Infantry.")
    return what_bars(position, unit, Act.FIRE) or hands_bar(position, unit)


def roads_beside(position: Position, unit: Unit) -> tuple[HexId, ...]:
    """B28.531: the hexes across whose road a unit could lay one: ADJACENT to it."""
    board = position.board
    there = (at for _, at in board.neighbours(hex_of(unit.at)) if board.road(at) is not None)
    return tuple(at for at in sorted(there) if position.adjacent(unit.at, surface(board, at)))


def lay(table: AslTable, weapon: Weapon, at: HexId) -> None:
    """B28.531: note where a Daisy Chain is laid; its counter stays with who has it, and nobody else
    hears of it. It costs no "?".
    """
    unit, clock = table.truth.unit(weapon.holder or ShownId("")), table.clock
    what = Laying(
        at=at, weapon=weapon.counter, by=unit.counter, turn=clock.turn, phasing=clock.phasing,
        phase=clock.phase,
    )  # fmt: skip
    id_ = table.kernel.drawn_id(unit.side.audience, "k")
    table.world.add(LaidChain(id=id_, owner=unit.side, what=Secret(what, unit.side)))
    where = table.board.name(at)
    text = f"{name(unit)} lays a Daisy Chain across the road in {where}"
    place = (surface(table.board, at),)
    table.log("move", text, side=unit.side, rule="B28.531", at=place, to=unit.side.audience)
    settle_chains(table)


def settle_chains(table: AslTable) -> None:
    """B28.531: one is shown that a Good Order enemy sees, or whose counter is not with who laid it
    any more.
    """
    for record in sorted(table.world.all(LaidChain), key=_in_order):
        what = unseal(record.what)
        weapon = _counter(table, what.weapon)
        if weapon is None or (record.shown and not _is_now(table.clock, what)):
            table.world.drop(record)
        elif not record.shown and (_has_gone(table, weapon, what) or _is_seen(table.truth, record)):
            show_chain(table, record)


def _in_order(record: LaidChain) -> tuple[str, str, str]:
    what = unseal(record.what)
    return record.owner, what.at, what.weapon


def _is_now(clock: Clock, what: Laying) -> bool:
    return (clock.turn, clock.phasing) == (what.turn, what.phasing)


def _counter(table: AslTable, weapon: CounterId) -> Weapon | None:
    return next((one for one in table.truth.weapons() if one.counter == weapon), None)


def _has_gone(table: AslTable, weapon: Weapon, what: Laying) -> bool:
    return all(unit.id != weapon.holder for unit in table.alive((what.by,)))


def _is_seen(position: Position, record: LaidChain) -> bool:
    """B28.531, A12.33: by any Good Order enemy, a concealed or hidden one too."""
    at = surface(position.board, unseal(record.what).at)
    enemies = position.pieces(record.owner.enemy)
    seers = (one for one in enemies if good_order(one) and not is_dummy(one))
    return any(sees(position, eye_of(one), at) for one in seers)


def show_chain(table: AslTable, record: LaidChain) -> None:
    """B28.531: its counter is placed across the road, where nobody possesses it."""
    what = unseal(record.what)
    weapon = _counter(table, what.weapon)
    table.world.change(record, shown=True)
    type_, letter = (None, None) if weapon is None else (weapon.type, weapon.letter)
    table.tell(ChainShown(side=record.owner, hex=what.at, type=type_, letter=letter))
    if weapon is not None:
        hand_over(table, table.put(weapon, laid=True), None, surface(table.board, what.at))
