"""The log, notices, the replay, and what assistive programs find, on the pages of two games."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.axe import LAYOUT, findings, findings_by_day_and_night
from tests.browser.ears import Ears
from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table, hex_id

RUSSIANS = {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"}
BREAKS = (5, 10, 11)
PLAYED = 20_000  # milliseconds of the page in which a replay comes to its end
PRESSES = """() => {
  const [next, count] = ["next", "count"].map((one) =>
    document.querySelector(`[data-role="replay-${one}"]`));
  for (let presses = 1; presses < 400; presses += 1) {
    next.click();
    const [at, last] = count.textContent.split(" of ");
    if (at === last) return presses;
  }
  return null;
}"""
LAPTOP = {"width": 1366, "height": 768}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game of the skirmish in its first MPh, in which a squad has gone two hexes."""
    site = new_site(house, *BREAKS)
    site.set_up_both(RUSSIANS, mines="Y4")
    site.send("a", verb="end_phase")
    walk(site, "W3", "W4", "W5")
    return site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=LAPTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    yield context
    context.close()


def opened(context: BrowserContext, site: Site, who: str) -> Table:
    table = Table(context.new_page(), who)
    table.open(site.served.page(who))
    return table


def walk(site: Site, start: str, *names: str) -> None:
    """The unit in a hex goes hex by hex, and the DEFENDER passes."""
    unit = next(
        face["id"]
        for face in site.faces("a")
        if face["k"] == "unit" and face["at"] == f"{hex_id(start)}/0"
    )
    for name in names:
        assert site.send("a", verb="move", units=[unit], to=f"{hex_id(name)}/0")["t"] == "ok"
        while site.send("b", verb="pass")["t"] == "ok":
            pass


def test_a_move_is_one_entry_that_opens(context: BrowserContext, site: Site) -> None:
    table = opened(context, site, "b")
    log = table.page.locator("#log")
    run = log.locator("summary.run").last
    expect(run).to_contain_text("W3 → W4 → W5")
    expect(log.locator('[data-kind="move"]').last).to_be_hidden()
    run.click()
    expect(log.locator('[data-kind="move"]').last).to_contain_text("W4 → W5 (")
    scroll = log.locator(".log-scroll").bounding_box()
    assert scroll is not None
    assert scroll["height"] >= 200
    table.role("log-find").fill("w5")
    expect(log.locator(".log > .log-line")).to_have_count(1)
    table.role("log-find").fill("nobody")
    expect(log.locator(".empty")).to_be_visible()
    table.role("log-find").fill("")
    log.locator(".log > .log-line > .log-place").last.click()
    expect(table.page.locator(".flash")).to_have_count(1)


def test_who_returns_is_told_what_is_new(context: BrowserContext, site: Site) -> None:
    table = opened(context, site, "b")
    expect(table.role("since")).to_have_count(0)
    key = f"table:seen:{re.search('/g/([^/]+)/', table.page.url)[1]}:b"  # type: ignore[index]
    table.page.evaluate("key => localStorage.setItem(key, '2')", key)
    table.page.reload()
    table.is_live()
    expect(table.role("since")).to_contain_text("4 since you last looked")
    mark = table.page.locator(".log-since")
    expect(mark).to_have_count(1)
    table.page.locator('[data-news="close"]').click()
    expect(table.role("since")).to_have_count(0)
    expect(table.role("log-find")).to_be_visible()


def test_a_decision_shows_in_the_tab_and_is_heard_by_who_likes(
    context: BrowserContext, site: Site
) -> None:
    waits, plays = opened(context, site, "b"), opened(context, site, "a")
    expect(plays.page).to_have_title(re.compile("^● Your decision"))
    icon = plays.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("^data:image/svg"))
    expect(waits.page).not_to_have_title(re.compile("decision"))
    plays.page.keyboard.press("?")
    assert not plays.page.locator("#notice-sound").is_checked()
    plays.page.locator("#notice-sound").check()
    expect(plays.page.locator("body")).to_have_attribute("data-rang", "1")
    plays.page.keyboard.press("Escape")
    assert not plays.page.locator("#notice-browser").is_checked()


