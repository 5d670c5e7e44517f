"""What is measured of a board of our own."""

from itertools import count
from pathlib import Path

from rules.mapmaking.builder.bench import bench_source

SOURCE = "board small\nsize 3 x 2\nwoods: B1\n"


def test_what_the_bench_measures_of_a_source(tmp_path: Path) -> None:
    source = tmp_path / "small.txt"
    source.write_text(SOURCE)
    clock = count()
    found = {one["what"]: one for one in bench_source(source, lambda: float(next(clock)))}
    assert list(found) == ["build", "first use", "load", "all targets from one hex", "one question"]
    assert found["build"] == {"bench": "los", "what": "build", "board": "small", "ms": 1000.0}
    assert found["all targets from one hex"]["pairs"] == 7 * 6
