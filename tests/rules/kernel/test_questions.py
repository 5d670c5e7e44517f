"""Every field of every question says whose it is, and a secret one serves its own side alone."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.questions.glimpse import parted, whole
from rules.board.locations import HexId, location
from rules.kernel.audience import Audience, Side
from rules.kernel.entropy import AwaitLine
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Question
from rules.kernel.secret import Public, Secret, undeclared_fields
from rules.play import phases
from rules.play.moving.movement import ContinueMove
from rules.play.part import AslQuestion
from rules.proof.toy.questions import GoOn, Window
from rules.proof.toy.rules import asked_about


def kinds_of(kind: type[Question[Any]]) -> list[type[Question[Any]]]:
    """The questions that are asked: those with no others below them."""
    below = kind.__subclasses__()
    return [one for sub in below for one in kinds_of(sub)] if below else [kind]


QUESTIONS = [*dict.fromkeys([*phases.QUESTIONS, *kinds_of(AslQuestion)]), AwaitLine, Window, GoOn]
ASKED = GoOn(
    side=Side.A,
    at="A1",
    movers=Secret((ShownId("pa1"), ShownId("pa2")), Side.A),
    shown=(ShownId("c1"),),
)


@pytest.mark.parametrize("kind", QUESTIONS, ids=lambda kind: kind.__name__)
def test_every_field_of_every_question_declares_its_audience(kind: type[Question[Any]]) -> None:
    assert undeclared_fields(kind) == []


def test_an_undeclared_field_of_a_question_is_found() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Careless(Question[None]):
        known: Public[int]
        hidden: Secret[int]
        forgotten: int

    assert undeclared_fields(Careless) == ["forgotten"]


def test_who_moves_is_told_to_the_side_that_is_asked_alone() -> None:
    told = {audience: asked_about(ASKED, audience) for audience in Audience}
    assert told[Audience.A] == ("pa1", "pa2")
    assert told[Audience.B] == told[Audience.PUBLIC] == ("c1",)


def test_a_question_is_taken_apart_and_put_together_without_its_secrets_being_pickled() -> None:
    question = ContinueMove(
        side=Side.B,
        movers=Secret((ShownId("ub1"),), Side.B),
        shown=(ShownId("c4"),),
        at=location(HexId("x:A1")),
    )
    assert not any(
        isinstance(value, Secret) for part in parted(question)[1:] for value in part.values()
    )
    assert whole(parted(question)) == question
