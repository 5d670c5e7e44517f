"""B9.322 Wall Advantage that is claimed or given up of one's own will."""

from collections.abc import Callable, Iterable

from rules.chapters.ground.b09_walls import claim_bar, forfeit_bar, set_wall_advantage
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, UnitNoun
from rules.play.checks import own_stack
from rules.play.moving.errand import Errand, ErrandCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name

Bar = Callable[[Knowledge, Unit], Barrier | None]


class ClaimWallAdvantage(ErrandCommand, frozen=True, kw_only=True, tag="claim_wa"):
    """Claim Wall Advantage for units of one Location."""

    words = "claim wall advantage {units}"
    units: tuple[UnitNoun, ...]


class ForfeitWallAdvantage(ErrandCommand, frozen=True, kw_only=True, tag="forfeit_wa"):
    """Give it up."""

    words = "forfeit wall advantage {units}"
    units: tuple[UnitNoun, ...]


Either = ClaimWallAdvantage | ForfeitWallAdvantage


def _offers(verb: str, label: str, units: Iterable[Unit]) -> Iterable[Offer]:
    """One offer for each Location."""
    stacks: dict[str, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(unit.at, []).append(unit)
    for there in stacks.values():
        slot = Slot(name="units", kind="units", of=tuple(filler(unit.id) for unit in there))
        yield SlotsOffer(verb=verb, label=label, rule="B9.322", slots=(slot,))


def _claims(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = (unit for unit in units if claim_bar(position, unit) is None)
    return _offers("claim_wa", "Claim Wall Advantage", able)


def _forfeits(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = (unit for unit in units if forfeit_bar(position, unit) is None)
    return _offers("forfeit_wa", "Give up Wall Advantage", able)


def _refusing(bar: Bar) -> Callable[[Knowledge, tuple[Unit, ...], Either], None]:
    def refuse(position: Knowledge, units: tuple[Unit, ...], command: Either) -> None:
        for unit in own_stack(position, position.clock.active, command.units):
            if unit not in units:
                raise Refused("B9.322", f"{name(unit)} may not do that now.")
            found = bar(position, unit)
            if found is not None:
                raise Refused(found.rule, found.why)

    return refuse


async def _claim(table: AslTable, command: ClaimWallAdvantage) -> None:
    set_wall_advantage(table, table.counters(command.units), has=True)


async def _forfeit(table: AslTable, command: ForfeitWallAdvantage) -> None:
    set_wall_advantage(table, table.counters(command.units), has=False)


CLAIMING = Errand(ClaimWallAdvantage, _claims, _refusing(claim_bar), lambda command: (), (), _claim)
FORFEITING = Errand(
    ForfeitWallAdvantage, _forfeits, _refusing(forfeit_bar), lambda command: (), (), _forfeit
)
"""B9.322: at any point of its MPh, for nothing."""


def _claim_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _claims(position, position.personnel(side))


def _forfeit_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _forfeits(position, position.personnel(side))


def _refuse_claim(position: Knowledge, side: Side, command: ClaimWallAdvantage) -> None:
    CLAIMING.refuse(position, position.personnel(side), command)


def _refuse_forfeit(position: Knowledge, side: Side, command: ForfeitWallAdvantage) -> None:
    FORFEITING.refuse(position, position.personnel(side), command)


async def _begin_claim(table: AslTable, side: Side, command: ClaimWallAdvantage) -> None:
    await _claim(table, command)


async def _begin_forfeit(table: AslTable, side: Side, command: ForfeitWallAdvantage) -> None:
    await _forfeit(table, command)


CLAIM = Activity(ClaimWallAdvantage, _claim_offers, _refuse_claim, _begin_claim)
FORFEIT = Activity(ForfeitWallAdvantage, _forfeit_offers, _refuse_forfeit, _begin_forfeit)
"""B9.322: in the RPh and the APh."""
