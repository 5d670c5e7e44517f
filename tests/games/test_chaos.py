"""Kills of every part under load: a short run of them, and what they must find.

Takes long: each kill is followed by a server that starts as any other does, from nothing.
"""

import json
import random
import re
from collections.abc import Mapping
from uuid import uuid4

import pytest
from django.core.management import call_command

from games.chaos.clients import Fate, Player, Sent, Watcher
from games.chaos.running import AT_LEAST
from games.chaos.store import Rows, Stored, Told, View
from games.chaos.verdict import Verdict, judge
from rules.kernel.audience import Audience, Side

GAME = uuid4()
A, B = Side
LAST_LINE = re.compile(r"(\d+) kills, (\d+) inputs, (\d+) lost, (\d+) doubled, (\d+) gaps")


def chaos(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, ...]:
    """The five numbers of the last line."""
    try:
        call_command("chaos", *arguments)
        status = 0
    except SystemExit as ended:
        status = int(str(ended.code))
    said = capsys.readouterr()
    print(said.out, said.err)  # noqa: T201 - what was wrong, should the test fail
    found = LAST_LINE.fullmatch(said.out.splitlines()[-1])
    assert found is not None
    numbers = tuple(int(number) for number in found.groups())
    assert status == (1 if any(numbers[2:]) else 0)
    return numbers


def test_nothing_is_lost_on_sqlite(capsys: pytest.CaptureFixture[str]) -> None:
    kills, inputs, *faults = chaos(capsys, "--set", "sqlite", "--kills", "3", "--seed", "5")
    assert (kills, faults) == (3, [0, 0, 0])
    assert inputs >= 3 * AT_LEAST


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.usefixtures("postgres_url", "redis_url")
def test_nothing_is_lost_on_postgresql_and_redis(capsys: pytest.CaptureFixture[str]) -> None:
    kills, inputs, *faults = chaos(capsys, "--set", "postgres", "--kills", "3", "--seed", "8")
    assert (kills, faults) == (3, [0, 0, 0])
    assert inputs >= 3 * AT_LEAST


@pytest.mark.parametrize(
    ("fault", "column", "kills"), [("early", 2, "3"), ("twice", 3, "1"), ("altered", 4, "1")]
)
def test_planted_faults_are_found(
    capsys: pytest.CaptureFixture[str], fault: str, column: int, kills: str
) -> None:
    """Only what is acknowledged early needs a kill to be lost. Once more if need be: many commands
    are refused the second time that they are given, and a slow machine plays few.
    """
    options = ("--set", "sqlite", "--kills", kills, "--planted", fault)
    assert any(chaos(capsys, *options, "--seed", seed)[column] > 0 for seed in "1234")


# -- the verdict -----------------------------------------------------------------------------------

PASS = {"verb": "pass", "unit": None}
FRAMES = [b"", b'{"n":1}', b'{"n":2}']


def rows(steps: list[tuple[Side, Mapping[str, object]]], bulletins: int | None = None) -> Rows:
    """A game in which every step was told to everybody."""
    count = len(steps) if bulletins is None else bulletins
    told = [Told(n, n, FRAMES[n]) for n in range(count + 1)]
    return Rows(
        game=GAME,
        steps=[
            Stored(number, side, json.dumps(command).encode())
            for number, (side, command) in enumerate(steps, 1)
        ],
        bulletins=dict.fromkeys(Audience, told),
        views=dict.fromkeys(Audience, View(count, {}, b"null")),
    )


def player(n: int, *sent: Sent) -> Player:
    """One who was told everything there is."""
    one = Player(GAME, A, "", random.Random(1))
    one.n, one.sent = n, list(sent)
    one.heard = {number: FRAMES[number] for number in range(1, n + 1)}
    return one


def counted(stored: Rows, *watchers: Watcher) -> tuple[int, int, int, int]:
    verdict = judge([stored], watchers)
    return verdict.inputs, len(verdict.lost), len(verdict.doubled), len(verdict.gaps)


def test_what_was_acknowledged_is_stored_once() -> None:
    stored = rows([(A, {"verb": "pass"})])
    assert counted(stored, player(1, Sent(A, 0, PASS, Fate.DONE))) == (1, 0, 0, 0)


def test_what_was_acknowledged_and_is_not_stored_is_lost() -> None:
    assert counted(rows([]), player(0, Sent(A, 0, PASS, Fate.DONE))) == (1, 1, 0, 0)


@pytest.mark.parametrize("times", [0, 1])
def test_what_was_not_answered_is_stored_or_not(times: int) -> None:
    stored = rows([(A, {"verb": "pass"})] * times)
    assert counted(stored, player(times, Sent(A, 0, PASS))) == (0, 0, 0, 0)


@pytest.mark.parametrize("fate", [Fate.UNKNOWN, Fate.DONE])
def test_what_is_stored_twice_is_doubled(fate: Fate) -> None:
    silent = [Told(0, 0, b"")]
    stored = rows([(A, {"verb": "pass"})] * 2, bulletins=0)
    stored = Rows(GAME, stored.steps, dict.fromkeys(Audience, silent), stored.views)
    assert counted(stored, player(0, Sent(A, 0, PASS, fate)))[1:] == (0, 1, 0)


def test_what_was_refused_and_is_stored_all_the_same_is_doubled() -> None:
    stored = rows([(A, {"verb": "pass"})])
    assert counted(stored, player(1, Sent(A, 0, PASS, Fate.REFUSED)))[2] == 1


def test_what_nobody_sent_is_doubled() -> None:
    sent = Sent(A, 0, {"verb": "pass", "unit": "pa1"}, Fate.UNKNOWN)
    assert counted(rows([(A, {"verb": "pass"})]), player(1, sent))[2] == 1
    assert counted(rows([(B, {"verb": "pass"})]), player(1, Sent(A, 0, PASS)))[2] == 1


def test_streams_end_with_what_is_stored() -> None:
    stored = rows([(A, {"verb": "pass"})])
    sent = Sent(A, 0, PASS, Fate.DONE)
    behind, other, changed = player(0, sent), player(1, sent), player(1, sent)
    other.heard = {1: FRAMES[2]}
    changed.document = type(changed.document)(faces={"unit:1": b"{}"})
    for wrong in (behind, other, changed):
        assert counted(stored, wrong)[3] == 1


def test_a_number_left_out_is_a_gap() -> None:
    one = Watcher(GAME, Audience.PUBLIC, "", random.Random(1))
    one._hear(b'{"t":"doc","n":0,"faces":[],"now":null}')
    one._hear(b'{"t":"b","n":1}')
    assert not one.gaps
    one._hear(b'{"t":"b","n":3}')
    one._hear(b'{"t":"b","n":3}')
    assert one.gaps == ["bulletin 3 after 1", "bulletin 3 after 3"]


def test_rows_with_a_gap_are_told() -> None:
    whole = rows([(A, {"verb": "pass"})])
    torn = Rows(GAME, [Stored(2, A, b'{"verb":"pass"}')], whole.bulletins, whole.views)
    assert counted(torn, player(1, Sent(A, 1, PASS)))[3] == 1


def test_verdicts_add_up() -> None:
    total = Verdict(kills=2, inputs=3)
    total += Verdict(kills=1, inputs=4, lost=["one"])
    assert str(total) == "3 kills, 7 inputs, 1 lost, 0 doubled, 0 gaps"
    assert not total.is_clean
