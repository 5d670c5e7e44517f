"""Whether a simulated game that has ended stands every check that players can make of it.

All that its audiences are sent is kept as a site keeps it; at the end the file that the game opens
is written, read back and checked, alone and beside what each audience could have saved.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.document import Document
from rules.kernel.game import Game, Step
from rules.kernel.opened import DiceExport, Sent, opened
from rules.kernel.verifying import verify
from rules.kernel.view import wire

if TYPE_CHECKING:
    from rules.kernel.dice import Roll

Script = Callable[[bytes, bytes], Iterable[str]]
"""Another verifier: what it finds wrong with a file, and with what was saved, one frame a line."""


@dataclass
class _Stream:
    beginning: Document
    digests: list[str]
    frames: list[bytes] = field(default_factory=list)


class Witness:
    """Follows one game from its beginning, and has what it opens checked at its end."""

    def __init__(self, game: Game, name: str, master: bytes) -> None:
        self._game, self._name, self._master = game, name, master
        self._rolls: list[Roll] = []
        self._streams = {
            audience: _Stream(game.documents[audience], [game.ledger.digests[audience]])
            for audience in Audience
        }

    def after(self, step: Step) -> None:
        """Keep what a step has led to."""
        self._rolls += step.input.rolls
        for bulletin in step.bulletins:
            stream = self._streams[bulletin.audience]
            stream.frames.append(bulletin.frame)
            stream.digests.append(bulletin.digest)

    def export(self) -> bytes:
        """The file that the game opens. Raises Refused before its end."""
        sent = {
            audience: Sent(stream.beginning, stream.frames, stream.digests)
            for audience, stream in self._streams.items()
        }
        names, rolls = (self._name, "simulated"), tuple(self._rolls)
        return wire(opened(self._game, names=names, master=self._master, rolls=rolls, sent=sent))

    def saved(self, audience: Audience, share: float = 1.0) -> list[bytes]:
        """What an audience could have saved when it had been sent that share of its bulletins."""
        stream = self._streams[audience]
        document = {
            "t": "doc",
            "n": 0,
            "you": audience,
            "faces": [msgspec.Raw(body) for body in stream.beginning.faces.values()],
            "now": msgspec.Raw(stream.beginning.now),
        }
        return [wire(document), *stream.frames[: int(len(stream.frames) * share)]]

    def faults(self, script: Script | None = None) -> Iterator[str]:
        """What is wrong with the file, or with what was saved, as Python finds, and the script."""
        data = self.export()
        export = msgspec.json.decode(data, type=DiceExport)
        labels = {side: self._game.rules.sealed_labels(side) for side in Side}
        for audience, share in zip(Audience, (0.5, 1.0, 1.0), strict=True):
            saved = self.saved(audience, share)
            verdict = verify(export, saved, labels=labels)
            if not verdict.is_clean or verdict.notes:
                yield f"{verdict.matching} of {verdict.rolls} rolls match"
            yield from (f"verified: {one}" for one in (*verdict.faults, *verdict.notes))
            if script is not None:
                yield from (f"by the script: {one}" for one in script(data, b"\n".join(saved)))
