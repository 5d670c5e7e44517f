"""Three tabs of one browser, open at the same table."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from tests.browser.ears import Ears
from tests.browser.site import Site
from tests.browser.table import Table

PATIENCE = 20_000  # milliseconds
LINE = "07" * 32
"""The line for the dice that every page here draws, so that tests know what will be rolled."""
DRAWS_LINE = "crypto.getRandomValues = (bytes) => bytes.fill(7)"
SCREEN: ViewportSize = {"width": 1600, "height": 1000}


@dataclass
class Tabs:
    """Three tabs of one browser at one game: side A, side B, and somebody who watches."""

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
        if self.pictures is not None:
            self._photograph(self.pictures, name)

    def failed(self) -> None:
        """Pictures in any case, beside the database, of a test that failed."""
        self._photograph(self.pictures or self.site.folder, "failed")

    def _photograph(self, folder: Path, name: str) -> None:
        for who, table in self.tables.items():
            table.to_front()
            table.page.screenshot(path=folder / f"{name}-{who}.png")

    def check(self, *whose: str) -> None:
        """Nothing went wrong on these pages, or on any."""
        for who in whose or self.tables:
            assert self.ears[who].troubles == [], (who, self.ears[who].troubles)


@contextmanager
def three_tabs(browser: Browser, site: Site, pictures: Path | None) -> Iterator[Tabs]:
    """Open the three tabs; at the end of the block nothing may have gone wrong on any of them."""
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(DRAWS_LINE)
    tabs = Tabs(context, site, pictures, {}, {})
    for who in ("a", "b", "public"):
        tabs.open(who)
    try:
        yield tabs
        tabs.check()
    except BaseException:
        tabs.failed()
        raise
    finally:
        context.close()
