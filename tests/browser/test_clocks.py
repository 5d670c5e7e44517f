"""Clocks and breaks at the table, on a laptop and a phone: nothing jumps while time runs, and what
is asked can be answered. Axe finds nothing on the way.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import findings
from tests.browser.clocked_game import NAMES, PASSWORD
from tests.browser.table import Table
from tests.games.serving import ROOT, Served, demo_server

SIZES = {"laptop": (1366, 768), "phone": (390, 844)}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clocks")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with demo_server(folder, "skirmish") as served:
        yield served


def clocked(folder: Path, minutes: float = 60, flag: str = "loss") -> list[str]:
    """A new game; the addresses of both seats."""
    made = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "tests.browser.clocked_game", "skirmish", str(minutes), flag],
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


def figure(page: Page, side: str) -> str:
    return page.locator(f'[data-clock="{side}"] .clock-figure').inner_text()


def open_tab(page: Page, size: str, name: str) -> None:
    page.locator(
        f'[data-sheet-tab="{name}"]' if size == "phone" else f'[data-tab="{name}"]'
    ).click()


def look(page: Page, pictures: Path | None, name: str) -> None:
    if pictures is not None:
        page.screenshot(path=pictures / f"{name}.png")
    assert findings(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize("size", SIZES)
def test_both_see_both_clocks_and_agree_on_a_break(
    browser: Browser, served: Served, folder: Path, pictures: Path | None, size: str
) -> None:
    links = clocked(folder)
    with (
        seated(browser, served, size, links[0], NAMES[0]) as a,
        seated(browser, served, size, links[1], NAMES[1]) as b,
    ):
        for table in (a, b):
            expect(table.page.locator('[data-clock="a"]')).to_have_class(re.compile("runs"))
            expect(table.page.locator(".clock-figure").last).to_have_text("1:00:00")
        board = a.page.locator("#board").bounding_box()
        clock = a.page.locator('[data-clock="a"]').bounding_box()
        expect(a.page.locator('[data-clock="a"] .clock-figure')).to_have_text(
            re.compile("59:5"), timeout=15_000
        )
        assert a.page.locator("#board").bounding_box() == board
        assert a.page.locator('[data-clock="a"]').bounding_box() == clock
        look(a.page, pictures, f"clocks-play-{size}")
        open_tab(b.page, size, "talk")
        look(b.page, pictures, f"clocks-talk-{size}")
        b.page.locator("[name=minutes]").select_option("15")
        b.page.locator('[data-role="ask-break"]').click()
        expect(a.role("asked-break")).to_contain_text("asks for a break until")
        look(a.page, pictures, f"clocks-asked-{size}")
        a.role("asked-break").get_by_role("button", name="Agree").click()
        expect(a.role("rest")).to_contain_text("A break until")
        stands = figure(a.page, "a")
        look(a.page, pictures, f"clocks-rest-{size}")
        href = a.role("calendar").get_attribute("href") or ""
        assert "BEGIN:VEVENT" in a.page.evaluate("href => fetch(href).then(r => r.text())", href)
        a.role("rest").get_by_role("button", name="Ask to go on now").click()
        open_tab(b.page, size, "now") if size == "phone" else None
        expect(b.role("asked-go_on")).to_be_visible()
        assert figure(a.page, "a") == stands
        b.role("asked-go_on").get_by_role("button", name="Agree").click()
        expect(a.role("rest")).to_have_count(0)
        expect(a.page.locator('[data-clock="a"]')).to_have_class(re.compile("runs"))


@pytest.mark.parametrize("flag", ["loss", "claim"])
def test_time_runs_out(
    browser: Browser, served: Served, folder: Path, pictures: Path | None, flag: str
) -> None:
    links = clocked(folder, 0.15, flag)
    with (
        seated(browser, served, "laptop", links[0], NAMES[0]) as a,
        seated(browser, served, "phone", links[1], NAMES[1]) as b,
    ):
        if flag == "claim":
            claim = b.role("claim")
            expect(claim).to_be_visible(timeout=30_000)
            expect(a.page.locator('[data-clock="a"]')).to_have_class(re.compile("out"))
            look(b.page, pictures, "clocks-claim-phone")
            claim.get_by_role("button", name="Claim the game").click()
        for table in (a, b):
            expect(table.role("now-text")).to_contain_text("victory", timeout=30_000)
            expect(table.page.locator(".clock.runs")).to_have_count(0)
        look(a.page, pictures, f"clocks-over-{flag}-laptop")
