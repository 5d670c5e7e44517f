"""What rubble buries: each kind of entity with a place has been thought of."""

from collections.abc import Iterator
from typing import get_args, get_type_hints

import pytest

from rules.board.locations import HexId, LocationId
from rules.chapters.b24_buried import FATES
from rules.kernel.entity import Entity
from rules.play.faces import FACES

ELSEWHERE = {
    "acquired": "C6.5: it goes with the mortar or its unit; the hex stays acquired",
    "blaze": "b24_buried: it comes down burning",
    "clearing": "B24.7: broken off once those at it are gone",
    "clock": "a round of CC is no time at which anything falls",
    "cover": "b24_buried: what is under it comes into the open first",
    "covering": "before play",
    "fording_line": "E6.6: it is over water, where no rubble comes to lie",
    "labor": "B24.8: it goes with those under it",
    "mine_arrow": "B28.46: the line goes on, over a hex without mines",
    "mine_line": "B28.46: likewise",
    "placement": "before play",
    "reserve": "off the map; the hexes are those by which it enters",
    "rubble": "rubble that lies there already stays",
    "setup_crest": "before play",
    "stack_seen": "A12.16: it goes with those beneath the top, who come into the open",
    "stack_off_map": "off the map, as the reserve under it",
    "real_control": "A26.15: no counter; Control of rubble is judged as of any place",
    "sniper": "A14.01: no unit; it lies in no Location",
    "unit": "b24_buried: eliminated",
    "waters": "no counter: the water of the scenario",
    "weapon": "b24_buried: lost",
}
"""What is in no list of fates, and why."""


def _mentions_place(of: object) -> bool:
    return of in {HexId, LocationId} or any(map(_mentions_place, get_args(of)))


def _placed() -> Iterator[type[Entity]]:
    for kind in FACES:
        hints = get_type_hints(kind, include_extras=False)
        fields = [hints[field] for field in kind.__struct_fields__ if field != "id"]
        if any(map(_mentions_place, fields)):
            yield kind


@pytest.mark.parametrize("kind", list(_placed()), ids=lambda kind: kind.__name__)
def test_b24_11_every_kind_with_a_place_is_decided(kind: type[Entity]) -> None:
    assert (kind in FATES) is not (kind.__struct_config__.tag in ELSEWHERE)


def test_b24_11_nothing_is_excused_that_has_no_place() -> None:
    tags = {kind.__struct_config__.tag for kind in _placed()}
    assert set(ELSEWHERE) <= tags
