"""From a case file to a `Case`; what does not hold is refused by line and field (docs/cases.md)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.board.board import Board
from rules.board.layout import BoardError
from rules.board.locations import HexId
from rules.cases.check import Check
from rules.cases.checks import read_checks
from rules.cases.commands import parse_command
from rules.cases.counters import read_counter
from rules.cases.implied import rings, themselves, with_covers, wounded_sides
from rules.cases.labels import Scripted, read_rolls
from rules.cases.position import (
    NO_VICTORY,
    Dummies,
    Force,
    Mines,
    Reinforcements,
    SideSaid,
    Table,
    default_active,
    names_on,
    scenario_of,
)
from rules.cases.possible import check_possible
from rules.cases.replay import title_of, variants, with_position
from rules.cases.words import (
    Names,
    Said,
    as_type,
    controlled_place,
    cover,
    say_unit,
    say_weapon,
    type_ids,
    understood,
)
from rules.chapters.mines.b28_minefields import AP_STRENGTHS
from rules.chapters.victory.a26_control import control_id
from rules.data import DataError, Node, load_yaml, nearest, parse_yaml
from rules.forces.counter_kinds import UNIT, kind_of_type
from rules.forces.lookup import dummy_type, nations
from rules.forces.phases import Phase
from rules.forces.types import ForceError
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.mapmaking.changes import change
from rules.mapmaking.loading import BOARDS, load_board, own_board
from rules.mapmaking.source import parse_board
from rules.play.ruleset import AslRules
from rules.position.reserves import dummy_ids
from rules.scenarios.areas import read_area
from rules.scenarios.balance import balanced
from rules.scenarios.fortifying import read_fortifications
from rules.scenarios.loader import MAX_ELR, MAX_SAN, load_scenario, scenario_ids
from rules.scenarios.options import with_inspection_by_los
from rules.scenarios.special import check_special_rules, read_special_rule
from rules.scenarios.types import NoMinesIn, Note, Piece, SpecialRule, Victory
from rules.scenarios.victory import read_victory
from rules.scenarios.water import WATER, flooding_of, read_water
from rules.scenarios.weather import WEATHER_FIELDS, read_weather, read_year

FIELDS = (
    "title",
    "clauses",
    "board",
    "month",
    "year",
    *WEATHER_FIELDS,
    WATER,
    "sides",
    "clock",
    "units",
    "weapons",
    "mines",
    "dummies",
    "counters",
    "reinforcements",
    "victory",
    "ssr",
    "setup",
    "script",
    "expect",
    "same_without",
    "replay",
)
SCENARIO_FIELDS = ("title", "clauses", "setup", "script", "expect", "replay")
POSITION_FIELDS = ("title", "clock", "units", "weapons", "mines", "dummies", "counters")
TURNS = 6
CLOCK_FIELDS = (
    "turn", "turns", "half_turn", "seen_windows", "first", "phase", "phasing", "active", "breaking",
    "self_rally",
)  # fmt: skip
SETUP_FIELDS = ("order", "a", "b")
FORCE_FIELDS = (
    "area",
    "pieces",
    "mines",
    "known_mines",
    "dummy_mines",
    "concealment",
    "hidden",
    "fortifications",
)
REINFORCEMENT_FIELDS = ("turn", "area", "pieces", "beside", "back", "concealment")
LINE_FIELDS = ("a", "b", "dice", "refused", "expect")
REFUSED_FIELDS = ("rule", "why")
BLANK = "size 20 x 10"
YEAR = 1943
SIDE_FIELDS = ("nations", "elr", "san", "fortifications", "hidden")
SIDES: Mapping[Side, SideSaid] = {Side.A: SideSaid(("german",)), Side.B: SideSaid(("russian",))}
NO_MINES = "no mines in "
ANY = "any"

_CLAUSE = re.compile(r"[A-Z]{1,2}\d*(\.\d+)+[a-z]?")
_CLAUSES = re.compile(r"^clauses:.*\n(?:[ \t#\]].*\n|\n)*", re.MULTILINE)
"""That field of a file, up to the next one."""
_KNOWN = {"": (False, False), "presence": (True, False), "strength": (True, True)}


@dataclass(frozen=True)
class Refusal:
    """That a command is refused: by which rule, or by ANY, and with which words among others."""

    node: Node
    rule: str
    why: str


@dataclass(frozen=True)
class Line:
    """One line of a script: who says what, the dice that come up, and what must hold then.

    Without a command it only looks.
    """

    node: Node
    side: Side | None
    command: Command | None
    dice: tuple[Scripted, ...]
    refused: Refusal | None
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Case:
    """A case as its file says it. `table` is None if it starts with the setup of a scenario."""

    path: Path
    title: str
    clauses: tuple[str, ...]
    rules: AslRules
    names: Names
    table: Table | None
    script: tuple[Line, ...]
    checks: tuple[Check, ...]
    same_without: Mapping[str, tuple[Audience, ...]]
    node: Node
    replays: tuple["Case", ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether it says anything itself, and does not only lay out what is replayed."""
        return bool(self.script or self.checks) or not self.replays


