"""Lines for the dice that open by themselves, a resignation, and everything opened and checked."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from games.verifying import verify
from rules.kernel.entropy import line_commitment
from rules.kernel.opened import DiceExport
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id
from tests.browser.tabs import LINE, three_tabs

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
QUIET = 11

pytestmark = pytest.mark.browser


def test_a_game_from_the_players_lines_to_the_opened_seals(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    site = new_site(house, QUIET, entropy=f"{LINE}|{LINE}")
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.wait_for_n(4)
        for share in told(site)["shares"].values():
            assert share == {
                "commitment": line_commitment(LINE), "line": LINE, "declined": False
            }  # fmt: skip
        saved = saves_what_was_shown(tabs.b)
        site.set_up_both(RUSSIANS, mines="Y4")
        tabs.a.is_asked("Prep Fire")
        resigns(tabs.b)
        for table in tabs.tables.values():
            table.is_asked("victory")
            expect(table.role("dice-link")).to_be_visible()
        for who, table in tabs.tables.items():
            table.to_front()
            table.role("dice-link").click()
            expect(table.role("verdict")).to_contain_text("0 rolls, 0 match. Seeds, lines, seals")
            own = table.role("own-verdict")
            expect(own).to_contain_text("0 rolls, 0 match. Everything fits.")
            expect(table.page.locator('[data-check="good"]')).to_have_count(6)
            expect(table.page.locator('[data-role="seal"]')).to_have_count(1)
            table.page.locator('[data-role="seal"] summary').click()
            mined = table.page.locator('[data-role="seal"] tr', has_text=hex_id("Y4"))
            expect(mined.first).to_contain_text("A-P")
            assert verify(export(table.page), saved).is_clean, who
            if pictures is not None:
                table.page.screenshot(path=pictures / f"dice-{who}.png", full_page=True)


def test_a_lost_line_is_left_out_if_the_other_agrees(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    """B commits elsewhere and never comes back to that browser; A's page opens; B asks."""
    site = new_site(house, QUIET, entropy="|")
    site.send("b", verb="commit_entropy", commitment=line_commitment("00" * 32))
    site.send("a", verb="commit_entropy", commitment=line_commitment(LINE))
    assert site.send("a", verb="open_entropy", line=LINE)["t"] == "ok"
    site.set_up_both(RUSSIANS, mines="Y4")
    with three_tabs(browser, site, pictures) as tabs:
        tabs.a.is_asked("The Russian has not opened its line for the dice yet")
        tabs.b.is_asked("Your line for the dice is still closed")
        tabs.photograph("waiting")
        tabs.b.press("ask_without_entropy")
        expect(tabs.a.role("request")).to_contain_text("go on without its line")
        tabs.photograph("asked")
        tabs.a.press("agree")
        tabs.a.is_asked("Deploy")


def told(site: Site) -> dict[str, Any]:
    """The face of the dice, as everybody is told it."""
    with site.served.open("public") as stream:
        stream.send(json.dumps({"t": "hello", "have": None}))
        while (frame := json.loads(stream.recv(timeout=60)))["t"] != "doc":
            pass
    return next(face for face in frame["faces"] if face["k"] == "dice")


def saves_what_was_shown(table: Table) -> list[bytes]:
    """The file that the dice page of a running game offers."""
    page = table.page.context.new_page()
    page.goto(table.page.url.replace("/?", "/dice/?"))
    expect(page.locator('[data-role="dice-sealed"]')).to_be_visible()
    with page.expect_download() as download:
        page.locator('[data-role="seen"]').click()
    content = Path(download.value.path()).read_bytes()
    page.close()
    return content.splitlines()


def resigns(table: Table) -> None:
    table.to_front()
    table.page.locator('[data-verb="resign"]').click()
    table.role("sure-yes").click()


def export(page: Page) -> DiceExport:
    """The file that the page offers."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Take the file").click()
    content = Path(download.value.path()).read_bytes()
    return msgspec.json.decode(content, type=DiceExport)
