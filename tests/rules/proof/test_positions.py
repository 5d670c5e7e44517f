"""The positions that pairs of worlds begin from: secrets are close there, and sealed."""

from collections import Counter

import msgspec
import pytest

from rules.forces.entities import Clock, Envelope, Minefield, Seal
from rules.forces.phases import Stage
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.codec import EntityCodec
from rules.kernel.unseal import unseal
from rules.play.engine import ruleset, scenario_ids
from rules.position.position import CLOCK
from rules.proof.planted import peeks
from rules.proof.positions import files, start
from rules.proof.seals import weaknesses
from rules.proof.twins import Maker
from tests.rules.kernel.playing import chance

MINED = [one for one in scenario_ids() if any(ruleset(one).scenario.sides[s].mines for s in Side)]


@pytest.mark.parametrize("scenario", MINED)
def test_every_scenario_with_mines_has_positions_where_they_are_near(scenario: str) -> None:
    assert files(scenario)
    maker, rng = Maker(ruleset(scenario)), chance(scenario)
    look, near, phases = peeks(ruleset(scenario).board), 0, Counter[str]()
    for _ in range(24):
        game = start(maker, rng)
        assert game is not None
        codec = EntityCodec(game.rules.kinds)
        for entity in game.world:
            codec.round_trip(entity)
        clock = game.world.get(Clock, CLOCK)
        phases[clock.phase if clock.stage is Stage.PLAY else "setup"] += 1
        near += any(look.near(game.world, side.audience) for side in Side)
    assert near > 6
    assert len(phases) > 4
    assert phases["setup"] > 0


def test_known_mines_are_opened_and_the_rest_is_sealed() -> None:
    maker, rng = Maker(ruleset("first-light")), chance(4)
    opened = 0
    for _ in range(12):
        game = start(maker, rng)
        assert game is not None
        for envelope in game.world.all(Envelope):
            leaves = unseal(envelope.leaves)
            assert list(weaknesses(leaves)) == []
            mine = [r for r in game.world.all(Minefield) if r.owner is envelope.owner]
            known = sum(bool(unseal(r.marker)) + unseal(r.strength_known) for r in mine)
            assert len(game.world.get(Seal, envelope.id).opened) == known
            opened += known
        assert game.world.all(Unit) or game.world.get(Clock, CLOCK).stage is Stage.SETUP
    assert opened


VERBS = {
    "works": {
        "clear_away",
        "come_off",
        "come_out",
        "flame",
        "go_beneath",
        "place_charge",
        "shoot",
        "throw_charge",
    },
    "captives": {"abandon", "charge", "hand_over", "massacre", "scrounge"},
    "edge": {"deploy_off_map", "double_time_waiting", "enter", "exit", "set_up"},
}
"""What random play from the beginning of these scenarios does not come to."""


@pytest.mark.parametrize("subject", VERBS)
def test_the_verbs_of_a_subject_are_offered_in_its_positions(subject: str) -> None:
    maker, rng = Maker(ruleset("first-light")), chance(subject)
    missing = set(VERBS[subject])
    for _ in range(200):
        game = start(maker, rng, subject)
        assert game is not None
        shown = maker.at_rest(b"a start", game.world.copy(), game.ledger)
        for side in Side:
            offers = msgspec.json.decode(shown.offers(side.audience))
            missing -= {offer["verb"] for offer in offers}
        if not missing:
            return
    assert missing == set()
