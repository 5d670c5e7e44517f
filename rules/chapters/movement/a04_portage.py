"""A4.42 Portage: what a unit can carry, and the MF that it loses by carrying more."""

from rules.chapters.movement.a17_carrying import carried_pp
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.position import Position, good_order, is_smc, values, weapon_values

PP_COST = 2  # one MF for each PP, in halves
SMC_MOST = 2
ALL_MF = 48  # in halves: more than anybody has
_NOBODY = (None, None)


def carrying_capacity(unit: Unit) -> int:
    """A4.42, A4.51, A17.2: the IPC of a unit in PP: one less if it is CX, none for a wounded
    SMC.
    """
    if unit.wounded:
        return 0
    return max(0, values(unit).ipc - (1 if unit.cx else 0))


def load_of(position: Position, unit: Unit) -> tuple[Weapon, ...]:
    """A4.42: what a unit carries: what it has, and in a MPh what it has portaged and dropped."""
    return tuple([one for one in _carried(position) if _carries(unit, one)])


@asked_once
def _carried(position: Position) -> tuple[Weapon, ...]:
    """The weapons that anybody carries or has portaged."""
    return tuple(one for one in position.weapons() if (one.holder, one.portaged_by) != _NOBODY)


def _carries(unit: Unit, weapon: Weapon) -> bool:
    return weapon.holder == unit.id or weapon.portaged_by == unit.counter


def portage_points(weapons: tuple[Weapon, ...]) -> int:
    """What weapons weigh together."""
    return sum(_pp(weapon) for weapon in weapons)


def _pp(weapon: Weapon) -> int:
    """A9.8: less while it is dm."""
    printed = weapon_values(weapon)
    return printed.dm_pp if weapon.dm and printed.dm_pp is not None else printed.pp


def portage_excess(position: Position, unit: Unit, stack: tuple[Unit, ...]) -> int:
    """A4.42: by how many PP a unit is loaded above its IPC and that of a SMC who lends it his."""
    over = _over(position, unit)
    return max(0, over - _lent(position, unit, stack)) if over > 0 else 0


def portage_loss(position: Position, unit: Unit, stack: tuple[Unit, ...]) -> tuple[Modifier, ...]:
    """A4.42, A4.52: a MF less, in halves, for each PP above the IPC, once all bonuses are
    counted. A SMC who has more than two PP stays where he is with them.
    """
    if is_smc(unit) and portage_points(load_of(position, unit)) > SMC_MOST:
        return (Modifier("A4.42", "more than a SMC carries", -ALL_MF),)
    over = portage_excess(position, unit, stack)
    return (Modifier("A4.42", "portage", -PP_COST * over),) if over else ()


def portaged_by_another(position: Position, unit: Unit) -> Weapon | None:
    """A4.42: a weapon that a unit has and may not carry on, as another has portaged it in this
    phase; None if there is none.
    """
    for weapon in position.weapons_of(unit):
        if weapon.portaged_by not in {None, unit.counter}:
            return weapon
    return None


def _over(position: Position, unit: Unit) -> int:
    load = portage_points(load_of(position, unit)) + carried_pp(position, unit)
    return load - carrying_capacity(unit)


def _lent(position: Position, unit: Unit, stack: tuple[Unit, ...]) -> int:
    """A4.42: what one SMC of the stack adds to its IPC: each SMC helps one unit, the most loaded
    of them the one with most to spare.
    """
    spare = sorted(
        (-_over(position, smc) for smc in stack if is_smc(smc) and good_order(smc)), reverse=True
    )
    needy = [one for one in stack if not is_smc(one) and _over(position, one) > 0]
    needy.sort(key=lambda one: (-_over(position, one), one.id))
    ids = [one.id for one in needy]
    place = ids.index(unit.id) if unit.id in ids else len(spare)
    return max(0, spare[place]) if place < len(spare) else 0
