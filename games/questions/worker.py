"""A process that answers questions: `python -m games.questions.worker DESCRIPTOR NICENESS`.

It has no database, no settings and no keys: all it is ever given are glimpses. It ends with the
process that started it.
"""

import os
import pickle
import sys
import traceback
from collections import OrderedDict
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from games import rulesets
from games.questions.answering import Asked, Choose, answer
from games.questions.glimpse import whole
from games.storeroom import kept_rules
from games.wire import AskAny
from rules.kernel.audience import Audience
from rules.kernel.codec import EntityCodec
from rules.kernel.refused import Refused
from rules.kernel.view import wire
from rules.scenarios.shelf import OwnCard, give, take_from

GLIMPSES: Final = 32  # kept
FAILED: Final = ("", "The server could not answer this.", "error")

_QUESTION: Final[msgspec.json.Decoder[AskAny | Choose]] = msgspec.json.Decoder(AskAny | Choose)


class Job(msgspec.Struct, frozen=True):
    """A question, as its frame, about a glimpse. That comes with it unless this process has it."""

    scenario: str
    key: str
    audience: Audience
    question: bytes
    glimpse: bytes | None
    own: OwnCard | None = None
    """The card of a scenario that a user brought along, with the glimpse."""


class Reply(msgspec.Struct, frozen=True):
    """The card that answers, or the refusal: its rule, why, and code."""

    card: bytes | None = None
    refused: tuple[str, str, str] | None = None


class Glimpses:
    """What this process was sent, the least recently used forgotten. The sender counts alike."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Asked] = OrderedDict()

    def game(self, job: Job) -> Asked:
        """The game that a job is about."""
        if job.glimpse is not None:
            if job.own is not None:
                give(job.own)
            self._kept[job.key] = _unpacked(job.scenario, job.glimpse)
        self._kept.move_to_end(job.key)
        while len(self._kept) > GLIMPSES:
            self._kept.popitem(last=False)
        return self._kept[job.key]


def reply_to(job: Job, glimpses: Glimpses) -> Reply:
    """The reply to one question."""
    game, question = glimpses.game(job), _QUESTION.decode(job.question)
    try:
        card = answer(job.scenario, game, job.audience, question)
    except Refused as refused:
        return Reply(refused=(refused.rule, refused.why, refused.code))
    except Exception:
        traceback.print_exc()  # this process has no log of its own
        return Reply(refused=FAILED)
    return Reply(card=wire(card))


def work(pipe: Connection) -> None:
    """Answer until nobody is at the other end any more."""
    glimpses, decode = Glimpses(), msgspec.msgpack.Decoder(Job).decode
    with suppress(EOFError, OSError):
        while True:
            reply = reply_to(decode(pipe.recv_bytes()), glimpses)
            pipe.send_bytes(msgspec.msgpack.encode(reply))


def _unpacked(scenario_id: str, packed: bytes) -> Asked:
    entities, asked, waits_for = pickle.loads(packed)  # noqa: S301 - from the process that started this one
    codec = EntityCodec(rulesets.scenario(scenario_id).rules.kinds)
    question = None if asked is None else whole(asked)
    return Asked(scenario_id, codec.decode_world(entities), question, waits_for)


def main(descriptor: str, niceness: str) -> None:
    """Answer what comes through a pipe's descriptor."""
    os.nice(int(niceness))
    take_from(kept_rules)
    work(Connection(int(descriptor)))


if __name__ == "__main__":
    main(*sys.argv[1:])
