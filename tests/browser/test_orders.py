"""Standing orders: given, seen, carried out and taken back on a player's own page, unheard."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import findings
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
LAPTOP = {"width": 1366, "height": 768}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game of the skirmish in its first MPh."""
    site = new_site(house)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    return site


def test_orders_are_given_and_taken_back(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    context = browser.new_context(viewport=LAPTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    table = Table(context.new_page(), "b")
    table.open(site.served.page("b"))
    table.page.locator("#tab-secrets").click()
    orders = table.role("orders")
    with table.going_on():
        orders.get_by_label("when I could attack with at least").select_option(label="24 FP")
        orders.get_by_role("button", name="Give this order").click()
    with table.going_on():
        orders.get_by_role("button", name="DFPh: no attack to make").click()
    standing = orders.locator('[data-order="ask_again"]')
    expect(standing).to_contain_text("ask me only with 24 FP or more")
    expect(standing).to_contain_text("End the DFPh")
    if pictures:
        standing.scroll_into_view_if_needed()
        table.page.screenshot(path=pictures / "orders.png")
    assert not findings(table.page)
    unit = next(
        f["id"] for f in site.faces("a") if f["k"] == "unit" and f["at"].startswith(hex_id("W3"))
    )
    before = table.n
    assert site.send("a", verb="move", units=[unit], to=f"{hex_id('W4')}/0")["t"] == "ok"
    table.wait_for_n(before + 2)  # the move, and what the order does about it
    table.is_asked("moves")
    with table.going_on():
        standing.get_by_role("button", name="First Fire").click()
    expect(standing).not_to_contain_text("First Fire")
    context.close()
