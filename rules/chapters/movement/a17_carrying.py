"""A17.2 A wounded SMC whom a MMC carries: a load of five PP, who goes as far as it does."""

from collections.abc import Iterator

from rules.chapters.ground.b_barriers import Barrier
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, is_smc, name

PP = 5


def carrying_bar(position: Position, smc: Unit, mmc: Unit) -> Barrier | None:
    """A17.2: why one unit may not carry another of its Location on in this MPh, or None."""
    why = _why_not_carried(position, smc)
    if why is not None:
        return Barrier("A17.2", f"{name(smc)} {why}.")
    if is_smc(mmc) or not good_order(mmc):
        return Barrier("A17.2", "A Good Order MMC carries him.")
    if any(carried_by(position, mmc)):
        return Barrier("A17.2", f"{name(mmc)} carries one already.")
    if smc.mf_spent or mmc.mf_spent:
        return Barrier("A17.2", "It is done before their first MF.")
    return None


def _why_not_carried(position: Position, smc: Unit) -> str | None:
    if not is_smc(smc) or not smc.wounded:
        return "is not wounded"
    if position.weapons_of(smc):
        return "has a SW"
    return None if smc.carried_by is None else "is carried already"


def carry(table: AslTable, smc_id: CounterId, mmc_id: CounterId) -> None:
    """A17.2: from now on to the end of the MPh the one carries the other."""
    smc, mmc = table.unit(smc_id), table.unit(mmc_id)
    table.change(smc_id, carried_by=mmc_id)
    text = f"{name(mmc)} carries {name(smc)}"
    table.log("move", text, side=mmc.side, rule="A17.2", at=(mmc.at,))


def carried_by(position: Position, mmc: Unit) -> Iterator[Unit]:
    """A17.2: whom a MMC carries in this MPh, be he left behind meanwhile."""
    return (unit for unit in position.personnel(mmc.side) if unit.carried_by == mmc.counter)


def carried_pp(position: Position, mmc: Unit) -> int:
    """A17.2: what he weighs, all MPh long."""
    return PP * sum(1 for _ in carried_by(position, mmc))
