"""Non-interference: does anything reach an audience that depends on what it may not know?

Two worlds are *twins for X* when X's document, X's counters, the public counters and the open
question are equal; everything else may differ. If from every pair of twins one action leaves them
twins and sends X the same bytes, then whole games do. So one random game is played, and at its
rest points it gets a fresh twin: one action is run in both in lock step, every byte for X is
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
apart ends there and is counted by kind, and a kind that is not listed is a leak. `stir`, if given,
puts something hidden in the way of a command (mines where a unit moves), in both worlds; False if
it cannot. Random players alone would seldom meet what is hidden on a large board.
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
from rules.kernel.lockstep import LockStep, Moment, Sent, attempt, drawn, excerpts
from rules.kernel.players import SupportsRandom, one_in
from rules.kernel.ruleset import Command, Ruleset
from rules.kernel.seal import TokenSealer
from rules.kernel.table import Told
from rules.kernel.tally import COUNTERS, EVERYTHING, ORDER, Leak, Tally
from rules.kernel.world import World

CAP: Final = 5_000
"""Inputs after which a game, or an action, is taken for endless."""

_AHEAD: Final = 4  # inputs between pairs, fewer than this
_DRAWS: Final = 8  # commands, and twins, tried to find some in which a secret comes out


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
    stir: Callable[[World, Command, SupportsRandom], bool] | None = None


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
        telling = self._telling(game) if one_in(self.rng, 4) else None
        base, first = (game.world, None) if telling is None else telling
        world, ledger, varied = self._twin(base, game.ledger, x, first)
        one = self.maker.at_rest(self.master, base.copy(), game.ledger.copy())
        two = self.maker.at_rest(self.master, world, ledger)
        start = (one.world.copy(), two.world.copy()), (one.ledger.copy(), two.ledger.copy())
        lock = LockStep((one, two), x, self.rng, self.tally, self.variations.facts)
        lock.used, lock.first = self.used, first
        lock.run()
        self._report(lock, varied, game.ledger.step)
        if self.observe is not None and not lock.leaks:
            pair = Pair(x, varied, self.master, start[0], start[1], tuple(lock.moments))
            lock.leaks += [(what, *excerpts(a, b)) for what, a, b in self.observe(pair)]
            self._report(lock, varied, game.ledger.step)
        self.tally.varied[varied] += 1
        self.tally.pairs += 1
        self.tally.audiences[x.value] += 1
        self._play_on(one)
        return one

    def _report(self, lock: "LockStep", varied: str, step: int) -> None:
        for what, one, two in lock.leaks:
            leak = Leak(self.seed, self.number, step, lock.x, varied, what, one, two)
            self.tally.leaks.append(leak)
        lock.leaks.clear()

    def _telling(self, game: Game) -> tuple[World, Sent] | None:
        """A command that makes something secret known, and the world in which it does."""
        stir = self.variations.stir
        for _ in range(_DRAWS):
            asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
            side = Side(asked) if asked else self.rng.choice(tuple(Side))
            data, world = drawn(game, side, self.rng, self.used), game.world.copy()
            if data is None or (stir and not stir(world, game.decode(data), self.rng)):
                continue
            sent = Sent(side, data, None)
            if self._told(world, game.ledger, sent):
                return world, sent
        return None

    def _told(self, world: World, ledger: Ledger, sent: Sent) -> tuple[Told, ...]:
        """The Facts that a command would tell."""
        trial = self.maker.at_rest(self.master, world.copy(), ledger.copy())
        result = attempt(trial, sent)
        return result.facts if isinstance(result, Step) else ()

    def _twin(
        self, base: World, numbers: Ledger, x: Audience, first: Sent | None
    ) -> tuple[World, Ledger, str]:
        """A twin; if the first command is known, one in which it tells something else, if a few
        draws find one: most secrets are far from where play is.
        """
        twin = self._any_twin(base, numbers, x)
        if first is None:
            return twin
        told = self._told(base, numbers, first)
        for _ in range(_DRAWS):
            if self._told(twin[0], twin[1], first) != told:
                return twin
            twin = self._any_twin(base, numbers, x)
        return twin

    def _any_twin(self, base: World, numbers: Ledger, x: Audience) -> tuple[World, Ledger, str]:
        """A world and ledger that X cannot tell from the game's, and what was varied in them."""
        kinds = [*self.variations.kinds, None, None, None]
        self.rng.shuffle(kinds)
        special = [COUNTERS, ORDER, EVERYTHING]
        world, ledger = base.copy(), numbers.copy()
        move_rolls(ledger, x, self.rng)
        for kind in kinds:
            name = self.rng.choice(special) if kind is None else kind.kind
            if self._vary(world, ledger, x, name):
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

    def _play_on(self, game: Game) -> None:
        """To the end of the action, and on for a few inputs without a twin, so that the pairs of
        a game are spread over more of it.
        """
        more = self.rng.randrange(_AHEAD)
        for _ in range(CAP):
            if game.question is None and (more <= 0 or game.rules.is_over(game.world)):
                return
            more -= 1
            asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
            side = Side(asked) if asked else self.rng.choice(tuple(Side))
            data = drawn(game, side, self.rng, self.used)
            if data is not None:
                attempt(game, Sent(side, data, None))
        raise RuntimeError("an action without an end")


def others(x: Audience) -> tuple[Side, ...]:
    """The sides whose secrets X does not know."""
    return tuple(side for side in Side if side is not side_of(x))


def move_rolls(ledger: Ledger, x: Audience, rng: SupportsRandom) -> None:
    """Let the others' secret rolls start elsewhere, so that any use of them in public shows."""
    for side in others(x):
        ledger.counters.rolls[side.audience] += 1 + rng.randrange(50)


def move_counters(ledger: Ledger, x: Audience, rng: SupportsRandom) -> None:
    """Let the others have been issued more ids, bulletins and log lines than they were, in steps
    of theirs that X was told nothing of.
    """
    counters = ledger.counters
    ledger.step += 1 + rng.randrange(9)
    for side in others(x):
        for counts in (counters.ids, counters.bulletins, counters.lines):
            counts[side.audience] += 1 + rng.randrange(9)