def read_case(path: Path) -> Case:
    """The case of one file. Raises DataError with file, line and field."""
    root = with_position(_load(path))
    replays = variants(root)
    return replace(_case(root), replays=tuple(_case(variant) for variant in replays))


def _case(root: Node) -> Case:
    root.only(FIELDS)
    setup = root.get("setup")
    if setup is not None and isinstance(setup.value, str):
        root.only(SCENARIO_FIELDS)
        rules, table = _scenario(setup), None
        names = _names_of(rules)
    else:
        table = _table(root)
        rules = AslRules(scenario_of(table), table.board)
        names = table.names
    return Case(
        path=root.file,
        title=title_of(root),
        clauses=clauses_of(root),
        rules=rules,
        names=names,
        table=table,
        script=_script(root, names),
        checks=_checks(root.get("expect"), names),
        same_without=_same_without(root.get("same_without"), table),
        node=root,
    )


def read_position(path: Path, rules: AslRules) -> Table:
    """A position without a script, on a scenario's board and between its nations. Raises DataError
    with file, line and field.
    """
    root = _load(path)
    root.only(POSITION_FIELDS)
    sides = rules.scenario.sides
    said = {side: SideSaid(sides[side].nations, sides[side].elr, sides[side].san) for side in Side}
    return _position(root, rules.board, said)


def read_clauses_of(path: Path) -> tuple[str, ...]:
    """The clauses that a case file names, without reading the rest of it. Raises DataError."""
    text = path.read_text(encoding="utf-8", errors="replace")
    said = _CLAUSES.search(text)
    if said is None:
        return clauses_of(_load(path))
    lines_before = "\n" * text.count("\n", 0, said.start())
    return clauses_of(parse_yaml(lines_before + said[0], path))


def clauses_of(root: Node) -> tuple[str, ...]:
    """The clauses that a case proves: ids of the clause list, or plain numbers of the rulebook."""
    found = tuple(node.text() for node in root["clauses"].items())
    for node in root["clauses"].items():
        if _CLAUSE.fullmatch(node.text()) is None:
            raise node.error(f"{node.text()!r} is no number of a rule, such as A7.9 or B28.41a")
    if not found:
        raise root["clauses"].error("names no rule")
    return found


def side_of(node: Node) -> Side:
    """A side by its letter."""
    return Side(node.choice(side.value for side in Side))


def _load(path: Path) -> Node:
    try:
        return load_yaml(path)
    except OSError as error:
        raise DataError(path, 1, "", error.strerror or "cannot be read") from error


# -- what is on the table -------------------------------------------------------------------------


