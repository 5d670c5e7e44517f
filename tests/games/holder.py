"""A server that notes whenever it reads or keeps a whole game: `-m tests.games.holder FILE demo …`.

In the file is a line for each: `read` a game for what its audiences know, or `kept` it to play on.
"""

import os
import sys
from pathlib import Path
from typing import Any

import django
from django.core.management import execute_from_command_line


def _note(file: Path) -> None:
    """Have the games of this process say when they come here."""
    from games.services.memory import Memory  # noqa: PLC0415 - after django.setup

    for method, word in (("see", "read"), ("put", "kept")):
        _wrap(Memory, method, file, word)


def _wrap(memory: Any, method: str, file: Path, word: str) -> None:
    inner = getattr(memory, method)

    def noted(*args: Any, **how: Any) -> Any:
        with file.open("a") as lines:
            lines.write(f"{word}\n")
        return inner(*args, **how)

    setattr(memory, method, noted)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    _note(Path(sys.argv[1]))
    execute_from_command_line([sys.argv[0], *sys.argv[2:]])
