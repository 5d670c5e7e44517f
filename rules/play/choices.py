"""Choices that the rules leave to a side, of options that a question or a phase offers."""

from rules.play.activity import AslCommand, Guise


class Choose(AslCommand, frozen=True, kw_only=True, tag="choose"):
    """Choose one of several options."""

    words = "choose {option}"
    guise = Guise.UNSEEN  # A14.4: of those who are told to look for a Sniper
    heard_in_part = True
    option: str
