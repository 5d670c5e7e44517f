"""Choices that the rules leave to a side, of options that a question or a phase offers."""

from rules.play.activity import AslCommand


class Choose(AslCommand, frozen=True, kw_only=True, tag="choose"):
    """Choose one of several options."""

    words = "choose {option}"
    option: str
