"""Scenario cards: ours hold, and a bad card is refused by file, line and field."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.board.locations import hex_name
from rules.board.terrain import StreamDepth, Terrain
from rules.chapters.mines.b28_minefields import AP_STRENGTHS, may_not_lay
from rules.chapters.movement.a05_stacking import FREE_SMC, LIMIT_HALVES
from rules.data import DataError, Node
from rules.forces import UnitClass, unit_type
from rules.forces.counter_kinds import UNIT, WEAPON
from rules.forces.entities import Ec, Wind
from rules.kernel.audience import Side
from rules.mapmaking.loading import load_board
from rules.mapmaking.maps import MapPlan, load_map, map_of
from rules.mapmaking.placing import Placement
from rules.mapmaking.source import parse_board
from rules.play.ruleset import AslRules
from rules.scenarios import (
    NoMinesIn,
    Note,
    Scenario,
    load_scenario,
    read_scenario,
    scenario_ids,
)
from rules.scenarios.areas import read_area
from rules.scenarios.loader import HALVES_PER_HEX, MINEFIELDS, SMC_PER_HEX, can_be_mined
from rules.scenarios.types import SILENT, Designer, Group, Measured, Weather

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.board.board import Board

DOCS = Path(__file__).parents[2] / "docs" / "scenarios.md"

CARD = """\
id: card
title: The Mill Yard
date: 3 July 1943
place: West of Kolodets
intro: Two platoons, one mill.
board: so1
month: 7
year: 1943
turns: 4
half_turn: true
first: a
setup: [b, a]
sides:
  a:
    nation: german
    name: German
    role: attacks
    elr: 3
    san: 0
    groups:
      - name: Platoon Weber
        area: M8-M9
        units: {ger-467: 5, ger-247: 2}
        leaders: {Lt. Weber: ger-8-1}
        weapons: {ger-lmg: 1}
      - name: Scouts
        area: L9
        units: {ger-467: 1}
        leaders: {Sgt. Roth: ger-8-0}
  b:
    nation: russian
    name: Russian
    role: defends
    elr: 2
    san: 3
    groups:
      - name: Mill guard
        area: P6-P7 Q7-Q8
        units: {rus-447: 2}
        mines: 18
ssr:
  - kind: no_mines_in
    hexes: Q7
    text: No mines in the mill.
  - kind: text
    text: The miller is at home.
victory:
  side: a
  at_least: 1
  hexes: Q7 O7
  text: Control the mill or the school.
balance:
  a:
    text: One turn more.
    turns: 5
  b:
    text: One squad more.
    sides: {b: {groups: {Mill guard: {units: {rus-447: 3}}}}}
