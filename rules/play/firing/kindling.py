"""B25 Fire at the table: Kindling in the PFPh, and what is seen of Flames and Blazes."""

from collections.abc import Iterable

from rules.chapters.blazes.b25_kindling import (
    kindle_own,
    kindling_bar,
    kindling_leaders,
    kindling_needs,
)
from rules.chapters.concealment.a12_stripping import strip_acting
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_unit
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze, Flame
from rules.position.knowledge import Knowledge
from rules.position.marker import MarkerFace
from rules.position.position import is_smc, name

LEAST_DR, MOST_DR = 2, 12


class Kindle(AslCommand, frozen=True, kw_only=True, tag="kindle"):
    """Try to set the Location on fire: a MMC with a leader, or a SMC alone."""

    words = "kindle by {unit} [with {leader}]"
    guise = Guise.UNSEEN
    unit: UnitNoun
    leader: UnitNoun | None = None


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    """Who may kindle, and with which leader."""
    helpers: dict[str, tuple[Value | bool, ...]] = {}
    needs: list[int] = []
    for unit in position.personnel(side):
        if kindling_bar(position, unit) is not None:
            continue
        leaders = kindling_leaders(position, unit)
        if is_smc(unit):
            helpers[unit.id] = (None,)
            needs.append(kindling_needs(position, unit, None))
        elif leaders:
            helpers[unit.id] = tuple(leader.id for leader in leaders)
            needs += [kindling_needs(position, unit, leader) for leader in leaders]
    if not needs or min(needs) > MOST_DR:
        return
    of = sorted({str(one) for ids in helpers.values() for one in ids if one is not None})
    slots = (
        Slot(name="unit", kind="unit", of=tuple(map(filler, helpers))),
        Slot(
            name="leader",
            kind="unit",
            of=tuple(map(filler, of)),
            empty="alone",
            by="unit",
            allows=helpers,
        ),
    )
    label = f"Kindle, a NTC and DR {max(LEAST_DR, min(needs))} or more"
    yield SlotsOffer(verb="kindle", label=label, rule="B25.11", slots=slots)


def _refuse(position: Knowledge, side: Side, command: Kindle) -> None:
    unit = own_unit(position, side, command.unit)
    bar = kindling_bar(position, unit)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.leader is None:
        if not is_smc(unit):
            raise Refused("B25.11", f"{name(unit)} kindles only with a leader.")
        return
    if own_unit(position, side, command.leader) not in kindling_leaders(position, unit):
        raise Refused("B25.11", f"That leader does not kindle with {name(unit)}.")


async def _kindle(table: AslTable, side: Side, command: Kindle) -> None:
    unit = table.counter(command.unit)
    leader = None if command.leader is None else table.counter(command.leader)
    await strip_acting(table, unit, leader)
    await kindle_own(table, unit, leader)


KINDLE = Activity(Kindle, _offers, _refuse, _kindle)


def flame_face(flame: Flame) -> MarkerFace:
    """What everybody sees of a Flame."""
    said = "Flame, hampered" if flame.hampered else "Flame, new" if flame.fresh else "Flame"
    return MarkerFace(id=flame.id, at=flame.at, name=said, letters="Fl", picture="flame")


def blaze_face(blaze: Blaze) -> MarkerFace:
    """What everybody sees of a Blaze."""
    value = f"+{blaze.value}"
    return MarkerFace(
        id=blaze.id, at=blaze.at, name=f"Blaze {value}", letters=value, picture="blaze"
    )
