"""The odds of a declared attack, exact: the chance of every result over the 36 dice (docs/wire.md
§6).

Computed from what the firing side knows; nothing is rolled and nothing changes.
"""

from collections.abc import Iterator
from typing import Any

from rules.board.locations import LocationId
from rules.board.los import Los
from rules.chapters.fire.a07_attack import Force
from rules.chapters.fire.a07_drm import modifiers, total
from rules.chapters.fire.a07_fire import (
    attack_column,
    cowering_shift,
    fp_against,
    may_cower,
    result_of,
    shares,
)
from rules.chapters.fire.a07_resolution import mixed
from rules.chapters.fire.a07_struck import by_fire
from rules.chapters.terms.a07_shot import Shot
from rules.position.horses import Horses
from rules.position.knowledge import Knowledge
from rules.position.unmanned import Unmanned
from rules.tables import IftKind, IftResult, vehicle_kill_number

FACES = range(1, 7)


def odds_card(position: Knowledge, shot: Shot) -> dict[str, Any]:
    """The card of one attack; of several targets, of the one that it is likeliest to hurt (A.5)."""
    force = _best_force(position, shot)
    parts = shares(position, shot)
    column = attack_column(position, shot, force.fp, cowers=False)
    lines = {origin: shot.los(position, origin) for origin in shot.origins(position)}
    return {
        "at": shot.at,
        "range": max(los.range for los in lines.values()),
        "los": _each(position, {at: _los_text(position, los) for at, los in lines.items()}),
        "words": _each(position, {at: los.explain() for at, los in lines.items()}),
        "fp": mixed(force.fp),
        "column": "" if column is None else str(column),
        "drm": list(force.drm),
        "total": total(force.drm),
        "chances": _chances(position, shot, force),
        "firers": [{"unit": p.unit, "text": p.text, "rule": _rule_of(p.factors)} for p in parts],
        "note": _note(position, shot),
    }


def chance_of_harm(position: Knowledge, shot: Shot) -> int:
    """In how many of the 36 rolls an attack gives a MC or worse to the target it suits best."""
    results = _results(position, shot, _best_force(position, shot))
    return sum(n for result, n in results.items() if result.is_harmful)


def _best_force(position: Knowledge, shot: Shot) -> Force:
    """The attack against the target that it suits best; where nothing is seen, against whoever may
    be hidden.
    """
    parts = shares(position, shot)
    forces = [
        Force(fp_against(position, parts, target), modifiers(position, shot, target))
        for target in by_fire(position, shot).as_seen(position)
    ]
    return max(forces, key=lambda force: (force.fp, -total(force.drm)))


def _alone(position: Knowledge, shot: Shot) -> tuple[Unmanned, ...]:
    """A7.308, E5.5: what nobody is in or on, where no unit is a target."""
    return () if shot.targets else by_fire(position, shot).unmanned


def _each(position: Knowledge, said: dict[LocationId, str]) -> str:
    """What is said of each line; if it is not the same, by the Location that it comes from."""
    if len(set(said.values())) == 1:
        return next(iter(said.values()))
    name_of = position.board.name
    return "; ".join(f"from {name_of(at)} {words}" for at, words in said.items())


def _chances(position: Knowledge, shot: Shot, force: Force) -> list[dict[str, Any]]:
    if _alone(position, shot):
        return _of_unmanned(position, shot, force)
    counts = _results(position, shot, force)
    return [
        {"result": "none" if result.kind is IftKind.NONE else str(result), "n": counts[result]}
        for result in sorted(counts, key=_harm)
    ]


def _of_unmanned(position: Knowledge, shot: Shot, force: Force) -> list[dict[str, Any]]:
    """A7.308: in how many of the rolls a boat sinks or horses are lost, by the Vehicle line; at the
    Kill Number horses are Reduced.
    """
    columns = _columns(position, shot, force)
    over = [
        dr + total(force.drm) - vehicle_kill_number(column)
        for dr, column in columns
        if column is not None
    ]
    lost = sum(one < 0 for one in over)
    horses = any(isinstance(one, Horses) for one in _alone(position, shot))
    reduced = over.count(0) if horses else 0
    found = {"lost": lost, "CR": reduced, "none": len(columns) - lost - reduced}
    return [{"result": result, "n": n} for result, n in found.items() if n]


def _columns(position: Knowledge, shot: Shot, force: Force) -> tuple[tuple[int, int | None], ...]:
    """Each of the 36 rolls with its column."""
    cowers = may_cower(position, shot)
    column = attack_column(position, shot, force.fp, cowers=False)
    on_doubles = attack_column(position, shot, force.fp, cowers=cowers)
    return tuple(
        (coloured + white, on_doubles if coloured == white else column)
        for coloured in FACES
        for white in FACES
    )


def _results(position: Knowledge, shot: Shot, force: Force) -> dict[IftResult, int]:
    """How many of the 36 rolls give each result."""
    counts: dict[IftResult, int] = {}
    for dr, column in _columns(position, shot, force):
        result = result_of(column, dr + total(force.drm))
        counts[result] = counts.get(result, 0) + 1
    return counts


def _harm(result: IftResult) -> tuple[int, int]:
    order = (IftKind.KIA, IftKind.K, IftKind.MC, IftKind.PTC, IftKind.NONE)
    return (order.index(result.kind), -result.number)


def _rule_of(factors: tuple[Any, ...]) -> str:
    return str(factors[0].rule) if factors else "A7.2"


def _los_text(position: Knowledge, los: Los) -> str:
    """The LOS in a few words: `clear, 1 level up`, or `blocked by woods in I5 (B13.2)`."""
    if not los.blocked:
        return f"clear, {_levels(los.rise)}" if los.rise else "clear"
    where = f" in {position.board.name(los.at)}" if los.at else ""
    rule = f" ({los.rule})" if los.rule else ""
    return f"blocked by {los.by or 'the ground'}{where}{rule}"


def _levels(rise: int) -> str:
    word = "level" if abs(rise) == 1 else "levels"
    return f"{abs(rise)} {word} {'up' if rise > 0 else 'down'}"


def _note(position: Knowledge, shot: Shot) -> str:
    return " ".join((*_concealed(position, shot), *_cowering(position, shot)))


def _concealed(position: Knowledge, shot: Shot) -> Iterator[str]:
    targets = position.targets(shot.targets)
    if not targets and not _alone(position, shot):
        yield "Nobody is seen there: half FP, at whoever may be hidden (A7.4, A12.3)."
    elif targets and all(target.under is not None for target in targets):
        yield "Half FP, at the concealed (A12.13)."


def _cowering(position: Knowledge, shot: Shot) -> Iterator[str]:
    if may_cower(position, shot):
        shift = cowering_shift(position, shot)
        columns = "a column" if shift == 1 else f"{shift} columns"
        yield f"Doubles cower: {columns} less (A7.9)"
