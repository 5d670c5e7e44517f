"""What an audience of an ASL game may ask without a step; which questions, its document says."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any, Final

import msgspec

from rules.board.locations import LocationId, hex_of
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.kernel.view import wire
from rules.play.engine import odds
from rules.play.page.asking import los_card, path_card, reach_card
from rules.play.page.preview import Leg
from rules.play.ruleset import AslRules
from rules.proof.players import SupportsRandom, fill, one_in

_AIMED: Final = 2  # attacks on those hexes, and as many on any, whose odds are asked at once


def cards(
    game: Game, x: Audience, rng: SupportsRandom, places: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Questions drawn from X's document, and the answers or refusals; many are about some hexes."""
    faces = [msgspec.json.decode(face) for face in game.documents[x].faces.values()]
    units = [face for face in faces if face["k"] == "unit" and face["at"]]
    if not units:
        return
    if one_in(rng, 4):
        source, target = rng.choice(units)["at"], rng.choice(units)["at"]
        yield "los card", _answer(lambda: los_card(game, x, source, target))
    side = side_of(x)
    if side is None:
        return
    yield from _odds(game, side, rng, places)
    own = [unit for unit in units if unit["side"] == side]
    if own:
        yield from _ways(game, side, rng.choice(own), rng, places)


def _odds(
    game: Game, side: Side, rng: SupportsRandom, places: Collection[str]
) -> Iterator[tuple[str, str]]:
    offers = msgspec.json.decode(game.offers(side.audience))
    for form in (one for one in offers if one["form"] in {"fire", "cc"}):
        forms = [*[form] * _AIMED, *[_aimed(form, places)] * _AIMED]
        filled = (fill(rng, one) for one in forms)
        for data in sorted({wire(command) for command in filled if command is not None}):
            yield "odds card", _answer(partial(_odds_of, game, side, data))


def _aimed(form: dict[str, Any], places: Collection[str]) -> dict[str, Any]:
    """The same offer, but of fire into those hexes alone."""
    if form["form"] != "fire":
        return form
    units = {
        unit: [at for at in targets if hex_of(at) in places]
        for unit, targets in form["units"].items()
    }
    return {**form, "units": {unit: targets for unit, targets in units.items() if targets}}


def _odds_of(game: Game, side: Side, data: bytes) -> dict[str, Any]:
    return odds(game, side, game.decode(data))


def _ways(
    game: Game,
    side: Side,
    unit: dict[str, Any],
    rng: SupportsRandom,
    places: Collection[str],
) -> Iterator[tuple[str, str]]:
    """Where a unit could come to, and what a way into a hex next to it would cost."""
    if one_in(rng, 4):
        yield "reach card", _answer(lambda: reach_card(game, side, [unit["id"]]))
    if isinstance(game.rules, AslRules):
        near = [there for _, there in game.rules.board.neighbours(hex_of(LocationId(unit["at"])))]
        worth = [at for at in near if hex_of(at) in places] if one_in(rng, 2) else []
        legs = [Leg(to=rng.choice(worth or near)), Leg(to=rng.choice(near))]
        yield "path card", _answer(lambda: path_card(game, side, [unit["id"]], legs))


def _answer(ask: Callable[[], Any]) -> str:
    try:
        return wire(ask()).decode()
    except Refused as refused:
        return f"refused {refused.code} {refused.rule} {refused.why}"
