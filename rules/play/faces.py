"""What each audience sees of each entity (docs/wire.md §4). The only way from the world to the
wire.

`FACES` has every kind of entity with its decision; what is not in it can neither be stored nor
seen. A Secret is opened here for the sides it names and for nobody else. A counter that is no unit
or weapon may have a `MarkerFace`, which the browser draws whatever it stands for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from rules.chapters.movement.a04_movement import mf_left, mf_of
from rules.chapters.ordnance.c06_acquisition import Acquired, acquired_face
from rules.chapters.rubble.b24_clearance import Clearing, clearing_face
from rules.chapters.rubble.b24_labor import Labor, labor_face
from rules.chapters.victory.a26_control import hex_of_control
from rules.chapters.water.e06_drowning import danger_of
from rules.chapters.works.b23_fortified import fortified_face
from rules.chapters.works.b29_roadblocks import roadblock_face
from rules.chapters.works.b30_pillboxes import pillbox_face
from rules.forces.counter_kinds import UNIT, WEAPON, CounterKind, kind_of
from rules.forces.entities import (
    Clock,
    Conditions,
    Control,
    Encirclement,
    Envelope,
    FireLane,
    FireOrder,
    Minefield,
    MineMarker,
    Objective,
    Placement,
    Residual,
    Ring,
    Seal,
    SideState,
    StandingOrder,
)
from rules.forces.lookup import unit_type, weapon_type
from rules.forces.sealed import Sealed, Veiled
from rules.forces.seen import Cover
from rules.forces.types import WeaponType
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.seal import Opening
from rules.kernel.view import Face
from rules.play.badges import COVER_BADGES, UNIT_BADGES, WEAPON_BADGES, words
from rules.play.firing.kindling import blaze_face, flame_face
from rules.play.firing.smoke import smoke_face
from rules.play.moving.digging import entrenchment_face, wire_face
from rules.play.moving.move_commands import Going
from rules.play.moving.plans import PlannedMove
from rules.position.alpine import AlpineHills, alpine_hills_face
from rules.position.boats import Boat, boat_face
from rules.position.coverings import (
    Covering,
    Hiding,
    SetupCrest,
    covering_face,
    hiding_face,
    setup_crest_face,
)
from rules.position.daisy_chains import LaidChain, laid_chain_face
from rules.position.fire import Blaze, Flame
from rules.position.fortifications import Entrenchment, FortifiedLocation, Pillbox, Wire
from rules.position.hidden_fortifications import (
    HiddenFortification,
    hidden_fortification_face,
)
from rules.position.horses import Horses, Mounted, horses_face
from rules.position.law import Law
from rules.position.marker import MarkerFace
from rules.position.mines import (
    AtMarker,
    AtMines,
    AtRemoval,
    BoobyTraps,
    DummyMines,
    FoundMines,
    MineArrow,
    MineLine,
    MoreDummies,
    arrow_face,
    at_marker_face,
    at_mines_face,
    at_removal_face,
    booby_traps_face,
    dummy_mines_face,
    found_mines_face,
    mine_line_face,
    more_dummies_face,
)
from rules.position.placed_charges import Charge, charge_face
from rules.position.position import leadership, values
from rules.position.real_control import RealControl
from rules.position.reserves import (
    Reserve,
    SealedReserve,
    StackOffMap,
    stack_off_map_face,
)
from rules.position.roadblocks import Roadblock
from rules.position.rubble import Rubble, rubble_face
from rules.position.set_charges import SetCharge, set_charge_face
from rules.position.smoke import Smoke
from rules.position.snipers import Sniper, sniper_face
from rules.position.stacks import StackSeen, stack_seen_face
from rules.position.trail_breaks import (
    PartialBreak,
    TrailBreak,
    partial_break_face,
    trail_break_face,
)
from rules.position.water import (
    FordingLine,
    Waters,
    WatersFace,
    fording_line_face,
    waters_face,
)
from rules.scenarios.types import Piece, Scenario, SideCard

E = TypeVar("E", bound=Entity)


@dataclass(frozen=True)
class InForce:
    """What faces depend on besides the entity: the scenario's card, and its law."""

    scenario: Scenario
    law: Law


