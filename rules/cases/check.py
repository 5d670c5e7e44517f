"""One expectation of a case, whatever it is about."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.cases.playing import Playing
from rules.data import Node

Finding = str | None
Look = Callable[[Playing, bool], Finding]


@dataclass(frozen=True)
class Check:
    """One expectation: where it stands, and how to see whether it holds.

    `look` says what is wrong, or None; its second argument is whether only the present line of
    the script is meant.
    """

    node: Node
    look: Look
