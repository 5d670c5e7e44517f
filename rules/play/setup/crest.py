"""B20.9 Crest status at setup: those of a Location begin in it, all facing the same hexsides."""

from collections.abc import Iterable, Iterator, Mapping

from rules.board.locations import LocationId
from rules.chapters.ground.b20_crest import facings
from rules.forces.manner import Facing, Posture
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value
from rules.kernel.view import Offer
from rules.play.checks import on_board
from rules.play.setup.activity import SetupActivity, SilentCommand, placed_by
from rules.position.asl_table import AslTable
from rules.position.coverings import SetupCrest
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Scenario


class CrestAtSetup(SilentCommand, frozen=True, kw_only=True, tag="crest_at_setup"):
    """Set up those of a Location in Crest status, facing three hexsides of which this is the middle
    one, instead of what was said of it before.
    """

    words = "crest {at} facing {facing}"
    at: LocationId
    facing: Facing


class NoCrestAtSetup(SilentCommand, frozen=True, kw_only=True, tag="no_crest_at_setup"):
    """Set them up IN the hex after all."""

    words = "no crest {at}"
    at: LocationId


def crests(position: Knowledge, side: Side) -> Mapping[LocationId, Facing]:
    """Where a side sets up in Crest status, and what it faces there, as that side knows."""
    found = {}
    for one in position.view.all(SetupCrest):
        at, facing = one.at.for_(side), one.facing.for_(side)
        if one.owner is side and at is not None and facing is not None:
            found[at] = facing
    return found


def _offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    stands = sorted(set(placed_by(position, side).values()))
    able = {at: there for at in stands if (there := facings(position.board, at))}
    if not able:
        return
    every = sorted({one for there in able.values() for one in there})
    allows: dict[str, tuple[Value | bool, ...]] = dict(able.items())
    slots = (
        Slot(name="at", kind="place", of=tuple(Filler(value=at, at=at) for at in able)),
        Slot(
            name="facing",
            kind="option",
            label="facing",
            of=tuple(Filler(value=one, label=one) for one in every),
            by="at",
            allows=allows,
        ),
    )
    label = "Crest status for who is there"
    yield SlotsOffer(verb="crest_at_setup", label=label, rule="B20.9", slots=slots)


def _refuse(scenario: Scenario, position: Knowledge, side: Side, command: CrestAtSetup) -> None:
    at = on_board(position, command.at)
    where, there = position.board.name(at), facings(position.board, at)
    if at not in placed_by(position, side).values():
        raise Refused("B20.9", f"Nobody of yours is in {where}.")
    if not there:
        raise Refused("B20.9", f"There is no Crest to go to in {where}.")
    if command.facing not in there:
        raise Refused("B20.9", f"In {where} nobody faces the {command.facing} in Crest status.")


async def _crest(scenario: Scenario, table: AslTable, side: Side, command: CrestAtSetup) -> None:
    _forget(table, side, command.at)
    id_ = table.kernel.drawn_id(side.audience, "r")
    at, facing = Secret(command.at, side), Secret(command.facing, side)
    table.world.add(SetupCrest(id=id_, owner=side, at=at, facing=facing))


def _forget(table: AslTable, side: Side, at: LocationId) -> None:
    for one in _own(table, side):
        if one.at.for_(side) == at:
            table.world.drop(one)


def _own(table: AslTable, side: Side) -> Iterator[SetupCrest]:
    return (one for one in table.world.all(SetupCrest) if one.owner is side)


def _down_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    there = tuple(sorted(crests(position, side)))
    if there:
        slot = Slot(name="at", kind="place", of=tuple(Filler(value=at, at=at) for at in there))
        label = "No Crest status"
        yield SlotsOffer(verb="no_crest_at_setup", label=label, rule="B20.9", slots=(slot,))


def _refuse_down(
    scenario: Scenario, position: Knowledge, side: Side, command: NoCrestAtSetup
) -> None:
    if command.at not in crests(position, side):
        raise Refused("B20.9", "Nobody is set up in Crest status there.")


async def _down(scenario: Scenario, table: AslTable, side: Side, command: NoCrestAtSetup) -> None:
    _forget(table, side, command.at)


def take_crests(table: AslTable, side: Side) -> Mapping[LocationId, Facing]:
    """B20.9: as the setup is revealed, who is there is in Crest status, Dummies too. A record has
    done its work once all who stand there are on the board. Where that is, and what they face.
    """
    found = crests(table.known(side), side)
    waiting = set(placed_by(table.known(side), side).values())
    for one in tuple(_own(table, side)):
        if one.at.for_(side) not in waiting:
            table.world.drop(one)
    for unit in tuple(table.truth.pieces(side)):
        facing = found.get(unit.at)
        if facing is not None and unit.posture is None:
            table.change(unit.counter, posture=Posture.CREST, sides=facing.front)
    return found


CREST_SETUP = (
    SetupActivity(CrestAtSetup, _offers, _refuse, _crest),
    SetupActivity(NoCrestAtSetup, _down_offers, _refuse_down, _down),
)
"""What is done about Crest status at setup."""
