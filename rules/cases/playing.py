"""A case being played: the game, and all that each audience has been sent since the start."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from rules.board.locations import HexId, LocationId, hex_of, is_pillbox
from rules.cases.commands import with_ids
from rules.cases.labels import LabelledDice
from rules.cases.words import Names
from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.codec import encode
from rules.kernel.command import Command
from rules.kernel.document import Document, log_of
from rules.kernel.game import Game, Step
from rules.kernel.refused import Refused
from rules.kernel.table import Told
from rules.kernel.unseal import unseal
from rules.kernel.view import wire
from rules.play.ruleset import AslRules
from rules.position.reserves import Reserve, SealedReserve
from rules.proof.invariants import Watch
from rules.proof.simulation import rebuild_faults

S = TypeVar("S", bound=Unit | Weapon)

_GIVEN_AWAY = frozenset({"hex", "letter", "result", "side", "strength", "type"})


class FaultError(Exception):
    """The engine did something that it never may, whatever the case expects."""


@dataclass
class Sent:
    """What one audience was sent: its first document, then every bulletin, and all offers."""

    first: Document
    offers: list[bytes]
    frames: list[bytes] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """Everything it ever held, as text."""
        parts = [*self.first.faces.values(), self.first.now, *self.offers, *self.frames]
        return [part.decode() for part in parts]

    def log(self, since: int = 0) -> list[Any]:
        """The log lines it was sent, from frame `since` on."""
        lines = (line for frame in self.frames[since:] for line in log_of(frame))
        return [msgspec.json.decode(line) for line in lines]


class Playing:
    """One game under way, watched."""

    def __init__(self, game: Game, rules: AslRules, names: Names, dice: LabelledDice) -> None:
        self.game, self.rules, self.names, self.dice = game, rules, names, dice
        self.ids: dict[str, str] = {}
        self.sent = {
            audience: Sent(game.documents[audience], [game.offers(audience)])
            for audience in Audience
        }
        self.told: list[Told] = []
        self._watch = Watch(game, rules)
        self._started = dict.fromkeys(Audience, 0)
        self._told_before = 0
        self._note_ids()

    def start_line(self) -> None:
        """What is sent from now on belongs to another line of the script."""
        self._started = {audience: len(sent.frames) for audience, sent in self.sent.items()}
        self._told_before = len(self.told)

    def play(self, side: Side, named: Command) -> None:
        """A command that must be accepted, and then what standing orders say.

        Raises Refused, UnclearError, FaultError.
        """
        command = self._at_the_door(named)
        self._take(self.game.play(side, command))
        while (standing := self.game.standing_command()) is not None:
            self._take(self.game.play(*standing))

    def refusal(self, side: Side, named: Command) -> Refused | None:
        """How a command is refused, or None if it is not. Raises FaultError if it left a trace."""
        command, before = self._at_the_door(named), self._everything()
        try:
            self.game.play(side, command)
        except Refused as refused:
            if self._everything() != before:
                raise FaultError("a refused command changed something") from refused
            return refused
        return None

    def told_in(self, audience: Audience, *, line_only: bool) -> list[str]:
        """The Facts told to an audience, as text: `MineStrength E5 8`."""
        told = self.told[self._told_before :] if line_only else self.told
        return [self._fact(t) for t in told if t.audience is audience]

    def log_in(self, audience: Audience, *, line_only: bool) -> list[str]:
        """The log lines that an audience was sent, as players read them."""
        return [log_text(line) for line in self.lines_in(audience, line_only=line_only)]

    def lines_in(self, audience: Audience, *, line_only: bool) -> list[dict[str, Any]]:
        """The same as they were sent, field by field."""
        since = self._started[audience] if line_only else 0
        return self.sent[audience].log(since)

    def faces(self, audience: Audience) -> list[dict[str, Any]]:
        """The faces that an audience has before it."""
        return [msgspec.json.decode(f) for f in self.game.documents[audience].faces.values()]

    def unit(self, name: str) -> Unit | None:
        """The unit of that name, seen or not, or None if it is not on the board."""
        return next((unit for unit in self._all(Unit) if unit.counter == name), None)

    def weapon(self, name: str) -> Weapon | None:
        """The support weapon of that name, likewise."""
        return next((weapon for weapon in self._all(Weapon) if weapon.counter == name), None)

    def _all(self, kind: type[S]) -> tuple[S, ...]:
        """The counters of a kind, those in envelopes too."""
        world = self.game.world
        sealed = (unseal(veiled.what) for veiled in world.all(Veiled))
        return (*world.all(kind), *(one for one in sealed if isinstance(one, kind)))

    def short(self, value: Any) -> Any:
        """A value of the wire in the words of cases: E5 for its Location, names for ids."""
        match value:
            case str():
                return self._short_text(value)
            case list():
                return [self.short(item) for item in value]
            case dict():
                return {key: self.short(item) for key, item in value.items()}
            case _:
                return value

    def _short_text(self, text: str) -> str:
        named = {id_: name for name, id_ in self.ids.items()}
        if text in named:
            return named[text]
        board, at = self.rules.board, LocationId(text)
        if board.has_location(at) or (is_pillbox(at) and board.has(hex_of(at))):
            return board.name(at)
        return board.name(HexId(text)) if board.has(HexId(text)) else text

    def _fact(self, told: Told) -> str:
        """Its name and what it gives away; what is public of it stands in the log."""
        said: Mapping[str, Any] = msgspec.to_builtins(told.fact)
        values = (str(self.short(value)) for key, value in said.items() if key in _GIVEN_AWAY)
        return " ".join((told.fact.name, *values))

    def _at_the_door(self, named: Command) -> Command:
        """The command as it comes from a browser: encoded, and decoded strictly."""
        return self.game.decode(wire(with_ids(named, self.names, self.ids, self.stacks())))

    def _take(self, step: Step) -> None:
        for bulletin in step.bulletins:
            sent = self.sent[bulletin.audience]
            sent.frames.append(bulletin.frame)
            sent.offers.append(self.game.offers(bulletin.audience))
        self.told += step.facts
        self._note_ids()
        faults = [*self._watch.after(step), *rebuild_faults(self.game)]
        if faults:
            raise FaultError(faults[0])

    def _note_ids(self) -> None:
        world = self.game.world
        sealed = (unseal(one.what) for one in world.all(SealedReserve))
        self.ids |= {one.counter: one.id for one in (*world.all(Reserve), *sealed)}
        self.ids |= {counter.counter: counter.id for counter in self._all(Unit)}
        self.ids |= {counter.counter: counter.id for counter in self._all(Weapon)}

    def stacks(self) -> dict[str, tuple[str, ...]]:
        """What is under each "?", by the ids that its owner knows; in CC a "?" of which everybody
        has seen what it is stands for itself (A11.19).
        """
        shown = {cover.id for cover in self.game.world.all(Cover) if cover.type is not None}
        found: dict[str, tuple[str, ...]] = {id_: (id_,) for id_ in shown}
        for unit in self._all(Unit):
            if unit.under and unit.under not in shown:
                found[unit.under] = (*found.get(unit.under, ()), unit.id)
        return found

    def _everything(self) -> tuple[Any, ...]:
        game = self.game
        world = game.codec.encode_world(game.world)
        return world, encode(game.ledger), dict(game.documents), self.dice.left, game.question


def log_text(line: Mapping[str, Any]) -> str:
    """A log line with its dice, modifiers, result and rule, as a case quotes it."""
    dice, mods = line.get("dice", ()), line.get("mods", ())
    parts = [line["text"]]
    if dice:
        kind = "DR" if len(dice) > 1 else "dr"
        parts.append(f"{kind} {sum(dice)} ({','.join(map(str, dice))})")
    parts += [f"{mod['value']:+d} {mod['label']} {mod['rule']}" for mod in mods]
    if dice and mods and not line.get("result", "").startswith("Final"):
        parts.append(f"Final {sum(dice) + sum(mod['value'] for mod in mods)}")
    parts += [part for part in (line.get("result"), line.get("rule")) if part]
    return " · ".join(parts).replace("−", "-")
