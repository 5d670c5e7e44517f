"""Having LOS ready on the map of a game before anything is worked out there: its commands and
offers wait for that, in threads that nothing else needs, and no other game waits with them.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

from games import rulesets
from games.editor.turns import Busy
from games.editor.workshop import TooLong
from games.models import Game
from games.threads import preparing, reading
from rules.kernel.refused import Refused

REMEMBERED: Final = 4096  # games whose scenario is known

Tasks = dict[str, "asyncio.Task[None]"]


@dataclass(eq=False)
class Preparing:
    """What one event loop has prepared, or has begun to."""

    tasks: Tasks = field(default_factory=dict)
    scenarios: "OrderedDict[UUID, str]" = field(default_factory=OrderedDict)

    async def wait_for(self, game_id: UUID) -> None:
        """Come back when LOS can be judged. Raises Refused if it cannot just now."""
        scenario = await self._scenario(game_id)
        task = self.tasks.get(scenario)
        if task is None:
            task = self.tasks[scenario] = asyncio.create_task(_prepare(scenario))
        try:
            await asyncio.shield(task)
        except (Busy, TooLong) as error:
            if self.tasks.get(scenario) is task:
                del self.tasks[scenario]
            why = "The map is being made ready; try again in a moment."
            raise Refused("", why, code="busy") from error

    async def _scenario(self, game_id: UUID) -> str:
        if game_id not in self.scenarios:
            self.scenarios[game_id] = await reading(_scenario_of, game_id)
            while len(self.scenarios) > REMEMBERED:
                self.scenarios.popitem(last=False)
        return self.scenarios[game_id]


async def prepared(game_id: UUID) -> None:
    """Wait until LOS can be judged on a game's map. Raises Refused if it cannot just now."""
    loop = asyncio.get_running_loop()
    if loop not in _HERE:
        _HERE[loop] = Preparing()
    await _HERE[loop].wait_for(game_id)


async def _prepare(scenario: str) -> None:
    await preparing(scenario, lambda: rulesets.scenario(scenario).prepare())


def _scenario_of(game_id: UUID) -> str:
    return Game.objects.values_list("scenario", flat=True).get(pk=game_id)


_HERE: "WeakKeyDictionary[asyncio.AbstractEventLoop, Preparing]" = WeakKeyDictionary()
