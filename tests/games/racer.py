"""Plays silent commands as fast as it can: `python -m tests.games.racer GAME SIDE COUNT`.

Several of these race for one game. Each prints how many of its commands were carried out.
"""

import os
import sys
from uuid import UUID

import django


def race(game_id: UUID, side_name: str, count: int) -> int:
    """Take turns in giving and cancelling a standing order, which nobody else is told of."""
    from games.services import play  # noqa: PLC0415 - after django.setup
    from rules.kernel.audience import Side  # noqa: PLC0415 - the same

    side, seen = Side(side_name), 0
    for i in range(count):
        verb = "stand_down" if i % 2 else "stand_by"
        data = f'{{"verb":"{verb}"}}'.encode()
        outcome = play(game_id=game_id, side=side, data=data, seen=seen)
        seen = next(d.n for d in outcome.deliveries if d.audience is side.audience)
    return count


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    sys.stdout.write(str(race(UUID(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
