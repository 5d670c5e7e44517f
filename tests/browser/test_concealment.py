"""Concealment at the table: "?" set up, moved, fired at, walked into and gained; what each sees."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.house import House
from tests.browser.site import Site, new_site
from tests.browser.table import Table
from tests.browser.tabs import LINE, Tabs, three_tabs

LOW = 3
"""A DR that has an effect even on the lowest columns."""
GERMANS = {
    "A2": ("ger-467-a",),
    "B2": ("ger-467-b",),
    "E6": ("ger-467-c", "ger-467-d", "ger-8-1-a", "ger-lmg-a"),
}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    """A game of a card with "?", whose first attack has an effect."""
    return new_site(house, LOW, entropy=f"{LINE}|{LINE}", scenario="concealment")


def test_what_is_under_a_cover_is_its_owners_secret_until_it_comes_out(
    browser: Browser, site: Site, pictures: Path | None
) -> None:
    with three_tabs(browser, site, pictures) as tabs:
        for table in tabs.tables.values():
            table.board = "concealment"
            table.lines_are_open()
        the_russian_sets_up(tabs)
        the_german_sets_up(tabs)
        each_sees_his_own(tabs)
        fire_takes_dummies_away(tabs)
        one_gives_his_up(tabs)
        dummies_go_by_keys(tabs)
        one_is_seen_going(tabs)
        one_is_met(tabs)
        one_is_gained(tabs)


# -- reading --------------------------------------------------------------------------------------


def at(table: Table, name: str) -> Locator:
    """What is drawn in a hex, from the bottom."""
    return table.page.locator(f'.layer-counters [data-at="concealment:{name}"]')


def kinds_at(table: Table, name: str) -> list[str]:
    """The kinds of faces drawn in a hex."""
    keys: list[str] = at(table, name).evaluate_all("nodes => nodes.map((one) => one.dataset.face)")
    return [key.split(":")[0] for key in keys]


def is_cover(table: Table, name: str) -> None:
    """One "?" is drawn in a hex, and nothing else."""
    expect(at(table, name)).to_have_count(1)
    expect(at(table, name)).to_have_text("?")
    assert kinds_at(table, name) == ["cover"]


def revealed(table: Table) -> Locator:
    """The last that came to light, in the log."""
    return table.page.locator('.log [data-kind="reveal"]').last


def unit(tabs: Tabs, name: str) -> str:
    """The id of a German unit, as its owner knows it now."""
    found = [face["id"] for face in tabs.site.faces("a") if face.get("name") == name]
    assert len(found) == 1, name
    return str(found[0])


def tool(table: Table, verb: str) -> Locator:
    return table.page.locator(f'#tray [data-errand="{verb}"]')


def record(table: Table, name: str) -> Locator:
    """What is recorded in a hex, as its owner's board shows it."""
    return table.page.locator(f'.layer-secrets [data-recorded^="concealment:{name}/"]')


# -- doing ----------------------------------------------------------------------------------------


def conceal(table: Table, name: str, count: int) -> None:
    """One gesture: the hex, and the number at it."""
    table.click_hex(name)
    with table.going_on():
        table.page.locator(f'.bubble [data-value="{count}"]').click()


def choose_top(table: Table, name: str) -> None:
    table.click_hex(name)
    expect(table.page.locator("#chosen [data-chosen-unit]")).to_have_count(1)


def nobody_fires(tabs: Tabs) -> None:
    """The Russian lets whoever moves go on."""
    tabs.b.is_asked("or pass")
    tabs.b.press("pass")


def stops(table: Table) -> None:
    table.is_asked("or stop")
    table.press("end_move")


# -- the play -------------------------------------------------------------------------------------


def the_russian_sets_up(tabs: Tabs) -> None:
    """By the tool of the tray: lit is Concealment Terrain alone, and the total runs. A lone "?" is
    refused with the seal, taken back, and made a Dummy.
    """
    b = tabs.b
    b.place("rus-447", "F4", "F5", "G4")
    b.place("rus-lmg", "F5")
    b.place("rus-8-0", "G4")
    expect(tool(b, "place_concealment")).to_contain_text("6 of 6 left")
    tool(b, "place_concealment").click()
    lit = b.page.locator("[data-lit]")
    expect(lit).to_have_count(5)
    conceal(b, "F5", 1)
    expect(tool(b, "place_concealment")).to_contain_text("5 of 6 left")
    b.click_hex("G4")
    b.type("2")
    expect(record(b, "G4")).to_contain_text("?2")
    expect(b.page.locator("#setup .hidden-list")).to_contain_text("G4 2 ?")
    conceal(b, "G6", 1)
    b.page.locator('#setup button[data-verb="seal_setup"]').click()
    b.role("sure-yes").click()
    expect(b.role("refusal")).to_contain_text("The lone ? in G6 stands for nothing")
    tabs.photograph("concealment-setup")
    tool(b, "take_concealment").click()
    expect(lit).to_have_count(3)
    with b.going_on():
        b.click_hex("G6")
    tool(b, "place_concealment").click()
    conceal(b, "G6", 2)
    for table in (tabs.a, tabs.watcher):
        for name in ("F5", "G4", "G6"):
            expect(at(table, name)).to_have_count(0)
            expect(record(table, name)).to_have_count(0)
    b.seal()


def the_german_sets_up(tabs: Tabs) -> None:
    for name, pieces in GERMANS.items():
        place = f"concealment:{name}/0"
        assert tabs.site.send("a", verb="place", pieces=list(pieces), to=place)["t"] == "ok"
    for name, count in {"B2": 1, "B3": 2}.items():
        place = f"concealment:{name}/0"
        assert tabs.site.send("a", verb="place_concealment", at=place, count=count)["t"] == "ok"
    assert tabs.site.send("a", verb="seal_setup")["t"] == "ok"


