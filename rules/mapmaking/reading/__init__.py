"""Reads the text of a board source. The format is described in `docs/boards.md`.

`entries.py` cuts the text into statements, `statements.py` and `buildings.py` say what each may
be, `draft.py` gathers them with their lines, `checks.py` looks at the whole when all is said.
"""

from rules.board.layout import Layout
from rules.mapmaking.flooding import flooded
from rules.mapmaking.reading.checks import check
from rules.mapmaking.reading.draft import Draft
from rules.mapmaking.reading.entries import entries
from rules.mapmaking.reading.statements import state

MAX_LENGTH = 200_000

__all__ = ["MAX_LENGTH", "read_layout"]


def read_layout(text: str, *, file: str, default_id: str | None = None) -> Layout:
    """The layout a source describes.

    `file` is named in errors. A source without a `board` line is refused unless there is a
    `default_id`. Raises BoardError, also for a source longer than MAX_LENGTH characters.
    """
    draft = Draft(file)
    if len(text) > MAX_LENGTH:
        raise draft.error(1, "file", f"is longer than {MAX_LENGTH:,} characters")
    last = 1
    for entry in entries(text, draft):
        state(draft, entry)
        last = entry.line
    check(draft)
    id_ = draft.id or default_id
    if id_ is None:
        raise draft.error(last, "board", "the source does not say which board it is")
    return flooded(draft.layout(id_))
