"""Non-interference: does anything reach an audience that depends on what it may not know?

Two worlds are *twins for X* when X's document, X's counters, the public counters and the open
question are equal; everything else may differ. If from every pair of twins one action leaves them
twins and sends X the same bytes, then whole games do. So one random game is played, and at every
rest point it gets a fresh twin: one action is run in both in lock step, every byte for X is
compared, the twin is dropped, and the game goes on.

What a ruleset brings is a `Variations`, written from its rules and kept away from its face code,
or one mistake would excuse the other:

    VARIATIONS = Variations(
        kinds=(Variation("mine strength", vary_strength), ...),
        facts=FACTS,
    )

    def vary_strength(world: World, x: Audience, rng: SupportsRandom) -> bool:
        '''Change, in place, what X may not know. False if there was nothing to change.'''

`vary` gets a copy of a world at rest and works by `world.add`, `world.change` and `world.drop`.
X is a side or the public; for the public, both sides' secrets may be varied. Ids it makes up must
be unused and look like their owner's (`pb903`). Each kind varies one sort of thing: a value only;
existence, number or place; who is who among those that look alike to X. Counters of the others and
the order of tables are varied here. `facts` lists every lawful reveal: a pair that Facts drive
apart ends there and is counted by kind, and a kind that is not listed is a leak.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Final

import msgspec

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.dice import HmacDice
from rules.kernel.fact import Fact
from rules.kernel.game import Game, Ledger, Step
from rules.kernel.players import NothingOffered, SupportsRandom, choose_command
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command, Ruleset
from rules.kernel.seal import TokenSealer
from rules.kernel.table import Told
from rules.kernel.takeback import TakeBackCommand
from rules.kernel.view import LogLine, wire
from rules.kernel.world import World

COUNTERS: Final = "counters of the others"
ORDER: Final = "order of tables"
EVERYTHING: Final = "everything at once"
ONE_SIDED: Final = "offered in one world only"

_MOMENTS = 60  # inputs after which a pair is left, so that no action goes on for ever
_DRAWS = 40  # commands drawn in the other world to find one that looks the same
_CHOICES = 6  # choices given up for want of a like one before the pair is parted
_CAP = 5_000  # inputs after which a game is left


@dataclass(frozen=True)
class Variation:
    """One way in which worlds may differ without X's noticing."""

    kind: str
    vary: Callable[[World, Audience, SupportsRandom], bool]


@dataclass(frozen=True)
class Variations:
    """What a ruleset says of its secrets: how they may vary, and which Facts are lawful."""

    kinds: tuple[Variation, ...]
    facts: tuple[type[Fact], ...]


@dataclass(frozen=True)
class Maker:
    """How the games of a check are made. `game` is another class where a leak is planted."""

    rules: Ruleset
    game: type[Game] = Game

    def new(self, master: bytes) -> Game:
        """A game at its beginning."""
        return self.game.new(self.rules, dice=HmacDice(master), sealer=TokenSealer())

    def at_rest(self, master: bytes, world: World, ledger: Ledger) -> Game:
        """A game at a rest point."""
        made = self.game(
            self.rules,
            world,
            dice=HmacDice(master),
            sealer=TokenSealer(),
            ledger=ledger,
        )
        made.refresh()
        return made


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


@dataclass(frozen=True)
class Leak:
    """A difference that X could notice, and where to find it again."""

    seed: int
    game: int
    step: int
    x: Audience
    varied: str
    what: str
    one: str
    two: str

    def __str__(self) -> str:
        where = f"seed {self.seed}, game {self.game}, step {self.step}, for {self.x.value}"
        return f"{self.what} ({where}, varied: {self.varied})\n  {self.one}\n  {self.two}"


@dataclass
class Tally:
    """What was exercised, and what was found."""

    pairs: int = 0
    messages: int = 0
    silent: int = 0
    forged: int = 0
    refused: int = 0
    taken_back: int = 0
    went_on: int = 0
    unpaired: int = 0
    audiences: Counter[str] = field(default_factory=Counter)
    varied: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    stops: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)

    @property
    def stopped(self) -> int:
        """Pairs that Facts drove apart, or a choice that one world alone had."""
        return self.stops.total()

    def claims(self, variations: Variations) -> dict[str, int]:
        """Everything that is said to be exercised, with how often it was."""
        kinds = (*(one.kind for one in variations.kinds), COUNTERS, ORDER, EVERYTHING)
        return {
            **{f"twins for {x.value}": self.audiences[x.value] for x in Audience},
            **{f"varied: {kind}": self.varied[kind] for kind in kinds},
            "silent steps": self.silent,
            "forged inputs": self.forged,
            "refusals compared": self.refused,
            "take-backs": self.taken_back,
            "equal Facts, went on": self.went_on,
            "stopped by Facts": self.stopped - self.stops[ONE_SIDED],
        }


