"""Leaks planted outside the kernel: in what the application answers beside the game itself."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from unittest import mock

from games.leakcheck.application import Application, standing_still
from games.leakcheck.database import temporary_database
from games.leakcheck.worlds import chance, maker, variations_of
from games.rulesets import TOY
from rules.kernel.toy.planted import Found
from rules.kernel.twins import Extent, compare_games
from rules.play import planted


@contextmanager
def path_from_the_world() -> Iterator[None]:
    """Previews of paths are made from the world, and count the mines that nobody has met yet."""
    with ExitStack() as stack:
        world = mock.patch("rules.play.asking.knowledge", lambda game, audience: game.world)
        stack.enter_context(world)
        stack.enter_context(mock.patch("rules.play.preview.mines_known", planted.mines_laid))
        yield


def application_leaks(scenario_id: str) -> Mapping[str, Callable[[], AbstractContextManager[None]]]:
    """The leaks that can be planted in what a scenario's tables answer; the test world has no
    ground to ask about.
    """
    return {} if scenario_id == TOY else {"path from the world": path_from_the_world}


def search_application(scenario_id: str, *, seed: int, pairs: int) -> Iterator[Found]:
    """Switch those leaks on one by one; look for each in so many pairs at most, without pages."""
    extent = Extent(seed=seed, pairs=pairs, until_leak=True)
    for name, plant in application_leaks(scenario_id).items():
        with plant(), temporary_database(), standing_still():
            observer = Application(scenario_id, every=pairs + 1)
            tally = compare_games(
                maker(scenario_id),
                variations_of(scenario_id),
                chance,
                extent,
                observe=observer.observe,
            )
        yield Found(name, tally.pairs, tally.leaks[0] if tally.leaks else None)
