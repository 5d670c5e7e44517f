"""Two games that an audience should not be able to tell apart, played input by input.

The side that is asked about sends the same bytes to both games, be they ever so wrong; what the
others send is paired by how it looks to that audience. After each input, all that it gets is
compared.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.fact import Fact
from rules.kernel.game import Game, Ledger, Step
from rules.kernel.players import (
    LAST,
    NothingOffered,
    SupportsRandom,
    choose_command,
    one_in,
    straight_to,
)
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.table import Told
from rules.kernel.takeback import TakeBackCommand
from rules.kernel.tally import ONE_SIDED, Tally
from rules.kernel.view import LogLine, wire

_MOMENTS = 60  # inputs after which a pair is left, so that no action goes on for ever
_DRAWS = 40  # commands drawn in the other world to find one that looks the same
_END = "end_phase"
_CHOICES = 6  # choices given up for want of a like one before the pair is parted


@dataclass(frozen=True)
class Sent:
    """What a player sent: his side, the bytes of the command, and the number he had seen."""

    side: Side
    data: bytes
    seen: int | None


@dataclass(frozen=True)
class Moment:
    """One input in lock step. None: nothing was sent in that world."""

    one: Sent | None
    two: Sent | None


class LockStep:
    """Two games that X should not be able to tell apart, played input by input.

    `lawful` are the Facts that may drive them apart; `used` says how often each verb was chosen;
    `first`, if set, is what is sent first into the first of them.
    """

    def __init__(
        self,
        games: tuple[Game, Game],
        x: Audience,
        rng: SupportsRandom,
        tally: Tally,
        lawful: tuple[type[Fact], ...],
    ) -> None:
        self.games, self.x, self.rng, self.tally, self.lawful = games, x, rng, tally, lawful
        self.heard = (Audience.PUBLIC,) if x is Audience.PUBLIC else (Audience.PUBLIC, x)
        self.used: Counter[str] = Counter()
        self.first: Sent | None = None
        self.moments: list[Moment] = []
        self.leaks: list[tuple[str, str, str]] = []
        self.acted = False
        self.stopped = False

    def run(self) -> None:
        """One action, from rest to rest, and now and then its take-back."""
        self._compare_state("at once, ")
        while not self._is_done():
            self._moment()
        if self._goes_on() and one_in(self.rng, 10):
            self._take_back()

    def _goes_on(self) -> bool:
        return not self.stopped and not self.leaks

    def _is_done(self) -> bool:
        resting = all(game.question is None for game in self.games)
        over = any(game.rules.is_over(game.world) for game in self.games)
        enough = len(self.moments) >= _MOMENTS
        return not self._goes_on() or enough or (resting and (self.acted or over))

    # -- who does what --------------------------------------------------------------------------

    def _moment(self) -> None:
        if self.first is not None:
            sent, self.first = self.first, None
            self._begin(sent)
            return
        side = self._actor()
        if side.audience is self.x:
            self._own_input(side)
        elif one_in(self.rng, 30):
            self._forged_elsewhere(side)
        else:
            self._others_input(side)

    def _begin(self, sent: Sent) -> None:
        """Start with a given input, if the other side has one like it."""
        if sent.side.audience is self.x:
            self._play(sent, sent)
        else:
            self._like_input(0, sent.side, sent.data)

    def _actor(self) -> Side:
        """The side whose decision it is, or at times the other one."""
        game = self.rng.choice(self.games)
        asked = msgspec.json.decode(game.documents[self.x].now)["side"]
        side = Side(asked) if asked else self.rng.choice(tuple(Side))
        other = one_in(self.rng, 7) or not self._offers(game, side)
        return side.enemy if other else side

    def _own_input(self, side: Side) -> None:
        """X's own side sends the same bytes in both worlds, be they ever so wrong."""
        data = self._drawn(self.games[0], side)
        if data is None or one_in(self.rng, 10):
            data = self._forged(data)
        seen = self.games[0].ledger.counters.bulletins[side.audience]
        if one_in(self.rng, 50):
            seen -= 1
        sent = Sent(side, data, seen)
        self._play(sent, sent)

    def _others_input(self, side: Side) -> None:
        """The other side sends what looks the same to X, whatever is behind it."""
        for _ in range(_CHOICES):
            lead = self.rng.randrange(2)
            data = self._drawn(self.games[lead], side)
            if data is None:
                self.moments.append(Moment(None, None))
                return
            if self._like_input(lead, side, data):
                return
        self.tally.stops[ONE_SIDED] += 1
        self.stopped = True

    def _like_input(self, lead: int, side: Side, data: bytes) -> bool:
        """Send an input into one world and one that looks like it into the other, if there is."""
        face = self._face(self.games[lead], side, data)
        if face is None:
            self._silent(lead, side, data)
            return True
        like = self._like(self.games[1 - lead], side, face, data)
        if like is None:
            self.tally.unpaired += 1
            return False
        pair = (data, like) if lead == 0 else (like, data)
        self._play(Sent(side, pair[0], None), Sent(side, pair[1], None))
        return True

    def _silent(self, lead: int, side: Side, data: bytes) -> None:
        """What X does not hear of may be done in one world only, or otherwise in each."""
        self.tally.silent += 1
        sent = Sent(side, data, None)
        other = None if one_in(self.rng, 2) else self._drawn_like(self.games[1 - lead], side, None)
        answer = None if other is None else Sent(side, other, None)
        if lead == 0:
            self._play(sent, answer)
        else:
            self._play(answer, sent)

    def _forged_elsewhere(self, side: Side) -> None:
        """The other side tries something wrong in one world only."""
        game = self.games[0]
        data = self._forged(self._drawn(game, side))
        sent = Sent(side, data, None)
        try:
            game.check(side, game.decode(data))
        except Refused:
            self._play(sent, None)

    def _take_back(self) -> None:
        side = self.games[0].ledger.last_actor
        if side is None or any(game.ledger.last_actor is not side for game in self.games):
            return
        for actor, verb in ((side, "ask_take_back"), (side.enemy, "agree")):
            if not self._goes_on() or not self._is_offered(actor, verb):
                return
            sent = Sent(actor, wire({"verb": verb}), None)
            self._play(sent, sent)
        self.tally.taken_back += 1

    def _is_offered(self, side: Side, verb: str) -> bool:
        return all(
            any(offer["verb"] == verb for offer in self._offers(game, side)) for game in self.games
        )

    # -- choosing -------------------------------------------------------------------------------

    def _offers(self, game: Game, side: Side) -> list[dict[str, Any]]:
        offers: list[dict[str, Any]] = msgspec.json.decode(game.documents[side.audience].offers)
        return offers

    def _drawn(self, game: Game, side: Side) -> bytes | None:
        """What a side's standing order says, else a random command from its offers."""
        standing = game.standing_command()
        if standing is not None and standing[0] is side:
            return wire(standing[1])
        return drawn(game, side, self.rng, self.used)

    def _like(self, game: Game, side: Side, face: str, data: bytes) -> bytes | None:
        """A command that looks the same to X and is allowed, none if no draw finds one."""
        verb = msgspec.json.decode(data)["verb"]
        found = self._drawn_like(game, side, face, verb)
        if found is None and self._face(game, side, data) == face and is_allowed(game, side, data):
            return data
        return found

    def _drawn_like(
        self, game: Game, side: Side, face: str | None, verb: str | None = None
    ) -> bytes | None:
        standing = game.standing_command()
        if standing is not None and standing[0] is side and face is not None:
            data = wire(standing[1])
            return data if self._face(game, side, data) == face else None
        offers = [one for one in self._offers(game, side) if verb in {None, one["verb"]}]
        for _ in range(_DRAWS if offers else 0):
            try:
                data = wire(choose_command(self.rng, offers))
            except NothingOffered:
                return None
            if self._face(game, side, data) == face and is_allowed(game, side, data):
                return data
        return None

    def _face(self, game: Game, side: Side, data: bytes) -> str | None:
        """How X would describe a command; one that cannot even be read has a face like no other."""
        try:
            command = game.decode(data)
            return command_face(game, side, command, self.x)
        except (Refused, KeyError):
            return f"unreadable {data!r}"

    def _forged(self, data: bytes | None) -> bytes:
        """Something that was not offered: other nouns, other verbs, other shapes, rubbish."""
        self.tally.forged += 1
        if data is None or one_in(self.rng, 10):
            return self.rng.choice(
                (b"", b"[]", b'{"verb":"nothing"}', b'{"verb":"move"}', b"\xff{")
            )
        command = msgspec.json.decode(data)
        nouns = [name for name in command if name != "verb"]
        name = self.rng.choice([*nouns, "verb", "more"])
        wrong = self._noun() if name in nouns else self.rng.choice(self._verbs())
        command[name] = [wrong] if isinstance(command.get(name), list) else wrong
        return wire(command)

    def _noun(self) -> str:
        """Any id or text that is in the world, known to the sender or not."""
        entity = self.rng.choice(list(self.rng.choice(self.games).world))
        return entity.id

    def _verbs(self) -> list[str]:
        return sorted(str(kind.__struct_config__.tag) for kind in self.games[0].rules.commands)

    # -- comparing ------------------------------------------------------------------------------

    def _play(self, one: Sent | None, two: Sent | None) -> None:
        """Send an input into each world and compare all that X gets."""
        results = [
            None if sent is None else attempt(game, sent)
            for game, sent in zip(self.games, (one, two), strict=True)
        ]
        self._note(one or two, results)
        own = one is not None and one == two and one.side.audience is self.x
        if own and any(isinstance(result, Refused) for result in results):
            self._compare_refusals(results)
        steps = [result if isinstance(result, Step) else None for result in results]
        self._compare_steps(steps)
        if self._goes_on():
            self.moments.append(Moment(one, two))

    def _note(self, sent: Sent | None, results: Sequence[Step | Refused | None]) -> None:
        steps = [result for result in results if isinstance(result, Step)]
        if sent is not None and steps:
            verb = str(msgspec.json.decode(sent.data)["verb"])
            self.used[verb] += 1
            self.tally.verbs[verb] += 1
        for step in steps[:1]:
            self.tally.facts.update(told.fact.name for told in step.facts)
        self.acted = self.acted or any(step.input.question is None for step in steps)

    def _compare_refusals(self, results: Sequence[Step | Refused | None]) -> None:
        said = [
            f"{result.code} {result.rule} {result.why}" if isinstance(result, Refused) else "ok"
            for result in results
        ]
        self.tally.messages += 1
        self.tally.refused += 1
        self._compare("a refusal", said[0], said[1])

    def _compare_steps(self, steps: Sequence[Step | None]) -> None:
        told = [self._told(step) for step in steps]
        parted = _parted(told[0], told[1])
        if parted is not None:
            return self._stop(steps, told, parted)
        self.tally.went_on += bool(told[0])
        for audience in self.heard:
            frames = [_frame(step, audience) for step in steps]
            self.tally.messages += 1
            self._compare(f"what is sent to {audience.value}", frames[0], frames[1])
        self._compare_state("")
        return None

    def _told(self, step: Step | None) -> list[Told]:
        return [told for told in step.facts if told.audience in self.heard] if step else []

    def _stop(
        self, steps: Sequence[Step | None], told: Sequence[Sequence[Told]], parted: int
    ) -> None:
        """Facts differ: what went before must not, and the pair ends here."""
        self.stopped = True
        differing = [facts[parted] if parted < len(facts) else None for facts in told]
        names = sorted({"–" if one is None else one.fact.name for one in differing})
        self.tally.stops[" / ".join(names)] += 1
        for one in differing:
            if one is not None and not isinstance(one.fact, self.lawful):
                self._compare("a Fact that is not listed", repr(one.fact), "")
        before = [
            self._lines(step, one.line if one is not None else None)
            for step, one in zip(steps, differing, strict=True)
        ]
        shortest = min(len(lines) for lines in before)
        lines = [[wire(line).decode() for line in told[:shortest]] for told in before]
        self._compare("what was told before a Fact", "\n".join(lines[0]), "\n".join(lines[1]))

    def _lines(self, step: Step | None, end: int | None) -> list[LogLine]:
        lines = step.lines[:end] if step is not None else ()
        return [line for to, line in lines if to in self.heard]

    def _compare_state(self, when: str) -> None:
        """Documents with their order, and every number that X or everybody may see."""
        one, two = self.games
        for audience in self.heard:
            documents = [game.documents[audience] for game in self.games]
            self.tally.messages += 1
            faces = [b"\n".join(document.faces.values()).decode() for document in documents]
            self._compare(f"{when}the document of {audience.value}", faces[0], faces[1])
            for part in ("now", "offers"):
                texts = [getattr(document, part).decode() for document in documents]
                self._compare(f"{when}{part} of {audience.value}", texts[0], texts[1])
            numbers = [str(_numbers(game.ledger, audience)) for game in (one, two)]
            self._compare(f"{when}numbers of {audience.value}", numbers[0], numbers[1])

    def _compare(self, what: str, one: str, two: str) -> None:
        if one != two and not self.leaks:
            self.leaks.append((what, *excerpts(one, two)))


