"""What a procedure may tell and issue at its table, and that it may not refuse."""

from typing import Any

import pytest

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.dice import ScriptedDice
from rules.kernel.game import Game
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.seal import MerkleSealer
from rules.kernel.table import Purpose, Table
from rules.kernel.view import LogLine
from rules.proof.toy.questions import MinesPresent, Noise
from rules.proof.toy.rules import Toy
from tests.rules.kernel.playing import MASTER, new_game, send


def table() -> Table:
    return new_game(ScriptedDice())._table()


def test_a_fact_writes_its_own_line() -> None:
    """Equal Facts give equal lines: there is nothing else that a line could be made of."""
    one, two = table(), table()
    for at in (one, two):
        at.tell(MinesPresent(side=Side.B, at="B1"))
    assert one.lines == two.lines
    ((audience, line),) = one.lines
    assert (audience, line.text) == (Audience.PUBLIC, "mines in B1")


def test_what_is_for_one_side_is_not_told_to_everybody() -> None:
    heard = Noise(by=Side.A, at="C1", heard=True)
    at = table()
    with pytest.raises(ValueError, match="one side alone"):
        at.tell(heard)
    at.tell(heard, Audience.A)
    assert [told.audience for told in at.facts] == [Audience.A]


def test_a_drawn_id_is_recorded_like_any_other_and_counts_on() -> None:
    at = table()
    drawn = [at.drawn_id(Audience.PUBLIC, "m") for _ in range(3)]
    assert at.record.ids == drawn
    assert len(set(drawn)) == 3
    assert at.new_id(Audience.PUBLIC, "c") == f"c{at._counters.ids[Audience.PUBLIC]}"


def test_a_line_shows_nobody_a_roll_that_he_does_not_see() -> None:
    at = new_game(ScriptedDice([(3,)]))._table()
    own = at.roll(Purpose("MC", "NMC", "T6", Side.A), 1, Audience.A)
    line = LogLine(kind="roll", text="a DR", roll=own.seen)
    for audience in (Audience.PUBLIC, Audience.B):
        with pytest.raises(ValueError, match="shows a roll of a to"):
            at.log(line, audience)
    at.log(line, Audience.A)
    assert at.lines[0][1].dice == (3,)


def test_a_roll_that_no_line_shows_gets_one() -> None:
    """A line to one side alone shows a public roll to that side alone."""
    at = new_game(ScriptedDice([(3, 4), (6,), (1,)]))._table()
    rolls = [
        at.roll(Purpose("IFT", "fire", "T3", Side.A), 2),
        at.roll(Purpose("MC", "NMC", "T6", Side.B), 1, Audience.B),
        at.roll(Purpose("TC", "a TC", "T6", Side.A), 1),
    ]
    at.log(LogLine(kind="roll", text="with its DRM", roll=rolls[0].seen), Audience.A)
    at.log(LogLine(kind="roll", text="a TC", roll=rolls[2].seen))
    at.show_the_rest()
    at.show_the_rest()
    assert [(to, line.roll, line.secret) for to, line in at.lines[2:]] == [
        (Audience.PUBLIC, rolls[0].seen, False),
        (Audience.B, rolls[1].seen, True),
    ]


class Refusing(Toy):
    def begin(self, table: Table, side: Side, command: Command) -> Procedure[None]:
        return self._refuse(command)

    async def _refuse(self, command: Any) -> None:
        raise Refused("T1", "There is something there that you cannot see.")


def test_a_procedure_cannot_refuse() -> None:
    """It knows the world: what it refused would tell the player of it."""
    game = Game.new(Refusing(), dice=ScriptedDice(), sealer=MerkleSealer(MASTER))
    units = ["pa1", "pa2", "pa3"]
    with pytest.raises(RuntimeError, match="after it was accepted"):
        send(game, Side.A, verb="move", units=units, to="B1")
