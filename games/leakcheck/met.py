"""One table of all that is compared and all that is varied: `docs/secrecy.md` has it, and a test
says where one of them is not met.

A channel is met by a method of `Sitting` (`registry`); a kind of variation where a pair of twins
can be made to differ in it, in a scenario of the standing check or in a position of its own.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

import msgspec

from games.leakcheck.registry import COMPARED
from games.leakcheck.worlds import STANDING, Ground, chance, own_grounds
from games.rulesets import TOY
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game
from rules.proof.lockstep import Leaning, Sent, attempt, drawn
from rules.proof.twins import Maker, Variation

SCENARIOS: Final = ("skirmish", TOY)
"""Those that the standing check plays, before positions made for what is rare."""
_TRIES: Final = 12  # positions to begin from
_INPUTS: Final = 40  # of a game from its beginning on
RARE: Final[Mapping[str, str]] = {
    "planned move": "whole games",
    "setup crest": "whole games",
}
"""What is met in whole games of `leakcheck all` alone, so that no test sees it."""


def kinds() -> set[str]:
    """Every kind of variation that any ground names."""
    return {kind.kind for ground in _grounds() for kind in ground.variations.kinds}


@cache
def met_in() -> dict[str, str]:
    """By kind of variation, the first ground in which worlds can differ in it."""
    met: dict[str, str] = {}
    for ground in _grounds():
        waiting = (kind for kind in ground.variations.kinds if kind.kind not in {*met, *RARE})
        wanted = list(waiting)
        for game in _games(ground) if wanted else ():
            met.update({kind.kind: ground.name for kind in wanted if _varies(kind, game)})
            wanted = [kind for kind in wanted if kind.kind not in met]
            if not wanted:
                break
    return met


def table() -> Iterator[str]:
    """The table, a line for each."""
    yield "| channel or variation | met by |"
    yield "| --- | --- |"
    for channel, method in COMPARED.items():
        yield f"| {channel} | `Sitting.{method}` |"
    for kind, name in sorted({**RARE, **met_in()}.items()):
        yield f"| varied: {kind} | {name} |"


def _grounds() -> Iterator[Ground]:
    for scenario_id in SCENARIOS:
        yield next(iter(own_grounds(scenario_id)))
    yield from STANDING


def _games(ground: Ground) -> Iterator[Game]:
    """Where games of a ground begin."""
    if ground.sound is None:
        return
    begins = ground.variations.starts
    for number in range(_TRIES):
        rng = chance(f"{ground.name} {number}")
        started = begins(ground.sound, rng) if begins is not None else None
        yield started or ground.sound.new(f"met {number}".encode())
    yield from _played(ground.sound)


def _played(maker: Maker) -> Iterator[Game]:
    """A game from its beginning on: some things are secret in a setup alone, or once planned."""
    rng, leaning, game = chance("played"), Leaning(), maker.new(b"played")
    for _ in range(_INPUTS):
        asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
        side = Side(asked) if asked else rng.choice(tuple(Side))
        data = drawn(game, side, rng, leaning)
        if data is not None:
            attempt(game, Sent(side, data, None))
            yield game


def _varies(kind: Variation, game: Game) -> bool:
    rng = chance(kind.kind)
    return any(kind.vary(game.world.copy(), x, rng) for x in Audience)