def _scenario(node: Node) -> AslRules:
    ids = scenario_ids()
    printed = (*ids, *(balanced(id_, side) for id_ in ids for side in Side))
    return AslRules(load_scenario(node.choice((*printed, *map(with_inspection_by_los, printed)))))


def _names_of(rules: AslRules) -> Names:
    cards = rules.scenario.sides
    return names_on(rules.board, ((side, p) for side in Side for p in cards[side].pieces))


def _table(root: Node) -> Table:
    board = _board(root)
    sides = _sides(root.get("sides"))
    setup = root.get("setup")
    if setup is None:
        return _position(root, board, sides)
    for field in ("clock", "units", "weapons", "mines", "dummies", "counters"):
        if root.get(field) is not None:
            raise root[field].error("does not go with setup: nothing is on the board yet")
    setup.only(SETUP_FIELDS)
    forces = {side: _force(setup.get(side.value), board, sides, side) for side in Side}
    late = _reinforcements(root.get("reinforcements"), board, sides)
    order = setup.get("order")
    pieces = [(side, piece) for side in Side for piece in forces[side].pieces]
    return Table(
        board=board,
        names=names_on(board, [*pieces, *_pieces_of(late, sides)]),
        sides=sides,
        clock=None,
        turns=TURNS,
        first=Side.A,
        victory=_victory(root.get("victory"), board)[0],
        ssr=_special_rules(root.get("ssr"), board),
        forces=forces,
        reinforcements=late,
        year=_year(root),
        weather=read_weather(root),
        water=read_water(root, board),
        order=(Side.B, Side.A) if order is None else tuple(side_of(n) for n in order.items()),
    )


def _position(root: Node, board: Board, sides: Mapping[Side, SideSaid]) -> Table:
    late = _reinforcements(root.get("reinforcements"), board, sides)
    names = _position_names(root, board, sides, _pieces_of(late, sides))
    clock = root.get("clock")
    if clock is not None:
        clock.only(CLOCK_FIELDS)
    victory, control = _victory(root.get("victory"), board)
    units = wounded_sides(dict(_said(root.get("units"), names, say_unit, ("type", "at"))))
    check_possible(root.get("units"), root.get("weapons"), units, names)
    dummies = tuple(_dummies(root.get("dummies"), names, sides))
    units = with_covers(units, names, (one.under for one in dummies))
    counters = (read_counter(n, key, names) for key, n in _pairs(root.get("counters")))
    return Table(
        board=board,
        names=names,
        sides=sides,
        clock=_clock(clock),
        turns=6 if clock is None else _number(clock, "turns", TURNS),
        half_turn=clock is not None and _flag(clock, "half_turn", otherwise=False),
        seen_windows=clock is not None and _flag(clock, "seen_windows", otherwise=False),
        first=Side.A if clock is None else _side(clock, "first", Side.A),
        units=themselves(units),
        weapons=dict(_said(root.get("weapons"), names, say_weapon, ("type", "holder"))),
        mines=tuple(_mines(root.get("mines"), board)),
        dummies=dummies,
        counters=(*counters, *rings(units, names)),
        control=control,
        reinforcements=late,
        victory=victory,
        ssr=_special_rules(root.get("ssr"), board),
        year=_year(root),
        weather=read_weather(root),
        water=read_water(root, board),
    )


def _board(root: Node) -> Board:
    """The board of a case, flooded if its water says so (B20.44)."""
    month, changes = _number(root, "month", 7), flooding_of(root)
    board = _as_said(root, month)
    return own_board(change(board.layout, changes), month) if changes else board


def _as_said(root: Node, month: int) -> Board:
    node = root.get("board")
    if node is None:
        return _parsed(BLANK, month)
    text = node.text()
    if re.fullmatch(r"[a-z0-9-]+", text):
        if not (BOARDS / f"{text}.txt").exists():
            boards = [path.stem for path in BOARDS.glob("*.txt")]
            raise node.error(f"there is no board {text!r}{nearest(text, boards)}")
        return load_board(text, month)
    try:
        return _parsed(text, month)
    except BoardError as error:
        line = node.line + error.line if "\n" in text else node.line
        message = f"{error.place}: {error.message}"
        raise DataError(node.file, line, node.field, message) from error


