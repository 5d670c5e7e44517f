"""What a page shows while the server works for longer than one is used to."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, ViewportSize, WebSocketRoute, expect

from tests.browser.house import House
from tests.browser.site import new_site
from tests.browser.table import Table

SCREENS: list[ViewportSize] = [{"width": 1366, "height": 768}, {"width": 390, "height": 844}]
RUSSIANS = {"rus-447-a": "Z4", "rus-447-b": "AA4", "rus-237-a": "Y4", "rus-8-0-a": "Z4"}
QUICK, SHOWN, LONG = 900, 1_000, 4_000
"""Milliseconds of the page in which nothing is shown yet, and after which it says so, and why."""

pytestmark = pytest.mark.browser


class Slow:
    """The way from the server to a page, on which frames can be held back."""

    def __init__(self) -> None:
        self.holds = False
        self.held: list[Callable[[], None]] = []

    def __call__(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda frame: self._pass(lambda: page.send(frame)))

    def _pass(self, send: Callable[[], None]) -> None:
        if self.holds:
            self.held.append(send)
        else:
            send()

    def lets_go(self) -> None:
        self.holds = False
        for send in self.held:
            send()
        self.held.clear()


@pytest.mark.parametrize("screen", SCREENS, ids=["laptop", "phone"])
def test_a_slow_answer_is_waited_for_with_a_quiet_sign(
    browser: Browser, house: House, screen: ViewportSize
) -> None:
    """It comes after a while, moves nothing, is said once, and goes with the answer."""
    slow = Slow()
    site = new_site(house)
    with browser.new_context(viewport=screen) as context:
        site.set_up_both(RUSSIANS, mines="Z5", rally=True)
        page = context.new_page()
        page.clock.install()
        page.route_web_socket("**/*", slow)
        table = Table(page, "a")
        table.open(site.served.page("a"))
        sign = page.locator("#working")
        before, n = boxes(table), table.n
        slow.holds = True
        table.button("end_phase").click()
        table.settles()
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        table.page.locator("#now [data-sure]").click()
        page.clock.run_for(QUICK)
        expect(sign).to_be_hidden()
        page.clock.run_for(SHOWN - QUICK)
        expect(sign).to_have_text("Working…")
        expect(sign).to_be_visible()
        expect(page.locator("#say")).to_have_text("Working…")
        assert boxes(table) == before
        page.clock.run_for(LONG - SHOWN)
        expect(sign).to_contain_text("A board is prepared at its first use.")
        expect(page.locator("#say")).to_have_text("Working…")
        slow.lets_go()
        expect(sign).to_be_hidden()
        table.wait_for_n(n + 1)


def boxes(table: Table) -> list[object]:
    """Where the board, the bar and the panel are."""
    parts = ("#board", "#phasebar", "#now", ".board-tools")
    return [table.page.locator(part).bounding_box() for part in parts]
