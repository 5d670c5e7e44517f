"""docs/secrecy.md lists every channel and every variation, and each variation is really met."""

from pathlib import Path
from typing import Final

from django.conf import settings

from games.leakcheck.met import RARE, kinds, met_in, table
from games.leakcheck.registry import COMPARED

PAGE: Final = Path(settings.BASE_DIR) / "docs" / "secrecy.md"


def test_every_kind_of_variation_is_met_where_the_standing_check_plays() -> None:
    met = met_in()
    assert kinds() - met.keys() == RARE.keys()


def test_the_page_has_the_table_as_it_is() -> None:
    assert "\n".join(table()) in PAGE.read_text(encoding="utf-8")


def test_a_channel_is_one_line_of_the_table() -> None:
    lines = list(table())
    assert [sum(line.startswith(f"| {name} |") for line in lines) for name in COMPARED] == [
        1 for _ in COMPARED
    ]
