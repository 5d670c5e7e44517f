"""`python -m tests.rules.proof.looking [GROUND …]`: look for every planted leak and every Fact, or
those of some grounds, and note where each was found.
"""

import sys
from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from ruamel.yaml import YAML

from tests.rules.proof.hunts import STARTS, TOLD, Hunt, Telling, starts, told

T = TypeVar("T")


def every(kind: type[T]) -> Iterator[T]:
    """Those of every test beside this module."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = import_module(f"tests.rules.proof.{path.stem}")
        yield from (one for one in vars(module).values() if isinstance(one, kind))


def note_tellings(grounds: Collection[str]) -> None:
    """Write down where each Fact is told first."""
    for telling in every(Telling):
        if not grounds or telling.ground in grounds:
            told()[telling.ground] = telling.places()
            print(telling.ground, told()[telling.ground], flush=True)  # noqa: T201
            YAML().dump(told(), TOLD)


def note_leaks(grounds: Collection[str]) -> None:
    """Begin with where each was found last, and write down where it is found now."""
    writer = YAML()
    for hunt in every(Hunt):
        if grounds and hunt.ground not in grounds:
            continue
        known = starts().setdefault(hunt.ground, {})
        for gone in known.keys() - hunt.leaks.keys():
            del known[gone]
        for name in sorted(hunt.leaks):
            found = hunt.find(name)
            print(f"{found.pairs:5} {name}", flush=True)  # noqa: T201 - a command's answer
            if found.leak is not None:
                known[name] = found.leak.game
            writer.dump(starts(), STARTS)


if __name__ == "__main__":
    note_tellings(sys.argv[1:])
    note_leaks(sys.argv[1:])
