"""From a scenario card in YAML to a `Scenario`; what does not hold is refused by line and field."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, get_args

from rules.board.geometry import column_name
from rules.board.locations import hex_name
from rules.board.terrain import RoadKind
from rules.data import DataError, load_yaml, parse_plain
from rules.forces import ForceError, UnitClass, nations, unit_type, weapon_type
from rules.forces.counter_kinds import UNIT, WEAPON, CounterKind
from rules.kernel.audience import Side
from rules.mapmaking.finding import SITE_BOARDS, Boards
from rules.position.reserves import MARKS
from rules.scenarios.areas import read_area
from rules.scenarios.balance import balanced, read_balance, with_balance, without_balance
from rules.scenarios.designer import DESIGNER_FIELDS, read_designer
from rules.scenarios.fortifying import check_fortifications, read_fortifications
from rules.scenarios.maps import read_map
from rules.scenarios.options import inspected_by_los, without_options
from rules.scenarios.shelf import OwnCard, is_own, kept, own_card
from rules.scenarios.special import read_special_rules
from rules.scenarios.types import (
    DaisyChains,
    Group,
    Piece,
    Role,
    Scenario,
    SideCard,
)
from rules.scenarios.victory import read_victory
from rules.scenarios.water import WATER, read_water
from rules.scenarios.weather import WEATHER_FIELDS, read_weather, read_year

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.board.board import Board
    from rules.board.locations import HexId
    from rules.data import Node
    from rules.forces import UnitType

DATA = Path(__file__).parent / "data"

Nations: TypeAlias = tuple[str, ...]

SIDES = tuple(side.value for side in Side)
ROLES: tuple[Role, ...] = get_args(Role)
MAX_ELR = 5
MAX_SAN = 7
MAX_TURNS = 40
MAX_COUNT = 200
# What the chapters know, written here again; a test holds both together.
HALVES_PER_HEX = 6
HEXSIDES = 6
SMC_PER_HEX = 4
MINEFIELDS = (6, 8, 12)

CARD_FIELDS = (
    "id",
    "title",
    "date",
    "place",
    "intro",
    "board",
    "map",
    "terrain",
    "month",
    "year",
    *WEATHER_FIELDS,
    WATER,
    "turns",
    "half_turn",
    "first",
    "setup",
    "sides",
    "ssr",
    "victory",
    "balance",
    *DESIGNER_FIELDS,
)
SIDE_FIELDS = ("nation", "name", "role", "elr", "san", "groups")
MINE_FIELDS = ("mines", "known_mines", "dummy_mines")
UNSEEN = ("concealment", "hidden", "fortifications")
NOT_LATE = ("hidden", "fortifications")
GROUP_FIELDS = ("name", "turn", "area", "units", "leaders", "weapons", *UNSEEN, *MINE_FIELDS)


def scenario_ids() -> tuple[str, ...]:
    """The ids of our scenarios, in alphabetical order."""
    return tuple(sorted(path.stem for path in DATA.glob("*.yaml")))


@kept
def load_scenario(id: str) -> Scenario:
    """One of our scenarios, as its card has it or with a side's Balance (`balance.balanced`), and
    with the options that its id names (`options`).

    KeyError if there is none of that id, DataError if its card is bad.
    """
    version, by_los = without_options(id)
    return inspected_by_los(_version(version)) if by_los else _version(version)


def _version(id: str) -> Scenario:
    printed, side = without_balance(id)
    if is_own(printed):
        return read_own(own_card(printed), side)
    if printed not in scenario_ids():
        raise KeyError(id)
    return read_scenario(DATA / f"{printed}.yaml", side)


def read_scenario(path: Path, balance: Side | None = None) -> Scenario:
    """The scenario of one file, whose name is its id, or with the Balance of a side (A26.4).

    Raises DataError by line and field, also for what is wrong in either Balance.
    """
    try:
        root = load_yaml(path)
    except OSError as error:
        raise DataError(path, 1, "", error.strerror or "cannot be read") from error
    root.only(CARD_FIELDS)
    if root["id"].text() != path.stem:
        raise root["id"].error(f"must be the name of the file, {path.stem}")
    found = _read(root, path.stem, balance, SITE_BOARDS)
    root["balance"].only(SIDES)
    return found


def read_own(card: OwnCard, balance: Side | None = None) -> Scenario:
    """The scenario of a card that somebody brought along, or with the Balance of a side if it has
    any. Raises DataError likewise, KeyError for a Balance that it has not.
    """
    root = parse_plain(card.source, Path("card"))
    root.only(CARD_FIELDS)
    if balance is not None and root.get("balance") is None:
        raise KeyError(balanced(card.id, balance))
    return _read(root, card.id, balance, Boards(card.boards))


def _read(root: Node, id: str, balance: Side | None, boards: Boards) -> Scenario:
    printed = _scenario(root, id, None, boards)
    if root.get("balance") is None:
        return printed
    with_each = {
        side: _scenario(with_balance(root, side), balanced(id, side), side, boards) for side in Side
    }
    return printed if balance is None else with_each[balance]


def _scenario(root: Node, id: str, balance: Side | None, boards: Boards) -> Scenario:
    plan, board = read_map(root, root["month"].integer(1, 12), boards)
    scenario = Scenario(
        id=id,
        title=_words(root["title"]),
        date=_words(root["date"]),
        place=_words(root["place"]),
        intro=_words(root["intro"]),
        board=board.id,
        plan=plan,
        month=board.month,
        year=read_year(root["year"]),
        weather=read_weather(root),
        turns=root["turns"].integer(1, MAX_TURNS),
        half_turn=root["half_turn"].flag(),
        first=_side(root["first"]),
        setup=_setup(root["setup"]),
        sides=_sides(root["sides"], board),
        ssr=read_special_rules(root.get("ssr"), board),
        victory=read_victory(root["victory"], board, root["turns"].integer(1)),
        balance={} if root.get("balance") is None else read_balance(root["balance"]),
        balanced=balance,
        designer=read_designer(root),
        water=read_water(root, board),
    )
    _check_mines(root["sides"], scenario, board)
    check_fortifications(root["sides"], scenario, board)
    _check_turns(root["sides"], scenario)
    _check_chains(root["sides"], scenario)
    return scenario


def _words(node: Node) -> str:
    return node.text().strip()


def _side(node: Node) -> Side:
    return Side(node.choice(SIDES))


def _setup(node: Node) -> tuple[Side, ...]:
    order = tuple(_side(item) for item in node.items())
    if sorted(order) != sorted(Side):
        raise node.error("must name each side once")
    return order


def _sides(node: Node, board: Board) -> Mapping[Side, SideCard]:
    node.only(SIDES)
    letters = _Letters()
    cards = {side: _side_card(node[side.value], side, board, letters) for side in Side}
    _check_overlaps(node, cards)
    return cards


def _side_card(node: Node, side: Side, board: Board, letters: _Letters) -> SideCard:
    node.only(SIDE_FIELDS)
    of = _nations(node["nation"])
    groups = tuple(_group(item, of, board, letters) for item in node["groups"].items())
    if not any(group.pieces for group in groups):
        raise node["groups"].error("a side needs a unit")
    return SideCard(
        side=side,
        nations=of,
        name=_words(node["name"]),
        role=_role(node["role"]),
        elr=node["elr"].integer(0, MAX_ELR),
        san=_san(node["san"]),
        groups=groups,
    )


def _nations(node: Node) -> tuple[str, ...]:
    """One nation, or a list with the main one first."""
    known = [nation.id for nation in nations()]
    listed = node.items() if isinstance(node.value, list) else (node,)
    found = tuple(item.choice(known) for item in listed)
    if not found or len(set(found)) < len(found):
        raise node.error("names each nation of the side once")
    return found


def _role(node: Node) -> Role:
    said = node.choice(ROLES)
    return next(role for role in ROLES if role == said)


def _san(node: Node) -> int:
    """A14.1: a SAN is 2 to 7; 0 says that the side has none."""
    san = node.integer(0, MAX_SAN)
    if san == 1:
        raise node.error("must be 0 or 2 to 7, not 1")
    return san


class _Letters:
    """Gives out the ids of counters: running letters for each type, over the whole card."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()
        self._names: set[str] = set()

    def piece(self, type_id: str, kind: CounterKind = UNIT) -> Piece:
        """The next counter of a type."""
        letter = self._next(type_id)
        return Piece(f"{type_id}-{letter}", type_id, kind, letter.upper())

    def leader(self, node: Node, type_id: str, name: str) -> Piece:
        """A leader of that name, which no other has."""
        if name in self._names:
            raise node.error("there is another leader of that name")
        self._names.add(name)
        return Piece(f"{type_id}-{self._next(type_id)}", type_id, UNIT, name)

    def _next(self, type_id: str) -> str:
        """a to z, then aa to zz, as hexrows are lettered."""
        given = self._given[type_id]
        self._given[type_id] += 1
        return column_name(given).lower()