Look: TypeAlias = Callable[[InForce, Any, Audience], Face | None]
"""What an audience sees of an entity of one kind, or None if it must not know of it."""


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
    draw: Side | None
    winner: Side | None
    reason: str


class ConditionsFace(Face, frozen=True, kw_only=True, tag="conditions"):
    """The year, the Environmental Conditions and the wind."""

    year: int
    ec: str
    wind: str
    wind_to: int | None
    gusts_to: int | None
    deep_snow: bool = False


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
    aboard: ShownId | None = None


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
    holder: ShownId | None = None
    at: str | None = None
    status: tuple[str, ...] = ()


class VeiledUnitFace(UnitFace, frozen=True, kw_only=True, tag="unit"):
    """A concealed or hidden unit or Dummy, for its owner alone: its face, and under what it is."""

    cover: ShownId


class VeiledWeaponFace(WeaponFace, frozen=True, kw_only=True, tag="weapon"):
    """The same of a support weapon."""

    cover: ShownId


class WaitingUnitFace(UnitFace, frozen=True, kw_only=True, tag="unit"):
    """A unit that waits off the map (A2.5): the `turn` it is due, `before` which hex it has been
    set up, if it has, and how far `back` off the map. Under a "?" its owner alone is told of it,
    with the `stack` that everybody sees of it (A12.12).
    """

    turn: int
    before: str | None
    back: int
    stack: ShownId | None


class WaitingWeaponFace(WeaponFace, frozen=True, kw_only=True, tag="weapon"):
    """A support weapon off the map, where its holder is."""

    stack: ShownId | None


class CoverFace(Face, frozen=True, kw_only=True, tag="cover"):
    """A "?", as everybody sees it, its owner too: in the colours of the main nation of its side,
    whatever is under it.
    """

    side: Side
    nation: str
    at: str
    moving: bool
    status: tuple[str, ...] = ()


class PlacementFace(Face, frozen=True, kw_only=True, tag="placement"):
    """A counter in its place, for its owner alone, while he sets up."""

    piece: str
    at: str
    looks: Face = msgspec.field(name="as")


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
    dummy: bool = False


class ControlFace(Face, frozen=True, kw_only=True, tag="control"):
    """Who Controls a listed hex, or the building or Location in it."""

    at: str
    side: Side
    of: str


class ObjectiveFace(Face, frozen=True, kw_only=True, tag="objective"):
    """One of the ways to win of the side that has any, as the card prints it."""

    side: Side
    counts: str
    at_least: int
    of: tuple[str, ...]
    turn: int | None
    at_once: bool


class SealFace(Face, frozen=True, kw_only=True, tag="seal"):
    """A side's seal and what has been opened of it."""

    side: Side
    root: str
    opened: tuple[Opening, ...]


class OrderFace(Face, frozen=True, kw_only=True, tag="order"):
    """What a side passes without being asked, for that side alone."""

    phase: bool
    breaks: bool
    fire: FireOrder | None
    idle: tuple[str, ...]


class PlannedMoveFace(Face, frozen=True, kw_only=True, tag="planned_move"):
    """The rest of a side's drawn move, for that side alone: where its units go by themselves, and
    whether they stop at the end.
    """

    units: tuple[ShownId, ...]
    to: tuple[str, ...]
    stops: bool


class TrayPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter of an OB and how it looks."""

    piece: str
    looks: Face = msgspec.field(name="as")


class TrayGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group of an OB: where it may set up, or enter on a `turn`, and of what it consists."""

    name: str
    area_text: str
    pieces: tuple[TrayPiece, ...]
    mines: int
    turn: int | None = None
    known_mines: int = 0
    dummy_mines: int = 0
    concealment: int = 0
    fortifications: tuple[str, ...] = ()


class TrayFace(Face, frozen=True, kw_only=True, tag="tray"):
    """A side's OB as the scenario card prints it, and what everybody knows of the side: whether its
    setup is sealed, its ELR and SAN, and whether it gives no quarter (A20.3).
    """

    side: Side
    sealed: bool
    elr: int
    san: int
    no_quarter: bool
    cvp: int
    exit_vp: int
    groups: tuple[TrayGroup, ...]


