"""One game in memory: commands go in, steps come out.

At rest no procedure is alive and the world is plain data. During an action the procedure lives
here; another process rebuilds it by re-running the action's recorded inputs from the world at
its start. Commands are atomic: a refused one changes nothing, and after any other exception this
object is dead and has to be loaded again.
"""

import hashlib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.codec import EntityCodec
from rules.kernel.counters import Counters, next_of
from rules.kernel.dice import Dice, DiceFace, Roll
from rules.kernel.document import EMPTY_LIST, Document, Faces, Patch, bulletin_frame, difference
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command, Ruleset
from rules.kernel.seal import Sealer
from rules.kernel.table import Divergence, Playback, Record, Table, Told
from rules.kernel.takeback import (
    AgreeRequest,
    AskTakeBack,
    RefuseRequest,
    Request,
    TakeBackCommand,
    request_face,
    request_offers,
    take_back_line,
)
from rules.kernel.view import Face, LogLine, wire
from rules.kernel.world import Change, World

if TYPE_CHECKING:
    from rules.kernel.entity import Entity

GENESIS = "0" * 64


class Input(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded input of an action: who, the kind of question it answered (None: it began the
    action; `!`: it was an interjection), the command, and the rolls and ids that followed.
    """

    side: Side
    question: str | None
    command: msgspec.Raw
    rolls: tuple[Roll, ...]
    ids: tuple[str, ...]


INTERJECTION = "!"


@dataclass(frozen=True)
class Bulletin:
    """What one audience is sent for one step."""

    audience: Audience
    n: int
    frame: bytes
    digest: str


@dataclass(frozen=True)
class Step:
    """One accepted input and all that came of it. It holds secrets: only the store reads it."""

    n: int
    action: int
    input: Input
    changes: tuple[Change, ...]
    bulletins: tuple[Bulletin, ...]
    facts: tuple[Told, ...]
    at_rest: bool
    lines: tuple[tuple[Audience, LogLine], ...] = ()

    def bulletin(self, audience: Audience) -> Bulletin | None:
        """What that audience is sent, None if it is told nothing."""
        return next((b for b in self.bulletins if b.audience is audience), None)


@dataclass
class Running:
    """An action under way: the world it started from, its inputs, and the question it waits on."""

    start: World
    table: Table
    procedure: Procedure[None]
    question: Question[Any]
    inputs: list[Input] = field(default_factory=list)


class Ledger(msgspec.Struct, kw_only=True):
    """What a stored game keeps beside its world: numbers that never go back, and open requests."""

    step: int = 0
    action: int = 0
    counters: Counters = msgspec.field(default_factory=Counters)
    digests: dict[Audience, str] = msgspec.field(
        default_factory=lambda: dict.fromkeys(Audience, GENESIS)
    )
    request: Request | None = None
    last_actor: Side | None = None

    def copy(self) -> "Ledger":
        return msgspec.structs.replace(
            self, counters=self.counters.copy(), digests=dict(self.digests)
        )


class Game:
    """A game between two sides under a ruleset."""

    table_type: type[Table] = Table

    def __init__(
        self,
        rules: Ruleset,
        world: World,
        *,
        dice: Dice,
        sealer: Sealer,
        ledger: Ledger | None = None,
        undo: Sequence[Change] = (),
    ) -> None:
        """`undo` leads from that world, at rest, back to the start of its last action."""
        self.rules = rules
        self.world = world
        self.dice = dice
        self.sealer = sealer
        self.ledger = ledger or Ledger()
        self.codec = EntityCodec(rules.kinds)
        self.faces = Faces(rules)
        self.running: Running | None = None
        self._before = world.copy()
        self._before.apply(undo)
        self._commands = command_decoder(rules)
        self.documents: dict[Audience, Document] = {}

    @classmethod
    def new(cls, rules: Ruleset, *, dice: Dice, sealer: Sealer, check: bool = False) -> "Game":
        """A game at its very beginning. `check` makes every change pass through the codec."""
        codec = EntityCodec(rules.kinds)
        world = World(check=codec.round_trip if check else None)
        game = cls(rules, world, dice=dice, sealer=sealer)
        rules.setup(game._table())
        world.take_changes()
        game._before = world.copy()
        game.refresh()
        return game

    def resume(self, inputs: Sequence[Input]) -> None:
        """Re-run the inputs of a half-done action, from its start to the open question.

        Raises Divergence if the rules now do something else than what was recorded.
        """
        for recorded in inputs:
            self._rerun(recorded)
        self.world.take_changes()
        self.refresh()

    @property
    def question(self) -> Question[Any] | None:
        """The open question, None at rest."""
        return self.running.question if self.running else None

    @property
    def undo(self) -> tuple[Change, ...]:
        """From this world, at rest, back to the start of its last action; stored with the game."""
        return world_difference(self.world, self._before)

    def decode(self, data: bytes) -> Command:
        """A command from its JSON. Raises Refused for what is no command of this game."""
        try:
            return self._commands.decode(data)
        except msgspec.MsgspecError as error:
            raise Refused("", f"This is no command: {error}", code="malformed") from error

    def check(self, side: Side, command: Command, seen: int | None = None) -> None:
        """Raise Refused if that side may not do this now; judged by what the side knows."""
        self.check_seen(side, seen)
        if isinstance(command, TakeBackCommand):
            self._check_request(side, command)
        else:
            self.rules.refuse(self._known(side), side, self.question, command)

    def check_seen(self, side: Side, seen: int | None) -> None:
        """Raise Refused if the side has since been told something that it had not seen."""
        if seen is not None and seen != self.ledger.counters.bulletins[side.audience]:
            raise Refused("", "The table has changed since; look again.", code="stale")

    def play(self, side: Side, command: Command, seen: int | None = None) -> Step:
        """Carry out a command up to the next question or to rest. Raises Refused."""
        self.check(side, command, seen)
        question, table = self._carry_out(side, command)
        recorded = self._record(side, question, msgspec.Raw(wire(command)), table.record)
        return self._step(recorded, table)

    def go_back(self, side: Side, shown: Mapping[Audience, Document]) -> Step:
        """Go on from this world, at rest, though readers were shown what came after it: the way
        out for an action that no longer re-runs. `shown` is what each audience has before it.
        """
        table = self._table()
        text = "agrees: the action under way is given up, back to its start"
        table.log(LogLine(kind="system", side=side, text=text, rule="A.2"))
        self.documents = dict(shown)
        self.ledger.request, self.ledger.last_actor = None, None
        raw = msgspec.Raw(wire(AgreeRequest()))
        return self._step(self._record(side, INTERJECTION, raw, table.record), table)

    def refresh(self) -> None:
        """Make the documents anew from the world, without telling anybody."""
        self.documents = {audience: self.document(audience) for audience in Audience}

    def document(self, audience: Audience) -> Document:
        """What an audience has before it now."""
        faces = self.faces.faces(self.world, audience)
        for face in self._own_faces():
            faces[face.key] = wire(face)
        faces = {key: faces[key] for key in sorted(faces)}
        known = self.faces.known(self.world, audience)
        now = wire(self.rules.now(known, self.question, audience))
        return Document(faces=faces, now=now, offers=self._offers(audience))

    def _own_faces(self) -> list[Face]:
        """What everybody sees beside the world: an open request, and what the dice are bound to."""
        faces: list[Face] = []
        if self.ledger.request is not None:
            faces.append(request_face(self.ledger.request))
        if self.dice.commitment:
            faces.append(DiceFace(id="dice", commitment=self.dice.commitment))
        return faces

    def standing_command(self) -> tuple[Side, Command] | None:
        """The command that a side's own standing order gives now, if any: a step of its own."""
        return self.rules.standing_order(self.world, self.question)

    def _known(self, side: Side) -> Any:
        return self.faces.known(self.world, side.audience)

    def _offers(self, audience: Audience) -> bytes:
        if audience is Audience.PUBLIC:
            return EMPTY_LIST
        side = Side(audience.value)
        offers = [*self.rules.offers(self._known(side), side, self.question)]
        offers += request_offers(self.ledger.request, side, may_ask=self._may_ask(side))
        return wire(offers)

    def _table(self, playback: Playback | None = None) -> Table:
        table = self.table_type(
            rules=self.rules,
            world=self.world,
            faces=self.faces,
            counters=self.ledger.counters,
            dice=self.dice,
            sealer=self.sealer,
        )
        table.playback = playback
        return table

    # -- actions --------------------------------------------------------------------------------

    def _carry_out(
        self, side: Side, command: Command, playback: Playback | None = None
    ) -> tuple[str | None, Table]:
        """Do what a command says; the kind of question it answered, and its table."""
        if isinstance(command, TakeBackCommand):
            table = self._table()
            if playback is None:
                self._handle_request(table, side, command)
            return INTERJECTION, table
        if self.rules.is_interjection(command):
            table = self._table(playback)
            self.rules.interject(table, side, command)
            self._drop_action_if_over()
            return INTERJECTION, table
        if self.running is None:
            return None, self._begin(side, command, playback)
        return self.running.question.kind, self._answer(self.running, command, playback)

    def _drop_action_if_over(self) -> None:
        """A game that an interjection ended has no use for the rest of its action."""
        if self.running is not None and self.rules.is_over(self.world):
            self.running.procedure.close()
            self.running = None

    def _begin(self, side: Side, command: Command, playback: Playback | None) -> Table:
        start, table = self.world.copy(), self._table(playback)
        procedure = self.rules.begin(table, side, command)
        self.ledger.last_actor = side
        if playback is None:
            self.ledger.request = None
        self._drive(start, table, procedure, None, [])
        return table

    def _answer(self, running: Running, command: Command, playback: Playback | None) -> Table:
        answer = self.rules.answer(running.question, command)
        running.table.turn_over(playback)
        self._drive(running.start, running.table, running.procedure, answer, running.inputs)
        return running.table

    def _drive(
        self,
        start: World,
        table: Table,
        procedure: Procedure[None],
        answer: Any,
        inputs: list[Input],
    ) -> None:
        """Go on to the next question or to rest."""
        try:
            question = procedure.send(answer)
        except StopIteration:
            self.running = None
            self._before = start
        else:
            self.running = Running(start, table, procedure, question, inputs)

    def _record(self, side: Side, question: str | None, raw: msgspec.Raw, record: Record) -> Input:
        recorded = Input(
            side=side,
            question=question,
            command=raw,
            rolls=tuple(record.rolls),
            ids=tuple(record.ids),
        )
        if self.running is not None:
            self.running.inputs.append(recorded)
        return recorded

    def _rerun(self, recorded: Input) -> None:
        playback = Playback(deque(recorded.rolls), deque(recorded.ids))
        command = self.decode(bytes(recorded.command))
        question, _ = self._carry_out(recorded.side, command, playback)
        if question != recorded.question:
            raise Divergence(f"a re-run asks {question}, recorded was {recorded.question}")
        playback.must_be_empty()
        if self.running is None:
            raise Divergence("a re-run ended an action that was still under way")
        self.running.inputs.append(recorded)

    # -- steps and bulletins --------------------------------------------------------------------

    def _step(self, recorded: Input, table: Table) -> Step:
        ledger, changes = self.ledger, self.world.take_changes()
        ledger.step += 1
        if recorded.question is None:
            ledger.action += 1
        return Step(
            n=ledger.step,
            action=ledger.action,
            input=recorded,
            changes=changes,
            bulletins=self._bulletins(table.lines),
            facts=tuple(table.facts),
            at_rest=self.running is None,
            lines=tuple(table.lines),
        )

    def _bulletins(self, lines: Sequence[tuple[Audience, LogLine]]) -> tuple[Bulletin, ...]:
        before, bulletins = self.documents, []
        self.refresh()
        for audience in Audience:
            bulletin = self._bulletin(audience, before[audience], lines)
            if bulletin is not None:
                bulletins.append(bulletin)
        return tuple(bulletins)

    def _bulletin(
        self, audience: Audience, before: Document, lines: Sequence[tuple[Audience, LogLine]]
    ) -> Bulletin | None:
        patch = self._patch(audience, before)
        log = self._numbered(audience, lines)
        if not self._is_news(audience, patch, log):
            return None
        n = next_of(self.ledger.counters.bulletins, audience)
        frame = bulletin_frame(n, patch, log)
        digest = chain(self.ledger.digests[audience], frame)
        self.ledger.digests[audience] = digest
        return Bulletin(audience, n, frame, digest)

    def _patch(self, audience: Audience, before: Document) -> Patch:
        return difference(before, self.documents[audience])

    def _is_news(self, audience: Audience, patch: Patch, log: bytes) -> bool:
        """Whether an audience is sent anything: nothing to tell uses no number."""
        return not patch.is_empty or log != EMPTY_LIST

    def _numbered(self, audience: Audience, lines: Sequence[tuple[Audience, LogLine]]) -> bytes:
        mine = [line for to, line in lines if to in (Audience.PUBLIC, audience)]
        counts = self.ledger.counters.lines
        return wire([_Numbered(next_of(counts, audience), line).body() for line in mine])

    # -- take-back ------------------------------------------------------------------------------

    def _may_ask(self, side: Side) -> bool:
        return (
            self.ledger.request is None
            and self.ledger.last_actor is side
            and self.rules.may_take_back(self._known(side), side)
        )

    def _check_request(self, side: Side, command: Command) -> None:
        request = self.ledger.request
        if isinstance(command, AskTakeBack):
            if not self._may_ask(side):
                raise Refused("A.2", "There is nothing of yours to take back now.")
        elif request is None or request.by is side:
            raise Refused("", "There is no request that waits for your answer.")

    def _handle_request(self, table: Table, side: Side, command: Command) -> None:
        match command:
            case AskTakeBack():
                self.ledger.request = Request(kind="take_back", by=side)
            case AgreeRequest():
                self.ledger.request = None
                self._take_back()
            case RefuseRequest():
                self.ledger.request = None
            case _:
                raise TypeError(f"{command.verb} is not about a request")
        table.log(take_back_line(command, side))

    def _take_back(self) -> None:
        """Put the world back to the start of the last action, with all that was done beside it
        since. No number goes back.
        """
        start = self._before
        if self.running is not None:
            start = self.running.start
            self.running.procedure.close()
            self.running = None
        self.world.apply(world_difference(self.world, start))
        self._before = start
        self.ledger.last_actor = None


class _Numbered:
    """A log line with the number it has for one reader."""

    def __init__(self, n: int, line: LogLine) -> None:
        self._n, self._line = n, line

    def body(self) -> dict[str, Any]:
        return {"n": self._n, **msgspec.to_builtins(self._line)}


def world_difference(before: World, after: World) -> tuple[Change, ...]:
    """The changes that lead from one world to another."""
    old: dict[tuple[type[Entity], str], Entity] = {(type(e), e.id): e for e in before}
    new: dict[tuple[type[Entity], str], Entity] = {(type(e), e.id): e for e in after}
    keys = sorted({*old, *new}, key=lambda key: (key[0].__name__, len(key[1]), key[1]))
    return tuple(
        Change(kind=kind, id=id_, before=old.get((kind, id_)), after=new.get((kind, id_)))
        for kind, id_ in keys
        if old.get((kind, id_)) is not new.get((kind, id_))
    )


def chain(previous: str, frame: bytes) -> str:
    """The digest of a bulletin: it holds all that went before."""
    return hashlib.sha256(previous.encode() + frame).hexdigest()


def command_decoder(rules: Ruleset) -> "msgspec.json.Decoder[Command]":
    """Decodes the commands of a ruleset, and those of the kernel; strictly."""
    kinds = (*rules.commands, AskTakeBack, AgreeRequest, RefuseRequest)
    union: Any = Union[kinds]  # noqa: UP007 - a union made at run time
    return msgspec.json.Decoder(union)
