"""Numbers that only go up: ids, rolls, bulletins, log lines, each counted per audience.

They live outside the world and its change sets. If undo took one back, the next cover would get
the id of something else, or a player would have seen his next roll.
"""

import msgspec

from rules.kernel.audience import Audience


class Counters(msgspec.Struct, kw_only=True):
    """The last number used, by audience."""

    ids: dict[Audience, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Audience, 0))
    rolls: dict[Audience, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Audience, 0))
    bulletins: dict[Audience, int] = msgspec.field(
        default_factory=lambda: dict.fromkeys(Audience, 0)
    )
    lines: dict[Audience, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Audience, 0))

    def copy(self) -> "Counters":
        return Counters(
            ids=dict(self.ids),
            rolls=dict(self.rolls),
            bulletins=dict(self.bulletins),
            lines=dict(self.lines),
        )


def next_of(counts: dict[Audience, int], audience: Audience) -> int:
    """Count one up and return the new number."""
    counts[audience] += 1
    return counts[audience]
