"""Who is connected to a game, counted over all processes."""

from dataclasses import dataclass, field
from typing import Final

from games.wire import Presence

EXPIRY: Final = 60.0  # seconds after which a process that says nothing is thought dead


@dataclass
class Attendance:
    """What other processes said of their sockets at one game, and what was last shown."""

    others: dict[str, tuple[Presence, float]] = field(default_factory=dict)
    shown: Presence | None = None

    def note(self, process: str, online: Presence, now: float) -> None:
        """Remember what a process says it has."""
        if online == Presence():
            self.others.pop(process, None)
        else:
            self.others[process] = (online, now)

    def total(self, here: Presence, now: float) -> Presence:
        """Everybody who is connected anywhere."""
        known = [here, *(seen for seen, at in self.others.values() if now - at < EXPIRY)]
        return Presence(
            a=any(part.a for part in known),
            b=any(part.b for part in known),
            watching=sum(part.watching for part in known),
        )
