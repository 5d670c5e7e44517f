"""What rubble buries: each kind of entity with a place has been thought of."""

from collections.abc import Iterator
from typing import get_args, get_type_hints

import pytest

from rules.board.locations import HexId, LocationId
from rules.chapters.rubble.b24_buried import STAYS, fate_of
from rules.kernel.entity import Entity
from rules.kernel.secret import Public
from rules.play.faces import FACES
from rules.position.placed_charges import Charge

OFF_THE_MAP = {
    "clock": "a round of CC is no time at which anything falls",
    "mine_line": "B28.46: the line goes on, over a hex without mines",
    "reserve": "the hexes are those by which it enters",
    "stack_off_map": "as the reserve under it",
    "waters": "no counter: the water of the scenario",
}
"""What names places and is at none."""


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
    tag = str(kind.__struct_config__.tag)
    assert (fate_of(kind) is None) is (tag in {**STAYS, **OFF_THE_MAP})


def test_b24_11_nothing_is_excused_that_has_no_place() -> None:
    tags = {kind.__struct_config__.tag for kind in _placed()}
    assert {*STAYS, *OFF_THE_MAP} <= tags


class Wreck(Entity, frozen=True, kw_only=True, tag="wreck_here"):
    """A counter that these rules do not have."""

    at: Public[LocationId]


def test_b24_11_a_new_kind_is_lost_where_it_is() -> None:
    assert fate_of(Wreck) is fate_of(Charge)
