"""Where the choice of a pairing stands. What is sealed stays here: only answers that both have
given are handed on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import msgspec

from games import rulesets
from games.clubs.core.choosing import CHAIRS, Agreed, Answer, Asked, Offered, Ranked, Step, decide
from games.clubs.core.choosing import Chair as Seated
from games.clubs.core.lots import lot
from games.clubs.models import Event, Pairing, SealedAnswer
from rules.kernel.audience import Side
from rules.kernel.seal import Leaf
from rules.scenarios.balance import balanced


@dataclass(frozen=True)
class Sealed:
    """A sealed answer as everybody may see it; `leaf` only once both have answered."""

    place: int
    chair: str
    root: str
    leaf: Leaf | None = None


def protocol_of(event: Event) -> tuple[Step, ...]:
    """How two come to a scenario and to sides in an event."""
    return msgspec.convert(event.protocol, tuple[Step, ...])


def standing_of(event: Event, pairing: Pairing) -> Agreed | Asked:
    """What is asked of both now, or what they have agreed on. It follows from opened answers and
    lots alone.
    """
    lots = partial(_lot, bytes(event.seed), f"{pairing.round.number}:{pairing.table}")
    return decide(protocol_of(event), pairing.round.scenarios, opened(pairing), lots)


def opened(pairing: Pairing) -> dict[int, dict[Seated, Answer]]:
    """The answers to those steps that both have answered."""
    found: dict[int, dict[Seated, Answer]] = {}
    for row in pairing.answers.all():
        chair: Seated = "one" if row.chair == "one" else "other"
        found.setdefault(row.place, {})[chair] = _answer(bytes(row.value))
    return {place: both for place, both in found.items() if set(both) == set(CHAIRS)}


def seals(pairing: Pairing) -> list[Sealed]:
    """The commitments of a pairing, and the leaves of those that are open."""
    both = opened(pairing)
    return [
        Sealed(row.place, row.chair, row.root, leaf_of(row) if row.place in both else None)
        for row in pairing.answers.all()
    ]


def leaf_of(row: SealedAnswer) -> Leaf:
    """The leaf that a sealed answer is."""
    label = f"choice {row.place} of {row.chair} at table {row.pairing_id}"
    return Leaf(label, bytes(row.value).decode(), row.salt)


def balance_levels(scenario_id: str) -> Mapping[str, int]:
    """How much Balance each side of a scenario can be given (A26.4): one that its card names."""
    if not scenario_id:
        return {}
    card = rulesets.card(scenario_id)
    return dict.fromkeys(card.get("balance", {}), 1)


def version_of(agreed: Agreed) -> str:
    """The scenario as it is played, with the Balance that was bid."""
    if not agreed.level:
        return agreed.scenario
    return balanced(agreed.scenario, Side(agreed.balance))


def _lot(seed: bytes, where: str, purpose: str, faces: int) -> int:
    return lot(seed, f"{where}:{purpose}", faces)


def _answer(data: bytes) -> Answer:
    """Stored answers have no tag: their fields tell them apart."""
    plain = msgspec.json.decode(data)
    if "ranked" in plain:
        return msgspec.convert(plain, Ranked)
    return msgspec.convert(plain, Offered)
