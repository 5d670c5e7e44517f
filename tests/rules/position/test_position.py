"""The position: it answers for what its view holds now, and all lines of sight pass one gate."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import rules
from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId, hex_of
from rules.board.los import Los
from rules.chapters.a07_eligibility import targets_for
from rules.chapters.a07_shot import FireKind
from rules.chapters.a10_interdiction import is_open_to
from rules.chapters.known_enemies import known_enemies
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.world import View
from rules.play.sight import sight
from rules.position import overlays
from rules.position.knowledge import Knowledge
from rules.position.overlays import Hinderer, Veil
from tests.rules.helpers import Bench, at, clock, unit

ROOMS = ("chapters", "position", "play")
OF_BARE_GROUND = {"los", "los_past", "distance", "range"}
ASKS_THE_BOARD = {
    "position/position.py": {"los", "los_past", "range"},  # the gate
    "position/alpine.py": {"distance"},  # which hexes a LOS along hexsides runs between
    "play/sight.py": {"los"},  # of a board on which nothing stands, for the editor
}
KEEPERS = {"lru_cache", "cache"}
LOADS = {"play/engine.py"}  # keeps scenarios it has read from their files


@dataclass(frozen=True)
class Dark(Knowledge):
    """A position in which nobody sees anything."""

    def los(self, source: LocationId, target: LocationId) -> Los:
        return replace(super().los(source, target), blocked=True)


def bench() -> Bench:
    units = [unit("g1", "ger-467", "C3"), unit("r1", "rus-447", "C4")]
    return Bench("woods: A1", [*units, clock(Phase.PFPH)])


def test_a_position_held_over_a_change_answers_for_what_is_there_now() -> None:
    table = bench().table
    position = table.truth
    assert [one.id for one in position.personnel_at(at("C3"))] == ["g1"]
    table.change(CounterId("g1"), at=at("D3"))
    assert position.personnel_at(at("C3")) == ()
    assert [one.id for one in position.personnel_at(at("D3"), Side.A)] == ["g1"]
    assert position.locations_of(Side.A) == (at("D3"),)


@pytest.mark.rule("A6.1")
def test_what_joins_at_the_gate_is_felt_everywhere() -> None:
    table = bench().table
    position = table.public
    dark = Dark(position.view, table.board, table.law)
    firer, enemy = table.unit(CounterId("g1")), table.unit(CounterId("r1"))
    for seen, asked in ((True, position), (False, dark)):
        assert asked.adjacent(firer.at, enemy.at) is seen
        assert bool(known_enemies(asked, Side.A, firer.at)) is seen
        assert bool(targets_for(asked, firer, FireKind.PREP, (enemy.at,))) is seen
        assert is_open_to(asked, enemy, firer) is seen
        assert sight(asked, firer.at, enemy.at).blocked is not seen


def test_counters_hinder_through_the_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    def smoke(view: View, board: Board) -> Iterator[Moving[HexId]]:
        for value, unit_ in enumerate(view.all(Unit), 3):
            yield Moving(hex_of(unit_.at), "smoke", value, "A24.2", height=2, at_ends=True)

    bench = Bench("size 9 x 6", [unit("g1", "ger-467", "B3")])
    ends = at("A3"), at("H3")
    monkeypatch.setattr(overlays, "HINDERERS", (Hinderer("A24.2", smoke),))
    assert _met(bench.table.public, *ends) == (False, 3)
    bench.table.world.add(unit("g2", "ger-467", "D3"))
    assert _met(bench.table.public, *ends) == (True, 7)
    bench.table.world.drop(bench.unit("g1"))
    assert _met(bench.table.public, *ends) == (False, 3)


def test_what_bars_a_los_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def night(view: View, board: Board, source: LocationId, target: LocationId) -> str | None:
        return "nobody sees past 2 hexes" if board.range(source, target) > 2 else None

    monkeypatch.setattr(overlays, "VEILS", (Veil("E1.1", "night", night),))
    position = Bench("size 9 x 6", [unit("g1", "ger-467", "B3")]).table.public
    assert not position.los(at("A3"), at("C3")).blocked
    far = sight(position, at("A3"), at("D3"))
    assert (far.blocked, far.by, far.rule) == (True, "night", "E1.1")
    assert far.words == "Range 3, same level. Blocked: nobody sees past 2 hexes (E1.1)."


def _met(position: Knowledge, source: LocationId, target: LocationId) -> tuple[bool, int]:
    los = position.los(source, target)
    return los.blocked, los.hindrance


def _modules() -> Iterator[tuple[str, ast.Module]]:
    top = Path(rules.__path__[0])
    for room in ROOMS:
        for path in sorted((top / room).rglob("*.py")):
            yield path.relative_to(top).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def _asked_of_a_board(node: ast.AST) -> str | None:
    """What an expression such as `position.board.los` or `board.los` asks of a board."""
    if not isinstance(node, ast.Attribute):
        return None
    of = node.value
    name = of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
    return node.attr if name == "board" else None


def test_no_rule_asks_the_board_for_los_or_range() -> None:
    asked = {
        name: found
        for name, tree in _modules()
        if (found := {_asked_of_a_board(node) for node in ast.walk(tree)} & OF_BARE_GROUND)
    }
    assert asked == ASKS_THE_BOARD


def test_no_rule_keeps_answers_by_itself() -> None:
    keeping = {
        name
        for name, tree in _modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "functools"
        if KEEPERS & {alias.name for alias in node.names}
    }
    assert keeping == LOADS
