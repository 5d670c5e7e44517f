"""A9.7 Malfunction: the Original DR that stops a support weapon, and what lowers it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from rules.chapters.fire.a07_attack import A, Attack
from rules.chapters.fire.a07_fire import result_of
from rules.chapters.fire.a08_again import Again, fires_as
from rules.chapters.fire.a19_ammunition import short_breakdown
from rules.chapters.fire.a21_captured import captured_breakdown
from rules.chapters.morale.a19_inexperience import is_inexperienced
from rules.chapters.morale.a_random_selection import drawn
from rules.chapters.terms.a07_shot import FiredPart
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import NamedQuestion, Rule
from rules.position.position import weapon_values
from rules.tables import IftKind

Breakdown: TypeAlias = Callable[[FiredPart], Iterable[Modifier]]


def _sustained(part: FiredPart) -> Iterable[Modifier]:
    """A9.3: Sustained Fire."""
    if fires_as(part) is not Again.NO:
        yield Modifier("A9.3", "Sustained Fire", -2)


def _inexperienced(part: FiredPart) -> Iterable[Modifier]:
    """A19.32: in the hands of Inexperienced MMC."""
    if any(map(is_inexperienced, part.crew)):
        yield Modifier("A19.32", "Inexperienced", -1)


BREAKDOWN: NamedQuestion[Breakdown] = NamedQuestion(
    "BREAKDOWN",
    (
        Rule("A9.3", _sustained),
        Rule("A19.32", _inexperienced),
        Rule("A19.131", short_breakdown),
        Rule("A21.11", captured_breakdown),
    ),
)
"""What lowers the B# of a weapon or a piece of ordnance in an attack; the printed one is then its
X# (A.11).
"""


async def malfunction(table: AslTable, attack: A) -> A:
    """A9.7, A9.71: what fires malfunctions on its B#; of several that would, by Random Selection;
    if some are in the open, one of these. Of what is under a "?" its side alone hears.
    """
    due = tuple(part for part in attack.parts if _is_due(table, attack, part))
    due = tuple(part for part in due if part.under is None) or due
    entries = tuple((part.id, part.label, part.side) for part in due)
    to = due[0].audience if due else Audience.PUBLIC
    stopped = set(drawn(table, entries, 1, "malfunction", to))
    for part in due:
        if part.id in stopped:
            _stop(table, attack, part)
    return replace(attack, stopped=tuple(stopped))


def _is_due(table: AslTable, attack: Attack, part: FiredPart) -> bool:
    if part.breakdown is None:
        return False
    lowered = table.law.total(BREAKDOWN, part)
    return attack.roll.total >= part.breakdown + lowered


def _stop(table: AslTable, attack: Attack, part: FiredPart) -> None:
    if part.breakdown is None:
        return
    lowered = table.law.total(BREAKDOWN, part)
    for_good = part.x or (lowered < 0 and attack.roll.total >= part.breakdown)
    result = "eliminated" if for_good else "malfunctions"
    table.log(
        "fire", part.label, side=part.side, rule="A9.7", at=(part.at,), result=result,
        to=part.audience,
    )  # fmt: skip
    if for_good:
        part.drop(table)
    else:
        part.change(table, malfunctioned=True)


async def destroy_weapons(table: AslTable, attack: Attack) -> None:
    """A9.74: after a KIA one dr, on the column of the attack, for each weapon that an eliminated
    unit had: KIA eliminates it, K stops it, or eliminates it if it had malfunctioned already.
    """
    for one in attack.everywhere:
        for target, result in one.results.items():
            if result.kind is not IftKind.KIA or table.alive((target,)):
                continue
            for weapon_id in one.held[target]:
                _destroy(table, one, target, weapon_id)


def _destroy(table: AslTable, attack: Attack, target: CounterId, weapon_id: str) -> None:
    weapon = table.truth.view.find(Weapon, weapon_id)
    if weapon is None:
        return
    called = weapon_values(weapon).name
    roll = table.roll(Purpose("SW", f"destruction of the {called}", "A9.74", weapon.side.enemy))
    fp = attack.forces[target].fp
    column = attack.column_of(fp)
    kind = result_of(column, roll.total).kind
    lost = kind is IftKind.KIA or (kind is IftKind.K and weapon.malfunctioned)
    stops = kind is IftKind.K
    result = "eliminated" if lost else "malfunctions" if stops else "no effect"
    table.log(
        "fire", called, side=weapon.side, rule="A9.74", at=(weapon.at,), roll=roll, result=result
    )
    if lost:
        table.drop(weapon)
    elif stops:
        table.put(weapon, malfunctioned=True)
