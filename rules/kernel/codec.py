"""How entities, changes and steps are stored. What is sent to clients goes through `view`, not
here.

This module may unseal: a stored Secret is its value and the sides that may see it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Union, get_args

import msgspec

from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import Change, World


class CodecError(ValueError):
    """Stored bytes that are not what this code writes."""


def _enc_hook(value: Any) -> Any:
    if isinstance(value, Secret):
        return {"to": sorted(side.value for side in value.audiences), "v": unseal(value)}
    raise NotImplementedError(f"{type(value).__name__} is not stored")


def _dec_hook(wanted: Any, value: Any) -> Any:
    (inner,) = get_args(wanted) or (Any,)
    content = msgspec.convert(value["v"], inner, dec_hook=_dec_hook)
    return Secret(content, *(Side(side) for side in value["to"]))


ENCODER = msgspec.json.Encoder(enc_hook=_enc_hook, order="deterministic")


def encode(value: Any) -> bytes:
    """The stored form of anything stored: entities, inputs, rolls."""
    return ENCODER.encode(value)


class EntityCodec:
    """Reads and writes the entity kinds of one game."""

    def __init__(self, kinds: Sequence[type[Entity]]) -> None:
        self.kinds = tuple(kinds)
        self._by_name = {kind.__name__: kind for kind in kinds}
        union: Any = Union[tuple(kinds)]  # noqa: UP007 - a union made at run time
        self._decoder = msgspec.json.Decoder(union, dec_hook=_dec_hook)

    def kind(self, name: str) -> type[Entity]:
        """The entity type of that name. Raises CodecError."""
        try:
            return self._by_name[name]
        except KeyError:
            raise CodecError(f"no entity kind {name!r}") from None

    def decode(self, data: bytes) -> Entity:
        """One stored entity. Raises CodecError."""
        try:
            entity = self._decoder.decode(data)
        except msgspec.MsgspecError as error:
            raise CodecError(str(error)) from error
        if not isinstance(entity, Entity):
            raise CodecError(f"{data[:40]!r} is no entity")
        return entity

    def round_trip(self, entity: Entity) -> None:
        """Check that an entity survives storage: a type that does not fit fails here, in tests."""
        if self.decode(encode(entity)) != entity:
            raise CodecError(f"{entity!r} does not survive storage")

    def encode_world(self, world: World) -> bytes:
        """Every entity, ordered by kind and id: equal worlds are equal bytes."""
        return encode(tuple(world))

    def decode_world(self, data: bytes) -> World:
        entities = msgspec.json.decode(data, type=list[msgspec.Raw])
        return World(self.decode(bytes(raw)) for raw in entities)

    def encode_changes(self, changes: Iterable[Change]) -> bytes:
        rows = [
            (change.kind.__name__, change.id, change.before, change.after) for change in changes
        ]
        return encode(rows)

    def decode_changes(self, data: bytes) -> tuple[Change, ...]:
        rows = _changes_decoder().decode(data)
        return tuple(
            Change(
                kind=self.kind(name), id=id_, before=self._maybe(before), after=self._maybe(after)
            )
            for name, id_, before, after in rows
        )

    def _maybe(self, raw: msgspec.Raw) -> Entity | None:
        data = bytes(raw)
        return None if data == b"null" else self.decode(data)


@cache
def _changes_decoder() -> msgspec.json.Decoder[list[tuple[str, str, msgspec.Raw, msgspec.Raw]]]:
    return msgspec.json.Decoder(list[tuple[str, str, msgspec.Raw, msgspec.Raw]])
