"""Two hundred counters on four boards: what the page does while the hand moves the board, and when
twenty of them change. Work is counted, not time, which a busy machine stretches.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.crowded import UNITS, Crowd, crowd
from tests.browser.house import House
from tests.browser.seated import SIZES
from tests.browser.site import Site, new_site
from tests.browser.table import Table

CHANGED = 20
SHARPEST, MOST = 12_000_000, 16_000_000  # pixels of a map of four boards, seen from near
STEPS_TO_THE_NEAREST = 8
NEARER = ("0", "+", "+", "+")  # the whole board, and some steps into it
COUNT = """() => {
  window.changed = new Set();
  new MutationObserver((all) => {
    for (const { target } of all) {
      const face = target instanceof Element && target.closest(".layer-counters [data-face]");
      window.changed.add(face ? face.dataset.face : String(target.className.baseVal));
    }
  }).observe(document.querySelector(".map"), { subtree: true, childList: true, attributes: true });
}"""
EMPTY = """() => {
  const board = document.querySelector("#board").getBoundingClientRect();
  for (let x = board.left + 100; x < board.right - 100; x += 9)
    for (let y = board.top + 150; y < board.bottom - 150; y += 9)
      if (!document.elementFromPoint(x, y).closest("[data-face], [data-over-board], button"))
        return [x, y];
}"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    return new_site(house)


@pytest.fixture(scope="module")
def many() -> Crowd:
    return crowd()


@pytest.fixture(scope="module", params=SIZES)
def table(
    request: pytest.FixtureRequest, browser: Browser, site: Site, many: Crowd
) -> Iterator[Table]:
    """The table full of them, as the side that moves sees it."""
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height})
    many.at(context)
    page = context.new_page()
    table = Table(page, "a")
    table.open(site.served.page("a"))
    expect(page.locator(".layer-counters > [data-face]")).to_have_count(UNITS)
    expect(page.locator(".paper")).to_have_attribute("data-ready", "true")
    page.evaluate(COUNT)
    yield table
    context.close()


@pytest.fixture
def page(table: Table) -> Page:
    """A part of it, at rest; from now on what is drawn is counted."""
    for key in NEARER:
        table.page.keyboard.press(key)
    table.rests()
    table.page.evaluate("changed.clear()")
    return table.page


def test_nothing_is_drawn_while_the_board_is_moved(page: Page) -> None:
    x, y = page.evaluate(EMPTY)
    before = page.locator(".world").get_attribute("style")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(12):
        page.mouse.move(x + 6 * step, y + 4 * step)
    page.mouse.up()
    assert page.locator(".world").get_attribute("style") != before
    assert page.evaluate("[...changed]") == []


def test_counters_are_drawn_anew_once_the_board_rests(page: Page) -> None:
    """All of it at another size, and none of it while the wheel still turns; the board says that it
    is not ready.
    """
    turned = """async () => {
      const board = document.querySelector("#board");
      const { left, top, width, height } = board.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2 };
      for (let n = 0; n < 12; n += 1) {
        board.dispatchEvent(new WheelEvent("wheel", { deltaY: -120, bubbles: true, cancelable: true, ...at }));
        await null;
      }
      return { drawn: [...changed], busy: board.getAttribute("aria-busy") };
    }"""  # noqa: E501 - one line of script
    assert page.evaluate(turned) == {"drawn": [], "busy": "true"}
    page.wait_for_function(f"() => changed.size >= {UNITS}", polling=50)
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")


def test_the_map_is_no_canvas_that_is_copied_for_every_frame(page: Page) -> None:
    """A canvas that a script can still draw on is; and it has no more pixels than phones hold."""
    paper = page.locator(".paper")
    pixels = "(one) => one.width * one.height"
    assert paper.evaluate("(one) => one.getContext('2d')") is None
    assert paper.evaluate(pixels) <= MOST
    for _ in range(STEPS_TO_THE_NEAREST):
        page.keyboard.press("+")
    page.wait_for_function(f"() => ({pixels})(document.querySelector('.paper')) > {SHARPEST}")
    assert paper.evaluate(pixels) <= MOST


def test_a_bulletin_draws_what_it_changes(table: Table, page: Page, many: Crowd) -> None:
    many.pin(CHANGED)
    table.wait_for_n(2)
    table.rests()
    assert page.evaluate("[...changed].filter((key) => key.startsWith('unit:')).length") == CHANGED
