"""What one audience knows at its last bulletin: the whole ground of every answer it is given.

A glimpse belongs to the number of that bulletin. A step that the audience is not told of makes no
bulletin, hence no glimpse: neither an answer nor the time it takes can tell of such a step.
"""

import pickle
from collections.abc import Iterable
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from functools import cached_property
from typing import Any

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.codec import encode
from rules.kernel.document import Document
from rules.kernel.entity import Entity
from rules.kernel.game import Game
from rules.kernel.procedure import Question
from rules.kernel.secret import Secret
from rules.kernel.world import Known


@dataclass(eq=False)
class May:
    """What an audience may try: None until it has been made, after the bulletin was sent."""

    offers: bytes | None = None


@dataclass(frozen=True)
class Glimpse:
    """A part of a game: what an audience knew at its bulletin `n`, and the question then open.

    `question` is None if nothing is asked or the other side is; `waits_for` says who is. The
    document is what the audience has before it; `may` has its offers, once they are made.
    """

    audience: Audience
    n: int
    known: Known
    kinds: tuple[type[Entity], ...]
    question: Question[Any] | None
    waits_for: Side | None
    document: Document
    may: May = field(default_factory=May)

    @property
    def entities(self) -> Iterable[Entity]:
        """Everything known, without what holds a secret from this audience."""
        for kind in self.kinds:
            for entity in self.known.all(kind):
                if may_know(entity, self.audience):
                    yield entity

    @cached_property
    def packed(self) -> bytes:
        """The glimpse on its way to another process."""
        asked = None if self.question is None else parted(self.question)
        return pickle.dumps((encode(tuple(self.entities)), asked, self.waits_for))


def glimpse_of(game: Game, audience: Audience) -> Glimpse:
    """What an audience knows of a game as it stands."""
    question = game.question
    side = side_of(audience)
    return Glimpse(
        audience=audience,
        n=game.ledger.counters.bulletins[audience],
        known=game.faces.known(game.world, audience),
        kinds=game.codec.kinds,
        question=question if question is not None and question.side is side else None,
        waits_for=question.side if question is not None else None,
        document=game.documents[audience],
    )


Parted = tuple[type[Question[Any]], dict[str, Any], dict[str, Any]]
"""A question on its way: its type, its public fields, and the secrets of the side asked."""


def parted(question: Question[Any]) -> Parted:
    """A question with its secrets opened for the side that is asked, since none is ever pickled."""
    fields = {field.name: getattr(question, field.name) for field in dataclass_fields(question)}
    secrets = {name: value for name, value in fields.items() if isinstance(value, Secret)}
    public = {name: value for name, value in fields.items() if name not in secrets}
    own = {name: secret.for_(question.side) for name, secret in secrets.items()}
    return type(question), public, own


def whole(parts: Parted) -> Question[Any]:
    """The question that was taken apart."""
    kind, public, own = parts
    side = public["side"]
    secrets: dict[str, Any] = {name: Secret(value, side) for name, value in own.items()}
    return kind(**public, **secrets)


def may_know(entity: Entity, audience: Audience) -> bool:
    """Whether nothing in an entity is secret from that audience."""
    side = side_of(audience)
    values = (getattr(entity, name) for name in entity.__struct_fields__)
    return all(side in value.audiences for value in values if isinstance(value, Secret))