"""

TEMS = "building_tem\n    wooden: 1\n    stone: 2\n"
"""Follows `kind:` in a special rule of a card."""

MORE = "Mill guard: {units: {rus-447: 3}}"
"""What the Balance of a card changes."""

BAD = [
    ("id: card", "id: cart", "id", "name of the file, card"),
    ("title: The Mill Yard", "titel: The Mill Yard", "titel", "unknown field"),
    ("place: West of Kolodets\n", "", "", "'place' is missing"),
    ("date: 3 July 1943", "date: 1943-07-03", "date", "must be text"),
    ("board: so1", "board: so99", "board", "must be one of"),
    ("month: 7", "month: 13", "month", "at most 12"),
    ("year: 1943", "year: 1812", "year", "at least 1936"),
    ("year: 1943\n", "year: 1943\nec: damp\n", "ec", "must be one of snow, mud"),
    ("year: 1943\n", "year: 1943\nwind: mild breeze\n", "wind", "the hexside it blows to"),
    ("year: 1943\n", "year: 1943\nwind: storm 2\n", "wind", "the hexside it blows to"),
    ("year: 1943\n", "year: 1943\nwind: heavy winds 6\n", "wind", "the hexside it blows to"),
    ("turns: 4", "turns: 0", "turns", "at least 1"),
    ("half_turn: true", "half_turn: 1", "half_turn", "true or false"),
    ("first: a", "first: german", "first", "must be one of a, b"),
    ("setup: [b, a]", "setup: [b, b]", "setup", "each side once"),
    ("nation: german", "nation: prussian", "sides.a.nation", "must be one of"),
    ("nation: german", "nation: [german, german]", "sides.a.nation", "each nation of the side"),
    ("nation: german", "nation: []", "sides.a.nation", "each nation of the side once"),
    ("nation: german", "nation: [finnish]", "sides.a.groups[0].units.ger-467", "the side finnish"),
    ("role: attacks", "role: attacker", "sides.a.role", "attacks, defends"),
    ("elr: 3", "elr: 6", "sides.a.elr", "at most 5"),
    ("san: 3", "san: 1", "sides.b.san", "0 or 2 to 7"),
    ("san: 3", "san: 8", "sides.b.san", "at most 7"),
    ("area: L9", "area: L11", "sides.a.groups[1].area", "no hex L11"),
    ("area: L9", "area: L9 M9", "sides.a.groups[1].area", "M9 belongs to Platoon Weber"),
    ("area: P6-P7", "area: P6-P7 L9", "sides.b.groups[0].area", "L9 belongs to Scouts"),
    ("area: M8-M9", "area: M8", "sides.a.groups[0].area", "does not fit into 1 hex (A5.1)"),
    ("ger-247: 2", "ger-247: 3", "sides.a.groups[0].area", "does not fit into 2 hexes (A5.1)"),
    ("ger-247: 2", "ger-242: 2", "sides.a.groups[0].units.ger-242", "no unit type"),
    ("ger-247: 2", "rus-237: 2", "sides.a.groups[0].units.rus-237", "russian, the side german"),
    ("ger-247: 2", "ger-9-1: 1", "sides.a.groups[0].units.ger-9-1", "under leaders"),
    ("ger-247: 2", "ger-247: 0", "sides.a.groups[0].units.ger-247", "at least 1"),
    ("er: ger-8-1", "er: ger-467", "sides.a.groups[0].leaders.Lt. Weber", "not a leader"),
    ("er: ger-8-1", "er: rus-8-1", "sides.a.groups[0].leaders.Lt. Weber", "the side german"),
    ("Sgt. Roth", "Lt. Weber", "sides.a.groups[1].leaders.Lt. Weber", "another leader"),
    ("ger-lmg: 1", "ger-mg: 1", "sides.a.groups[0].weapons.ger-mg", "no weapon type"),
    ("ger-lmg: 1", "ger-lmg: 8", "sides.a.groups[0].weapons", "7 MMC to carry 8"),
    ("ger-lmg: 1", "rus-lmg: 1", "sides.a.groups[0].weapons.rus-lmg", "the side german"),
    ("mines: 18", "mines: 4", "sides.b.groups[0].mines", "at least 6"),
    ("mines: 18", "mines: 10", "sides.b.groups[0].mines", "minefields of 6, 8, 12 (B28.1)"),
    ("mines: 18", "mines: 38", "sides.b.groups[0].mines", "needs 4 hexes"),
    ("kind: no_mines_in", "kind: no_smoke", "ssr[0].kind", "must be one of no_mines_in, mud, b"),
    ("hexes: Q7\n", "hexes: Q11\n", "ssr[0].hexes", "no hex Q11"),
    ("kind: text\n", "kind: text\n    hexes: Q7\n", "ssr[1].hexes", "unknown field"),
    ("kind: text\n", "kind: mud\n    mf: 0\n", "ssr[1].mf", "at least 1"),
    (
        "kind: text\n",
        "kind: roadblock\n    hexes: V5\n    side: 0\n",
        "ssr[1].side",
        "no road leads that way in V5",
    ),
    ("kind: text\n", f"kind: {TEMS.replace('2', '6')}", "ssr[1].stone", "at most 5"),
    ("kind: text\n", f"kind: {TEMS}    text: A.\n  - kind: {TEMS}", "ssr[2].kind", "has no rule"),
    ("at_least: 1", "at_least: 3", "victory.at_least", "at most 2"),
    ("hexes: Q7 O7", "hexes: Q7 O8", "victory.hexes", "O8 is no building hex"),
    ("  b:\n    text: One squad more.\n", "  c:\n    text: Six.\n", "balance.c", "unknown field"),
    ("    text: One squad more.\n", "", "balance.b", "'text' is missing"),
    (f"    sides: {{b: {{groups: {{{MORE}}}}}}}\n", "", "balance.b", "changes nothing"),
    ("    sides: {b: {gr", "    side: {b: {gr", "balance.b.side", "unknown field"),
    (MORE, "Mil: {}", "balance.b.sides.b.groups.Mil", "no group has that"),
    (MORE, "Mill guard: {mines: 4}", "sides.b.groups[0].mines", "at least 6"),
    (MORE, "Mill guard: {turn: }", "balance.b.sides.b.groups.Mill guard.turn", "cannot be taken"),
    ("id: card\n", "id: card\nlength: 2\n", "length", "must be text"),
    ("id: card\n", "id: card\nmeasured: {games: 0, a: 0, b: 0}\n", "measured.games", "at least 1"),
    ("id: card\n", "id: card\nmeasured: {games: 4, a: 5, b: 0}\n", "measured.a", "at most 4"),
    ("id: card\n", "id: card\nmeasured: {games: 4, a: 3, b: 2}\n", "measured", "more wins than 4"),
]  # fmt: skip

AREAS = [
    ("B1 A2 B1", "A2 B1"),
    ("B1, A2", "A2 B1"),
    ("B0-B2", "B0 B1 B2"),
    ("columns A", "A1 A2"),
    ("columns B-", "B0 B1 B2 C1 C2"),
    ("columns -B", "A1 A2 B0 B1 B2"),
    ("columns A C1", "A1 A2 C1"),
    ("A1 columns C", "A1 C1 C2"),
    ("columns A-C without columns B hexes C1", "A1 A2 C2"),
    ("columns B without B1-B2", "B0"),
]

BAD_AREAS = [
    ("D1", "there is no hex D1"),
    ("A", "'A' is not the name of a hex"),
    ("columns D", "there is no column D"),
    ("columns -", "no range of columns"),
    ("columns C-A", "no range of columns"),
    ("A1-C1", "does not go down one column"),
    ("B2-B0", "does not go down one column"),
    ("columns", "lists no hexes"),
    ("without A1", "takes out A1, which was not in"),
    ("columns A without", "lists nothing after 'without'"),
    ("columns A without B1", "takes out B1, which was not in"),
    ("columns A without A1-A2", "lists no hexes"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "card.yaml"
    path.write_text(CARD, encoding="utf-8")
    return path


def test_what_a_card_says(path: Path) -> None:
    card = read_scenario(path)
    assert (card.id, card.title, card.date) == ("card", "The Mill Yard", "3 July 1943")
    assert (card.board, card.month, card.turns, card.half_turn) == ("so1", 7, 4, True)
    assert (card.first, card.setup) == (Side.A, (Side.B, Side.A))
    assert (card.sides[Side.B].role, card.sides[Side.B].san) == ("defends", 3)
    assert (card.sides[Side.A].mines, card.sides[Side.B].mines) == (0, 18)
    assert card.sides[Side.A].groups[0].area == ("so1:M8", "so1:M9")
    assert card.sides[Side.A].groups[0].area_text == "M8-M9"
    assert card.ssr == (
        NoMinesIn("No mines in the mill.", card.victory.hexes[1:]),
        Note("The miller is at home."),
    )
    assert card.no_mines == {"so1:Q7"}
    assert card.victory.hexes == ("so1:O7", "so1:Q7")
    assert card.balance[Side.B] == "One squad more."


def test_a_card_with_the_balance_of_a_side(path: Path) -> None:
    printed, more, harder = (read_scenario(path, side) for side in (None, Side.A, Side.B))
    assert [card.id for card in (printed, more, harder)] == ["card", "card.a", "card.b"]
    assert [card.turns for card in (printed, more, harder)] == [4, 5, 4]
    assert [len(card.sides[Side.B].pieces) for card in (printed, more, harder)] == [2, 2, 3]
    assert [card.balanced for card in (printed, more, harder)] == [None, Side.A, Side.B]
    assert replace(more, id="card", turns=4, balanced=None) == printed


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ("sides: {a: {groups: {Scouts: }}}", lambda c: len(c.sides[Side.A].groups) == 1),
        ("sides: {a: {groups: {Scouts: {area: L8}}}}", lambda c: _scouts(c).area_text == "L8"),
        ("sides: {b: {groups: {Mill guard: {mines: }}}}", lambda c: c.sides[Side.B].mines == 0),
        ("ssr: [{kind: text, text: Rain.}]", lambda c: c.ssr[2:] == (Note("Rain."),)),
        ("ssr: ", lambda c: c.ssr == ()),
        ("victory: {at_least: 2}", lambda c: c.victory.conditions[0].at_least == 2),
        ("ec: dry", lambda c: c.weather.ec is Ec.DRY),
    ],
)  # fmt: skip
def test_what_a_balance_may_change(
    path: Path, changes: str, holds: Callable[[Scenario], bool]
) -> None:
    path.write_text(CARD.replace("    turns: 5\n", f"    {changes}\n"), encoding="utf-8")
    assert holds(read_scenario(path, Side.A))
    assert not holds(read_scenario(path))


def _scouts(card: Scenario) -> Group:
    return card.sides[Side.A].groups[1]


@pytest.mark.parametrize("id", ["first-light.c", "first-light.", ".a", "nowhere.a", "a.b.a"])
def test_no_scenario_has_the_balance_of_nobody(id: str) -> None:
    with pytest.raises(KeyError):
        load_scenario(id)


def test_a_side_of_two_nations_in_the_wind(path: Path) -> None:
    said = CARD.replace("nation: german", "nation: [finnish, german]")
    path.write_text(said.replace("month: 7\n", "month: 7\nec: dry\nwind: mild breeze 2\n"))
    card = read_scenario(path)
    assert card.sides[Side.A].nations == ("finnish", "german")
    assert (card.sides[Side.A].nation, card.sides[Side.B].nations) == ("finnish", ("russian",))
    assert (card.year, card.weather) == (1943, Weather(Ec.DRY, Wind.MILD_BREEZE, 2, changes=True))


def test_a_card_that_says_nothing_of_it_has_fair_weather(path: Path) -> None:
    assert read_scenario(path).weather == Weather(Ec.MODERATE, Wind.NONE, None)


def test_what_the_designer_says(path: Path) -> None:
    assert read_scenario(path).designer == SILENT
    said = "length: 2 hours\nnote: A walk.\nmeasured: {games: 40, a: 17, b: 22}\n"
    path.write_text(CARD + said, encoding="utf-8")
    assert read_scenario(path).designer == Designer(
        "2 hours", "A walk.", Measured(40, {Side.A: 17, Side.B: 22})
    )


def test_counters_are_lettered_over_the_groups(path: Path) -> None:
    pieces = read_scenario(path).sides[Side.A].pieces
    assert [piece.id for piece in pieces] == [
        "ger-467-a", "ger-467-b", "ger-467-c", "ger-467-d", "ger-467-e", "ger-247-a", "ger-247-b",
        "ger-8-1-a", "ger-lmg-a", "ger-467-f", "ger-8-0-a",
    ]  # fmt: skip
    assert [piece.letter for piece in pieces[5:]] == ["A", "B", "Lt. Weber", "A", "F", "Sgt. Roth"]
    assert [piece.type for piece in pieces if piece.kind is WEAPON] == ["ger-lmg"]


def test_more_counters_of_a_type_than_there_are_letters(path: Path) -> None:
    area = "area: M8-M9\n        units: {ger-467: 5"
    assert CARD.count(area) == 1
    many = "area: M1-M9 N1-N9 O1-O4\n        units: {ger-467: 54"
    path.write_text(CARD.replace(area, many), encoding="utf-8")

    pieces = read_scenario(path).sides[Side.A].pieces

    squads = [piece for piece in pieces if piece.type == "ger-467"]
    called = [(piece.id, piece.letter) for piece in squads]
    assert called[25:28] == [("ger-467-z", "Z"), ("ger-467-aa", "AA"), ("ger-467-bb", "BB")]
    assert called[52] == ("ger-467-aaa", "AAA")
    assert len(set(called)) == len(squads) == 55


@pytest.mark.parametrize(("old", "new", "field", "message"), BAD)
def test_bad_card(path: Path, old: str, new: str, field: str, message: str) -> None:
    assert CARD.count(old) == 1
    path.write_text(CARD.replace(old, new), encoding="utf-8")

    with pytest.raises(DataError) as caught:
        read_scenario(path)

    assert caught.value.file == path
    assert caught.value.field == field
    assert message in caught.value.message
    line = path.read_text(encoding="utf-8").splitlines()[caught.value.line - 1]
    assert field.rpartition(".")[2] in line


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        ("        units: {rus-447: 2}\n        mines: 18\n", "", "sides.b.groups[0]", "neither"),
        ("        units: {rus-447: 2}\n", "", "sides.b.groups", "a side needs a unit"),
        ("units: {rus-447: 2}", "weapons: {rus-lmg: 1}", "sides.b.groups[0].weapons", "0 MMC"),
        ("    hexes: Q7\n", "", "ssr[0]", "'hexes' is missing"),
        ("kind: text\n", "kind: mud\n", "ssr[1]", "'mf' is missing"),
    ],
)
def test_left_out(path: Path, old: str, new: str, field: str, message: str) -> None:
    path.write_text(CARD.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_scenario(path)
    assert (caught.value.field, message in caught.value.message) == (field, True)


@pytest.mark.rule("B28.53")
def test_mines_need_hexes_that_take_them(path: Path) -> None:
    """P5 is paved and Q7 barred, which leaves Q8 for one minefield."""
    text = CARD.replace("area: P6-P7", "area: P5")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="needs 2 hexes that can be mined, the area has 1"):
        read_scenario(path)
    path.write_text(text.replace("mines: 18", "mines: 12"), encoding="utf-8")
    assert read_scenario(path).sides[Side.B].mines == 12


CHAINS = "ssr:\n  - {kind: daisy_chains, side: b, factors: 3, text: Chains.}\n"


@pytest.mark.card("B28.531a")
def test_daisy_chains_are_a_special_rules(path: Path) -> None:
    """As many A-T mines in all as the rule says, and none without it."""
    armed = CARD.replace("mines: 18", "mines: 18\n        weapons: {rus-chain-3: 1}")
    path.write_text(armed, encoding="utf-8")
    with pytest.raises(DataError, match=r"Daisy Chains of 3; the special rules grant .* of 0 A-T"):
        read_scenario(path)
    path.write_text(CARD.replace("ssr:\n", CHAINS), encoding="utf-8")
    with pytest.raises(DataError, match=r"Daisy Chains of 0; the special rules grant .* of 3 A-T"):
        read_scenario(path)
    path.write_text(armed.replace("ssr:\n", CHAINS), encoding="utf-8")
    assert read_scenario(path).sides[Side.B].piece("rus-chain-3-a").type == "rus-chain-3"


@pytest.mark.card("A14.1b")
def test_no_san_exceeds_seven(path: Path) -> None:
    path.write_text(CARD.replace("san: 3", "san: 7"), encoding="utf-8")
    assert read_scenario(path).sides[Side.B].san == 7
    path.write_text(CARD.replace("san: 3", "san: 8"), encoding="utf-8")
    with pytest.raises(DataError, match="at most 7"):
        read_scenario(path)


def test_the_mines_of_a_side_are_in_one_area(path: Path) -> None:
    more = "      - {name: Rear, area: S9, mines: 6}\nssr:"
    path.write_text(CARD.replace("ssr:", more), encoding="utf-8")
    with pytest.raises(DataError, match=r"groups\[1\]\.mines: .* are with Mill guard already"):
        read_scenario(path)


def test_a_card_is_checked_by_the_limits_of_play() -> None:
    """A5.1, B28.1 and B28.53 as the chapters have them."""
    assert (HALVES_PER_HEX, SMC_PER_HEX) == (LIMIT_HALVES, FREE_SMC)
    assert MINEFIELDS == AP_STRENGTHS
    around = "building stone block: B1 B0 C1 C2 B2 A2 A1"
    for board in (load_board("so1", 6), parse_board(f"size 3 x 2\n{around}", name="tiny")):
        for hex_id in board.hexes:
            assert can_be_mined(board, hex_id) is (may_not_lay(board, hex_id) is None)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"card\.yaml:1: No such file"):
        read_scenario(tmp_path / "card.yaml")


@pytest.mark.parametrize(("text", "hexes"), AREAS, ids=[row[0] for row in AREAS])
def test_area(text: str, hexes: str) -> None:
    board = parse_board("size 3 x 2", name="tiny")
    area = read_area(Node(text, Path("some.yaml"), 1, "area"), board)
    assert [hex_name(hex_id) for hex_id in area] == hexes.split()


@pytest.mark.parametrize(("text", "message"), BAD_AREAS, ids=[row[0] for row in BAD_AREAS])
def test_bad_area(text: str, message: str) -> None:
    board = parse_board("size 3 x 2", name="tiny")
    with pytest.raises(DataError) as caught:
        read_area(Node(text, Path("some.yaml"), 4, "area"), board)
    assert (caught.value.line, caught.value.field) == (4, "area")
    assert message in caught.value.message


MAP = """map:
  - board: so1
    hexrows: A-Q
  - board: so3
    beside: east of so1
    turned: true
    terrain: [streams are dry]
  - board: so4
    beside: south of so3
    offset: -4
