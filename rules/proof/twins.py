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
apart ends there and is counted by kind, and a kind that is not listed is a leak. After that the
same action is played again with another twin, one that agrees on what was told: what follows a
reveal is compared there. A variation may name the Facts that it can change; any other is a leak.
What is secret only while an action is under way is varied as it is said, in a command of the
others' that is `unheard` in part.

Secrets are met on purpose. `stir`, if given, puts something hidden in the way of a command (mines
where a unit moves), in both worlds; False if it cannot. `starts` gives positions in which both
sides and what is hidden are close together. Random players alone would seldom meet that.
`due` says of a Fact whether its rule tells it now, `audit` what is wrong with one world by itself,
and `cards` asks what an audience may ask. `about` names the verbs for whose sake a position was
made: players choose them half of the time.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.dice import Dice, HmacDice
from rules.kernel.fact import Fact
from rules.kernel.game import Game, Ledger, Step
from rules.kernel.ruleset import Ruleset
from rules.kernel.seal import MaskedSealer
from rules.kernel.world import World
from rules.proof.forging import differing, hexes_among
from rules.proof.lockstep import (
    Cards,
    Leaning,
    LockStep,
    Moment,
    Sent,
    Unheard,
    attempt,
    drawn,
    excerpts,
    rehearsed,
    touches,
)
from rules.proof.players import SupportsRandom, one_in
from rules.proof.tally import COUNTERS, EVERYTHING, ORDER, Leak, Tally
from rules.proof.telling import Due, facts_of

CAP: Final = 5_000
"""Inputs after which a game, or an action, is taken for endless."""

SEALING_KEY: Final = b"the key that both worlds are sealed with"
SEALER: Final = MaskedSealer(SEALING_KEY)

_COUNTED: Final = 20  # pairs of which one has its work counted
_FROM_STARTS: Final = 3  # pairs of a game that begins where secrets are close
_SPECIAL: Final = 4  # twins for one that differs in numbers or order, or in everything
_ON_START: Final = 2  # such pairs for one of a game from its very beginning
_AHEAD: Final = 4  # inputs between pairs, fewer than this
_DRAWS: Final = 8  # commands, and twins, tried to find some in which a secret comes out


@dataclass(frozen=True)
class Variation:
    """One way in which worlds may differ without X's noticing."""

    kind: str
    vary: Callable[[World, Audience, SupportsRandom], bool]
    facts: tuple[type[Fact], ...] | None = None
    """The Facts that it may change as long as both worlds are sent the same; None: any."""
    only_names: bool = False
    """Whether it changes which is which among what there is, and nothing else."""
    unheard: Unheard | None = None
    """How it varies commands of the others', in what X is not told of them."""


@dataclass(frozen=True)
class Variations:
    """What a ruleset says of its secrets: how they may vary, and which Facts are lawful."""

    kinds: tuple[Variation, ...]
    facts: tuple[type[Fact], ...]
    stir: Callable[[World, Command, SupportsRandom], bool] | None = None
    starts: "Callable[[Maker, SupportsRandom], Game | None] | None" = None
    due: Due | None = None
    audit: Callable[[World], Iterable[str]] | None = None
    cards: Cards | None = None
    about: frozenset[str] = frozenset()

    def driven(self, name: str) -> tuple[type[Fact], ...] | None:
        """The Facts that a variation may change; None for any."""
        if name in {COUNTERS, ORDER}:
            return ()
        return next((one.facts for one in self.kinds if one.kind == name), None)

    def closer(self, verbs: Collection[str] = (), kinds: Collection[str] = ()) -> "Variations":
        """The same, about some verbs, and with those kinds of variation alone if any are named: to
        come sooner to what is rare.
        """
        chosen = tuple(one for one in self.kinds if not kinds or one.kind in kinds)
        return replace(self, kinds=chosen, about=frozenset(verbs))


