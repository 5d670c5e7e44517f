"""What axe-core finds on a page. It is kept beside the tests (vendor/README) and never served."""

import hashlib
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

VENDOR = Path(__file__).parent / "vendor"
GRAVE = ("moderate", "serious", "critical")


def axe_source() -> str:
    """The program, if it is the one that vendor/README names."""
    source = (VENDOR / "axe.min.js").read_bytes()
    digest = hashlib.sha256(source).hexdigest()
    if digest not in (VENDOR / "README").read_text():
        raise ValueError(f"axe.min.js has the SHA-256 {digest}, which vendor/README does not name")
    return source.decode()


def findings(page: Page) -> list[str]:
    """One line for each finding that is at least moderate: rule, weight, where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source())
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((all) => all.violations)")
    return [
        f"{one['id']} ({one['impact']}): {node['target'][0]} {node['html'][:120]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
