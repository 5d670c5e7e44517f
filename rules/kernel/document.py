"""The document of an audience: every face it sees, whose decision it is, and what it may do.

A bulletin carries the difference between an audience's document before and after a step. That
way nothing can be forgotten, an unchanged face is not sent again, and an id that was never shown
is never dropped. Faces are ordered by what the audience sees.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.entity import Entity
from rules.kernel.view import wire
from rules.kernel.world import Known, World

if TYPE_CHECKING:
    from rules.kernel.ruleset import Ruleset

EMPTY_LIST = b"[]"
NULL = b"null"


class Document(msgspec.Struct, frozen=True):
    """What one audience has before it. Values are encoded JSON; faces are ordered by key."""

    faces: Mapping[str, bytes]
    now: bytes = NULL
    offers: bytes = EMPTY_LIST


class Faces:
    """The faces of one game's entities, kept as long as the entity is the same."""

    def __init__(self, rules: "Ruleset") -> None:
        self._rules = rules
        self._cache: dict[tuple[Audience, type[Entity], str], tuple[Entity, str, bytes]] = {}
        self._known: dict[Audience, tuple[World, int, Known]] = {}

    def faces(self, world: World, audience: Audience) -> dict[str, bytes]:
        """Every face that an audience sees, by key, in the order of the keys."""
        seen = {}
        for entity in world:
            key, body = self._face(entity, audience)
            if key:
                seen[key] = body
        return {key: seen[key] for key in sorted(seen)}

    def known(self, world: World, audience: Audience) -> Known:
        """The part of a world that an audience knows: the entities that have a face for it."""
        cached = self._known.get(audience)
        if cached is not None and cached[0] is world and cached[1] == world.version:
            return cached[2]
        view = Known(world.version, (e for e in world if self._face(e, audience)[0]))
        self._known[audience] = (world, world.version, view)
        return view

    def _face(self, entity: Entity, audience: Audience) -> tuple[str, bytes]:
        slot = (audience, type(entity), entity.id)
        cached = self._cache.get(slot)
        if cached is not None and cached[0] is entity:
            return cached[1], cached[2]
        face = self._rules.face(entity, audience)
        key, body = ("", b"") if face is None else (face.key, wire(face))
        self._cache[slot] = (entity, key, body)
        return key, body


class Patch(msgspec.Struct, frozen=True):
    """The difference of two documents of one audience. None: unchanged."""

    put: tuple[bytes, ...]
    drop: tuple[str, ...]
    now: bytes | None
    offers: bytes | None

    @property
    def is_empty(self) -> bool:
        return not self.put and not self.drop and self.now is None and self.offers is None


def difference(before: Document, after: Document) -> Patch:
    """What leads from one document to the other."""
    return Patch(
        put=tuple(body for key, body in after.faces.items() if before.faces.get(key) != body),
        drop=tuple(key for key in before.faces if key not in after.faces),
        now=None if before.now == after.now else after.now,
        offers=None if before.offers == after.offers else after.offers,
    )


def bulletin_frame(n: int, patch: Patch, log: bytes) -> bytes:
    """The frame of bulletin `n`: the patch and the log lines, as `docs/wire.md` has it."""
    frame: dict[str, Any] = {"t": "b", "n": n}
    if patch.put:
        frame["put"] = [msgspec.Raw(body) for body in patch.put]
    if patch.drop:
        frame["drop"] = patch.drop
    if patch.now is not None:
        frame["now"] = msgspec.Raw(patch.now)
    if patch.offers is not None:
        frame["offers"] = msgspec.Raw(patch.offers)
    if log != EMPTY_LIST:
        frame["log"] = msgspec.Raw(log)
    return wire(frame)


class _Key(msgspec.Struct):
    k: str
    id: str


class _Bulletin(msgspec.Struct):
    n: int
    put: list[msgspec.Raw] = []
    drop: list[str] = []
    now: msgspec.Raw = msgspec.Raw()
    offers: msgspec.Raw = msgspec.Raw()
    log: list[msgspec.Raw] = []


_BULLETIN = msgspec.json.Decoder(_Bulletin)
_KEY = msgspec.json.Decoder(_Key)


def apply_frame(document: Document, frame: bytes) -> Document:
    """The document after a bulletin: old document plus bulletin equals new document."""
    bulletin = _BULLETIN.decode(frame)
    faces = {key: body for key, body in document.faces.items() if key not in set(bulletin.drop)}
    for raw in bulletin.put:
        body = bytes(raw)
        key = _KEY.decode(body)
        faces[f"{key.k}:{key.id}"] = body
    return Document(
        faces={key: faces[key] for key in sorted(faces)},
        now=bytes(bulletin.now) or document.now,
        offers=bytes(bulletin.offers) or document.offers,
    )


def log_of(frame: bytes) -> list[bytes]:
    """The log lines that a bulletin carries."""
    return [bytes(line) for line in _BULLETIN.decode(frame).log]
