"""A17 Wounds, and A7.302 Casualty Reduction, which wounds a SMC."""

from rules.chapters.concealment.covers import surface
from rules.chapters.morale.elimination import eliminate
from rules.chapters.victory.a26_points import count_loss, points
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_smc, name, values

MORTAL = 5
WOUNDED_MF = 3


def wounded_mf(unit: Unit) -> int | None:
    """A17.2: a wounded SMC has no more than three MF, in halves."""
    return 2 * WOUNDED_MF if unit.wounded else None


def carried_on(position: Position, unit: Unit, stack: tuple[Unit, ...]) -> tuple[Modifier, ...]:
    """A17.2: who is carried is not held to his three MF, in halves, as long as they go together."""
    if all(other.counter != unit.carried_by for other in stack):
        return ()
    return (Modifier("A17.2", "carried", 2 * (values(unit).mf - WOUNDED_MF)),)


def morale_loss(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A17.3, A15.2: a wounded SMC has a Morale Level one lower; a hero's wounded side says so, and
    the berserk do not feel it (A15.42).
    """
    is_felt = unit.wounded and not unit.berserk and not _has_a_wounded_side(unit)
    return (Modifier("A17.3", "wounded", -1),) if is_felt else ()


def _has_a_wounded_side(unit: Unit) -> bool:
    return values(unit).cls is UnitClass.HERO


def casualty_reduction(table: AslTable, unit_id: CounterId, cause: str) -> None:
    """A7.302: a squad becomes its HS in the same state, a HS or crew is eliminated, a SMC
    wounded.
    """
    surface(table, unit_id)
    unit = table.unit(unit_id)
    half = values(unit).half
    if is_smc(unit):
        wound(table, unit_id)
    elif half is None:
        eliminate(table, unit_id, f"{name(unit)} suffers Casualty Reduction ({cause})", "A7.302")
    else:
        reduced = table.change(unit_id, type=half)
        count_loss(table, unit, points(unit) - points(reduced))
        text = f"{name(unit)} is Reduced to {name(reduced)} ({cause})"
        table.log("check", text, side=unit.side, rule="A7.302", at=(unit.at,), result="Reduced")


def wound(table: AslTable, unit_id: CounterId, more: int = 0) -> None:
    """A17.11: a Wound Severity dr of 5 or 6 kills, +1 if wounded before; else the SMC is wounded.
    `more` is what its cause adds.

    A wounded leader's Morale Level is one lower and his leadership one worse (A17.2, A17.3); one
    that has already spent more than three MF is pinned, a hero and a berserk leader too (A17.2).
    """
    surface(table, unit_id)
    unit = table.unit(unit_id)
    roll = table.roll(Purpose("wound", f"Wound Severity of {name(unit)}", "A17.11", unit.side))
    severity = roll.total + more + (1 if unit.wounded else 0)
    if severity >= MORTAL:
        text = f"{name(unit)}: mortal wound"
        table.log("roll", text, side=unit.side, rule="A17.11", roll=roll, result="dead")
        eliminate(table, unit_id, f"{name(unit)} dies of his wound", "A17.11")
        return
    table.log("roll", f"{name(unit)} is wounded", side=unit.side, rule="A17.11", roll=roll)
    spent_too_much = unit.mf_spent > 2 * WOUNDED_MF and unit.moving
    side = values(unit).hurt or unit.type
    pinned = unit.pinned or spent_too_much
    table.change(unit_id, wounded=True, type=side, pinned=pinned)
