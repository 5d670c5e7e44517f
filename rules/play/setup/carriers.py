"""A4.43 Who of the OB carries the support weapons that are set up with it."""

from collections.abc import Iterable

from rules.forces.counter_kinds import UNIT
from rules.forces.lookup import unit_type
from rules.scenarios.types import Piece


def strongest_first(pieces: Iterable[Piece]) -> list[Piece]:
    """The MMC among counters, by their FP: each carries one support weapon."""
    mmc = (p for p in pieces if p.kind is UNIT and not unit_type(p.type).cls.is_smc)
    return sorted(mmc, key=lambda piece: (-unit_type(piece.type).fp, piece.id))
