"""B11.42 The fire of those who climb: Advancing Fire with their inherent FP at Normal Range."""

from collections.abc import Iterator

from rules.board.locations import is_on_cliff
from rules.chapters.terms.a07_factors import NOTHING, Factor
from rules.chapters.terms.a07_shot import Firing
from rules.position.position import values


def climber_factors(firing: Firing) -> Iterator[Factor]:
    """B11.42, B11.43: no SW is fired by who climbs, and nothing beyond Normal Range."""
    if not is_on_cliff(firing.unit.at):
        return
    if firing.weapon is not None:
        yield Factor("B11.43", "climbs", NOTHING)
    elif firing.distance > values(firing.unit).range:
        yield Factor("B11.42", "climbs, beyond Normal Range", NOTHING)
