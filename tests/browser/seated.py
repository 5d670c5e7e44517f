"""Players who are logged in, at a game by the clock, and looking at what they see."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import acts, clocked_game
from tests.browser.axe import LAYOUT, findings
from tests.browser.house import House
from tests.browser.table import Table

SIZES = {"laptop": (1366, 768), "phone": (390, 844)}
RULES: dict[str, dict[str, Any]] = {"laptop": {}, "phone": LAYOUT}
"""By what a page is looked at in each size, if it is in both."""


def clocked(house: House, minutes: float = 60, flag: str = "loss") -> list[str]:
    """A new game; the addresses of both seats."""
    return house.do(clocked_game.make, minutes, flag)


@contextmanager
def seated(browser: Browser, house: House, size: str, address: str, name: str) -> Iterator[Table]:
    """Somebody at his seat, logged in."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        base_url=house.site,
    )
    session = house.do(acts.log_in, name)
    context.add_cookies([{"name": "sessionid", "value": session, "url": house.site}])
    table = Table(context.new_page(), "a")
    table.open(address)
    yield table
    context.close()


def open_tab(page: Page, size: str, name: str) -> None:
    page.locator(
        f'[data-sheet-tab="{name}"]' if size == "phone" else f'[data-tab="{name}"]'
    ).click()


def look(page: Page, pictures: Path | None, name: str, **rules: Any) -> None:
    """Axe finds nothing by these rules, without any by all; nothing is too wide."""
    if pictures is not None:
        page.screenshot(path=pictures / f"{name}.png")
    assert findings(page, **rules) == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
