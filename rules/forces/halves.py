"""A2.9 The HS that a squad of the OB is set up as, if it Deploys before play."""

from __future__ import annotations

_CREATED = "created-"
_MARKS = ("1", "2")


def half_ids(squad_id: str) -> tuple[str, str]:
    """What its two HS are called."""
    first, second = (f"{_CREATED}{squad_id}-{mark}" for mark in _MARKS)
    return first, second


def squad_of(piece_id: str) -> str | None:
    """The squad of the OB that a HS belongs to; None for what is on the OB itself."""
    if not piece_id.startswith(_CREATED):
        return None
    return piece_id.removeprefix(_CREATED).rpartition("-")[0]


def with_other_half(piece_id: str) -> tuple[str, ...]:
    """A HS with its other half; anything else by itself."""
    squad = squad_of(piece_id)
    return (piece_id,) if squad is None else half_ids(squad)
