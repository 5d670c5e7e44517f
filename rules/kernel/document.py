"""The document of an audience: every face it sees, whose decision it is, and what it may do.

A bulletin carries the difference between an audience's document before and after a step. That
way nothing can be forgotten, an unchanged face is not sent again, and an id that was never shown
is never dropped. Faces are ordered by what the audience sees.
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.kernel.entity import Entity
from rules.kernel.view import Face, wire
from rules.kernel.world import Known, World

EMPTY_LIST = b"[]"
NULL = b"null"


class FaceRules(Protocol):
    """What a document asks of a game's rules."""

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        """What an audience sees of an entity, or None. It depends on the entity alone."""


class Document(msgspec.Struct, frozen=True):
    """What one audience has before it. Values are encoded JSON; faces are ordered by key."""

    faces: Mapping[str, bytes]
    now: bytes = NULL
    offers: bytes = EMPTY_LIST


class Faces:
    """The faces of one game's entities, kept as long as the entity is the same."""

    def __init__(self, rules: FaceRules) -> None:
        self._rules = rules
        self._cache: dict[tuple[Audience, type[Entity], str], tuple[Entity, str, bytes]] = {}
        self._parts: dict[tuple[Audience, type[Entity]], tuple[tuple[Entity, ...], _Part]] = {}
        self._looks: dict[Audience, _Look] = {}

    def faces(self, world: World, audience: Audience) -> dict[str, bytes]:
        """Every face that an audience sees, by key, in the order of the keys."""
        return dict(self._look(world, audience).faces)

    def known(self, world: World, audience: Audience) -> Known:
        """The part of a world that an audience knows: the entities that have a face for it."""
        return self._look(world, audience).known

    def _look(self, world: World, audience: Audience) -> "_Look":
        look = self._looks.get(audience)
        if look is not None and look.world is world and look.version == world.version:
            return look
        found = [self._part(audience, kind, there) for kind, there in world.tables()]
        parts = tuple([part for part in found if part.known])
        if look is not None and parts == look.parts:
            look = look._replace(world=world, version=world.version)
        else:
            look = _looked(world, audience, parts)
        self._looks[audience] = look
        return look

    def _part(self, audience: Audience, kind: type[Entity], there: tuple[Entity, ...]) -> "_Part":
        """What an audience sees of the entities of one kind, worked out when one of them has
        changed; the same object as before if it sees nothing of the change.
        """
        before, part = self._parts.get((audience, kind), _NO_PART)
        if before is there and part is not None:
            return part
        faces, known = {}, []
        for entity in there:
            key, body = self._face(entity, audience)
            if key:
                faces[key] = body
                known.append(entity)
        if part is None or not _are_same(part.known, known):
            part = _Part(kind, faces, tuple(known))
        self._parts[audience, kind] = there, part
        return part

    def _face(self, entity: Entity, audience: Audience) -> tuple[str, bytes]:
        slot = (audience, type(entity), entity.id)
        cached = self._cache.get(slot)
        if cached is not None and cached[0] is entity:
            return cached[1], cached[2]
        face = self._rules.face(entity, audience)
        key, body = ("", b"") if face is None else (face.key, wire(face))
        self._cache[slot] = (entity, key, body)
        return key, body


@dataclass(frozen=True, eq=False)
class _Part:
    """The entities of one kind that an audience knows, by id, and their faces."""

    kind: type[Entity]
    faces: Mapping[str, bytes]
    known: tuple[Entity, ...]


_NO_PART: tuple[tuple[Entity, ...], _Part | None] = ((), None)


def _are_same(before: Sequence[Entity], now: Sequence[Entity]) -> bool:
    """Whether they are the very same entities, in the same order."""
    return len(before) == len(now) and all(map(operator.is_, before, now))


class _Look(NamedTuple):
    """What an audience sees of one content of a world, and so what it knows of it."""

    world: World
    version: int
    parts: tuple[_Part, ...]
    faces: Mapping[str, bytes]
    known: Known


def _looked(world: World, audience: Audience, parts: tuple[_Part, ...]) -> _Look:
    seen = {key: body for part in parts for key, body in part.faces.items()}
    faces = {key: seen[key] for key in sorted(seen)}
    entities = [entity for part in parts for entity in part.known]
    return _Look(world, world.version, parts, faces, Known(world.version, entities, audience))


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


def beginning(document: Document) -> bytes:
    """A document as bytes: what the chain of an audience's bulletins begins with."""
    faces = [msgspec.Raw(body) for body in document.faces.values()]
    return wire(
        {"faces": faces, "now": msgspec.Raw(document.now), "offers": msgspec.Raw(document.offers)}
    )


class SeenRoll(msgspec.Struct, frozen=True):
    """A roll as those read it who see it: whose sequence, its number in it, and the dice."""

    audience: Audience
    n: int
    dice: tuple[int, ...]


def seen_rolls(rolls: Iterable[Roll], audience: Audience) -> bytes:
    """The rolls of a step that an audience sees: its own and the public ones."""
    mine = (roll for roll in rolls if roll.audience in {Audience.PUBLIC, audience})
    return wire([SeenRoll(roll.audience, roll.n, roll.dice) for roll in mine])


def bulletin_frame(n: int, patch: Patch, log: bytes, rolls: bytes = EMPTY_LIST) -> bytes:
    """The frame of bulletin `n`: the patch, the log lines and the numbered rolls, as
    `docs/wire.md` has it.
    """
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
    if rolls != EMPTY_LIST:
        frame["rolls"] = msgspec.Raw(rolls)
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
