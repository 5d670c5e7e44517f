"""Scenarios and boards that only tests play, each in a folder of its own name beside this module.

`python -m tests.browser.own_scenarios FOLDER DESCRIPTOR NICENESS` is a process that answers
questions about them too.
"""

import sys
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from games import rulesets
from games.editor import workshop
from games.editor.worker import work
from games.questions import crew, worker
from rules.mapmaking import finding, loading
from rules.scenarios import loader
from tests.services.forked import python

FOLDERS = Path(__file__).parent


def use(folder: Path) -> None:
    """Have games made of them in this process, beside ours. Nothing lists them. Where cards and
    boards are found together is made in that folder.
    """
    listed = rulesets.scenario_ids()
    vars(rulesets)["scenario_ids"] = lambda: listed
    loader.DATA = _together(folder / "scenarios", loader.DATA, "*.yaml")
    boards = _together(folder / "boards", loading.BOARDS, "*.txt")
    for module in (loading, finding):
        vars(module)["BOARDS"] = boards
    vars(workshop)["work"] = partial(_work, str(folder))
    crew.WORKER = (*python(), "-m", "tests.browser.own_scenarios", str(folder))


def _work(folder: str, pipe: Connection, seconds: int, memory: int) -> None:
    """What draws boards draws those as well."""
    use(Path(folder))
    work(pipe, seconds, memory)


def _together(folder: Path, ours: Path, files: str) -> Path:
    """A folder with links to ours and to those of tests."""
    folder.mkdir(parents=True, exist_ok=True)
    own = (path for path in FOLDERS.glob(f"*/{files}") if path.stem == path.parent.name)
    for path in (*ours.glob(files), *own):
        link = folder / path.name
        if not link.is_symlink():
            link.symlink_to(path)
    return folder


if __name__ == "__main__":
    use(Path(sys.argv[1]))
    worker.main(*sys.argv[2:])