@lru_cache(maxsize=64)
def _parsed(text: str, month: int) -> Board:
    """A board made once for the cases that say it alike: most of them have the blank one."""
    return parse_board(text, month=month)


def _year(root: Node) -> int:
    node = root.get("year")
    return YEAR if node is None else read_year(node)


def _sides(node: Node | None) -> dict[Side, SideSaid]:
    if node is None:
        return dict(SIDES)
    node.only(side.value for side in Side)
    said = {side: _side_said(node[side.value]) for side in Side}
    if set(said[Side.A].nations) & set(said[Side.B].nations):
        raise node.error("a nation is on both sides, so that nothing says whose a counter is")
    return said


def _side_said(node: Node) -> SideSaid:
    """`german`, or `{nations: [german, finnish], elr: 3, san: 4}`."""
    known = [nation.id for nation in nations()]
    if isinstance(node.value, str):
        return SideSaid((node.choice(known),))
    node.only(SIDE_FIELDS)
    elr, san = node.get("elr"), node.get("san")
    return SideSaid(
        nations=tuple(item.choice(known) for item in node["nations"].items()),
        elr=MAX_ELR if elr is None else elr.integer(0, MAX_ELR),
        san=0 if san is None else san.integer(0, MAX_SAN),
        fortifications=read_fortifications(node.get("fortifications")),
        hidden=_number(node, "hidden", otherwise=0),
    )


def _position_names(
    root: Node,
    board: Board,
    sides: Mapping[Side, SideSaid],
    late: Iterable[tuple[Side, Piece]],
) -> Names:
    """The counters' names, read first: a unit may be named before its line."""
    pieces = [*late]
    for field in ("units", "weapons"):
        for name, node in _pairs(root.get(field)):
            word = node.text().replace(",", " ").split()[0]
            pieces.append(_piece(node, name, word, sides))
    keys = (key for key, _ in _pairs(root.get("counters")))
    others = frozenset(id_ for tag, _, id_ in (key.partition(" ") for key in keys))
    return replace(names_on(board, pieces), others=others)


def _piece(node: Node, name: str, word: str, sides: Mapping[Side, SideSaid]) -> tuple[Side, Piece]:
    """A counter of a case: its type comes first, and tells its side."""
    word = as_type(word)
    try:
        kind = kind_of_type(word)
        of = kind.type_of(word).nation
    except ForceError:
        near = nearest(word, type_ids())
        raise node.error(f"{word!r} is no type of counter, which comes first{near}") from None
    for side, said in sides.items():
        if of in said.nations:
            return side, Piece(name, word, kind, name)
    there = ", ".join(nation for said in sides.values() for nation in said.nations)
    raise node.error(f"{word} is {of}; the sides are {there}")


def _said(
    node: Node | None, names: Names, say: Any, needed: tuple[str, ...]
) -> Iterator[tuple[str, Said]]:
    for name, child in _pairs(node):
        said = understood(child, say, child.text(), names)
        missing = [field for field in needed if field not in said.fields]
        if missing:
            raise child.error(f"does not say its {missing[0]}")
        yield name, said


def _mines(node: Node | None, board: Board) -> Iterator[Mines]:
    """`E5: b 8`, `E5: b 8 presence known`, `E5: b 8 strength known`."""
    for name, child in _pairs(node):
        match = re.fullmatch(r"([ab]) (\d+)(?: (presence|strength) known)?", child.text())
        if match is None or int(match[2]) not in AP_STRENGTHS:
            raise child.error("is written as in: b 8 (6, 8 or 12), perhaps with 'presence known'")
        presence, strength = _KNOWN[match[3] or ""]
        at = _hex(child, name, board)
        yield Mines(at, Side(match[1]), int(match[2]), presence, strength)


