"""Leaks planted in a real scenario: those of the test world's list that its secrets can carry,
those that any ruleset can have (`plants`), and some that only these rules can get wrong.

There are no hidden firers, secret rolls or silent steps inside an action in these scenarios yet,
so the leaks that need them are planted in the kernel's test world alone; those that need covers
are planted in a position of their own too (`covers`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from rules.board.board import Board
from rules.board.locations import LocationId, hex_of, location
from rules.chapters.fire import a07_resolution
from rules.chapters.fire.a07_attack import Force
from rules.chapters.fire.a07_drm import modifiers as _modifiers
from rules.chapters.mines import b28_minefields
from rules.chapters.mines.b28_facts import MineEffect, MinesPresent, MineStrength
from rules.chapters.mines.b28_minefields import AP_STRENGTHS
from rules.chapters.morale import a10_rally
from rules.chapters.movement.passage import Ids
from rules.chapters.terms.a07_shot import Shot
from rules.forces.entities import Minefield, MineMarker, StandingOrder
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.document import Document
from rules.kernel.fact import Fact
from rules.kernel.game import Game
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.table import Table
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine, Modifier, Offer, wire
from rules.kernel.world import View, World
from rules.play import reaction, sequence
from rules.play.firing import windows
from rules.play.firing.first_fires import Group
from rules.play.moving import expenditure, on_foot
from rules.play.moving.move_commands import Move
from rules.play.moving.plans import PlannedMove
from rules.play.page import odds
from rules.play.page.offers import UnitsTo
from rules.play.reaction import Crossed, reaction_window
from rules.play.ruleset import AslRules
from rules.play.setup.mines import RecordMines
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position
from rules.proof.plants import (
    Form,
    KnownHoldsAll,
    Peeks,
    Spoilt,
    SpoiltDocument,
    SpoiltTable,
    marked_by,
    plants,
    swapped,
    with_peeks,
    with_table,
)
from rules.proof.toy.planted import (
    DropOfTheUnseen,
    EmptyBulletins,
    GlobalStepNumber,
    SharedIds,
    TableOrder,
)
from rules.proof.twins import Maker
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
    """Does not offer a way into a hex that is mined: it is handed the world as if it were known."""

    def offers(self, known: Any, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
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


# -- looks at what is hidden ----------------------------------------------------------------------


def peeks(board: Board) -> Peeks:
    """How the secrets of a game on that board are looked at."""

    def near(world: World, audience: Audience) -> int:
        stands = {(unit.side, hex_of(unit.at)) for unit in world.all(Unit)}
        return sum(
            any(s is not r.owner and board.distance(unseal(r.at), at) <= 1 for s, at in stands)
            for r in _unmet(world, audience)
        )

    return Peeks(mined=_mined, near=near, power=_power, passing=_passing, ids=_ids)


def _unmet(world: World, audience: Audience) -> list[Minefield]:
    return [r for r in _others(world, audience) if unseal(r.marker) is None]


def _others(world: World, audience: Audience) -> list[Minefield]:
    return [r for r in world.all(Minefield) if r.owner.audience is not audience]


def _mined(world: World, audience: Audience) -> frozenset[str]:
    return frozenset(location(unseal(r.at)) for r in _unmet(world, audience))


def _power(world: World, audience: Audience) -> int:
    dark = [r for r in _others(world, audience) if not unseal(r.strength_known)]
    return sum(unseal(r.strength) for r in dark if unseal(r.marker) is not None)


def _passing(world: World, audience: Audience) -> bool:
    orders = [o for o in world.all(StandingOrder) if o.owner.audience is not audience]
    return any(
        unseal(o.phase) or unseal(o.breaks) or unseal(o.fire) is not None or unseal(o.idle)
        for o in orders
    )


def _ids(world: World, audience: Audience) -> list[str]:
    return [record.id for record in _others(world, audience)]


# -- what only these rules can get wrong ----------------------------------------------------------


class StrengthInAnEffect(SpoiltTable):
    """Says how strong the mines were in telling what they did."""

    def tell(self, fact: Fact, to: Audience = Audience.PUBLIC) -> None:
        if isinstance(fact, MineEffect):
            power = self.peeks.power(self.world, Audience.PUBLIC)
            fact = msgspec.structs.replace(fact, result=f"{fact.result} on {power}")
        super().tell(fact, to)


class OtherPlaceInAnEffect(SpoiltTable):
    """Names one unit twice if the mines are strong."""

    def tell(self, fact: Fact, to: Audience = Audience.PUBLIC) -> None:
        if isinstance(fact, MineEffect) and self.peeks.power(self.world, to) % 4:
            fact = msgspec.structs.replace(fact, units=fact.units * 2)
        super().tell(fact, to)


class PlanVisible(SpoiltDocument):
    """Says that the other side's units go on by themselves."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        plans = self.world.all(PlannedMove)
        now["rule"] += "." if any(one.owner.audience is not audience for one in plans) else ""


