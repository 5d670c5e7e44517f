"""Case files that are run again as they change, by a process that stays.

Files are looked at again and again: their sizes and when they were written. Looking takes a
small share of the time, however many there are, and so does looking whether the rules are still
those that the process has read. That is seen to before anything is run, too.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

import rules
from rules.cases.replay import position_file

_PACKAGE: Final = Path(rules.__file__).parent
_SHORTEST: Final = 0.03  # seconds between two looks
_IDLE: Final = 20  # seconds for one of looking
_CODE_EVERY: Final = 1.0  # seconds between two looks at the rules

Stamps = dict[Path, tuple[int, int]]
"""When each file was written, in nanoseconds, and its size."""


def stamps(paths: Iterable[Path]) -> Stamps:
    """Of those files that are there."""
    found = {}
    for path in paths:
        try:
            stat = path.stat()
        except FileNotFoundError:
            continue
        found[path] = stat.st_mtime_ns, stat.st_size
    return found


def code_stamps(package: Path = _PACKAGE) -> Stamps:
    """Of the rules: their modules, and the data that they read."""
    return stamps(
        path
        for path in package.rglob("*")
        if "__pycache__" not in path.parts and path.suffix and path.is_file()
    )


def until_rules_change(
    look: Callable[[], Iterable[Path]],
    run: Callable[[list[Path]], None],
    code: Stamps,
    *,
    pause: Callable[[float], None] = time.sleep,
    package: Path = _PACKAGE,
) -> None:
    """Run those of the cases that `look` finds that have changed since, as soon as they have;
    return once the rules are no longer those of `code`.
    """
    seen, code_due = stamps(look()), 0.0
    while True:
        began = time.monotonic()
        now = stamps(look())
        changed = {path for path, stamp in now.items() if seen.get(path) != stamp}
        if changed or began >= code_due:
            if code_stamps(package) != code:
                return
            code_due = time.monotonic() + max(_CODE_EVERY, _IDLE * (time.monotonic() - began))
        seen = now
        if changed:
            run(sorted(changed | set(_alike(now, changed))))
        pause(_SHORTEST if changed else max(_SHORTEST, _IDLE * (time.monotonic() - began)))


def _alike(paths: Iterable[Path], changed: Collection[Path]) -> Iterator[Path]:
    """The cases that take their position from one of the changed."""
    folders = {path.parent for path in changed}
    for path in paths:
        if path.parent in folders and position_file(path) in changed:
            yield path
