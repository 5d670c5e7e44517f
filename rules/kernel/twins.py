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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.dice import HmacDice
from rules.kernel.fact import Fact
from rules.kernel.game import Game, Ledger, Step
from rules.kernel.lockstep import LockStep, Moment, Sent, attempt, excerpts
from rules.kernel.players import LAST, NothingOffered, SupportsRandom, choose_command, one_in
from rules.kernel.ruleset import Ruleset
from rules.kernel.seal import TokenSealer
from rules.kernel.tally import COUNTERS, EVERYTHING, ORDER, Leak, Tally
from rules.kernel.view import wire
from rules.kernel.world import World

_DRAWS: Final = 12  # commands and worlds tried to find some that make a secret known

CAP: Final = 5_000
"""Inputs after which a game, or an action, is taken for endless."""


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
class Pair:
    """A pair of twins and what was sent in both until it ended: enough to play it elsewhere."""

    x: Audience
    varied: str
    master: bytes
    worlds: tuple[World, World]
    ledgers: tuple[Ledger, Ledger]
    moments: tuple[Moment, ...]


Observer = Callable[[Pair], Iterable[tuple[str, str, str]]]
"""Compares more of a pair than the kernel knows: what differs, and both versions."""


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
        while not game.rules.is_over(game.world) and game.ledger.step < CAP:
            try:
                game = self._pair(game)
            except Exception as error:
                step = game.ledger.step
                error.add_note(f"seed {self.seed}, game {self.number}, after step {step}")
                raise
            yield

    def _pair(self, game: Game) -> Game:
        """Compare one action of a game and its twin; the game after it, at rest."""
        x = self.rng.choice(tuple(Audience))
        stirred = self._stirred(game) if one_in(self.rng, 5) else None
        base = game.world if stirred is None else stirred[0]
        world, ledger, varied = self._twin(base, game.ledger, x)
        one = self.maker.at_rest(self.master, base.copy(), game.ledger.copy())
        two = self.maker.at_rest(self.master, world, ledger)
        start = (one.world.copy(), two.world.copy()), (one.ledger.copy(), two.ledger.copy())
        lock = LockStep((one, two), x, self.rng, self.tally, self.variations.facts)
        lock.used = self.used
        lock.first = None if stirred is None else stirred[1]
        lock.run()
        self._report(lock, varied, game.ledger.step)
        if self.observe is not None and not lock.leaks:
            pair = Pair(x, varied, self.master, start[0], start[1], tuple(lock.moments))
            lock.leaks += [(what, *excerpts(a, b)) for what, a, b in self.observe(pair)]
            self._report(lock, varied, game.ledger.step)
        self.tally.pairs += 1
        self.tally.audiences[x.value] += 1
        self._to_rest(one)
        return one

    def _stirred(self, game: Game) -> tuple[World, Sent] | None:
        """A world with other secrets than the game's, and a command that makes one of them known.

        Random players seldom walk into what is hidden; so it is put in their way. None if a few
        draws find nothing.
        """
        for _ in range(_DRAWS):
            sent = self._drawn(game)
            if sent is None:
                return None
            world = game.world.copy()
            self.rng.choice(self.variations.kinds).vary(world, sent.side.audience, self.rng)
            trial = self.maker.at_rest(self.master, world.copy(), game.ledger.copy())
            result = attempt(trial, sent)
            if isinstance(result, Step) and result.facts:
                return world, sent
        return None

    def _drawn(self, game: Game) -> Sent | None:
        """A random command of the side that has to decide, or of either if both may."""
        asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
        side = Side(asked) if asked else self.rng.choice(tuple(Side))
        offers = msgspec.json.decode(game.documents[side.audience].offers)
        offers = [offer for offer in offers if offer["verb"] not in LAST]
        try:
            return Sent(side, wire(choose_command(self.rng, offers, self.used)), None)
        except NothingOffered:
            return None

    def _report(self, lock: "LockStep", varied: str, step: int) -> None:
        for what, one, two in lock.leaks:
            leak = Leak(self.seed, self.number, step, lock.x, varied, what, one, two)
            self.tally.leaks.append(leak)
        lock.leaks.clear()

    def _twin(self, base: World, numbers: Ledger, x: Audience) -> tuple[World, Ledger, str]:
        """A world and ledger that X cannot tell from the game's, and what was varied in them."""
        kinds = [*self.variations.kinds, None, None, None]
        self.rng.shuffle(kinds)
        special = [COUNTERS, ORDER, EVERYTHING]
        world, ledger = base.copy(), numbers.copy()
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
        for _ in range(CAP):
            if game.question is None:
                return
            side = game.question.side
            offers = msgspec.json.decode(game.documents[side.audience].offers)
            attempt(game, Sent(side, wire(choose_command(self.rng, offers, self.used)), None))
        raise RuntimeError(f"an action without an end: seed {self.seed}, game {self.number}")


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