@dataclass(frozen=True)
class Maker:
    """How the games of a check are made. Where a leak is planted, `game` is another class, or the
    check is made `within` something. Loaded `dice` bring up on purpose what is rare.
    """

    rules: Ruleset
    game: type[Game] = Game
    within: Callable[[], AbstractContextManager[None]] = nullcontext
    dice: Callable[[bytes], Dice] = HmacDice

    def new(self, master: bytes) -> Game:
        """A game at its beginning."""
        return self.game.new(self.rules, dice=self.dice(master), sealer=SEALER)

    def at_rest(self, master: bytes, world: World, ledger: Ledger) -> Game:
        """A game at a rest point."""
        made = self.unshown(master, world, ledger)
        made.refresh()
        return made

    def unshown(self, master: bytes, world: World, ledger: Ledger) -> Game:
        """The same before anybody has been shown anything of it."""
        dice = self.dice(master)
        return self.game(self.rules, world, dice=dice, sealer=SEALER, ledger=ledger)


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
    """How much is played: `pairs` pairs, in games numbered from `first`, seeded by `seed`; each
    game to its end, or `in_game` pairs of it. It ends sooner once there is a leak, if it is
    `until_leak`, and once all the Facts `until_told` have been told, by their names.
    """

    seed: int
    pairs: int
    first: int = 0
    until_leak: bool = False
    in_game: int | None = None
    until_told: frozenset[str] = frozenset()


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
    with maker.within():
        while not _is_enough(tally, extent):
            rng = rng_of(f"{extent.seed}:{number}")
            tally.game, tally.in_game = number, 0
            for _ in _Run(maker, variations, rng, tally, (extent.seed, number), observe).play():
                progress(tally)
                if _is_enough(tally, extent) or tally.in_game == extent.in_game:
                    break
            number += 1
    return tally


