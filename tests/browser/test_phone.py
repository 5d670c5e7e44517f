"""On a phone what is asked about is seen above the sheet, and its buttons without scrolling."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, ViewportSize, expect

from tests.browser import acts
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import ACTED, Table, hex_id
from tests.browser.tabs import DRAWS_LINE, LINE
from tests.games.serving import document_and_offers

PHONE: ViewportSize = {"width": 390, "height": 844}
RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z3", "rus-237-a": "AA4", "rus-8-0-a": "AA4"}
IN_REACH = {"rus-447-a": "Y4", "rus-447-b": "AA4", "rus-237-a": "Z4", "rus-8-0-a": "Y4"}
FIRERS = ("4-6-7 A", "4-6-7 B")
STACK = (*FIRERS, "8-1 Sgt. Weiss")
TWO_MC, BREAKS, MISSES = 5, 10, 11
ONWARD = ("pass", "end_phase")
FACING = {"rus-447-a": "Y4", "rus-447-b": "Z3", "rus-237-a": "Z4", "rus-8-0-a": "Y4"}
ENDS = ("end_phase", "pass", "end_move", "end_rout", "cc_pass")
MOST_STEPS = 20
EMPTY = (200.0, 330.0)
"""A point of the board, below the counters, that a finger can take hold of."""

pytestmark = pytest.mark.browser


@contextmanager
def phone(browser: Browser, site: Site, who: str) -> Iterator[Table]:
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.add_init_script(DRAWS_LINE)
    table = Table(context.new_page(), who)
    table.open(site.served.page(who))
    yield table
    context.close()


def units(site: Site, who: str, *names: str) -> list[str]:
    """The ids of units of a side."""
    known = {face["name"]: face["id"] for face in site.faces(who) if face["k"] == "unit"}
    return [known[name] for name in names]


def offered(site: Site, who: str) -> list[dict[str, Any]]:
    """What somebody is offered now."""
    with site.served.open(who) as stream:
        return document_and_offers(stream)[1]


def go_on_until(site: Site, verb: str, who: str) -> None:
    """Whoever is asked goes on, until that is offered to somebody."""
    for _ in range(20):
        verbs = {side: {one["verb"] for one in offered(site, side)} for side in "ab"}
        if verb in verbs[who]:
            return
        side, onward = next((s, v) for s in "ab" for v in ONWARD if v in verbs[s])
        assert site.send(side, verb=onward)["t"] == "ok"
    raise AssertionError(f"{verb} is never offered")


def box_of(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    assert box is not None
    return box


def lies_in(inner: FloatRect, outer: FloatRect) -> bool:
    across = outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    foot, low = inner["y"] + inner["height"], outer["y"] + outer["height"]
    return across and outer["y"] <= inner["y"] and foot <= low


def test_who_routs_is_seen_with_all_places_where_he_may_go(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    site = new_site(house, TWO_MC, BREAKS)
    site.set_up_both(RUSSIANS, mines="Y4")
    fire = {"units": units(site, "a", *FIRERS), "directors": units(site, "a", STACK[-1])}
    assert site.send("a", verb="fire", at=f"{hex_id('Z3')}/0", **fire)["t"] == "ok"
    with phone(browser, site, "b") as before:
        for _ in range(4):
            before.page.locator('[data-do="zoom-in"]').tap()
        go_on_until(site, "rout", "b")
        before.is_asked("Rout your broken units")
        ways_are_seen(before, "Z3")
        with phone(browser, site, "b") as table:
            table.is_asked("Rout your broken units")
            ways_are_seen(table, "Z3")
            if pictures is not None:
                table.page.screenshot(path=pictures / "phone-rout.png")


def ways_are_seen(table: Table, start: str) -> None:
    lit = table.page.locator(".lit-go")
    expect(lit.first).to_be_visible()
    table.rests()
    frame = box_of(table.page.locator("#board"))
    assert frame["y"] + frame["height"] <= box_of(table.page.locator(".side"))["y"]
    assert lies_in(box_of(table.page.locator(f'.hexes [data-hex="{hex_id(start)}"]')), frame)
    boxes = [box_of(one) for one in lit.all()]
    assert [one for one in boxes if not lies_in(one, frame)] == []


def test_cc_is_declared_without_scrolling(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    site = new_site(house)
    beside_each_other(site)
    with phone(browser, site, "a") as table:
        while answers_who_stands_with_whom(site):
            pass
        table.is_asked("Declare")
        expect(table.page.locator('#now [aria-label="Leader"]')).to_have_count(1)
        for verb in ("cc_attack", "cc_pass"):
            expect(table.button(verb)).to_be_in_viewport(ratio=1)
        if pictures is not None:
            table.page.screenshot(path=pictures / "phone-cc.png")
        with table.going_on():
            table.button("cc_attack").tap()


def test_a_player_turn_is_played_by_touch_alone(browser: Browser, house: House) -> None:
    site = new_site(house, TWO_MC, BREAKS, MISSES, entropy=f"{LINE}|{LINE}")
    with phone(browser, site, "a") as a, phone(browser, site, "b") as b:
        for table in (a, b):
            table.lines_are_open()
        sets_up_russians(site)
        sets_up_by_touch(a)
        goes_on_until(a, b, "Prep Fire")
        tap_hex(a, "Z3")
        tap(a, "fire")
        goes_on_until(a, b, "Move a unit")
        tap_hex(a, "W3")
        with a.going_on():
            tap_hex(a, "X3")
        tap(b, "pass")
        goes_on_until(a, b, "Final Fire")
        tap_hex(b, "X3")
        tap(b, "fire")
        goes_on_until(a, b, "Rout your broken units")
        onward_on_the_board(b)
        goes_on_until(a, b, "Advance your Infantry")
        tap_hex(a, "X3")
        with a.going_on():
            tap_hex(a, "Y4")
        goes_on_until(a, b, "Declare the attacks")
        tap(a, "cc_attack")
        goes_on_until(b, a, "Declare the attacks")
        tap(b, "cc_attack")
        goes_on_until(a, b, "Close Combat is over")


def sets_up_russians(site: Site) -> None:
    site.send("b", verb="record_mines", hex=hex_id("Z5"), strength=12)
    for piece, name in FACING.items():
        site.send("b", verb="place", pieces=[piece], to=f"{hex_id(name)}/0")
    assert site.send("b", verb="seal_setup")["t"] == "ok"


def sets_up_by_touch(table: Table) -> None:
    table.page.locator('[data-sheet-tab="tray"]').tap()
    for kind, *names in (("ger-467", "X2", "X2", "W3", "V2"), ("ger-8-1", "X2"), ("ger-lmg", "X2")):
        for name in names:
            table.page.locator(f'#tray [data-type="{kind}"]').tap()
            with table.going_on():
                tap_hex(table, name)
    table.page.locator('[data-sheet-tab="now"]').tap()
    table.page.locator('#setup button[data-verb="seal_setup"]').tap()
    with table.going_on():
        table.role("sure-yes").tap()


def tap(table: Table, verb: str) -> None:
    with table.going_on():
        table.button(verb).tap()


def tap_hex(table: Table, name: str) -> None:
    """Touch the middle of a hex, drawing the board there with a finger if it is out of sight."""
    table.settles()
    table.rests()
    frame = box_of(table.page.locator("#board"))
    x, y = table.point(name)
    if not lies_in({"x": x, "y": y, "width": 0, "height": 0}, frame):
        middle = (frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
        table.touch_along(EMPTY, (EMPTY[0] + middle[0] - x, EMPTY[1] + middle[1] - y))
        table.rests()
        x, y = table.point(name)
    assert lies_in({"x": x, "y": y, "width": 0, "height": 0}, frame), name
    table.page.touchscreen.tap(x, y)


def goes_on_until(first: Table, second: Table, words: str) -> None:
    """Whoever is asked goes on by his buttons, until one of them is told that."""
    for _ in range(MOST_STEPS):
        for table in (first, second):
            table.to_front()
            table.is_live()
        if any(words in one.now_text() and asked(one) for one in (first, second)):
            return
        table = first if asked(first) else second
        onward(table)
    raise AssertionError(f"{words!r} is never said")


def asked(table: Table) -> bool:
    return table.page.locator("#now.mine").count() > 0


def onward(table: Table) -> None:
    """Choose the first of a list, or press what ends or passes, twice where that is asked."""
    before = table.settles()
    buttons = [table.button(verb) for verb in ENDS] + [table.page.locator("#now .row").first]
    button = next((one for one in buttons if one.count()), None)
    if button is None:
        onward_on_the_board(table)
        return
    button.tap()
    table.page.wait_for_function(ACTED, arg=before)
    if table.settles() == before:
        button.tap()
    table.wait_for_n(before + 1)


def onward_on_the_board(table: Table) -> None:
    """Touch the last of the places that are lit."""
    lit = table.page.locator(".lit-go").last
    with table.going_on():
        tap_hex(table, str(lit.get_attribute("data-lit")).split(":")[1])


def beside_each_other(site: Site) -> None:
    """The Germans advance to those in Y4, with whom alone there is CC."""
    site.set_up_both(IN_REACH, mines="Z5")
    site.send("a", verb="end_phase")
    movers = units(site, "a", *STACK)
    assert site.send("a", verb="move", units=movers, to=f"{hex_id('X3')}/0")["t"] == "ok"
    for who, verb in (("b", "pass"), ("a", "end_move")):
        assert site.send(who, verb=verb)["t"] == "ok"
    go_on_until(site, "advance", "a")
    for mover in movers:
        to = f"{hex_id('Y4')}/0"
        assert site.send("a", verb="advance", units=[mover], to=to)["t"] == "ok"
    assert site.send("a", verb="end_phase")["t"] == "ok"


def answers_who_stands_with_whom(site: Site) -> bool:
    """The first who is asked takes the first answer. Whether anybody was asked."""
    for who in "ab":
        for offer in offered(site, who):
            if offer["verb"] == "choose":
                first = offer["slots"][0]["of"][0]["value"]
                assert site.send(who, verb="choose", option=first)["t"] == "ok"
                return True
    return False


def test_a_form_in_use_has_the_sheet_to_itself(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    """And to seal the setup, which nobody can undo, is not what the thumb meets first."""
    site = new_site(house)
    for piece, name in RUSSIANS.items():
        site.send("b", verb="place", pieces=[piece], to=f"{hex_id(name)}/0")
    with phone(browser, site, "b") as table:
        page = table.page
        seal = page.locator('#setup [data-verb="seal_setup"]')
        expect(seal).to_be_visible()
        expect(seal).not_to_have_class(re.compile("primary"))  # there are mines to lay
        page.locator('[data-sheet-tab="tray"]').tap()
        page.locator('.tray [data-do="mines"]').tap()
        page.locator('[data-sheet-tab="now"]').tap()
        expect(page.locator(".mine-form")).to_contain_text("Choose a lit hex")
        expect(seal).to_be_hidden()
        page.touchscreen.tap(*table.point("Y4"))
        lay = page.locator('.mine-form [type="submit"]')
        expect(lay).to_contain_text("Lay 6 in Y4")
        if pictures is not None:
            page.screenshot(path=pictures / "phone-mines.png")
        assert lies_in(box_of(page.locator(".mine-form")), box_of(page.locator(".side")))
        expect(seal).to_be_hidden()
        lay.tap()  # what lies over it would take the tap
        expect(page.locator(f'[data-mine-record="{hex_id("Y4")}"]')).to_have_count(1)
        page.locator('.mine-form [data-do="mines"]').tap()
        expect(seal).to_be_visible()
        assert box_of(page.locator(".hidden-list"))["y"] < box_of(seal)["y"]
        if pictures is not None:
            page.screenshot(path=pictures / "phone-setup.png")


def test_nothing_that_can_be_chosen_is_out_of_sight_without_a_mark(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    site = new_site(house)
    site.set_up_both(IN_REACH, mines="Y5")
    go_on_until(site, "fire", "a")
    page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    table = Table(page, "a")
    table.open(site.served.page("a"))
    table.double_click_hex("X2")
    table.click_hex("Y4")
    table.settles()
    panel, more = page.locator("#now"), page.locator("#now .more-below")
    details = panel.locator(".details")
    if pictures is not None:
        page.screenshot(path=pictures / "laptop-fire.png")
    page.set_viewport_size({"width": 1366, "height": 620})
    expect(more).to_be_visible()
    if pictures is not None:
        page.screenshot(path=pictures / "laptop-more.png")
    for _ in range(10):
        if panel.get_attribute("data-more") is None:
            break
        more.click()
    expect(more).to_be_hidden()
    last = details.locator("button, input, label").last
    assert lies_in(box_of(last), box_of(details))
    page.close()


def test_who_loses_a_seat_held_by_its_link_reads_why(
    browser: Browser, house: House, pictures: Path | None
) -> None:
    site = new_site(house)
    with phone(browser, site, "b") as table:
        house.do(acts.take_back, site.game, "b", "You said you would not come.")
        expect(table.role("refusal")).to_contain_text("You said you would not come.")
        if pictures is not None:
            table.page.screenshot(path=pictures / "phone-taken-back.png")
        table.page.reload()
        expect(table.role("why")).to_contain_text("You said you would not come.")
        if pictures is not None:
            table.page.screenshot(path=pictures / "phone-taken-back-403.png")
