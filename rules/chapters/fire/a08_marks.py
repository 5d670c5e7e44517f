"""A8.1-A8.4, A7.9 The fire marks that an attack leaves on units, weapons and leaders."""

from collections.abc import Iterator
from typing import Any

from rules.chapters.fire.a07_attack import Attack, IftAttack
from rules.chapters.fire.a07_firers import allowance
from rules.chapters.fire.a08_again import Again, again
from rules.chapters.fire.a09_rof import keeps_rate
from rules.chapters.terms.a07_shot import MARK_OF_KIND, FiredPart, FireKind
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.position.asl_table import AslTable
from rules.position.position import is_leader


async def mark_after(table: AslTable, attack: Attack) -> None:
    """A7.1, A8.1: whatever fired or directed is marked, whatever came of it."""
    parts = attack.parts
    for unit in table.alive(attack.units):
        mark_unit(table, attack, unit)
    for leader in table.alive(attack.directors):
        led = tuple(p for p in parts if p.at == leader.at)
        later = leader.fired is Fired.FIRST and any(again(part) is not Again.NO for part in led)
        mark = Fired.FINAL if later else MARK_OF_KIND[attack.shot.kind]
        table.change(leader.counter, fired=mark)
    _mark_mates(table, attack)
    _note_attackers(table, attack, tuple(part.id for part in parts))


def _mark_mates(table: AslTable, attack: Attack) -> None:
    """A9.12: who has fired a weapon with its possessor is marked with him."""
    later = any(again(part) is not Again.NO for part in attack.parts)
    mark = Fired.FINAL if later else MARK_OF_KIND[attack.shot.kind]
    for mate in table.alive(attack.mates):
        table.change(mate.counter, fired=mark, serving=True)


def mark_unit(table: AslTable, attack: Attack, unit: Unit) -> None:
    """The marks of one that fired. Who comes into the open by what he did is marked before that:
    then the marks come out with him, and are told.
    """
    parts = tuple(part for part in attack.parts if _is_of(part, unit))
    marks = dict(_part_marks(attack, parts))
    everything = _mark_of_everything(attack, unit, parts)
    if everything is not None:
        marks = dict.fromkeys((unit.id, *(w.id for w in table.truth.weapons_of(unit))), everything)
    fired = {part.id for part in parts}
    led = next((u.id for u in table.alive(attack.directors) if u.at == unit.at), None)
    changed: dict[str, Any] = {"director": led}
    if unit.id in marks or (is_leader(unit) and fired):
        changed["fired"] = marks.get(unit.id, MARK_OF_KIND[attack.shot.kind])
    if unit.id in fired:
        changed["fired_at"] = attack.shot.at
    table.change(unit.counter, **changed)
    for weapon in table.truth.weapons_of(unit):
        if weapon.id in marks and weapon.id not in fired:
            table.put(weapon, fired=marks[weapon.id])
    for part in parts:
        if not part.is_inherent:
            mark = {"fired": marks[part.id]} if part.id in marks else {}
            part.change(table, fired_at=attack.shot.at, **mark)
    _lose_inherent(table, unit)


def _is_of(part: FiredPart, unit: Unit) -> bool:
    return any(one.counter == unit.counter for one in part.crew)


def _part_marks(attack: Attack, parts: tuple[FiredPart, ...]) -> Iterator[tuple[str, Fired]]:
    """A7.33: each part by itself; what keeps its ROF is not marked."""
    for part in parts:
        if not keeps_rate(attack, part):
            later = again(part) is not Again.NO
            yield part.id, Fired.FINAL if later else MARK_OF_KIND[attack.shot.kind]


def _mark_of_everything(attack: Attack, unit: Unit, parts: tuple[FiredPart, ...]) -> Fired | None:
    """A7.9, A8.3: who cowers, uses Subsequent First Fire or FPF is marked with all its weapons."""
    if not isinstance(attack, IftAttack):
        return None
    if unit.counter in attack.cowered:
        attacking = attack.shot.kind in {FireKind.PREP, FireKind.ADVANCING}
        return Fired.PREP if attacking else Fired.FINAL
    ways = {again(part) for part in parts}
    return Fired.FINAL if ways & {Again.SUBSEQUENT, Again.PROTECTIVE} else None


def _lose_inherent(table: AslTable, unit: Unit) -> None:
    """A7.351, A7.353: a HS or crew that fired a weapon, or a squad two, has no inherent FP left."""
    used = [w for w in table.truth.weapons_of(unit) if w.fired_at is not None]
    if len(used) > allowance(unit, with_inherent=True):
        table.change(unit.counter, inherent_lost=True)


def _note_attackers(table: AslTable, attack: Attack, ids: tuple[str, ...]) -> None:
    """A8.3, A9.2: what shot at moving units, which is limited by the MF that they have spent."""
    if attack.shot.kind is FireKind.FIRST and not attack.shot.is_snap:
        for target in table.alive(attack.targets):
            table.change(target.counter, attacked_by=(*target.attacked_by, *ids))


def mark_prep_fired(table: AslTable) -> None:
    """A9.2, A7.1: a weapon that kept its ROF to the end of the PFPh has fired all the same."""
    for weapon in table.truth.weapons():
        if weapon.fired_at is not None and weapon.fired is None:
            table.put(weapon, fired=Fired.PREP)
