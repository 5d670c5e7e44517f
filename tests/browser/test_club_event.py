"""A Swiss of eight, as a new director would run it: from founding the club to the last standing.

Takes long: eight people and their director visit some two hundred pages.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import acts
from tests.browser.club_night import Night
from tests.browser.house import House
from tests.browser.reckoning import places, reckoned, told
from tests.browser.simulated import Table

pytestmark = pytest.mark.browser
PLAYERS = ("anna", "bert", "cora", "dirk", "emil", "fina", "gero", "hans")
SCENARIOS = ("ferryman", "first-light", "skirmish")
SHORT = "skirmish"
NO_SHOW = 60  # seconds: the least that an event allows


@pytest.fixture
def night(browser: Browser, house: House, pictures: Path | None) -> Iterator[Night]:
    night = Night(browser, house, pictures, ("tess", *PLAYERS))
    yield night
    night.close()


def test_a_swiss_of_eight_to_its_end(night: Night) -> None:
    _found(night)
    _enter_and_begin(night)
    _publish(night, kill=True)
    first = _tables(night)
    assert len(first) == 4
    _play_all(night, first[:3], first=True)
    missing = _no_show(night, first[3])
    _withdraw(night, missing)
    _publish(night)
    second = _tables(night)
    assert len(second) == 3
    _play_all(night, second)
    _correct(night, second[0])
    _publish(night)
    _play_all(night, _tables(night))
    night.go("tess", f"{night.event}desk").locator("[data-role=finish]").click()
    _look_at_the_end(night)
    assert not night.grave


def _found(night: Night) -> None:
    page = night.go("tess", "/clubs/new")
    night.picture("club-new", "tess")
    page.fill("#id_name", "Hex Club")
    page.fill("#id_page", "We meet on Thursdays.")
    page.get_by_role("button", name="Found it").click()
    page.get_by_role("link", name="Change").click()
    for scenario in SCENARIOS:
        page.locator(f"input[name=scenarios][value={scenario}]").check()
    night.picture("club-edit", "tess")
    page.get_by_role("button", name="Keep").click()
    page.locator("[data-role=boards]").click()
    night.picture("club-boards", "tess")
    page.go_back()
    page.get_by_role("button", name="Make an invitation link").click()
    link = page.locator("[data-role=invitation]").input_value()
    for name in PLAYERS:
        guest = night.page(name)
        guest.goto(link)
        guest.locator("[data-role=join]").click()
    page.reload()
    night.picture("club", "tess")
    page.locator("[data-role=new-event]").click()
    night.picture("event-new", "tess")
    page.fill("#id_name", "Autumn Swiss")
    page.fill("#id_no_show_minutes", "1")
    page.get_by_role("button", name="Make it").click()
    night.event = re.sub(r"^https?://[^/]+|desk$", "", page.url)


def _enter_and_begin(night: Night) -> None:
    *most, last = PLAYERS
    for name in most:
        night.go(name, night.event).locator("[data-role=enter]").click()
    night.picture("event-open", PLAYERS[0])
    _ask_in(night, last)
    night.go("tess", f"{night.event}desk").locator("[data-role=begin]").click()


def _ask_in(night: Night, name: str) -> None:
    """The director asks somebody to play, who says yes."""
    page = night.go("tess", f"{night.event}desk")
    page.locator("summary", has_text="Ask a player in").click()
    page.fill("#l-name", name)
    page.locator("details[open] button").click()
    expect(page.locator("[data-role=calls]")).to_contain_text(name)
    asked = night.go(name, night.event).locator("[data-role=call]")
    night.picture("asked-in", name)
    asked.get_by_role("button", name="Yes, I play").click()
    expect(night.page(name).locator("[data-role=withdraw]")).to_be_visible()


def _publish(night: Night, *, kill: bool = False) -> None:
    """Draw, look, lock; the server may be killed between."""
    page = night.go("tess", f"{night.event}desk")
    page.locator("[data-role=draw] button").click()
    drawn = page.locator("[data-role=lock]")
    expect(drawn).to_be_visible()
    before = page.locator("[data-round]").first.inner_text()
    if kill:
        night.picture("desk", "tess")
        night.kill()
        page.reload()
        assert page.locator("[data-round]").first.inner_text() == before
    drawn.click()


def _tables(night: Night) -> list[str]:
    """The pairings of the newest round without a bye."""
    page = night.go("tess", night.event)
    rows = page.locator("[data-round]").first.locator("tbody tr")
    return [
        row.locator("a.title").get_attribute("href") or ""
        for row in rows.all()
        if "– bye" not in row.inner_text()
    ]


def _names(night: Night, address: str) -> tuple[str, str]:
    one, other = night.go("tess", address).locator("h1").inner_text().split(" – ")
    return one, other


def _play_all(night: Night, addresses: Sequence[str], *, first: bool = False) -> None:
    """Every game of a round, all at once: those of the first round to their own end, and while all
    of them are under way a director looks at what is hidden, and the server is killed. In others
    somebody resigns at each table.
    """
    names = [_names(night, address) for address in addresses]
    links = [_sit(night, address, *names[n], n) for n, address in enumerate(addresses)]
    _played(night, names, links, lambda table, n: table.play(n, "play"))
    if first:
        _inspect(night, addresses[0], names[0])
        night.kill()
        _played(night, names, links, lambda table, n: table.play(n, "over"))
    else:
        _played(night, names, links, lambda table, n: table.resign(n % 2))
    for address in addresses:
        outcome = night.go("tess", address).locator("[data-role=outcome]")
        expect(outcome).to_have_text(re.compile("^(1–0|0–1|½–½)$"))


def _sit(night: Night, address: str, one: str, other: str, level: int) -> tuple[str, str]:
    """Strike, rank and bid; then sit down. The addresses of both seats."""
    is_first = level == 0 and not night.seen("choose")
    page = night.go(one, address)
    night.picture("choose", one)
    _strike(night, one, "first-light")
    expect(page.get_by_text("Your answer is sealed")).to_be_visible()
    assert page.locator("[data-role=opened]").count() == 0
    rival = night.go(other, address)
    assert rival.locator("[data-role=opened]").count() == 0
    _strike(night, other, "ferryman")
    expect(rival.locator("[data-role=opened]")).to_have_count(2)
    for name, bid in ((other, 0), (one, level % 2)):
        page = night.go(name, address)
        page.locator("[data-role=bid] input[type=radio]").first.check()
        page.fill("#level", str(bid))
        if is_first:
            night.picture("bid", name)
        page.locator("[data-role=bid] button").click()
    night.picture("agreed", one)
    page.locator("[data-role=sit]").click()
    expect(page.locator("body")).to_be_visible()
    return _seat(night, one, address), _seat(night, other, address)


def _strike(night: Night, name: str, struck: str) -> None:
    """Strike one, and rank the short one before the third."""
    page = night.page(name)
    (second,) = {*SCENARIOS} - {struck, SHORT}
    for scenario, place in ((SHORT, "1"), (second, "2"), (struck, "strike")):
        page.select_option(f"#place-{scenario}", place)
    page.locator("[data-role=pick] button").click()


def _seat(night: Night, name: str, address: str) -> str:
    link = night.go(name, address).locator("[data-role=table]").get_attribute("href")
    return f"{night.house.site}{link}"


def _played(
    night: Night,
    names: list[tuple[str, str]],
    links: list[tuple[str, str]],
    do: Callable[[Table, int], object],
) -> None:
    """Do that at all tables of a round at once, each by its two sockets."""

    def one(n: int) -> None:
        sessions = (night.sessions[names[n][0]], night.sessions[names[n][1]])
        table = Table(night.house.site, links[n], sessions)
        try:
            do(table, n)
        finally:
            table.leave()

    with ThreadPoolExecutor(len(links)) as pool:
        list(pool.map(one, range(len(links))))


def _inspect(night: Night, address: str, names: tuple[str, str]) -> None:
    """A director looks at what is hidden; both players read that he has, and why."""
    page = night.go("tess", address)
    night.picture("pairing-live", "tess")
    page.locator("[data-role=change]").click()
    page.locator("summary", has_text="Put a counter elsewhere").click()
    night.picture("change", "tess")
    page = night.go("tess", address)
    page.locator("[data-role=inspect]").click()
    night.picture("inspect", "tess")
    page.get_by_label("Side A").check()
    page.fill("#id_why", "The other asks about a pillbox")
    page.get_by_label("I look at this").check()
    page.get_by_role("button", name="Look").click()
    expect(page.locator("h1")).to_have_text("The secret records of side A")
    night.picture("inspected", "tess")
    for name in names:
        told = night.go(name, night.event).locator("[data-role=inspections]")
        expect(told).to_contain_text("The other asks about a pillbox")
    night.picture("event-live", names[0])


def _no_show(night: Night, address: str) -> str:
    """Claim the table of one who does not come; his name."""
    one, other = _names(night, address)
    page = night.go(one, address)
    with page.expect_navigation():
        page.locator("[data-role=here]").click()
    night.house.do(acts.put_on, NO_SHOW)
    page.reload()
    expect(page.locator("[data-role=claim]")).to_have_count(1)
    night.go("tess", f"{night.event}desk")
    expect(night.page("tess").locator("[data-role=decisions]")).to_contain_text(other)
    night.picture("desk-decisions", "tess")
    night.picture("claim", one)
    page.locator("[data-role=claim]").click()
    expect(page.locator("[data-role=outcome]")).to_have_text("1–0 f")
    return other


def _withdraw(night: Night, name: str) -> None:
    page = night.go(name, night.event)
    page.locator("[data-role=withdraw]").click()
    expect(page.locator("[data-role=standing] tr.gone")).to_have_count(1)
    night.picture("event", "tess")


def _correct(night: Night, address: str) -> None:
    """The result of a game that was played here, put right by a director."""
    page = night.go("tess", address)
    before = page.locator("[data-role=outcome]").inner_text()
    right = "other" if before == "1–0" else "one"
    page.select_option("#id_kind", "corrected")
    page.select_option("#id_result", right)
    page.fill("#id_why", "The exit VP were counted for the wrong side")
    page.locator("[data-role=decide] button").click()
    expect(page.locator("[data-role=verdicts]")).to_contain_text("the wrong side")
    expect(page.locator("[data-role=outcome]")).to_have_text("0–1" if before == "1–0" else "1–0")
    night.picture("pairing-corrected", "tess")


def _look_at_the_end(night: Night) -> None:
    """The final standing is what somebody else reckons; every page that there is by then."""
    page = night.go("anna", night.event)
    expect(page.locator("[data-role=seed]")).to_be_visible()
    expect(page.locator("[data-role=standing] tbody tr")).to_have_count(len(PLAYERS))
    page.locator("details.sum summary").first.click()
    night.picture("event-over", "anna")
    pairings, standing = night.text("pairings.csv"), night.text("standings.csv")
    assert "…" not in pairings
    assert len(pairings.splitlines()) == 1 + 4 + 4 + 4
    assert told(standing) == reckoned(pairings)
    points = [told(standing)[name][0] for _, name in places(standing)]
    assert points == sorted(points, reverse=True)
    assert [place for place, _ in places(standing)] == list(range(1, len(PLAYERS) + 1))
    others = {
        "ratings": "/ratings/",
        "balance": "/balance/",
        "rating": "/ratings/anna/",
        "clubs": "/clubs/",
        "sheet": f"{night.event}sheet",
        "embed": f"{night.event}embed",
    }
    for name, path in others.items():
        night.go("anna", path)
        night.picture(name, "anna")
