"""What a side has pinned to hexes for itself."""

from uuid import UUID

from games.models import HexNote
from rules.kernel.audience import Side


def notes_of(game_id: UUID, side: Side) -> dict[str, str]:
    """One side's own notes, by hex. No row of anybody else is read."""
    rows = HexNote.objects.filter(game=game_id, side=side.value)
    return dict(rows.values_list("hex", "text"))
