"""Leaks planted on purpose, each a mistake that is easily made. The check must find them all.

Every one is a small change to the kernel's game or to the test world's rules; `LEAKS` names them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.counters import next_of
from rules.kernel.dice import Roll
from rules.kernel.document import Document, Patch
from rules.kernel.fact import Fact
from rules.kernel.game import Bulletin, Game, Input
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.table import Purpose, Record, Table
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine, Offer, wire
from rules.kernel.world import Change, View, World, world_difference
from rules.proof.plants import (
    Peeks,
    SpoiltTable,
    marked_by,
    plants,
    swapped,
    told_to_all,
    with_peeks,
    with_table,
)
from rules.proof.players import SupportsRandom
from rules.proof.tally import Leak
from rules.proof.toy import commands, procedures
from rules.proof.toy.commands import UnitsToOffer
from rules.proof.toy.entities import (
    NEAR,
    Cover,
    Minefield,
    Mines,
    Piece,
    hidden,
    is_open,
    members,
    orders,
    seen_hexes,
)
from rules.proof.toy.questions import MineResult, MinesPresent
from rules.proof.toy.rules import Toy
from rules.proof.twins import Extent, Maker, Variations, compare_games

Lines = Sequence[tuple[Audience, LogLine]]


class WindowIfUseful(Toy):
    """Asks the other side only if it has something to fire with, hidden or not."""

    def opens_window(self, table: Table, mover: Side, at: str) -> bool:
        able = any(
            commands.can_fire(piece) and commands.reaches(commands.place(piece), at)
            for piece in commands.mine(table.world, mover.enemy)
        )
        return able and super().opens_window(table, mover, at)


class KeptId(Toy):
    """Shows a revealed piece under the id that its owner knew it by."""

    def shown_id(self, table: Table, piece: Piece) -> str:
        return piece.id


class TableOrder(Game):
    """Sends faces in the order in which entities were put into their tables."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        tables = self.world._tables
        keys = [f"{kind.__struct_config__.tag}:{id_}" for kind in tables for id_ in tables[kind]]
        first = {key: document.faces[key] for key in keys if key in document.faces}
        return msgspec.structs.replace(document, faces={**first, **document.faces})


class ErrorText(Game):
    """Explains a refusal by what the player does not know."""

    def check(self, side: Side, command: Command, seen: int | None = None) -> None:
        try:
            super().check(side, command, seen)
        except Refused as refused:
            count = len(hidden(self.world, side.enemy))
            why = f"{refused.why} ({count} in the way)"
            raise Refused(refused.rule, why, refused.code) from refused


class SharedDiceTable(Table):
    """Counts secret rolls in the public sequence."""

    def roll(self, purpose: Purpose, count: int, audience: Audience = Audience.PUBLIC) -> Roll:
        if audience is not Audience.PUBLIC:
            next_of(self._counters.rolls, Audience.PUBLIC)
        return super().roll(purpose, count, audience)


class SharedDice(Game):
    table_type = SharedDiceTable