def _dummies(node: Node | None, names: Names, sides: Mapping[Side, SideSaid]) -> Iterator[Dummies]:
    """`c1: a at E5`, `c1: a 2 at E5 level 1`."""
    for name, child in _pairs(node):
        match = re.fullmatch(r"([ab])(?: ([1-9]))? at (.+)", child.text())
        if match is None:
            raise child.error("is written as in: a at E5, or a 2 at E5")
        under = understood(child, cover, name)
        at = understood(child, names.at, match[3])
        side = Side(match[1])
        type_ = dummy_type(sides[side].nations[0])
        yield Dummies(under, side, at, type_, int(match[2] or 1))


def _clock(node: Node | None) -> dict[str, Any]:
    """The clock's fields; the first Prep Fire Phase if a case does not say."""
    if node is None:
        return {"phase": Phase.PFPH, "phasing": Side.A, "active": Side.A}
    phase = Phase(node["phase"].choice(phase.value for phase in Phase))
    phasing = _side(node, "phasing", Side.A)
    return {
        "turn": _number(node, "turn", 1),
        "phase": phase,
        "phasing": phasing,
        "active": _side(node, "active", default_active(phase, phasing)),
        "breaking": _flag(node, "breaking", otherwise=False),
        "self_rally_open": _flag(node, "self_rally", otherwise=True),
    }


def _victory(node: Node | None, board: Board) -> tuple[Victory, dict[str, Side]]:
    if node is None:
        return NO_VICTORY, {}
    victory = read_victory(node, board, TURNS, fields=("control",), anywhere=True)
    listed = {control_id(one.kind, place) for one in victory.conditions for place in one.of}
    control = {}
    for name, child in _pairs(node.get("control")):
        place = understood(child, lambda words: controlled_place(words, board), name)
        if place not in listed:
            raise child.error(f"{name} is not among what counts")
        control[place] = side_of(child)
    return victory, control


def _special_rules(node: Node | None, board: Board) -> tuple[SpecialRule, ...]:
    items = () if node is None else node.items()
    rules = tuple(_special_rule(item, board) for item in items)
    check_special_rules(items, rules)
    return rules


def _special_rule(node: Node, board: Board) -> SpecialRule:
    """A text, or a rule with its fields as a scenario card has it."""
    if not isinstance(node.value, str):
        return read_special_rule(node, board)
    text = node.text()
    if not text.startswith(NO_MINES):
        return Note(text)
    area = Node(text.removeprefix(NO_MINES), node.file, node.line, node.field)
    return NoMinesIn(text, read_area(area, board))


def _reinforcements(
    node: Node | None, board: Board, sides: Mapping[Side, SideSaid]
) -> dict[Side, Reinforcements]:
    """`a: {turn: 2, area: A1-A3, pieces: {sq: ger-467}, beside: A1}`."""
    found = {}
    for name, child in _pairs(node):
        side = Side(name)
        child.only(REINFORCEMENT_FIELDS)
        beside = child.get("beside")
        found[side] = Reinforcements(
            turn=child["turn"].integer(1),
            area=read_area(child["area"], board),
            pieces=_own_pieces(child, sides, side),
            beside=None if beside is None else _hex(beside, beside.text(), board),
            back=_number(child, "back", otherwise=0),
            concealment=_number(child, "concealment", otherwise=0),
        )
    return found


def _pieces_of(
    late: Mapping[Side, Reinforcements], sides: Mapping[Side, SideSaid]
) -> list[tuple[Side, Piece]]:
    found = [(side, piece) for side, waiting in late.items() for piece in waiting.pieces]
    for side, waiting in late.items():
        type_ = dummy_type(sides[side].nations[0])
        found += [
            (side, Piece(one, type_, UNIT, "")) for one in dummy_ids(side, waiting.concealment)
        ]
    return found


