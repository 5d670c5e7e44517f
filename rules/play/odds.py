"""The odds of a declared attack, exact: the chance of every result over the 36 dice (docs/wire.md
§6).

Computed from what the firing side knows; nothing is rolled and nothing changes.
"""

from typing import Any

from rules.board.los import Los
from rules.chapters.a07_fire import (
    Shot,
    attack_column,
    cowering_shift,
    may_cower,
    modifiers,
    result_of,
    shares,
    total,
    total_fp,
)
from rules.chapters.a07_resolution import mixed
from rules.forces.position import Position
from rules.kernel.view import Modifier
from rules.tables import IftKind, IftResult

FACES = range(1, 7)
_HARMFUL = frozenset({IftKind.KIA, IftKind.K, IftKind.MC})


def odds_card(position: Position, shot: Shot) -> dict[str, Any]:
    """The card of one attack; of several targets, of the one that it is likeliest to hurt (A.5)."""
    los = position.board.los(shot.origin, shot.at)
    ledger = _best_ledger(position, shot, los)
    parts = shares(position, shot)
    fp = total_fp(parts)
    column = attack_column(position, shot, fp, cowers=False)
    return {
        "at": shot.at,
        "range": los.range,
        "los": _los_text(position, los),
        "words": los.explain(),
        "fp": mixed(fp),
        "column": "" if column is None else str(column),
        "drm": list(ledger),
        "total": total(ledger),
        "chances": _chances(position, shot, total(ledger)),
        "firers": [{"unit": p.unit, "text": p.text, "rule": _rule_of(p.factors)} for p in parts],
        "note": _note(position, shot),
    }


def chance_of_harm(position: Position, shot: Shot) -> int:
    """In how many of the 36 rolls an attack gives a MC or worse to the target it suits best."""
    ledger = _best_ledger(position, shot, position.board.los(shot.origin, shot.at))
    results = _results(position, shot, total(ledger))
    return sum(n for result, n in results.items() if result.kind in _HARMFUL)


def _best_ledger(position: Position, shot: Shot, los: Los) -> tuple[Modifier, ...]:
    targets = [position.unit(unit_id) for unit_id in shot.targets]
    ledgers = [modifiers(position, shot, target, los) for target in targets]
    return min(ledgers, key=total, default=())


def _chances(position: Position, shot: Shot, drm: int) -> list[dict[str, Any]]:
    counts = _results(position, shot, drm)
    return [
        {"result": "none" if result.kind is IftKind.NONE else str(result), "n": counts[result]}
        for result in sorted(counts, key=_harm)
    ]


def _results(position: Position, shot: Shot, drm: int) -> dict[IftResult, int]:
    """How many of the 36 rolls give each result."""
    fp = total_fp(shares(position, shot))
    cowers = may_cower(position, shot)
    counts: dict[IftResult, int] = {}
    for coloured in FACES:
        for white in FACES:
            cowering = cowers and coloured == white
            column = attack_column(position, shot, fp, cowers=cowering)
            result = result_of(column, coloured + white + drm)
            counts[result] = counts.get(result, 0) + 1
    return counts


def _harm(result: IftResult) -> tuple[int, int]:
    order = (IftKind.KIA, IftKind.K, IftKind.MC, IftKind.PTC, IftKind.NONE)
    return (order.index(result.kind), -result.number)


def _rule_of(factors: tuple[Any, ...]) -> str:
    return str(factors[0].rule) if factors else "A7.2"


def _los_text(position: Position, los: Los) -> str:
    """The LOS in a few words: `clear, 1 level up`, or `blocked by woods in I5 (B13.2)`."""
    if not los.blocked:
        return f"clear, {_levels(los.rise)}" if los.rise else "clear"
    where = f" in {position.board.name(los.at)}" if los.at else ""
    rule = f" ({los.rule})" if los.rule else ""
    return f"blocked by {los.by or 'the ground'}{where}{rule}"


def _levels(rise: int) -> str:
    word = "level" if abs(rise) == 1 else "levels"
    return f"{abs(rise)} {word} {'up' if rise > 0 else 'down'}"


def _note(position: Position, shot: Shot) -> str:
    if not may_cower(position, shot):
        return ""
    shift = cowering_shift(position, shot)
    columns = "a column" if shift == 1 else f"{shift} columns"
    return f"Doubles cower: {columns} less (A7.9)"
