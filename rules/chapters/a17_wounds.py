"""A17 Wounds, and A7.302 Casualty Reduction, which wounds a SMC."""

from rules.chapters.elimination import eliminate
from rules.forces.asl_table import AslTable
from rules.forces.position import is_smc, name, values
from rules.kernel.table import Purpose

MORTAL = 5
WOUNDED_MF = 3


def casualty_reduction(table: AslTable, unit_id: str, cause: str) -> None:
    """A7.302: a squad becomes its HS in the same state, a HS or crew is eliminated, a SMC
    wounded.
    """
    unit = table.unit(unit_id)
    half = values(unit).half
    if is_smc(unit):
        wound(table, unit_id)
    elif half is None:
        eliminate(table, unit_id, f"{name(unit)} suffers Casualty Reduction ({cause})", "A7.302")
    else:
        reduced = table.change(unit_id, type=half)
        text = f"{name(unit)} is Reduced to {name(reduced)} ({cause})"
        table.log("check", text, side=unit.side, rule="A7.302", at=(unit.at,), result="Reduced")


def wound(table: AslTable, unit_id: str) -> None:
    """A17.11: a Wound Severity dr of 5 or 6 kills, +1 if wounded before; else the SMC is wounded.

    A wounded leader's Morale Level is one lower and his leadership one worse (A17.2, A17.3); one
    that has already spent more than three MF is pinned (A17.2).
    """
    unit = table.unit(unit_id)
    roll = table.roll(Purpose("wound", f"Wound Severity of {name(unit)}", "A17.11", unit.side))
    severity = roll.total + (1 if unit.wounded else 0)
    if severity >= MORTAL:
        text = f"{name(unit)}: mortal wound"
        table.log("roll", text, side=unit.side, rule="A17.11", roll=roll, result="dead")
        eliminate(table, unit_id, f"{name(unit)} dies of his wound", "A17.11")
        return
    table.log("roll", f"{name(unit)} is wounded", side=unit.side, rule="A17.11", roll=roll)
    spent_too_much = unit.mf_spent > 2 * WOUNDED_MF and unit.moving
    table.change(unit_id, wounded=True, pinned=unit.pinned or spent_too_much)
