"""Any other entity of a case by its kind and id: `minefield m1: {at: E5, strength: 8}`.

What may be said follows from the fields of the kind, so that a new kind needs no word here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from rules.board.locations import HexId, LocationId
from rules.cases.words import Names, UnclearError
from rules.data import Node, nearest
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play import faces

GONE = "gone"


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
    if node.value == GONE:
        return Counter(kind, id_, {}, is_gone=True)
    types = _types(kind)
    node.only(types)
    try:
        fields = {name: _value(child.value, types[name], names) for name, child in node.pairs()}
    except (UnclearError, msgspec.ValidationError) as error:
        raise node.error(str(error)) from None
    return Counter(kind, id_, fields)


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
