"""`replay`: the same position played in several ways, each with differences of its own; and
`like`: the position of another case, likewise.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from ruamel.yaml.comments import CommentedMap

from rules.data import Gathered, Node, load_yaml, nearest

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
        title_of(node)
        yield Node(_joined(Node(shared, root.file, root.line), node), root.file, node.line)


def with_position(root: Node) -> Node:
    """A case with the position of the one that it is `like`, if it names one: a file beside it.

    Raises DataError if there is none, or it has its own position from another.
    """
    like = root.get("like")
    if like is None:
        return root
    other = _other(like)
    if other.get("like") is not None:
        raise other["like"].error(f"{root.file.name} takes its position from here")
    names = {name for name, _ in other.pairs()} - {*OWN, "title", "clauses"}
    own = _copy(root, {name for name, _ in root.pairs()} - {"like"})
    shared = Node(_copy(other, names), other.file, other.line)
    return Node(_joined(shared, Node(own, root.file, root.line)), root.file, root.line)


def title_of(node: Node) -> str:
    """The title of a case or a variant; a bare number is one too."""
    title = node["title"]
    return str(title.value) if type(title.value) in {int, float} else title.text().strip()


def position_file(path: Path) -> Path | None:
    """The file that a case takes its position from, as far as its text tells."""
    said = re.search(r"^like:\s*(\S+)", path.read_text(encoding="utf-8", errors="replace"), re.M)
    return None if said is None else path.with_name(f"{said[1]}.yaml")


def _other(like: Node) -> Node:
    path = like.file.parent / f"{like.text()}.yaml"
    if not path.is_file():
        near = nearest(like.text(), (one.stem for one in like.file.parent.glob("*.yaml")))
        raise like.error(f"there is no case {like.text()} beside it{near}")
    return load_yaml(path)


def _joined(shared: Node, own: Node) -> Gathered:
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
        joined.gather(name, node, value)
    return joined


def _copy(node: Node, names: set[str]) -> Gathered:
    """A group with those of its fields that are named, each where it stands in the file."""
    copy = Gathered()
    for name, child in node.pairs():
        if name in names:
            copy.gather(name, child)
    return copy