def face(in_force: InForce, entity: Entity, audience: Audience) -> Face | None:
    """What an audience sees of an entity, or None if it must not know of it."""
    look = FACES.get(type(entity))
    if look is None:
        raise TypeError(f"{type(entity).__name__} has no face")
    return look(in_force, entity, audience)


def plain(make: Callable[[E], Face | None]) -> Look:
    """The same for everybody, of the entity alone; None while it has no place to be seen at."""
    return lambda in_force, entity, audience: make(entity)


def for_sides(make: Callable[[E, Side | None], Face | None]) -> Look:
    """A face for those sides that may know: of the entity and of who looks, None a spectator."""
    return lambda in_force, entity, audience: make(entity, side_of(audience))


def never(in_force: InForce, entity: Entity, audience: Audience) -> Face | None:
    """What the server keeps for itself."""
    return None


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
        draw=clock.draw,
        winner=clock.winner,
        reason=clock.reason,
    )


def _conditions(conditions: Conditions) -> ConditionsFace:
    return ConditionsFace(
        id=conditions.id,
        year=conditions.year,
        ec=conditions.ec,
        wind=conditions.wind,
        wind_to=conditions.wind_to,
        gusts_to=conditions.gusts_to,
        deep_snow=conditions.deep_snow,
    )


def _unit(law: Law, unit: Unit) -> UnitFace:
    shown = _unit_looks(unit.id, unit.side, unit.type, unit.letter)
    strength = shown.strength
    if unit.wounded and values(unit).leadership is not None:
        strength = _leader_strength(values(unit).morale - 1, leadership(unit))
    return msgspec.structs.replace(
        shown,
        strength=strength,
        broken=unit.broken,
        at=unit.at,
        status=words(UNIT_BADGES, unit),
        mf_left=mf_left(law, unit) / 2 if unit.moving else None,
        mf=mf_of(law, unit) / 2,
        aboard=unit.aboard,
    )


def _leader_strength(morale: int, drm: int) -> str:
    return f"{morale}+{drm}" if drm > 0 else f"{morale}-{-drm}"


def _unit_looks(id_: str, side: Side, type_: str, letter: str) -> UnitFace:
    printed = unit_type(type_)
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
    shown = _weapon_looks(weapon.id, weapon.side, weapon.type, weapon.letter)
    status = words(WEAPON_BADGES, weapon)
    return msgspec.structs.replace(shown, holder=weapon.holder, at=weapon.at, status=status)


def _weapon_looks(id_: str, side: Side, type_: str, letter: str) -> WeaponFace:
    printed = weapon_type(type_)
    return WeaponFace(
        id=id_,
        side=side,
        nation=printed.nation,
        type=printed.id,
        name=printed.name,
        strength=printed.strength,
        rof=printed.rof,
        b=_breakdown(printed),
        pp=printed.pp,
    )


def _breakdown(printed: WeaponType) -> str:
    """Its B# or X# as on the counter; a Daisy Chain has none (B28.531)."""
    return "" if printed.factors else f"{'X' if printed.x else 'B'}{printed.breakdown}"


def _looks(side: Side, piece: Piece) -> Face:
    """How a counter of the OB looks; its id is the piece's."""
    return COUNTERS[piece.kind].printed(piece.id, side, piece.type, piece.letter)


def _veiled(law: Law, counter: Sealed | None) -> Face | None:
    """What the owner of an envelope sees; None for all others."""
    if counter is None:
        return None
    faces = COUNTERS[kind_of(counter)]
    shown = faces.open(law, counter)
    return faces.veiled(cover=counter.under or ShownId(""), **asdict(shown))


def _cover(cover: Cover, nation: str) -> CoverFace:
    return CoverFace(
        id=cover.id,
        side=cover.side,
        nation=nation,
        at=cover.at,
        moving=cover.moving,
        status=words(COVER_BADGES, cover),
    )