def _group(node: Node, of: Nations, board: Board, letters: _Letters) -> Group:
    node.only(GROUP_FIELDS)
    area = read_area(node["area"], board)
    units = tuple(_units(node, of, letters)) + tuple(_leaders(node, of, letters))
    weapons = tuple(_weapons(node, of, letters))
    mines = {field: node.get(field) for field in MINE_FIELDS}
    mmc = sum(not unit_type(unit.type).cls.is_smc for unit in units)
    if len(weapons) > mmc:
        raise node["weapons"].error(f"the group has {mmc} MMC to carry {len(weapons)}")
    if not units and all(said is None for said in mines.values()):
        raise node.error("has neither units nor mines")
    turn = node.get("turn")
    if turn is None:
        _check_room(node["area"], len(area), units)
    else:
        _check_entry(node, area, board)
    return Group(
        name=_words(node["name"]),
        area_text=_words(node["area"]),
        area=area,
        pieces=units + weapons,
        mines=_number(mines["mines"], min(MINEFIELDS)),
        turn=None if turn is None else turn.integer(1),
        known_mines=_number(mines["known_mines"], min(MINEFIELDS)),
        dummy_mines=_number(mines["dummy_mines"], 1),
        concealment=_number(node.get("concealment"), 1),
        hidden=_number(node.get("hidden"), 1),
        fortifications=read_fortifications(node.get("fortifications")),
    )


