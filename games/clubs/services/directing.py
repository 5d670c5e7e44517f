"""What else a director does: let a player go, have another in his place, announce, inspect."""

import secrets
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from games.clubs.core.rounds import Outcome
from games.clubs.models import Entry, Event, Inspection, Pairing
from games.clubs.models.choices import EventState, Result, RoundState, Told, VerdictKind
from games.clubs.permissions import BELONG, DIRECT, may
from games.clubs.selectors.results import came, live_games
from games.clubs.services.acting import (
    Denied,
    NotNow,
    event_directed,
    event_locked,
    event_of_pairing,
    noted,
    pairing_of,
    reason_in,
    refuse_over,
    refuse_own,
    versus,
)
from games.clubs.services.events import next_round
from games.clubs.services.results import Decided, decide
from games.languages import english
from games.models import Seat, SecretLook, User
from games.models.choices import LookKind, Room, Status
from games.models.seat import new_token
from games.selectors.looks import counters_unseen
from games.services.adjudication import Ruling, change_impose, change_told
from games.services.chat import TooMuch, say
from games.services.looks import Looked, MayNotLook, NoReason, look_logged, look_read, look_store
from games.services.playing import Outcome as Ended
from rules.kernel.refused import Refused

Said = list[tuple[UUID, Room, int]]


@dataclass(frozen=True)
class Inspected:
    """What an inspection shows, and what was said about it at the table."""

    looked: Looked
    counters: list[str]  # what that side alone sees on the map, in words
    said: Said


@transaction.atomic
def withdraw(*, event_id: UUID, number: int, by: User, why: str = "") -> list[Decided]:
    """Take a player out, from the next round on; a game of his that goes on is forfeited. By
    himself or a director. Raises Denied, NotNow.
    """
    event = event_locked(event_id)
    entry = _entry(event, number)
    directs = may(by, DIRECT, event)
    if not directs and entry.user_id != by.pk:
        raise Denied
    if entry.withdrawn is not None or event.state == EventState.OVER:
        raise NotNow("That player has left, or the event is over.")
    open_ones = _open_pairings(event, entry)
    if entry.user_id != by.pk:
        for pairing in open_ones:
            refuse_own(pairing, by)
    reason = " ".join(why.split())[:300] or "by his own wish"
    entry.withdrawn = next_round(event)
    entry.save(update_fields=("withdrawn",))
    noted(event, by, f"withdrew {entry.name} from round {entry.withdrawn} on: {reason}")
    return [_forfeit(event, pairing, entry, by) for pairing in open_ones]


@transaction.atomic
def player_replace(*, event_id: UUID, number: int, by: User, user: User, why: str) -> list[UUID]:
    """Have somebody else play on in a player's place; the games whose seats changed. Raises
    Denied, NotNow.
    """
    event, reason = event_directed(event_id, by), reason_in(why)
    entry = _entry(event, number)
    if by.pk in {entry.user_id, user.pk}:
        raise NotNow("Another director has to do that.")
    if event.entries.filter(user=user).exists():
        raise NotNow("Whoever comes in plays in the event already.")
    if may(user, DIRECT, event) or not may(user, BELONG, event.club):
        raise NotNow("Whoever comes in belongs to the club, and does not direct the event.")
    before = entry.name
    games = []
    open_ones = _open_pairings(event, entry)
    for pairing in open_ones:
        refuse_own(pairing, by)
    for pairing in open_ones:
        if pairing.game_id is not None:
            if SecretLook.objects.filter(game=pairing.game_id, user=user).exists():
                raise NotNow("Whoever comes in has looked at that game's secrets.")
            seats = Seat.objects.filter(game=pairing.game_id, user=entry.user_id)
            seats.update(user=user, token=new_token())
            games.append(pairing.game_id)
    entry.user = user
    entry.save(update_fields=("user",))
    noted(event, by, f"{entry.name} plays in the place of {before}: {reason}")
    return games


@transaction.atomic
def announce(*, event_id: UUID, by: User, words: str) -> Said:
    """Say something at all tables of an event, to players and those who watch. Raises Denied,
    NotNow.
    """
    event, text = event_directed(event_id, by), reason_in(words)
    refuse_over(event)
    noted(event, by, f"announced: {text}")
    return [line for game_id in live_games(event) for line in _say(game_id, by, text)]


