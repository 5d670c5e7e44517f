"""What the server keeps to itself, as bytes, and whether they stand in what leaves it.

A seed, a salt or a token is the same in both worlds of a pair, so that comparing the two finds no
page that shows it; neither does it find a digest without a key of something that is equal in both.
Here is one list of all such things, by rows and settings, and one search for them: as they are, in
hex digits, in base64, and, of what can be guessed, as a digest of every usual kind. What is left of
a value when it is cut short is found as long as it has `_LEAST` characters.
"""

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec
from django.conf import settings

from games.leakcheck.visits import Reader
from games.models import Game, Seat, SecretRecord, User
from games.models.choices import Status
from rules.kernel.audience import Audience
from rules.kernel.dice import audience_seed
from rules.kernel.seal import Leaf
from rules.proof.twins import SEALING_KEY

_LEAST: Final = 12  # characters of base64 or hex that chance does not bring up
_RUN: Final = re.compile(rf"[0-9A-Za-z+/_=-]{{{_LEAST},}}")
_DIGESTS: Final = (
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "blake2b", "blake2s",
)  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """Something that X may not be told. If it `opens`, everybody is told once the game is over; if
    it is `guessable`, only digests are looked for: by itself it is a word like others.
    """

    what: str
    value: bytes
    opens: bool = False
    guessable: bool = False


@dataclass(frozen=True)
class World:
    """A world that is stored now, before X, with the others' sealed leaves that nobody has been
    shown.
    """

    reader: Reader
    leaves: Sequence[Leaf] = ()


def kept_from(world: World) -> Iterator[Kept]:
    """All that is kept from X there."""
    for find in KEPT.values():
        yield from find(world)


def _seeds(world: World) -> Iterator[Kept]:
    for row in Game.objects.defer(None).exclude(status=Status.OVER):
        master = bytes(row.master_seed)
        yield Kept("a master seed", master, opens=True)
        for audience in Audience:
            yield Kept(f"the seed of {audience}", audience_seed(master, audience), opens=True)


def _seals(world: World) -> Iterator[Kept]:
    """The key that all salts follow from, salts, and what hides behind each if none is used."""
    yield Kept("the key of all salts", SEALING_KEY, opens=True)
    for leaf in world.leaves:
        yield Kept("a salt", leaf.salt.encode(), opens=True)
        bare = msgspec.json.encode(msgspec.structs.replace(leaf, salt=""))
        for value in (f"{leaf.label}:{leaf.value}".encode(), bare, b"\0" + bare):
            yield Kept("a leaf", value, opens=True, guessable=True)


def _tokens(world: World) -> Iterator[Kept]:
    """The links of seats that somebody else has: one that is free is whoever's takes it."""
    for seat in Seat.objects.exclude(user=None).exclude(user=world.reader.account):
        yield Kept("a seat's token", seat.token.encode())


def _sessions(world: World) -> Iterator[Kept]:
    reader = world.reader
    for name, cookies in reader.stage.cookies.items():
        if cookies != reader.cookies and name != "staff":  # requests are made as staff too
            for cookie in cookies.split("; "):
                yield Kept("somebody's session", cookie.partition("=")[2].encode())


def _accounts(world: World) -> Iterator[Kept]:
    for password in User.objects.values_list("password", flat=True):
        yield Kept("a password's hash", password.rpartition("$")[2].encode())


def _site(world: World) -> Iterator[Kept]:
    yield Kept("the site's key", settings.SECRET_KEY.encode())


def _records(world: World) -> Iterator[Kept]:
    """What somebody could try all of: where things are, and what they are."""
    hidden = SecretRecord.objects.filter(revealed_at=None)
    if world.reader.side is not None:
        hidden = hidden.exclude(owner_side=world.reader.side)
    for record in hidden:
        for value in (
            record.location, f"{record.kind}:{record.location}", record.key,
            f"{record.kind}:{record.key}",
        ):  # fmt: skip
            if value:
                yield Kept(f"{record.kind}", value.encode(), opens=True, guessable=True)
        yield Kept(f"{record.kind}", bytes(record.payload), opens=True, guessable=True)


KEPT: Final[Mapping[str, Callable[[World], Iterable[Kept]]]] = {
    "seeds": _seeds,
    "seals": _seals,
    "tokens": _tokens,
    "sessions": _sessions,
    "passwords": _accounts,
    "the site's key": _site,
    "records": _records,
}
"""Everything secret that may be equal in both worlds, by what it is."""


class Search:
    """Looks for what is kept from X in texts that X is given."""

    def __init__(self, kept: Iterable[Kept]) -> None:
        self._begins: dict[str, Kept] = {}
        self._plain: list[tuple[str, Kept]] = []
        for one in kept:
            for form in _forms(one):
                self._begins.setdefault(form[:_LEAST], one)
            if not one.guessable:
                self._plain += [(form, one) for form in _plain(one.value)]

    def found(self, texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Kept]]:
        """The places at which something stands, and what; each run of characters once. Who names
        it himself, in the address that he asks for, is told nothing by reading it again.
        """
        seen: set[str] = set()
        for place, text in texts:
            for form, one in self._plain:
                if form in text and form not in place:
                    yield place, one
            fresh = {run for run in _RUN.findall(text) if run not in seen and run not in place}
            seen |= fresh
            for run in fresh:
                yield from ((place, one) for one in self._among(run))

    def _among(self, run: str) -> Iterator[Kept]:
        for at in range(len(run) - _LEAST + 1):
            one = self._begins.get(run[at : at + _LEAST])
            if one is not None:
                yield one


def _plain(value: bytes) -> Iterator[str]:
    """As it stands in a text: read as one, or printed as bytes are."""
    yield value.decode(errors="backslashreplace")
    yield repr(value)[2:-1]


def _forms(one: Kept) -> Iterator[str]:
    if one.guessable:
        yield from _digests(one.value)
        return
    yield from _written(one.value)
    for at in (1, 2):  # within something longer in base64
        yield from _base64(b"\0" * at + one.value, 4)


@lru_cache(maxsize=20_000)
def _digests(value: bytes) -> tuple[str, ...]:
    made = (hashlib.new(name, value, usedforsecurity=False).digest() for name in _DIGESTS)
    return tuple(form for digest in made for form in _written(digest))


def _written(value: bytes) -> Iterator[str]:
    """In hex digits and in base64."""
    yield value.hex()
    yield value.hex().upper()
    yield from _base64(value)


def _base64(value: bytes, start: int = 0) -> Iterator[str]:
    """As others write it and as addresses do, without what depends on bytes before and after."""
    text = b64encode(value).decode()[start : -4 if len(value) % 3 else None]
    yield text
    yield text.replace("+", "-").replace("/", "_")