def _number(node: Node | None, least: int) -> int:
    return 0 if node is None else node.integer(least, MAX_COUNT)


def _check_entry(node: Node, area: tuple[HexId, ...], board: Board) -> None:
    """A2.5: who enters after the start does so over the edge of the map, and brings no mines."""
    laid = next((field for field in MINE_FIELDS if node.get(field) is not None), None)
    if laid is not None:
        raise node[laid].error("are laid before play, and this group enters later (B28.1)")
    unseen = next((field for field in NOT_LATE if node.get(field) is not None), None)
    if unseen is not None:
        raise node[unseen].error("is for who sets up before play, and this group enters later")
    marks = node.get("concealment")
    if marks is not None and marks.integer(1) % MARKS:
        raise marks.error("is two for each Dummy that enters (A12.11)")
    inside = next((there for there in area if len(board.neighbours(there)) == HEXSIDES), None)
    if inside is not None:
        raise node["area"].error(f"{hex_name(inside)} is not at the edge of the map (A2.5)")


def _listed(group: Node, field: str) -> Iterator[tuple[str, Node]]:
    node = group.get(field)
    return iter(()) if node is None else node.pairs()


def _units(group: Node, of: Nations, letters: _Letters) -> Iterator[Piece]:
    for type_id, node in _listed(group, "units"):
        unit = _unit_type(node, type_id, of)
        if unit.cls is UnitClass.LEADER:
            raise node.error("is a leader: it stands with its name under leaders")
        for _ in range(node.integer(1, MAX_COUNT)):
            yield letters.piece(type_id)


def _leaders(group: Node, of: Nations, letters: _Letters) -> Iterator[Piece]:
    for name, node in _listed(group, "leaders"):
        type_id = node.text()
        if _unit_type(node, type_id, of).cls is not UnitClass.LEADER:
            raise node.error(f"{type_id} is not a leader")
        yield letters.leader(node, type_id, name)


def _weapons(group: Node, of: Nations, letters: _Letters) -> Iterator[Piece]:
    for type_id, node in _listed(group, "weapons"):
        try:
            nation = weapon_type(type_id).nation
        except ForceError as error:
            raise node.error(str(error)) from None
        _check_nation(node, type_id, nation, of)
        for _ in range(node.integer(1, MAX_COUNT)):
            yield letters.piece(type_id, WEAPON)


def _unit_type(node: Node, type_id: str, of: Nations) -> UnitType:
    try:
        unit = unit_type(type_id)
    except ForceError as error:
        raise node.error(str(error)) from None
    _check_nation(node, type_id, unit.nation, of)
    return unit


def _check_nation(node: Node, type_id: str, nation: str, of: Nations) -> None:
    if nation not in of:
        raise node.error(f"{type_id} is {nation}, the side {' and '.join(of)}")


