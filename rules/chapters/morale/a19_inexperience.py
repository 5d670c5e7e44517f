"""A19.3 Inexperienced MMC: Conscripts and the unarmed always, Green ones unless an unbroken leader
is with them.
"""

from collections.abc import Iterable

from rules.chapters.terms.a07_shot import Shot
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_leader, is_smc, values

CONSCRIPT = "C"
GREEN = "G"
INEXPERIENCED_MF = 3


def is_inexperienced(unit: Unit) -> bool:
    """A19.3: whether a MMC is Inexperienced now; the unarmed are (A20.5)."""
    unarmed = unit.unarmed and not is_smc(unit)
    return values(unit).grade == CONSCRIPT or unit.unled or unarmed


def inexperienced_mf(unit: Unit) -> int | None:
    """A19.31: Inexperienced MMC have no more than three MF, in halves; the berserk are not hampered
    (A15.431).
    """
    return 2 * INEXPERIENCED_MF if is_inexperienced(unit) and not unit.berserk else None


def cowers_further(position: Position, shot: Shot) -> tuple[Modifier, ...]:
    """A19.33: an attack that cowers loses one column more if any firer is Inexperienced."""
    inexperienced = any(is_inexperienced(position.unit(unit_id)) for unit_id in shot.units)
    return (Modifier("A19.33", "Inexperienced", 1),) if inexperienced else ()


def would_be_unled(unit: Unit, companions: Iterable[Unit]) -> bool:
    """A19.3: whether a unit would be Green and without an unbroken leader among those companions;
    a pinned one will do.
    """
    if values(unit).grade != GREEN:
        return False
    return not any(is_leader(u) and not u.broken and u.side is unit.side for u in companions)


def notice_leaders(table: AslTable) -> None:
    """A19.3: who is Green, and who of them is unled where he stands."""
    position = table.truth
    for unit in position.personnel():
        unled = would_be_unled(unit, position.personnel_at(unit.at, unit.side))
        if unled != unit.unled:
            table.change(unit.counter, unled=unled)
