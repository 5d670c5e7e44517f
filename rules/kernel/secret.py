"""Whose a field is: `Public[T]` for everybody, `Secret[T]` for the audiences it names.

A plain class on purpose: encoders gladly serialise dataclasses and Structs. A Secret has no
truth value, prints a placeholder, refuses every encoder and pickle, and compares only with
another Secret. What is inside comes out by `for_(audience)`, or by `unseal` for the rules that
judge.
"""

from collections.abc import Iterable
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    NoReturn,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from rules.kernel.audience import Side

T = TypeVar("T")


class _PublicMark:
    """The annotation that says: every audience may see this field."""


PUBLIC_MARK: Final = _PublicMark()
Public = Annotated[T, PUBLIC_MARK]


class Secret(Generic[T]):
    """A value that only the named sides may see."""

    __slots__ = ("__audiences", "__value")

    def __init__(self, value: T, *sides: Side) -> None:
        self.__value = value
        self.__audiences = frozenset(sides)

    @property
    def audiences(self) -> frozenset[Side]:
        """The sides that may see the value."""
        return self.__audiences

    def for_(self, side: Side | None) -> T | None:
        """The value if that side may see it, else None. None as a side is the public."""
        return self.__value if side in self.__audiences else None

    def shared_with(self, sides: Iterable[Side]) -> "Secret[T]":
        """The same value, known to those sides too: a reveal."""
        return Secret(self.__value, *(self.__audiences | frozenset(sides)))

    def with_value(self, value: T) -> "Secret[T]":
        """Another value for the same audiences."""
        return Secret(value, *self.__audiences)

    def __bool__(self) -> NoReturn:
        raise TypeError("a Secret has no truth value")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            raise TypeError("a Secret compares only with another Secret")
        return bool(self.__value == other.__value) and self.__audiences == other.__audiences

    __hash__ = None  # type: ignore[assignment]  # a hash would be a way to guess the value

    def __repr__(self) -> str:
        return "Secret(...)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is not pickled")


def undeclared_fields(kind: type[Any]) -> list[str]:
    """The fields of an entity or a question that do not say whose they are."""
    hints = get_type_hints(kind, include_extras=True)
    return [name for name in _fields_of(kind) if not _is_declared(hints[name])]


def secret_fields(kind: type[Any]) -> list[str]:
    """The fields of an entity or a question that not everybody may see."""
    hints = get_type_hints(kind, include_extras=True)
    return [name for name in _fields_of(kind) if get_origin(hints[name]) is Secret]


def _fields_of(kind: type[Any]) -> list[str]:
    if is_dataclass(kind):
        return [field.name for field in dataclass_fields(kind)]
    return [field.name for field in msgspec.structs.fields(kind)]


def _is_declared(annotation: Any) -> bool:
    if get_origin(annotation) is Secret:
        return True
    return get_origin(annotation) is Annotated and PUBLIC_MARK in get_args(annotation)[1:]


def peek(secret: Secret[T]) -> T:
    """The value itself. Only `unseal` may use this."""
    value: Any = getattr(secret, "_Secret__value")  # noqa: B009 - the one way in, kept out of type checkers' sight
    return value  # type: ignore[no-any-return]  # restored by the signature
