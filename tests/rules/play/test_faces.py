"""Every kind of entity has decided what is seen of it, in one list."""

import pytest

from rules.board.locations import HexId
from rules.kernel.audience import Audience
from rules.kernel.entity import Entity
from rules.kernel.secret import Public
from rules.kernel.view import Face
from rules.play import faces
from rules.play.engine import ruleset
from rules.play.faces import Look, plain
from rules.position.marker import MarkerFace


class Wreck(Entity, frozen=True, kw_only=True, tag="wreck"):
    """A counter that these rules do not have."""

    at: Public[HexId]


def wreck_face(wreck: Wreck) -> Face:
    return MarkerFace(id=wreck.id, at=wreck.at, name="Wreck", letters="W")


def test_a_new_kind_of_counter_is_one_line_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    more: dict[type[Entity], Look] = {**faces.FACES, Wreck: plain(wreck_face)}
    monkeypatch.setattr(faces, "FACES", more)
    shown = ruleset("first-light").face(Wreck(id="w1", at=HexId("so1:E5")), Audience.PUBLIC)
    assert shown == MarkerFace(id="w1", at=HexId("so1:E5"), name="Wreck", letters="W")


def test_storage_knows_the_kinds_of_the_list() -> None:
    assert set(ruleset("first-light").kinds) == set(faces.FACES)
