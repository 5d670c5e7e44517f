"""Players who are logged in, at a game by the clock, and looking at what they see."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.axe import findings
from tests.browser.clocked_game import PASSWORD
from tests.browser.table import Table
from tests.games.serving import ROOT, Served
from tests.services.forked import python

SIZES = {"laptop": (1366, 768), "phone": (390, 844)}


def clocked(folder: Path, minutes: float = 60, flag: str = "loss") -> list[str]:
    """A new game; the addresses of both seats."""
    made = subprocess.run(  # noqa: S603 - our own command
        [*python(), "-m", "tests.browser.clocked_game", "skirmish", str(minutes), flag],
        cwd=ROOT,
        env={**os.environ, "DEMO": "on", "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return made.stdout.split()


@contextmanager
def seated(browser: Browser, served: Served, size: str, address: str, name: str) -> Iterator[Table]:
    """Somebody at his seat, logged in."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        base_url=served.site,
    )
    page = context.new_page()
    page.goto(f"/accounts/login/?next={address}")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    table = Table(page, "a")
    table.is_live()
    yield table
    context.close()


def open_tab(page: Page, size: str, name: str) -> None:
    page.locator(
        f'[data-sheet-tab="{name}"]' if size == "phone" else f'[data-tab="{name}"]'
    ).click()


def look(page: Page, pictures: Path | None, name: str) -> None:
    if pictures is not None:
        page.screenshot(path=pictures / f"{name}.png")
    assert findings(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
