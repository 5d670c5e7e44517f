"""What lies on the table before anybody sets up."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import pytest

from rules.board.board import Board
from rules.board.locations import HexId
from rules.data import Node
from rules.forces.entities import Conditions, Ec, MineMarker, SideState, Wind
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.play.opening import laid_out
from rules.position.law import BOOK
from rules.scenarios import special
from rules.scenarios.loader import load_scenario
from rules.scenarios.special import SpecialKind, law_of
from rules.scenarios.types import SpecialRule, Weather


def test_what_the_card_says_of_sides_and_weather_lies_on_the_table() -> None:
    card = load_scenario("first-light")
    there = list(laid_out(replace(card, weather=Weather(Ec.WET, Wind.HEAVY_WINDS, 4))))
    (now,) = [one for one in there if isinstance(one, Conditions)]
    assert (now.year, now.ec, now.wind, now.wind_to) == (1943, Ec.WET, Wind.HEAVY_WINDS, 4)
    sides = {one.side: (one.elr, one.san) for one in there if isinstance(one, SideState)}
    assert sides == {Side.A: (3, 0), Side.B: (2, 0)}


@dataclass(frozen=True, slots=True)
class OldMines(SpecialRule):
    """A special rule that these rules do not have."""

    at: HexId


def _read(text: str, node: Node, board: Board) -> OldMines:
    return OldMines(text, board.hex(node["at"].text()))


def _marker(rule: OldMines) -> Iterable[Entity]:
    yield MineMarker(id="m1", at=rule.at, strength=None)


def test_a_new_kind_of_special_rule_is_one_line_of_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = SpecialKind(OldMines, ("at",), _read, lays_out=_marker)
    monkeypatch.setattr(special, "KINDS", {**special.KINDS, "old_mines": kind})
    card = load_scenario("first-light")
    mined = replace(card, ssr=(*card.ssr, OldMines("The road is mined.", HexId("so1:E5"))))
    before, after = list(laid_out(card)), list(laid_out(mined))
    assert after == [*before, MineMarker(id="m1", at=HexId("so1:E5"), strength=None)]
    assert law_of((mined.ssr[-1],)) is BOOK
