"""Leaks about what lies under a "?", planted in the test world: each shows something of it to those
who may not know.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.procedure import Question
from rules.kernel.table import Table
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine, Now, rendered_line, wire
from rules.kernel.voices import rendered
from rules.kernel.world import View
from rules.proof.toy.entities import Cover, Piece, members
from rules.proof.toy.planted import Height, KeptId
from rules.proof.toy.questions import GoOn
from rules.proof.toy.rules import Toy
from rules.proof.twins import Maker


class OrderByContent(Game):
    """Sends the covers that hold most first."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        covers = {f"cover:{one.id}": len(members(self.world, one.id)) for one in self._covers()}
        keys = sorted(document.faces, key=lambda key: -covers.get(key, 0))
        faces = {key: document.faces[key] for key in keys}
        return msgspec.structs.replace(document, faces=faces)

    def _covers(self) -> tuple[Cover, ...]:
        return self.world.all(Cover)


class TypeOnTheCover(Game):
    """Shows what the first piece under a cover is."""

    def document(self, audience: Audience) -> Document:
        document = super().document(audience)
        faces = dict(document.faces)
        for cover in self.world.all(Cover):
            first = members(self.world, cover.id)[0]
            key = f"cover:{cover.id}"
            faces[key] = wire({**msgspec.json.decode(faces[key]), "type": unseal(first.type)})
        return msgspec.structs.replace(document, faces=faces)


class NamesForAllTable(Table):
    """Writes the names of covered pieces into everybody's log."""

    def _voiced(self, line: LogLine, to: Audience) -> LogLine:
        def name_of(piece_id: str) -> str:
            return unseal(self.world.get(Piece, piece_id).type)

        return rendered_line(line, lambda text: rendered(text, name_of))


class NamesForAll(Game):
    table_type = NamesForAllTable


class AMarkForEach(Toy):
    """Writes one "?" for each piece that the reader may not know."""

    def voice(self, known: View, text: str, audience: Audience) -> str:
        return super().voice(known, re.sub(r" \+ (?=⟦)", " and ", text), audience)


class MoversForAll(Toy):
    """Shows everybody which pieces a question is about."""

    def now(self, known: View, question: Question[Any] | None, audience: Audience) -> Now:
        now = super().now(known, question, audience)
        if not isinstance(question, GoOn):
            return now
        return msgspec.structs.replace(now, units=unseal(question.movers))


COVER_LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "covers: height": lambda: Maker(Toy(), Height),
    "covers: id kept": lambda: Maker(KeptId()),
    "covers: order by content": lambda: Maker(Toy(), OrderByContent),
    "covers: type on the face": lambda: Maker(Toy(), TypeOnTheCover),
    "covers: names in the log": lambda: Maker(Toy(), NamesForAll),
    "covers: a mark for each": lambda: Maker(AMarkForEach()),
    "covers: movers for all": lambda: Maker(MoversForAll()),
}
