"""Pinning a note to a hex, and taking it off. The game is not touched: nobody is told."""

from uuid import UUID

from games.models import HexNote
from rules.kernel.audience import Side


def note_pin(*, game_id: UUID, side: Side, hex_id: str, text: str) -> None:
    """Put a side's own note there in the place of the one before; an empty one takes it off."""
    if text:
        HexNote.objects.update_or_create(
            game_id=game_id, side=side.value, hex=hex_id, defaults={"text": text}
        )
    else:
        HexNote.objects.filter(game=game_id, side=side.value, hex=hex_id).delete()
