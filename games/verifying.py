"""The checks of a finished game's export (`rules.kernel.verifying`) by the scenarios known here,
and its seals as the dice page lists them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games import rulesets
from rules.kernel import verifying
from rules.kernel.audience import Side
from rules.kernel.opened import DiceExport
from rules.kernel.shown import Shown
from rules.kernel.verifying import Verdict


@dataclass(frozen=True)
class OpenedLeaf:
    """One leaf as the dice page lists it; `met` if play had opened it before the end."""

    label: str
    value: str
    met: bool


@dataclass(frozen=True)
class OpenedSeal:
    """A side's seal, all of it."""

    side: str
    root: str
    leaves: tuple[OpenedLeaf, ...]


def verify(export: DiceExport, seen: Sequence[bytes] = ()) -> Verdict:
    """Check everything in an export; `seen` are the lines of a file that a player saved during the
    game. Raises msgspec.MsgspecError, ValueError or KeyError for what is no export.
    """
    return verifying.verify(export, seen, labels=_labels(export.scenario))


def _labels(scenario: str) -> dict[Side, list[str]] | None:
    """What each side seals in a scenario; None if it is not known here."""
    try:
        rules = rulesets.scenario(scenario).rules
    except KeyError:
        return None
    return {side: list(rules.sealed_labels(side)) for side in Side}


def opened_seals(export: DiceExport, names: Sequence[str]) -> tuple[OpenedSeal, ...]:
    """The seals of a game that has ended, with the sides' names; sides that sealed nothing have
    none.
    """
    frames = (bytes(frame) for frame in export.bulletins)
    shown = Shown.read(bytes(export.beginning), frames, "")
    return tuple(
        OpenedSeal(
            name,
            shown.roots.get(side, ""),
            tuple(
                OpenedLeaf(leaf.label, leaf.value, (side, leaf.label) in shown.opened)
                for leaf in sorted(export.leaves[side], key=lambda leaf: leaf.label)
            ),
        )
        for side, name in zip(Side, names, strict=True)
        if export.leaves[side]
    )
