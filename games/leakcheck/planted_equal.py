"""Leaks that are the same in both worlds of a pair: seeds, salts, tokens, digests without a key.

Comparing finds none of them; `kept` has to.
"""

import hashlib
from base64 import b64encode
from collections.abc import Mapping
from typing import Final

from games.leakcheck.planting import Frame, Plant, body, frames, header, row
from games.leakcheck.stage import GAME
from games.models import Seat, SecretRecord, User
from rules.kernel.audience import Audience
from rules.kernel.dice import audience_seed
from rules.proof.twins import SEALING_KEY


def _seed() -> bytes:
    return bytes(row().master_seed)


def _seed_of_a() -> str:
    return audience_seed(_seed(), Audience.A).hex()[:16]


def _all_links(frame: Frame) -> None:
    """Documents name the links of all seats."""
    frame["links"] = list(Seat.objects.filter(game=GAME).values_list("token", flat=True))


def _password(text: str) -> str:
    """The table's page has its players' rows as they are stored."""
    stored = User.objects.exclude(username="staff").values_list("password", flat=True)
    return f"{text}<!-- {list(stored)} -->"


def _digest() -> str:
    """Somebody could try all places."""
    first = SecretRecord.objects.filter(game=GAME).order_by("-location").first()
    place = first.location.encode() if first is not None else b""
    return hashlib.blake2s(place).hexdigest()[:20]


EQUAL: Final[Mapping[str, Plant]] = {
    "ETag of the seed in base64": header("/dice/", "ETag", lambda: b64encode(b"v1" + _seed())),
    "a side's seed, cut short": header(f"/g/{GAME}/", "X-Version", _seed_of_a),
    "the key of salts as bytes": header("/house", "X-Seal", lambda: SEALING_KEY),
    "a digest of where something is hidden": header("/house", "ETag", _digest),
    "links of all seats": frames("doc", _all_links),
    "passwords on the table's page": body(f"/g/{GAME}/", _password),
}
"""By what they show."""
