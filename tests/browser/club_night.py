"""A club night for a browser: a server that may be killed, and a page for each who is there."""

import os
import subprocess
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.axe import findings
from tests.games.serving import ROOT, Served, demo_server
from tests.services.forked import python

DESKTOP: Final[ViewportSize] = {"width": 1366, "height": 768}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
KEY: Final = "a key that outlives the server of this test, which is killed"


def _server(folder: Path, port: int | None = None) -> AbstractContextManager[Served]:
    """One that leaves simulated players as quick as they are."""
    quick = {"TABLE_FRAMES_PER_SECOND": "1000", "TABLE_HELLOS_PER_SECOND": "1000"}
    return demo_server(
        folder, "toy", port, program=("manage.py",), log=None, SECRET_KEY=KEY, **quick
    )


class Night:
    """The server, and a page for each who is there."""

    def __init__(
        self, browser: Browser, folder: Path, pictures: Path | None, people: Sequence[str]
    ) -> None:
        self.folder, self.browser, self.pictures = folder, browser, pictures
        self.sessions = self._people(*people)
        self.server = _server(folder)
        self.served: Served = self.server.__enter__()
        self.pages: dict[str, Page] = {}
        self.event = ""
        self.grave: list[str] = []
        self._seen: set[str] = set()

    def _people(self, *names: str) -> dict[str, str]:
        made = subprocess.run(  # noqa: S603 - our own module
            [*python(), "-m", "tests.browser.club_people", *names],
            cwd=ROOT,
            env={**os.environ, "DEMO": "on", "SECRET_KEY": KEY, "DATABASE_URL": self.database},
            check=True,
            capture_output=True,
            text=True,
        )
        return dict(line.split() for line in made.stdout.splitlines())

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder}/games.sqlite3"

    def page(self, name: str) -> Page:
        """The page of somebody who is logged in."""
        if name not in self.pages:
            context: BrowserContext = self.browser.new_context(viewport=DESKTOP)
            cookie = {"name": "sessionid", "value": self.sessions[name], "url": self.served.site}
            context.add_cookies([cookie])  # type: ignore[list-item]
            self.pages[name] = context.new_page()
        return self.pages[name]

    def go(self, name: str, path: str) -> Page:
        page = self.page(name)
        page.goto(f"{self.served.site}{path}")
        return page

    def text(self, file: str) -> str:
        """A file of the event, as nobody gets it."""
        context = self.browser.new_context()
        try:
            return context.request.get(f"{self.served.site}{self.event}{file}").text()
        finally:
            context.close()

    def kill(self) -> None:
        """End the server at once, and start it again on the same port."""
        port = self.served.port
        self.served.process.kill()
        self.served.process.wait()
        self.server = _server(self.folder, port)
        self.served = self.server.__enter__()

    def seen(self, name: str) -> bool:
        """Whether there is a picture of that name."""
        return name in self._seen

    def picture(self, name: str, who: str) -> None:
        """The page as it is, on a desktop and a phone, once; what axe finds grave is kept."""
        if self.seen(name):
            return
        self._seen.add(name)
        page = self.page(who)
        for kind, size in (("phone", PHONE), ("desktop", DESKTOP)):
            page.set_viewport_size(size)
            if self.pictures:
                path = self.pictures / f"{name}-{kind}.png"
                page.screenshot(path=path, full_page=True)
            self.grave += [f"{name} {kind}: {one}" for one in findings(page)]
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                self.grave.append(f"{name} {kind}: {wide} px wider than the window")

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.server.__exit__(None, None, None)