def drawn(game: Game, side: Side, rng: SupportsRandom, used: Mapping[str, int]) -> bytes | None:
    """A random command of a side, None if it is offered nothing.

    It hardly ever ends the game, seldom a phase, and mostly goes straight for an enemy or for what
    is hidden: random games would be over before much of that is met.
    """
    offers = msgspec.json.decode(game.documents[side.audience].offers)
    if not one_in(rng, 100):
        offers = [offer for offer in offers if offer["verb"] not in LAST]
    goals = [] if one_in(rng, 4) else _goals(game, side)
    if goals:
        offers = straight_to(offers, rng.choice(goals))
    try:
        return wire(choose_command(rng, offers, {**used, _END: 9 * used.get(_END, 0)}))
    except NothingOffered:
        return None


def _goals(game: Game, side: Side) -> list[str]:
    """Where a side sees something of the other's, or else where there is something that not
    everybody sees, be it the other's or its own.
    """
    public = game.documents[Audience.PUBLIC].faces
    hidden = [
        body
        for one in Side
        for key, body in game.documents[one.audience].faces.items()
        if key not in public
    ]
    seen = [_PLACE.decode(body) for body in game.documents[side.audience].faces.values()]
    enemies = [face.at for face in seen if face.side == side.enemy and face.at]
    secrets = [face.at for face in map(_PLACE.decode, hidden) if face.at]
    return secrets if secrets and game.ledger.step % 2 else enemies