def test_rule_numbers_lead_to_ones_own_rulebook(context: BrowserContext, site: Site) -> None:
    table = opened(context, site, "a")
    expect(table.page.locator("a.cited")).to_have_count(0)
    table.page.keyboard.press("?")
    field = table.page.locator("#rulebook")
    for address, wrong in (
        ("https://rules.example/", "true"),
        ("https://rules.example/{rule}", "false"),
    ):
        field.fill(address)
        field.blur()
        expect(field).to_have_attribute("aria-invalid", wrong)
    table.page.keyboard.press("Escape")
    link = table.page.locator("#now a.cited").first
    expect(link).to_have_attribute("href", re.compile(r"^https://rules\.example/A"))


def test_the_cursor_begins_at_what_is_offered_and_n_goes_on(
    context: BrowserContext, site: Site
) -> None:
    table = opened(context, site, "a")
    table.page.locator("#board").focus()
    table.page.keyboard.press("Tab")
    expect(table.page.locator("[data-chosen-unit]")).to_have_count(1)
    lit = table.page.locator("[data-lit]")
    names = lit.evaluate_all("all => all.map((one) => one.dataset.lit)")
    for name in [*names, names[0]]:
        table.page.keyboard.press("n")
        expect(table.page.locator(f'[data-cursor="{name}"]')).to_have_count(1)
        expect(table.page.locator("#say")).to_contain_text("offered")


def test_the_first_view_shows_both_armies_and_coordinates_can_be_read(
    context: BrowserContext, site: Site
) -> None:
    table = opened(context, site, "a")
    stage = table.page.locator("#board").bounding_box()
    assert stage is not None
    tools = table.page.locator(".board-tools").bounding_box()
    assert tools is not None
    for name in ("X2", "AA4", "Z4", "Y5"):
        x, y = table.point(name)
        assert stage["x"] < x < stage["x"] + stage["width"], name
        assert stage["y"] < y < tools["y"], name
    scale = table.page.evaluate(
        "new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"
    )
    assert 12 * scale >= 11


def test_a_replay_goes_by_units_at_speeds_from_moment_to_moment(
    context: BrowserContext, site: Site
) -> None:
    page = context.new_page()
    page.clock.install()
    ears = Ears(page)
    address = site.served.page("b").replace("/?", "/replay/?")
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("data-state", "replay")
    for live in ("#tray", "#setup", "#now .acts button", "#odds"):
        expect(page.locator(live).filter(visible=True)).to_have_count(0)
    places = {unit: stops(page, unit) for unit in ("step", "action", "phase", "turn")}
    assert places["step"] > places["action"] > places["phase"] > places["turn"] >= 2
    page.locator('[data-role="replay-first"]').click()
    page.locator('[data-role="replay-unit"]').select_option("action")
    page.locator('[data-role="replay-speed"]').select_option("4")
    count = page.locator('[data-role="replay-count"]')
    last = count.inner_text().partition(" of ")[2]
    page.locator('[data-role="replay-play"]').click()
    page.clock.run_for(PLAYED)
    expect(page.locator('[data-role="replay-play"]')).to_have_text("Play")
    expect(count).to_have_text(f"{last} of {last}")
    page.locator('[data-role="replay-link-here"]').click()
    moment = page.url.partition("#")[2]
    assert re.fullmatch(r"line=\d+", moment)
    with page.expect_download() as saved:
        page.locator('[data-role="replay-save"]').click()
    page.goto(f"{site.served.site}/replay/")
    page.set_input_files("[name=file]", saved.value.path())
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("body")).to_have_attribute("data-state", "replay")
    expect(count).to_have_text(f"1 of {last}")
    shared = context.new_page()
    shared.goto(f"{site.served.page('public')}replay/#{moment}")
    expect(shared.locator('[data-role="replay-count"]')).not_to_have_text(re.compile("^1 of"))
    assert shared.locator("#now").inner_text() != ""
    assert ears.troubles == []


def stops(page: Page, unit: str) -> int:
    """How many presses lead from the first step to the last."""
    page.locator('[data-role="replay-first"]').click()
    page.locator('[data-role="replay-unit"]').select_option(unit)
    presses: int | None = page.evaluate(PRESSES)
    assert presses is not None, f"{unit} never comes to the end"
    return presses


