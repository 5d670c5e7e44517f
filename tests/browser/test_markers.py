"""Counters that are neither units nor weapons are drawn by what their faces say."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Route

from rules.board.locations import HexId
from rules.chapters.works.b30_pillboxes import pillbox_face
from rules.kernel.audience import Side
from rules.position.fortifications import pillbox
from rules.position.marker import MarkerFace

STATIC = Path(__file__).parents[2] / "static"
SNIPER = MarkerFace(
    id="s1", at=HexId("so1:E5"), side=Side.B, nation="russian", letters="SNPR",
    name="Sniper, SAN 4", status=("pinned",),
)  # fmt: skip

DRAW = """async (face) => {
    const { counter, spoken } = await import("/js/counters.js");
    const { stacks } = await import("/js/stacks.js");
    const state = { faces: new Map([[`marker:${face.id}`, face]]) };
    const details = ["near", "mid", "small", "block"];
    const drawn = details.map((detail) => counter(face, detail).textContent);
    return { drawn, spoken: spoken(face), where: [...stacks(state, false).keys()] };
}"""
PILLBOX = pillbox_face(
    pillbox(HexId("so1:E5"), squads=1, tem=(3, 5), facing=2, side=Side.B),
)

TURNED = """async (face) => {
    const { counter, spoken } = await import("/js/counters.js");
    const { levelOf } = await import("/js/places.js");
    const drawn = counter(face, "near");
    const parts = [...drawn.querySelectorAll("[transform]")];
    const turned = parts.map((one) => one.getAttribute("transform"));
    const level = levelOf("so1:E5/0p");
    return { letters: drawn.textContent, turned, spoken: spoken(face), level };
}"""

pytestmark = pytest.mark.browser


def test_a_marker_is_drawn_whatever_it_stands_for(browser: Browser) -> None:
    page = browser.new_page()
    page.route("http://table.test/**", _from_static)
    page.goto("http://table.test/")
    seen = page.evaluate(DRAW, msgspec.to_builtins(SNIPER))
    assert seen["drawn"] == ["SNPR"] * 4
    assert seen["spoken"] == "Sniper, SAN 4, pinned"
    assert seen["where"] == ["so1:E5"]
    page.close()


def _from_static(route: Route) -> Any:
    path = STATIC / route.request.url.removeprefix("http://table.test/")
    if path.is_file():
        return route.fulfill(path=path, content_type="text/javascript")
    return route.fulfill(body="<!doctype html>", content_type="text/html")


def test_a_pillbox_is_drawn_with_its_numbers_and_its_covered_arc(browser: Browser) -> None:
    page = browser.new_page()
    page.route("http://table.test/**", _from_static)
    page.goto("http://table.test/")
    seen = page.evaluate(TURNED, msgspec.to_builtins(PILLBOX))
    assert seen["letters"] == "1+3+5"
    assert seen["turned"] == ["rotate(90 50 42)"] * 2
    assert seen["spoken"].startswith("Pillbox: room for 1, TEM 3 in its CA, 5 elsewhere")
    assert seen["level"] == -0.5
    page.close()