def _reserve(waiting: Reserve) -> Face:
    """Who waits off the map looks as on it, and is nowhere on it."""
    faces = COUNTERS[waiting.counter_kind]
    printed = faces.printed(waiting.id, waiting.side, waiting.type, waiting.letter)
    return faces.waiting(waiting, asdict(printed))


def _waiting_unit(waiting: Reserve, printed: dict[str, Any]) -> Face:
    return WaitingUnitFace(
        turn=waiting.turn,
        before=waiting.beside,
        back=waiting.back,
        stack=waiting.stack,
        **printed,
    )


def _waiting_weapon(waiting: Reserve, printed: dict[str, Any]) -> Face:
    return WaitingWeaponFace(stack=waiting.stack, **{**printed, "holder": waiting.holder})


def _sealed_reserve(sealed: SealedReserve, side: Side | None) -> Face | None:
    waiting = sealed.what.for_(side)
    return None if waiting is None else _reserve(waiting)


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
    phase, breaks, idle = order.phase.for_(side), order.breaks.for_(side), order.idle.for_(side)
    if phase is None or breaks is None or idle is None:
        return None
    fire = order.fire.for_(side)
    return OrderFace(id=order.id, phase=phase, breaks=breaks, fire=fire, idle=idle)


def _planned_move(plan: PlannedMove, side: Side | None) -> PlannedMoveFace | None:
    units, commands = plan.units.for_(side), plan.commands.for_(side)
    if units is None or commands is None:
        return None
    to = tuple(step.leads_to for step in commands if isinstance(step, Going))
    stops = len(to) < len(commands)
    return PlannedMoveFace(id=plan.id, units=units, to=to, stops=stops)


def _tray(card: SideCard, state: SideState) -> TrayFace:
    groups = tuple(
        TrayGroup(
            name=group.name,
            area_text=group.area_text,
            pieces=tuple(
                TrayPiece(piece=piece.id, looks=_looks(card.side, piece)) for piece in group.pieces
            ),
            mines=group.mines,
            turn=group.turn,
            known_mines=group.known_mines,
            dummy_mines=group.dummy_mines,
            concealment=group.concealment,
            fortifications=group.fortifications.words,
        )
        for group in card.groups
    )
    return TrayFace(
        id=state.id,
        side=state.side,
        sealed=state.sealed,
        elr=state.elr,
        san=state.san,
        no_quarter=state.no_quarter,
        cvp=state.cvp,
        exit_vp=state.exit_vp,
        groups=groups,
    )


def _mine_marker(marker: MineMarker) -> MinefieldFace:
    return MinefieldFace(id=marker.id, at=marker.at, strength=marker.strength, dummy=marker.dummy)


def _waters(one: Waters) -> WatersFace:
    return replace(waters_face(one), danger=danger_of(one.current))


def _residual(residual: Residual) -> MarkerFace:
    return MarkerFace(
        id=residual.id, at=residual.at, name=f"{residual.fp} Residual FP", letters=f"R{residual.fp}"
    )


def _fire_lane(lane: FireLane) -> MarkerFace:
    return MarkerFace(id=lane.id, at=lane.at, name="Fire Lane", letters="FL")


def _encirclement(ring: Encirclement) -> MarkerFace:
    return MarkerFace(id=ring.id, at=ring.at, name="Encircled", letters="Enc")


def _control(control: Control) -> ControlFace:
    at = hex_of_control(control)
    return ControlFace(id=control.id, at=at, side=control.side, of=control.of.value)


def _objective(objective: Objective) -> ObjectiveFace:
    return ObjectiveFace(
        id=objective.id,
        side=objective.side,
        counts=objective.counts.value,
        at_least=objective.at_least,
        of=objective.of,
        turn=objective.turn,
        at_once=objective.at_once,
    )


def _seal(seal: Seal) -> SealFace:
    return SealFace(id=seal.id, side=seal.side, root=seal.root, opened=seal.opened)


@dataclass(frozen=True)
class CounterFaces:
    """How a kind of counter of an OB looks: as it is `printed`, in the tray; in the `open`; to its
    owner in an envelope (`veiled`: the same and its "?"); `waiting` off the map.
    """

    printed: Callable[[str, Side, str, str], Face]
    open: Callable[[Law, Any], Face]
    veiled: Callable[..., Face]
    waiting: Callable[[Reserve, dict[str, Any]], Face]


