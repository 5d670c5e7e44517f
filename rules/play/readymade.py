"""The rules of a scenario as bytes: its card as it was read, and its map, ready for LOS.

To read a stranger's card and put his boards together takes seconds. That is done once, in a process
where nobody waits for it; whoever plays takes from these bytes what came of it. They are a pickle,
so only such bytes are ever read that this program wrote itself.
"""

import copyreg
import pickle
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.play.ruleset import AslRules


def packed(rules: AslRules) -> bytes:
    """The rules of a scenario, LOS and all."""
    rules.board.prepare()
    return zlib.compress(pickle.dumps((rules.scenario, rules.board), protocol=5), level=1)


def unpacked(data: bytes) -> AslRules:
    """The rules that were packed."""
    return AslRules(*pickle.loads(zlib.decompress(data)))  # noqa: S301 - written by this program


def _frozen(items: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(items)


def _reduced(mapping: "MappingProxyType[Any, Any]") -> tuple[Any, ...]:
    return _frozen, (dict(mapping),)


copyreg.pickle(MappingProxyType, _reduced)
