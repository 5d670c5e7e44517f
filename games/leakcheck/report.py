"""What a secrecy check says it did."""

from collections.abc import Iterable, Iterator, Mapping
from statistics import median

from rules.proof.tally import Tally
from rules.proof.toy.planted import Found
from rules.proof.twins import Variations

ENOUGH = 1_000
"""Pairs from which on nothing that is claimed may have been left out."""


def table(tally: Tally, variations: Variations, compared: Mapping[str, int]) -> Iterator[str]:
    """What was exercised and how often, one line each."""
    unpaired = {"choices without a like one": tally.unpaired}
    yield from _lines("", {**_claims(tally, variations), **unpaired})
    yield from _lines("verb: ", tally.verbs)
    yield from _lines("Fact told: ", tally.facts)
    yield from _lines("stopped by: ", tally.stops)
    yield from _lines("compared: ", compared)
    yield from _lines(f"work: calls of rules differ (of {tally.counted}): ", tally.work)


def missing(tally: Tally, variations: Variations, compared: Mapping[str, int]) -> list[str]:
    """What is claimed but was never exercised, once there were pairs enough to expect it."""
    if tally.pairs < ENOUGH:
        return []
    claims = {**_claims(tally, variations), **compared}
    return [claim for claim, count in claims.items() if count == 0]


def _claims(tally: Tally, variations: Variations) -> dict[str, int]:
    """What is said to be exercised; where there is anything to ask, the answers are part of it."""
    cards = {} if variations.cards is None else {"answers to questions compared": tally.cards}
    return {**tally.claims(kind.kind for kind in variations.kinds), **cards}


def found(searches: Iterable[Found]) -> Iterator[str]:
    """A table of planted leaks: how many pairs it took to find each, and where it showed."""
    pairs: list[int] = []
    for one in searches:
        pairs.append(one.pairs)
        shown = one.leak.what if one.leak is not None else "NOT FOUND"
        yield f"  {one.pairs:>6}  {one.name:<44}  {shown[:70]}"
    if pairs:
        yield f"  pairs to detection: median {median(pairs):g}, most {max(pairs)}"


def _lines(before: str, counts: Mapping[str, int]) -> Iterator[str]:
    for name, count in sorted(counts.items(), key=lambda item: item[0]):
        yield f"  {count:>8}  {before}{name}"
