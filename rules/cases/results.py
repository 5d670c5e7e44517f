"""What came of a roll or an expenditure, field by field: `{of: sq, fp: 4, column: 4, drm: -1}`.

The fields are those of a log line as players read it. Of several expectations each is looked for
after the one before it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.cases.check import Check, Finding, Look
from rules.cases.numbers import named, number, same
from rules.cases.playing import Playing, log_text
from rules.cases.words import Names
from rules.data import Node
from rules.kernel.audience import Audience
from rules.tables.ift import ift_column

Line = Mapping[str, Any]

_NUMBER = r"(\d+(?:\+\d+/\d+)?[½¼¾]?|[½¼¾])"
_COLUMN = r"(\d+\+?) column"
_RESIDUAL = rf"\b{_NUMBER} (?:Residual FP|FP of a Fire Lane) against"
_FINAL = re.compile(r"Final -?\d+:? ?")


def read_results(node: Node, names: Names) -> Iterator[Check]:
    """The expected results of one `results`: one, or a list. Raises DataError."""
    children = node.items() if isinstance(node.value, list) else (node,)
    for at, child in enumerate(children):
        child.only(("to", "of", *_ANSWERS))
        to = child.get("to")
        audience = Audience.PUBLIC if to is None else Audience(to.choice(Audience))
        before = tuple(_wanted(one) for one in children[:at] if _audience(one) == audience.value)
        yield Check(child, _found(audience, before, _wanted(child)))


def _audience(node: Node) -> object:
    to = node.get("to")
    return Audience.PUBLIC.value if to is None else to.value


def _wanted(node: Node) -> Mapping[str, Any]:
    return {name: _plain(child.value) for name, child in node.pairs() if name != "to"}


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _found(
    audience: Audience, before: tuple[Mapping[str, Any], ...], wanted: Mapping[str, Any]
) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        lines = playing.lines_in(audience, line_only=line_only)
        for earlier in before:
            at = next((n for n, line in enumerate(lines) if not _differs(line, earlier)), -1)
            lines = lines[at + 1 :]
        faults = [(_differs(line, wanted), log_text(line)) for line in lines]
        if not faults:
            return f"nothing more stands in the log of {audience}"
        fault, line = min(faults, key=lambda one: len(one[0]))
        return f"{'; '.join(fault)}: {line}" if fault else None

    return look


def _differs(line: Line, wanted: Mapping[str, Any]) -> list[str]:
    """In what a line of the log is otherwise, in words."""
    of = wanted.get("of")
    if of is not None and of not in line["text"]:
        return [f"is not of {of!r}", *(f"{name}" for name in wanted)]
    found = {name: _ANSWERS[name](line) for name in wanted if name != "of"}
    return [
        f"{name} is {value}, not {wanted[name]}"
        for name, value in found.items()
        if not _agrees(value, wanted[name])
    ]


def _agrees(value: Any, wanted: Any) -> bool:
    """Whether a field is as it must be; of modifiers, each of them."""
    if not isinstance(wanted, Mapping) or not isinstance(value, Mapping):
        return same(value, wanted)
    meant = {named(value, str(label)): number for label, number in wanted.items()}
    return meant == value


def _said(pattern: str) -> Callable[[Line], str | None]:
    compiled = re.compile(pattern)

    def read(line: Line) -> str | None:
        match = compiled.search(line["text"])
        return None if match is None else match[1]

    return read


def _column(line: Line) -> str | None:
    """The column of an attack; of Residual FP and of a Fire Lane the log says the FP alone, whose
    column it is (A8.22), but for swimmers (E6.3).
    """
    residual = _said(_RESIDUAL)(line)
    fp = None if residual is None else number(residual)
    if fp is None:
        return _said(_COLUMN)(line)
    column = ift_column(fp)
    return None if column is None else str(column)


def _cowering(line: Line) -> str | None:
    """The columns that an attack has lost by cowering; none if nothing is said of it."""
    return _said(r"cowering (\d+) left")(line) or ("0" if _said(_COLUMN)(line) else None)


def _dr(line: Line) -> str | None:
    dice = line.get("dice", ())
    return str(sum(dice)) if dice else None


def _drm(line: Line) -> str:
    return str(sum(mod["value"] for mod in line.get("mods", ())))


def _final(line: Line) -> str | None:
    dice = line.get("dice", ())
    return str(sum(dice) + int(_drm(line))) if dice else None


def _result(line: Line) -> str:
    return _FINAL.sub("", str(line.get("result", "")).replace("−", "-"))


def _mods(line: Line) -> Mapping[str, int]:
    return {mod["label"]: mod["value"] for mod in line.get("mods", ())}


_ANSWERS: Mapping[str, Callable[[Line], Any]] = {
    "fp": _said(rf"\b{_NUMBER} (?:Residual )?FP"),
    "column": _column,
    "cowering": _cowering,
    "odds": _said(r"(\d+-\d+), Kill Number"),
    "kill": _said(r"Kill Number (\d+)"),
    "level": _said(r"against Morale Level (\d+)"),
    "cost": _said(rf"\({_NUMBER} MF"),
    "dr": _dr,
    "drm": _drm,
    "mods": _mods,
    "final": _final,
    "result": _result,
    "rule": lambda line: line.get("rule"),
}
"""What can be asked of a line of the log."""
