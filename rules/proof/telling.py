"""Whether a Fact may be told as it is: each by itself, and the Facts of two worlds together."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.game import Step
from rules.kernel.ruleset import Ruleset
from rules.kernel.table import Told
from rules.kernel.view import LogLine, rendered_line, wire
from rules.kernel.world import World

Due = Callable[[Fact, World, World, Sequence[Command]], bool]
"""Whether a Fact is told when its rule says so: by the world before the action and as it is now,
and by what has been sent in that action.
"""

_STAMP: dict[str, Any] = {"turn": 0, "phase": "", "phasing": ""}


def faults(
    rules: Ruleset, lawful: tuple[type[Fact], ...], step: Step | None, told: Told
) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a Fact that was told: what, as it is, and as it should be."""
    fact = told.fact
    if not isinstance(fact, lawful):
        yield "a Fact that is not listed", repr(fact), ""
    if fact.private and told.audience is Audience.PUBLIC:
        yield "a Fact told to too many", repr(fact), ""
    try:
        msgspec.convert(msgspec.to_builtins(fact), type(fact))
    except msgspec.ValidationError as error:
        yield "a Fact that says more than its type", repr(fact), str(error)
    lines = step.lines[told.line :][:1] if step is not None else ()
    said = [_unstamped(line) for _, line in lines]
    line = rules.fact_line(fact, told.known)
    read = rendered_line(line, lambda text: rules.voice(told.known, text, told.audience))
    should_be = _unstamped(read)
    if said != [should_be]:
        yield "the words of a Fact", str(said), str([should_be])


def parted(one: Sequence[Told], two: Sequence[Told]) -> int | None:
    """Where two lists of Facts part, or None if they are equal."""
    for index, (first, second) in enumerate(zip_longest(one, two)):
        if first is None or second is None or _content(first) != _content(second):
            return index
    return None


def in_another_order(one: Sequence[Told], two: Sequence[Told]) -> bool:
    """Whether the same Facts are told, and only their order differs."""
    return sorted(map(_content, one)) == sorted(map(_content, two))


def public_part(fact: Fact) -> str:
    """What everybody knows of a Fact before it is told."""
    known = {k: v for k, v in msgspec.to_builtins(fact).items() if k not in fact.tells}
    return wire(known).decode()


def facts_of(told: Sequence[Told]) -> tuple[str, ...]:
    """What was told, to compare."""
    return tuple(map(_content, told))


def _content(told: Told) -> str:
    return f"{told.audience} {wire(told.fact).decode()}"


def _unstamped(line: LogLine) -> str:
    """A log line without the turn and phase that the ruleset writes on it."""
    return wire(msgspec.structs.replace(line, **_STAMP)).decode()