def each_sees_his_own(tabs: Tabs) -> None:
    """Others see one "?" to a stack; its owner what is in it, and on a key what others see."""
    a, b, watcher = tabs.a, tabs.b, tabs.watcher
    a.is_asked("Deploy")
    for table in (a, watcher):
        for name in ("F5", "G4", "G6"):
            is_cover(table, name)
    for table in (b, watcher):
        for name in ("A2", "B2", "B3"):
            is_cover(table, name)
    assert (kinds_at(b, "F5"), kinds_at(b, "G4")) == (["weapon", "unit"], ["unit"] * 3)
    expect(at(b, "G6")).to_have_text(["?Dummy"])
    tabs.photograph("concealment-begun")
    b.hover_hex("G4")
    card = "8-0 Sgt. Yegorov, concealed; 4-4-7 C, concealed; Dummy, concealed"
    expect(b.role("hex-counters")).to_have_text(card)
    a.hover_hex("G4")
    expect(a.role("hex-counters")).to_have_text("?")
    b.to_front()
    b.page.keyboard.press("v")
    is_cover(b, "G4")
    b.page.keyboard.press("v")
    b.page.locator('[data-tab="secrets"]').click()
    expect(b.page.locator('#secrets [data-secret="concealment:G6/0"]')).to_contain_text("Dummy")
    tabs.photograph("concealment-secrets")
    b.page.locator('[data-tab="log"]').click()
    tabs.site.rally_nobody()


def fire_takes_dummies_away(tabs: Tabs) -> None:
    """A "?" is clicked as any target, and the odds say that it is half FP."""
    a = tabs.a
    a.is_asked("Prep Fire")
    a.to_front()
    a.page.locator(f'#now [data-firer="{unit(tabs, "4-6-7 C")}"]').click()
    a.click_hex("G6")
    expect(a.page.locator("#odds")).to_contain_text("Half FP, at the concealed")
    tabs.photograph("concealment-odds")
    a.type("f")
    for table in tabs.tables.values():
        expect(at(table, "G6")).to_have_count(0)
        line = "The Russian has nothing left under a ? in G6"
        expect(revealed(table)).to_contain_text(line)
        expect(revealed(table).locator(".sign-reveal")).to_have_count(1)


def one_gives_his_up(tabs: Tabs) -> None:
    a = tabs.a
    choose_top(a, "B2")
    a.take_errand("give_up_concealment")
    with a.going_on():
        a.page.locator('#now .acts [data-verb="give_up_concealment"]').click()
    for table in tabs.tables.values():
        expect(revealed(table)).to_contain_text("has nothing left under a ? in B2")
        assert kinds_at(table, "B2") == ["unit"]
    a.end_phase()


def dummies_go_by_keys(tabs: Tabs) -> None:
    """They move as units do, and look like any "?" that moves: here below one in the open."""
    a = tabs.a
    a.is_asked("Move a unit or stack")
    choose_top(a, "B3")
    expect(a.page.locator("#chosen")).to_contain_text("Dummy")
    a.page.keyboard.press("ArrowUp")
    a.type("Enter")
    stops(a)  # nobody sees them there, and nobody is asked
    for table in tabs.tables.values():
        below = "unit" if table is a else "cover"
        expect(at(table, "B2")).to_have_count(2)
        assert kinds_at(table, "B2") == [below, "unit"]
        expect(at(table, "B2").first.locator('[data-level-mark="?"]')).to_have_count(1)
    tabs.photograph("concealment-dummies-went")


def one_is_seen_going(tabs: Tabs) -> None:
    """Out of the woods, where the enemy in F4 sees it."""
    a, b = tabs.a, tabs.b
    choose_top(a, "A2")
    for name in ("B1", "C1"):
        with a.going_on():
            a.click_hex(name)
        is_cover(b, name)
        if name == "C1":  # nobody sees B1, and so nobody is asked
            nobody_fires(tabs)
        a.is_asked("or stop")
    with a.going_on():
        a.click_hex("D1")
    for table in tabs.tables.values():
        expect(at(table, "D1")).to_have_count(1)
        assert kinds_at(table, "D1") == ["unit"]
        lines = table.log_lines("reveal")
        assert any(line.startswith("4-6-7 A is revealed in D1") for line in lines)
    tabs.photograph("concealment-seen")
    nobody_fires(tabs)
    stops(a)


def one_is_met(tabs: Tabs) -> None:
    """Detection: who walks into a "?" goes back, and meets the squad with its machine gun."""
    a = tabs.a
    a.double_click_hex("E6")
    with a.going_on():
        a.click_hex("F5")
    for table in tabs.tables.values():
        expect(table.page.locator('.log [data-kind="move"]').last).to_contain_text("must go back")
        assert kinds_at(table, "F5") == ["weapon", "unit"]
        expect(at(table, "F5").filter(has_text="?")).to_have_count(0)
    tabs.photograph("concealment-met")
    nobody_fires(tabs)


def one_is_gained(tabs: Tabs) -> None:
    """At the end of his Player Turn, out of the enemy's LOS."""
    tabs.a.is_asked("Move a unit or stack")
    for who in "abaaba":
        tabs.site.send(who, verb="end_phase")
    for table in tabs.tables.values():
        gained = table.page.locator('.log [data-kind="conceal"]').last
        expect(gained).to_contain_text("4-6-7 B gains concealment in B2")
        expect(gained.locator(".sign-conceal")).to_have_count(1)
    for table in (tabs.b, tabs.watcher):
        is_cover(table, "B2")
    tabs.photograph("concealment-gained")
