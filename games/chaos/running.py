"""A run: games are played, parts are killed and started again, and in the end all is compared."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Final
from uuid import UUID

from games.chaos.clients import Fate, Player, Watcher
from games.chaos.server import AFTER_COMMIT, BEFORE_COMMIT
from games.chaos.setting import COMMIT_WITHIN, Daphne, Setting
from games.chaos.store import Rows, Seats
from games.chaos.verdict import Verdict, judge
from rules.kernel.audience import Audience

TABLES: Final = 3  # played at once
WATCHERS: Final = 2  # at each
GAMES_A_KILL: Final = 0.5  # made ready: a table whose game is over takes the next
BETWEEN: Final = 0.6  # seconds between kills, on average, besides what the games need
AT_LEAST: Final = 12  # commands played between two kills
GONE: Final = 0.4  # seconds that a part is gone, at most
MOST_WAITED: Final = 120.0  # seconds for commands to be played, and in the end for all to be told

Say = Callable[[str], None]


@dataclass
class Table:
    """A game that is being played, and those who sit and stand there."""

    players: list[Player]
    watchers: list[Watcher]
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    @property
    def everybody(self) -> list[Watcher]:
        return [*self.players, *self.watchers]

    @property
    def is_over(self) -> bool:
        return "over" in self._kinds

    @property
    def is_in_action(self) -> bool:
        """Whether somebody is asked something before an action can go on."""
        return bool(self._kinds & {"window", "continue", "choice"})

    @property
    def _kinds(self) -> set[str]:
        """What it is that the players are asked."""
        return {(json.loads(one.document.now) or {}).get("kind", "") for one in self.players}


@dataclass
class Run:
    """One setting, its tables, and its generator of chance."""

    setting: Setting
    rng: random.Random
    waiting: list[Seats]
    tables: list[Table] = field(default_factory=list)

    @property
    def everybody(self) -> list[Watcher]:
        return list(chain.from_iterable(table.everybody for table in self.tables))

    @property
    def played(self) -> int:
        """Commands that have been acknowledged so far."""
        players = chain.from_iterable(table.players for table in self.tables)
        return sum(one.fate is Fate.DONE for player in players for one in player.sent)

    def sit_down(self) -> None:
        """Keep so many tables going."""
        going = [table for table in self.tables if not table.is_over]
        for _ in range(len(going), TABLES):
            if self.waiting:
                self.tables.append(self._table(self.waiting.pop()))

    def _table(self, seats: Seats) -> Table:
        players = [
            Player(seats.game, side, token, self._chance()) for side, token in seats.tokens.items()
        ]
        watchers = [
            Watcher(seats.game, Audience.PUBLIC, "", self._chance()) for _ in range(WATCHERS)
        ]
        table = Table(players, watchers)
        ports = self.setting.ports
        table.tasks = [asyncio.create_task(one.listen(ports)) for one in table.everybody]
        table.tasks += [asyncio.create_task(player.play()) for player in players]
        return table

    def _chance(self) -> random.Random:
        return random.Random(self.rng.random())


async def run(setting: Setting, scenario: str, kills: int, seed: int, say: Say) -> Verdict:
    """Play and kill; what came of it."""
    games = TABLES + int(kills * GAMES_A_KILL)
    going = Run(setting, random.Random(seed), setting.make(scenario, games))
    for daphne in setting.daphnes:
        await asyncio.to_thread(daphne.start)
    with _playing(going):
        for number in range(1, kills + 1):
            await _some_play(going)
            what = await _kill(going)
            say(f"{setting.name}: kill {number} of {kills}: {what}")
        await _some_play(going)
        _stop_playing(going)
        rows = await _all_told(going)
        verdict = judge(rows, going.everybody)
    verdict.kills = kills
    return verdict


@contextmanager
def _playing(going: Run) -> Iterator[None]:
    going.sit_down()
    try:
        yield
    finally:
        for task in chain.from_iterable(table.tasks for table in going.tables):
            task.cancel()


def _stop_playing(going: Run) -> None:
    """No more commands; those on their way are answered or not."""
    for table in going.tables:
        for task in table.tasks[len(table.everybody) :]:
            task.cancel()


async def _some_play(going: Run) -> None:
    """Let some commands be played. Raises RuntimeError if nothing moves any more."""
    enough = going.played + AT_LEAST
    await asyncio.sleep(going.rng.expovariate(1 / BETWEEN))
    with suppress(TimeoutError):
        async with asyncio.timeout(MOST_WAITED):
            while going.played < enough:
                going.sit_down()
                await asyncio.sleep(0.05)
            return
    raise RuntimeError(f"nothing was played for {MOST_WAITED:.0f} seconds")


async def _kill(going: Run) -> str:
    """Kill a part in some manner and start it again; what was done."""
    name = going.rng.choice(list(going.setting.parts))
    part = going.setting.parts[name]
    if isinstance(part, Daphne):
        how = going.rng.choice(list(MANNERS))
        await MANNERS[how](going, part)
        name = f"{name}, {how}"
    else:
        await asyncio.to_thread(part.kill)
    await asyncio.sleep(going.rng.random() * GONE)
    await asyncio.to_thread(part.start)
    return name


async def _at_any_moment(_: Run, daphne: Daphne) -> None:
    await asyncio.to_thread(daphne.kill)


async def _before_commit(_: Run, daphne: Daphne) -> None:
    await asyncio.to_thread(daphne.kill_in, BEFORE_COMMIT)


async def _after_commit(_: Run, daphne: Daphne) -> None:
    await asyncio.to_thread(daphne.kill_in, AFTER_COMMIT)


async def _in_an_action(going: Run, daphne: Daphne) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(COMMIT_WITHIN):
            while not any(table.is_in_action for table in going.tables):
                await asyncio.sleep(0.001)
    daphne.kill()


MANNERS: Final[Mapping[str, Callable[[Run, Daphne], Awaitable[None]]]] = MappingProxyType(
    {
        "at any moment": _at_any_moment,
        "before a commit": _before_commit,
        "between commit and sending": _after_commit,
        "in the middle of an action": _in_an_action,
    }
)
"""How a daphne is killed."""


async def _all_told(going: Run) -> list[Rows]:
    """What is stored once nothing is under way; wait until everybody has been told of it."""
    await asyncio.sleep(1.0)
    rows = await asyncio.to_thread(going.setting.read)
    last = {(one.game, audience): view.n for one in rows for audience, view in one.views.items()}
    with suppress(TimeoutError):
        async with asyncio.timeout(MOST_WAITED):
            while _behind(going.everybody, last):
                await asyncio.sleep(0.1)
    return rows


def _behind(watchers: Sequence[Watcher], last: Mapping[tuple[UUID, Audience], int]) -> bool:
    return any(one.n != last[one.game, one.audience] for one in watchers)
