"""A club night for a browser: a server that may be killed, and a page for each who is there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser import club_people
from tests.browser.axe import LAYOUT, findings
from tests.browser.house import House

DESKTOP: Final[ViewportSize] = {"width": 1366, "height": 768}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


class Night:
    """The server, and a page for each who is there."""

    def __init__(
        self, browser: Browser, house: House, pictures: Path | None, people: Sequence[str]
    ) -> None:
        self.house, self.browser, self.pictures = house, browser, pictures
        self.sessions = house.do(club_people.make, *people)
        self.pages: dict[str, Page] = {}
        self.event = ""
        self.grave: list[str] = []
        self._seen: set[str] = set()

    def page(self, name: str) -> Page:
        """The page of somebody who is logged in."""
        if name not in self.pages:
            context: BrowserContext = self.browser.new_context(viewport=DESKTOP)
            cookie = {"name": "sessionid", "value": self.sessions[name], "url": self.house.site}
            context.add_cookies([cookie])  # type: ignore[list-item]
            self.pages[name] = context.new_page()
        return self.pages[name]

    def go(self, name: str, path: str) -> Page:
        page = self.page(name)
        page.goto(f"{self.house.site}{path}")
        return page

    def text(self, file: str) -> str:
        """A file of the event, as nobody gets it."""
        context = self.browser.new_context()
        try:
            return context.request.get(f"{self.house.site}{self.event}{file}").text()
        finally:
            context.close()

    def kill(self) -> None:
        """End the server at once, and start it again on the same port."""
        self.house.kill()
        self.house.start_again()

    def seen(self, name: str) -> bool:
        """Whether there is a picture of that name."""
        return name in self._seen

    def picture(self, name: str, who: str) -> None:
        """The page as it is, on a phone and a desktop, once; what axe finds grave is kept."""
        if self.seen(name):
            return
        self._seen.add(name)
        page = self.page(who)
        for kind, size, rules in (("phone", PHONE, LAYOUT), ("desktop", DESKTOP, {})):
            page.set_viewport_size(size)
            if self.pictures:
                path = self.pictures / f"{name}-{kind}.png"
                page.screenshot(path=path, full_page=True)
            self.grave += [f"{name} {kind}: {one}" for one in findings(page, **rules)]
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                self.grave.append(f"{name} {kind}: {wide} px wider than the window")

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
