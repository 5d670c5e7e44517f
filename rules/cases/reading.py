"""From a case file to a `Case`; what does not hold is refused by line and field (docs/cases.md)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.board.board import BOARDS, Board, load_board
from rules.board.layout import BoardError
from rules.board.locations import HexId
from rules.board.source import parse_board
from rules.cases.check import Check
from rules.cases.checks import read_checks
from rules.cases.commands import parse_command
from rules.cases.position import (
    NO_VICTORY,
    Force,
    Mines,
    Table,
    default_active,
    names_on,
    scenario_of,
)
from rules.cases.words import Names, Said, is_weapon_type, say_unit, say_weapon, understood
from rules.chapters.b28_minefields import AP_STRENGTHS
from rules.data import DataError, Node, load_yaml
from rules.forces.entities import Phase
from rules.forces.lookup import nations, unit_type, weapon_type
from rules.forces.types import ForceError
from rules.kernel.audience import Audience, Side
from rules.kernel.ruleset import Command
from rules.play.ruleset import AslRules
from rules.scenarios.areas import read_area
from rules.scenarios.loader import load_scenario, scenario_ids
from rules.scenarios.types import NoMinesIn, Note, Piece, SpecialRule, Victory

FIELDS = (
    "title",
    "clauses",
    "board",
    "month",
    "sides",
    "clock",
    "units",
    "weapons",
    "mines",
    "victory",
    "ssr",
    "setup",
    "script",
    "expect",
    "same_without_mines",
)
SCENARIO_FIELDS = ("title", "clauses", "setup", "script", "expect")
CLOCK_FIELDS = ("turn", "turns", "first", "phase", "phasing", "active", "breaking", "self_rally")
VICTORY_FIELDS = ("side", "at_least", "hexes", "control")
SETUP_FIELDS = ("order", "a", "b")
FORCE_FIELDS = ("area", "pieces", "mines")
LINE_FIELDS = ("a", "b", "dice", "refused", "expect")
REFUSED_FIELDS = ("rule", "why")
BLANK = "size 20 x 10"
NATIONS: Mapping[Side, str] = {Side.A: "german", Side.B: "russian"}
NO_MINES = "no mines in "

_CLAUSE = re.compile(r"[A-Z]{1,2}\d*(\.\d+)+[a-z]?")
_KNOWN = {"": (False, False), "presence": (True, False), "strength": (True, True)}

Roll = tuple[int, ...]


@dataclass(frozen=True)
class Refusal:
    """That a command is refused: by which rule, and with which words among others."""

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
    dice: tuple[Roll, ...]
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
    same_without_mines: tuple[Audience, ...]
    node: Node


def read_case(path: Path) -> Case:
    """The case of one file. Raises DataError with file, line and field."""
    root = _load(path)
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
        path=path,
        title=root["title"].text().strip(),
        clauses=clauses_of(root),
        rules=rules,
        names=names,
        table=table,
        script=_script(root, names),
        checks=_checks(root.get("expect"), names),
        same_without_mines=_audiences(root.get("same_without_mines")),
        node=root,
    )


def read_clauses_of(path: Path) -> tuple[str, ...]:
    """The clauses that a case file names, without reading the rest of it. Raises DataError."""
    return clauses_of(_load(path))


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
    return AslRules(load_scenario(node.choice(scenario_ids())))


def _names_of(rules: AslRules) -> Names:
    cards = rules.scenario.sides
    return names_on(rules.board, ((side, p) for side in Side for p in cards[side].pieces))


def _table(root: Node) -> Table:
    board = _board(root)
    nations_ = _nations(root.get("sides"))
    setup = root.get("setup")
    if setup is None:
        return _position(root, board, nations_)
    for field in ("clock", "units", "weapons", "mines"):
        if root.get(field) is not None:
            raise root[field].error("does not go with setup: nothing is on the board yet")
    setup.only(SETUP_FIELDS)
    forces = {side: _force(setup.get(side.value), board, nations_[side]) for side in Side}
    order = setup.get("order")
    return Table(
        board=board,
        names=names_on(board, ((side, p) for side in Side for p in forces[side].pieces)),
        nations=nations_,
        clock=None,
        turns=6,
        first=Side.A,
        victory=_victory(root.get("victory"), board)[0],
        ssr=_special_rules(root.get("ssr"), board),
        forces=forces,
        order=(Side.B, Side.A) if order is None else tuple(side_of(n) for n in order.items()),
    )


def _position(root: Node, board: Board, nations_: Mapping[Side, str]) -> Table:
    names = _position_names(root, board, nations_)
    clock = root.get("clock")
    if clock is not None:
        clock.only(CLOCK_FIELDS)
    victory, control = _victory(root.get("victory"), board)
    return Table(
        board=board,
        names=names,
        nations=nations_,
        clock=_clock(clock),
        turns=6 if clock is None else _number(clock, "turns", 6),
        first=Side.A if clock is None else _side(clock, "first", Side.A),
        units=dict(_said(root.get("units"), names, say_unit, ("type", "at"))),
        weapons=dict(_said(root.get("weapons"), names, say_weapon, ("type", "holder"))),
        mines=tuple(_mines(root.get("mines"), board)),
        control=control,
        victory=victory,
        ssr=_special_rules(root.get("ssr"), board),
    )


def _board(root: Node) -> Board:
    month = _number(root, "month", 7)
    node = root.get("board")
    if node is None:
        return parse_board(BLANK, month=month)
    text = node.text()
    if re.fullmatch(r"[a-z0-9-]+", text):
        if not (BOARDS / f"{text}.txt").exists():
            raise node.error(f"there is no board {text!r}")
        return load_board(text, month)
    try:
        return parse_board(text, month=month)
    except BoardError as error:
        line = node.line + error.line if "\n" in text else node.line
        message = f"{error.place}: {error.message}"
        raise DataError(node.file, line, node.field, message) from error


def _nations(node: Node | None) -> dict[Side, str]:
    if node is None:
        return dict(NATIONS)
    node.only(side.value for side in Side)
    known = [nation.id for nation in nations()]
    return {side: node[side.value].choice(known) for side in Side}


def _position_names(root: Node, board: Board, nations_: Mapping[Side, str]) -> Names:
    """The counters' names, read first: a unit may be named before its line."""
    pieces = []
    for field in ("units", "weapons"):
        for name, node in _pairs(root.get(field)):
            word = node.text().replace(",", " ").split()[0]
            pieces.append(_piece(node, name, word, nations_))
    return names_on(board, pieces)


