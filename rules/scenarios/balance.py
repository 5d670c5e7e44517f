"""A26.4 Balance: what a card changes in favour of a side that needs help.

A Balance is written as the card itself is: those fields that are different, as far down as they
are. Groups of fields are gone into, groups of counters by their names; special rules come after
those that there are; a field that is left empty is taken away. So whatever a card can say, its
Balance can change, and it is read by the same readers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from rules.data import Node
from rules.kernel.audience import Side
from rules.scenarios.options import without_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MARK = "."  # between a scenario's id and the side whose Balance it has
TEXT = "text"
CHANGES = ("turns", "half_turn", "ec", "wind", "sides", "ssr", "victory")


def balanced(id: str, side: Side) -> str:
    """The id of a scenario with the Balance of a side."""
    return f"{id}{MARK}{side.value}"


def without_balance(id: str) -> tuple[str, Side | None]:
    """A scenario's id as its card has it, whatever the option, and whose Balance it has, if any.
    KeyError for an id that names no side after its mark.
    """
    version, _ = without_options(id)
    printed, mark, letter = version.partition(MARK)
    if not mark:
        return printed, None
    sides = {side.value: side for side in Side}
    if letter not in sides:
        raise KeyError(id)
    return printed, sides[letter]


def read_balance(node: Node) -> Mapping[Side, str]:
    """What each side's Balance is, in words. Raises DataError, also for one that changes nothing
    but its words, or what is not on the card.
    """
    node.only(side.value for side in Side)
    return {side: _words(node[side.value]) for side in Side}


def _words(node: Node) -> str:
    node.only((TEXT, *CHANGES))
    if all(name == TEXT for name, _ in node.pairs()):
        raise node.error(f"changes nothing; it may change {', '.join(CHANGES)}")
    return node[TEXT].text().strip()


def with_balance(root: Node, side: Side) -> Node:
    """A card as it is with the Balance of a side. Raises DataError."""
    changed = [(name, node) for name, node in root["balance"][side.value].pairs() if name != TEXT]
    return _merged(root, iter(changed))


def _merged(base: Node, changes: Iterator[tuple[str, Node]]) -> Node:
    """A group of fields with changes; each field keeps the line that it was written in."""
    old = base.value
    if not isinstance(old, CommentedMap):
        raise base.error("must be a group of fields")
    new = CommentedMap(old)
    new.lc.data = dict(old.lc.data or {})
    for name, node in changes:
        if node.value is None:
            _take_away(new, name, node)
            continue
        new[name] = _changed(base, name, node)
        new.lc.data[name] = [node.line - 1, 0, node.line - 1, 0]
    return Node(new, base.file, base.line, base.field)


def _take_away(fields: CommentedMap, name: str, node: Node) -> None:
    if name not in fields:
        raise node.error("is not on the card, and cannot be taken away")
    del fields[name]


def _changed(base: Node, name: str, node: Node) -> object:
    """The value of a field, changed as that says."""
    there = base.get(name)
    if there is None:
        return node.value
    if isinstance(there.value, CommentedSeq) and isinstance(node.value, CommentedMap):
        return _by_name(there, node)
    if isinstance(there.value, CommentedSeq) and isinstance(node.value, CommentedSeq):
        return _listed([*there.items(), *node.items()])
    if isinstance(there.value, CommentedMap):
        return _merged(there, node.pairs()).value
    return node.value


def _by_name(there: Node, node: Node) -> CommentedSeq:
    """A list of groups of counters, with changes of those named."""
    groups = {item["name"].text(): item for item in there.items()}
    for name, change in node.pairs():
        if name not in groups:
            raise change.error(f"no group has that name; there are {', '.join(groups)}")
        if change.value is None:
            del groups[name]
        else:
            groups[name] = _merged(groups[name], change.pairs())
    return _listed(list(groups.values()))


def _listed(nodes: list[Node]) -> CommentedSeq:
    found = CommentedSeq(node.value for node in nodes)
    found.lc.data = {at: [node.line - 1, 0] for at, node in enumerate(nodes)}
    return found
