"""Special rules: how a card writes them, what they change in the law, and what they lay out.

A new kind is a class of its own, beside its reading in a module of its own or here, and one line
of `KINDS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.board.locations import level_of
from rules.board.terrain import Terrain
from rules.chapters.concealment.a12_gain import CONCEALMENT
from rules.chapters.concealment.a12_inspection import by_los
from rules.chapters.fire.a19_ammunition import under_shortage
from rules.chapters.fire.a22_molotovs import MOLOTOVS, Provided
from rules.chapters.ground.b_terrain import TEM, gives
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Entered, TerrainCost
from rules.chapters.mines.b28_clearing import SAPPERS, IsSapper
from rules.chapters.mines.b28_minefields import on_any_effect
from rules.chapters.works.b29_roadblocks import roadblock_bar
from rules.chapters.works.b30_pillboxes import takes_pillbox
from rules.forces.lookup import unit_type
from rules.forces.types import ForceError
from rules.kernel.audience import Side
from rules.kernel.view import Modifier
from rules.position.alpine import alpine_hills
from rules.position.fortifications import fortified, foxholes, pillbox, trench, wire
from rules.position.law import BOOK, Law, Rule
from rules.position.roadblocks import roadblock
from rules.scenarios.areas import read_area
from rules.scenarios.special_cavalry import lay_cavalry, read_cavalry
from rules.scenarios.special_water import (
    lay_boats,
    lay_fording_line,
    rafting_law,
    read_boats,
    read_fording_line,
    read_rafting,
    read_untrained,
    untrained_law,
)
from rules.scenarios.types import (
    AmmunitionShortage,
    AreAlpine,
    AreCavalry,
    BoatsAt,
    BuildingTem,
    DaisyChains,
    FordingLineAlong,
    FortifiedBuildings,
    Foxholes,
    InspectionByLos,
    Molotovs,
    Mud,
    NoConcealment,
    NoMinesIn,
    Note,
    Pillboxes,
    Rafting,
    RoadblockAt,
    Sappers,
    SpecialRule,
    StrengthByEffect,
    TrapsAllowed,
    Trenches,
    UntrainedCrews,
    WireIn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rules.board.board import Board
    from rules.board.locations import LocationId
    from rules.data import Node
    from rules.forces.units import Unit
    from rules.kernel.entity import Entity


def no_change(law: Law, rule: SpecialRule, number: str) -> Law:
    """For a kind that no named question asks about."""
    return law


def nothing(rule: SpecialRule) -> Iterable[Entity]:
    """For a kind that lays nothing out."""
    return ()


@dataclass(frozen=True)
class SpecialKind:
    """A kind of special rule: its class, its fields besides `kind` and `text` and how they are
    read, what it adds to a law, under which number, and what it lays on the table.
    """

    of: type[SpecialRule]
    fields: tuple[str, ...]
    read: Callable[[str, Node, Board], SpecialRule]
    law: Callable[[Law, Any, str], Law] = no_change
    lays_out: Callable[[Any], Iterable[Entity]] = nothing


MOST_MUD = 4
MOST_SQUADS = 3
MOST_TEM = 5
MOST_PILLBOX_TEM = 7


def read_special_rules(node: Node | None, board: Board) -> tuple[SpecialRule, ...]:
    """The special rules of a card, in its order. Raises DataError, also for two that do not go
    together.
    """
    items = () if node is None else node.items()
    rules = tuple(read_special_rule(item, board) for item in items)
    check_special_rules(items, rules)
    return rules


def check_special_rules(items: Sequence[Node], rules: Sequence[SpecialRule]) -> None:
    """Refuse, by its line, a rule that would replace what another has replaced already."""
    law = BOOK
    for number, (item, rule) in enumerate(zip(items, rules, strict=True), 1):
        try:
            law = under(law, rule, _number(number))
        except KeyError as error:
            where = item["kind"] if isinstance(item.value, dict) else item
            raise where.error(f"a rule before it has changed the same: {error.args[0]}") from None


def read_special_rule(node: Node, board: Board) -> SpecialRule:
    """One special rule. Raises DataError by line and field."""
    kind = KINDS[node["kind"].choice(KINDS)]
    node.only(("kind", "text", *kind.fields))
    return kind.read(node["text"].text().strip(), node, board)


def law_of(rules: Sequence[SpecialRule]) -> Law:
    """The law of a scenario with these special rules."""
    law = BOOK
    for number, rule in enumerate(rules, 1):
        law = under(law, rule, _number(number))
    return law


def under(law: Law, rule: SpecialRule, number: str) -> Law:
    """That law with one special rule more, which ledgers call by that number. Raises KeyError if
    what it replaces is not in force any more.
    """
    return _kind_of(rule).law(law, rule, number)


def laid_out_by(rule: SpecialRule) -> Iterable[Entity]:
    """What lies on the table from the start because of a special rule."""
    return _kind_of(rule).lays_out(rule)


def _kind_of(rule: SpecialRule) -> SpecialKind:
    return next(kind for kind in KINDS.values() if kind.of is type(rule))


def _number(number: int) -> str:
    """What a log line calls a special rule: by its place on the card."""
    return f"SSR {number}"


@dataclass(frozen=True)
class _MudCost:
    """What mud adds to Open Ground entered off the roads, in half MF."""

    number: str
    halves: int

    def __call__(self, entered: Entered) -> tuple[Modifier, ...]:
        in_open = entered.is_open and entered.pays_for_growth and level_of(entered.to) == 0
        return (Modifier(self.number, "mud", self.halves),) if in_open else ()


def _read_no_mines(text: str, node: Node, board: Board) -> NoMinesIn:
    return NoMinesIn(text, read_area(node["hexes"], board))


def _read_foxholes(text: str, node: Node, board: Board) -> Foxholes:
    squads = node["squads"].integer(1, MOST_SQUADS)
    return Foxholes(text, read_area(node["hexes"], board), squads)


def _lay_foxholes(rule: Foxholes) -> Iterable[Entity]:
    return (foxholes(hex_id, rule.squads) for hex_id in rule.hexes)


def _read_trenches(text: str, node: Node, board: Board) -> Trenches:
    return Trenches(text, read_area(node["hexes"], board))


def _lay_trenches(rule: Trenches) -> Iterable[Entity]:
    return map(trench, rule.hexes)


def _read_wire(text: str, node: Node, board: Board) -> WireIn:
    return WireIn(text, read_area(node["hexes"], board))


def _lay_wire(rule: WireIn) -> Iterable[Entity]:
    return map(wire, rule.hexes)


def _read_roadblock(text: str, node: Node, board: Board) -> RoadblockAt:
    """B29.1: on a hexside that a road crosses, at no bridge."""
    side = node["side"].integer(0, 5)
    hexes = read_area(node["hexes"], board)
    for hex_id in hexes:
        bar = roadblock_bar(board, hex_id, side)
        if bar is not None:
            where = board.name(hex_id)
            why = f"no road leads that way in {where}, or there is a bridge ({bar.rule})"
            raise node["side"].error(why)
    return RoadblockAt(text, hexes, side)


def _lay_roadblock(rule: RoadblockAt) -> Iterable[Entity]:
    return (roadblock(hex_id, rule.side) for hex_id in rule.hexes)


def _read_pillboxes(text: str, node: Node, board: Board) -> Pillboxes:
    hexes = read_area(node["hexes"], board)
    for hex_id in hexes:
        if not takes_pillbox(board, hex_id):
            raise node["hexes"].error(f"{board.name(hex_id)} takes no pillbox (B30.1)")
    printed = tuple(node[which].integer(1, MOST_PILLBOX_TEM) for which in ("ca", "nca"))
    return Pillboxes(
        text,
        hexes,
        node["squads"].integer(1, MOST_SQUADS),
        (printed[0], printed[1]),
        node["facing"].integer(0, 5),
        _read_side(node),
    )


def _read_side(node: Node) -> Side:
    return Side(node["side"].choice(tuple(side.value for side in Side)))


def _lay_pillboxes(rule: Pillboxes) -> Iterable[Entity]:
    for hex_id in rule.hexes:
        yield pillbox(hex_id, squads=rule.squads, tem=rule.tem, facing=rule.facing, side=rule.side)


def _read_molotovs(text: str, node: Node, board: Board) -> Molotovs:
    return Molotovs(text, _read_side(node))


@dataclass(frozen=True)
class _Having:
    """Which sides have something by a special rule: one."""

    side: Side

    def __call__(self) -> tuple[Side, ...]:
        return (self.side,)


def _under_molotovs(law: Law, rule: Molotovs, number: str) -> Law:
    having: Provided = _Having(rule.side)
    return law.adding(MOLOTOVS, Rule(number, having))


def _read_fortified(text: str, node: Node, board: Board) -> FortifiedBuildings:
    """B23.9: each hex from its ground level up to that level."""
    highest = node.get("level")
    top = 0 if highest is None else highest.integer(0)
    found: list[LocationId] = []
    for hex_id in read_area(node["hexes"], board):
        locations = board.locations(hex_id)[: top + 1]
        if not board.terrain(hex_id).is_building or len(locations) <= top:
            raise node["hexes"].error(f"{board.name(hex_id)} has no building of that level (B23.9)")
        found += locations
    return FortifiedBuildings(text, tuple(found))


def _lay_fortified(rule: FortifiedBuildings) -> Iterable[Entity]:
    return map(fortified, rule.locations)


def _read_alpine(text: str, node: Node, board: Board) -> AreAlpine:
    return AreAlpine(text)


def _lay_alpine(rule: AreAlpine) -> Iterable[Entity]:
    return (alpine_hills(),)


def _read_mud(text: str, node: Node, board: Board) -> Mud:
    return Mud(text, node["mf"].integer(1, MOST_MUD))


def _under_mud(law: Law, rule: Mud, number: str) -> Law:
    cost: TerrainCost = _MudCost(number, 2 * rule.mf)
    return law.adding(TERRAIN_COST, Rule(number, cost))


def _read_tem(text: str, node: Node, board: Board) -> BuildingTem:
    wooden, stone = (node[which].integer(1, MOST_TEM) for which in ("wooden", "stone"))
    return BuildingTem(text, wooden, stone)


def _under_tem(law: Law, rule: BuildingTem, number: str) -> Law:
    values = {Terrain.WOODEN_BUILDING: rule.wooden, Terrain.STONE_BUILDING: rule.stone}
    return law.replacing(TEM, "B23.3", gives(number, values))


def _read_shortage(text: str, node: Node, board: Board) -> AmmunitionShortage:
    return AmmunitionShortage(text, Side(node["side"].choice(side.value for side in Side)))


def _under_shortage(law: Law, rule: AmmunitionShortage, number: str) -> Law:
    return under_shortage(law, rule.side, number)


def _read_traps(text: str, node: Node, board: Board) -> TrapsAllowed:
    return TrapsAllowed(text, _read_side(node))


def _read_chains(text: str, node: Node, board: Board) -> DaisyChains:
    return DaisyChains(text, _read_side(node), node["factors"].integer(1))


def _read_by_effect(text: str, node: Node, board: Board) -> StrengthByEffect:
    return StrengthByEffect(text)


def _under_by_effect(law: Law, rule: StrengthByEffect, number: str) -> Law:
    return on_any_effect(law, number)


def _read_sappers(text: str, node: Node, board: Board) -> Sappers:
    found = []
    for item in node["types"].items():
        try:
            found.append(unit_type(item.text()).id)
        except ForceError as error:
            raise item.error(str(error)) from None
    return Sappers(text, _read_side(node), tuple(found))


@dataclass(frozen=True)
class _AreSappers:
    """Whether a unit is of a side and of one of some types, or a HS of theirs."""

    side: Side
    types: frozenset[str | None]

    def __call__(self, unit: Unit) -> bool:
        return unit.side is self.side and unit.type in self.types


def _under_sappers(law: Law, rule: Sappers, number: str) -> Law:
    halves = (unit_type(one).half for one in rule.types)
    are: IsSapper = _AreSappers(rule.side, frozenset({*rule.types, *halves}))
    return law.adding(SAPPERS, Rule(number, are))


def _read_note(text: str, node: Node, board: Board) -> Note:
    return Note(text)


def _read_no_concealment(text: str, node: Node, board: Board) -> NoConcealment:
    return NoConcealment(text)


def _under_no_concealment(law: Law, rule: NoConcealment, number: str) -> Law:
    return law.replacing(CONCEALMENT, "A12.12")


def _read_by_los(text: str, node: Node, board: Board) -> InspectionByLos:
    return InspectionByLos(text)


def _under_by_los(law: Law, rule: InspectionByLos, number: str) -> Law:
    return by_los(law, number)


KINDS: Mapping[str, SpecialKind] = {
    "no_mines_in": SpecialKind(NoMinesIn, ("hexes",), _read_no_mines),
    "mud": SpecialKind(Mud, ("mf",), _read_mud, _under_mud),
    "building_tem": SpecialKind(BuildingTem, ("wooden", "stone"), _read_tem, _under_tem),
    "foxholes": SpecialKind(Foxholes, ("hexes", "squads"), _read_foxholes, lays_out=_lay_foxholes),
    "trenches": SpecialKind(Trenches, ("hexes",), _read_trenches, lays_out=_lay_trenches),
    "wire": SpecialKind(WireIn, ("hexes",), _read_wire, lays_out=_lay_wire),
    "roadblock": SpecialKind(
        RoadblockAt, ("hexes", "side"), _read_roadblock, lays_out=_lay_roadblock
    ),
    "pillboxes": SpecialKind(
        Pillboxes,
        ("hexes", "squads", "ca", "nca", "facing", "side"),
        _read_pillboxes,
        lays_out=_lay_pillboxes,
    ),
    "fortified": SpecialKind(
        FortifiedBuildings, ("hexes", "level"), _read_fortified, lays_out=_lay_fortified
    ),
    "alpine_hills": SpecialKind(AreAlpine, (), _read_alpine, lays_out=_lay_alpine),
    "ammunition_shortage": SpecialKind(
        AmmunitionShortage, ("side",), _read_shortage, _under_shortage
    ),
    "mine_strength_by_effect": SpecialKind(StrengthByEffect, (), _read_by_effect, _under_by_effect),
    "sappers": SpecialKind(Sappers, ("side", "types"), _read_sappers, _under_sappers),
    "daisy_chains": SpecialKind(DaisyChains, ("side", "factors"), _read_chains),
    "booby_traps": SpecialKind(TrapsAllowed, ("side",), _read_traps),
    "molotovs": SpecialKind(Molotovs, ("side",), _read_molotovs, _under_molotovs),
    "fording_line": SpecialKind(
        FordingLineAlong, ("side", "hexes"), read_fording_line, lays_out=lay_fording_line
    ),
    "boats": SpecialKind(BoatsAt, ("side", "type", "at", "first"), read_boats, lays_out=lay_boats),
    "cavalry": SpecialKind(AreCavalry, ("side", "types"), read_cavalry, lays_out=lay_cavalry),
    "rafting": SpecialKind(Rafting, ("side", "types"), read_rafting, rafting_law),
    "untrained_crews": SpecialKind(UntrainedCrews, ("side",), read_untrained, untrained_law),
    "no_concealment": SpecialKind(NoConcealment, (), _read_no_concealment, _under_no_concealment),
    "inspection_by_los": SpecialKind(InspectionByLos, (), _read_by_los, _under_by_los),
    "text": SpecialKind(Note, (), _read_note),
}
"""Every kind of special rule, by what a card calls it. Where mines may not be recorded is asked for
when they are.
"""
