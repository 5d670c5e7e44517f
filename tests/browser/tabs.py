"""Tabs of one browser, open at the same table."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from tests.browser.ears import Ears
from tests.browser.site import Site
from tests.browser.table import Table

LINE = "07" * 32
"""The line for the dice that every page here draws, so that tests know what will be rolled."""
DRAWS_LINE = "crypto.getRandomValues = (bytes) => bytes.fill(7)"
EVERYBODY = ("a", "b", "public")
SCREEN: ViewportSize = {"width": 1600, "height": 1000}


@dataclass
class Tabs:
    """Tabs of one browser at one game: of side A, side B, and somebody who watches, or some."""

    context: BrowserContext
    site: Site
    pictures: Path | None
    tables: dict[str, Table]
    ears: dict[str, Ears]

    @property
    def a(self) -> Table:
        return self.tables["a"]

    @property
    def b(self) -> Table:
        return self.tables["b"]

    @property
    def watcher(self) -> Table:
        return self.tables["public"]

    def open(self, who: str) -> Table:
        """A new tab for one of the three, at the table."""
        page = self.context.new_page()
        self.ears[who] = Ears(page)
        self.tables[who] = Table(page, who)
        self.tables[who].open(self.site.served.page(who))
        return self.tables[who]

    def close(self, who: str) -> None:
        """The tab is closed by its owner."""
        self.check(who)
        self.tables[who].page.close()

    def forgive(self, *, outage: bool) -> None:
        """While the network is cut on purpose, browsers may complain of that."""
        for ears in self.ears.values():
            ears.forgiving = outage

    def photograph(self, name: str) -> None:
        """A picture of every tab, if somebody wants to look at them afterwards."""
        if self.pictures is None:
            return
        for who, table in self.tables.items():
            table.to_front()
            table.page.screenshot(path=self.pictures / f"{name}-{who}.png")

    def check(self, *whose: str) -> None:
        """Nothing went wrong on these pages, or on any."""
        for who in whose or self.tables:
            assert self.ears[who].troubles == [], (who, self.ears[who].troubles)


@contextmanager
def three_tabs(
    browser: Browser, site: Site, pictures: Path | None, who: Sequence[str] = EVERYBODY
) -> Iterator[Tabs]:
    """Open the three tabs, or those of them that are needed; at the end of the block nothing may
    have gone wrong on any. What is left open by a failure is seen by those who look into it.
    """
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    context.add_init_script(DRAWS_LINE)
    tabs = Tabs(context, site, pictures, {}, {})
    for one in who:
        tabs.open(one)
    yield tabs
    tabs.check()
    context.close()
