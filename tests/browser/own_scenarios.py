"""Scenarios and boards that only tests play.

`python -m tests.browser.own_scenarios FOLDER COMMAND …` runs a management command with those of a
folder in the place of ours, and so do the processes that answer its questions.
"""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from games.questions import crew, worker
from rules.mapmaking.loading import BOARDS
from rules.scenarios import loader
from tests.services.forked import python

ANSWER = "answer-questions"


def use(folder: Path) -> None:
    """Let scenarios and boards be read from that folder, in this process, by every module that
    knows where ours are.
    """
    loader.DATA = folder
    modules = tuple(sys.modules.values())  # asking one for a name may import more
    for module in [one for one in modules if getattr(one, "BOARDS", None) is BOARDS]:
        vars(module)["BOARDS"] = folder


def main(folder: str, command: str, *rest: str) -> None:
    use(Path(folder))
    if command == ANSWER:
        worker.main(*rest)
        return
    crew.WORKER = (*python(), "-m", "tests.browser.own_scenarios", folder, ANSWER)
    execute_from_command_line(["manage.py", command, *rest])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    main(*sys.argv[1:])
