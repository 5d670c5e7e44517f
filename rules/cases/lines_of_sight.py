"""What a case expects of LOS: `{from: E5, to: K5 level 1, blocked: true, at: H5, rule: A6.4}`.

Each is a line on the map and asked both ways, with what lies over the ground for the moment:
blocked or not, and the Hindrance, must agree (A6.5). `to: K5 bypass 0-1` is the LOS to who is in
Bypass there (A4.34).

`sight` expects the same of who looks, one way alone: `{from: g1, to: r1, blocked: true}`. Its ends
are units in the open, or Locations in which anybody might be.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from rules.board.board import Board
from rules.board.los import Los
from rules.cases.check import Check, Finding, Look
from rules.cases.playing import Playing
from rules.cases.words import Names, understood
from rules.chapters.terms.a06_vertices import Aspect, line_to
from rules.data import Node
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.position.eyes import Eye, LookedAt
from rules.position.knowledge import Knowledge
from rules.position.seeing import eye_of, los_of

ENDS = ("from", "to")

End: TypeAlias = Callable[[Knowledge], LookedAt | None]
"""One end of a LOS, or None if it is not there to be seen."""


def read_los(node: Node, names: Names) -> Iterator[Check]:
    """The expected LOS of one `los`: one, or a list. Raises DataError for what means nothing."""
    for child in node.items() if isinstance(node.value, list) else [node]:
        yield Check(child, _los(child, names))


def _los(node: Node, names: Names) -> Look:
    node.only((*ENDS, *_ANSWERS))
    source = understood(node["from"], names.at, node["from"].text())
    target, sides = understood(node["to"], names.target, node["to"].text())
    wanted = _all_wanted(node)

    def look(playing: Playing, line_only: bool) -> Finding:
        board = playing.rules.board
        known = playing.game.faces.known(playing.game.world, Audience.PUBLIC)
        public = playing.rules.knowledge(known)
        if sides:
            return _difference(board, line_to(public, source, target, Aspect(sides)), wanted)
        there, back = public.line(source, target), public.line(target, source)
        if (there.blocked, there.hindrance) != (back.blocked, back.hindrance):
            return f"there: {there.explain()} Back: {back.explain()}"
        return _difference(board, there, wanted)

    return look


def read_sight(node: Node, names: Names) -> Iterator[Check]:
    """The expected LOS of one `sight`: one, or a list. Raises DataError for what means nothing."""
    for child in node.items() if isinstance(node.value, list) else [node]:
        yield Check(child, _sight(child, names))


def _sight(node: Node, names: Names) -> Look:
    node.only((*ENDS, *_ANSWERS))
    source, target = (understood(node[end], _end, node[end].text(), names) for end in ENDS)
    wanted = _all_wanted(node)

    def look(playing: Playing, line_only: bool) -> Finding:
        known = playing.game.faces.known(playing.game.world, Audience.PUBLIC)
        public = playing.rules.knowledge(known)
        looks, seen = source(public), target(public)
        if looks is None or seen is None:
            return "not both of them are in the open"
        eye = Eye(looks) if isinstance(looks, str) else eye_of(looks)
        return _difference(playing.rules.board, los_of(public, eye, seen), wanted)

    return look


def _end(words: str, names: Names) -> End:
    if words in names.units:
        return lambda public: public.counter(CounterId(words))
    at = names.at(words)
    return lambda public: at


def _all_wanted(node: Node) -> Mapping[str, Any]:
    wanted = {name: _wanted(name, child) for name, child in node.pairs() if name not in ENDS}
    if not wanted:
        raise node.error(f"expects nothing; say one of {', '.join(_ANSWERS)}")
    return wanted


def _wanted(name: str, node: Node) -> Any:
    match name:
        case "blocked":
            return node.flag()
        case "hindrance" | "range" | "rise":
            return node.integer()
        case _:
            return node.text()


def _difference(board: Board, found: Los, wanted: Mapping[str, Any]) -> Finding:
    for name, value in wanted.items():
        actual = _ANSWERS[name](board, found)
        if actual != value:
            return f"{name} is {actual}, not {value}: {found.explain()}"
    return None


_ANSWERS: Mapping[str, Callable[[Board, Los], Any]] = {
    "blocked": lambda board, los: los.blocked,
    "at": lambda board, los: None if los.at is None else board.name(los.at),
    "by": lambda board, los: los.by,
    "rule": lambda board, los: los.rule,
    "hindrance": lambda board, los: los.hindrance,
    "range": lambda board, los: los.range,
    "rise": lambda board, los: los.rise,
}