terrain:
  - grain is brush
  - "rubble: 1O7"
"""


def _with_map(tmp_path: Path, text: str = MAP, **lines: str) -> Scenario:
    """The card on a map; areas name hexes as on it."""
    card = CARD.replace("board: so1\n", text)
    for field, value in {"P6": "1P6", "P7": "1P7", "Q7": "1Q7", "Q8": "1Q8", **lines}.items():
        card = re.sub(rf"\b{field}\b", value, card)
    for field in ("M8", "M9", "L9", "O7"):
        card = re.sub(rf"\b{field}\b", f"1{field}", card)
    path = tmp_path / "card.yaml"
    path.write_text(card, encoding="utf-8")
    return read_scenario(path)


def test_a_card_on_a_map(tmp_path: Path) -> None:
    changed = MAP.replace("rubble: 1O7", "rubble: 1R7")
    scenario = _with_map(tmp_path, changed.replace("A-Q", "A-S"))
    assert scenario.board == "so1+so3+so4"
    assert scenario.plan is not None
    places = [(one.board, one.column, one.row, one.turned) for one in scenario.plan.placements]
    assert places == [("so1", 0, 0, False), ("so3", 18, 0, True), ("so4", 14, 10, False)]
    board = load_map(scenario.plan, scenario.month)
    assert AslRules(scenario).board is board
    assert board.terrain(board.hex("1H3")) is Terrain.BRUSH
    assert board.terrain(board.hex("1R7")) is Terrain.WOODEN_RUBBLE
    assert board.layout.streams is StreamDepth.DRY
    assert hex_name(scenario.sides[Side.B].groups[0].area[0]) == "1P6"


BAD_MAPS = [
    ("    hexrows: A-Q\n", "    hexrows: A-HH\n", "map[0].hexrows", "no column HH"),
    ("    hexrows: A-Q\n", "    numbers: 1\n", "map[0].numbers", "must be text"),
    ("    hexrows: A-Q\n", "    numbers: one\n", "map[0].numbers", "written as in: 1-5"),
    ("    hexrows: A-Q\n", "    numbers: 5-11\n", "map[0]", "no such hexrows or numbers"),
    ("    hexrows: A-Q\n", "    offset: 2\n", "map[0].offset", "lies where it lies"),
    ("    hexrows: A-Q\n", "    hexrows: A-P\n", "map[1]", "even number of columns"),
    ("east of so1", "right of so1", "map[1].beside", "written as in: south of so1"),
    ("east of so1", "east of so4", "map[1].beside", "so4 is not on the map before"),
    ("    beside: east of so1\n", "", "map[1]", "needs either beside"),
    ("    beside: east of so1\n", "    at: [16]\n", "map[1].at", "a column and a row"),
    ("    beside: east of so1\n", "    at: [10, 0]\n", "map[1]", "so3 lies on so1"),
    ("offset: -4", "offset: -3", "map[2]", "even number of columns"),
    ("offset: -4", "offset: 40", "map[2]", "touches no other"),
    ("board: so3", "board: so99", "map[1].board", "must be one of"),
    ("turned: true", "turned: half", "map[1].turned", "true or false"),
    ("turned: true", "turn: true", "map[1].turn", "unknown field"),
    ("streams are dry", "streams are green", "map[1].terrain[0]", "no change of terrain"),
    ("grain is brush", "grain is tall", "terrain[0]", "no change of terrain"),
    ("1O7", "1A1", "terrain", "no building"),
    ("1O7", "O8", "terrain", "a hex is called 1A1"),
    ("map:\n", "board: so1\nmap:\n", "board", "does not go with map"),
]


@pytest.mark.parametrize(("old", "new", "field", "message"), BAD_MAPS)
def test_a_bad_map_is_refused_by_line_and_field(
    tmp_path: Path, old: str, new: str, field: str, message: str
) -> None:
    assert old in MAP
    with pytest.raises(DataError) as caught:
        _with_map(tmp_path, MAP.replace(old, new, 1))
    assert caught.value.field == field
    assert message in caught.value.message
    assert caught.value.line > 1


MAP_AREAS = [
    ("1A1 2A2", "1A1 2A2"),
    ("1A1-1A2", "1A1 1A2"),
    ("t2 A1-A2 B1", "2A1 2A2 2B1"),
    ("t2 columns C without C1", "2C2"),
    ("t1 columns A t2 columns C without 1A1 2C1", "1A2 2C2"),
    ("t1", "1A1 1A2 1B0 1B1 1B2 1C1 1C2"),
    ("t2", "2A1 2A2 2B1 2B2 2C1 2C2"),
    ("t2 without t2 columns A-B", "2C1 2C2"),
    ("2B0", "1B2"),
]


@pytest.fixture(scope="module")
def two_boards() -> Board:
    boards = {f"t{n}": parse_board("size 3 x 2", name=f"t{n}") for n in (1, 2)}
    return map_of(MapPlan((Placement("t1"), Placement("t2", 0, 2))), boards)


@pytest.mark.parametrize(("text", "hexes"), MAP_AREAS, ids=[row[0] for row in MAP_AREAS])
def test_area_on_a_map(two_boards: Board, text: str, hexes: str) -> None:
    area = read_area(Node(text, Path("some.yaml"), 1, "area"), two_boards)
    assert sorted(hex_name(hex_id) for hex_id in area) == hexes.split()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("columns A", "whose columns? Write as in: t1 columns A"),
        ("A1", "there is no hex A1; on this map a hex is called 1A1"),
        ("t3 columns A", "'t3' is not the name of a hex"),
        ("t2 columns D", "there is no column D"),
        ("1A1-2A2", "does not go down one column"),
    ],
)
def test_bad_area_on_a_map(two_boards: Board, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_area(Node(text, Path("some.yaml"), 4, "area"), two_boards)
    assert message in caught.value.message


def test_the_documented_example_holds(tmp_path: Path) -> None:
    example = re.search(r"```yaml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    path = tmp_path / "mill.yaml"
    path.write_text(example[1], encoding="utf-8")
    assert read_scenario(path).sides[Side.B].mines == 12


def test_scenarios_by_id() -> None:
    assert scenario_ids() == (
        "both-ends", "bottle-deposit", "brody-gate", "chapel-ridge", "ferryman", "first-light",
        "keep-off-the-grass", "mill-bridge", "owl-light", "santa-lucia", "skirmish", "soft-cheese",
        "tannery-row", "threshing-floor", "watering-the-horses",
    )  # fmt: skip
    assert load_scenario("first-light") is load_scenario("first-light")
    with pytest.raises(KeyError):
        load_scenario("../data/skirmish")


def test_both_ends_is_on_two_boards_one_of_them_turned_and_cut() -> None:
    board = AslRules(load_scenario("both-ends")).board
    around = [board.name(to) for _, to in board.neighbours(board.hex("3Q10"))]
    assert around == ["3Q9", "3R9", "3R10", "6Q10", "3P10", "3P9"]
    assert (board.turned(board.hex("6Q10")), board.turned(board.hex("3Q10"))) == (True, False)
    assert board.terrain(board.hex("3S8")) is Terrain.BRUSH
    names = {board.name(hex_id) for hex_id in board.hexes}
    assert {"3I5", "3Y5", "6P5"} <= names
    assert not {"3H5", "3Z5", "6P4"} & names


@pytest.fixture(params=scenario_ids())
def ours(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(request.param)


def test_our_cards_use_what_is_in_force(ours: Scenario) -> None:
    """No Inexperienced units."""
    for card in ours.sides.values():
        for piece in card.pieces:
            if piece.kind is UNIT:
                unit = unit_type(piece.type)
                assert unit.cls in {UnitClass.SQUAD, UnitClass.HS, UnitClass.LEADER}
                assert unit.grade not in {"G", "C"}


def test_our_cards_name_their_hexes(ours: Scenario) -> None:
    """What players read lists the same hexes as what the server enforces."""
    for text, hexes in [
        (ours.victory.text, ours.victory.hexes),
        *((rule.text, rule.hexes) for rule in ours.ssr if isinstance(rule, NoMinesIn)),
    ]:
        named = set(re.findall(r"\b\d*[A-Z]{1,2}\d+\b", text))
        for row, first, last in re.findall(r"\b([A-Z]{1,2})(\d+)-\1(\d+)\b", text):
            named.update(f"{row}{number}" for number in range(int(first), int(last) + 1))
        assert named == {hex_name(hex_id) for hex_id in hexes}


def test_our_cards_say_what_they_are_like(ours: Scenario) -> None:
    assert "hour" in ours.designer.length or "minutes" in ours.designer.length
    assert len(ours.designer.note) > 100


def test_our_sides_start_apart(ours: Scenario) -> None:
    """Nobody is set up next to the enemy."""
    board = AslRules(ours).board
    near, far = ([h for g in card.at_start for h in g.area] for card in ours.sides.values())
    assert min(board.distance(a, b) for a in near for b in far) >= 2
