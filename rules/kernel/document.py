"""The document of an audience: every face it sees, and whose decision it is.

What it may do is no part of it: offers are made after the bulletins are stored and sent. A
bulletin carries the difference between an audience's document before and after a step. That way
nothing can be forgotten, an unchanged face is not sent again, and an id that was never shown is
never dropped. Faces are ordered by what the audience sees.
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.kernel.entity import Entity
from rules.kernel.view import Face, wire
from rules.kernel.world import Known, KnownTable, World

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


class Faces:
    """The faces of one game's entities, kept as long as the entity is the same."""

    def __init__(self, rules: FaceRules) -> None:
        self._rules = rules
        self._parts: dict[Audience, dict[type[Entity], _Part]] = {one: {} for one in Audience}
        self._looks: dict[Audience, _Look] = {}

    def faces(self, world: World, audience: Audience) -> Mapping[str, bytes]:
        """Every face that an audience sees, by key, in the order of the keys; the same object as
        long as it sees no change.
        """
        return self._look(world, audience).faces

    def known(self, world: World, audience: Audience) -> Known:
        """The part of a world that an audience knows: the entities that have a face for it."""
        return self._look(world, audience).known

    def _look(self, world: World, audience: Audience) -> "_Look":
        look = self._looks.get(audience)
        if look is not None and look.world is world and look.version == world.version:
            return look
        seen = self._seen(world, audience)
        if look is not None and look.parts == seen:
            look.world, look.version = world, world.version
        else:
            look = self._looks[audience] = _Look(world, audience, seen)
        return look

    def _seen(self, world: World, audience: Audience) -> list["_Seen"]:
        parts, seen = self._parts[audience], []
        for kind, there in world.tables():
            part = parts.get(kind)
            if part is None:
                part = parts[kind] = _Part()
            if part.there is not there:
                self._look_again(part, kind, there, audience)
            if part.seen.table.entities:
                seen.append(part.seen)
        return seen

    def _look_again(
        self, part: "_Part", kind: type[Entity], there: tuple[Entity, ...], audience: Audience
    ) -> None:
        """Work out what an audience sees of the entities of one kind, of which one has changed. It
        stays the same object if the audience sees nothing of the change.
        """
        faces, known = {}, []
        cache, ask = part.cache, self._rules.face
        part.there, part.cache = there, {}
        for entity in there:
            cached = cache.get(entity.id)
            if cached is None or cached[0] is not entity:
                face = ask(entity, audience)
                cached = (entity, *(("", b"") if face is None else (face.key, wire(face))))
            part.cache[entity.id] = cached
            if cached[1]:
                faces[cached[1]] = cached[2]
                known.append(entity)
        if not _are_same(part.seen.table.entities, known):
            part.seen = _Seen(faces, KnownTable(kind, known))


@dataclass(frozen=True, eq=False)
class _Seen:
    """The entities of one kind that an audience knows, and their faces."""

    faces: Mapping[str, bytes]
    table: KnownTable


_NOTHING = _Seen({}, KnownTable(Entity, ()))


class _Part:
    """What an audience sees of a kind, and what there was of it then."""

    def __init__(self) -> None:
        self.there: tuple[Entity, ...] | None = None
        self.seen = _NOTHING
        self.cache: dict[str, tuple[Entity, str, bytes]] = {}


def _are_same(before: Sequence[Entity], now: Sequence[Entity]) -> bool:
    """Whether they are the very same entities, in the same order."""
    return len(before) == len(now) and all(map(operator.is_, before, now))


class _Look:
    """What an audience sees of one content of a world, and so what it knows of it."""

    def __init__(self, world: World, audience: Audience, parts: list[_Seen]) -> None:
        self.world, self.version, self.parts = world, world.version, parts
        self.known = Known.of(world.version, [part.table for part in parts], audience)

    @cached_property
    def faces(self) -> Mapping[str, bytes]:
        """Every face, by key, in the order of the keys."""
        seen = {key: body for part in self.parts for key, body in part.faces.items()}
        return {key: seen[key] for key in sorted(seen)}


class Patch(msgspec.Struct, frozen=True):
    """The difference of two documents of one audience. None: unchanged."""

    put: tuple[bytes, ...]
    drop: tuple[str, ...]
    now: bytes | None

    @property
    def is_empty(self) -> bool:
        return not self.put and not self.drop and self.now is None


def difference(before: Document, after: Document) -> Patch:
    """What leads from one document to the other."""
    put: tuple[bytes, ...] = ()
    drop: tuple[str, ...] = ()
    if before.faces is not after.faces:
        put = tuple([body for key, body in after.faces.items() if before.faces.get(key) != body])
        drop = tuple([key for key in before.faces if key not in after.faces])
    return Patch(put=put, drop=drop, now=None if before.now == after.now else after.now)


def beginning(document: Document) -> bytes:
    """A document as bytes: what the chain of an audience's bulletins begins with. No offers are in
    it, as none ever were in everybody's: so the chains of stored games still lead to their digests.
    """
    faces = [msgspec.Raw(body) for body in document.faces.values()]
    return wire({"faces": faces, "now": msgspec.Raw(document.now), "offers": []})


class _Beginning(msgspec.Struct):
    faces: msgspec.Raw
    now: msgspec.Raw


def beginning_in(frame: bytes) -> bytes:
    """The same bytes, of the frame in which an audience was sent that document. Raises
    msgspec.MsgspecError for another frame.
    """
    sent = msgspec.json.decode(frame, type=_Beginning)
    return b'{"faces":' + bytes(sent.faces) + b',"now":' + bytes(sent.now) + b',"offers":[]}'


def seen_rolls(rolls: Iterable[Roll], audience: Audience) -> bytes:
    """The rolls of a step that an audience sees: its own and the public ones."""
    mine = (roll for roll in rolls if roll.audience in {Audience.PUBLIC, audience})
    return wire([roll.seen for roll in mine])


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
    )


def log_of(frame: bytes) -> list[bytes]:
    """The log lines that a bulletin carries."""
    return [bytes(line) for line in _BULLETIN.decode(frame).log]
