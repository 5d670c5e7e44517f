"""Writing a game: every step and its bulletins, and at rest the entities that changed.

The caller holds the lock on the game's row, or has the row as this process stored it last: then the
statement that writes it asks whether it still stands so, and locks it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db.models import Q
from django.utils import timezone

from games import rulesets
from games.models import BulletinRow, Game, Piece, Proposal, SecretRecord, StepRow
from games.models.choices import Status
from games.selectors.documents import KEYFRAME_EVERY
from games.services.clocks import clock_follow
from games.wire import encode_keyframe
from rules.kernel.audience import Audience
from rules.kernel.codec import encode
from rules.kernel.document import Document
from rules.kernel.entity import Entity, has_secrets
from rules.kernel.game import Bulletin, Step
from rules.kernel.game import Game as LiveGame
from rules.kernel.world import Change, World, world_difference

_BATCH: Final = 200  # rows a statement

_FENCE: Final = ("pk", "step", "status", "held", "break_until", "timed")
"""What of a game's row must be as it was when a step was made of it without a lock."""

_WRITTEN: Final = (
    "step", "rest_step", "ledger", "status", "to_move", "headline", "winner", "told_at", "updated",
)  # fmt: skip
"""What of a game's row a step may change."""


class _Told(msgspec.Struct):
    """A public face; of the clock, who has won."""

    k: str
    winner: str | None = None


class _Headline(msgspec.Struct):
    """What the public document says of whose decision it is."""

    text: str = ""
    side: str | None = None


def game_store(row: Game, game: LiveGame) -> None:
    """Write a whole game that is at rest, and the documents that its bulletins start from."""
    row.ledger = encode(game.ledger)
    row.step = row.rest_step = game.ledger.step
    _headline_store(row, game)
    row.save()
    entities_store(row, world_difference(World(), game.world))
    BulletinRow.objects.bulk_create(
        BulletinRow(
            game=row,
            audience=audience,
            number=game.ledger.counters.bulletins[audience],
            step=row.step,
            frame=b"",
            digest=game.ledger.digests[audience],
            keyframe=encode_keyframe(game.documents[audience]),
        )
        for audience in Audience
    )


class Overtaken(Exception):
    """The row of a game is no longer as it was when the step was made."""


def step_store(
    row: Game, game: LiveGame, step: Step, start: World | None, *, locked: bool = True
) -> bool:
    """Write one step; whether a clock was pressed by it. `start` is the world at the start of the
    action that was under way before it, or None if the game was at rest. Raises Overtaken if the
    row is not `locked` and has changed since it was read, in anything by which a step is judged.
    """
    stood = {"pk": row.pk} if locked else {name: getattr(row, name) for name in _FENCE}
    _row_store(row, game, step, stood)
    codec = game.codec
    StepRow.objects.create(
        game=row,
        number=step.n,
        action=step.action,
        actor=step.input.side,
        question=step.input.question or "",
        command=bytes(step.input.command),
        rolls=encode(step.input.rolls),
        ids=encode(step.input.ids),
        changes=codec.encode_changes(step.changes),
        undo=codec.encode_changes(game.undo) if step.at_rest else b"[]",
        at_rest=step.at_rest,
    )
    BulletinRow.objects.bulk_create(_bulletin_row(row, game, step, b) for b in step.bulletins)
    if step.at_rest:
        entities_store(row, step.changes if start is None else world_difference(start, game.world))
    if game.ended:
        Proposal.objects.filter(game=row).delete()
    return clock_follow(row, game.documents[Audience.PUBLIC], step)


def _row_store(row: Game, game: LiveGame, step: Step, stood: Mapping[str, Any]) -> None:
    """Write what a game's row says after a step, if it still stands so: one statement, that locks
    the row as well.
    """
    row.step, row.ledger, row.updated = step.n, encode(game.ledger), timezone.now()
    if step.at_rest:
        row.rest_step = step.n
    if step.bulletin(Audience.PUBLIC) is not None:
        row.told_at = row.updated
        _headline_store(row, game)
    written = {name: getattr(row, name) for name in _WRITTEN}
    if not Game.objects.filter(**stood).update(**written):
        raise Overtaken


def entities_store(row: Game, changes: Iterable[Change]) -> None:
    """Write the entities that changed between two rests."""
    changed = tuple(changes)
    secret = [change for change in changed if has_secrets(change.kind)]
    public = [change for change in changed if not has_secrets(change.kind)]
    _pieces_store(row, [change.after for change in public if change.after is not None])
    _records_store(row, secret)
    for model, rows in ((Piece, public), (SecretRecord, secret)):
        gone = [change for change in rows if change.after is None]
        for batch in _batches(gone):
            which = Q()
            for change in batch:
                which |= Q(kind=change.kind.__name__, key=change.id)
            model._default_manager.filter(which, game=row).delete()


def _pieces_store(row: Game, entities: Sequence[Entity]) -> None:
    Piece.objects.bulk_create(
        [
            Piece(game=row, kind=type(entity).__name__, key=entity.id, payload=encode(entity))
            for entity in entities
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=("game", "kind", "key"),
        update_fields=("payload",),
    )


def _records_store(row: Game, changes: Sequence[Change]) -> None:
    """Write secret entities. The time of a reveal is set when it happens and then kept."""
    columns, now = rulesets.scenario(row.scenario).record_columns, timezone.now()
    kept: list[SecretRecord] = []
    turned: list[SecretRecord] = []
    for change in changes:
        if change.after is None:
            continue
        revealed = columns(change.after).revealed
        before = change.before is not None and columns(change.before).revealed
        record = _record(row, change.after, now if revealed else None)
        (kept if revealed == before else turned).append(record)
    for records, also in ((kept, ()), (turned, ("revealed_at",))):
        SecretRecord.objects.bulk_create(
            records,
            batch_size=_BATCH,
            update_conflicts=True,
            unique_fields=("game", "kind", "key"),
            update_fields=("owner_side", "location", "payload", *also),
        )


def _record(row: Game, entity: Entity, revealed_at: datetime | None) -> SecretRecord:
    columns = rulesets.scenario(row.scenario).record_columns(entity)
    return SecretRecord(
        game=row,
        owner_side=columns.owner,
        kind=type(entity).__name__,
        key=entity.id,
        location=columns.location,
        payload=encode(entity),
        revealed_at=revealed_at,
    )


def _bulletin_row(row: Game, game: LiveGame, step: Step, bulletin: Bulletin) -> BulletinRow:
    whole = bulletin.n % KEYFRAME_EVERY == 0
    return BulletinRow(
        game=row,
        audience=bulletin.audience,
        number=bulletin.n,
        step=step.n,
        frame=bulletin.frame,
        digest=bulletin.digest,
        keyframe=encode_keyframe(game.documents[bulletin.audience]) if whole else None,
    )


def _headline_store(row: Game, game: LiveGame) -> None:
    document = game.documents[Audience.PUBLIC]
    now = msgspec.json.decode(document.now, type=_Headline | None)
    row.headline = now.text if now else ""
    row.to_move = (now.side if now else None) or ""
    if game.ended:
        row.status = Status.OVER
        row.winner = _winner(document)


def _winner(document: Document) -> str:
    """Who has won, as everybody is told; "" if nobody has."""
    faces = (msgspec.json.decode(face, type=_Told) for face in document.faces.values())
    return next((face.winner or "" for face in faces if face.k == "clock"), "")


def _batches(changes: Sequence[Change]) -> Iterable[Sequence[Change]]:
    return (changes[i : i + _BATCH] for i in range(0, len(changes), _BATCH))
