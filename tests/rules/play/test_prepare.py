"""Scenarios that are prepared: the collector of garbage does not go through their boards again."""

import gc

from rules.play.engine import prepare


def test_what_is_prepared_is_left_alone_by_the_collector() -> None:
    prepare.cache_clear()
    gc.unfreeze()
    prepare("skirmish")
    assert gc.get_freeze_count() > 10_000
    gc.unfreeze()
