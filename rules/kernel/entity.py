"""Entities: the frozen records that a world is made of."""

from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.secret import PUBLIC_MARK, Public, Secret


class Entity(msgspec.Struct, frozen=True, kw_only=True, tag_field="k"):
    """One thing in a world. Each field is `Public[T]` or `Secret[T]`; `id` is its key.

    An id shown to an audience comes from the sequence of those it is shown to. An entity that an
    audience may not know of has no face for it, and then its id is not shown either.
    """

    kind: ClassVar[str]
    id: Public[str]


def undeclared_fields(kind: type[Entity]) -> list[str]:
    """The fields of an entity type that do not say whose they are."""
    hints: dict[str, Any] = get_type_hints(kind, include_extras=True)
    return [
        field.name for field in msgspec.structs.fields(kind) if not _is_declared(hints[field.name])
    ]


def has_secrets(kind: type[Entity]) -> bool:
    """Whether entities of this type hold anything that not everybody may see."""
    hints: dict[str, Any] = get_type_hints(kind, include_extras=True)
    return any(get_origin(hints[field.name]) is Secret for field in msgspec.structs.fields(kind))


def _is_declared(annotation: Any) -> bool:
    if get_origin(annotation) is Secret:
        return True
    return get_origin(annotation) is Annotated and PUBLIC_MARK in get_args(annotation)[1:]