def _piece(node: Node, name: str, word: str, nations_: Mapping[Side, str]) -> tuple[Side, Piece]:
    """A counter of a case: its type comes first, and tells its side."""
    is_weapon = is_weapon_type(word)
    try:
        of = weapon_type(word).nation if is_weapon else unit_type(word).nation
    except ForceError:
        raise node.error(f"{word!r} is no type of counter, which comes first") from None
    for side in Side:
        if nations_[side] == of:
            return side, Piece(name, word, is_weapon, name)
    raise node.error(f"{word} is {of}; the sides are {', '.join(nations_.values())}")


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


def _victory(node: Node | None, board: Board) -> tuple[Victory, dict[HexId, Side]]:
    if node is None:
        return NO_VICTORY, {}
    node.only(VICTORY_FIELDS)
    hexes = read_area(node["hexes"], board)
    control = {}
    for name, child in _pairs(node.get("control")):
        hex_id = _hex(child, name, board)
        if hex_id not in hexes:
            raise child.error(f"{name} is not among the hexes")
        control[hex_id] = side_of(child)
    at_least = node["at_least"].integer(1, len(hexes))
    return Victory(side_of(node["side"]), hexes, at_least, "Control."), control


def _special_rules(node: Node | None, board: Board) -> tuple[SpecialRule, ...]:
    return tuple(_special_rule(n, board) for n in node.items()) if node is not None else ()


def _special_rule(node: Node, board: Board) -> SpecialRule:
    text = node.text()
    if not text.startswith(NO_MINES):
        return Note(text)
    area = Node(text.removeprefix(NO_MINES), node.file, node.line, node.field)
    return NoMinesIn(text, read_area(area, board))


def _force(node: Node | None, board: Board, nation: str) -> Force:
    if node is None:
        return Force()
    node.only(FORCE_FIELDS)
    mines = node.get("mines")
    pieces = []
    for name, child in _pairs(node.get("pieces")):
        _, piece = _piece(child, name, child.text(), dict.fromkeys(Side, nation))
        pieces.append(piece)
    return Force(
        area=read_area(node["area"], board),
        area_text=node["area"].text(),
        pieces=tuple(pieces),
        mines=0 if mines is None else mines.integer(0),
    )


# -- the script -----------------------------------------------------------------------------------


def _script(root: Node, names: Names) -> tuple[Line, ...]:
    """The lines of the script; a case that only looks at its position needs none."""
    script = root.get("script")
    if script is None and root.get("expect") is not None:
        return ()
    return tuple(_line(node, names) for node in root["script"].items())


def _line(node: Node, names: Names) -> Line:
    node.only(LINE_FIELDS)
    said = [side for side in Side if node.get(side.value) is not None]
    if len(said) > 1:
        raise node.error("both sides speak in one line")
    refused = node.get("refused")
    if not said and (refused is not None or node.get("dice") is not None):
        raise node.error("dice and refusals belong to a command, and nobody says one here")
    if not said and node.get("expect") is None:
        raise node.error("says nothing: neither a command of a or b nor what to expect")
    speech = node[said[0].value] if said else None
    return Line(
        node=speech or node,
        side=said[0] if said else None,
        command=None if speech is None else understood(speech, parse_command, speech.text(), names),
        dice=tuple(_rolls(node.get("dice"))),
        refused=None if refused is None else _refusal(refused),
        checks=_checks(node.get("expect"), names),
    )


def _refusal(node: Node) -> Refusal:
    node.only(REFUSED_FIELDS)
    why, rule = node.get("why"), node["rule"]
    text = "" if rule.value == "none" else rule.text()
    return Refusal(node, text, "" if why is None else why.text())


def _rolls(node: Node | None) -> Iterator[Roll]:
    """`4 5, 1 2` or a list of such: a DR has two dice, the coloured one first, a dr has one."""
    if node is None:
        return
    value = node.value
    several = not isinstance(value, str | int)
    for part in node.items() if several else [node]:
        for text in str(part.value).split(","):
            dice = text.split()
            if not all(re.fullmatch("[1-6]", die) for die in dice) or len(dice) not in {1, 2}:
                raise part.error(f"{text.strip()!r} is neither a DR such as 4 5 nor a dr such as 3")
            yield tuple(int(die) for die in dice)


def _checks(node: Node | None, names: Names) -> tuple[Check, ...]:
    return () if node is None else tuple(read_checks(node, names))


def _audiences(node: Node | None) -> tuple[Audience, ...]:
    if node is None:
        return ()
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
