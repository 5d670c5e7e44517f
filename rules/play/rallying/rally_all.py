"""Rally all (A10.6): by one command everybody of a side who can tries to rally, one by one."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rules.chapters.concealment.a12_unseen import watched_of
from rules.chapters.concealment.covers import into_the_open, set_apart
from rules.chapters.morale.a10_rally import may_self_rally, may_try_rally, rallying_leaders
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.view import ButtonOffer, Offer
from rules.play.activity import Activity, AslCommand
from rules.play.rallying.rally import try_to_rally
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import HIDDEN, Position, is_leader, is_smc, leadership, values

FEW = 2  # who is alone in this has a button of his own


class RallyAll(AslCommand, frozen=True, kw_only=True, tag="rally_all"):
    """Try to rally everybody who can be: leaders first, who may then rally others."""

    words = "all rally"


Attempt: TypeAlias = tuple[Unit, Unit | None]
"""Who tries to rally, and the leader he tries it by, None for himself."""


def _attempts(position: Position, side: Side) -> list[Attempt]:
    """Who may try now, in order: leaders, who may rally others then; who makes the MMC Self-Rally,
    which no MMC may make after another has tried (A18.11); everybody else.
    """
    found = [(unit, by) for unit in position.personnel(side) for by in _ways(position, unit)]
    return sorted(found, key=lambda one: (not is_leader(one[0]), not _is_first_chance(one)))


def _ways(position: Position, unit: Unit) -> Iterator[Unit | None]:
    """By whom a unit would be rallied: one leader, in the open if there is any, and nobody who is
    hidden; None for itself, or nobody.
    """
    if not may_try_rally(unit):
        return
    leaders = [one for one in rallying_leaders(position, unit) if one.under != HIDDEN]
    if leaders:
        yield min(leaders, key=lambda one: (one.under is not None, leadership(one)))
    elif may_self_rally(position, unit):
        yield None


def _is_first_chance(attempt: Attempt) -> bool:
    """Whether it is the one MMC Self-Rally of a RPh."""
    unit, by = attempt
    return by is None and not is_smc(unit) and not values(unit).self_rally


async def _rally_all(table: AslTable, side: Side, command: RallyAll) -> None:
    while attempts := _attempts(table.known(side), side):
        unit, by = attempts[0]
        await try_to_rally(table, unit, None if by is None else _as_he_rallies(table, by))


def _as_he_rallies(table: AslTable, leader: Unit) -> Unit:
    """A12.141: a leader under a "?" comes into the open first if an enemy near sees him."""
    if leader.under is not None:
        into_the_open(table, watched_of(table, (leader.id,)))
        set_apart(table, (leader.id,))
    return table.unit(leader.counter)


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    attempts = _attempts(position, side)
    if len(attempts) >= FEW and not _is_to_be_chosen(attempts):
        hint = f"{len(attempts)} units, leaders first"
        yield ButtonOffer(verb="rally_all", label="Rally all", rule="A10.6", hint=hint)


def _is_to_be_chosen(attempts: Iterable[Attempt]) -> bool:
    """Whether the player has to say who makes the one MMC Self-Rally."""
    return sum(map(_is_first_chance, attempts)) >= FEW


def _refuse(position: Knowledge, side: Side, command: RallyAll) -> None:
    attempts = _attempts(position, side)
    if len(attempts) < FEW:
        raise Refused("A10.6", "There are not several units that could try to rally.")
    if _is_to_be_chosen(attempts):
        raise Refused("A18.11", "Rally first the MMC that is to Self-Rally: one alone may.")


RALLY_ALL = Activity(RallyAll, _offers, _refuse, _rally_all)
