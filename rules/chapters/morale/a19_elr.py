"""A19.1 ELR: who is Replaced by a lesser unit as it fails a MC, and A19.12 Disruption."""

from collections.abc import Callable
from typing import TypeAlias

from rules.chapters.morale.a25_nationalities import is_ss_against_russians
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.charge_setters import pass_on_hidden_charges
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, is_hero, name, values

UNDERSCORED_ELR = 5


def elr_of(position: Position, unit: Unit) -> int:
    """A19.1, A19.132: the ELR of a unit: its side's, 5 with an underscored Morale Level."""
    return UNDERSCORED_ELR if values(unit).underscored_morale else position.elr(unit.side)


def may_be_replaced(unit: Unit) -> bool:
    """A19.11: ELR is a matter of squads, HS and leaders, none of them a Commissar."""
    printed = values(unit)
    return printed.cls is not UnitClass.CREW and not is_hero(unit) and not printed.commissar


def replace_by_elr(table: AslTable, unit_id: CounterId, *, casualty: bool) -> None:
    """A19.13, A19.132: the unit becomes the next lower one; if there is none it is Disrupted.

    A squad with an underscored Morale Level becomes its two HS, but one HS if it is a `casualty` of
    the same DR (A10.31). Nothing is broken here: that follows.
    """
    unit = table.unit(unit_id)
    printed = values(unit)
    if printed.worse is not None:
        _replace(table, unit, printed.worse)
    elif printed.underscored_morale and printed.half is not None and not casualty:
        _split(table, unit, printed.half)
    elif printed.half is None or not printed.underscored_morale:
        disrupt(table, unit_id)


def lower(table: AslTable, unit_id: CounterId) -> bool:
    """A19.13: the unit becomes the next lower one, for whatever reason; whether there is one."""
    unit = table.unit(unit_id)
    worse = values(unit).worse
    if worse is not None:
        _replace(table, unit, worse)
    return worse is not None


def _replace(table: AslTable, unit: Unit, worse: str) -> None:
    replaced = table.change(unit.counter, type=worse)
    text = f"{name(unit)} is Replaced by {name(replaced)}"
    table.log("check", text, side=unit.side, rule="A19.1", at=(unit.at,), result="Replaced")


def _split(table: AslTable, unit: Unit, half: str) -> None:
    """A19.132: a squad becomes its two HS, the second of which breaks with the first."""
    replaced = table.change(unit.counter, type=half)
    other_id = table.kernel.new_id(Audience.PUBLIC, "u")
    other = Unit(
        id=other_id,
        side=unit.side,
        counter=CounterId(f"created-{other_id}"),
        type=half,
        letter="",
        at=unit.at,
        broken=True,
        dm=True,
        wounded=False,
        fanatic=unit.fanatic,
        fired=unit.fired,
        fired_at=unit.fired_at,
        mf_spent=unit.mf_spent,
        moving=unit.moving,
        moved=unit.moved,
        assault=unit.assault,
        manner=unit.manner,
        posture=unit.posture,
        sides=unit.sides,
        entered_from=unit.entered_from,
        has_set=unit.has_set,
    )
    table.world.add(other)
    pass_on_hidden_charges(table, unit.counter, (other.counter,))
    text = f"{name(unit)} is Replaced by its HS {name(replaced)} and {name(other)}, broken"
    table.log("check", text, side=unit.side, rule="A19.132", at=(unit.at,), result="Replaced")


MayDisrupt: TypeAlias = Callable[[Position, Unit], bool]


def _is_no_fanatic(position: Position, unit: Unit) -> bool:
    """A10.8: a Fanatic unit is not Disrupted."""
    return not unit.fanatic


def _is_no_commissar(position: Position, unit: Unit) -> bool:
    """A25.22: nor is a Commissar."""
    return not values(unit).commissar


def _fears_no_captivity(position: Position, unit: Unit) -> bool:
    """A25.11: nor are SS against Russians."""
    return not is_ss_against_russians(position, unit)


MAY_DISRUPT: NamedQuestion[MayDisrupt] = NamedQuestion(
    "MAY_DISRUPT",
    (
        Rule("A10.8", _is_no_fanatic),
        Rule("A25.22", _is_no_commissar),
        Rule("A25.11", _fears_no_captivity),
    ),
)
"""Whether a unit can be Disrupted: only if all of these say so."""


def may_be_disrupted(position: Position, unit: Unit) -> bool:
    """A19.12: whether a unit can be Disrupted."""
    return position.law.allows(MAY_DISRUPT, position, unit)


def disrupt(table: AslTable, unit_id: CounterId) -> None:
    """A19.12: the unit is Disrupted, if it can be; it breaks by whatever brought this about."""
    unit, position = table.unit(unit_id), table.truth
    if unit.disrupted or not may_be_disrupted(position, unit):
        return
    table.change(unit_id, disrupted=True)
    text = f"{name(unit)} is Disrupted"
    table.log("check", text, side=unit.side, rule="A19.12", at=(unit.at,), result="Disrupted")