class WorldOffersRules(Toy):
    """Does not offer a way into a hex where somebody hides."""

    def offers(self, known: View, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        found = super().offers(known, side, question)
        if not isinstance(known, World):
            return found
        barred = {unseal(piece.at) for piece in hidden(known, side.enemy)}
        return [_without(one, barred) if isinstance(one, UnitsToOffer) else one for one in found]


def _without(offer: UnitsToOffer, barred: set[str]) -> UnitsToOffer:
    units = {
        unit: {at: label for at, label in ways.items() if at not in barred}
        for unit, ways in offer.units.items()
    }
    return msgspec.structs.replace(offer, units=units)


class WorldOffers(Game):
    """Makes offers from the world."""

    def _known(self, side: Side) -> Any:
        return self.world


class Height(Game):
    """Shows how many pieces a cover holds."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        faces = dict(document.faces)
        for cover in self.world.all(Cover):
            key = f"cover:{cover.id}"
            height = len(members(self.world, cover.id))
            faces[key] = wire({**msgspec.json.decode(faces[key]), "height": height})
        return msgspec.structs.replace(document, faces=faces)


class TakeBackByOutcome(Game):
    """Lets a player ask only if nobody rolled in secret: nothing was looked up, so to say."""

    looked_up = False

    def _record(self, side: Side, question: str | None, raw: msgspec.Raw, record: Record) -> Input:
        secret = any(roll.audience is not Audience.PUBLIC for roll in record.rolls)
        self.looked_up = secret or (self.looked_up and question is not None)
        return super()._record(side, question, raw, record)

    def _may_ask(self, side: Side) -> bool:
        return super()._may_ask(side) and not self.looked_up


class StrengthWithPresence(Game):
    """Shows the strength of mines when they are found."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        faces = dict(document.faces)
        for field in self.world.all(Minefield):
            mines = next(m for m in self.world.all(Mines) if _is_under(field, m))
            key = f"minefield:{field.id}"
            shown = {**msgspec.json.decode(faces[key]), "strength": unseal(mines.strength)}
            faces[key] = wire(shown)
        return msgspec.structs.replace(document, faces=faces)


def _is_under(field: Minefield, mines: Mines) -> bool:
    return (field.side, field.at) == (mines.side, unseal(mines.at))


class Remembering(Game):
    """Knows what a step changed."""

    seen_world: World

    def refresh(self) -> None:
        super().refresh()
        self.seen_world = self.world.copy()

    def _bulletins(self, lines: Lines) -> tuple[Bulletin, ...]:
        self.changed: tuple[Change, ...] = world_difference(self.seen_world, self.world)
        return super()._bulletins(lines)


class UnchangedFace(Remembering):
    """Sends a cover again whenever something under it has changed."""

    def _patch(self, audience: Audience, before: Document) -> Patch:
        patch, faces = super()._patch(audience, before), self.documents[audience].faces
        pieces = [change.after for change in self.changed if isinstance(change.after, Piece)]
        covers = sorted({unseal(p.under) or "" for p in pieces if not is_open(p.type)} - {""})
        again = tuple(faces[f"cover:{id_}"] for id_ in covers)
        more = tuple(body for body in again if body not in patch.put)
        return msgspec.structs.replace(patch, put=patch.put + more)


class DropOfTheUnseen(Remembering):
    """Says of everything that is gone that it is gone."""

    def _patch(self, audience: Audience, before: Document) -> Patch:
        patch = super()._patch(audience, before)
        keys = [f"{c.kind.__struct_config__.tag}:{c.id}" for c in self.changed if c.after is None]
        more = tuple(key for key in keys if key not in patch.drop)
        return msgspec.structs.replace(patch, drop=patch.drop + more)


class GlobalStepNumber(Game):
    """Numbers bulletins by the game's steps."""

    def _bulletin(self, audience: Audience, before: Document, lines: Lines) -> Bulletin | None:
        counts = self.ledger.counters.bulletins
        own, counts[audience] = counts[audience], self.ledger.step - 1
        bulletin = super()._bulletin(audience, before, lines)
        if bulletin is None:
            counts[audience] = own
        return bulletin


class SeenAgainstSteps(Game):
    """Calls a command stale if any step came since its player's last bulletin."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.told = dict.fromkeys(Audience, self.ledger.step)

    def _bulletin(self, audience: Audience, before: Document, lines: Lines) -> Bulletin | None:
        bulletin = super()._bulletin(audience, before, lines)
        if bulletin is not None:
            self.told[audience] = self.ledger.step
        return bulletin

    def check_seen(self, side: Side, command: Command, seen: int | None) -> None:
        super().check_seen(side, command, seen)
        if seen is not None and self.told[side.audience] != self.ledger.step:
            raise Refused("", "The table has changed since; look again.", code="stale")


class SharedIdsTable(Table):
    """Issues the ids of all audiences from one sequence."""

    def _issue(self, audience: Audience, prefix: str, number: Callable[[int], int]) -> ShownId:
        if audience is not Audience.PUBLIC:
            next_of(self._counters.ids, Audience.PUBLIC)
        return super()._issue(audience, prefix, number)


class SharedIds(Game):
    table_type = SharedIdsTable


class EmptyBulletins(Game):
    """Sends a bulletin for every step, be there anything to tell or not."""

    def _is_news(self, audience: Audience, patch: Patch, log: bytes) -> bool:
        return True


# -- leaks that any ruleset can have, and more of this one's ---------------------------------------


def _unmet(world: World, audience: Audience) -> list[Mines]:
    return [m for m in _others(world, audience) if not is_open(m.at)]


def _others(world: World, audience: Audience) -> list[Mines]:
    return [m for m in world.all(Mines) if m.side.audience is not audience]


def _mined(world: World, audience: Audience) -> frozenset[str]:
    return frozenset(unseal(mines.at) for mines in _unmet(world, audience))


def _near(world: World, audience: Audience) -> int:
    return sum(
        any(unseal(m.at) in NEAR[at] for at in seen_hexes(world, m.side.enemy))
        for m in _unmet(world, audience)
    )


def _power(world: World, audience: Audience) -> int:
    dark = [m for m in _others(world, audience) if is_open(m.at) and not is_open(m.strength)]
    return sum(unseal(mines.strength) for mines in dark)


def _passing(world: World, audience: Audience) -> bool:
    sides = [side for side in Side if side.audience is not audience]
    return any(unseal(orders(world, side).passing) for side in sides)


def _ids(world: World, audience: Audience) -> list[str]:
    sides = [side for side in Side if side.audience is not audience]
    pieces = [piece.id for side in sides for piece in hidden(world, side)]
    return [mines.id for mines in _others(world, audience)] + pieces


PEEKS: Final = Peeks(mined=_mined, near=_near, power=_power, passing=_passing, ids=_ids)


class RevealedByIds(Toy):
    """Reveals pieces in the order in which their owner got them."""

    def in_order(self, pieces: Iterable[Piece]) -> list[str]:
        return sorted(piece.id for piece in pieces)


class StrengthInAResult(SpoiltTable):
    """Says how strong mines are in telling where they are."""

    def tell(self, fact: Fact, to: Audience = Audience.PUBLIC) -> None:
        if isinstance(fact, MineResult):
            power = self.peeks.power(self.world, Audience.PUBLIC)
            fact = msgspec.structs.replace(fact, at=f"{fact.at}, {power}")
        super().tell(fact, to)


def presence_by_record(table: Table, mines: Mines) -> None:
    """Finds mines under the number that their owner knows them by."""
    with marked_by(table, mines.id):
        _tell_presence(table, mines)


_tell_presence = procedures.tell_presence


class PresenceTooEarly(Toy):
    """Tells of the mines next to a hex before anybody has entered theirs."""

    def begin(self, table: Table, side: Side, command: Command) -> Procedure[None]:
        if isinstance(command, commands.Move):
            for mines in _unmet(table.world, side.audience):
                if unseal(mines.at) in NEAR[command.to]:
                    table.tell(MinesPresent(side=mines.side, at=unseal(mines.at)))
        return super().begin(table, side, command)


def _spoilt_table(table: type[SpoiltTable]) -> Callable[[], Maker]:
    return lambda: Maker(Toy(), with_table(with_peeks(table, PEEKS)))


UNSEEN: Final = frozenset({"leaf: index by value"})
"""What nobody could see here: the test world does not show where an opened leaf lies."""

LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "window only if someone can fire": lambda: Maker(WindowIfUseful()),
    "table order": lambda: Maker(Toy(), TableOrder),
    "error text": lambda: Maker(Toy(), ErrorText),
    "shared dice count": lambda: Maker(Toy(), SharedDice),
    "offers from the world": lambda: Maker(WorldOffersRules(), WorldOffers),
    "take-back by outcome": lambda: Maker(Toy(), TakeBackByOutcome),
    "strength with presence": lambda: Maker(Toy(), StrengthWithPresence),
    "unchanged face": lambda: Maker(Toy(), UnchangedFace),
    "drop of the unseen": lambda: Maker(Toy(), DropOfTheUnseen),
    "global step number": lambda: Maker(Toy(), GlobalStepNumber),
    "`seen` against it": lambda: Maker(Toy(), SeenAgainstSteps),
    "shared ids": lambda: Maker(Toy(), SharedIds),
    "empty bulletins": lambda: Maker(Toy(), EmptyBulletins),
    **{name: plant for name, plant in plants(Toy, PEEKS) if name not in UNSEEN},
    "Fact: told to all": told_to_all(Toy),
    "Fact: order by secret ids": lambda: Maker(RevealedByIds()),
    "Fact: more than its type": _spoilt_table(StrengthInAResult),
    "Fact: told too early": lambda: Maker(PresenceTooEarly()),
    "id: a marker has its record's": lambda: Maker(
        Toy(), Game, lambda: swapped(procedures, "tell_presence", presence_by_record)
    ),
}
"""The planted leaks by name, in the order in which they are tried."""


@dataclass(frozen=True)
class Found:
    """Whether a planted leak was found, and after how many pairs. What is found without it too is
    none of it.
    """

    name: str
    pairs: int
    leak: Leak | None


def search(
    rng_of: Callable[[str], SupportsRandom],
    leaks: Mapping[str, Callable[[], Maker]],
    variations: Variations,
    extent: Extent,
    *,
    sound: Maker | None = None,
) -> Iterator[Found]:
    """Switch leaks on one by one and look for each in so much play at most. Raises RuntimeError if
    the same game has one where it is played by `sound`: then nobody knows what was found.
    """
    extent = replace(extent, until_leak=True)
    for name, maker in leaks.items():
        tally = compare_games(maker(), variations, rng_of, extent)
        found = tally.leaks[0] if tally.leaks else None
        if found is not None and sound is not None:
            again = Extent(seed=extent.seed, pairs=tally.in_game, first=found.game)
            for leak in compare_games(sound, variations, rng_of, again).leaks:
                raise RuntimeError(f"{name}: found with nothing planted: {leak}")
        yield Found(name, tally.pairs, found)
