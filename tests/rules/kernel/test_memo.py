"""Questions asked once: kept as long as what they were asked of is the same, and never longer."""

import pytest

from rules.forces.entities import Goal, Objective
from rules.kernel.audience import Audience, Side
from rules.kernel.document import Faces
from rules.kernel.entity import Entity
from rules.kernel.memo import asked_once
from rules.kernel.view import Face
from rules.kernel.world import Known, View, World


def mission(at_least: int) -> Objective:
    return Objective(id="mission", side=Side.A, counts=Goal.CVP, at_least=at_least)


class Count:
    """A question that counts how often it was worked out."""

    def __init__(self) -> None:
        self.times = 0

        @asked_once
        def wanted(view: View, more: int = 0) -> int:
            self.times += 1
            return view.get(Objective, "mission").at_least + more

        self.ask = wanted


def test_the_same_question_is_worked_out_once() -> None:
    count, world = Count(), World([mission(3)])
    assert [count.ask(world), count.ask(world), count.ask(world, 1), count.ask(world, 1)] == [
        3,
        3,
        4,
        4,
    ]
    assert count.times == 2


@pytest.mark.parametrize("way", ["change", "drop and add", "apply"])
def test_a_change_of_any_kind_ends_what_was_kept(way: str) -> None:
    count, world = Count(), World([mission(3)])
    assert count.ask(world) == 3
    old = world.get(Objective, "mission")
    match way:
        case "change":
            world.change(old, at_least=5)
        case "drop and add":
            world.drop(old)
            world.add(mission(5))
        case _:
            other = World([old])
            other.change(old, at_least=5)
            world.apply(other.take_changes())
    assert count.ask(world) == 5


def test_what_was_undone_is_asked_anew() -> None:
    count, world = Count(), World([mission(3)])
    world.change(world.get(Objective, "mission"), at_least=5)
    assert count.ask(world) == 5
    world.apply([change.inverse() for change in world.take_changes()])
    assert count.ask(world) == 3


def test_a_copy_keeps_its_own() -> None:
    count, world = Count(), World([mission(3)])
    assert count.ask(world) == 3
    copy = world.copy()
    assert copy.kept == {}
    copy.change(copy.get(Objective, "mission"), at_least=5)
    assert (count.ask(copy), count.ask(world)) == (5, 3)


def test_worlds_of_the_same_version_share_nothing() -> None:
    count = Count()
    worlds = World([mission(3)]), World([mission(5)])
    assert worlds[0].version == worlds[1].version
    assert [count.ask(world) for world in worlds] == [3, 5]


def test_what_a_side_knows_never_finds_an_answer_of_the_truth() -> None:
    count, world = Count(), World([mission(5)])
    known = Known(world.version, [mission(3)])
    assert (count.ask(world), count.ask(known), count.ask(world)) == (5, 3, 5)
    assert count.times == 2


def test_an_exception_is_not_kept() -> None:
    count, world = Count(), World()
    with pytest.raises(KeyError):
        count.ask(world)
    world.add(mission(3))
    assert count.ask(world) == 3


def test_arguments_have_no_names() -> None:
    count, world = Count(), World([mission(3)])
    with pytest.raises(TypeError, match="unexpected keyword"):
        count.ask(world, more=1)
    assert count.times == 0


class OwnMissions:
    """Faces of missions: each is seen by its own side alone."""

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        if isinstance(entity, Objective) and entity.side.audience is audience:
            return Face(id=f"{entity.id} {entity.at_least}")
        return None


def missions() -> World:
    other = Objective(id="other", side=Side.B, counts=Goal.CVP, at_least=7)
    return World([mission(3), other])


def test_a_side_keeps_its_knowledge_until_something_it_knows_changes() -> None:
    world, faces, count = missions(), Faces(OwnMissions()), Count()
    mine, theirs = (faces.known(world, side.audience) for side in Side)
    assert count.ask(mine) == 3
    world.change(world.get(Objective, "other"), at_least=9)
    assert faces.known(world, Audience.A) is mine
    assert faces.known(world, Audience.B).get(Objective, "other").at_least == 9
    assert theirs.get(Objective, "other").at_least == 7
    world.change(world.get(Objective, "mission"), at_least=5)
    assert count.ask(faces.known(world, Audience.A)) == 5
    assert [key.endswith("mission 5") for key in faces.faces(world, Audience.A)] == [True]
    assert faces.known(world, Audience.B).find(Objective, "mission") is None
    assert faces.known(world, Audience.PUBLIC).all(Objective) == ()


def test_knowledge_is_of_the_world_that_is_asked_about() -> None:
    world, faces = missions(), Faces(OwnMissions())
    before = faces.known(world, Audience.A)
    twin = world.copy()
    assert faces.known(twin, Audience.A) is before
    twin.change(twin.get(Objective, "mission"), at_least=5)
    assert faces.known(twin, Audience.A).get(Objective, "mission").at_least == 5
    assert faces.known(world, Audience.A).get(Objective, "mission").at_least == 3
    twin.drop(twin.get(Objective, "mission"))
    assert faces.known(twin, Audience.A).all(Objective) == ()
    assert faces.faces(twin, Audience.A) == {}