class _Place(msgspec.Struct):
    """What a face may say of whose it is and where."""

    side: str | None = None
    at: str | None = None


_PLACE = msgspec.json.Decoder(_Place)


def attempt(game: Game, sent: Sent) -> Step | Refused:
    """Play what was sent. A refusal must change nothing; any other exception is a bug and loud."""
    version = game.world.version
    try:
        return game.play(sent.side, game.decode(sent.data), sent.seen)
    except Refused as refused:
        if game.world.version != version:
            raise RuntimeError(f"a refused command changed the world: {sent}") from refused
        return refused


def is_allowed(game: Game, side: Side, data: bytes) -> bool:
    """Whether a side may do that now, as far as it knows."""
    try:
        game.check(side, game.decode(data))
    except Refused:
        return False
    return True


def command_face(game: Game, side: Side, command: Command, audience: Audience) -> str | None:
    """How an audience would describe a command, those of the kernel among them."""
    if isinstance(command, TakeBackCommand):
        return command.verb
    return game.rules.command_face(game.world, side, command, audience)


def _numbers(ledger: Ledger, audience: Audience) -> tuple[int | str, ...]:
    counters = ledger.counters
    tables = (counters.ids, counters.rolls, counters.bulletins, counters.lines)
    return (*(table[audience] for table in tables), ledger.digests[audience])


def _frame(step: Step | None, audience: Audience) -> str:
    bulletin = step.bulletin(audience) if step is not None else None
    return "" if bulletin is None else bulletin.frame.decode()


def _parted(one: Sequence[Told], two: Sequence[Told]) -> int | None:
    """Where two lists of Facts part; None if they are equal."""
    pairs = zip_longest(one, two)
    for index, (first, second) in enumerate(pairs):
        if first is None or second is None:
            return index
        if (first.audience, first.fact) != (second.audience, second.fact):
            return index
    return None


_SHOWN = 160  # characters of a difference that are printed


def excerpts(one: str, two: str) -> tuple[str, str]:
    """Both texts around the place where they part."""
    pairs = zip(one, two, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))
    start = max(0, at - _SHOWN // 2)
    return one[start : start + _SHOWN] or "nothing", two[start : start + _SHOWN] or "nothing"
