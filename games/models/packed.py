"""Bytes that may be stored packed."""

import zlib
from typing import TYPE_CHECKING, Any, Final

from django.db import models

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.expressions import Expression

_MARK: Final = b"\0z"  # nothing that is stored plain begins with these: it is JSON, or empty
_LEVEL: Final = 9


def packed(data: bytes) -> bytes:
    """The same in fewer bytes, or as it is if packing does not make it shorter."""
    smaller = _MARK + zlib.compress(data, _LEVEL)
    return smaller if len(smaller) < len(data) else data


def unpacked(stored: bytes) -> bytes:
    """What was packed, and what never was. Raises zlib.error for what is damaged."""
    return zlib.decompress(stored[len(_MARK) :]) if stored.startswith(_MARK) else stored


class PackedField(models.BinaryField):  # type: ignore[type-arg]  # bytes, as in its base
    """Bytes that are read alike whether they are stored plain or packed. They are written as they
    are given: a row that is in use stays plain, and packing it is for whoever knows that it is not.
    """

    def from_db_value(
        self, value: Any, expression: "Expression", connection: "BaseDatabaseWrapper"
    ) -> bytes | None:
        return None if value is None else unpacked(bytes(value))