class PresenceTooEarly(AslRules):
    """Tells of mines next to where a unit goes."""

    async def begin(self, table: Table, side: Side, command: Command) -> None:
        if isinstance(command, Move):
            around = {there for _, there in self.board.neighbours(hex_of(command.to))}
            for record in _unmet(table.world, Audience.PUBLIC):
                if unseal(record.at) in around - {hex_of(command.to)}:
                    table.tell(MinesPresent(hex=unseal(record.at)))
        await super().begin(table, side, command)


class StrengthTooEarly(AslRules):
    """Tells the strength of all mines that are known, at the next fire."""

    async def begin(self, table: Table, side: Side, command: Command) -> None:
        await super().begin(table, side, command)
        for record in _others(table.world, Audience.PUBLIC):
            known = unseal(record.marker) is not None and not unseal(record.strength_known)
            strength = unseal(record.strength)
            if known and strength == AP_STRENGTHS[0]:
                table.tell(MineStrength(hex=unseal(record.at), strength=6))


class RecordingHeard(AslRules):
    """Says that a side in setup has noted something."""

    async def begin(self, table: Table, side: Side, command: Command) -> None:
        await super().begin(table, side, command)
        if isinstance(command, RecordMines):
            table.log(LogLine(kind="system", side=side, text="makes a note", rule="B28.1"))


class ControlOfTheMined(SpoiltDocument):
    """Shows the Control of a listed hex as doubtful if mines are next to it."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        for face in faces.values():
            if face["k"] == "control" and self.near(audience):
                face["doubtful"] = True


class TrayCountsMines(SpoiltDocument):
    """Counts a side's minefields on its OB."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        for face in faces.values():
            if face["k"] == "tray" and face["side"] != audience.value:
                face["minefields"] = sum(
                    record.owner == face["side"] for record in self.world.all(Minefield)
                )


class MarksOfUnits(SpoiltDocument):
    """Marks units that stand on mines which nobody has met."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        mined = self.mined(audience)
        for face in faces.values():
            if face["k"] == "unit" and face["at"] in mined:
                face["status"].append("moved")


async def window_unless_drawn(
    table: AslTable,
    side: Side,
    movers: Ids,
    crossed: Crossed | None = None,
    *,
    entered: bool = False,
    within: bool = False,
) -> None:
    """Asks nobody to fire at units that go on by themselves."""
    if table.world.find(PlannedMove, side.enemy.value) is None:
        await reaction_window(table, side, movers, crossed, entered=entered, within=within)


def opens_by_mines(public: Knowledge, side: Side, group: Group) -> bool:
    """Opens no window beside an odd number of the DEFENDER's minefields."""
    laid = [unseal(record.at) for record in public.view.all(Minefield) if record.owner is side]
    beside = [one for one in laid if public.board.distance(one, hex_of(group.at)) <= 1]
    return len(beside) % 2 == 0 and windows.opens(public, side, group)


async def window_unless_mines(
    table: AslTable,
    side: Side,
    movers: Ids,
    crossed: Crossed | None = None,
    *,
    entered: bool = False,
    within: bool = False,
) -> None:
    """Asks nobody to fire at units beside which an odd number of his minefields lies."""
    view, board = table.world, table.board
    at = {hex_of(unit.at) for unit in table.alive(movers)}
    laid = [unseal(record.at) for record in view.all(Minefield) if record.owner is side]
    beside = [one for one in laid if any(board.distance(one, here) <= 1 for here in at)]
    if len(beside) % 2 == 0:
        await reaction_window(table, side, movers, crossed, entered=entered, within=within)


_best_force = odds._best_force


def note_of_mines(position: Position, shot: Shot) -> str:
    """A note on the odds that counts minefields."""
    laid = sum(1 for _ in position.view.all(Minefield))
    return f"{laid} minefields" if laid else ""


def label_of_mines(position: Knowledge, shot: Shot) -> Force:
    """A modifier of 0 on the odds of fire into a mined hex."""
    force = _best_force(position, shot)
    laid = any(True for _ in mines_laid(position, Side.A, shot.at))
    return replace(force, drm=(*force.drm, Modifier("B28.1", "mined", 0))) if laid else force


def _is_mined(position: Position, at: LocationId) -> bool:
    return any(unseal(r.at) == hex_of(at) for r in _unmet_in(position.view))


def _unmet_in(view: View) -> list[Minefield]:
    return [r for r in view.all(Minefield) if unseal(r.marker) is None]


