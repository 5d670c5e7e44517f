"""A7 The resolution of a fire attack: the DR, cowering, its results, DM, and the marks it
leaves.
"""

from fractions import Fraction

from rules.chapters.a07_fire import (
    MARK_OF_KIND,
    FireKind,
    Shot,
    attack_column,
    could_break,
    cowering_shift,
    may_cower,
    modifiers,
    result_of,
    shares,
    total,
    total_fp,
)
from rules.chapters.a07_results import apply_results
from rules.chapters.a_random_selection import random_selection
from rules.forces.asl_table import AslTable
from rules.forces.entities import Fired
from rules.forces.position import name, names
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.tables import IftResult


async def resolve_shot(table: AslTable, shot: Shot) -> None:
    """A7: carry out an attack that was declared; the firers are marked whatever comes of
    it (A7.1).
    """
    fp = total_fp(shares(table.position, shot))
    ledgers = _ledgers(table, shot)
    directed = f" under {name(table.unit(shot.director))}" if shot.director else ""
    text = f"{names(table.alive(shot.units))}{directed}"
    side = table.unit(shot.units[0]).side
    cowers_on_doubles = may_cower(table.position, shot)
    shift = cowering_shift(table.position, shot)
    breaking = [
        unit_id
        for unit_id, ledger in ledgers.items()
        if could_break(table.position, shot, fp, total(ledger))
    ]
    _mark(table, shot)

    async def effects(roll: Roll) -> None:
        cowers = cowers_on_doubles and roll.is_doubles
        column = attack_column(table.position, shot, fp, cowers=cowers)
        results = {
            unit_id: result_of(column, roll.total + total(ledger))
            for unit_id, ledger in ledgers.items()
        }
        _report(
            table, shot, _summary(text, fp, column, shift if cowers else 0), roll, ledgers, results
        )
        if cowers:
            _mark_cowering(table, shot)
        await apply_results(table, results, _companions(table, shot))
        for unit in table.alive(tuple(breaking)):
            if unit.broken:
                table.change(unit.id, dm=True)

    await table.resolve(Purpose("IFT", shot.kind.value, "A7.3", side), 2, effects)


def _ledgers(table: AslTable, shot: Shot) -> dict[str, tuple[Modifier, ...]]:
    position = table.position
    los = position.board.los(shot.origin, shot.at)
    targets = table.alive(shot.targets)
    return {unit.id: modifiers(position, shot, unit, los) for unit in targets}


def _companions(table: AslTable, shot: Shot) -> tuple[str, ...]:
    """A10.21: in First Fire a leader helps only if he is of the moving stack; else any in the
    Location.
    """
    if shot.kind is FireKind.FIRST:
        return shot.targets
    return tuple(unit.id for unit in table.position.units_at(shot.at))


def _mark(table: AslTable, shot: Shot) -> None:
    """A7.1, A7.531, A8.4: who has fired or directed; a First Fire marked unit ends under Final
    Fire.
    """
    kept = {unit_id: table.unit(unit_id).fired for unit_id in shot.units}
    for unit_id in shot.units:
        mark = Fired.FINAL if kept[unit_id] is Fired.FIRST else MARK_OF_KIND[shot.kind]
        table.change(unit_id, fired=mark, fired_at=shot.at, director=shot.director)
    if shot.director is not None:
        again = table.unit(shot.director).fired is Fired.FIRST
        table.change(shot.director, fired=Fired.FINAL if again else MARK_OF_KIND[shot.kind])


def _mark_cowering(table: AslTable, shot: Shot) -> None:
    """A7.9: one firer, by Random Selection, goes under Final Fire (the ATTACKER's under
    Prep Fire).
    """
    firers = table.alive(shot.units)
    for unit_id in random_selection(table, firers, 1, "who cowers"):
        attacking = shot.kind in (FireKind.PREP, FireKind.ADVANCING)
        table.change(unit_id, fired=Fired.PREP if attacking else Fired.FINAL)


def _summary(text: str, fp: Fraction, column: int | None, shift: int) -> str:
    cowering = f", cowering {shift} left (A7.9)" if shift else ""
    shown = "no column" if column is None else f"{column} column"
    return f"{text}: {mixed(fp)} FP, {shown}{cowering}"


def _report(
    table: AslTable,
    shot: Shot,
    text: str,
    roll: Roll,
    ledgers: dict[str, tuple[Modifier, ...]],
    results: dict[str, IftResult],
) -> None:
    """One line for the attack; one more for each target whose own DRM gave it another
    result (A.5).
    """
    side = table.unit(shot.units[0]).side
    first = next(iter(results), None)
    mods = ledgers[first] if first else ()
    result = _result_text(results[first]) if first else "no target"
    at = (shot.at, shot.origin)
    table.log("fire", text, side=side, rule="A7.3", at=at, roll=roll, mods=mods, result=result)
    for unit_id, other in results.items():
        if first and ledgers[unit_id] != mods:
            target = f"against {name(table.unit(unit_id))}"
            table.log(
                "fire", target, side=side, rule="A.5", mods=ledgers[unit_id],
                result=_result_text(other),
            )  # fmt: skip


def _result_text(result: IftResult) -> str:
    text = str(result)
    return "no effect" if text == "–" else text


def mixed(fp: Fraction) -> str:
    """A FP total as players write it: 13, 4½, 2¼."""
    whole, rest = divmod(fp, 1)
    part = {Fraction(0): "", Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    tail = part.get(rest, f"+{rest}")
    return f"{whole or ''}{tail}" if tail else str(whole)
