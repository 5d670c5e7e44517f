"""Any other entity of a case by its kind and id: `minefield m1: {at: E5, strength: 8}`.

What may be said follows from the fields of the kind, so that a new kind needs no word here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from rules.board.locations import HexId, LocationId, hex_of
from rules.cases.words import Names, UnclearError
from rules.chapters.a07_encircled import ring_id
from rules.data import Node, nearest
from rules.forces.entities import Encirclement, Residual
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play import faces
from rules.position.fortifications import FortifiedLocation, fortified_id
from rules.position.trail_breaks import TrailBreak

GONE = "gone"

_BY_PLACE: Mapping[type[Entity], Callable[[LocationId], str]] = {
    Residual: str,
    Encirclement: ring_id,
    FortifiedLocation: fortified_id,
    TrailBreak: hex_of,
}
"""Kinds of which there is one in a place, and the id that it has there."""


@dataclass(frozen=True)
class Counter:
    """What a case says of an entity: values by field, those of secret fields as they are inside."""

    kind: type[Entity]
    id: str
    fields: Mapping[str, Any]
    is_gone: bool = False

    @property
    def key(self) -> str:
        """What a case calls it."""
        return f"{_tag(self.kind)} {self.id}"

    def put(self, world: World) -> None:
        """Put it on the table, or make it so if it is there from the start."""
        found = world.find(self.kind, self.id)
        owner = getattr(found, "owner", None) or self.fields.get("owner")
        values = {name: self._sealed(name, value, owner) for name, value in self.fields.items()}
        if found is not None:
            world.change(found, **values)
        else:
            world.add(self.kind(id=self.id, **values))

    def differs(self, world: World) -> str | None:
        """What is otherwise in a world, in words, or None if nothing is."""
        key = self.key
        found = world.find(self.kind, self.id)
        if found is None:
            return None if self.is_gone else f"{key} is gone"
        if self.is_gone:
            return f"{key} is still there"
        for name, wanted in self.fields.items():
            value = getattr(found, name)
            actual = unseal(value) if isinstance(value, Secret) else value
            if actual != wanted:
                return f"{key}: {name} is {actual}, not {wanted}"
        return None

    def _sealed(self, field: str, value: Any, owner: Side | None) -> Any:
        if get_origin(_types(self.kind)[field]) is not Secret:
            return value
        if owner is None:
            raise UnclearError(f"{self.id} has the secret {field!r} and no owner")
        return Secret(value, owner)


def read_counter(node: Node, key: str, names: Names) -> Counter:
    """The entity that a key and its fields say. Raises DataError."""
    tag, _, id_ = key.partition(" ")
    kinds = {_tag(kind): kind for kind in faces.FACES}
    if tag not in kinds or not id_:
        known = ", ".join(kinds)
        near = nearest(tag, kinds)
        raise node.error(f"{key!r} is no kind and id, such as 'minefield m1': {known}{near}")
    kind = kinds[tag]
    place = _place_of(node, kind, id_, names)
    if node.value == GONE:
        return Counter(kind, id_ if place is None else _BY_PLACE[kind](place), {}, is_gone=True)
    types = _types(kind)
    node.only(types)
    try:
        fields = {name: _value(child.value, types[name], names) for name, child in node.pairs()}
    except (UnclearError, msgspec.ValidationError) as error:
        raise node.error(str(error)) from None
    if place is not None:
        at = fields.setdefault("at", hex_of(place) if types["at"] is HexId else place)
        id_ = _BY_PLACE[kind](at)
    return Counter(kind, id_, fields)


def _place_of(node: Node, kind: type[Entity], id_: str, names: Names) -> LocationId | None:
    """Where an entity is that is called by its place, `residual E5`; None for other kinds, and for
    one that is called by its id. Raises DataError.
    """
    if kind not in _BY_PLACE or ":" in id_:
        return None
    at = node.get("at") if isinstance(node.value, Mapping) else None
    said = id_ if at is None else str(at.value)
    try:
        return names.at(said)
    except UnclearError as error:
        why = f"a {_tag(kind)} is called by its place, as '{_tag(kind)} E5'"
        raise node.error(f"{why}: {error}") from None


def _tag(kind: type[Entity]) -> str:
    return str(kind.__struct_config__.tag)


def _types(kind: type[Entity]) -> dict[str, Any]:
    """The types of the fields of a kind, its id apart."""
    hints = get_type_hints(kind)
    return {field: hints[field] for field in kind.__struct_fields__ if field != "id"}


def _value(said: Any, of: Any, names: Names) -> Any:
    """A value of a type as a case says it: places by their names, all else as in storage."""
    if get_origin(of) is Secret:
        return _value(said, get_args(of)[0], names)
    if isinstance(said, dict) and isinstance(of, type) and issubclass(of, msgspec.Struct):
        hints = get_type_hints(of)
        inside = {name: _value(value, hints.get(name), names) for name, value in said.items()}
        return msgspec.convert(inside, of)
    options = [option for option in get_args(of) if option is not NoneType]
    if said is None or not (options or of in {HexId, LocationId}):
        return msgspec.convert(said, of)
    if get_origin(of) is tuple and isinstance(said, list):
        return tuple(_value(item, options[0], names) for item in said)
    places = {of, *options}
    if LocationId in places:
        return names.at(str(said))
    return names.hex(str(said)) if HexId in places else msgspec.convert(said, of)
