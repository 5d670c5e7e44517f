"""What each audience sees of each entity (docs/wire.md §4). The only way from the world to the
wire.

A new kind without a decision here raises, and a test asks every kind. A Secret is opened here
for the sides it names and for nobody else.
"""

import msgspec

from rules.chapters.a04_movement import allotment, mf_left
from rules.forces.entities import (
    Clock,
    Control,
    Envelope,
    Minefield,
    MineMarker,
    Mission,
    Placement,
    Seal,
    SideState,
    StandingOrder,
    Unit,
    Weapon,
)
from rules.forces.lookup import unit_type, weapon_type
from rules.forces.position import leadership, values, weapon_values
from rules.forces.types import UnitType, WeaponType
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.entity import Entity
from rules.kernel.seal import Opening
from rules.kernel.view import Face
from rules.scenarios.types import Piece, Scenario, SideCard


class ClockFace(Face, frozen=True, kw_only=True, tag="clock"):
    """Turn, phase, and whose part it is."""

    stage: str
    turn: int
    turns: int
    half_turn: bool
    phase: str
    phasing: Side
    active: Side
    setting_up: Side | None
    winner: Side | None
    reason: str


class UnitFace(Face, frozen=True, kw_only=True, tag="unit"):
    """A Personnel counter as everybody sees it."""

    side: Side
    nation: str
    type: str
    name: str
    cls: str
    grade: str
    strength: str
    smoke: int | None
    under: tuple[int, ...]
    broken_ml: int
    self_rally: bool
    broken: bool = False
    at: str | None = None
    status: tuple[str, ...] = ()
    mf_left: float | None = None
    mf: float | None = None


class WeaponFace(Face, frozen=True, kw_only=True, tag="weapon"):
    """A support weapon as everybody sees it."""

    side: Side
    nation: str
    type: str
    name: str
    strength: str
    rof: int
    b: str
    pp: int
    holder: str | None = None
    at: str | None = None
    status: tuple[str, ...] = ()


class PlacementFace(Face, frozen=True, kw_only=True, tag="placement"):
    """A counter in its place, for its owner alone, while he sets up."""

    piece: str
    at: str
    looks: UnitFace | WeaponFace = msgspec.field(name="as")


class MineRecordFace(Face, frozen=True, kw_only=True, tag="mine_record"):
    """A minefield on its owner's record: `known` is what the enemy has found out of it."""

    at: str
    strength: int
    known: str


class MinefieldFace(Face, frozen=True, kw_only=True, tag="minefield"):
    """A minefield that everybody knows of."""

    at: str
    strength: int | None
    type: str = "A-P"


class ControlFace(Face, frozen=True, kw_only=True, tag="control"):
    """Who Controls a listed hex."""

    at: str
    side: Side


class SealFace(Face, frozen=True, kw_only=True, tag="seal"):
    """A side's seal and what has been opened of it."""

    side: Side
    root: str
    opened: tuple[Opening, ...]


class OrderFace(Face, frozen=True, kw_only=True, tag="order"):
    """What a side passes without being asked, for that side alone."""

    phase: bool
    breaks: bool


class TrayPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter of an OB and how it looks."""

    piece: str
    looks: UnitFace | WeaponFace = msgspec.field(name="as")


class TrayGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group of an OB: where it may set up and of what it consists."""

    name: str
    area_text: str
    pieces: tuple[TrayPiece, ...]
    mines: int


class TrayFace(Face, frozen=True, kw_only=True, tag="tray"):
    """A side's OB as the scenario card prints it, and whether its setup is sealed."""

    side: Side
    sealed: bool
    entropy: str
    groups: tuple[TrayGroup, ...]


def face(  # noqa: PLR0911 - one line for each kind of entity
    scenario: Scenario, entity: Entity, audience: Audience
) -> Face | None:
    """What an audience sees of an entity, None if it must not know of it."""
    side = side_of(audience)
    match entity:
        case Clock():
            return _clock(entity)
        case Unit():
            return _unit(entity)
        case Weapon():
            return _weapon(entity)
        case MineMarker():
            return MinefieldFace(id=entity.id, at=entity.at, strength=entity.strength)
        case Control():
            return ControlFace(id=entity.id, at=entity.id, side=entity.side)
        case Seal():
            opened = entity.opened
            return SealFace(id=entity.id, side=entity.side, root=entity.root, opened=opened)
        case SideState():
            return _tray(scenario.sides[entity.side], entity)
        case Placement():
            return _placement(scenario, entity, side)
        case Minefield():
            return _mine_record(entity, side)
        case StandingOrder():
            return _order(entity, side)
        case Envelope() | Mission():
            return None
        case _:
            raise TypeError(f"{type(entity).__name__} has no face")


