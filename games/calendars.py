"""Entries for calendars, as RFC 5545 has them."""

from collections.abc import Iterable

WIDTH = 75
"""Octets that a line may have without its end (3.1)."""


def calendar_text(*entry: tuple[str, str]) -> str:
    """A calendar with one entry, of names and values; texts are escaped by `text_value` before."""
    head = (("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("PRODID", "-//Sealed Orders//EN"))
    tail = (("END", "VEVENT"), ("END", "VCALENDAR"))
    lines = (*head, ("BEGIN", "VEVENT"), *entry, *tail)
    return "".join(f"{_folded(f'{name}:{value}')}\r\n" for name, value in lines)


def text_value(text: str) -> str:
    """A text as the value of an entry (3.3.11)."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line in pieces of at most `WIDTH` octets, cut between letters; all but the first begin with
    a space.
    """
    return "\r\n ".join(_pieces(line, WIDTH - 1))


def _pieces(line: str, most: int) -> Iterable[str]:
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > most:
            yield piece
            piece, size = "", 0
        piece, size = piece + letter, size + octets
    yield piece
