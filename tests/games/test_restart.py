"""The real server, killed in the middle of an action and started again."""

import contextlib
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.games.serving import Served, demo_server, hear, say


def documents(served: Served) -> dict[str, dict[str, Any]]:
    """What each audience has before it."""
    found = {}
    for who in ("a", "b", "public"):
        with served.open(who) as stream:
            say(stream, t="hello", have=None)
            found[who] = {**hear(stream, "doc"), "online": None}
    return found


def test_a_game_goes_on_after_the_server_was_killed_in_the_middle_of_an_action(
    tmp_path: Path,
) -> None:
    with demo_server(tmp_path) as served:
        with served.open("a") as a:
            say(a, t="hello", have=None)
            n = hear(a, "doc")["n"]
            move = {"verb": "move", "units": ["pa4"], "to": "A1"}
            say(a, t="do", ref="1", seen=n, cmd=move)
            assert hear(a, "ok")
        before = documents(served)
        assert before["public"]["now"]["kind"] == "window"
        served.process.kill()
    with demo_server(tmp_path) as served:
        assert documents(served) == before
        with served.open("b") as b, served.open("public") as watcher:
            for stream in (b, watcher):
                say(stream, t="hello", have=None)
            n = hear(b, "doc")["n"]
            hear(watcher, "doc")
            say(b, t="do", ref="1", seen=n, cmd={"verb": "pass"})
            assert hear(b, "ok")
            assert hear(watcher, "b")["now"]["kind"] == "continue"


def test_a_command_under_way_when_the_server_is_killed_is_done_whole_or_not_at_all(
    tmp_path: Path,
) -> None:
    with demo_server(tmp_path) as served:
        before = documents(served)
        with served.open("a") as a:
            say(a, t="hello", have=None)
            n = hear(a, "doc")["n"]
            say(a, t="do", ref="1", seen=n, cmd={"verb": "end_turn"})
            served.process.kill()
    with demo_server(tmp_path) as served:
        after = documents(served)
        assert {who: doc["n"] for who, doc in after.items()} in (
            dict.fromkeys(after, n),
            dict.fromkeys(after, n + 1),
        )
        if after["a"]["n"] == n:
            assert after == before
        with served.open("b") as b:
            say(b, t="hello", have=None)
            hear(b, "doc")
            say(b, t="do", ref="1", seen=after["b"]["n"], cmd={"verb": "stand_by"})
            assert hear(b, "ok")


def test_a_frame_of_ten_megabytes_ends_its_socket_and_nothing_else(tmp_path: Path) -> None:
    with demo_server(tmp_path) as served:
        with served.open("a") as a:
            with contextlib.suppress(ConnectionClosed):
                a.send("x" * 10_000_000)
            with pytest.raises(ConnectionClosed) as caught:
                a.recv(timeout=120)
            last = caught.value.rcvd  # lost if it came while we were still sending: TCP resets then
            assert last is None or last.code == 1009
        with served.open("a") as a:
            say(a, t="hello", have=None)
            assert hear(a, "doc")
