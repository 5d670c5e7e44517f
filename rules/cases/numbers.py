"""Numbers and modifiers as cases write them, beside those that players read in the log."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

_PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def same(found: Any, wanted: Any) -> bool:
    """Whether two values are the same text or the same number: `3½`, `3.5` and `7/2` are."""
    if found == wanted:
        return True
    one, other = number(found), number(wanted)
    return one is not None and one == other


def number(said: Any) -> Fraction | None:
    """`13`, `4½`, `2.25`, `7/4`, `1+5/8`; None for what is no number."""
    text = str(said).strip().rstrip("+")
    whole, part = (text[:-1], _PARTS[text[-1]]) if text[-1:] in _PARTS else (text, Fraction(0))
    try:
        return sum((Fraction(one) for one in whole.split("+") if one), part) if text else None
    except (ValueError, ZeroDivisionError):
        return None


def named(ledger: Mapping[str, Any], said: str) -> str | None:
    """The modifier of a ledger that a case means: by its label, or by words of one label alone."""
    if said in ledger:
        return said
    words = set(said.casefold().split())
    labels = [label for label in ledger if words <= set(label.casefold().split())]
    return labels[0] if len(labels) == 1 else None