def _own_pieces(node: Node, sides: Mapping[Side, SideSaid], side: Side) -> tuple[Piece, ...]:
    listed = _pairs(node.get("pieces"))
    return tuple(_piece(one, name, one.text(), {side: sides[side]})[1] for name, one in listed)


def _force(node: Node | None, board: Board, sides: Mapping[Side, SideSaid], side: Side) -> Force:
    if node is None:
        return Force()
    node.only(FORCE_FIELDS)
    return Force(
        area=read_area(node["area"], board),
        area_text=node["area"].text(),
        pieces=_own_pieces(node, sides, side),
        mines=_number(node, "mines", otherwise=0),
        known_mines=_number(node, "known_mines", otherwise=0),
        dummy_mines=_number(node, "dummy_mines", otherwise=0),
        concealment=_number(node, "concealment", otherwise=0),
        hidden=_number(node, "hidden", otherwise=0),
        fortifications=read_fortifications(node.get("fortifications")),
    )


# -- the script -----------------------------------------------------------------------------------


def _script(root: Node, names: Names) -> tuple[Line, ...]:
    """The lines of the script; a case that only looks at its position needs none."""
    script = root.get("script")
    if script is None and (root.get("expect") or root.get("replay")) is not None:
        return ()
    return tuple(_line(node, names) for node in root["script"].items())


def _line(node: Node, names: Names) -> Line:
    node.only(LINE_FIELDS)
    said = [side for side in Side if node.get(side.value) is not None]
    if len(said) > 1:
        raise node.error("both sides speak in one line")
    refused = node.get("refused")
    dice = node.get("dice")
    if not said and (refused is not None or dice is not None):
        raise node.error("dice and refusals belong to a command, and nobody says one here")
    if not said and node.get("expect") is None:
        raise node.error("says nothing: neither a command of a or b nor what to expect")
    speech = node[said[0].value] if said else None
    return Line(
        node=speech or node,
        side=said[0] if said else None,
        command=None if speech is None else understood(speech, parse_command, speech.text(), names),
        dice=() if dice is None else tuple(read_rolls(dice)),
        refused=None if refused is None else _refusal(refused),
        checks=_checks(node.get("expect"), names),
    )


def _refusal(node: Node) -> Refusal:
    if node.value == ANY:
        return Refusal(node, ANY, "")
    node.only(REFUSED_FIELDS)
    why, rule = node.get("why"), node["rule"]
    text = "" if rule.value == "none" else rule.text()
    return Refusal(node, text, "" if why is None else why.text())


def _checks(node: Node | None, names: Names) -> tuple[Check, ...]:
    return () if node is None else tuple(read_checks(node, names))


def _same_without(node: Node | None, table: Table | None) -> Mapping[str, tuple[Audience, ...]]:
    """Whom it must make no difference, by what might as well not be there."""
    if node is None or table is None:
        return {}
    node.only(table.names_of_counters())
    return {what: _audiences(child) for what, child in node.pairs()}


def _audiences(node: Node) -> tuple[Audience, ...]:
    return tuple(Audience(n.choice(a.value for a in Audience)) for n in node.items())


# -- small things ---------------------------------------------------------------------------------


def _pairs(node: Node | None) -> Iterator[tuple[str, Node]]:
    return iter(()) if node is None else node.pairs()


def _hex(node: Node, name: str, board: Board) -> HexId:
    try:
        return board.hex(name)
    except ValueError as error:
        raise node.error(str(error)) from None


def _number(node: Node, field: str, otherwise: int) -> int:
    child = node.get(field)
    return otherwise if child is None else child.integer(1)


def _side(node: Node, field: str, otherwise: Side) -> Side:
    child = node.get(field)
    return otherwise if child is None else side_of(child)


def _flag(node: Node, field: str, *, otherwise: bool) -> bool:
    child = node.get(field)
    return otherwise if child is None else child.flag()
