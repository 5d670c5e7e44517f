"""What a secrecy check says it did."""

from collections.abc import Iterator, Mapping

from rules.kernel.tally import Tally
from rules.kernel.twins import Variations

ENOUGH = 1_000
"""Pairs from which on nothing that is claimed may have been left out."""


def table(tally: Tally, variations: Variations, compared: Mapping[str, int]) -> Iterator[str]:
    """What was exercised and how often, one line each."""
    claims = tally.claims(kind.kind for kind in variations.kinds)
    unpaired = {"choices without a like one": tally.unpaired}
    yield from _lines("", {**claims, **unpaired})
    yield from _lines("verb: ", tally.verbs)
    yield from _lines("Fact told: ", tally.facts)
    yield from _lines("stopped by: ", tally.stops)
    yield from _lines("compared: ", compared)


def missing(tally: Tally, variations: Variations, compared: Mapping[str, int]) -> list[str]:
    """What is claimed but was never exercised, once there were pairs enough to expect it."""
    if tally.pairs < ENOUGH:
        return []
    claims = {**tally.claims(kind.kind for kind in variations.kinds), **compared}
    return [claim for claim, count in claims.items() if count == 0]


def _lines(before: str, counts: Mapping[str, int]) -> Iterator[str]:
    for name, count in sorted(counts.items(), key=lambda item: item[0]):
        yield f"  {count:>8}  {before}{name}"
