"""Whoever hears the table: axe finds nothing in setup, under fire, and when all is over; on a desk
and on a phone, light and dark.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import findings
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
SIZES = {"laptop": (1366, 768), "phone": (390, 844)}
PAPERS = ("secrets", "forces", "card", "log", "now")
SETTLED = 600  # milliseconds in which what moves comes to rest

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    return new_site(house)


@contextmanager
def opened(browser: Browser, site: Site, who: str, size: str, scheme: str) -> Iterator[Table]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=size == "phone",
    )
    table = Table(context.new_page(), who)
    table.open(site.served.page(who))
    yield table
    context.close()


def look(table: Table, pictures: Path | None, name: str) -> None:
    table.page.wait_for_timeout(SETTLED)
    if pictures is not None:
        table.page.screenshot(path=pictures / f"heard-{name}.png")
    assert findings(table.page) == [], name


def papers(table: Table, pictures: Path | None, name: str) -> None:
    """Every tab or sheet."""
    for paper in PAPERS:
        tab = table.page.locator(f'#tab-{paper}, [data-sheet-tab="{paper}"]').filter(visible=True)
        if tab.count():
            tab.click()
            look(table, pictures, f"{name}-{paper}")


def test_axe_finds_nothing_from_setup_to_the_end(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    ways = [(size, scheme) for size in SIZES for scheme in ("light", "dark")]
    with ExitStack() as tables:
        for size, scheme in ways:
            table = tables.enter_context(opened(browser, site, "public", size, scheme))
            look(table, pictures, f"setup-watched-{size}-{scheme}")
    site.set_up_both(RUSSIANS, mines="Y4")
    assert site.send("a", verb="end_phase")["t"] == "ok"
    unit = next(
        one["id"]
        for one in site.faces("a")
        if one["k"] == "unit" and one["at"] == f"{hex_id('W3')}/0"
    )
    assert site.send("a", verb="move", units=[unit], to=f"{hex_id('W4')}/0")["t"] == "ok"
    for size, scheme in ways:
        with opened(browser, site, "b", size, scheme) as table:
            expect(table.role("odds")).to_be_visible()
            look(table, pictures, f"fire-{size}-{scheme}")
            table.page.keyboard.press("o")
            look(table, pictures, f"odds-{size}-{scheme}")
            table.click_hex("Y6")
            papers(table, pictures, f"fire-{size}-{scheme}")
    assert site.send("b", verb="resign")["t"] == "ok"
    for size, scheme in ways:
        with opened(browser, site, "b", size, scheme) as table:
            look(table, pictures, f"over-{size}-{scheme}")
            papers(table, pictures, f"over-{size}-{scheme}")
    with opened(browser, site, "b", "laptop", "light") as table:
        table.page.locator("#tab-secrets").click()
        table.page.locator('[data-opened="a"]').click()
        expect(table.page.locator("body")).to_have_attribute("data-state", "replay")
        expect(table.role("replay-as")).to_have_value("a")
        assert findings(table.page) == []
        table.role("replay-as").select_option("public")
        expect(table.role("replay-as")).to_have_value("public")
        expect(table.page.locator("body")).to_have_attribute("data-state", "replay")
