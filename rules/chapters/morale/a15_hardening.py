"""A15.3 Battle Hardening: a unit becomes better, or Fanatic where there is nothing better."""

from rules.forces.lookup import unit_type
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.position import name, values

ACCEPT, REFUSE = "harden", "refuse"


async def battle_harden(table: AslTable, unit_id: CounterId) -> None:
    """A15.3: the unit is unbroken, unpinned and of the next Class up; its owner may refuse."""
    unit = table.unit(unit_id)
    if await _wants(table, unit) == REFUSE:
        text = f"{name(unit)}: Battle Hardening is refused"
        table.log("check", text, side=unit.side, rule="A15.3", at=(unit.at,), result="refused")
    else:
        _harden(table, table.unit(unit_id))


def _wants(table: AslTable, unit: Unit) -> Procedure[str]:
    better = f"Become {_becomes(unit)}"
    options = (
        Option(value=ACCEPT, label=better, unit=unit.id),
        Option(value=REFUSE, label="Refuse Battle Hardening"),
    )
    return table.decide(
        Decision(
            side=unit.side,
            rule="A15.3",
            label=f"Battle Hardening of {name(unit)}",
            ours=f"{name(unit)} hardens in battle: accept it?",
            theirs=f"may refuse the Battle Hardening of {name(unit)}.",
            options=options,
            units=(unit.id,),
            at=unit.at,
        )
    )


def _becomes(unit: Unit) -> str:
    better = values(unit).better
    return "Fanatic" if better is None else f"a {unit_type(better).strength}"


def _harden(table: AslTable, unit: Unit) -> None:
    better = values(unit).better
    hardened = table.change(
        unit.counter,
        type=better or unit.type,
        fanatic=unit.fanatic or better is None,
        broken=False,
        dm=False,
        keeps_dm=False,
        pinned=False,
        disrupted=False,
    )
    text = f"{name(unit)} is Battle Hardened"
    result = "Fanatic" if better is None else name(hardened)
    table.log("check", text, side=unit.side, rule="A15.3", at=(unit.at,), result=result)
