"""A22.612 What a coloured 1 or 6 does with a MOL: to its user, and what it sets on fire."""

from rules.board.locations import LocationId
from rules.chapters.fire.a07_attack import IftAttack
from rules.chapters.fire.a08_marks import mark_unit
from rules.chapters.ground.b25_burnable import burns, ec_drm
from rules.chapters.ground.b25_flames import has_blaze, set_alight
from rules.chapters.morale.a10_breaking import break_unit, may_break
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.terms.a07_shot import MARK_OF_KIND
from rules.position.asl_table import AslTable
from rules.position.fortifications import fortified_at
from rules.position.position import name

SETS_FIRE = 1
FORTIFIED = -1


async def burn_user(table: AslTable, attack: IftAttack) -> None:
    """A22.612: a coloured 6 sets the Location of its user on fire, and he breaks, or is Reduced or
    wounded if he cannot.
    """
    shot = attack.shot
    users = (one for one in attack.units if shot.mol_fails and table.alive((one,)))
    for unit_id in users:
        unit = table.unit(unit_id)
        if unit.id != shot.mol:
            continue
        table.log(
            "fire", f"the MOL of {name(unit)}", side=unit.side, rule="A22.612", at=(unit.at,),
            result="fails",
        )  # fmt: skip
        table.change(unit_id, fired=MARK_OF_KIND[shot.kind])
        mark_unit(table, attack, table.unit(unit_id))
        _set_alight(table, unit.at, attack)
        if may_break(table.truth, unit):
            break_unit(table, unit_id)
        else:
            casualty_reduction(table, unit_id, "its own MOL")


async def molotov_flames(table: AslTable, attack: IftAttack) -> None:
    """A22.612: a Flame in the target's Location on a coloured 1."""
    if attack.shot.mol is not None and attack.roll.coloured == SETS_FIRE:
        _set_alight(table, attack.shot.at, attack)


def _set_alight(table: AslTable, at: LocationId, attack: IftAttack) -> None:
    """A22.612: unless the Location is not Burnable, or the white dr is lowered to nothing."""
    position = table.truth
    drm = sum(mod.value for mod in ec_drm(position, at) if mod.value < 0)
    drm += FORTIFIED if fortified_at(position.view, position.board, at) else 0
    white = attack.roll.total - attack.roll.coloured
    if burns(position, at) is not None and not has_blaze(position, at) and white + drm > 0:
        set_alight(table, at, "A22.612")
