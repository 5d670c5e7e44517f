"""A20.22 Capture in CC: who may take whom, at what DRM, and who is a prisoner when it is over."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from rules.chapters.close_combat.a20_guards import can_guard
from rules.chapters.close_combat.a20_surrender import drop_all, take_prisoner
from rules.chapters.concealment.covers import into_the_open
from rules.chapters.morale.a19_inexperience import is_inexperienced
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.position import name, values

CAPTURE_DRM = 1
INEXPERIENCED_DRM = -1


@dataclass(frozen=True)
class Captive:
    """A unit that was captured in a round of CC, or of a squad one HS, and by whom."""

    unit: CounterId
    by: tuple[CounterId, ...]
    half: bool = False


def takes_part(units: tuple[Unit, ...]) -> bool:
    """A20.22: whether those units may attempt capture, or be captured: the berserk may not."""
    return not any(unit.berserk for unit in units)


def capture_drm(target: Unit) -> Iterator[Modifier]:
    """A20.22: +1 to an attempt; -1 instead against Inexperienced units."""
    if is_inexperienced(target):
        yield Modifier("A20.22", "capture of Inexperienced", INEXPERIENCED_DRM)
    else:
        yield Modifier("A20.22", "capture", CAPTURE_DRM)


async def choose_captive(table: AslTable, able: tuple[CounterId, ...]) -> CounterId:
    """A20.22: the side that was attacked says which one of those is captured."""
    units = table.alive(able)
    if len(units) == 1:
        return units[0].counter
    answer = await table.decide(
        Decision(
            side=units[0].side,
            rule="A20.22",
            label="Who is captured",
            ours="One of your units is captured: choose which.",
            theirs="chooses who is captured.",
            options=tuple(Option(value=u.id, label=name(u), unit=u.id) for u in units),
            units=tuple(unit.id for unit in units),
            at=units[0].at,
        )
    )
    return next(unit.counter for unit in units if unit.id == answer)


def is_halved(unit: Unit) -> bool:
    """A20.22: whether only one HS of it is captured when one unit is: of a squad."""
    return values(unit).half is not None


async def take_captives(table: AslTable, captives: tuple[Captive, ...]) -> None:
    """A20.221, A20.5: the captured are prisoners of those of their captors who are left, if any is
    neither eliminated nor captured himself; whom nobody can guard is free and unarmed.
    """
    taken = {captive.unit for captive in captives if not captive.half}
    for captive in captives:
        left = tuple(unit for unit in table.alive(captive.by) if unit.counter not in taken)
        for unit in table.alive((captive.unit,)):
            if not left:
                text = f"{name(unit)}: nobody is left to capture it"
                table.log("cc", text, side=unit.side, rule="A20.221", at=(unit.at,))
                continue
            await _take(table, _half_of(table, unit) if captive.half else unit, left)


async def _take(table: AslTable, unit: Unit, captors: tuple[Unit, ...]) -> None:
    drop_all(table, unit)
    guards = _in_the_open(table, (c for c in captors if can_guard(table.truth, c, unit)))
    if not guards:
        table.change(unit.counter, unarmed=True, broken=False, dm=False, disrupted=False)
        text = f"{name(unit)} is captured, but nobody can guard it: it is unarmed"
        table.log("cc", text, side=unit.side, rule="A20.5", at=(unit.at,), result="unarmed")
        return
    guard = await who_guards(table, unit, guards)
    take_prisoner(table, unit.counter, guard, "A20.22", "is captured by")


def _in_the_open(table: AslTable, guards: Iterable[Unit]) -> tuple[Unit, ...]:
    """A11.19: those who may guard what they have captured are seen with it, and lose a "?"."""
    guards = tuple(guards)
    into_the_open(table, (one.id for one in guards))
    return table.alive(tuple(one.counter for one in guards))


async def who_guards(table: AslTable, unit: Unit, guards: tuple[Unit, ...]) -> CounterId:
    """A20.5: of several that may guard a unit, the one that their side chooses."""
    if len(guards) == 1:
        return guards[0].counter
    answer = await table.decide(
        Decision(
            side=guards[0].side,
            rule="A20.5",
            label=f"{name(unit)} is guarded",
            ours=f"{name(unit)} is captured: who guards it?",
            theirs=f"says who guards {name(unit)}.",
            options=tuple(Option(value=u.id, label=f"by {name(u)}", unit=u.id) for u in guards),
            units=tuple(guard.id for guard in guards),
            at=unit.at,
        )
    )
    return next(guard.counter for guard in guards if guard.id == answer)


def _half_of(table: AslTable, unit: Unit) -> Unit:
    """One HS of a squad; the other stays as the squad was, with all that it possesses."""
    half = values(unit).half
    if half is None:
        raise ValueError(f"{unit.id} has no halves")
    new_id = table.kernel.new_id(Audience.PUBLIC, "u")
    other = msgspec.structs.replace(
        unit, id=new_id, counter=CounterId(f"created-{new_id}"), type=half, letter=""
    )
    table.change(unit.counter, type=half)
    table.world.add(other)
    return other