@dataclass(frozen=True)
class Pair:
    """A pair of twins and what was sent in both until it ended: enough to play it elsewhere."""

    x: Audience
    varied: str
    master: bytes
    worlds: tuple[World, World]
    ledgers: tuple[Ledger, Ledger]
    moments: tuple[Moment, ...]


Observer = Callable[[Pair], Iterator[tuple[str, str, str]]]
"""Compares more of a pair than the kernel knows: yields what differs, and both versions."""


@dataclass(frozen=True)
class Extent:
    """How much is played: `pairs` pairs, in games numbered from `first`, seeded by `seed`."""

    seed: int
    pairs: int
    first: int = 0
    until_leak: bool = False


def compare_games(
    maker: Maker,
    variations: Variations,
    rng_of: Callable[[str], SupportsRandom],
    extent: Extent,
    *,
    observe: Observer | None = None,
    progress: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Play random games with a pair of twins at every rest point.

    `rng_of` makes a generator from a text.
    """
    tally, number = Tally(), extent.first
    while not _is_enough(tally, extent):
        rng = rng_of(f"{extent.seed}:{number}")
        for _ in _Run(maker, variations, rng, tally, (extent.seed, number), observe).play():
            progress(tally)
            if _is_enough(tally, extent):
                break
        number += 1
    return tally


def _is_enough(tally: Tally, extent: Extent) -> bool:
    return tally.pairs >= extent.pairs or (extent.until_leak and bool(tally.leaks))


class _Run:
    """One random game, with twins at its rest points."""

    def __init__(
        self,
        maker: Maker,
        variations: Variations,
        rng: SupportsRandom,
        tally: Tally,
        place: tuple[int, int],
        observe: Observer | None,
    ) -> None:
        self.maker, self.variations, self.rng, self.tally = maker, variations, rng, tally
        self.seed, self.number = place
        self.observe = observe
        self.master = f"{self.seed}:{self.number}".encode()
        self.used: Counter[str] = Counter()

    def play(self) -> Iterator[None]:
        """Play on; yields after every pair."""
        game = self.maker.new(self.master)
        while not game.rules.is_over(game.world) and game.ledger.step < _CAP:
            game = self._pair(game)
            yield

    def _pair(self, game: Game) -> Game:
        """Compare one action of a game and its twin; the game after it, at rest."""
        x = self.rng.choice(tuple(Audience))
        world, ledger, varied = self._twin(game, x)
        one = self.maker.at_rest(self.master, game.world.copy(), game.ledger.copy())
        two = self.maker.at_rest(self.master, world, ledger)
        start = (one.world.copy(), two.world.copy()), (one.ledger.copy(), two.ledger.copy())
        lock = LockStep(one, two, x, self)
        lock.run()
        self._report(lock, varied, game.ledger.step)
        if self.observe is not None and not lock.leaks:
            pair = Pair(x, varied, self.master, start[0], start[1], tuple(lock.moments))
            lock.leaks += self.observe(pair)
            self._report(lock, varied, game.ledger.step)
        self.tally.pairs += 1
        self.tally.audiences[x.value] += 1
        self._to_rest(one)
        return one

    def _report(self, lock: "LockStep", varied: str, step: int) -> None:
        for what, one, two in lock.leaks:
            leak = Leak(self.seed, self.number, step, lock.x, varied, what, one, two)
            self.tally.leaks.append(leak)
        lock.leaks = []

    def _twin(self, game: Game, x: Audience) -> tuple[World, Ledger, str]:
        """A world and ledger that X cannot tell from the game's, and what was varied in them."""
        kinds = [*self.variations.kinds, None, None, None]
        self.rng.shuffle(kinds)
        special = [COUNTERS, ORDER, EVERYTHING]
        world, ledger = game.world.copy(), game.ledger.copy()
        move_rolls(ledger, x, self.rng)
        for kind in kinds:
            name = self.rng.choice(special) if kind is None else kind.kind
            if self._vary(world, ledger, x, name):
                self.tally.varied[name] += 1
                return self._shuffled(world, name), ledger, name
        raise RuntimeError("nothing could be varied")

    def _vary(self, world: World, ledger: Ledger, x: Audience, name: str) -> bool:
        if name in {COUNTERS, EVERYTHING}:
            move_counters(ledger, x, self.rng)
        found = [
            one.vary(world, x, self.rng)
            for one in self.variations.kinds
            if name in {one.kind, EVERYTHING}
        ]
        return any(found) or name in {COUNTERS, ORDER, EVERYTHING}

    def _shuffled(self, world: World, name: str) -> World:
        entities = list(world)
        if name in {ORDER, EVERYTHING}:
            self.rng.shuffle(entities)
        return World(entities)

    def _to_rest(self, game: Game) -> None:
        """Play an action to its end, without a twin."""
        for _ in range(_CAP):
            if game.question is None:
                return
            side = game.question.side
            offers = msgspec.json.decode(game.documents[side.audience].offers)
            attempt(game, Sent(side, wire(choose_command(self.rng, offers, self.used)), None))
        raise RuntimeError(f"an action without an end: seed {self.seed}, game {self.number}")


class LockStep:
    """Two games that X should not be able to tell apart, played input by input."""

    def __init__(self, one: Game, two: Game, x: Audience, run: _Run) -> None:
        self.games, self.x = (one, two), x
        self.rng, self.tally, self.used = run.rng, run.tally, run.used
        self.lawful = run.variations.facts
        self.heard = (Audience.PUBLIC,) if x is Audience.PUBLIC else (Audience.PUBLIC, x)
        self.moments: list[Moment] = []
        self.leaks: list[tuple[str, str, str]] = []
        self.acted = False
        self.stopped = False

    def run(self) -> None:
        """One action, from rest to rest, and now and then its take-back."""
        self._compare_state("at once, ")
        while not self._is_done():
            self._moment()
        if self._goes_on() and self.rng.random() < 0.2:  # noqa: PLR2004 - a fifth of them
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
        side = self._actor()
        if side.audience is self.x:
            self._own_input(side)
        elif self.rng.random() < 0.03:  # noqa: PLR2004 - now and then
            self._forged_elsewhere(side)
        else:
            self._others_input(side)

    def _actor(self) -> Side:
        """The side whose decision it is, or at times the other one."""
        game = self.rng.choice(self.games)
        asked = msgspec.json.decode(game.documents[self.x].now)["side"]
        side = Side(asked) if asked else self.rng.choice(tuple(Side))
        other = self.rng.random() < 0.15 or not self._offers(game, side)  # noqa: PLR2004 - one in seven
        return side.enemy if other else side

    def _own_input(self, side: Side) -> None:
        """X's own side sends the same bytes in both worlds, be they ever so wrong."""
        data = self._drawn(self.games[0], side)
        if data is None or self.rng.random() < 0.1:  # noqa: PLR2004 - a tenth
            data = self._forged(data)
        seen = self.games[0].ledger.counters.bulletins[side.audience]
        if self.rng.random() < 0.02:  # noqa: PLR2004 - a stale one
            seen -= 1
        sent = Sent(side, data, seen)
        self._play(sent, sent)

    def _others_input(self, side: Side) -> None:
        """The other side sends what looks the same to X, whatever is behind it."""
        for _ in range(_CHOICES):
            lead = self.rng.randrange(2)
            data = self._drawn(self.games[lead], side)
            if data is None:
                return self._nothing_to_do()
            face = self._face(self.games[lead], side, data)
            if face is None:
                return self._silent(lead, side, data)
            like = self._like(self.games[1 - lead], side, face, data)
            if like is not None:
                pair = (data, like) if lead == 0 else (like, data)
                return self._play(Sent(side, pair[0], None), Sent(side, pair[1], None))
            self.tally.unpaired += 1
        self.tally.stops[ONE_SIDED] += 1
        self.stopped = True
        return None

    def _nothing_to_do(self) -> None:
        self.moments.append(Moment(None, None))

    def _silent(self, lead: int, side: Side, data: bytes) -> None:
        """What X does not hear of may be done in one world only, or otherwise in each."""
        self.tally.silent += 1
        sent = Sent(side, data, None)
        other = self._drawn_like(self.games[1 - lead], side, None)
        both = other is not None and self.rng.random() < 0.5  # noqa: PLR2004 - evens
        answer = Sent(side, other, None) if both and other is not None else None
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
        try:
            return wire(choose_command(self.rng, self._offers(game, side), self.used))
        except NothingOffered:
            return None

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
        if data is None or self.rng.random() < 0.1:  # noqa: PLR2004 - a tenth
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
            self.leaks.append((what, *_excerpts(one, two)))


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


def others(x: Audience) -> tuple[Side, ...]:
    """The sides whose secrets X does not know."""
    return tuple(side for side in Side if side is not side_of(x))


def move_rolls(ledger: Ledger, x: Audience, rng: SupportsRandom) -> None:
    """Let the others' secret rolls start elsewhere, so that any use of them in public shows."""
    for side in others(x):
        ledger.counters.rolls[side.audience] += 1 + rng.randrange(50)


def move_counters(ledger: Ledger, x: Audience, rng: SupportsRandom) -> None:
    """Let the others have been issued more ids, bulletins and log lines than they were."""
    counters = ledger.counters
    for side in others(x):
        for counts in (counters.ids, counters.bulletins, counters.lines):
            counts[side.audience] += 1 + rng.randrange(9)


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


def _excerpts(one: str, two: str) -> tuple[str, str]:
    """Both texts around the place where they part."""
    pairs = zip(one, two, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))
    start = max(0, at - _SHOWN // 2)
    return one[start : start + _SHOWN] or "nothing", two[start : start + _SHOWN] or "nothing"
