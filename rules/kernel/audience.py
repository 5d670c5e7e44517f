"""Who is told something: everybody, or one of the two sides."""

import enum


class Audience(enum.StrEnum):
    """Those who receive a stream of their own. What is public, both sides receive as well."""

    __hash__ = str.__hash__  # a part of many keys, and that of enumerations is slow

    PUBLIC = "public"
    A = "a"
    B = "b"


class Side(enum.StrEnum):
    """One of the two players' sides. The scenario says which nation it is."""

    A = "a"
    B = "b"

    __hash__ = str.__hash__  # a part of many keys, and that of enumerations is slow

    @property
    def enemy(self) -> "Side":
        return Side.B if self is Side.A else Side.A

    @property
    def audience(self) -> Audience:
        return Audience(self.value)


def side_of(audience: Audience) -> Side | None:
    """The side that an audience is, None for the public."""
    return None if audience is Audience.PUBLIC else Side(audience.value)
