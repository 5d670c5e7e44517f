"""What axe-core finds on a page. It is kept beside the tests (vendor/README) and never served."""

import hashlib
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

VENDOR = Path(__file__).parent / "vendor"
GRAVE = ("moderate", "serious", "critical")
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "preload": False,
}
STILL = """() => !document.querySelector("[aria-busy=true]")
  && [...document.images].every((one) => one.complete || one.loading === "lazy")
  && document.getAnimations().every((one) => one.playState !== "running")"""


def axe_source() -> str:
    """The program, if it is the one that vendor/README names."""
    source = (VENDOR / "axe.min.js").read_bytes()
    digest = hashlib.sha256(source).hexdigest()
    if digest not in (VENDOR / "README").read_text():
        raise ValueError(f"axe.min.js has the SHA-256 {digest}, which vendor/README does not name")
    return source.decode()


def comes_to_rest(page: Page) -> None:
    """Wait until nothing moves on a page, its board neither, and pictures and letters are there."""
    page.wait_for_function(STILL)
    page.evaluate("document.fonts.ready.then(() => null)")


def findings_by_day_and_night(page: Page) -> list[str]:
    """What is found on a page that is light, and what of its colours once it is dark: no other rule
    depends on that.
    """
    found = findings(page)
    page.emulate_media(color_scheme="dark")
    found += findings(page, **COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def findings(page: Page, **options: Any) -> list[str]:
    """One line for each finding that is at least moderate: rule, weight, where. Without `options`
    by all rules.
    """
    comes_to_rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source())
    run = "options => axe.run(options).then((all) => all.violations)"
    found: list[dict[str, Any]] = page.evaluate(run, {"resultTypes": ["violations"], **options})
    return [
        f"{one['id']} ({one['impact']}): {node['target'][0]} {node['html'][:120]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
