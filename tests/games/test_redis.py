"""The hub over Redis, both of its layers."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.layers import channel_layers
from channels_redis.core import RedisChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

from games.hub import seats_changed
from games.models import User
from games.services import Created, seat_claim
from games.threads import writing
from rules.kernel.audience import Side
from tests.games.players import Player

pytestmark = pytest.mark.redis


@pytest.fixture(params=[RedisChannelLayer, RedisPubSubChannelLayer], ids=["core", "pubsub"])
async def redis_layer(request: pytest.FixtureRequest, redis_url: str) -> AsyncIterator[Any]:
    """The channel layer of this test is on Redis."""
    layer = request.param(hosts=[redis_url])
    before = channel_layers.set("default", layer)
    yield layer
    channel_layers.set("default", before)
    if before is None:
        del channel_layers.backends["default"]  # it will be made when it is asked for
    await layer.flush()
    if isinstance(layer, RedisChannelLayer):  # the other closes its connections as it is flushed
        await layer.close_pools()


async def test_bulletins_and_presence(redis_layer: Any, toy: Created) -> None:
    game_id, seats = toy.game.pk, toy.seats
    async with Player(game_id, seats[Side.A].token) as a, Player(game_id) as watcher:
        await a.hello()
        await watcher.hello()
        assert (await a.do(verb="end_turn"))["t"] == "ok"
        await watcher.reach(1)
        async with Player(game_id, seats[Side.B].token) as b:
            await b.hello()
            assert b.n == 1
            assert (await b.do(verb="end_turn"))["t"] == "ok"
            await watcher.reach(2)
            while watcher.online != {"a": True, "b": True, "watching": 1}:
                await watcher.next()


async def test_leaving_and_coming_back_quickly(redis_layer: Any, toy: Created) -> None:
    game_id, seats = toy.game.pk, toy.seats
    for _ in range(5):
        async with Player(game_id) as watcher:
            await watcher.hello()
    async with Player(game_id, seats[Side.A].token) as a, Player(game_id) as watcher:
        await a.hello()
        await watcher.hello()
        assert (await a.do(verb="end_turn"))["t"] == "ok"
        await watcher.reach(1)


async def test_every_process_hears_that_a_seat_was_claimed(redis_layer: Any, toy: Created) -> None:
    anna = await writing(User.objects.create, username="anna")
    async with Player(toy.game.pk) as watcher, Player(toy.game.pk, toy.seats[Side.A].token) as bare:
        await watcher.hello()
        await bare.hello()
        link = toy.seats[Side.A].token
        await writing(seat_claim, game_id=toy.game.pk, side=Side.A, user=anna, invitation=link)
        await seats_changed(toy.game.pk)
        assert await bare.closed() == 4403
