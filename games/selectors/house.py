"""What everybody may know of a game beside its stream: its clock, its break, what is asked.

It is sent to several people at once, so it says no words: each page makes them in its reader's
language.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.models import ChatLine, Game, GameClock, Proposal
from games.models.choices import Flag, Room, Timing
from games.selectors.clocks import MILLISECOND, dial_of, rests
from games.selectors.seats import Visitor
from games.timekeeping import FREE
from rules.kernel.audience import Side


def house_of(game_id: UUID) -> dict[str, Any]:
    """It, as the page is told. Raises Game.DoesNotExist."""
    game = Game.objects.get(pk=game_id)
    return {
        "clock": clock_of(game) if game.timed else None,
        "held": game.held,
        "rest": game.break_until.isoformat() if rests(game) and game.break_until else None,
        "view": game.view_delay or None,
        "asked": [_asked(one) for one in Proposal.objects.filter(game=game, declined_at=None)],
    }


def stands_beside(who: Visitor) -> bool:
    """Whether there is anything beside the stream for somebody to be shown at once."""
    read = ("timed", "held", "together", "break_until", "view_delay")
    game = Game.objects.only(*read).get(pk=who.game_id)
    room = Room.PLAYERS if who.side else Room.GALLERY
    return bool(
        game.timed
        or game.held
        or game.together
        or game.break_until
        or game.view_delay
        or Proposal.objects.filter(game=game, declined_at=None).exists()
        or ChatLine.objects.filter(game=game, room=room).exists()
    )


def clock_of(game: Game) -> dict[str, Any]:
    """What a game's clock says now; times are in milliseconds. A side's time is what it had `left`
    when its decision began, and runs once the `free` time of that is over.
    """
    clock, now = GameClock.objects.get(game=game), timezone.now()
    dial = dial_of(clock, game.break_until)
    return {
        "timing": clock.timing,
        "flag": clock.flag,
        "left": {side: _milliseconds(dial.left[side]) for side in Side},
        "runs": dial.runs,
        "elapsed": _milliseconds(dial.elapsed(now)),
        "free": _milliseconds(FREE),
        "fallen": dial.fallen(now),
        "terms": _terms(clock),
    }


def _terms(clock: GameClock) -> dict[str, Any]:
    """What was agreed."""
    minutes, more = clock.base.total_seconds() / 60, clock.increment.total_seconds() / 60
    return {"minutes": minutes, "days": clock.base.days, "more": more}


def terms_words(clock: GameClock) -> str:
    """What was agreed, in words for the reader of a page."""
    minutes, more = clock.base.total_seconds() / 60, clock.increment.total_seconds() / 60
    days = clock.base.days
    given = {
        "total": ngettext("%(n)s minute a side", "%(n)s minutes a side", int(minutes)),
        "session": ngettext(
            "%(n)s minute a side for each session",
            "%(n)s minutes a side for each session",
            int(minutes),
        ),
        "days": ngettext("%(n)s day for each decision", "%(n)s days for each decision", days),
    }[clock.timing] % {"n": days if clock.timing == Timing.DAYS else f"{minutes:g}"}
    increment = gettext(", %(n)s more for both at each Player Turn") % {"n": f"{more:g}"}
    has_lost = gettext("whose time is out has lost")
    out = has_lost if clock.flag == Flag.LOSS else gettext("then the game may be claimed")
    return f"{given}{increment if more else ''}; {out}"


def _asked(proposal: Proposal) -> dict[str, Any]:
    return {
        "kind": proposal.kind,
        "by": proposal.by,
        "asked": proposal.at.isoformat(),
        "delay": proposal.delay or None,
        "said": _sentences(proposal.said),
        "winner": proposal.winner or None,
        "until": proposal.until.isoformat() if proposal.until else None,
    }


def _sentences(said: str) -> str:
    """What is changed, a sentence each."""
    return ". ".join(f"{line[:1].upper()}{line[1:]}" for line in said.splitlines())


def _milliseconds(time: timedelta) -> int:
    return time // MILLISECOND
