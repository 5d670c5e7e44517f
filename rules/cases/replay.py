"""`replay`: the same position played in several ways, each with what is otherwise about it."""

from collections.abc import Iterator

from ruamel.yaml.comments import CommentedMap

from rules.data import Node

OWN = ("script", "expect", "same_without", "replay")
"""What a variant does not take over from the position."""

NONE = "none"


def variants(root: Node) -> tuple[Node, ...]:
    """Each variant as a whole case. Raises DataError for one that is none."""
    listed = root.get("replay")
    return () if listed is None else tuple(_variants(root, listed))


def _variants(root: Node, listed: Node) -> Iterator[Node]:
    shared = _copy(root, {name for name, _ in root.pairs()} - set(OWN))
    for node in listed.items():
        if node.get("replay") is not None:
            raise node["replay"].error("a variant has no variants")
        node["title"].text()
        yield Node(_joined(Node(shared, root.file, root.line), node), root.file, node.line)


def _joined(shared: Node, own: Node) -> CommentedMap:
    """The shared fields with a variant's: a group is joined name by name, `none` takes one out."""
    joined = _copy(shared, {name for name, _ in shared.pairs()})
    for name, node in own.pairs():
        under = shared.get(name)
        if node.value == NONE:
            joined.pop(name, None)
            continue
        both = under is not None and isinstance(under.value, CommentedMap)
        value = node.value
        if under is not None and both and isinstance(node.value, CommentedMap):
            value = _joined(under, node)
        joined[name] = value
        joined.lc.add_kv_line_col(name, [node.line - 1, 0, node.line - 1, 0])
    return joined


def _copy(node: Node, names: set[str]) -> CommentedMap:
    """A group with those of its fields that are named, each where it stands in the file."""
    copy = CommentedMap()
    for name, child in node.pairs():
        if name in names:
            copy[name] = child.value
            copy.lc.add_kv_line_col(name, [child.line - 1, 0, child.line - 1, 0])
    return copy
