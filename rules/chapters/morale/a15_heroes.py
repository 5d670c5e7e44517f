"""A15.2 Heroes: who becomes one, and what a hero adds to an attack."""

from rules.forces.lookup import unit_types
from rules.forces.types import UnitClass, UnitType
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import is_leader, name, values


def make_hero(table: AslTable, unit_id: CounterId) -> None:
    """A15.2, A15.21: a leader becomes heroic, unbroken and unpinned; out of a MMC comes a hero."""
    if is_leader(table.unit(unit_id)):
        _make_heroic(table, unit_id)
    else:
        _appear(table, table.unit(unit_id))


def _make_heroic(table: AslTable, unit_id: CounterId) -> None:
    unit = table.unit(unit_id)
    table.change(
        unit_id,
        heroic=True,
        type=values(unit).hero or unit.type,
        broken=False,
        dm=False,
        keeps_dm=False,
        pinned=False,
        disrupted=False,
    )
    text = f"{name(unit)} is heroic"
    table.log("check", text, side=unit.side, rule="A15.21", at=(unit.at,), result="heroic")


def _appear(table: AslTable, base: Unit) -> None:
    """A15.2: the hero has fired and moved as his MMC has."""
    hero_id = table.kernel.new_id(Audience.PUBLIC, "u")
    hero = Unit(
        id=hero_id,
        side=base.side,
        counter=CounterId(f"created-{hero_id}"),
        type=_hero_type(values(base)).id,
        letter="",
        at=base.at,
        melee=base.melee,
        fired=base.fired,
        fired_at=base.fired_at,
        mf_spent=base.mf_spent,
        mf_here=base.mf_here,
        moving=base.moving,
        moved=base.moved,
        assault=base.assault,
        manner=base.manner,
        posture=base.posture,
        sides=base.sides,
        off_road=base.off_road,
        entered_from=base.entered_from,
        cc_done=base.cc_done,
    )
    table.world.add(hero)
    text = f"A hero appears: {name(hero)}"
    table.log("check", text, side=hero.side, rule="A15.2", at=(hero.at,), result="hero")


def _hero_type(base: UnitType) -> UnitType:
    """The unwounded hero of the nation."""
    heroes = (unit for unit in unit_types(base.nation) if unit.cls is UnitClass.HERO)
    return next(unit for unit in heroes if unit.hurt is not None)
