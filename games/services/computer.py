"""The computer in its seat: whether it is asked, what it is given, and how it leaves.

What it goes by is a glimpse: what its side was told at its last bulletin, as for every question.
"""

from dataclasses import dataclass
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import Game, Seat
from games.models.choices import ComputerChoice, Status
from games.questions.answering import Choose
from games.questions.glimpse import Glimpse
from games.services.asking import glimpse_with_offers, scenario_id
from games.services.clocks import clock_stop
from rules.kernel.audience import Side
from rules.kernel.document import EMPTY_LIST

PLAYED = (Status.OPEN, Status.PLAYING)


class _Now(msgspec.Struct):
    side: Side | None = None
    kind: str = ""


_NOW = msgspec.json.Decoder(_Now | None)


class _Form(msgspec.Struct):
    stands: str = ""


_FORMS = msgspec.json.Decoder(list[_Form])


@dataclass(frozen=True)
class Turn:
    """Something that the computer is asked: for which side, and from what it answers."""

    game_id: UUID
    side: Side
    scenario: str
    ground: Glimpse

    @property
    def n(self) -> int:
        """The last bulletin of its side."""
        return self.ground.n

    @property
    def offers(self) -> bytes:
        """What its side may try."""
        return self.ground.may.offers or EMPTY_LIST

    @property
    def sets_up(self) -> bool:
        """Whether it is asked to set up."""
        now = _NOW.decode(self.ground.document.now)
        return now is not None and now.kind == "setup"

    @property
    def key(self) -> str:
        """The name of what it goes by."""
        return f"{self.game_id}/{self.ground.audience}/{self.n}"

    @property
    def question(self) -> bytes:
        """What it is asked: the same for the same knowledge, whichever process asks. Nobody can
        foresee its coins.
        """
        chance = salted_hmac("games.computer", self.key, algorithm="sha256").hexdigest()
        return msgspec.json.encode(Choose(offers=msgspec.Raw(self.offers), chance=chance))


def computer_side(game_id: UUID) -> Side | None:
    """The side that the computer plays in a game, if it plays one."""
    seats = Seat.objects.filter(game=game_id, computer=ComputerChoice.PLAYS)
    side = seats.values_list("side", flat=True).first()
    return Side(side) if side else None


def computer_turn(game_id: UUID) -> Turn | None:
    """What the computer is asked in a game now, if anything. Raises Refused."""
    side = computer_side(game_id)
    played = Game.objects.filter(pk=game_id, status__in=PLAYED, held=False)
    if side is None or not played.exclude(break_until__gt=timezone.now()).exists():
        return None
    return turn_in(game_id, side)


def turn_in(game_id: UUID, side: Side) -> Turn | None:
    """What the computer would be asked if it played a side. Raises Refused."""
    ground = glimpse_with_offers(game_id, side.audience)
    turn = Turn(game_id, side, scenario_id(game_id), ground)
    return turn if _is_asked(turn) else None


def computers_asked() -> list[UUID]:
    """The games in which the computer is to move, as everybody may know."""
    seats = Seat.objects.filter(computer=ComputerChoice.PLAYS, game__status__in=PLAYED)
    return list(seats.filter(side=F("game__to_move")).values_list("game", flat=True))


@transaction.atomic
def computer_gives_up(*, game_id: UUID, side: Side) -> None:
    """The computer leaves its seat, which is free then."""
    game = Game.objects.locked(game_id)
    seats = Seat.objects.filter(game=game, side=side, computer=ComputerChoice.PLAYS)
    if seats.update(computer=ComputerChoice.GAVE_UP) and game.status == Status.PLAYING:
        game.status = Status.OPEN
        game.save(update_fields=("status",))
        clock_stop(game)


def _is_asked(turn: Turn) -> bool:
    """Whether a side is to move, or to answer what the other asks of it."""
    now, forms = _NOW.decode(turn.ground.document.now), _FORMS.decode(turn.offers)
    is_to_move = now is not None and now.side is turn.side and bool(forms)
    return is_to_move or any(form.stands == "answer" for form in forms)
