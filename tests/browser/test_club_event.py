"""A Swiss of eight, as a new director would run it: from founding the club to the last standing."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.axe import findings
from tests.browser.simulated import Table
from tests.games.serving import ROOT, Served, demo_server

pytestmark = pytest.mark.browser
PLAYERS = ("anna", "bert", "cora", "dirk", "emil", "fina", "gero", "hans")
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


class Night:
    """The server, and a page for each who is there."""

    def __init__(self, browser: Browser, folder: Path, pictures: Path | None) -> None:
        self.folder, self.browser, self.pictures = folder, browser, pictures
        self.sessions = self._people("tess", *PLAYERS)
        self.server = demo_server(folder, "toy", SECRET_KEY=KEY)
        self.served: Served = self.server.__enter__()
        self.pages: dict[str, Page] = {}
        self.event = ""
        self.grave: list[str] = []

    def _people(self, *names: str) -> dict[str, str]:
        made = subprocess.run(  # noqa: S603 - our own module
            [sys.executable, "-m", "tests.browser.club_people", *names],
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

    def kill(self) -> None:
        """End the server at once, and start it again on the same port."""
        port = self.served.port
        self.served.process.kill()
        self.served.process.wait()
        self.server = demo_server(self.folder, "toy", port, SECRET_KEY=KEY)
        self.served = self.server.__enter__()

    def picture(self, name: str, who: str) -> None:
        """The page as it is, on a desktop and a phone; what axe finds grave is kept."""
        page = self.page(who)
        for kind, size in (("desktop", DESKTOP), ("phone", PHONE)):
            page.set_viewport_size(size)
            if self.pictures:
                path = self.pictures / f"{name}-{kind}.png"
                page.screenshot(path=path, full_page=True)
            self.grave += [f"{name} {kind}: {one}" for one in findings(page)]
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                self.grave.append(f"{name} {kind}: {wide} px wider than the window")
        page.set_viewport_size(DESKTOP)

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.server.__exit__(None, None, None)


KEY = "a key that outlives the server of this test, which is killed"


@pytest.fixture
def night(browser: Browser, tmp_path: Path, pictures: Path | None) -> Iterator[Night]:
    night = Night(browser, tmp_path, pictures)
    yield night
    night.close()


def test_a_swiss_of_eight_to_its_end(night: Night) -> None:
    _found(night)
    _enter_and_begin(night)
    _publish(night, kill=True)
    tables = _tables(night)
    assert len(tables) == 4
    for n, address in enumerate(tables[:3]):
        _choose_and_sit(night, address)
        if n == 0:
            _inspect(night, address)
        _play(night, address, seed=n)
    _no_show(night, tables[3])
    _withdraw(night, "hans")
    _publish(night)
    for address in _tables(night):
        _decide(night, address, "entered", "played at the club")
    _decide(night, _tables(night)[0], "corrected", "entered the wrong way round", result="other")
    _publish(night)
    for address in _tables(night):
        _decide(night, address, "adjudicated", "out of time, and lost")
    desk = night.go("tess", f"{night.event}desk")
    desk.locator("[data-role=finish]").click()
    page = night.go("anna", night.event)
    expect(page.locator("[data-role=seed]")).to_be_visible()
    rows = page.locator("[data-role=standing] tbody tr")
    expect(rows).to_have_count(8)
    wins = [int(text.split("–")[0]) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
    assert wins == sorted(wins, reverse=True)
    page.locator("details.sum summary").first.click()
    night.picture("event-over", "anna")
    others = {
        "ratings": "/ratings/",
        "rating": "/ratings/anna/",
        "clubs": "/clubs/",
        "sheet": f"{night.event}sheet",
        "embed": f"{night.event}embed",
    }
    for name, path in others.items():
        night.go("anna", path)
        night.picture(name, "anna")
    assert not night.grave


def _found(night: Night) -> None:
    page = night.go("tess", "/clubs/new")
    night.picture("club-new", "tess")
    page.fill("#id_name", "Hex Club")
    page.fill("#id_page", "We meet on Thursdays.")
    page.get_by_role("button", name="Found it").click()
    page.get_by_role("button", name="Make an invitation link").click()
    link = page.locator("[data-role=invitation]").input_value()
    night.picture("club", "tess")
    for name in PLAYERS:
        guest = night.page(name)
        guest.goto(link)
        guest.locator("[data-role=join]").click()
    page.reload()
    page.locator("[data-role=new-event]").click()
    night.picture("event-new", "tess")
    page.fill("#id_name", "Autumn Swiss")
    page.fill("#id_no_show_minutes", "1")
    page.get_by_role("button", name="Make it").click()
    night.event = re.sub(r"^https?://[^/]+|desk$", "", page.url)


def _enter_and_begin(night: Night) -> None:
    for name in PLAYERS:
        night.go(name, night.event).locator("[data-role=enter]").click()
    night.go("tess", f"{night.event}desk").locator("[data-role=begin]").click()


def _publish(night: Night, *, kill: bool = False) -> None:
    page = night.go("tess", f"{night.event}desk")
    page.locator("[data-role=draw] button").click()
    drawn = page.locator("[data-role=lock]")
    expect(drawn).to_be_visible()
    before = page.locator("[data-round]").first.inner_text()
    if kill:
        night.picture("desk", "tess")
        night.kill()
        page.reload()
        assert page.locator("[data-round]").first.inner_text() == before
    drawn.click()


def _tables(night: Night) -> list[str]:
    """The pairings of the newest round without a bye."""
    page = night.go("tess", night.event)
    rows = page.locator("[data-round]").first.locator("tbody tr")
    return [
        row.locator("a.title").get_attribute("href") or ""
        for row in rows.all()
        if "– bye" not in row.inner_text()
    ]


def _names(night: Night, address: str) -> tuple[str, str]:
    one, other = night.go("tess", address).locator("h1").inner_text().split(" – ")
    return one, other


def _choose_and_sit(night: Night, address: str) -> None:
    one, other = _names(night, address)
    page = night.go(one, address)
    night.picture("choose", one)
    page.locator("[data-role=pick] button").click()
    expect(page.get_by_text("Your answer is sealed")).to_be_visible()
    assert page.locator("[data-role=opened]").count() == 0
    rival = night.go(other, address)
    assert rival.locator("[data-role=opened]").count() == 0
    rival.locator("[data-role=pick] button").click()
    expect(rival.locator("[data-role=opened]")).to_have_count(2)
    for name in (one, other):
        page = night.go(name, address)
        page.locator("[data-role=bid] input[type=radio]").first.check()
        if name == one:
            night.picture("bid", one)
        page.locator("[data-role=bid] button").click()
    for name in (one, other):
        night.go(name, address).get_by_role("button", name="Sit down").click()


def _play(night: Night, address: str, *, seed: int) -> None:
    """By their sockets, with the links of their own pairing pages; the server is killed in the
    middle of the first result.
    """
    names = _names(night, address)
    links = [
        night.go(name, address).locator("[data-role=table]").get_attribute("href") for name in names
    ]
    seats = (f"{night.served.site}{links[0]}", f"{night.served.site}{links[1]}")
    sessions = (night.sessions[names[0]], night.sessions[names[1]])
    table = Table(night.served.site, seats, sessions)
    table.play(seed)
    if seed == 0:
        night.kill()
    table.leave()
    expect(night.go(names[0], address).locator("[data-role=outcome]")).to_have_text("1–0")
    if seed == 0:
        night.go("tess", address)
        night.picture("pairing-decided", "tess")


def _inspect(night: Night, address: str) -> None:
    page = night.go("tess", address)
    page.locator("[data-role=inspect]").click()
    night.picture("inspect", "tess")
    page.get_by_label("Side A").check()
    page.fill("#id_why", "The other asks about a pillbox")
    page.get_by_label("I look at this").check()
    page.get_by_role("button", name="Look").click()
    expect(page.locator("h1")).to_have_text("The secret records of side A")
    for name in _names(night, address):
        told = night.go(name, night.event).locator("[data-role=inspections]")
        expect(told).to_contain_text("The other asks about a pillbox")


def _no_show(night: Night, address: str) -> None:
    one, _ = _names(night, address)
    page = night.go(one, address)
    page.locator("[data-role=here]").click()
    for _ in range(40):
        page.reload()
        if page.locator("[data-role=claim]").count():
            break
        page.wait_for_timeout(3000)
    night.picture("claim", one)
    page.locator("[data-role=claim]").click()
    expect(page.locator("[data-role=outcome]")).to_have_text("1–0 f")


def _withdraw(night: Night, name: str) -> None:
    page = night.go(name, night.event)
    page.locator("[data-role=withdraw]").click()
    expect(page.locator("[data-role=standing] tr.gone")).to_have_count(1)
    night.picture("event", "tess")


def _decide(night: Night, address: str, kind: str, why: str, *, result: str = "one") -> None:
    page = night.go("tess", address)
    page.select_option("#id_kind", kind)
    page.select_option("#id_result", result)
    page.fill("#id_why", why)
    page.locator("[data-role=decide] button").click()
    expect(page.locator("[data-role=verdicts]")).to_contain_text(why)
