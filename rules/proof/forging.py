"""Commands that nobody was offered: other nouns, other verbs, other shapes, rubbish.

Nouns come from the worlds themselves, secrets and all: ids of either side, hexes, Locations and
levels that are there and that are not. Most telling are those by which the two worlds differ.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args, get_origin

import msgspec

from rules.kernel.codec import encode
from rules.kernel.entity import Entity
from rules.kernel.game import Game
from rules.kernel.view import wire
from rules.kernel.world import World
from rules.proof.players import SupportsRandom, one_in

RUBBISH: Final = (
    b"",
    b"[]",
    b'{"verb":"nothing"}',
    b'{"verb":"move"}',
    b"\xff{",
    b'{"verb":[]}',
    b"null",
)
_LEVELS: Final = ("/0", "/1", "/2", "/9", "/-1", "/", "")
_NUMBERS: Final = (6, 8, 12, 0, -1, 7)
_LENGTHS: Final = (0, 1, 1, 1, 2, 2, 3)  # of invented lists
_NOWHERE: Final = ("so1:ZZ99/0", "ZZ99", "", " ", "1", "so1:A1/0", "m1", "rb1", "ra1", "A9")
_LONGEST: Final = 24  # characters of a noun: salts and hashes are none
_MANY: Final = 16  # texts in an entity: an envelope names every hex that could be mined
_PLACE: Final = re.compile(r"(?:[\w-]+:)?[A-Z]{1,2}\d+")


class Forger:
    """Makes forged commands for two worlds."""

    def __init__(self, games: tuple[Game, Game], rng: SupportsRandom) -> None:
        self.games, self.rng = games, rng
        self._versions: tuple[int, int] | None = None
        self._differing: list[str] = []

    def places(self) -> list[str]:
        """The hexes and Locations by which the worlds differ."""
        return [noun for noun in self._differences() if _PLACE.match(noun)]

    def forged(self, data: bytes | None) -> bytes:
        """A command that is wrong in some way, made from a right one if there is one."""
        if data is None or one_in(self.rng, 3):
            return self.rng.choice(RUBBISH) if one_in(self.rng, 4) else self._invented()
        command = msgspec.json.decode(data)
        nouns = [name for name in command if name != "verb"]
        name = self.rng.choice([*nouns, *nouns, "verb", "more"])
        if name in nouns:
            command[name] = self._spoiled(command[name])
        else:
            command[name] = self.rng.choice(self._verbs())
        return wire(command)

    def _spoiled(self, value: Any) -> Any:
        """Something of much the same shape as a value, with one thing wrong in it."""
        match value:
            case bool():
                return not value
            case int():
                return self.rng.choice(_NUMBERS)
            case list():
                return (
                    self._misplaced(value) if one_in(self.rng, 2) else self._with_one_spoiled(value)
                )
            case dict() if value:
                name = self.rng.choice(sorted(value))
                return {**value, name: self._spoiled(value[name])}
            case _:
                return self._noun()

    def _with_one_spoiled(self, values: list[Any]) -> list[Any]:
        if not values:
            return [self._noun()]
        i = self.rng.randrange(len(values))
        return [*values[:i], self._spoiled(values[i]), *values[i + 1 :]]

    def _misplaced(self, values: list[Any]) -> list[Any]:
        """A list with too few, too many, or one and the same twice."""
        return self.rng.choice(
            (
                [],
                values[1:],
                values[::-1],
                [*values, *values],
                [*values, *values[:1]],
                [self._noun()],
            )
        )

    def aimed(self, data: bytes | None) -> bytes:
        """A command, right or wrong, that a player may ask about."""
        return data if data is not None and one_in(self.rng, 3) else self.forged(data)

    def _invented(self) -> bytes:
        """A command of any verb, with nouns of any kind."""
        kind = self.rng.choice(self.games[0].rules.commands)
        return wire(self._struct(kind))

    def _struct(self, kind: type[msgspec.Struct]) -> dict[str, Any]:
        config = kind.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        return tag | {f.name: self._filled(f.type) for f in msgspec.structs.fields(kind)}

    def _filled(self, wanted: Any) -> Any:
        if wanted is bool:
            return one_in(self.rng, 2)
        if wanted is int:
            return self.rng.choice(_NUMBERS)
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            return self._struct(wanted)
        if get_origin(wanted) is tuple:
            return [self._filled(get_args(wanted)[0]) for _ in range(self.rng.choice(_LENGTHS))]
        if type(None) in get_args(wanted) and one_in(self.rng, 2):
            return None
        return self._noun()

    def _noun(self) -> str:
        """Any id or text that is in a world, known to the sender or not, or in none."""
        if one_in(self.rng, 8):
            return self.rng.choice(_NOWHERE)
        pool = self._differences() if one_in(self.rng, 2) else []
        noun = self.rng.choice(pool or self._any())
        is_place = _PLACE.match(noun)
        return is_place.group() + self.rng.choice(_LEVELS) if is_place else noun

    def _any(self) -> list[str]:
        entity = self.rng.choice(list(self.rng.choice(self.games).world))
        return sorted(set(_texts(entity)))

    def _differences(self) -> list[str]:
        """The texts in entities that only one of the worlds has."""
        one, two = (game.world for game in self.games)
        versions = (one.version, two.version)
        if versions != self._versions:
            self._differing = differing(one, two)
            self._versions = versions
        return self._differing

    def _verbs(self) -> list[str]:
        return sorted(str(kind.__struct_config__.tag) for kind in self.games[0].rules.commands)


def differing(one: World, two: World) -> list[str]:
    """The texts in entities that only one of two worlds has."""
    kept = [{(type(e), e.id): e for e in world} for world in (one, two)]
    keys = [key for key in {**kept[0], **kept[1]} if kept[0].get(key) != kept[1].get(key)]
    entities = [world[key] for key in keys for world in kept if key in world]
    few = [texts for one_ in entities if len(texts := [*_texts(one_)]) <= _MANY]
    return sorted({text for texts in few for text in texts})


def renamed(one: World, two: World, data: bytes) -> bytes:
    """A command of one world as those would give it in another who are the same there under other
    ids: what is called otherwise and is equal in all else takes its place.
    """
    names = dict(_other_names(one, two))
    return wire(_with_names(msgspec.json.decode(data), names)) if names else data


def _other_names(one: World, two: World) -> Iterator[tuple[str, str]]:
    kept = [{(type(e), e.id): e for e in world} for world in (one, two)]
    fresh = [e for key, e in kept[1].items() if kept[0].get(key) != e]
    waiting: dict[tuple[type[Entity], bytes], list[str]] = {}
    for entity in fresh:
        waiting.setdefault(_but_for_its_name(entity), []).append(entity.id)
    for key, entity in kept[0].items():
        if kept[1].get(key) != entity and (ids := waiting.get(_but_for_its_name(entity))):
            yield entity.id, ids.pop()


def _but_for_its_name(entity: Entity) -> tuple[type[Entity], bytes]:
    """What an entity is, without its id."""
    return type(entity), encode(entity).replace(f'"{entity.id}"'.encode(), b'""')


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [_with_names(one, names) for one in value]
        case dict():
            return {key: _with_names(one, names) for key, one in value.items()}
        case _:
            return value


def hexes_among(texts: Iterable[str]) -> set[str]:
    """The hexes of the places among some texts."""
    return {text.partition("/")[0] for text in texts if _PLACE.match(text)}


def _texts(entity: Entity) -> Iterator[str]:
    """The short texts in an entity, its secrets among them."""
    yield entity.id
    yield from texts_of(msgspec.json.decode(encode(entity)))


def texts_of(value: Any) -> Iterator[str]:
    """The short texts in what was decoded."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        match value:
            case str() if 0 < len(value) <= _LONGEST:
                yield value
            case list():
                waiting += value
            case dict():
                waiting += value.values()
            case _:
                pass
