"""Secret choices of scenarios and sides, and the game that comes of them.

An answer is sealed as minefields are: a salted leaf whose root everybody may know. It is opened
with the opponent's, never alone. The game is made when one of the two sits down, once.
"""

from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.clubs.core.choosing import Answer, Asked, BadAnswer, check
from games.clubs.models import Event, Pairing, SealedAnswer
from games.clubs.models.choices import Chair, RoundState
from games.clubs.selectors.choosing import balance_levels, leaf_of, standing_of, version_of
from games.clubs.services.acting import (
    NotNow,
    chair_of,
    changed,
    event_locked,
    event_of_pairing,
    pairing_of,
    refuse_unless_running,
)
from games.models import User
from games.models.choices import Flag, Timing
from games.services import Wishes, game_create, loading
from games.timekeeping import Terms
from rules.kernel.audience import Side


@transaction.atomic
def answer_give(*, pairing_id: int, user: User, answer: Answer) -> None:
    """Seal an answer to what both are asked now. Raises Denied, NotNow."""
    event, pairing, chair = _mine(pairing_id, user)
    asked = standing_of(event, pairing)
    if not isinstance(asked, Asked):
        raise NotNow("Nothing is asked any more.")
    if SealedAnswer.objects.filter(pairing=pairing, place=asked.place, chair=chair).exists():
        raise NotNow("Your answer is sealed. It is opened when the other has answered.")
    try:
        check(asked, answer, balance_levels(asked.agreed.scenario))
    except BadAnswer as error:
        raise NotNow(error.text, **error.named) from error
    _seal(event, pairing, asked.place, chair, answer)
    _here(pairing, chair)
    changed(event)


@transaction.atomic
def sit(*, pairing_id: int, user: User) -> UUID | None:
    """Say that one is here; the game, once it is agreed what is played. Raises Denied, NotNow."""
    event, pairing, chair = _mine(pairing_id, user)
    _here(pairing, chair)
    if pairing.game_id is not None:
        return pairing.game_id
    standing = standing_of(event, pairing)
    if isinstance(standing, Asked):
        return None
    side_of_one = Side.A if standing.side_a == "one" else Side.B
    other = pairing.other
    if other is None:
        raise NotNow("A bye is not played.")
    created = game_create(
        scenario_id=version_of(standing),
        creator=None,
        private=event.private or event.club.private,
        wishes=Wishes(terms=terms_of(event), flag=Flag(event.flag)),
        sides={side_of_one: pairing.one.user, side_of_one.enemy: other.user},
    )
    pairing.game, pairing.side_a = created.game, standing.side_a or ""
    pairing.story = " ".join(standing.story)
    pairing.save(update_fields=("game", "side_a", "story"))
    changed(event)
    return created.game.pk


def terms_of(event: Event) -> Terms | None:
    """What time the games of an event are played by, if by any."""
    if not event.timing or event.base is None:
        return None
    return Terms(Timing(event.timing), event.base, event.increment)


def _mine(pairing_id: int, user: User) -> tuple[Event, Pairing, Chair]:
    """A pairing that is being played, by one of the two. Raises Denied, NotNow."""
    event = event_locked(event_of_pairing(pairing_id))
    pairing = pairing_of(event, pairing_id)
    chair = chair_of(pairing, user)
    if pairing.round.state != RoundState.LOCKED:
        raise NotNow("The round is not published.")
    refuse_unless_running(event)
    if pairing.verdicts.exists():
        raise NotNow("This pairing is decided.")
    return event, pairing, chair


def _seal(event: Event, pairing: Pairing, place: int, chair: Chair, answer: Answer) -> None:
    sealer = loading.make_sealer(bytes(event.seed))
    salt = _salt(f"{event.pk}:{pairing.round_id}:{pairing.pk}:{place}:{chair}")
    row = SealedAnswer(pairing=pairing, place=place, chair=chair, salt=salt)
    row.value = msgspec.json.encode(answer)
    row.root = sealer.root([leaf_of(row)])
    row.save()


def _salt(of: str) -> str:
    """A salt that nobody can work out, not when the seed of the event is published either: an
    answer that was never opened stays sealed.
    """
    return salted_hmac("games.clubs.choices", of, algorithm="sha256").hexdigest()


def _here(pairing: Pairing, chair: Chair) -> None:
    """Note when somebody was first here for his pairing."""
    field = "one_here" if chair is Chair.ONE else "other_here"
    if getattr(pairing, field) is None:
        setattr(pairing, field, timezone.now())
        pairing.save(update_fields=(field,))
