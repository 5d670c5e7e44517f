"""The end of a game is for good: nothing is offered, accepted or undone after it."""

from itertools import permutations, product

import msgspec
import pytest

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.kernel.seal import MerkleSealer
from rules.proof.players import FORMS, fill
from tests.rules.ends import ENDS, MASTER, End, all_commands, in_play
from tests.rules.kernel.playing import chance, offers, send

A, B = Side


def state(game: Game) -> tuple[object, ...]:
    """All that a game is: world, ledger, documents, what is under way and what could be undone."""
    return (
        game.codec.encode_world(game.world),
        msgspec.json.encode(game.ledger),
        dict(game.documents),
        game.running,
        game.undo,
    )


def code(game: Game, side: Side, command: Command) -> str:
    """How a command is answered."""
    try:
        game.play(side, command)
    except Refused as refused:
        return refused.code
    return "accepted"


def is_final(game: Game) -> None:
    """Every command is refused, twice over and by a game that was stored, and changes nothing."""
    assert game.ended
    assert game.ledger.request is None
    assert game.standing_command() is None
    assert all(offers(game, side) == [] for side in Side)
    before, version = state(game), game.world.version
    commands = list(all_commands(game.rules))
    for one in commands:
        assert [code(game, *one) for _ in range(2)] == ["over", "over"], one
        assert game.world.version == version
    assert state(game) == before
    with pytest.raises(Refused):
        game.go_back(A, game.documents)
    assert state(game) == before
    again = Game(
        game.rules,
        game.codec.decode_world(game.codec.encode_world(game.world)),
        dice=HmacDice(MASTER),
        sealer=MerkleSealer(MASTER),
        ledger=game.ledger.copy(),
    )
    again.refresh()
    assert all(code(again, *command) == "over" for command in commands)


def is_final_in_any_order(game: Game) -> None:
    """The same of every two commands, one after the other."""
    before = state(game)
    commands = list(all_commands(game.rules))
    for one in commands:
        for other in commands:
            assert code(game, *one) == code(game, *other) == "over", (one, other)
        assert state(game) == before


def beforehand(end: End) -> list[tuple[Side, dict[str, object]]]:
    """What either side may do just before the end, one command of each offer."""
    found = []
    for side in Side:
        for offer in offers(end.game, side):
            command = fill(chance("before"), offer) if offer["form"] in FORMS else None
            if command is not None and command != end.command:
                found.append((side, command))
    return found


@pytest.mark.parametrize("name", ENDS)
def test_nothing_follows_the_end(name: str) -> None:
    end = ENDS[name]()
    assert not end.game.ended
    end.come()
    is_final(end.game)
    is_final_in_any_order(end.game)


@pytest.mark.parametrize("name", ENDS)
def test_nothing_follows_the_end_whatever_came_just_before(name: str) -> None:
    for side, command in beforehand(ENDS[name]()):
        end = ENDS[name]()
        try:
            send(end.game, side, **command)
            end.come()
        except Refused:
            continue  # it was no longer the moment for that end
        if end.game.rules.is_over(end.game.world):
            is_final(end.game)


@pytest.mark.parametrize("name", ["toy: resigned at rest", "skirmish: resigned at rest"])
@pytest.mark.parametrize("resigning", Side)
@pytest.mark.parametrize("answer", ["agree", "refuse_request"])
def test_an_open_request_ends_with_the_game(name: str, resigning: Side, answer: str) -> None:
    """One asks for a take-back, one resigns, and only then the request would be granted."""
    game = ENDS[name]().game
    send(game, A, verb="ask_take_back")
    send(game, resigning, verb="resign")
    over = state(game)
    for side, verb in product(Side, (answer, "ask_take_back", "resign", "agree")):
        with pytest.raises(Refused, match="over"):
            send(game, side, verb=verb)
    assert state(game) == over
    assert game.rules.is_over(game.world)
    assert "request:1" not in game.documents[Audience.PUBLIC].faces


def test_leaves_are_opened_by_the_end_alone() -> None:
    end = ENDS["skirmish: resigned at rest"]()
    with pytest.raises(Refused):
        end.game.leaves(B)
    end.come()
    labels = [leaf.label for leaf in end.game.leaves(B)]
    assert sorted(labels) == sorted(end.game.rules.sealed_labels(B))
    assert end.game.leaves(A) == ()


def test_an_ended_game_stays_ended_though_its_world_were_edited() -> None:
    """Only the ledger counts: a world that is put back opens nothing again."""
    end = ENDS["toy: resigned at rest"]()
    fresh = ENDS["toy: resigned at rest"]().game.world
    end.come()
    edited = Game(
        end.game.rules,
        fresh,
        dice=HmacDice(MASTER),
        sealer=MerkleSealer(MASTER),
        ledger=end.game.ledger,
    )
    edited.refresh()
    assert all(code(edited, *command) == "over" for command in all_commands(edited.rules))


def test_a_setup_that_was_sealed_is_not_taken_back() -> None:
    """Play has begun with the last seal, and what leads out of it leads back to no setup."""
    game = in_play()
    before = state(game)
    for side in Side:
        assert "ask_take_back" not in {offer["verb"] for offer in offers(game, side)}
        with pytest.raises(Refused, match="nothing of yours to take back"):
            send(game, side, verb="ask_take_back")
    assert state(game) == before


_AROUND_A_DRAW: tuple[tuple[Side, str], ...] = (
    (A, "offer_draw"),
    (A, "ask_take_back"),
    (B, "agree"),
    (B, "accept_draw"),
    (B, "resign"),
)


@pytest.mark.parametrize("order", list(permutations(_AROUND_A_DRAW, 4)), ids=str)
def test_a_draw_in_every_order_with_resignation_and_take_back(
    order: tuple[tuple[Side, str], ...],
) -> None:
    """It is accepted only while it is offered, and whatever ends the game ends it for good."""
    game = ENDS["skirmish: resigned at rest"]().game
    for side, verb in order:
        offered = {offer["verb"] for offer in offers(game, side)}
        if verb in offered:
            send(game, side, verb=verb)
            continue
        before = state(game)
        with pytest.raises(Refused):
            send(game, side, verb=verb)
        assert state(game) == before
    if game.rules.is_over(game.world):
        assert game.ended
        assert all(offers(game, side) == [] for side in Side)
        assert all(code(game, *command) == "over" for command in all_commands(game.rules))
