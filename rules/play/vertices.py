"""Facings, which are vertices of a hex (B30.2): the slot in which one is chosen, and the refusal of
what is none.
"""

from collections.abc import Iterable
from typing import Final

from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot

VERTICES: Final = ("northwest", "northeast", "east", "southeast", "southwest", "west")
"""Where the vertices of a hex lie, in the order of their numbers: clockwise, vertex 0 first."""


def one_vertex(name: str, label: str, of: Iterable[int] = range(6)) -> Slot:
    """A slot for a vertex of the hex that is named before it."""
    fillers = tuple(Filler(value=vertex, label=VERTICES[vertex]) for vertex in of)
    return Slot(name=name, kind="vertex", label=label, of=fillers)


def refuse_vertex(vertex: int, rule: str) -> None:
    """Raise Refused if a hex has no such vertex."""
    if vertex not in range(len(VERTICES)):
        raise Refused(rule, f"A hex has the vertices 0 to 5, and no vertex {vertex}.")