def test_axe_finds_nothing_on_any_page(browser: Browser, site: Site) -> None:
    """Be it light or dark."""
    context = browser.new_context(
        viewport=LAPTOP,  # type: ignore[arg-type]
        reduced_motion="reduce",
        color_scheme="light",
    )
    page = context.new_page()
    home = site.served.site
    table = site.served.page("a")
    pages = [
        *(f"{home}/{one}" for one in ("", "scenarios/", "scenarios/skirmish/", "boards/", "dice/")),
        *(f"{home}/accounts/{one}/" for one in ("login", "register")),
        f"{home}/nowhere",
        table.replace("/?", "/dice/?"),
        table.replace("/?", "/replay/?"),
        site.served.page("public"),
        table,
    ]
    for address in pages:
        page.goto(address, timeout=90_000)  # boards are drawn for the list, once
        if "/g/" in address and "/dice/" not in address:
            live = re.compile("live|replay")
            expect(page.locator("body")).to_have_attribute("data-state", live)
        assert findings_by_day_and_night(page) == [], address
    for what, (keys, sign) in IN_HAND.items():
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(sign)).not_to_have_count(0)
        assert findings_by_day_and_night(page) == [], what
    for tab in ("secrets", "forces", "card", "log"):
        page.locator(f"#tab-{tab}").click()
        assert findings_by_day_and_night(page) == [], tab
    context.close()


IN_HAND = {
    "a counter chosen": (("Tab", "n"), "#chosen [data-chosen-unit]"),
    "a thread": (
        ("l", "ArrowDown", "ArrowDown"),
        "#thread :is([data-los=clear], [data-los=blocked])",
    ),
    "the keys": (("l", "?"), "#help[open]"),
    "nothing": (("Escape",), "body:not(:has(#help[open]))"),
}
"""What is looked at on the table, the keys that lead there from the one before, and by what one
sees that they have.
"""


def test_whoever_wants_less_motion_gets_none(browser: Browser, site: Site) -> None:
    """Not even for a hundredth of a millisecond: until the next frame it shows the old colours."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(site.served.page("public"))
    style = page.locator(".whose").evaluate(
        "(all) => [getComputedStyle(all).transitionDuration, getComputedStyle(all).animationName]"
    )
    assert style == ["0s", "none"]
    context.close()


def test_axe_would_find_something(browser: Browser, site: Site) -> None:
    page = browser.new_page()
    page.goto(site.served.site)
    wrong = '<img src=x><b style="color:#777;background:#888">out</b>'
    page.evaluate("wrong => document.body.insertAdjacentHTML('beforeend', wrong)", wrong)
    found = " ".join(findings(page))
    assert "image-alt" in found
    assert "region" in found
    assert "color-contrast" in found
    assert "region" in " ".join(findings(page, **LAYOUT))
    page.close()


def test_the_first_load_is_light(browser: Browser, site: Site) -> None:
    """Packed as a site's server packs them, all files of a table come to less than 350 KB; scripts
    are asked for before any of them has been read.
    """
    context = browser.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    ears = Ears(page)
    page.goto(site.served.page("a"))
    expect(page.locator("body")).to_have_attribute("data-state", "live")
    expect(page.locator(".paper")).to_have_attribute("data-ready", "true")
    ears.wait_for_files()
    sizes = ears.packed()
    assert sum(sizes.values()) < 350_000, sizes
    named = page.locator("link[rel=modulepreload]").evaluate_all(
        "all => all.map((one) => one.href)"
    )
    scripts = {url for url in sizes if url.endswith(".js")}
    assert scripts == set(named)
    page.reload()
    expect(page.locator(".paper")).to_have_attribute("data-ready", "true")
    picture = page.evaluate(
        "performance.getEntriesByType('resource').find((one) => one.name.includes('/boards/'))"
        ".transferSize"
    )
    assert picture == 0
    context.close()


def test_the_odds_can_be_small(context: BrowserContext, site: Site) -> None:
    """As their reader left them last time; here the game goes on to the DFPh."""
    for verb in ("end_move", "end_phase"):
        assert site.send("a", verb=verb)["t"] == "ok"
    table = opened(context, site, "b")
    assert table.phase() == "DFPh"
    table.page.keyboard.press("o")
    table.page.reload()
    table.is_live()
    table.click_hex("W5")
    expect(table.role("odds")).to_be_visible()
    expect(table.page.locator("#odds .chart")).to_have_count(0)
    table.page.keyboard.press("o")
    expect(table.page.locator("#odds .chart")).to_be_visible()
