"""What an audience sees, in players' words: `sees: {b: {sq: at E6 broken, E5: ldr + lmg}}`.

A counter is described as in `units` and `weapons`; a place by the names of the counters in it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.board.locations import LocationId
from rules.cases.check import Check, Finding, Look
from rules.cases.comparing import difference
from rules.cases.playing import Playing
from rules.cases.words import (
    Names,
    Said,
    UnclearError,
    listed_words,
    say_unit,
    say_weapon,
    understood,
)
from rules.data import Node
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience

NOTHING = "nothing"


def read_sees(node: Node, names: Names) -> Iterator[Check]:
    """What each audience must see. Raises DataError."""
    node.only(audience.value for audience in Audience)
    for who, of in node.pairs():
        for key, child in of.pairs():
            yield Check(child, _sight(Audience(who), key, child, names))


def _sight(audience: Audience, key: str, node: Node, names: Names) -> Look:
    if key in names.weapons:
        return _counter(audience, key, _description(node, say_weapon, names), Weapon)
    if key in names.units or key.startswith("created-"):
        return _counter(audience, key, _description(node, say_unit, names), Unit)
    try:
        at = names.at(key)
    except UnclearError:
        understood(node, names.piece, key)
        raise
    there = () if node.value == NOTHING else listed_words(node.text())
    return _place(audience, key, at, tuple(understood(node, names.piece, one) for one in there))


def _description(node: Node, say: Any, names: Names) -> Said | None:
    return None if node.value == NOTHING else understood(node, say, node.text(), names)


def _counter(
    audience: Audience, name: str, said: Said | None, kind: type[Unit] | type[Weapon]
) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        found = _seen(playing, audience, kind).get(name)
        if said is None:
            return None if found is None else f"{audience} sees {name}"
        if found is None:
            return f"{audience} does not see {name}"
        finding = difference(playing, name, found, said.fields)
        return None if finding is None else f"as {audience} sees it, {finding}"

    return look


def _place(audience: Audience, key: str, at: LocationId, wanted: tuple[str, ...]) -> Look:
    def look(playing: Playing, line_only: bool) -> Finding:
        kinds: Iterator[type[Any]] = iter((Unit, Weapon))
        seen = {name: one for kind in kinds for name, one in _seen(playing, audience, kind).items()}
        there = sorted(name for name, one in seen.items() if one.at == at)
        if there == sorted(wanted):
            return None
        return f"{audience} sees {', '.join(there) or NOTHING} in {key}"

    return look


def _seen(playing: Playing, audience: Audience, kind: type[Any]) -> Mapping[str, Any]:
    """The counters of a kind that an audience knows, by their names in the case."""
    game = playing.game
    known = playing.rules.knowledge(game.faces.known(game.world, audience))
    return {str(counter.counter): counter for counter in known.view.all(kind)}
