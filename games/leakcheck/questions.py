"""Questions whose answers must be the same in both worlds of a pair (docs/wire.md §8)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from games import rulesets
from games.wire import AskLos, AskPath, AskReach, Question
from rules.kernel.audience import Audience
from rules.kernel.document import Document
from rules.play.page.preview import Leg
from rules.proof.players import SupportsRandom

_THREADS = 2
_FAR = 4  # hexes


def questions(
    scenario_id: str, x: Audience, document: Document, rng: SupportsRandom
) -> Iterator[Question]:
    """What X asks: threads across the board and from its counters; where one of its units could
    come to, and what it costs and meets straight on in each direction.
    """
    hexes = rulesets.scenario(scenario_id).page_data()["board"]["hexes"]
    if not hexes:
        return
    faces = [msgspec.json.decode(body) for body in document.faces.values()]
    units = [face for face in faces if face["k"] == "unit" and face["at"]]
    ends = [at["id"] for one in hexes for at in one["locations"]]
    for _ in range(_THREADS):
        source = rng.choice(units)["at"] if units else rng.choice(ends)
        yield AskLos(ref="los", source=source, target=rng.choice(ends))
    own = [unit for unit in units if unit["side"] == x.value]
    if own:
        yield from _moves(hexes, rng.choice(own))


def _moves(hexes: list[dict[str, Any]], unit: dict[str, Any]) -> Iterator[Question]:
    yield AskReach(ref="reach", units=(unit["id"],))
    here = next(one for one in hexes if one["id"] == unit["at"].rpartition("/")[0])
    for there in sorted(hexes, key=lambda one: _apart(here, one))[1:7]:
        way = (there["x"] - here["x"], there["y"] - here["y"])
        legs = tuple(_straight(hexes, here, way))
        yield AskPath(ref="path", units=(unit["id"],), legs=legs)


def _straight(
    hexes: list[dict[str, Any]], here: dict[str, Any], way: tuple[float, float]
) -> Iterator[Leg]:
    """The hexes on from one, each as far from the last in the picture as the first from it."""
    centres = {(one["x"], one["y"]): one["id"] for one in hexes}
    for step in range(1, _FAR + 1):
        found = centres.get((here["x"] + step * way[0], here["y"] + step * way[1]))
        if found is None:
            return
        yield Leg(found)


def _apart(p: dict[str, Any], q: dict[str, Any]) -> tuple[float, str]:
    return (p["x"] - q["x"]) ** 2 + (p["y"] - q["y"]) ** 2, q["id"]
