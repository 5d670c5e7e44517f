"""What a player is told when it is the server's fault."""

from rules.kernel.refused import Refused


def failed() -> Refused:
    """The server failed: nothing of why."""
    return Refused("", "The server could not carry this out. Nothing changed.", code="error")


def unknown() -> Refused:
    """The database went away in the middle of a commit: it may have happened or not."""
    return Refused(
        "",
        "The database did not answer: it is not known whether this was done. Look at the board.",
        code="unknown",
    )


def halted() -> Refused:
    """The rules changed in the middle of an action."""
    return Refused(
        "",
        "The rules were changed in the middle of this action; you can both go back to its start.",
        code="closed",
    )
