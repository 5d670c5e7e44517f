"""Facts: the only way in which something secret reaches others."""

from typing import ClassVar

import msgspec


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="fact"):
    """Something that was secret and is told now. A closed family: each kind says by which rule it
    is told and what it gives away; `docs/facts.md` lists them.
    """

    rule: ClassVar[str]
    gives_away: ClassVar[str]

    @property
    def name(self) -> str:
        return type(self).__name__