def inspect(*, pairing_id: int, by: User, side: str, why: str) -> Inspected:
    """Look at what a side of a game keeps secret (HIP among it), as a director. It is stored before
    anything is shown, and both players learn of it: at once, or at the game's end, as the event
    says. Raises Denied, NotNow.
    """
    kind = LookKind.RECORDS_A if side == "a" else LookKind.RECORDS_B
    with transaction.atomic():
        event = event_directed(event_of_pairing(pairing_id), by)
        pairing = pairing_of(event, pairing_id)
        refuse_own(pairing, by)
        if pairing.game is None:
            raise NotNow("There is no game yet.")
        try:
            look = look_store(game_id=pairing.game.pk, user=by, kind=kind, reason=why)
        except NoReason as error:
            raise NotNow("Give the players a reason that they can read.") from error
        except MayNotLook as error:
            raise NotNow("You play in this game.") from error
        at_once = event.looks_told == Told.AT_ONCE
        Inspection.objects.create(pairing=pairing, look=look, at_once=at_once)
        said: Said = []
        if at_once:
            words = f"{english(kind.label)}, {versus(pairing)}: {look.reason}"
            noted(event, by, f"looked at {words[0].lower()}{words[1:]}")
            if pairing.game.status != Status.OVER:
                text = f"A director looks at {english(kind.label).lower()}: {look.reason}"
                said = _say(pairing.game.pk, by, text)
        looked = look_read(look)
        counters = counters_unseen(look.game_id, kind)
    look_logged(look)
    return Inspected(looked, counters, said)


def position_change(*, pairing_id: int, by: User, ruling: bytes, why: str) -> list[Ended]:
    """Change the position of a game as a director rules, by what everybody sees of it: the same as
    both sides may agree on, without being asked. Both read it in the game's own log, everybody in
    the event's list. Raises Denied, NotNow.
    """
    with transaction.atomic():
        event, reason = event_directed(event_of_pairing(pairing_id), by), reason_in(why)
        pairing = pairing_of(event, pairing_id)
        refuse_own(pairing, by)
        if event.state != EventState.RUNNING or pairing.game is None:
            raise NotNow("There is no game, or the event is not being played.")
        if came(pairing).outcome is not Outcome.OPEN:
            raise NotNow("This pairing is decided.")
        game_id, said = pairing.game.pk, f"A director rules ({reason})"
        try:
            told = change_told(game_id=game_id, side=None, ruling=ruling)
            ended = change_impose(game_id=game_id, ruling=Ruling(ruling, None, said))
        except Refused as refused:
            raise NotNow(refused.why) from refused
        noted(event, by, f"{versus(pairing)}: {'; '.join(told.public)}. {reason}")
    return list(ended)


def _entry(event: Event, number: int) -> Entry:
    entry = event.entries.select_related("user").filter(number=number).first()
    if entry is None:
        raise NotNow("There is no player of that number.")
    return entry


def _open_pairings(event: Event, entry: Entry) -> list[Pairing]:
    """The pairings of a player that are being played."""
    rows = Pairing.objects.filter(round__event=event, round__state=RoundState.LOCKED)
    related = ("round__event", "one__user", "other__user", "game")
    mine = [p for p in rows.select_related(*related) if entry.pk in {p.one_id, p.other_id}]
    return [p for p in mine if p.other_id is not None and came(p).outcome is Outcome.OPEN]


def _forfeit(event: Event, pairing: Pairing, entry: Entry, by: User) -> Decided:
    result = Result.OTHER if pairing.one_id == entry.pk else Result.ONE
    return decide(event, pairing, VerdictKind.FORFEIT, result, f"{entry.name} has left", by)


def _say(game_id: UUID, by: User, text: str) -> Said:
    """Say something in both rooms of a table; a room that is full hears nothing."""
    said: Said = []
    for room in Room:
        key, words = secrets.token_hex(8), f"Director: {text}"[:500]
        try:
            n = say(game_id=game_id, room=room, side=None, user=by, text=words, key=key)
        except TooMuch:
            continue
        said.append((game_id, room, n))
    return said
