"""Every field says whose it is, every kind has decided what others see, and only listed
Facts are told.
"""

import pytest

from rules.board.locations import HexId, LocationId
from rules.chapters.concealment.covers import dummy
from rules.forces.entities import (
    Envelope,
    FireOrder,
    Minefield,
    Placement,
    SideState,
    StandingOrder,
)
from rules.forces.manner import Facing
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed, Veiled
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import Entity, has_secrets
from rules.kernel.fact import Fact
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret, undeclared_fields
from rules.play.engine import record_columns, ruleset
from rules.play.faces import KINDS
from rules.play.moving.move_commands import EndMove, Move
from rules.play.moving.plans import PlannedMove
from rules.position.coverings import Covering, Hiding, SetupCrest
from rules.position.daisy_chains import LaidChain, Laying
from rules.position.hidden_fortifications import (
    Fortification,
    FortificationKind,
    HiddenFortification,
)
from rules.position.mines import AtMines, BoobyTraps, DummyMines, MineLine, MoreDummies, TrapLevel
from rules.position.real_control import RealControl
from rules.position.reserves import Reserve, SealedReserve
from rules.position.stacks import Glimpsed, StackSeen
from rules.proof.variations import FACTS

OWN = Side.B
RESERVE = Reserve(
    id=ShownId("rus-447-c"),
    side=OWN,
    counter=CounterId("rus-447-c"),
    type="rus-447",
    letter="C",
    turn=2,
    hexes=(HexId("so1:A1"),),
    stack=ShownId("o1"),
)
SECRET_ENTITIES: tuple[Entity, ...] = (
    Minefield(
        id="rb1",
        owner=OWN,
        at=Secret(HexId("so1:E5"), OWN),
        strength=Secret(8, OWN),
        marker=Secret(None, OWN),
        strength_known=Secret(False, OWN),
    ),
    AtMines(id="tb1", owner=OWN, at=Secret(HexId("so1:E5"), OWN), factors=Secret(2, OWN)),
    DummyMines(id="db1", owner=OWN, at=Secret(HexId("so1:E5"), OWN)),
    MoreDummies(id="b", owner=OWN, number=Secret(3, OWN)),
    MineLine(id="lb1", owner=OWN, hexes=Secret((HexId("so1:E5"), HexId("so1:E6")), OWN)),
    BoobyTraps(id="bb1", owner=OWN, board=Secret("so1", OWN), level=Secret(TrapLevel.C, OWN)),
    Placement(
        id="rus-447-b",
        owner=OWN,
        at=Secret(LocationId("so1:P4/0"), OWN),
        holder=Secret(None, OWN),
    ),
    Veiled(
        id="ub1",
        owner=OWN,
        what=Secret[Sealed](
            dummy(ShownId("ub1"), OWN, LocationId("so1:P4/0"), ShownId("c1"), "rus-dummy"),
            OWN,
        ),
    ),
    Covering(id="kb1", owner=OWN, at=Secret(LocationId("so1:P4/0"), OWN), count=Secret(2, OWN)),
    SetupCrest(
        id="rb9",
        owner=OWN,
        at=Secret(LocationId("so1:P4/0"), OWN),
        facing=Secret(Facing.NORTH, OWN),
    ),
    Hiding(id="hb1", owner=OWN, piece=Secret("rus-447-b", OWN)),
    HiddenFortification(
        id="fb1",
        owner=OWN,
        what=Secret(Fortification(kind=FortificationKind.WIRE, at=HexId("so1:E5")), OWN),
        inside=Secret((), OWN),
    ),
    LaidChain(
        id="kb2",
        owner=OWN,
        what=Secret(
            Laying(
                at=HexId("so1:E5"),
                weapon=CounterId("rus-chain-3-a"),
                by=CounterId("rus-447-a"),
                turn=1,
                phasing=OWN.enemy,
                phase=Phase.MPH,
            ),
            OWN,
        ),
    ),
    Envelope(id="b", owner=OWN, leaves=Secret((), OWN)),
    StandingOrder(
        id="b",
        owner=OWN,
        phase=Secret(False, OWN),
        units=Secret((), OWN),
        breaks=Secret(False, OWN),
        fire=Secret(FireOrder(fp=8), OWN),
        idle=Secret((Phase.DFPH,), OWN),
    ),
    PlannedMove(
        id="b",
        owner=OWN,
        units=Secret((ShownId("u1"),), OWN),
        commands=Secret((Move(units=(ShownId("u1"),), to=LocationId("so1:P5/0")), EndMove()), OWN),
    ),
    SealedReserve(id="rus-447-c", owner=OWN, what=Secret(RESERVE, OWN)),
    RealControl(id="so1:E5", owner=OWN, at=Secret(HexId("so1:E5"), OWN)),
    StackSeen(
        id="kb3",
        owner=OWN,
        at=Secret(LocationId("so1:P4/0"), OWN),
        seen=Secret((Glimpsed(CounterId("ger-467-a"), "4-6-7 A"),), OWN),
    ),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_of_every_kind_declares_its_audience(kind: type[Entity]) -> None:
    assert undeclared_fields(kind) == []


def test_every_kind_with_secrets_is_asked_below() -> None:
    assert {kind for kind in KINDS if has_secrets(kind)} == {type(e) for e in SECRET_ENTITIES}


@pytest.mark.parametrize("entity", SECRET_ENTITIES, ids=lambda entity: type(entity).__name__)
@pytest.mark.parametrize("audience", [Audience.PUBLIC, Audience.A])
def test_a_secret_entity_has_no_face_for_others(entity: Entity, audience: Audience) -> None:
    assert ruleset("first-light").face(entity, audience) is None


@pytest.mark.parametrize("entity", SECRET_ENTITIES, ids=lambda entity: type(entity).__name__)
def test_a_secret_entity_is_stored_as_its_owners(entity: Entity) -> None:
    """What operators look at, and what they do not, goes by that."""
    columns = record_columns(entity)
    assert (columns.owner, columns.kind) == (OWN.value, type(entity).__name__)
    assert not columns.revealed


def test_a_kind_that_holds_no_secret_has_no_record() -> None:
    with pytest.raises(TypeError, match="SideState"):
        record_columns(SideState(id="b", side=OWN, elr=3, san=0))


def test_the_owner_sees_his_own_records() -> None:
    rules = ruleset("first-light")
    shown = [rules.face(entity, Audience.B) for entity in SECRET_ENTITIES[:8]]
    laid = ["MineRecordFace", "MarkerFace", "MarkerFace", "MoreDummiesFace", "MarkerFace"]
    names = [*laid, "TrapsFace", "PlacementFace", "VeiledUnitFace"]
    assert [type(face).__name__ for face in shown] == names


def test_a_kind_without_a_decision_is_refused() -> None:
    class Unheard(Entity, frozen=True, kw_only=True, tag="unheard"):
        pass

    with pytest.raises(TypeError, match="Unheard"):
        ruleset("first-light").face(Unheard(id="x"), Audience.PUBLIC)


def test_public_state_of_a_side_does_not_count_its_secrets() -> None:
    rules = ruleset("first-light")
    states = [SideState(id="b", side=OWN, elr=3, san=0)]
    faces = {str(rules.face(state, audience)) for state in states for audience in Audience}
    assert len(faces) == 1


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__)
def test_every_fact_names_its_rule_and_what_it_gives_away(fact: type[Fact]) -> None:
    assert fact.rule
    assert fact.gives_away
