"""How two players come to a scenario and to sides: a protocol, which is data.

A protocol is a list of steps. A step asks both players at once and in secret; it is decided when
both have answered, never before. Whatever ties is decided by a lot of the event. Nothing here
knows of sealing: the services call `decide` with what has been opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

import msgspec

from games.worded import Worded

Chair = Literal["one", "other"]
CHAIRS: Final[tuple[Chair, Chair]] = ("one", "other")
SIDES: Final = ("a", "b")


class Fixed(msgspec.Struct, frozen=True, tag_field="step", tag="fixed"):
    """The round's scenario, or the first that it names."""


class Pick(msgspec.Struct, frozen=True, tag_field="step", tag="pick"):
    """Each strikes so many of the round's scenarios and ranks the rest; the lowest sum is played.

    What either has struck is not played; if both together struck all, the strikes do not count.
    """

    strikes: int = 1


class Toss(msgspec.Struct, frozen=True, tag_field="step", tag="toss"):
    """Sides by lot."""


class Bid(msgspec.Struct, frozen=True, tag_field="step", tag="bid"):
    """Sides by bids: each names a side and how much Balance he would give the other for it.

    Who wants another side than his opponent has it for nothing. If both want the same, the higher
    bid has it, and the other side has the Balance that was bid; a lot decides between equals.
    """

    most: int = 1


Step = Fixed | Pick | Toss | Bid

STRIKES_AND_BIDS: Final[tuple[Step, ...]] = (Pick(strikes=1), Bid())


class Ranked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to `Pick`: what one would play, best first; whatever is not named is struck."""

    ranked: tuple[str, ...]


class Offered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to `Bid`."""

    side: str
    level: int = 0


Answer = Ranked | Offered


class Lots(Protocol):
    """The event's lots."""

    def __call__(self, purpose: str, faces: int) -> int: ...


@dataclass(frozen=True)
class Agreed:
    """What has been decided so far: the scenario, who has side A, which side has how much Balance,
    and how it came to that, in words.
    """

    scenario: str = ""
    side_a: Chair | None = None
    balance: str = ""
    level: int = 0
    story: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """What both are asked now, as the `place`th step: among which scenarios, or for which."""

    place: int
    step: Pick | Bid
    agreed: Agreed
    offered: tuple[str, ...]


class BadAnswer(Worded):
    """An answer that does not fit what is asked; the words say why."""


def check(asked: Asked, answer: Answer, levels: Mapping[str, int]) -> None:
    """Raise BadAnswer unless an answer fits. `levels` says how much Balance each side can have."""
    if isinstance(asked.step, Pick):
        _check_ranked(asked, asked.step, answer)
    else:
        _check_offered(asked.step, answer, levels)


def decide(
    protocol: Sequence[Step],
    scenarios: Sequence[str],
    answers: Mapping[int, Mapping[Chair, Answer]],
    lots: Lots,
) -> Agreed | Asked:
    """As far as it has come: what is asked now, or what was agreed when nothing is."""
    agreed = Agreed()
    for place, step in enumerate(protocol):
        given = answers.get(place, {})
        if isinstance(step, Pick | Bid) and set(given) != set(CHAIRS):
            offered = tuple(scenarios) if isinstance(step, Pick) else (agreed.scenario,)
            return Asked(place, step, agreed, offered)
        agreed = _decided(step, agreed, scenarios, given, lots)
    if not agreed.scenario:
        agreed = _decided(Fixed(), agreed, scenarios, {}, lots)
    return agreed if agreed.side_a else _decided(Toss(), agreed, scenarios, {}, lots)


def _decided(
    step: Step,
    agreed: Agreed,
    scenarios: Sequence[str],
    given: Mapping[Chair, Answer],
    lots: Lots,
) -> Agreed:
    match step:
        case Fixed():
            return replace(agreed, scenario=scenarios[0])
        case Pick():
            return _picked(agreed, scenarios, given, lots)
        case Toss():
            chair = CHAIRS[lots("sides", 2)]
            return replace(agreed, side_a=chair, story=(*agreed.story, "Sides were drawn by lot."))
        case Bid():
            return _bought(agreed, given, lots)


def _picked(
    agreed: Agreed, scenarios: Sequence[str], given: Mapping[Chair, Answer], lots: Lots
) -> Agreed:
    lists = [one.ranked for one in given.values() if isinstance(one, Ranked)]
    left = [one for one in scenarios if all(one in each for each in lists)] or list(scenarios)
    last = len(scenarios)
    sums = {one: sum(each.index(one) if one in each else last for each in lists) for one in left}
    best = [one for one in left if sums[one] == min(sums.values())]
    story = "Both ranked what neither struck."
    if len(best) > 1:
        story = f"{story} {len(best)} were ranked alike: a lot decided."
    chosen = best[lots("scenario", len(best))] if len(best) > 1 else best[0]
    return replace(agreed, scenario=chosen, story=(*agreed.story, story))


def _bought(agreed: Agreed, given: Mapping[Chair, Answer], lots: Lots) -> Agreed:
    bids = {chair: bid for chair, bid in given.items() if isinstance(bid, Offered)}
    one, other = bids["one"], bids["other"]
    if one.side != other.side:
        story = "Each wanted another side, and has it."
        return _seated(agreed, "one", one.side, 0, story)
    if one.level == other.level:
        winner, why = CHAIRS[lots("bid", 2)], "Both bid the same for the same side: a lot decided."
    else:
        winner = "one" if one.level > other.level else "other"
        why = "Both wanted the same side: the higher bid has it."
    return _seated(agreed, winner, one.side, bids[winner].level, why)


def _seated(agreed: Agreed, chair: Chair, side: str, level: int, story: str) -> Agreed:
    opposite: Chair = "other" if chair == "one" else "one"
    return replace(
        agreed,
        side_a=chair if side == "a" else opposite,
        balance=("b" if side == "a" else "a") if level else "",
        level=level,
        story=(*agreed.story, story),
    )


def _check_ranked(asked: Asked, step: Pick, answer: Answer) -> None:
    if not isinstance(answer, Ranked):
        raise BadAnswer("Rank scenarios.")
    if len(set(answer.ranked)) < len(answer.ranked) or not set(answer.ranked) <= set(asked.offered):
        raise BadAnswer("Rank each of the round's scenarios once.")
    struck = len(asked.offered) - len(answer.ranked)
    if struck != min(step.strikes, len(asked.offered) - 1):
        raise BadAnswer("Strike %(strikes)s, and rank all others.", strikes=step.strikes)


def _check_offered(step: Bid, answer: Answer, levels: Mapping[str, int]) -> None:
    if not isinstance(answer, Offered) or answer.side not in SIDES:
        raise BadAnswer("Say which side you want.")
    enemy = "b" if answer.side == "a" else "a"
    most = min(step.most, levels.get(enemy, 0))
    if not 0 <= answer.level <= most:
        raise BadAnswer("The other side can be given Balance up to level %(most)s here.", most=most)
