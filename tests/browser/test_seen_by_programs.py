"""Whoever hears the table: axe finds nothing in setup, under fire, and when all is over; on a desk
by day and on a phone by night. `test_papers` looks at a desk by day and by night.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import comes_to_rest, findings
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
SIZES = {"laptop": (1366, 768, "light"), "phone": (390, 844, "dark")}
PAPERS = ("secrets", "forces", "card", "log", "now")

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    return new_site(house)


@contextmanager
def opened(browser: Browser, site: Site, who: str, size: str) -> Iterator[Table]:
    width, height, scheme = SIZES[size]
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
    table.to_front()
    if pictures is not None:
        comes_to_rest(table.page)
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
    for size in SIZES:
        with opened(browser, site, "public", size) as table:
            look(table, pictures, f"setup-watched-{size}")
    site.set_up_both(RUSSIANS, mines="Y4")
    assert site.send("a", verb="end_phase")["t"] == "ok"
    unit = next(
        one["id"]
        for one in site.faces("a")
        if one["k"] == "unit" and one["at"] == f"{hex_id('W3')}/0"
    )
    assert site.send("a", verb="move", units=[unit], to=f"{hex_id('W4')}/0")["t"] == "ok"
    for size in SIZES:
        with opened(browser, site, "b", size) as table:
            expect(table.role("odds")).to_be_visible()
            look(table, pictures, f"fire-{size}")
            table.page.keyboard.press("o")
            look(table, pictures, f"odds-{size}")
            table.click_hex("Y6")
            if size == "phone":
                papers(table, pictures, f"fire-{size}")
    assert site.send("b", verb="resign")["t"] == "ok"
    for size in SIZES:
        with opened(browser, site, "b", size) as table:
            look(table, pictures, f"over-{size}")
            if size == "laptop":
                papers(table, pictures, f"over-{size}")
    with opened(browser, site, "b", "laptop") as table:
        reads_what_the_other_side_saw(table)


def reads_what_the_other_side_saw(table: Table) -> None:
    table.page.locator("#tab-secrets").click()
    table.page.locator('[data-opened="a"]').click()
    expect(table.page.locator("body")).to_have_attribute("data-state", "replay")
    expect(table.role("replay-as")).to_have_value("a")
    assert findings(table.page) == []
    table.role("replay-as").select_option("public")
    expect(table.role("replay-as")).to_have_value("public")
    expect(table.page.locator("body")).to_have_attribute("data-state", "replay")
