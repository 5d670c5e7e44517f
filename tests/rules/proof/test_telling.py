"""What the secrecy check says of single Facts, and of the Facts of two worlds together."""

from collections.abc import Callable

import msgspec
import pytest

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import ScriptedDice
from rules.kernel.fact import Fact
from rules.kernel.game import Step
from rules.kernel.table import Told
from rules.proof.telling import facts_of, faults, in_another_order, parted, public_part
from rules.proof.toy import toy_rules
from rules.proof.toy.entities import PieceType
from rules.proof.toy.questions import FACTS, MinesPresent, MineStrength, Noise, PieceRevealed
from rules.proof.toy.variations import is_due
from rules.proof.variations import FACTS as ASL_FACTS
from tests.rules.kernel.playing import new_game, send

Change = Callable[[Told], Told]


@pytest.fixture
def step() -> Step:
    """A step into mines that miss: their presence is told, and that they missed."""
    game = new_game(ScriptedDice([(1,), (1,), (6, 6)]))
    return send(game, Side.A, verb="move", units=["pa1", "pa2", "pa3"], to="B1")


def told(fact: Fact, step: Step) -> Told:
    first = step.facts[0]
    return Told(Audience.PUBLIC, fact, first.line, first.rolls, first.known)


def test_what_is_told_rightly_has_no_fault(step: Step) -> None:
    assert [list(faults(toy_rules(), FACTS, step, one)) for one in step.facts] == [[], []]


def test_a_fact_that_nobody_listed(step: Step) -> None:
    found = [what for what, *_ in faults(toy_rules(), FACTS[1:], step, step.facts[0])]
    assert found == ["a Fact that is not listed"]


def test_a_fact_for_one_side_told_to_all(step: Step) -> None:
    noise = told(Noise(by=Side.A, at="B1", heard=True), step)
    assert "a Fact told to too many" in [
        what for what, *_ in faults(toy_rules(), FACTS, step, noise)
    ]


def test_a_fact_that_says_more_than_its_type(step: Step) -> None:
    (present, *_) = step.facts
    fact = msgspec.structs.replace(present.fact, at="B1, strength 8")
    found = [what for what, *_ in faults(toy_rules(), FACTS, step, told(fact, step))]
    assert "a Fact that says more than its type" in found


def test_a_fact_in_other_words(step: Step) -> None:
    at = step.facts[0].line
    to, line = step.lines[at]
    other = (to, msgspec.structs.replace(line, text=f"{line.text}!"))
    lines = (*step.lines[:at], other, *step.lines[at + 1 :])
    spoilt = Step(**{**step.__dict__, "lines": lines})
    found = [what for what, *_ in faults(toy_rules(), FACTS, spoilt, step.facts[0])]
    assert found == ["the words of a Fact"]


def test_the_same_facts_in_another_order_are_not_lawful(step: Step) -> None:
    one = [told(MinesPresent(side=Side.B, at=at), step) for at in ("B1", "B2")]
    assert parted(one, one) is None
    assert parted(one, one[::-1]) == 0
    assert in_another_order(one, one[::-1])
    assert parted(one, one[:1]) == 1
    assert not in_another_order(one, one[:1])
    assert len(set(facts_of(one))) == 2


def test_a_fact_is_due_where_something_has_entered(step: Step) -> None:
    game = new_game(ScriptedDice())
    sent = [game.decode(b'{"verb":"move","units":["pa1"],"to":"B1"}')]
    world = game.world
    assert is_due(MinesPresent(side=Side.B, at="B1"), world, world, sent)
    assert not is_due(MinesPresent(side=Side.B, at="B2"), world, world, sent)
    assert not is_due(MineStrength(side=Side.B, at="B2", strength=7), world, world, sent)
    revealed = PieceRevealed(side=Side.B, type=PieceType.GUN, at="B2", under=None, broken=False)
    assert is_due(revealed, world, world, sent)
    assert not is_due(revealed, world, world, [])


@pytest.mark.parametrize("kind", [*FACTS, *ASL_FACTS], ids=lambda kind: kind.__name__)
def test_every_fact_says_which_of_its_fields_were_secret(kind: type[Fact]) -> None:
    fields = {field.name for field in msgspec.structs.fields(kind)}
    assert set(kind.tells) <= fields
    assert kind.tells


def test_the_public_part_of_a_fact_is_what_it_does_not_tell() -> None:
    one, two = (MineStrength(side=Side.B, at="B1", strength=n) for n in (4, 9))
    assert public_part(one) == public_part(two)
    assert public_part(one) != public_part(MineStrength(side=Side.B, at="B2", strength=4))
