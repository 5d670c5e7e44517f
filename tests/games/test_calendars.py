"""What a calendar program reads."""

import re

from games.calendars import WIDTH, calendar_text, text_value

SAID = "Förening Övre Älvdalen: höstmästerskap; för nybörjare, återvändare – och 🜂 alla " * 3


def unfolded(text: str) -> list[str]:
    """The lines as RFC 5545 has them read (3.1)."""
    return re.sub("\r\n[ \t]", "", text).split("\r\n")


def test_lines_have_at_most_75_octets_and_come_together_again() -> None:
    text = calendar_text(("SUMMARY", SAID), ("URL", "https://example.org/" + "x" * 200))
    assert max(len(line.encode()) for line in text.split("\r\n")) <= WIDTH
    assert f"SUMMARY:{SAID}" in unfolded(text)
    assert f"URL:https://example.org/{'x' * 200}" in unfolded(text)


def test_an_entry_stands_in_a_calendar() -> None:
    assert calendar_text(("UID", "1")).split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Sealed Orders//EN",
        "BEGIN:VEVENT",
        "UID:1",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_what_has_a_meaning_is_escaped() -> None:
    assert text_value("a; b, c\\d\ne") == "a\\; b\\, c\\\\d\\ne"
