"""Leaks planted in a real scenario: those of the test world's list that its secrets can carry.

There are no covers, hidden firers, secret rolls or silent steps inside an action in these
scenarios yet, so the leaks that need them are planted in the kernel's test world alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.board.locations import LocationId, hex_of, location
from rules.forces.entities import Minefield, MineMarker
from rules.forces.position import Position
from rules.kernel.audience import Audience, Side
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.toy.planted import (
    DropOfTheUnseen,
    EmptyBulletins,
    GlobalStepNumber,
    SharedIds,
    TableOrder,
)
from rules.kernel.twins import Maker
from rules.kernel.unseal import unseal
from rules.kernel.view import Offer, wire
from rules.kernel.world import View, World
from rules.play.offers import UnitsTo
from rules.play.ruleset import AslRules
from rules.scenarios.types import Scenario


class ErrorText(Game):
    """Explains a refusal by how many minefields the other side has laid."""

    def check(self, side: Side, command: Command, seen: int | None = None) -> None:
        try:
            super().check(side, command, seen)
        except Refused as refused:
            laid = sum(1 for record in self.world.all(Minefield) if record.owner is not side)
            raise Refused(refused.rule, f"{refused.why} ({laid} mined)", refused.code) from refused


class WorldOffersRules(AslRules):
    """Does not offer a way into a hex that is mined."""

    def offers(self, known: View, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        found = super().offers(known, side, question)
        if not isinstance(known, World):
            return found
        mined = {location(unseal(r.at)) for r in known.all(Minefield) if r.owner is not side}
        return [_without(one, mined) if isinstance(one, UnitsTo) else one for one in found]


def _without(offer: UnitsTo, mined: set[Any]) -> UnitsTo:
    units = {
        unit: {at: note for at, note in ways.items() if at not in mined}
        for unit, ways in offer.units.items()
    }
    return msgspec.structs.replace(offer, units=units)


class WorldOffers(Game):
    """Makes offers from the world."""

    def _known(self, side: Side) -> Any:
        return self.world


class StrengthWithPresence(Game):
    """Shows the strength of mines as soon as their presence is known."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        faces = dict(document.faces)
        for record in self.world.all(Minefield):
            marker = self.world.find(MineMarker, unseal(record.marker) or "")
            if marker is not None:
                key = f"minefield:{marker.id}"
                shown = {**msgspec.json.decode(faces[key]), "strength": unseal(record.strength)}
                faces[key] = wire(shown)
        return msgspec.structs.replace(document, faces=faces)


def mines_laid(position: Position, side: Side, at: LocationId) -> Iterator[int | None]:
    """The strengths of the mines of a hex, whoever knows of them: what no preview may tell."""
    for record in position.view.all(Minefield):
        if unseal(record.at) == hex_of(at):
            yield unseal(record.strength)


def leaks(scenario: Scenario) -> Mapping[str, Callable[[], Maker]]:
    """The planted leaks of a scenario, by the names they have in the test world."""
    return {
        "table order": lambda: Maker(AslRules(scenario), TableOrder),
        "error text": lambda: Maker(AslRules(scenario), ErrorText),
        "offers from the world": lambda: Maker(WorldOffersRules(scenario), WorldOffers),
        "strength with presence": lambda: Maker(AslRules(scenario), StrengthWithPresence),
        "drop of the unseen": lambda: Maker(AslRules(scenario), DropOfTheUnseen),
        "global step number": lambda: Maker(AslRules(scenario), GlobalStepNumber),
        "shared ids": lambda: Maker(AslRules(scenario), SharedIds),
        "empty bulletins": lambda: Maker(AslRules(scenario), EmptyBulletins),
    }