def _is_enough(tally: Tally, extent: Extent) -> bool:
    is_told = bool(extent.until_told) and extent.until_told <= tally.facts.keys()
    return tally.pairs >= extent.pairs or is_told or (extent.until_leak and bool(tally.leaks))


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
        self.leaning = Leaning(about=variations.about)

    def play(self) -> Iterator[None]:
        """Play on; yields after every pair. Between the pairs of the game come others that begin
        where secrets are close.
        """
        game = self.maker.new(self.master)
        near: Game | None = None
        left = 0
        while not self._is_finished(game):
            if left == 0 or near is None or self._is_finished(near):
                near, left = self._start(), _FROM_STARTS
            if near is not None:
                left -= 1
                near, repeated = self._tried(near)
                yield
                if repeated is not None:
                    self._repeat(repeated)
                    yield
            if near is None or one_in(self.rng, _ON_START):
                game, repeated = self._tried(game)
                yield
                if repeated is not None:
                    self._repeat(repeated)
                    yield

    def _is_finished(self, game: Game) -> bool:
        return game.rules.is_over(game.world) or game.ledger.step >= CAP

    def _tried(self, game: Game) -> tuple[Game, "_Repeated | None"]:
        """One pair; what goes wrong says where."""
        try:
            return self._pair(game)
        except Exception as error:
            where = f"seed {self.seed}, game {self.number}, after step {game.ledger.step}"
            error.add_note(where)
            raise

    def _start(self) -> Game | None:
        """A game where secrets are close, if the ruleset has such positions."""
        if self.variations.starts is None:
            return None
        start = self.variations.starts(self.maker, self.rng)
        if start is None:
            return None
        return self.maker.at_rest(self.master, start.world.copy(), start.ledger)

    def _pair(self, game: Game) -> tuple[Game, "_Repeated | None"]:
        """Compare one action of a game and its twin; the game after it, at rest, and what to play
        again if Facts drove the two apart.
        """
        x = self._reader(game)
        telling = self._telling(game) if one_in(self.rng, 2) else None
        base, first = (game.world, None) if telling is None else telling
        for what in self.variations.audit(base) if self.variations.audit else ():
            leak = Leak(self.seed, self.number, game.ledger.step, x, "", what, "", "")
            self.tally.leaks.append(leak)
        ledger = game.ledger.copy()
        if first is None:
            likely = self._any_command(game)
            world, numbers, varied = self._touched(game, x, likely)
            first = likely if one_in(self.rng, 2) else None
        else:
            world, numbers, varied = self._twin(base, ledger, x, first)
        script = () if first is None else (first,)
        one, lock = self._compared(base, ledger, (world, numbers, varied), x, script)
        repeated = _Repeated(x, base, ledger, tuple(lock.played)) if lock.parted else None
        self._play_on(one)
        return one, repeated

    def _reader(self, game: Game) -> Audience:
        """Who is asked about: anybody, or mostly somebody who does not know a secret that is in
        this world.
        """
        if one_in(self.rng, 3):
            return self.rng.choice(tuple(Audience))
        knowers = [
            [side for side in Side if game.rules.face(entity, side.audience) is not None]
            for entity in game.world
        ]
        others = [sides[0].enemy for sides in knowers if len(sides) == 1]
        if not others or one_in(self.rng, 4):
            return Audience.PUBLIC
        return self.rng.choice(others).audience

    def _repeat(self, repeated: "_Repeated") -> None:
        """Play an action again with a twin that agrees on what was told in it, and go on from
        there.
        """
        twin = self._agreeing(repeated)
        _, lock = self._compared(repeated.world, repeated.ledger, twin, repeated.x, repeated.script)
        self.tally.remade += not lock.strayed and not lock.parted

    def _compared(
        self,
        base: World,
        ledger: Ledger,
        twin: tuple[World, Ledger, str],
        x: Audience,
        script: tuple[Sent, ...],
    ) -> tuple[Game, LockStep]:
        world, numbers, varied = twin
        one = self.maker.at_rest(self.master, base.copy(), ledger.copy())
        two = self.maker.at_rest(self.master, world, numbers)
        start = (one.world.copy(), two.world.copy()), (one.ledger.copy(), two.ledger.copy())
        lock = LockStep((one, two), x, self.rng, self.tally, self.variations.facts)
        lock.leaning, lock.script = self.leaning, deque(script)
        lock.driven, lock.due = self.variations.driven(varied), self.variations.due
        lock.cards, lock.counting = self.variations.cards, one_in(self.rng, _COUNTED)
        lock.unheard = {one.kind: one.unheard for one in self.variations.kinds if one.unheard}
        lock.run()
        step = ledger.step
        is_clean = not lock.leaks
        self._report(lock, varied, step)
        if self.observe is not None and is_clean:
            pair = Pair(x, varied, self.master, start[0], start[1], tuple(lock.moments))
            lock.leaks += [(what, *excerpts(a, b)) for what, a, b in self.observe(pair)]
            self._report(lock, varied, step)
        self.tally.varied[varied] += 1
        self.tally.pairs += 1
        self.tally.in_game += 1
        self.tally.audiences[x.value] += 1
        return one, lock

    def _report(self, lock: "LockStep", varied: str, step: int) -> None:
        for what, one, two in lock.leaks:
            leak = Leak(self.seed, self.number, step, lock.x, varied, what, one, two)
            self.tally.leaks.append(leak)
        lock.leaks.clear()

    def _telling(self, game: Game) -> tuple[World, Sent] | None:
        """A command that makes something secret known, and the world in which it does; half of
        the time that of a few which tells most: Facts told together have an order.
        """
        stir, at_once = self.variations.stir, one_in(self.rng, 2)
        found: tuple[int, World, Sent] | None = None
        for _ in range(_DRAWS):
            asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
            side = Side(asked) if asked else self.rng.choice(tuple(Side))
            data, world = drawn(game, side, self.rng, self.leaning), game.world.copy()
            if data is None or (stir and not stir(world, game.decode(data), self.rng)):
                continue
            sent = Sent(side, data, None)
            told = len(self._told(world, game.ledger, (sent,)))
            if told > (found[0] if found is not None else 0):
                found = told, world, sent
            if found is not None and at_once:
                break
        return None if found is None else found[1:]

    def _told(self, world: World, ledger: Ledger, script: Sequence[Sent]) -> tuple[str, ...]:
        """The Facts that commands would tell. What is shown of the last is not looked at, and so
        not made.
        """
        trial = self.maker.unshown(self.master, world.copy(), ledger.copy())
        *first, last = script or (None,)
        if first:
            trial.refresh()
        results = [attempt(trial, sent) for sent in first]
        told = [t for one in results if isinstance(one, Step) for t in one.facts]
        return facts_of([*told, *(rehearsed(trial, last) if last else ())])

    def _agreeing(self, repeated: "_Repeated") -> tuple[World, Ledger, str]:
        """A twin in which the same Facts are told, if a few draws find one."""
        base, numbers, script = repeated.world, repeated.ledger, repeated.script
        told = self._told(base, numbers, script)
        twin = self._any_twin(base, numbers, repeated.x)
        for _ in range(_DRAWS):
            if self._told(twin[0], twin[1], script) == told:
                return twin
            twin = self._any_twin(base, numbers, repeated.x)
        return twin

    def _twin(
        self, base: World, numbers: Ledger, x: Audience, first: Sent
    ) -> tuple[World, Ledger, str]:
        """A twin in which the first command tells something else, or now and then just the same, if
        a few draws find one: most secrets are far from where play is. If it tells several things,
        often one in which they are called otherwise: their order may show it.
        """
        twin = self._any_twin(base, numbers, x)
        told, agrees = self._told(base, numbers, (first,)), one_in(self.rng, 3)
        if len(told) > 1 and one_in(self.rng, 2):
            return self._any_twin(base, numbers, x, only_names=True)
        for _ in range(_DRAWS):
            if (self._told(twin[0], twin[1], (first,)) == told) is agrees:
                return twin
            twin = self._any_twin(base, numbers, x)
        return twin

    def _any_command(self, game: Game) -> Sent | None:
        """Something that the side which is asked could do."""
        asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
        side = Side(asked) if asked else self.rng.choice(tuple(Side))
        data = drawn(game, side, self.rng, self.leaning)
        return None if data is None else Sent(side, data, None)

    def _touched(self, game: Game, x: Audience, first: Sent | None) -> tuple[World, Ledger, str]:
        """A twin that differs where a command is going to be carried out, or might be, if a few
        draws find one.
        """
        twin = self._any_twin(game.world, game.ledger, x)
        for _ in range(_DRAWS if first is not None else 0):
            places = hexes_among(differing(game.world, twin[0]))
            if first is None or touches(game, first.side, first.data, places):
                break
            twin = self._any_twin(game.world, game.ledger, x)
        return twin

    def _any_twin(
        self, base: World, numbers: Ledger, x: Audience, *, only_names: bool = False
    ) -> tuple[World, Ledger, str]:
        """A world and ledger that X cannot tell from the game's, and what was varied in them."""
        names = [kind.kind for kind in self.variations.kinds]
        self.rng.shuffle(names)
        special = self.rng.choice((COUNTERS, ORDER, EVERYTHING, EVERYTHING))
        names.insert(0 if one_in(self.rng, _SPECIAL) else len(names), special)
        if only_names:
            preferred = {kind.kind for kind in self.variations.kinds if kind.only_names}
            names.sort(key=lambda name: name not in preferred)
        world, ledger = base.copy(), numbers.copy()
        if one_in(self.rng, 2):
            move_rolls(ledger, x, self.rng)
        for name in names:
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
            data = drawn(game, side, self.rng, self.leaning)
            if data is not None:
                attempt(game, Sent(side, data, None))
        raise RuntimeError("an action without an end")


@dataclass(frozen=True)
class _Repeated:
    """An action in which Facts drove two worlds apart: where it began, and what was sent."""

    x: Audience
    world: World
    ledger: Ledger
    script: tuple[Sent, ...]


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
    ledger.action += 1 + rng.randrange(9)
    for side in others(x):
        for counts in (counters.ids, counters.bulletins, counters.lines):
            counts[side.audience] += 1 + rng.randrange(9)
