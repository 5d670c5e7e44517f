"""What an audience has been sent: its document, its log, its bulletins.

Everything comes from the stored bulletins of one audience. Secret records and steps are not read
here, so that what serves a spectator cannot leak them. Bulletins are never edited and have no
gaps, so one query for the frames fixes the moment that is read.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max, QuerySet

from games.models import BulletinRow
from games.wire import Delivery, Presence, decode_keyframe, document_frame
from rules.kernel.audience import Audience
from rules.kernel.document import Document, apply_frame, log_of


@dataclass(frozen=True)
class AudienceView:
    """What an audience has before it after its bulletin `n`."""

    audience: Audience
    n: int
    document: Document
    log: tuple[bytes, ...]

    def frame(self, online: Presence) -> bytes:
        """The `doc` frame."""
        return document_frame(self.n, self.audience, self.document, self.log, online)


def audience_view(game_id: UUID, audience: Audience) -> AudienceView:
    """The document and the whole log of an audience, as of its last bulletin."""
    rows = _bulletins(game_id, audience).values_list("number", "frame")
    frames = [(number, bytes(frame)) for number, frame in rows]
    n = frames[-1][0]
    start, keyframe = (
        _bulletins(game_id, audience)
        .filter(keyframe__isnull=False, number__lte=n)
        .values_list("number", "keyframe")
        .reverse()[0]
    )
    document = decode_keyframe(bytes(keyframe or b""))
    for number, frame in frames:
        if number > start:
            document = apply_frame(document, frame)
    log = tuple(line for _, frame in frames if frame for line in log_of(frame))
    return AudienceView(audience, n, document, log)


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


def beginning_of(game_id: UUID, audience: Audience) -> Document:
    """The document that an audience's bulletins start from."""
    rows = _bulletins(game_id, audience)
    return decode_keyframe(bytes(rows.values_list("keyframe", flat=True)[0] or b""))


def _bulletins(game_id: UUID, audience: Audience) -> QuerySet[BulletinRow]:
    return BulletinRow.objects.filter(game=game_id, audience=audience).order_by("number")
