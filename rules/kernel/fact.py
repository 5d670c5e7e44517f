"""Facts: the only way in which something secret reaches others."""

from typing import ClassVar

import msgspec


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="fact"):
    """Something that was secret and is told now. A closed family: each kind says by which rule it
    is told and what it gives away; `docs/facts.md` lists them.

    Its fields are all that gets out: how it reads in the log follows from them and from what its
    readers know already (`Ruleset.fact_line`), so nobody can say more in words than the Fact
    itself says. No field is free text. `tells` are the fields that were secret; the others stand
    there because the line says them, and everybody knows them. `private`: it is told to one side,
    never to everybody; `unheard`: and the other side does not hear that anything is told.
    """

    rule: ClassVar[str]
    gives_away: ClassVar[str]
    tells: ClassVar[tuple[str, ...]]
    private: ClassVar[bool] = False
    unheard: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return type(self).__name__