def fire_into_mines(position: Position, shot: Shot, target: Unit) -> tuple[Modifier, ...]:
    """A DRM of 0 for whoever stands on mines that nobody has met."""
    ledger = _modifiers(position, shot, target)
    mined = _is_mined(position, target.at)
    return (*ledger, Modifier("B28.1", "mined", 0)) if mined else ledger


_rally_modifiers = a10_rally.rally_modifiers


def rally_on_mines(position: Knowledge, unit: Unit, leader: Unit | None) -> tuple[Modifier, ...]:
    """A drm of 0 for whoever rallies on mines that nobody has met."""
    ledger = _rally_modifiers(position, unit, leader)
    mined = _is_mined(position, unit.at)
    return (*ledger, Modifier("B28.1", "mined", 0)) if mined else ledger


def presence_by_record(table: AslTable, record_id: str) -> None:
    """Gives a minefield on the board the number of its record."""
    with marked_by(table.kernel, record_id):
        _presence_as_it_is(table, record_id)


_presence_as_it_is = b28_minefields.reveal_presence

_end_game = sequence.end_game


def end_game_by_mines(table: AslTable, side: Side, reason: str) -> None:
    """Ends a game with another sentence if mines were left."""
    more = ", at last" if len(_unmet_in(table.world)) % 2 else ""
    _end_game(table, side, reason + more)


def leaks(scenario: Scenario) -> Mapping[str, Callable[[], Maker]]:
    """The planted leaks of a scenario; those of the test world's list have its names."""
    board = AslRules(scenario).board
    look = peeks(board)

    def rules() -> AslRules:
        return AslRules(scenario, board)

    def spoilt(game: type[Spoilt]) -> Callable[[], Maker]:
        return lambda: Maker(rules(), with_peeks(game, look))

    def at_table(table: type[SpoiltTable]) -> Callable[[], Maker]:
        return lambda: Maker(rules(), with_table(with_peeks(table, look)))

    def swapping(owner: Any, name: str, value: Any, game: type[Game] = Game) -> Maker:
        return Maker(rules(), game, lambda: swapped(owner, name, value))

    all_knowing = with_peeks(KnownHoldsAll, look)
    return {
        "table order": lambda: Maker(rules(), TableOrder),
        "error text": lambda: Maker(rules(), ErrorText),
        "offers from the world": lambda: Maker(WorldOffersRules(scenario), WorldOffers),
        "strength with presence": lambda: Maker(rules(), StrengthWithPresence),
        "drop of the unseen": lambda: Maker(rules(), DropOfTheUnseen),
        "global step number": lambda: Maker(rules(), GlobalStepNumber),
        "shared ids": lambda: Maker(rules(), SharedIds),
        "empty bulletins": lambda: Maker(rules(), EmptyBulletins),
        **dict(plants(rules, look)),
        "Fact: more than its type": at_table(StrengthInAnEffect),
        "Fact: a unit named twice": at_table(OtherPlaceInAnEffect),
        "Fact: told too early": lambda: Maker(PresenceTooEarly(scenario, board)),
        "Fact: strength without need": lambda: Maker(StrengthTooEarly(scenario, board)),
        "a silent step is heard": lambda: Maker(RecordingHeard(scenario, board)),
        "faces: Control in doubt": spoilt(ControlOfTheMined),
        "faces: a tray that counts": spoilt(TrayCountsMines),
        "faces: a mark on a unit": spoilt(MarksOfUnits),
        "now: a planned move": spoilt(PlanVisible),
        "a window unless a path is drawn": lambda: swapping(
            expenditure, "reaction_window", window_unless_drawn
        ),
        "a window by what nobody has met": lambda: swapping(
            reaction, "opens", opens_by_mines, all_knowing
        ),
        "a window unless there are mines": lambda: swapping(
            expenditure, "reaction_window", window_unless_mines
        ),
        "fire: a DRM of 0": lambda: swapping(a07_resolution, "modifiers", fire_into_mines),
        "rally: a drm of 0": lambda: swapping(a10_rally, "rally_modifiers", rally_on_mines),
        "the end: its sentence": lambda: swapping(sequence, "end_game", end_game_by_mines),
        "id: a marker has its record's": lambda: swapping(
            b28_minefields, "reveal_presence", presence_by_record
        ),
        "odds: a note": lambda: swapping(odds, "_note", note_of_mines, all_knowing),
        "odds: a modifier of 0": lambda: swapping(odds, "_best_force", label_of_mines, all_knowing),
        "path: mines that nobody has met": lambda: swapping(
            on_foot, "mines_known", mines_laid, all_knowing
        ),
    }
