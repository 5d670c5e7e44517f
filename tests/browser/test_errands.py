"""What units may do besides moving and firing stays folded, and hides nothing of what matters."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.house import House
from tests.browser.site import new_site
from tests.browser.table import Table
from tests.browser.tabs import Tabs, three_tabs

SMALL: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
LEAST_ROOM = 100  # pixels for the form of the errand in hand
RUSSIANS = {"rus-447-a": "Z4", "rus-447-b": "AA4", "rus-237-a": "Y4", "rus-8-0-a": "Z4"}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def tabs(browser: Browser, house: House) -> Iterator[Tabs]:
    site = new_site(house)
    site.set_up_both(RUSSIANS, mines="Z5", rally=True)
    with three_tabs(browser, site, None, "ab") as tabs:
        yield tabs


def is_whole(part: Locator) -> None:
    """It can be seen from its first line to its last, and pressed."""
    expect(part).to_be_in_viewport(ratio=1)
    part.click(trial=True)


def test_a_form_asks_for_one_thing_after_the_other(tabs: Tabs) -> None:
    a = tabs.a
    a.is_asked("Deploy")
    a.resize(SMALL)
    expect(a.page.locator("#now .slots")).to_have_count(0)
    a.take_errand("deploy")
    expect(a.page.locator("#now .slot")).to_have_count(1)
    a.page.locator("#now [data-slot=unit] .pick").first.click()
    expect(a.page.locator("#now .slot")).to_have_count(3)
    for size in (SMALL, PHONE):
        a.resize(size)
        is_whole(a.button("deploy"))
        is_whole(a.button("end_phase"))
    a.page.keyboard.press("Escape")


def test_fire_is_not_pushed_out_of_sight(tabs: Tabs) -> None:
    a = tabs.a
    a.resize(SMALL)
    ends_phases_until(tabs, "PFPh")
    a.click_hex("Y4")
    is_whole(a.button("fire"))
    is_whole(a.page.locator('#now [aria-label="Who directs"]'))
    arms = a.page.locator('#now [data-arms="none"]')
    arms.scroll_into_view_if_needed()
    is_whole(arms)
    is_whole(a.page.locator('#now [data-errand="opportunity_fire"]'))


def test_who_fires_and_his_target_are_seen_together(tabs: Tabs) -> None:
    """However near one has looked at the board before."""
    a = tabs.a
    a.resize(PHONE)
    a.page.keyboard.press("Escape")
    a.page.keyboard.press("Escape")
    for _ in range(7):
        a.page.keyboard.press("+")
    a.page.locator("#board").focus()
    a.page.keyboard.press("Tab")
    expect(a.page.locator("#chosen [data-chosen-unit]").first).to_be_attached()
    while a.page.locator('[data-cursor="so1:Y4"]').count() == 0:
        a.page.keyboard.press("n")
    assert not all(is_seen(a, name) for name in ("X2", "Y4"))
    a.rests()
    a.page.keyboard.press("Enter")
    expect(a.button("fire")).to_be_enabled()
    assert all(is_seen(a, name) for name in ("X2", "Y4"))
    a.page.keyboard.press("Escape")
    a.page.keyboard.press("Escape")
    a.page.keyboard.press("0")
    a.resize(SMALL)


def is_seen(table: Table, name: str) -> bool:
    """Whether the middle of a hex is within the board's frame."""
    x, y = table.point(name)
    box = table.page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]


def test_errands_of_the_movement_phase_leave_the_move_in_sight(tabs: Tabs) -> None:
    a = tabs.a
    ends_phases_until(tabs, "MPh")
    a.double_click_hex("X2")
    expect(a.page.locator(".lit-go")).to_have_count(6)
    is_whole(a.page.locator("#now .toggle"))
    for verb in ("smoke", "drop", "double_time"):
        is_whole(a.page.locator(f'#now [data-errand="{verb}"]'))
    a.take_errand("drop")
    expect(a.page.locator("#now .unit-verbs .label")).to_contain_text("Drop")
    room = a.page.locator("#now > .details").bounding_box()
    assert room is not None
    assert room["height"] > LEAST_ROOM
    expect(a.page.locator(".lit-go")).to_have_count(6)
    a.page.locator('#now [data-errand="drop"]').click()
    expect(a.page.locator("#now .unit-verbs")).to_have_count(0)


def test_number_keys_do_nothing_that_is_folded(tabs: Tabs) -> None:
    a = tabs.a
    before, commands = a.settles(), tabs.ears["a"].commands
    commands.clear()
    a.page.keyboard.press("1")
    assert a.settles() == before
    assert commands == []


def test_passing_and_what_is_about_the_game_stand_in_one_line(tabs: Tabs) -> None:
    tabs.a.page.keyboard.press("Escape")
    expect(tabs.a.page.locator(".lit-go")).to_have_count(0)
    tabs.a.click_hex("W3")
    tabs.a.click_hex("W4")
    tabs.b.is_asked("or pass")
    tabs.b.resize(SMALL)
    quiet = tabs.b.page.locator("#now .wider button")
    expect(quiet).to_have_count(4)
    tops = quiet.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1


def ends_phases_until(tabs: Tabs, phase: str) -> None:
    """The Germans are done with every phase before that."""
    table = tabs.a
    while table.phase() != phase:
        table.end_phase()
        expect(table.page.locator("#now.mine")).to_have_count(1)


AGAIN = """async (fired) => {
  const { sameAgain } = await import("/static/js/offers.js");
  const units = {u1: ["K5", "L6"], u2: ["K5"]};
  const offer = {form: "fire", verb: "fire", units, directors: {u9: ["u1"]}};
  return sameAgain(offer, fired);
}"""


@pytest.mark.parametrize(
    ("fired", "again"),
    [
        pytest.param(None, None, id="nothing was fired"),
        pytest.param({"units": ["u1"], "at": "L6", "directors": ["u9"]}, "u1 at L6 u9", id="all"),
        pytest.param({"units": ["u1", "u7"], "at": "L6", "directors": []}, "u1 at L6 ", id="some"),
        pytest.param({"units": ["u2"], "at": "M7", "directors": ["u9"]}, "u2 at K5 ", id="moved"),
        pytest.param({"units": ["u1"], "at": "M7", "directors": []}, None, id="two places"),
        pytest.param({"units": ["u7"], "at": "K5", "directors": []}, None, id="spent"),
    ],
)
def test_the_same_attack_again_is_what_is_left_of_it(
    tabs: Tabs, fired: dict[str, list[str] | str] | None, again: str | None
) -> None:
    found = tabs.a.page.evaluate(AGAIN, fired)
    told = found and f"{'+'.join(found['units'])} at {found['at']} {''.join(found['directors'])}"
    assert told == again
