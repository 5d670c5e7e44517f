"""From a stored bulletin to the sockets that it is for.

The channel layer carries one message for each process and audience; a room does the rest. Go by
bulletin numbers: the layer may lose or reorder what it carries, and what is missing is read from
the store. Start reading at `hub`.
"""

from games.hub.hub import (
    Hub,
    chat_said,
    computer_gone,
    event_changed,
    house_changed,
    hub_here,
    publish,
    seats_changed,
)
from games.hub.member import CLOSE_FORBIDDEN, Member

__all__ = [
    "Hub",
    "hub_here",
    "publish",
    "seats_changed",
    "chat_said",
    "computer_gone",
    "event_changed",
    "house_changed",
    "CLOSE_FORBIDDEN",
    "Member",
]