def _clock(clock: Clock) -> ClockFace:
    setting_up = clock.active if clock.stage == "setup" else None
    return ClockFace(
        id=clock.id,
        stage=clock.stage,
        turn=clock.turn,
        turns=clock.turns,
        half_turn=clock.half_turn,
        phase=clock.phase,
        phasing=clock.phasing,
        active=clock.active,
        setting_up=setting_up,
        winner=clock.winner,
        reason=clock.reason,
    )


def _unit(unit: Unit) -> UnitFace:
    shown = _unit_looks(unit.id, unit.side, values(unit), unit.letter)
    strength = shown.strength
    if unit.wounded and values(unit).leadership is not None:
        strength = _leader_strength(values(unit).morale - 1, leadership(unit))
    return msgspec.structs.replace(
        shown,
        strength=strength,
        broken=unit.broken,
        at=unit.at,
        status=_status(unit),
        mf_left=mf_left(unit) / 2 if unit.moving else None,
        mf=allotment(unit) / 2,
    )


def _leader_strength(morale: int, drm: int) -> str:
    return f"{morale}+{drm}" if drm > 0 else f"{morale}-{-drm}"


def _status(unit: Unit) -> tuple[str, ...]:
    flags = {
        "dm": unit.dm,
        "pin": unit.pinned,
        "wounded": unit.wounded,
        "melee": unit.melee,
        "moved": unit.moved,
        "wa": unit.wall_advantage,
    }
    marks = [unit.fired.value] if unit.fired else []
    return (*(flag for flag, is_set in flags.items() if is_set), *marks)


def _unit_looks(id_: str, side: Side, printed: UnitType, letter: str) -> UnitFace:
    under = [0] if printed.assault_fire else []
    under += [1] if printed.spraying_fire else []
    under += [2] if printed.underscored_morale else []
    return UnitFace(
        id=id_,
        side=side,
        nation=printed.nation,
        type=printed.id,
        name=f"{printed.strength} {letter}".strip(),
        cls=printed.cls.value,
        grade=printed.grade or "",
        strength=printed.strength,
        smoke=printed.smoke,
        under=tuple(under),
        broken_ml=printed.broken_morale,
        self_rally=printed.self_rally,
    )


def _weapon(weapon: Weapon) -> WeaponFace:
    shown = _weapon_looks(weapon.id, weapon.side, weapon_values(weapon))
    return msgspec.structs.replace(shown, holder=weapon.holder, at=weapon.at)


def _weapon_looks(id_: str, side: Side, printed: WeaponType) -> WeaponFace:
    return WeaponFace(
        id=id_,
        side=side,
        nation=printed.nation,
        type=printed.id,
        name=printed.name,
        strength=printed.strength,
        rof=printed.rof,
        b=f"B{printed.breakdown}",
        pp=printed.pp,
    )


def _looks(side: Side, piece: Piece) -> UnitFace | WeaponFace:
    """How a counter of the OB looks; its id is the piece's."""
    if piece.is_weapon:
        return _weapon_looks(piece.id, side, weapon_type(piece.type))
    return _unit_looks(piece.id, side, unit_type(piece.type), piece.letter)


def _placement(scenario: Scenario, placed: Placement, side: Side | None) -> PlacementFace | None:
    at = placed.at.for_(side)
    if at is None:
        return None
    piece = scenario.sides[placed.owner].piece(placed.id)
    return PlacementFace(id=placed.id, piece=placed.id, at=at, looks=_looks(placed.owner, piece))


def _mine_record(record: Minefield, side: Side | None) -> MineRecordFace | None:
    at, strength = record.at.for_(side), record.strength.for_(side)
    if at is None or strength is None:
        return None
    known = "presence" if record.marker.for_(side) else "secret"
    if record.strength_known.for_(side):
        known = "strength"
    return MineRecordFace(id=record.id, at=at, strength=strength, known=known)


def _order(order: StandingOrder, side: Side | None) -> OrderFace | None:
    phase, breaks = order.phase.for_(side), order.breaks.for_(side)
    if phase is None or breaks is None:
        return None
    return OrderFace(id=order.id, phase=phase, breaks=breaks)


def _tray(card: SideCard, state: SideState) -> TrayFace:
    groups = tuple(
        TrayGroup(
            name=group.name,
            area_text=group.area_text,
            pieces=tuple(
                TrayPiece(piece=piece.id, looks=_looks(card.side, piece)) for piece in group.pieces
            ),
            mines=group.mines,
        )
        for group in card.groups
    )
    return TrayFace(
        id=state.id, side=state.side, sealed=state.sealed, entropy=state.entropy, groups=groups
    )
