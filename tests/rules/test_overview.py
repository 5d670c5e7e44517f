"""docs/overview.md names every question that the rulebook asks by name."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"^([A-Z_]+)\b[^=\n]*= NamedQuestion\(", re.MULTILINE)


def test_every_named_question_is_in_the_overview() -> None:
    overview = (ROOT / "docs" / "overview.md").read_text(encoding="utf-8")
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "rules").rglob("*.py"))
    found = {name for source in sources for name in NAMED.findall(source)}
    assert len(found) > 20
    assert [name for name in sorted(found) if f"`{name}`" not in overview] == []
