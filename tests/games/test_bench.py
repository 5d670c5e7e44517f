"""The benchmark measures something: a short run of it, with real processes.

Takes long: what is measured lasts for seconds, at each of five kinds of tables.
"""

import json
from typing import NoReturn

import pytest
from django.core.management import CommandError, call_command

from games.bench import processes
from games.private.programs import MissingProgramError


@pytest.fixture
def _no_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> NoReturn:
        raise MissingProgramError("not wanted here")

    monkeypatch.setattr(processes, "private_postgres", missing)


@pytest.mark.usefixtures("_no_postgres")
def test_every_line_has_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench", "--scenario", "toy", "--moves", "20", "--spectators", "0", "3")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["bench"] for line in lines] == ["service", "table", "table"]
    service, alone, watched = lines
    assert service["commands_per_second"] > 0
    assert 3 <= service["statements_per_command"] <= 5  # the row, the step, bulletins; at rest more
    assert service["offers_cpu_ms_mean"] > 0
    assert 2 <= service["messages_per_command"] <= 5  # three bulletins, two sides' offers
    assert min(service["bytes_per_command"].values()) > 0
    assert alone["last_spectator_ms"] is None
    for line in (alone, watched):
        assert line["moves"] > 0
        assert 0 < line["opponent_ms"]["p50"] <= line["opponent_ms"]["p99"]
        assert line["server_memory_mb"] > 0
    assert watched["last_spectator_ms"]["p50"] > 0
    assert watched["public_frame_bytes"] > 0


def test_the_engine_alone_and_how_it_grows(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--scenario", "skirmish", "--moves", "1", "--units", "8", "16", "--commands", "2")
    call_command("bench", "engine", *options)
    games, *crowds = (json.loads(line) for line in _lines(capsys))
    assert (games["scenario"], games["games"]) == ("skirmish", 1)
    assert games["commands"] > 20
    expected = [(verb, units) for verb in ("move", "fire") for units in (8, 16)]
    assert [(line["verb"], line["units"]) for line in crowds] == expected
    for line in (games, *crowds):
        assert 0 < line["command_ms"]["p50"] <= line["command_ms"]["p99"] <= line["command_ms_max"]
    for fewer, more in (crowds[:2], crowds[2:]):
        assert fewer["power"] is None
        assert isinstance(more["power"], float)


@pytest.mark.usefixtures("_no_postgres")
def test_many_games_have_their_figures(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--scenario", "toy", "--games", "2", "--watching", "1", "--processes", "1")
    call_command("bench", "club", *options, "--after", "3", "--pace", "0.2", "--seconds", "2")
    (line,) = (json.loads(line) for line in _lines(capsys))
    assert (line["what"], line["games"], line["processes"], line["sockets"]) == ("games", 2, 1, 6)
    assert (line["database"], line["server"], line["failed"]) == ("sqlite", "daphne", [])
    assert line["commands"] > 0
    assert line["commands_per_second"] > 0
    for name in ("answer_ms", "opponent_ms", "last_spectator_ms"):
        assert 0 < line[name]["p50"] <= line[name]["p99"]
    assert line["server_cpu_ms_per_command"] >= 0
    assert len(line["server_memory_mb"]) == 1
    assert line["server_memory_mb"][0] > 0
    assert 3 <= line["recorded_statements_per_command"] <= 5
    assert line["recorded_messages_per_command"] >= 2
    assert line["recorded_bytes_per_command"]["changes"] > 0


@pytest.mark.usefixtures("_no_postgres")
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--processes", "2"), "several processes need PostgreSQL and Redis"),
        (("--gallery",), "players need a process"),
    ],
    ids=["without PostgreSQL", "without players"],
)
def test_what_many_games_need(options: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("bench", "club", "--games", "1", "--scenario", "toy", *options)


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.usefixtures("postgres_url", "redis_url")
def test_spectators_in_a_process_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--scenario", "toy", "--games", "2", "--watching", "1", "--processes", "2")
    rest = ("--gallery", "--after", "3", "--pace", "0.2", "--seconds", "2")
    call_command("bench", "club", *options, *rest)
    (line,) = (json.loads(line) for line in _lines(capsys))
    assert (line["database"], line["gallery"], line["failed"]) == ("postgresql", True, [])
    assert line["last_spectator_ms"]["p50"] > 0
    assert len(line["server_memory_mb"]) == len(line["cpu_ms_per_command_by_server"]) == 2
    assert line["postgresql_cpu_ms_per_command"] >= 0
    assert line["redis_commands_per_command"] > 0


def _lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("_no_postgres")
def test_hostile_sockets_are_there_while_commands_are_timed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ("--scenario", "toy", "--moves", "30", "--sockets", "16", "--mix", "none", "all")
    call_command("bench", "hostile", *options)
    alone, all_of_them, summary = (json.loads(line) for line in _lines(capsys))
    assert [alone["mix"], all_of_them["mix"], summary["mix"]] == ["none", "all", "summary"]
    assert alone["sockets"] == 0
    assert not alone["hostile"]
    assert all_of_them["sockets"] == 16
    assert all_of_them["hostile"]["opened"] >= 8
    assert all_of_them["hostile"]["refused"] > 0
    for line in (alone, all_of_them):
        assert line["moves"] > 0
        assert 0 < line["answer_ms"]["p50"] <= line["answer_ms"]["p99"] <= line["answer_ms_max"]
        assert line["server_memory_mb"] > 0
    worst = max(line["answer_ms"]["p99"] for line in (alone, all_of_them))
    assert summary["worst_answer_ms_p99"] == worst
    assert summary["met"] == (worst < summary["target_ms"])
