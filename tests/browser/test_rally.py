"""The odds of a Rally attempt: shown while a row of it is looked at, for that row alone."""

from contextlib import suppress

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import findings
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
SHOT, CHECK = 5, 10

pytestmark = pytest.mark.browser


def face(site: Site, kind: str, **fields: object) -> dict[str, object]:
    """The first face of a kind with those fields."""
    found = (one for one in site.faces("a") if one["k"] == kind)
    return next(one for one in found if all(one[key] == it for key, it in fields.items()))


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game of the skirmish in the RPh of the second Turn, with a broken German."""
    site = new_site(house, SHOT, CHECK)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    unit = face(site, "unit", at=f"{hex_id('W3')}/0")["id"]
    site.send("a", verb="move", units=[unit], to=f"{hex_id('W4')}/0")
    firers = [face(site, "unit", at=f"{hex_id('Z4')}/0", cls="squad")["id"]]
    assert site.send("b", verb="fire", units=firers, at=f"{hex_id('W4')}/0")["t"] == "ok"
    assert face(site, "unit", id=unit)["broken"]
    for _ in range(200):
        clock = face(site, "clock")
        if (clock["phase"], clock["phasing"], clock["active"]) == ("RPh", "a", "a"):
            break
        with suppress(StopIteration):
            _goes_on(site, unit)
    else:
        raise AssertionError("the RPh of the second Turn never came")
    return site


def _goes_on(site: Site, unit: object) -> None:
    """The broken unit routs to its leader; else whoever is asked goes on and does nothing."""
    for name in ("X2", "W3"):
        if site.send("a", verb="rout", units=[unit], to=f"{hex_id(name)}/0")["t"] == "ok":
            return
    for who in "ab":
        for verb in ("pass", "end_move", "end_rout", "end_phase", "cc_pass"):
            if site.send(who, verb=verb)["t"] == "ok":
                return


def test_the_odds_of_a_rally_are_shown_beside_its_row(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    table = Table(context.new_page(), "a")
    table.open(site.served.page("a"))
    row = table.page.locator("[data-looked]").first
    row.hover()
    expect(table.role("odds")).to_contain_text("rallies with Morale Level")
    expect(table.page.locator('#odds [data-result="Fate"]')).to_have_attribute(
        "aria-label", "Fate: 1 in 36, 2.8 percent"
    )
    table.settles()
    assert findings(table.page) == []
    with table.going_on():
        row.click()
    expect(table.page.locator('.log [data-kind="rally"]').last).to_contain_text("Rally")
    context.close()
