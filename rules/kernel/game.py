"""One game in memory: commands go in, steps come out.

At rest no procedure is alive and the world is plain data. During an action the procedure lives
here; another process rebuilds it by re-running the action's recorded inputs from the world at
its start. Commands are atomic: a refused one changes nothing, and after any other exception this
object is dead and has to be loaded again.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.codec import EntityCodec
from rules.kernel.command import Command, KernelCommand
from rules.kernel.counters import Counters, next_of
from rules.kernel.dice import Dice, Roll
from rules.kernel.document import (
    EMPTY_LIST,
    Document,
    Faces,
    Patch,
    beginning,
    bulletin_frame,
    difference,
    seen_rolls,
)
from rules.kernel.entropy import (
    AwaitLine,
    CommitEntropy,
    DeclineEntropy,
    DiceFace,
    EntropyCommand,
    OpenEntropy,
    Share,
    after,
    are_settled,
    awaited,
    closed,
    entropy,
    entropy_line,
    entropy_offers,
    may_ask_without,
    refuse_entropy,
    without,
)
from rules.kernel.last_action import Before, Deed, Last, WayBack
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.ruled import Ruled
from rules.kernel.ruleset import Ruleset
from rules.kernel.seal import Leaf, Sealer
from rules.kernel.table import Divergence, Playback, Record, Table, Told, Voices
from rules.kernel.takeback import (
    AgreeRequest,
    AskTakeBack,
    AskWithout,
    Patience,
    RefuseRequest,
    Request,
    RequestCommand,
    TakeBack,
    refuse_request,
    request_face,
    request_line,
    request_offers,
)
from rules.kernel.view import Face, LogLine, line_body, wire
from rules.kernel.world import Change, World, world_difference

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


class Conclude(KernelCommand, frozen=True, kw_only=True, tag="conclude"):
    """That the game has ended from outside its rules. No player sends it: it is in no decoder."""

    winner: Side | None
    reason: str


class Adjudicate(KernelCommand, frozen=True, kw_only=True, tag="adjudicate"):
    """That the position was changed by agreement, or by a director. In no decoder either."""

    ruling: msgspec.Raw


OWN_COMMANDS: tuple[type[KernelCommand], ...] = (
    AskTakeBack,
    TakeBack,
    AskWithout,
    AgreeRequest,
    RefuseRequest,
    CommitEntropy,
    OpenEntropy,
    DeclineEntropy,
)
"""The commands that are the kernel's, under all rules."""


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
    """Each log line and who is told it; of a line with voices, what the public reads."""
    voices: Mapping[tuple[int, Audience], LogLine] = field(default_factory=dict)

    def bulletin(self, audience: Audience) -> Bulletin | None:
        """What that audience is sent, or None if it is told nothing."""
        return next((b for b in self.bulletins if b.audience is audience), None)


@dataclass
class Running:
    """An action under way: the world it started from, its inputs, and the question it waits on;
    `beside` the last one, if what the last one is must not depend on it.
    """

    start: World
    table: Table
    procedure: Procedure[None]
    question: Question[Any]
    inputs: list[Input] = field(default_factory=list)
    beside: bool = False


class Ledger(msgspec.Struct, kw_only=True):
    """What a stored game keeps beside its world: numbers that never go back, open requests, the
    players' shares of the dice, and whether the game has ended: that is never unset.
    """

    step: int = 0
    action: int = 0
    counters: Counters = msgspec.field(default_factory=Counters)
    digests: dict[Audience, str] = msgspec.field(
        default_factory=lambda: dict.fromkeys(Audience, GENESIS)
    )
    request: Request | None = None
    last: Last = Last()
    patience: dict[Side, Patience] = msgspec.field(
        default_factory=lambda: dict.fromkeys(Side, Patience())
    )
    shares: dict[Side, Share] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, Share()))
    ended: bool = False

    def copy(self) -> "Ledger":
        return msgspec.structs.replace(
            self,
            counters=self.counters.copy(),
            digests=dict(self.digests),
            shares=dict(self.shares),
            patience=dict(self.patience),
        )


_LEDGER = msgspec.json.Decoder(Ledger)


