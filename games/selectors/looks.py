"""Who may look at what a game keeps secret, and what its players are told of such looks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import Permission
from django.db.models import Q
from django.utils.translation import gettext

from games.models import Game, Seat, SecretLook, SecretRecord, StepRow, User
from games.models.choices import AudienceChoice, LookKind, Status
from games.selectors.ground import ground_of
from rules.kernel.audience import Audience

PERMISSION: Final = "view_secrets"

_OWNERS: Final = {LookKind.RECORDS_A: AudienceChoice.A, LookKind.RECORDS_B: AudienceChoice.B}


@dataclass(frozen=True)
class LookLine:
    """A look as the players read of it. Operators are numbered, not named: `operator 1`."""

    who: str
    what: str
    at: datetime
    reason: str

    def as_dict(self) -> dict[str, str]:
        """For pages that read data."""
        return {
            "who": self.who,
            "what": self.what,
            "at": self.at.isoformat(),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Paper:
    """One stored row as text."""

    title: str
    text: str


def is_operator(user: User) -> bool:
    """Whether the permission was given to a member of the staff by name, or to a group of his.

    Being a superuser is not enough.
    """
    if not (user.is_active and user.is_staff):
        return False
    given = Q(user=user) | Q(group__user=user)
    return Permission.objects.filter(
        given, codename=PERMISSION, content_type__app_label="games"
    ).exists()


def plays_in(game_id: UUID, user: User) -> bool:
    """Whether the user holds a seat of that game."""
    return Seat.objects.filter(game=game_id, user=user).exists()


def running_games(user: User) -> list[UUID]:
    """The games that are not over in which the user holds a seat."""
    seats = Seat.objects.filter(user=user).exclude(game__status=Status.OVER)
    return list(seats.values_list("game", flat=True))


def share_a_running_game(one: User, other: User) -> bool:
    """Whether two users sit at the same table."""
    return not set(running_games(one)).isdisjoint(running_games(other))


def looks_told(game_id: UUID) -> list[LookLine]:
    """The looks that the players may know of: all of them at the end, before only those of which a
    director's event says so.
    """
    looks = SecretLook.objects.filter(game=game_id).select_related("inspection")
    if not Game.objects.filter(pk=game_id, status=Status.OVER).exists():
        looks = looks.filter(inspection__at_once=True)
    numbers: dict[int, int] = {}
    lines = []
    for look in looks:
        is_inspection = hasattr(look, "inspection")
        if not is_inspection:
            numbers.setdefault(look.user_id, len(numbers) + 1)
        who = (
            gettext("a director")
            if is_inspection
            else gettext("operator %(number)s") % {"number": numbers[look.user_id]}
        )
        lines.append(LookLine(who, look.get_kind_display(), look.at, look.reason))
    return lines


def papers(game_id: UUID, kind: LookKind) -> list[Paper]:
    """What a look shows. Called by the service that has stored the look, and by nothing else."""
    if kind is LookKind.STEPS:
        return [_step(row) for row in StepRow.objects.filter(game=game_id).order_by("number")]
    records = SecretRecord.objects.filter(game=game_id, owner_side=_OWNERS[kind])
    return [_record(row) for row in records.order_by("kind", "key")]


def counters_unseen(game_id: UUID, kind: LookKind) -> list[str]:
    """What lies on the map that its side alone sees, in its words; nothing for a look at steps."""
    if kind not in _OWNERS:
        return []
    own = ground_of(game_id, Audience(_OWNERS[kind].value))
    return own.without(ground_of(game_id, Audience.PUBLIC)).called()


def _record(row: SecretRecord) -> Paper:
    where = f" in {row.location}" if row.location else ""
    return Paper(f"{row.kind} {row.key}{where}", _text([row.payload]))


def _step(row: StepRow) -> Paper:
    title = f"{row.number}, side {row.actor.upper()}, {row.created:%Y-%m-%d %H:%M:%S}"
    return Paper(title, _text([row.command, row.rolls]))


def _text(stored: Iterable[Any]) -> str:
    return "\n".join(bytes(part).decode(errors="replace") for part in stored)
