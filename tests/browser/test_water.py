"""The water of a scenario at the table: its Current in words and as arrows."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game beside a river that flows south."""
    return new_site(house, scenario="ferryman")


def seated(page: Page, site: Site) -> Table:
    """A tab of the side that crosses, on the board of the river."""
    table = Table(page, "a", "so9")
    table.open(site.served.page("a"))
    return table


def test_the_current_is_said_and_drawn(browser: Browser, site: Site, pictures: Path | None) -> None:
    page = browser.new_page()
    seated(page, site)
    arrows = page.locator(".layer-marks .current")
    expect(arrows).to_have_count(25)
    drawn = page.locator('[data-current="so9:H4"]')
    expect(drawn).to_have_attribute("transform", re.compile(r"rotate\(180\)"))
    expect(page.locator('[data-rope="so9:G6"]')).to_have_count(1)
    if pictures is not None:
        page.screenshot(path=pictures / "water.png")
    page.close()


def test_a_fording_line_is_clicked_and_read(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    table = seated(page, site)
    card = page.locator("[data-strung]")
    table.click_hex("H1")
    expect(card).to_have_count(0)
    table.click_hex("J4")
    expect(card).to_contain_text("fording line, G6 to K4")
    expect(card).to_contain_text("Russian")
    expect(card.get_by_role("button")).to_have_text(["G6", "H5", "I5", "J4", "K4"])
    expect(card).to_contain_text("Nobody is on it.")
    expect(card).to_be_in_viewport(ratio=0.8)
    if pictures is not None:
        page.screenshot(path=pictures / "fording-line.png")
    table.click_hex("H1")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.locator('[data-cursor="so9:H5"]')).to_have_count(1)
    expect(page.locator("[data-role=hex-notes]")).to_contain_text("fording line")
    expect(page.locator("body[data-keys=asleep]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Show K4 on the board").focus()
    page.keyboard.press("Enter")
    expect(card.get_by_role("button", name="Show K4 on the board")).to_be_focused()
    page.close()


def test_on_a_phone_the_card_of_a_line_and_of_a_boat_comes_to_the_front(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    table = seated(page, site)
    page.locator('[data-do="zoom-all"]').click()
    stack = page.locator('[data-sheet-tab="stack"]')
    card = page.locator("[data-strung]")
    expect(stack).to_have_attribute("aria-pressed", "false")
    table.click_hex("H1")
    expect(stack).to_have_attribute("aria-pressed", "false")
    table.click_hex("J4")
    expect(stack).to_have_attribute("aria-pressed", "true")
    expect(card).to_contain_text("fording line, G6 to K4")
    expect(card).to_be_in_viewport(ratio=0.8)
    if pictures is not None:
        page.screenshot(path=pictures / "fording-line-phone.png")
    page.locator('[data-sheet-tab="now"]').click()
    expect(stack).to_have_attribute("aria-pressed", "false")
    table.click_hex("H3")
    expect(stack).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#chosen")).to_contain_text("small raft 3")
    page.close()
