"""A2.9 Deployment at setup: some of the squads are set up as two HS each, free of any check."""

from collections.abc import Container, Iterable, Iterator

from rules.board.locations import LocationId
from rules.chapters.morale.a01_deployment import most_at_setup
from rules.forces.counter_kinds import UNIT
from rules.forces.entities import Placement
from rules.forces.halves import half_ids
from rules.forces.lookup import nation, unit_type
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.activity import PieceNoun
from rules.play.setup.activity import SetupActivity, SilentCommand, placed_by
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Piece, Scenario, SideCard, halves_of


class DeployAtSetup(SilentCommand, frozen=True, kw_only=True, tag="deploy_at_setup"):
    """Set a squad that is on the map up as two HS there; each may be moved by itself."""

    words = "set up {piece} as half squads"
    piece: PieceNoun


def split_up(pieces: Iterable[Piece], placed: Container[str]) -> tuple[Piece, ...]:
    """The squads that are on the map as HS."""
    return tuple(piece for piece in pieces if half_ids(piece.id)[0] in placed)


def deployed_as(pieces: Iterable[Piece], placed: Container[str]) -> tuple[Piece, ...]:
    """Counters as they are set up: a squad that has Deployed as its two HS."""
    found: list[Piece] = []
    for piece in pieces:
        found += halves_of(piece) if half_ids(piece.id)[0] in placed else (piece,)
    return tuple(found)


def refuse_split(position: Knowledge, side: Side, pieces: tuple[PieceNoun, ...]) -> None:
    """Raise Refused for a squad that is no longer there, or a HS that is not there yet."""
    placed = placed_by(position, side)
    for piece_id in pieces:
        if half_ids(piece_id)[0] in placed:
            raise Refused("A2.9", "That squad is set up as two half squads.")
        if piece_id.startswith("created-") and piece_id not in placed:
            raise Refused("A2.9", "That half squad is not on the map.")


def _able(card: SideCard, placed: dict[str, LocationId]) -> tuple[Piece, ...]:
    """The squads on the map that may Deploy, if one more may."""
    squads = [piece for piece in card.set_up if is_squad(piece)]
    if len(split_up(squads, placed)) >= most_at_setup(len(squads)):
        return ()
    return tuple(one for one in squads if one.id in placed and may_deploy(one))


def is_squad(piece: Piece) -> bool:
    """Whether a counter of the OB is a squad."""
    return piece.kind is UNIT and unit_type(piece.type).half is not None


def may_deploy(piece: Piece) -> bool:
    """A1.31: whether its nationality lets a squad Deploy."""
    printed = unit_type(piece.type)
    return nation(printed.nation).may_deploy(printed)


def _offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterator[Offer]:
    placed = placed_by(position, side)
    able = _able(scenario.sides[side], placed)
    if not able:
        return
    of = tuple(
        Filler(
            value=one.id,
            label=f"{unit_type(one.type).strength} {one.letter}",
            at=placed[one.id],
        )
        for one in able
    )
    slot = Slot(name="piece", kind="option", of=of)
    yield SlotsOffer(verb="deploy_at_setup", label="Deploy a squad", rule="A2.9", slots=(slot,))


def _refuse(scenario: Scenario, position: Knowledge, side: Side, command: DeployAtSetup) -> None:
    card, placed = scenario.sides[side], placed_by(position, side)
    if command.piece not in placed:
        raise Refused("A2.9", f"{command.piece!r} is not on the map.")
    piece = card.piece(command.piece)
    if not is_squad(piece) or not may_deploy(piece):
        raise Refused("A1.31", "It is of a kind that does not Deploy.")
    if piece not in _able(card, placed):
        raise Refused("A2.9", "One squad in ten Deploys at setup, and no more.")


async def _deploy(scenario: Scenario, table: AslTable, side: Side, command: DeployAtSetup) -> None:
    """Its weapon is the first HS's."""
    old = table.world.get(Placement, command.piece)
    table.world.drop(old)
    for one in half_ids(command.piece):
        nobody = Secret[str | None](None, side)
        table.world.add(Placement(id=one, owner=side, at=old.at, holder=nobody))
    for placement in table.world.all(Placement):
        if placement.holder.for_(side) == command.piece:
            holder = placement.holder.with_value(half_ids(command.piece)[0])
            table.world.change(placement, holder=holder)


DEPLOY_AT_SETUP = SetupActivity(DeployAtSetup, _offers, _refuse, _deploy)
