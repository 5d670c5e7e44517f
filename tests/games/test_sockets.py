"""The stream of a table, for each audience."""

from games.services import Created
from rules.kernel.audience import Side
from tests.games.players import Player


async def test_a_command_reaches_both_sides_and_a_spectator(toy_for_sockets: Created) -> None:
    game_id, seats = toy_for_sockets.game.pk, toy_for_sockets.seats
    async with (
        Player(game_id, seats[Side.A].token) as a,
        Player(game_id, seats[Side.B].token) as b,
        Player(game_id) as watcher,
    ):
        for player in (a, b, watcher):
            await player.hello()
        assert (await a.do(verb="end_turn"))["t"] == "ok"
        for player in (a, b, watcher):
            await player.reach(1)
        assert b.document.faces["clock:1"] == watcher.document.faces["clock:1"]
