"""What everybody may know of a game beside its stream: its clock, its break, what is asked."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from games.models import ChatLine, Game, GameClock, Proposal
from games.models.choices import ProposalKind, Room, ViewDelay
from games.selectors.clocks import MILLISECOND, dial_of, rests
from games.selectors.seats import Visitor
from games.timekeeping import FREE
from rules.kernel.audience import Side

_ASKS: Final = {
    "break": "asks for a break",
    "go_on": "asks to go on now",
    "award": "asks to end the game with this result",
    "view": "asks that those who watch see what both sides saw, mines and hidden units too, after",
}


def house_of(game_id: UUID) -> dict[str, Any]:
    """It, as the page is told. Raises Game.DoesNotExist."""
    game = Game.objects.get(pk=game_id)
    return {
        "clock": clock_of(game) if game.timed else None,
        "held": game.held,
        "rest": game.break_until.isoformat() if rests(game) and game.break_until else None,
        "view": ViewDelay(game.view_delay).label if game.view_delay else None,
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
        "words": terms_words(clock),
    }


def terms_words(clock: GameClock) -> str:
    """What was agreed, in words."""
    minutes, more = clock.base.total_seconds() / 60, clock.increment.total_seconds() / 60
    given = {
        "total": f"{minutes:g} minutes a side",
        "session": f"{minutes:g} minutes a side for each session",
        "days": f"{clock.base.days} days for each decision",
    }[clock.timing]
    increment = f", {more:g} more for both at each Player Turn" if more else ""
    out = "whose time is out has lost" if clock.flag == "loss" else "then the game may be claimed"
    return f"{given}{increment}; {out}"


def _asked(proposal: Proposal) -> dict[str, Any]:
    return {
        "kind": proposal.kind,
        "by": proposal.by,
        "asked": proposal.at.isoformat(),
        "text": _words(proposal),
        "winner": proposal.winner or None,
        "until": proposal.until.isoformat() if proposal.until else None,
    }


def _words(proposal: Proposal) -> str:
    if proposal.kind == ProposalKind.CHANGE:
        return f"asks to change the position. {_sentences(proposal.said)}"
    if proposal.kind != ProposalKind.VIEW:
        return _ASKS[proposal.kind]
    if not proposal.delay:
        return "asks that those who watch see both sides no more before the end"
    return f"{_ASKS[proposal.kind]} {ViewDelay(proposal.delay).label}"


def _sentences(said: str) -> str:
    """What is changed, a sentence each."""
    return ". ".join(f"{line[:1].upper()}{line[1:]}" for line in said.splitlines())


def _milliseconds(time: timedelta) -> int:
    return time // MILLISECOND