def _check_room(node: Node, hexes: int, units: tuple[Piece, ...]) -> None:
    """A5.1, A2.9: the group can be set up within the stacking limits, whatever stands where."""
    types = [unit_type(unit.type) for unit in units]
    halves = sum(unit.halves for unit in types)
    smc = sum(unit.cls.is_smc for unit in types)
    if halves > HALVES_PER_HEX * hexes or smc > SMC_PER_HEX * hexes:
        raise node.error(f"the group does not fit into {_counted(hexes)} (A5.1)")


def _counted(hexes: int) -> str:
    return f"{hexes} hex" if hexes == 1 else f"{hexes} hexes"


def _check_overlaps(node: Node, cards: Mapping[Side, SideCard]) -> None:
    owners: dict[HexId, str] = {}
    for side, card in cards.items():
        for item, group in zip(node[side.value]["groups"].items(), card.groups, strict=True):
            if group.turn is not None:
                continue
            taken = next((hex_id for hex_id in group.area if hex_id in owners), None)
            if taken is not None:
                raise item["area"].error(f"{hex_name(taken)} belongs to {owners[taken]} already")
            owners |= dict.fromkeys(group.area, group.name)


def _check_turns(node: Node, scenario: Scenario) -> None:
    """A2.5: nobody is due after the last Game Turn in which his side has a Player Turn."""
    for side, card in scenario.sides.items():
        last = scenario.turns - (scenario.half_turn and side is not scenario.first)
        for item, group in zip(node[side.value]["groups"].items(), card.groups, strict=True):
            if group.turn is not None and group.turn > last:
                raise item["turn"].error(f"the side has no Player Turn after Game Turn {last}")


def _check_mines(node: Node, scenario: Scenario, board: Board) -> None:
    """B28.1: the factors are one group's, and every one can be spent in its area."""
    for side, card in scenario.sides.items():
        mined = [
            (next(said for field in MINE_FIELDS if (said := item.get(field)) is not None), group)
            for item, group in zip(node[side.value]["groups"].items(), card.groups, strict=True)
            if group.mines or group.known_mines or group.dummy_mines
        ]
        for mines, _ in mined[1:]:
            raise mines.error(f"the mines of the side are with {mined[0][1].name} already")
        for mines, group in mined:
            _check_allotment(mines, group, scenario, board)


def _check_chains(node: Node, scenario: Scenario) -> None:
    """B28.531: Daisy Chains are a special rule's, and have as many A-T mines as it says."""
    granted = dict.fromkeys(Side, 0)
    for rule in scenario.ssr:
        if isinstance(rule, DaisyChains):
            granted[rule.side] += rule.factors
    for side, card in scenario.sides.items():
        weapons = (one for group in card.groups for one in group.pieces if one.kind is WEAPON)
        had = sum(weapon_type(one.type).factors for one in weapons)
        if had != granted[side]:
            said = f"the special rules grant Daisy Chains of {granted[side]} A-T mines (B28.531)"
            raise node[side.value].error(f"its OB has Daisy Chains of {had}; {said}")


def _check_allotment(node: Node, group: Group, scenario: Scenario, board: Board) -> None:
    each = [_fewest_minefields(factors) for factors in (group.mines, group.known_mines)]
    needed = [fields for fields in each if fields is not None]
    fields = sum(needed)
    if len(needed) < len(each):
        strengths = ", ".join(map(str, MINEFIELDS))
        raise node.error(f"cannot be spent in minefields of {strengths} (B28.1)")
    allowed = (hex_id for hex_id in group.area if hex_id not in scenario.no_mines)
    free = sum(can_be_mined(board, hex_id) for hex_id in allowed)
    if fields > free:
        raise node.error(f"needs {_counted(fields)} that can be mined, the area has {free}")


def can_be_mined(board: Board, hex_id: HexId) -> bool:
    """B28.1, B28.53: whether the terrain lets hidden mines lie in a hex."""
    paved = board.road(hex_id) is RoadKind.PAVED
    return not paved and not board.interior_building_hex(hex_id)


def _fewest_minefields(factors: int) -> int | None:
    """How many minefields spend exactly so many factors, or None if none do."""
    fewest: dict[int, int] = {0: 0}
    for total in range(1, factors + 1):
        parts = [fewest[total - s] for s in MINEFIELDS if total - s in fewest]
        if parts:
            fewest[total] = min(parts) + 1
    return fewest.get(factors)
