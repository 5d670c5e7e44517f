"""The position: it answers for what its view holds now, and all lines of sight pass one gate."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest

import rules
from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId, hex_of
from rules.board.los import Los
from rules.chapters.concealment.known_enemies import known_enemies
from rules.chapters.fire.a07_eligibility import out_of_sight, targets_for
from rules.chapters.morale.a10_interdiction import is_open_to
from rules.chapters.terms.a07_shot import FireKind
from rules.forces.goer import Goer
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.world import View
from rules.play.page.sight import sight
from rules.position import overlays, sight_limits
from rules.position.eyes import Eye
from rules.position.knowledge import Knowledge
from rules.position.overlays import Hinderer, Veil
from rules.position.position import Position
from rules.position.seeing import eye_of, sees
from rules.position.sight_limits import SightLimit
from tests.rules.helpers import Bench, at, clock, unit

ROOMS = ("chapters", "position", "play")
OF_BARE_GROUND = {"los", "los_past", "distance", "range"}
ASKS_THE_BOARD = {
    "position/position.py": {"los", "los_past", "range"},  # the gate
    "position/alpine.py": {"distance"},  # which hexes a LOS along hexsides runs between
    "play/page/sight.py": {"los"},  # of a board on which nothing stands, for the editor
}
KEEPERS = {"lru_cache", "cache"}
LOADS = {"play/engine.py"}  # keeps scenarios it has read from their files


@dataclass(frozen=True)
class Dark(Knowledge):
    """A position in which nobody sees anything."""

    def line(self, source: LocationId, target: LocationId) -> Los:
        return replace(super().line(source, target), blocked=True)


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
    def fog(view: View, board: Board, source: LocationId, target: LocationId) -> str | None:
        return "nobody sees past 2 hexes" if board.range(source, target) > 2 else None

    monkeypatch.setattr(overlays, "VEILS", (Veil("E3.1", "fog", fog),))
    position = Bench("size 9 x 6", [unit("g1", "ger-467", "B3")]).table.public
    assert not position.line(at("A3"), at("C3")).blocked
    far = sight(position, at("A3"), at("D3"))
    assert (far.blocked, far.by, far.rule) == (True, "fog", "E3.1")
    assert far.words == "Range 3, same level. Blocked: nobody sees past 2 hexes (E3.1)."


def dark(position: Position, eye: Eye, place: LocationId, what: Goer | None) -> str | None:
    """Night: D3 alone is lit, and who runs is seen a hex farther."""
    lit = place == at("D3")
    far = 0 if eye.at == at("D3") else 2 + (what is not None and what.moving)
    return None if lit or position.range(eye.at, place) <= far else "it is dark there"


NIGHT = SightLimit("E1.101", "night", dark, lambda position: True)


def test_what_sees_need_not_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    units = [unit("g1", "ger-467", "A3"), unit("r1", "rus-447", "D3")]
    monkeypatch.setattr(sight_limits, "SIGHT_LIMITS", (NIGHT,))
    bench = Bench("size 9 x 6", [*units, clock(Phase.PFPH)])
    position, g1, r1 = bench.table.public, bench.unit("g1"), bench.unit("r1")
    assert sees(position, eye_of(g1), r1)
    assert not sees(position, eye_of(r1), g1)
    assert known_enemies(position, Side.A, g1.at) == (r1,)
    assert known_enemies(position, Side.B, r1.at) == ()
    assert targets_for(position, g1, FireKind.PREP, (r1.at,)) == (r1.at,)
    assert targets_for(position, r1, FireKind.PREP, (g1.at,)) == ()
    assert sight(position, g1.at, r1.at).words == "Range 3, same level. Clear."
    assert not position.line(r1.at, g1.at).blocked


def test_what_is_looked_at_may_be_seen_where_its_location_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runner = msgspec.structs.replace(unit("r1", "rus-447", "H3"), moving=True)
    units = [unit("g1", "ger-467", "E3"), runner, unit("r2", "rus-447", "H3")]
    monkeypatch.setattr(sight_limits, "SIGHT_LIMITS", (NIGHT,))
    bench = Bench("size 9 x 6", [*units, clock(Phase.PFPH)])
    position, eye = bench.table.public, eye_of(bench.unit("g1"))
    assert sees(position, eye, bench.unit("r1"))
    assert not sees(position, eye, bench.unit("r2"))
    assert not sees(position, eye, at("H3"))
    assert targets_for(position, bench.unit("g1"), FireKind.PREP, (at("H3"),)) == (at("H3"),)
    assert not out_of_sight(position, (bench.unit("g1"),), bench.unit("r1"))
    assert out_of_sight(position, (bench.unit("g1"),), bench.unit("r2"))


def _met(position: Knowledge, source: LocationId, target: LocationId) -> tuple[bool, int]:
    los = position.line(source, target)
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
