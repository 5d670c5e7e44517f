"""Entities: the frozen records that a world is made of."""

from functools import cache
from typing import ClassVar

import msgspec

from rules.kernel.secret import Public, secret_fields


class Entity(msgspec.Struct, frozen=True, kw_only=True, tag_field="k"):
    """One thing in a world. Each field is `Public[T]` or `Secret[T]`; `id` is its key.

    An id shown to an audience comes from the sequence of those it is shown to. An entity that an
    audience may not know of has no face for it, and then its id is not shown either.
    """

    kind: ClassVar[str]
    id: Public[str]


@cache
def has_secrets(kind: type[Entity]) -> bool:
    """Whether entities of this type hold anything that not everybody may see."""
    return bool(secret_fields(kind))
