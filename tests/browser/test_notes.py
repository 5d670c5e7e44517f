"""Notes pinned to hexes: seen where they hang, kept over a reload, and by their owner alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    site = new_site(house)
    site.set_up_both(RUSSIANS, mines="Y4")
    return site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    yield context
    context.close()


def opened(context: BrowserContext, site: Site, who: str) -> Table:
    table = Table(context.new_page(), who)
    table.open(site.served.page(who))
    return table


def test_a_note_hangs_at_its_hex_for_its_owner(context: BrowserContext, site: Site) -> None:
    table = opened(context, site, "a")
    page = table.page
    page.locator("#tab-secrets").click()
    table.click_hex("Y6")
    field = table.role("note-text")
    field.fill("Mines behind here?")
    field.press("Enter")
    pin = page.locator(f'[data-noted="{hex_id("Y6")}"]')
    expect(pin).to_have_count(1)
    expect(page.locator('#secrets [data-note="so1:Y6"]')).to_contain_text("Mines behind here?")
    table.hover_hex("Y6")
    expect(page.locator("#hex-info")).to_contain_text("your note: Mines behind here?")
    page.locator("#board").focus()
    page.keyboard.press("v")
    expect(pin).to_have_count(0)
    page.reload()
    table.is_live()
    expect(pin).to_have_count(1)
    for who in ("b", "public"):
        other = opened(context, site, who)
        other.page.locator("#tab-secrets").click()
        expect(other.page.locator("[data-noted]")).to_have_count(0)
        assert "Mines behind" not in other.page.content()
    table.to_front()
    page.locator("#tab-secrets").click()
    page.locator("#secrets [data-note-at]").click()
    field.fill("")
    table.role("note-save").click()
    expect(pin).to_have_count(0)
