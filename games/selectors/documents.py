"""What an audience has been sent: its document, its log, its bulletins.

Everything comes from the stored bulletins of one audience. Secret records and steps are not read
here, so that what serves a spectator cannot leak them. Bulletins are never edited and have no
gaps, so one query for the frames fixes the moment that is read.

A document comes with the end of its log; what was told before is read by pages. So whoever comes
late to a long game reads no more than whoever came early.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Max, QuerySet

from games.models import BulletinRow
from games.wire import Delivery, Presence, decode_keyframe, document_frame, log_page
from rules.kernel.audience import Audience
from rules.kernel.document import Document, apply_frame, log_of
from rules.kernel.opened import Sent

KEYFRAME_EVERY: Final = 50
"""Bulletins of one audience. Stored games have keyframes at its multiples, so that it may become a
divisor of itself and nothing else.
"""

PAGE: Final = 4 * KEYFRAME_EVERY  # bulletins whose lines are read at once


@dataclass(frozen=True)
class Told:
    """The log lines of one bulletin."""

    n: int
    lines: tuple[bytes, ...]


@dataclass(frozen=True)
class AudienceView:
    """What an audience has before it after its bulletin `n`, and the lines of the bulletins after
    `earlier`.
    """

    audience: Audience
    n: int
    document: Document
    log: tuple[Told, ...]

    @property
    def earlier(self) -> int:
        """The last bulletin whose lines are left out, 0 if none are: it follows from `n` alone."""
        return log_start(self.n)

    def frame(self, online: Presence) -> bytes:
        """The `doc` frame."""
        lines = lines_after(self.earlier, self.log)
        return document_frame(self.n, self.audience, self.document, lines, online, self.earlier)


def log_start(n: int) -> int:
    """The bulletin after which the lines of a document at bulletin `n` begin: a keyframe's, so that
    at least as many bulletins as lie between two of them are told of.
    """
    return max(0, n // KEYFRAME_EVERY - 1) * KEYFRAME_EVERY


def lines_after(start: int, log: Iterable[Told]) -> list[bytes]:
    """The lines of the bulletins after that one."""
    return [line for told in log if told.n > start for line in told.lines]


def audience_view(game_id: UUID, audience: Audience) -> AudienceView:
    """The document of an audience and the end of its log, as of its last bulletin."""
    first = log_start(latest_number(game_id, audience))
    rows = _bulletins(game_id, audience).filter(number__gte=first)
    found = list(rows.values_list("number", "frame", "keyframe"))
    start = max(i for i, (_, _, keyframe) in enumerate(found) if keyframe is not None)
    document = decode_keyframe(bytes(found[start][2] or b""))
    for _, frame, _ in found[start + 1 :]:
        document = apply_frame(document, bytes(frame))
    log = tuple(Told(number, tuple(log_of(bytes(frame)))) for number, frame, _ in found if frame)
    return AudienceView(audience, found[-1][0], document, log)


def earlier_log(game_id: UUID, audience: Audience, until: int) -> bytes:
    """A page of the log: the lines of the bulletins up to `until`, and where the page before it
    ends.
    """
    start = max(0, until - PAGE)
    found = frames_after(game_id, audience, start, until + 1)
    return log_page((line for one in found for line in log_of(one.frame)), start)


def frames_after(
    game_id: UUID, audience: Audience, after: int, before: int | None = None
) -> list[Delivery]:
    """The bulletins with a number greater than `after` and, if given, less than `before`."""
    rows = _bulletins(game_id, audience).filter(number__gt=after)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [
        Delivery(game_id, audience, number, bytes(frame))
        for number, frame in rows.values_list("number", "frame")
    ]


def latest_number(game_id: UUID, audience: Audience) -> int:
    """The number of the last bulletin."""
    found = BulletinRow.objects.filter(game=game_id, audience=audience).aggregate(n=Max("number"))
    return found["n"] or 0


def latest_digest(game_id: UUID, audience: Audience) -> tuple[int, str]:
    """The number of the last bulletin, and the digest of all up to it."""
    found = _bulletins(game_id, audience).values_list("number", "digest").reverse()[0]
    return found[0], found[1]


def replay_frames(game_id: UUID, audience: Audience) -> list[bytes]:
    """The document at the beginning, as a `doc` frame, and every bulletin since."""
    rows = _bulletins(game_id, audience)
    doc = document_frame(0, audience, beginning_of(game_id, audience), (), Presence())
    return [doc, *(bytes(frame) for frame in rows.values_list("frame", flat=True) if frame)]


def sent_to(game_id: UUID, audience: Audience) -> Sent:
    """Everything that an audience was sent, with its digests."""
    rows = list(_bulletins(game_id, audience).values_list("frame", "digest"))
    frames = [bytes(frame) for frame, _ in rows[1:]]
    return Sent(beginning_of(game_id, audience), frames, [digest for _, digest in rows])


def beginning_of(game_id: UUID, audience: Audience) -> Document:
    """The document that an audience's bulletins start from."""
    rows = _bulletins(game_id, audience)
    return decode_keyframe(bytes(rows.values_list("keyframe", flat=True)[0] or b""))


def _bulletins(game_id: UUID, audience: Audience) -> QuerySet[BulletinRow]:
    return BulletinRow.objects.filter(game=game_id, audience=audience).order_by("number")
