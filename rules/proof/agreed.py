"""Changes by agreement, of which others hear no more than they may see; and leaks about them that
the comparison must find.

A ruling is no command, so pairs of worlds are compared by themselves here: each is changed by as
many edits as it happens to be of what one side alone sees, and by one of what everybody sees.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Final

from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import Entity
from rules.kernel.game import Game
from rules.kernel.ruled import Ruled
from rules.kernel.view import Face
from rules.play import adjudicating
from rules.play.adjudicating import Bench
from rules.play.rulings import Ruling
from rules.position.goers import label
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import vary_who
from rules.proof.trials import trial

OWNER: Final = Side.A
OTHERS: Final = (Audience.B, Audience.PUBLIC)
_TRIAL: Final = trial("working")
_MOST: Final = 3  # edits of what its owner alone sees


def difference(rng: SupportsRandom) -> str | None:
    """What others are sent in one of two worlds and not in the other, or None."""
    first = _TRIAL.game()
    to = rng.choice(first.world.all(Cover)).at
    moved = rng.choice(first.world.all(Cover)).id
    worlds = [first, _TRIAL.game(arrange=lambda table: _vary(table.world, rng))]
    sent = [_sent(game, moved, to, rng) for game in worlds]
    return next((f"{one} / {two}" for one, two in zip(*sent, strict=True) if one != two), None)


def _vary(world: Any, rng: SupportsRandom) -> None:
    vary_who(world, Audience.PUBLIC, rng)


def _sent(game: Game, moved: str, to: str, rng: SupportsRandom) -> list[str]:
    veiled = game.world.all(Veiled)
    units = [one.id for one in veiled if isinstance(one.what.for_(OWNER), Unit)]
    own = rng.sample(units, 1 + rng.randrange(_MOST))
    edits: list[dict[str, Any]] = [
        {"edit": "alter", "key": f"unit:{id_}", "fields": {"fanatic": True}} for id_ in own
    ]
    edits.append({"edit": "move", "key": f"cover:{moved}", "to": to})
    step, _ = game.adjudicate(OWNER, json.dumps({"edits": edits}).encode(), "Both sides agree")
    bulletins = [step.bulletin(audience) for audience in OTHERS]
    frames = ["" if one is None else one.frame.decode() for one in bulletins]
    return [*frames, *(repr(game.documents[audience]) for audience in OTHERS)]


# -- leaks ----------------------------------------------------------------------------------------

_carry_out = Bench.carry_out
_called = Bench._called


def counted(bench: Bench, ruling: Ruling) -> Ruled:
    """Says once for each edit that something is changed."""
    ruled = _carry_out(bench, ruling)
    return Ruled((*ruled.public, *(adjudicating.UNSEEN for _ in ruled.own[1:])), ruled.own)


def opened(bench: Bench, entity: Entity, face: Face) -> str:
    """Names who is under a "?" that is moved."""
    words = _called(bench, entity, face)
    if not isinstance(entity, Cover):
        return words
    under = bench.table.truth.under(entity.id)
    return f"{words} ({', '.join(label(one) for one in under if isinstance(one, Unit))})"


LEAKS: Final[Mapping[str, Callable[[], AbstractContextManager[None]]]] = {
    "agreed: how much is changed": lambda: swapped(Bench, "carry_out", counted),
    "agreed: who is under a ? that is moved": lambda: swapped(Bench, "_called", opened),
}
"""What is planted about them, by name."""
