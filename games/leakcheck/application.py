"""Both worlds of a pair played through the application, and all that a reader is given of them.

World one is stored, played and looked at in a transaction that is rolled back; then world two,
under the same keys, with the same clock and the same chance. Seals are masked, as they are in the
kernel's part of the check: a real root differs whenever the secrets do, and tells nothing.

Each pair makes a few requests of every group; they come round in an order of chance. What is
compared is counted by the channel it came through, under the names that `registry` has.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import msgspec
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from games.leakcheck.database import rolled_back
from games.leakcheck.kept import Kept, Search, World, kept_from
from games.leakcheck.loop import run
from games.leakcheck.pages import Request
from games.leakcheck.proposed import Change, changes
from games.leakcheck.sitting import Given, Plan, Sitting
from games.leakcheck.stage import STRAY, Stage
from games.leakcheck.still import CHANCE, CLOCK, forget
from games.leakcheck.visits import Reader, about, opens_at_the_end
from games.leakcheck.work import Costs, Meter
from games.leakcheck.worlds import chance, maker
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.fact import Fact
from rules.kernel.game import Game as LiveGame
from rules.kernel.refused import Refused
from rules.kernel.seal import Leaf
from rules.proof.forging import differing, hexes_among
from rules.proof.lockstep import Moment, Sent, attempt
from rules.proof.twins import SEALER, Pair, others

A_PAIR: Final = {"live": 3, "posts": 1, "offices": 1, "others": 1}
"""How many requests of each group a pair makes; of the rest, every other pair."""
REST: Final = "others"

SECRET_MODELS: Final = ("secretrecord", "secretlook", "steprow")
"""Models whose permissions, that to look at secrets among them, only those have who are trusted."""

LOADS: Final = (
    "admin:", "posted admin:", "choose", "hello of a seat", "los", "odds", "path", "reach",
    "posted games:house", "posted games:change",
)  # fmt: skip
"""What may have to load a game, secrets and all, or is the administrator's: there the number of
secrets shows in the work, which is reported and no more. A claim ends the game
that it loads, a change of the position is tried on it. Whoever comes back to a seat is told what it
may do, and the document as everybody is who says hello.
"""
AT_THE_END: Final = ("games:dice", "finished games:dice")
"""What loads a game that is over, to open all of it."""

_CHANGED: Final = 5
"""Pairs of which one has a change asked for."""

_RESIGNATION: Final = b'{"verb":"resign"}'

Difference = tuple[str, str, str]


class Application:
    """Compares what the application gives X in both worlds of each pair.

    `counts` says how often each channel was compared, `costs` what work differed. Use it within
    `temporary_database` and `standing_still`. With `thorough` every pair makes every request.
    """

    def __init__(self, scenario_id: str, *, thorough: bool = False) -> None:
        self.scenario_id, self.thorough = scenario_id, thorough
        self.counts: Counter[str] = Counter()
        self.costs = Costs()
        self.pairs = 0
        self._waits = True
        self._leaves: tuple[Leaf, ...] = ()
        self._kept: tuple[Kept, ...] = ()
        self.stage = Stage(scenario_id)
        self.stage.build()
        self._trust_staff()
        ContentType.objects.get_for_models(*apps.get_models())  # remembered from now on
        self._rounds: dict[tuple[Audience, bool, bool], dict[str, _Round]] = {}

    @property
    def messages(self) -> int:
        """How many texts were compared."""
        return self.counts.total()

    def observe(self, pair: Pair) -> Iterator[Difference]:
        """What differs between the two worlds of a pair, for its X."""
        self.pairs += 1
        pair, games, rests = self._lawful(pair)
        self._leaves = tuple(self._sealed(pair, games[0]))
        plan = self._plan(pair, games, rests=rests)
        if plan.profiled:
            # What is worked out once and kept is worked out before anything is counted.
            for number in (0, 1):
                self._world(pair, number, plan)
        (one, first), (two, second) = (self._world(pair, number, plan) for number in (0, 1))
        yield from self._compare(one, two)
        yield from self._betrayed(one, plan)
        if len(set(plan.cold)) == 1:
            loads = LOADS + AT_THE_END if plan.ends else LOADS
            yield from self._compare_work(first, second, loads)

    def _compare(self, one: Given, two: Given) -> Iterator[Difference]:
        self.counts.update(f"asked {kind}" for kind in one.asked.elements())
        for place, before, after in (*one.twice, *two.twice):
            if before != after:
                yield place, before, after
        for place in {**one.texts, **two.texts}:
            channel, a = one.texts.get(place, ("", ""))
            other, b = two.texts.get(place, ("", ""))
            self.counts[channel or other] += 1
            if a != b:
                yield place, a, b

    def _betrayed(self, one: Given, plan: Plan) -> Iterator[Difference]:
        """What stands as it is in the texts of a world; the other's are the same."""
        kept = (secret for secret in self._kept if not (plan.ends and secret.opens))
        texts = ((place, text) for place, (_, text) in one.texts.items())
        for place, secret in Search(kept).found(texts):
            yield f"{place}: {secret.what}", repr(secret.value), ""

    def _compare_work(self, one: Meter, two: Meter, loads: tuple[str, ...]) -> Iterator[Difference]:
        """Queries and rows must be equal where nothing needs the game itself; the rest is told."""
        for name, measure, a, b in self.costs.compare(one, two):
            if measure in {"queries", "rows"} and not name.startswith(loads):
                yield f"work of {name}: {measure}", str(a), str(b)

    def _world(self, pair: Pair, number: int, plan: Plan) -> tuple[Given, Meter]:
        """Everything that X is given in one of the worlds, and what it cost."""
        CLOCK.reset()
        CHANCE.begin("a world")
        forget()
        with rolled_back():
            rng = chance(f"rows {self.pairs} {number}")
            private, seat = plan.reader.invited, plan.reader.side
            unclaimed = None if plan.reader.claimed else seat
            self.stage.store(
                pair,
                number,
                rng,
                private=private,
                unclaimed=unclaimed,
                ends=plan.ends,
                change=plan.changes[number] if plan.changes else None,
            )
            if number == 0:
                self._kept = tuple(kept_from(World(plan.reader, self._leaves)))
            sitting = Sitting(pair, number, plan)
            run(sitting.run())
        forget()
        return sitting.given, sitting.meter

    # -- what is done with a pair ---------------------------------------------------------------

    def _plan(self, pair: Pair, games: list[LiveGame], *, rests: bool) -> Plan:
        rng, x = chance(f"plan {self.pairs}"), pair.x
        invited, claimed = rng.random() < 0.2, rng.random() < 0.7  # noqa: PLR2004
        reader = Reader(self.stage, x, invited=invited, claimed=claimed)
        profiled = self.pairs % 12 == 0
        cold = rng.random() < 0.5, rng.random() < 0.5  # noqa: PLR2004 - evens
        resigns = self._resigning(games, x) if rests and rng.random() < 0.3 else None  # noqa: PLR2004
        over = any(game.ended for game in games)
        return Plan(
            number=self.pairs,
            reader=reader,
            visits=tuple(self._filled(pair, reader, over=over)),
            have=self.pairs,
            cold=(cold[0], cold[0]) if profiled else cold,
            early=rng.random() < 0.5,  # noqa: PLR2004 - evens
            waits=self._waits,
            rests=rests,
            logged_in=rng.random() < 0.5,  # noqa: PLR2004 - evens
            asked_before=self.thorough or rng.random() < 0.3,  # noqa: PLR2004 - now and then
            strangers=self.thorough or self.pairs % 7 == 0,
            flood=self.thorough or self.pairs % 23 == 0,
            profiled=profiled,
            resigns=resigns,
            changes=() if resigns else self._changes(pair),
            ends=resigns is not None or over,
        )

    def _changes(self, pair: Pair) -> tuple[Change, ...]:
        """What X's enemy has asked for now and then: the test world knows no such thing."""
        side = side_of(pair.x)
        hexes = sorted(hexes_among(differing(*pair.worlds)))
        if side is None or (self.pairs % _CHANGED and not self.thorough):
            return ()
        return changes(self._games(pair), side.enemy, hexes)

    def _games(self, pair: Pair) -> list[LiveGame]:
        """Both worlds before any input, as the kernel has them."""
        return [
            maker(self.scenario_id).at_rest(pair.master, world.copy(), ledger.copy())
            for world, ledger in zip(pair.worlds, pair.ledgers, strict=True)
        ]

    def _filled(self, pair: Pair, reader: Reader, *, over: bool) -> Iterator[Request]:
        """The pair's requests, with its own words where they ask for some."""
        rng, words = chance(f"words {self.pairs}"), differing(*pair.worlds)
        step = max(ledger.step for ledger in pair.ledgers) + STRAY
        for request in self._visits(reader):
            if not (over and opens_at_the_end(request)):
                yield about(request, words, step, rng)

    def _visits(self, reader: Reader) -> Iterator[Request]:
        key = (reader.x, reader.invited, reader.claimed)
        if key not in self._rounds:
            rng = chance(f"requests of {key}")
            groups = reader.groups().items()
            self._rounds[key] = {name: _Round(requests, rng) for name, requests in groups}
        for name, round_ in self._rounds[key].items():
            few = A_PAIR[name] if name != REST or self.pairs % 2 else 0
            yield from round_.next(len(round_.requests) if self.thorough else few)

    def _lawful(self, pair: Pair) -> tuple[Pair, list[LiveGame], bool]:
        """The pair up to the first input by which X is lawfully told different things, both worlds
        after it as the kernel has them, and whether they are at rest there.
        """
        games = self._games(pair)
        self._waits = all(game.standing_command() is None for game in games)
        kept: list[Moment] = []
        for moment in pair.moments:
            sent = zip(games, (moment.one, moment.two), strict=True)
            told = [[] if one is None else _told(game, one, pair.x) for game, one in sent]
            if told[0] != told[1]:
                return replace(pair, moments=tuple(kept)), games, False
            kept.append(moment)
        rests = all(game.question is None and not game.standing_command() for game in games)
        return pair, games, rests

    def _sealed(self, pair: Pair, game: LiveGame) -> Iterator[Leaf]:
        """The leaves under others' seals that nobody has been shown, after all inputs."""
        shown = b"".join(game.documents[Audience.PUBLIC].faces.values())
        for side in others(pair.x):
            for leaf in game.rules.sealed_leaves(game.world, side, SEALER):
                if leaf.salt.encode() not in shown:
                    yield leaf

    def _resigning(self, games: list[LiveGame], x: Audience) -> Side | None:
        """Who may resign in both worlds, if nothing is told by it that differs lawfully."""
        side = side_of(x) or Side.A
        if not all(_may_resign(game, side) for game in games):
            return None
        told = [_told(game, Sent(side, _RESIGNATION, None), x) for game in games]
        return side if told[0] == told[1] else None

    def _trust_staff(self) -> None:
        """Staff may do all that is not about secrets."""
        trusted = Permission.objects.filter(content_type__app_label="games")
        for name in SECRET_MODELS:
            trusted = trusted.exclude(content_type__model=name)
        self.stage.users["staff"].user_permissions.set(trusted)


@dataclass
class _Round:
    """Requests that take turns."""

    requests: list[Request]
    rng: random.Random
    at: int = 0

    def __post_init__(self) -> None:
        self.rng.shuffle(self.requests)

    def next(self, few: int) -> Iterator[Request]:
        """The next few."""
        for _ in range(few):
            yield self.requests[self.at % len(self.requests)]
            self.at += 1


def _may_resign(game: LiveGame, side: Side) -> bool:
    offers = msgspec.json.decode(game.offers(side.audience))
    return any(offer["verb"] == "resign" for offer in offers)


def _told(game: LiveGame, sent: Sent, x: Audience) -> list[tuple[Audience, Fact]]:
    """The Facts that X is told when something is sent."""
    result = attempt(game, sent)
    facts = [] if isinstance(result, Refused) else result.facts
    return [(told.audience, told.fact) for told in facts if told.audience in {Audience.PUBLIC, x}]
