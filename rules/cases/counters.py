"""Any other entity of a case by its kind and id: `minefield m1: {at: E5, strength: 8}`.

What may be said follows from the fields of the kind, so that a new kind needs no word here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from rules.board.locations import HexId, LocationId, hex_of
from rules.cases.words import Names, UnclearError
from rules.chapters.fire.a07_encircled import ring_id
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


_OTHER_WORDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "foxhole": ("entrenchment", {"dug": "foxhole", "squads": 1}),
    "trench": ("entrenchment", {"dug": "trench", "squads": 3}),
}
"""What players call some kinds, and which fields that says unless they are said otherwise."""


@dataclass(frozen=True)
class Counter:
    """What a case says of an entity: values by field, those of secret fields as they are inside.
    `place` is where it is, if it is called by that; `implied` is so unless it is there already.
    """

    kind: type[Entity]
    id: str
    fields: Mapping[str, Any]
    is_gone: bool = False
    place: LocationId | None = None
    implied: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What a case calls it."""
        return f"{_tag(self.kind)} {self.id}"

    def put(self, world: World) -> None:
        """Put it on the table, or make it so if it is there from the start."""
        found = world.find(self.kind, self.id)
        owner = getattr(found, "owner", None) or self.fields.get("owner")
        said = self.fields if found is not None else {**self.implied, **self.fields}
        values = {name: self._sealed(name, value, owner) for name, value in said.items()}
        if found is not None:
            world.change(found, **values)
        else:
            needed = [name for name in _needed(self.kind) if name not in values]
            if needed:
                raise UnclearError(f"{self.key} does not say its {needed[0]!r}")
            world.add(self.kind(id=self.id, **values))

    def _found(self, world: World) -> Entity | None:
        """The entity of its id, or else of its kind in its place."""
        found = world.find(self.kind, self.id)
        if found is not None or self.place is None:
            return found
        at = {self.place, hex_of(self.place)}
        return next((one for one in world.all(self.kind) if getattr(one, "at", None) in at), None)

    def differs(self, world: World) -> str | None:
        """What is otherwise in a world, in words, or None if nothing is."""
        key = self.key
        found = self._found(world)
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
    tag, implied = _OTHER_WORDS.get(tag, (tag, {}))
    kinds = {_tag(kind): kind for kind in faces.FACES}
    if tag not in kinds or not id_:
        known = ", ".join(kinds)
        near = nearest(tag, kinds)
        raise node.error(f"{key!r} is no kind and id, such as 'minefield m1': {known}{near}")
    kind = kinds[tag]
    types = _types(kind)
    place = _place_of(node, kind, id_, names)
    if node.value == GONE:
        return Counter(kind, _own_id(kind, id_, place), {}, is_gone=True, place=place)
    node.only(types)
    try:
        fields = {name: _value(child.value, types[name], names) for name, child in node.pairs()}
        more = {name: _value(value, types[name], names) for name, value in implied.items()}
    except (UnclearError, msgspec.ValidationError) as error:
        raise node.error(str(error)) from None
    if place is not None:
        more["at"] = hex_of(place) if types["at"] is HexId else place
    return Counter(kind, _own_id(kind, id_, place), fields, place=place, implied=more)


def _own_id(kind: type[Entity], id_: str, place: LocationId | None) -> str:
    return id_ if place is None or kind not in _BY_PLACE else _BY_PLACE[kind](place)


def _place_of(node: Node, kind: type[Entity], id_: str, names: Names) -> LocationId | None:
    """Where an entity is that is called by its place, `residual E5`; None for one that is called
    otherwise. Raises DataError for one of a kind that has no other name.
    """
    if ":" in id_ or "at" not in _types(kind):
        return None
    at = node.get("at") if isinstance(node.value, Mapping) and kind in _BY_PLACE else None
    try:
        return names.at(id_ if at is None else str(at.value))
    except UnclearError as error:
        if kind not in _BY_PLACE:
            return None
        why = f"a {_tag(kind)} is called by its place, as '{_tag(kind)} E5'"
        raise node.error(f"{why}: {error}") from None


def _needed(kind: type[Entity]) -> Iterator[str]:
    """The fields of a kind that must be said, its id apart."""
    for one in msgspec.structs.fields(kind):
        has_none = one.default is msgspec.NODEFAULT and one.default_factory is msgspec.NODEFAULT
        if has_none and one.name != "id":
            yield one.name


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
