"""States that keep units from acts: one list for offers and refusals alike."""

from functools import partial

import pytest

from rules.chapters.movement import able
from rules.chapters.movement.able import Act, State, is_able, what_bars
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.play.activity import AnyActivity
from rules.play.firing.fire import FIRE, Fire
from rules.play.moving.advance import ADVANCE, Advance
from rules.play.moving.move_commands import Move
from rules.play.moving.movement import MOVE
from tests.rules.helpers import Bench, at, unit

ACTS = [
    (Phase.PFPH, FIRE, Fire(units=(ShownId("g"),), at=at("A3"))),
    (Phase.MPH, MOVE, Move(units=(ShownId("g"),), to=at("A2"))),
    (Phase.APH, ADVANCE, Advance(units=(ShownId("g"),), to=at("A2"))),
]


@pytest.mark.parametrize(
    ("state", "barred"),
    [
        ("broken", {Act.FIRE, Act.MOVE, Act.ADVANCE}),
        ("ti", {Act.FIRE, Act.MOVE, Act.ADVANCE}),
        ("melee", {Act.FIRE, Act.MOVE, Act.ADVANCE}),
        ("pinned", {Act.MOVE, Act.ADVANCE}),
    ],
)
def test_what_a_state_bars(state: str, barred: set[Act]) -> None:
    one = unit("g", "ger-467", "A1", **{state: True})
    position = Bench("size 9 x 6", [one]).table.truth
    assert {act for act in Act if not is_able(position, one, act)} == barred
    assert {act for act in Act if what_bars(position, one, act) is not None} == barred


@pytest.mark.parametrize(("phase", "activity", "command"), ACTS)
def test_a_new_state_is_neither_offered_nor_accepted(
    phase: Phase, activity: AnyActivity, command: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = [unit("g", "ger-467", "A1", wounded=True), unit("r", "rus-447", "A3")]
    bench = partial(Bench, "size 9 x 6", units, phase=phase)
    known = bench().table.known(Side.A)
    assert list(activity.offers(known, Side.A))
    activity.refuse(known, Side.A, command)
    asleep = State("A0.1", lambda position, unit: unit.wounded, frozenset(Act), "sleeps")
    monkeypatch.setattr(able, "BARRING", able.by_act((*able.STATES, asleep)))
    known = bench().table.known(Side.A)
    assert not list(activity.offers(known, Side.A))
    with pytest.raises(Refused, match="sleeps and may not"):
        activity.refuse(known, Side.A, command)
