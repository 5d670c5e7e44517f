"""What a browser test that fails leaves behind."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import acts
from tests.browser.house import House
from tests.browser.site import new_site
from tests.browser.table import Table
from tests.browser.witness import Witness

pytestmark = pytest.mark.browser


def test_pictures_frames_and_the_log_of_that_test_alone_are_told(
    browser: Browser, house: House, witness: Witness, tmp_path: Path
) -> None:
    site = new_site(house)
    page = browser.new_page()
    Table(page, "a").open(site.served.page("a"))
    with pytest.raises(AssertionError, match="faces failed"):
        house.do(acts.faces, "of no game", "a")
    told = dict(witness.tells(tmp_path))
    assert (tmp_path / "0.png").stat().st_size
    assert page.url in told["pictures"]
    assert '"t":"doc"' in told["frames received"]
    assert "badly formed hexadecimal UUID string" in told["server's log"]
    page.context.close()
    witness.begin()
    assert witness.tells(tmp_path) == []