COUNTERS: Mapping[CounterKind, CounterFaces] = {
    UNIT: CounterFaces(_unit_looks, _unit, VeiledUnitFace, _waiting_unit),
    WEAPON: CounterFaces(
        _weapon_looks, lambda law, weapon: _weapon(weapon), VeiledWeaponFace, _waiting_weapon
    ),
}


FACES: Mapping[type[Entity], Look] = {
    Clock: plain(_clock),
    Conditions: plain(_conditions),
    Objective: plain(_objective),
    Unit: lambda in_force, unit, audience: _unit(in_force.law, unit),
    Weapon: plain(_weapon),
    Veiled: lambda in_force, veiled, audience: _veiled(
        in_force.law, veiled.what.for_(side_of(audience))
    ),
    Cover: lambda in_force, cover, audience: _cover(
        cover, in_force.scenario.sides[cover.side].nation
    ),
    Placement: lambda in_force, placed, audience: _placement(
        in_force.scenario, placed, side_of(audience)
    ),
    Minefield: for_sides(_mine_record),
    MineMarker: plain(_mine_marker),
    AtMines: for_sides(at_mines_face),
    DummyMines: for_sides(dummy_mines_face),
    MineLine: for_sides(mine_line_face),
    BoobyTraps: for_sides(booby_traps_face),
    MoreDummies: for_sides(more_dummies_face),
    MineArrow: plain(arrow_face),
    AtMarker: plain(at_marker_face),
    FoundMines: plain(found_mines_face),
    LaidChain: for_sides(laid_chain_face),
    AtRemoval: plain(at_removal_face),
    TrailBreak: plain(trail_break_face),
    PartialBreak: plain(partial_break_face),
    Residual: plain(_residual),
    FireLane: plain(_fire_lane),
    Ring: never,
    Encirclement: plain(_encirclement),
    Control: plain(_control),
    RealControl: never,
    Seal: plain(_seal),
    Envelope: never,
    SideState: lambda in_force, state, audience: _tray(in_force.scenario.sides[state.side], state),
    StandingOrder: for_sides(_order),
    PlannedMove: for_sides(_planned_move),
    Smoke: plain(smoke_face),
    Reserve: plain(_reserve),
    SealedReserve: for_sides(_sealed_reserve),
    StackOffMap: lambda in_force, stack, audience: stack_off_map_face(
        stack, in_force.scenario.sides[stack.side].nation
    ),
    Flame: plain(flame_face),
    Blaze: plain(blaze_face),
    Entrenchment: plain(entrenchment_face),
    Wire: plain(wire_face),
    Roadblock: plain(roadblock_face),
    Rubble: plain(rubble_face),
    Pillbox: plain(pillbox_face),
    FortifiedLocation: plain(fortified_face),
    Labor: plain(labor_face),
    Clearing: plain(clearing_face),
    Charge: plain(charge_face),
    SetCharge: plain(set_charge_face),
    Acquired: plain(acquired_face),
    Sniper: lambda in_force, one, audience: sniper_face(
        one, in_force.scenario.sides[one.side].nation
    ),
    Covering: lambda in_force, one, audience: covering_face(
        one, side_of(audience), in_force.scenario.sides[one.owner].nation
    ),
    Hiding: for_sides(hiding_face),
    SetupCrest: for_sides(setup_crest_face),
    HiddenFortification: for_sides(hidden_fortification_face),
    StackSeen: for_sides(stack_seen_face),
    Waters: plain(_waters),
    AlpineHills: plain(alpine_hills_face),
    FordingLine: lambda in_force, one, audience: fording_line_face(
        one, in_force.scenario.sides[one.side].nation
    ),
    Boat: lambda in_force, one, audience: boat_face(one, in_force.scenario.sides[one.side].nation),
    Horses: plain(horses_face),
    Mounted: never,
}
"""Every kind of entity of these rules, and what is seen of it."""

KINDS: tuple[type[Entity], ...] = tuple(FACES)
"""Every kind, in the order of the list: storage knows those and no others."""
