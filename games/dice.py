"""Checking the dice of a game that is over: what is published, and whether every roll fits it."""

import hashlib
import hmac
from dataclasses import dataclass
from itertools import chain
from uuid import UUID

import msgspec

from games.models import Game, StepRow
from games.models.choices import Status
from games.services.loading import game_load
from rules.kernel.audience import Audience
from rules.kernel.dice import Roll, audience_seed, roll_dice

_ROLLS = msgspec.json.Decoder(tuple[Roll, ...])


class NotOver(Exception):
    """The seeds of a game are not opened before it is over."""


class DiceExport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything needed to check the dice: what was committed to, the seeds, and every roll."""

    scenario: str
    game: str
    commitment: str
    seeds: dict[Audience, str]
    entropy: str
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class Verdict:
    """How many rolls there are, how many follow from the seeds, and what else is wrong."""

    rolls: int
    matching: int
    faults: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        return self.rolls == self.matching and not self.faults


def dice_export(game_id: UUID) -> DiceExport:
    """What is published of the dice. Raises Game.DoesNotExist, and NotOver before the end."""
    row = Game.objects.get(pk=game_id)
    if row.status != Status.OVER:
        raise NotOver
    game, master = game_load(row), bytes(row.master_seed)
    steps = StepRow.objects.filter(game=row).order_by("number").values_list("rolls", flat=True)
    return DiceExport(
        scenario=row.scenario,
        game=str(row.pk),
        commitment=row.commitment,
        seeds={audience: audience_seed(master, audience).hex() for audience in Audience},
        entropy=game.rules.entropy(game.world),
        rolls=tuple(chain.from_iterable(_ROLLS.decode(rolls) for rolls in steps)),
    )


def verify(export: DiceExport) -> Verdict:
    """Check every roll against the seeds, and the seeds against what was committed to."""
    seeds = {audience: bytes.fromhex(seed) for audience, seed in export.seeds.items()}
    committed = dict(zip(Audience, export.commitment.split(":"), strict=False))
    faults = [
        f"the seed of {audience} is not the one committed to"
        for audience in Audience
        if not _is_committed(seeds.get(audience, b""), committed.get(audience, ""))
    ]
    for audience in Audience:
        numbers = [roll.n for roll in export.rolls if roll.audience is audience]
        if numbers != list(range(1, len(numbers) + 1)):
            faults.append(f"the rolls of {audience} are not numbered without gaps")
    matching = sum(_follows(roll, seeds, export.entropy) for roll in export.rolls)
    return Verdict(len(export.rolls), matching, tuple(faults))


def _is_committed(seed: bytes, digest: str) -> bool:
    return hmac.compare_digest(hashlib.sha256(seed).hexdigest(), digest)


def _follows(roll: Roll, seeds: dict[Audience, bytes], entropy: str) -> bool:
    seed = seeds.get(roll.audience)
    return seed is not None and roll_dice(seed, roll.n, len(roll.dice), entropy) == roll.dice
