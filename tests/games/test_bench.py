"""The benchmark measures something: a short run of it, with real processes."""

import json

import pytest
from django.core.management import call_command

from games.bench import processes


@pytest.fixture
def _no_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "find_spec", lambda _: None)


@pytest.mark.usefixtures("_no_postgres")
def test_every_line_has_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench", "--scenario", "toy", "--moves", "20", "--spectators", "0", "3")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["bench"] for line in lines] == ["service", "table", "table"]
    service, alone, watched = lines
    assert service["commands_per_second"] > 0
    assert alone["last_spectator_ms"] is None
    for line in (alone, watched):
        assert line["moves"] > 0
        assert 0 < line["opponent_ms"]["p50"] <= line["opponent_ms"]["p99"]
        assert line["server_memory_mb"] > 0
    assert watched["last_spectator_ms"]["p50"] > 0
    assert watched["public_frame_bytes"] > 0
