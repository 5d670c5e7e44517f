"""The port to the library that finds the best matching (docs/adr/0023).

Costs are whole numbers of any size below `CEILING`; the matching that pairs most and costs least
is found exactly, not approached.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import rustworkx

CEILING: Final = 1 << 116
"""The library reckons in 128 bits; the sum of a hundred costs has to fit."""

Edge = tuple[int, int]


def cheapest_matching(vertices: int, costs: Mapping[Edge, int]) -> frozenset[Edge]:
    """As many pairs as there can be of so many vertices, at the least cost in all.

    `costs` names the pairs that may be made, the smaller vertex first. The same costs give the same
    matching, in whichever order they are named.
    """
    if any(not 0 <= cost < CEILING for cost in costs.values()):
        raise ValueError("a cost is out of bounds")
    dearest = max(costs.values(), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from([(*edge, dearest - costs[edge]) for edge in sorted(costs)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return frozenset(_ordered(found))


def _ordered(edges: Iterable[Edge]) -> Iterable[Edge]:
    return ((min(edge), max(edge)) for edge in edges)
