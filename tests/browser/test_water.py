"""The water of a scenario at the table: its Current in words and as arrows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.site import Site, running_site
from tests.browser.table import Table

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A game beside a river that flows south."""
    with running_site(tmp_path_factory.mktemp("water"), scenario="ferryman") as site:
        yield site


def test_the_current_is_said_and_drawn(browser: Browser, site: Site, pictures: Path | None) -> None:
    page = browser.new_page()
    table = Table(page, "a")
    table.board = "so9"
    table.open(site.served.page("a"))
    arrows = page.locator(".layer-marks .current")
    expect(arrows).to_have_count(25)
    drawn = page.locator('[data-current="so9:H4"]')
    expect(drawn).to_have_attribute("transform", re.compile(r"rotate\(180\)"))
    expect(page.locator('[data-rope="so9:G6"]')).to_have_count(1)
    if pictures is not None:
        page.screenshot(path=pictures / "water.png")
    page.close()
