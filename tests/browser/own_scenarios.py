"""Scenarios and boards that only tests play.

`python -m tests.browser.own_scenarios FOLDER COMMAND …` runs a management command with those of a
folder in the place of ours.
"""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from rules.board.board import BOARDS
from rules.scenarios import loader


def use(folder: Path) -> None:
    """Let scenarios and boards be read from that folder, in this process, by every module that
    knows where ours are.
    """
    loader.DATA = folder
    for module in [one for one in sys.modules.values() if getattr(one, "BOARDS", None) is BOARDS]:
        vars(module)["BOARDS"] = folder


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    use(Path(sys.argv[1]))
    execute_from_command_line(["manage.py", *sys.argv[2:]])
