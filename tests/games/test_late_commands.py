"""What is given while something is told: an order holds whatever happened, all else is stale."""

from uuid import UUID

import pytest

from games.services import Outcome, game_create, play
from games.services.offering import offered
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.position.position import CLOCK
from tests.games.playing import command, loaded, set_up

A, B = Side


@pytest.fixture
def game_id(transactional_db: None) -> UUID:
    """A stored game of the skirmish, in which A is to Prep Fire."""
    game_id = game_create(scenario_id="skirmish", master=b"m" * 32).game.pk
    set_up(game_id)
    while (clock := loaded(game_id).world.get(Clock, CLOCK)).phase is Phase.RPH:
        play(game_id=game_id, side=clock.active, data=command("end_phase"), seen=None)
    return game_id


def seen(game_id: UUID, side: Side) -> int:
    number, _ = offered(game_id, side.audience)
    return number


def late(game_id: UUID, side: Side, before: int, verb: str, **nouns: str) -> Outcome:
    """Something whose giver had not heard of the last that happened."""
    assert before < seen(game_id, side)
    return play(game_id=game_id, side=side, data=command(verb, **nouns), seen=before)


def test_standing_orders_are_given_and_taken_back_across_a_bulletin(game_id: UUID) -> None:
    before = seen(game_id, A)
    play(game_id=game_id, side=A, data=command("end_phase"), seen=None)
    with pytest.raises(Refused) as caught:
        late(game_id, A, before, "end_phase")
    assert caught.value.code == "stale"
    assert late(game_id, A, before, "order_idle", phase="AFPh").step
    assert late(game_id, A, before, "ask_again", what="AFPh").step
    with pytest.raises(Refused) as caught:
        late(game_id, A, before, "ask_again", what="AFPh")
    assert (caught.value.code, caught.value.rule) == ("refused", "A8.1")


def test_what_is_no_command_is_malformed_however_late(game_id: UUID) -> None:
    before = seen(game_id, B)
    play(game_id=game_id, side=A, data=command("end_phase"), seen=None)
    with pytest.raises(Refused) as caught:
        late(game_id, B, before, "fly")
    assert caught.value.code == "malformed"