def read_ledger(stored: bytes) -> Ledger:
    """A ledger as it was stored, be it before `last` was a part of it."""
    ledger = _LEDGER.decode(stored)
    if b'"last":' not in stored:
        ledger.last = Last.read_flat(stored)
    return ledger


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
        before = world.copy()
        before.apply(undo)
        self.back = WayBack(before)
        self._commands = command_decoder(rules)
        self._early = frozenset(
            one.__struct_config__.tag for one in rules.commands if one.rolls_early
        )
        self._rolls: tuple[Roll, ...] = ()  # of the step under way
        self._voices: Voices = {}  # of the step under way
        self._actor: Side | None = None  # of the step under way
        self._offered: dict[Audience, bytes] = {}
        self.documents: dict[Audience, Document] = {}

    @classmethod
    def new(cls, rules: Ruleset, *, dice: Dice, sealer: Sealer, check: bool = False) -> "Game":
        """A game at its very beginning. `check` makes every change pass through the codec."""
        codec = EntityCodec(rules.kinds)
        world = World(check=codec.round_trip if check else None)
        game = cls(rules, world, dice=dice, sealer=sealer)
        rules.setup(game._table())
        world.take_changes()
        game.back.leads_to(world)
        game._close_shares()
        game.refresh()
        for audience, document in game.documents.items():
            game.ledger.digests[audience] = chain(GENESIS, beginning(document))
        return game

    def resume(self, inputs: Sequence[Input]) -> None:
        """Re-run the inputs of a half-done action, from its start to the open question.

        Raises Divergence if the rules now do something else than what was recorded.
        """
        for recorded in inputs:
            self._rerun(recorded)
        self.world.take_changes()
        self.refresh()

    def go_on_from_rest(self, changes: Iterable[Change], undo: Sequence[Change]) -> None:
        """Go on to a later rest, without telling anybody: `changes` lead there from the last one,
        `undo` from there back to the start of its last action. Raises StaleEntity if they do not
        fit this world. The ledger, and what came after that rest, are the caller's to bring.
        """
        if self.running is not None:
            self.world.apply(world_difference(self.world, self.running.start))
            self._drop_action()
        self.world.apply(changes)
        self.back.leads_to(self.world)
        self.back.start.apply(undo)

    @property
    def question(self) -> Question[Any] | None:
        """The open question, None at rest."""
        return self.running.question if self.running else None

    @property
    def ended(self) -> bool:
        """Whether the game has ended, for good: only then may seeds and leaves be opened."""
        return self.ledger.ended

    def leaves(self, side: Side) -> tuple[Leaf, ...]:
        """Every leaf under a side's seal, once the game has ended. Raises Refused before."""
        if not self.ended:
            raise Refused("", "The seals are opened when the game is over.")
        return tuple(self.rules.sealed_leaves(self.world, side, self.sealer))

    @property
    def undo(self) -> tuple[Change, ...]:
        """From this world, at rest, back to the start of its last action; stored with the game."""
        return self.back.undo(self.world)

    def decode(self, data: bytes) -> Command:
        """A command from its JSON. Raises Refused for what is no command of this game."""
        try:
            return self._commands.decode(data)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refused("", f"This is no command: {error}", code="malformed") from error

    def check(self, side: Side, command: Command, seen: int | None = None) -> None:
        """Raise Refused if that side may not do this now; judged by what the side knows."""
        self.refuse_if_ended()
        self.check_seen(side, command, seen)
        match command:
            case RequestCommand():
                self._check_request(side, command)
            case EntropyCommand():
                self._check_entropy(side, command)
            case _ if self._waits_for is not None and not self.rules.is_interjection(command):
                raise Refused("", "The dice wait until both players' lines are open.")
            case _:
                self.rules.refuse(self._known(side), side, self.question, command)
                if command.rolls_early and not self._has_dice:
                    raise Refused("", "The dice wait until both players' lines are settled.")

    def refuse_if_ended(self) -> None:
        """Raise Refused if the game has ended: nothing is accepted after that."""
        if self.ended:
            raise Refused("", "The game is over.", code="over")

    def check_seen(self, side: Side, command: Command, seen: int | None) -> None:
        """Raise Refused if the side has since been told something that it had not seen, and what it
        wants may now be something else.
        """
        if command.timeless:
            return
        if seen is not None and seen != self.ledger.counters.bulletins[side.audience]:
            raise Refused("", "The table has changed since; look again.", code="stale")

    def play(self, side: Side, command: Command, seen: int | None = None) -> Step:
        """Carry out a command up to the next question or to rest. Raises Refused."""
        self.check(side, command, seen)
        before = Before(self.back.start, self.ledger.last, self.ledger.request)
        question, table = self._carry_out_accepted(side, command)
        self._end_if_over()
        self._close_shares(rolled=bool(table.record.rolls))
        recorded = self._record(side, question, msgspec.Raw(wire(command)), table.record)
        step = self._step(recorded, table)
        if not (self.ended or isinstance(command, KernelCommand)):
            self._judge(command, step, before)
        return step

    def would_tell(self, side: Side, command: Command, seen: int | None = None) -> Sequence[Told]:
        """The Facts that a command tells, carried out but shown to nobody: what the audiences have
        before them is then out of date, so that this game is of no more use. Raises Refused.
        """
        self.check(side, command, seen)
        _, table = self._carry_out_accepted(side, command)
        return tuple(table.facts)

    def go_back(self, side: Side | None, shown: Mapping[Audience, Document]) -> Step:
        """Go on from this world, at rest, though readers were shown what came after it: the way
        out for an action that no longer re-runs, as `side` agrees, or a director rules. `shown` is
        what each audience has before it. Raises Refused if the game has ended.
        """
        self.refuse_if_ended()
        table = self._table()
        who = "agrees" if side else "A director rules"
        text = f"{who}: the action under way is given up, back to its start"
        table.log(LogLine(kind="system", side=side, text=text, rule="A.2"))
        self.documents = dict(shown)
        self.ledger.request, self.ledger.last = None, self.ledger.last.forgotten
        raw = msgspec.Raw(wire(AgreeRequest()))
        return self._step(self._record(side or Side.A, INTERJECTION, raw, table.record), table)

    def conclude(self, side: Side, winner: Side | None, reason: str) -> Step:
        """End the game for a reason that its rules do not know: the time of a side ran out, or both
        agreed on a result. `side` is the one by whose doing. It is an end like all others, for
        good. Raises Refused if the game has ended, or play has not begun.
        """
        self.refuse_if_ended()
        table = self._table()
        self.rules.conclude(table, winner, reason)
        self._end_if_over()
        self._close_shares()
        raw = msgspec.Raw(wire(Conclude(winner=winner, reason=reason)))
        return self._step(self._record(side, INTERJECTION, raw, table.record), table)

    def adjudicate(self, side: Side | None, ruling: bytes, said: str) -> tuple[Step, Ruled]:
        """Change the position by what no rule says: `said` is who decided that, `side` whose wish
        it is, none of a director, who names what everybody sees. It is a step of its own, at rest
        alone, that nobody takes back. Raises Refused.
        """
        self.refuse_if_ended()
        if self.running is not None:
            raise Refused("", "Something is under way: finish it, or have it taken back first.")
        table, kept = self._table(), self.ledger.copy()
        try:
            ruled = self.rules.adjudicate(table, side, ruling)
            table.settle()
        except Exception:
            self.world.apply([change.inverse() for change in self.world.changes()])
            self.world.take_changes()
            self.ledger = kept
            raise
        for text in ruled.public:
            table.log(LogLine(kind="system", side=side, text=f"{said}: {text}", rule="A.2"))
        if side is not None:
            self._whisper(table, side, ruled)
        self.back.leads_to(self.world)
        self.ledger.request, self.ledger.last = None, self.ledger.last.forgotten
        raw = msgspec.Raw(wire(Adjudicate(ruling=msgspec.Raw(ruling))))
        step = self._step(self._record(side or Side.A, INTERJECTION, raw, table.record), table)
        return step, ruled

    def _whisper(self, table: Table, side: Side, ruled: Ruled) -> None:
        """Tell a side what was changed that it alone sees."""
        for text in ruled.own:
            line = LogLine(kind="system", side=side, text=text, rule="A.2", secret=True)
            table.log(line, side.audience)

    def refresh(self) -> None:
        """Make the documents anew from the world, without telling anybody."""
        self.documents = {audience: self.document(audience) for audience in Audience}
        self._offered = {}

    def offers(self, audience: Audience) -> bytes:
        """What an audience may try now, worked out when it is first asked for: nobody has to wait
        for it who is told what has happened.
        """
        if audience not in self._offered:
            self._offered[audience] = self._offers(audience)
        return self._offered[audience]

    def document(self, audience: Audience) -> Document:
        """What an audience has before it now."""
        faces = self.faces.faces(self.world, audience)
        own = {face.key: wire(face) for face in self._own_faces()}
        if own:
            faces = {**faces, **own}
            faces = {key: faces[key] for key in sorted(faces)}
        known = self.faces.known(self.world, audience)
        now = wire(self.rules.now(known, self._asked, audience))
        return Document(faces=faces, now=now)

    def _own_faces(self) -> list[Face]:
        """What everybody sees besides the world: an open request, what the dice are bound to."""
        faces: list[Face] = []
        if self.ledger.request is not None:
            faces.append(request_face(self.ledger.request))
        if self.dice.commitment:
            shares = self.ledger.shares
            faces.append(DiceFace(id="dice", commitment=self.dice.commitment, shares=shares))
        return faces

    @property
    def _waits_for(self) -> Side | None:
        """The side whose line the dice wait for, if anything does now."""
        if self.running is not None or self.ended or not self.rules.dice_are_due(self.world):
            return None
        return awaited(self.ledger.shares)

    @property
    def _has_dice(self) -> bool:
        """Whether a roll would settle no line that is open still."""
        return not self.dice.commitment or are_settled(self.ledger.shares)

    @property
    def _asked(self) -> Question[Any] | None:
        """The open question, be it the rules' or that for a line."""
        waits_for = self._waits_for
        return self.question if waits_for is None else AwaitLine(side=waits_for)

    def standing_command(self) -> tuple[Side, Command] | None:
        """The command that a side's own standing order gives now, if any: a step of its own."""
        if self.ended or self._waits_for is not None:
            return None
        return self.rules.standing_order(self.world, self._known, self.question)

    def _known(self, side: Side) -> Any:
        return self.faces.known(self.world, side.audience)

    def _offers(self, audience: Audience) -> bytes:
        if audience is Audience.PUBLIC or self.ended:
            return EMPTY_LIST
        side = Side(audience.value)
        offers = [*self.rules.offers(self._known(side), side, self._asked)]
        if not self._has_dice:
            offers = [offer for offer in offers if offer.verb not in self._early]
        if self.dice.commitment:
            offers += entropy_offers(self.ledger.shares, side)
        offers += request_offers(
            self.ledger.request,
            side,
            is_free=self._is_free(side),
            may_ask=self._may_ask(side),
            may_ask_without=self._may_ask_without(side),
        )
        return wire(offers)

    def _table(self, playback: Playback | None = None) -> Table:
        table = self.table_type(
            rules=self.rules,
            world=self.world,
            faces=self.faces,
            counters=self.ledger.counters,
            dice=self.dice,
            sealer=self.sealer,
            entropy=None if awaited(self.ledger.shares) else entropy(self.ledger.shares),
        )
        table.playback = playback
        return table

    # -- actions --------------------------------------------------------------------------------

    def _carry_out_accepted(self, side: Side, command: Command) -> tuple[str | None, Table]:
        """Do what a command says, which was not refused; that is for good."""
        try:
            return self._carry_out(side, command)
        except Refused as refused:
            raise RuntimeError(f"rules refused {command.verb} after it was accepted") from refused

    def _carry_out(
        self, side: Side, command: Command, playback: Playback | None = None
    ) -> tuple[str | None, Table]:
        """Do what a command says; the kind of question it answered, and its table."""
        if isinstance(command, KernelCommand):
            table = self._table()
            if playback is None:
                self._handle(table, side, command)
            return INTERJECTION, table
        if self.rules.is_interjection(command):
            table = self._table(playback)
            self.rules.interject(table, side, command)
            return INTERJECTION, table
        if self.running is None:
            return None, self._begin(side, command, playback)
        return self.running.question.kind, self._answer(self.running, command, playback)

    def _end_if_over(self) -> None:
        """The end is for good: what was under way is dropped, no request is left open, and nothing
        can be taken back any more.
        """
        if not self.rules.is_over(self.world):
            return
        self._drop_action()
        self.back.leads_to(self.world)
        self.ledger.ended, self.ledger.request = True, None
        self.ledger.last = self.ledger.last.forgotten

    def _drop_action(self) -> None:
        if self.running is not None:
            self.running.procedure.close()
            self.running = None

    def _begin(self, side: Side, command: Command, playback: Playback | None) -> Table:
        start, table = self.world.copy(), self._table(playback)
        beside = playback is not None and self.ledger.last.beside
        procedure = self.rules.begin(table, side, command)
        if playback is None:  # else the ledger tells how things were left
            self._refuse_by_acting(table, side)
            goes_back = self.rules.may_take_back(self._known(side), side)  # to where it begins
            self.ledger.last = self.ledger.last.begun(side if goes_back else None)
            self.ledger.request = None
            self.ledger.patience[side] = self.ledger.patience[side].after_action()
        self._drive(start, table, procedure, None, [], beside=beside)
        return table

    def _answer(self, running: Running, command: Command, playback: Playback | None) -> Table:
        running.table.turn_over(playback)
        answer = self.rules.answer(running.table, running.question, command)
        beside, inputs = running.beside, running.inputs
        self._drive(running.start, running.table, running.procedure, answer, inputs, beside=beside)
        return running.table

    def _drive(
        self,
        start: World,
        table: Table,
        procedure: Procedure[None],
        answer: Any,
        inputs: list[Input],
        *,
        beside: bool,
    ) -> None:
        """Go on to the next question or to rest, and settle the position there."""
        try:
            question = procedure.send(answer)
        except StopIteration:
            table.settle()
            self.running = None
            if not beside:
                self.back.start = start
        else:
            table.settle()
            self.running = Running(start, table, procedure, question, inputs, beside)

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
        table.show_the_rest()
        ledger, changes = self.ledger, self.world.take_changes()
        self._rolls, self._voices = tuple(table.record.rolls), table.voices
        self._actor = recorded.side
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
            voices=table.voices,
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
        seen = seen_rolls(self._rolls, audience)
        if not self._is_news(audience, patch, log) and seen == EMPTY_LIST:
            return None
        n = next_of(self.ledger.counters.bulletins, audience)
        frame = bulletin_frame(n, patch, log, seen)
        digest = chain(self.ledger.digests[audience], frame)
        self.ledger.digests[audience] = digest
        return Bulletin(audience, n, frame, digest)

    def _patch(self, audience: Audience, before: Document) -> Patch:
        return difference(before, self.documents[audience])

    def _is_news(self, audience: Audience, patch: Patch, log: bytes) -> bool:
        """Whether an audience is sent anything: nothing to tell uses no number. Whose act it was
        always is: what it may do can be something else now, though it sees no difference.
        """
        acted = self._actor is not None and audience is self._actor.audience
        return acted or not patch.is_empty or log != EMPTY_LIST

    def _numbered(self, audience: Audience, lines: Sequence[tuple[Audience, LogLine]]) -> bytes:
        mine = [
            self._voices.get((place, audience), line)
            for place, (to, line) in enumerate(lines)
            if to in (Audience.PUBLIC, audience)
        ]
        counts = self.ledger.counters.lines
        return wire([line_body(next_of(counts, audience), line) for line in mine])

    # -- the kernel's own commands --------------------------------------------------------------

    def _handle(self, table: Table, side: Side, command: KernelCommand) -> None:
        match command:
            case RequestCommand():
                self._handle_request(table, side, command)
            case EntropyCommand():
                self.ledger.shares = after(self.ledger.shares, side, command)
                table.log(entropy_line(command, side))
            case _:
                raise TypeError(f"{command.verb} is no command of the kernel")

    def _check_entropy(self, side: Side, command: EntropyCommand) -> None:
        if not self.dice.commitment:
            raise Refused("", "These dice take no lines.")
        refuse_entropy(self.ledger.shares, side, command)

    def _close_shares(self, *, rolled: bool = False) -> None:
        """Once dice may be rolled, whoever has not committed to a line has declined."""
        if rolled or self.rules.dice_are_due(self.world):
            self.ledger.shares = closed(self.ledger.shares)

    def _judge(self, command: Command, step: Step, before: Before) -> None:
        """What the last action is now, and whether it can be taken back without asking."""
        side, begins = step.input.side, step.input.question is None
        deed = Deed(
            side=side,
            changes=step.changes,
            at_rest=self.running is None,
            told=bool(step.input.rolls) or any(one.is_heard_by(side) for one in step.facts),
            unheard=self._is_unheard(step, before.refused_by(side) if begins else None),
            may_be_free=command.consults_nothing,
            is_aside=step.input.question == INTERJECTION,
        )
        ledger = self.ledger
        if begins:
            ledger.last = self.back.begun(deed, ledger.last, before)
            if self.running is not None:
                self.running.beside = ledger.last.beside
        else:
            ledger.last = self.back.went_on(deed, ledger.last)

    def _is_unheard(self, step: Step, refused: Request | None) -> bool:
        """Whether the enemy of who acted was told nothing of it; where it refused what he asked
        for, nothing but that: the very bytes.
        """
        enemy = step.input.side.enemy.audience
        bulletin = step.bulletin(enemy)
        if bulletin is None or refused is None:
            return bulletin is None
        patch = Patch(put=(), drop=(request_face(refused).key,), now=None)
        _, line = step.lines[0]
        log = wire([line_body(self.ledger.counters.lines[enemy], line)])
        return bulletin.frame == bulletin_frame(bulletin.n, patch, log, EMPTY_LIST)

    def _is_free(self, side: Side) -> bool:
        return self.ledger.last.free is side and self.running is None

    def _may_ask(self, side: Side) -> bool:
        return (
            self.ledger.request is None
            and self.ledger.last.by is side
            and not self._is_free(side)
            and not self.ledger.patience[side].waits
            and self.rules.may_take_back(self._known(side), side)
        )

    def _may_ask_without(self, side: Side) -> bool:
        return self._waits_for is side and may_ask_without(self.ledger.shares, side)

    def _check_request(self, side: Side, command: RequestCommand) -> None:
        refuse_request(
            self.ledger.request,
            side,
            command,
            self.ledger.patience[side],
            is_free=self._is_free(side),
            may_ask=self._may_ask(side),
            may_ask_without=self._may_ask_without(side),
        )

    def _handle_request(self, table: Table, side: Side, command: RequestCommand) -> None:
        request = self.ledger.request
        match command:
            case AskTakeBack():
                request = self.ledger.request = Request(kind="take_back", by=side)
            case AskWithout():
                request = self.ledger.request = Request(kind="without_entropy", by=side)
            case TakeBack():
                request = Request(kind="take_back", by=side)
                self._take_back()
            case _:
                self.ledger.request = None
        if request is None:
            raise TypeError(f"{command.verb} is not about a request")
        if isinstance(command, AgreeRequest):
            self._grant(request)
        elif isinstance(command, RefuseRequest) and request.kind == "take_back":
            self.ledger.last = msgspec.structs.replace(self.ledger.last, by=None)
            self.ledger.patience[request.by] = self.ledger.patience[request.by].after_refusal()
        table.log(request_line(command, request, side))

    def _refuse_by_acting(self, table: Table, side: Side) -> None:
        """Who acts refuses what the enemy asks of him. It is said in the same words as if he did
        nothing else: what he does may be unheard.
        """
        if self.ledger.request is not None and self.ledger.request.by is side.enemy:
            self._handle_request(table, side, RefuseRequest())

    def _grant(self, request: Request) -> None:
        if request.kind == "take_back":
            self.ledger.patience[request.by] = Patience()
            self._take_back()
            return
        shares = self.ledger.shares
        self.ledger.shares = {**shares, request.by: without(shares[request.by])}

    def _take_back(self) -> None:
        """Put the world back to the start of the last action, with all that was done beside it
        since. No number goes back.
        """
        start = self.back.start
        if self.running is not None and not self.running.beside:
            start = self.running.start
        self._drop_action()
        self.world.apply(world_difference(self.world, start))
        self.back.start = start
        self.ledger.last = self.ledger.last.forgotten


def chain(previous: str, frame: bytes) -> str:
    """The digest of a bulletin: it holds all that went before."""
    return hashlib.sha256(previous.encode() + frame).hexdigest()


def command_decoder(rules: Ruleset) -> "msgspec.json.Decoder[Command]":
    """Decodes the commands of a ruleset, and those of the kernel; strictly."""
    kinds = (*rules.commands, *OWN_COMMANDS)
    union: Any = Union[kinds]  # noqa: UP007 - a union made at run time
    return msgspec.json.Decoder(union)
