"""The secrecy check over the real application: clean as it is, and it bites."""

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.leakcheck import report
from games.leakcheck.application import Application, standing_still
from games.leakcheck.database import temporary_database
from games.leakcheck.planted import search_application
from games.leakcheck.worlds import chance, leaks_of, maker, scenario_ids, variations_of
from games.models import Game
from games.services import store
from rules.kernel.game import Game as LiveGame
from rules.kernel.tally import Tally
from rules.kernel.toy.planted import LEAKS, search
from rules.kernel.twins import Extent, Maker, compare_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def application() -> Iterator[Application]:
    with temporary_database(), standing_still():
        yield Application("toy", every=2)


def check(application: Application, pairs: int) -> Tally:
    extent = Extent(seed=4, pairs=pairs, until_leak=True)
    toy = variations_of("toy")
    return compare_games(maker("toy"), toy, chance, extent, observe=application.observe)


def run(*arguments: str) -> tuple[str, int]:
    """The last line that the command prints, and its exit status."""
    out = StringIO()
    try:
        call_command("leakcheck", *arguments, stdout=out)
    except SystemExit as end:
        return out.getvalue().splitlines()[-1], int(str(end.code))
    return out.getvalue().splitlines()[-1], 0


def test_the_test_world_is_clean() -> None:
    last, status = run("toy", "--pairs", "30", "--seed", "2")
    assert last.startswith("30 pairs, ")
    assert last.endswith(" 0 leaks")
    assert status == 0


def test_everything_is_compared(application: Application) -> None:
    assert check(application, 40).leaks == []
    assert {"doc", "frame", "replay", "page", "fragment"} <= set(application.counts)


def test_a_page_that_counts_secret_steps_is_found(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def headline(row: Game, game: LiveGame) -> None:
        row.headline = f"step {game.ledger.step}"

    monkeypatch.setattr(store, "_headline_store", headline)
    (leak, *_) = check(application, 200).leaks
    assert leak.what.startswith(("page lobby", "fragment lobby", "page game", "fragment game"))


def test_a_replay_of_secret_steps_is_found(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replay(game_id: str, audience: str) -> list[bytes]:
        return [str(Game.objects.defer(None).get(pk=game_id).step).encode()]

    monkeypatch.setattr("games.leakcheck.application.replay_frames", replay)
    (leak, *_) = check(application, 200).leaks
    assert leak.what.startswith("replay of")


def test_leaves_the_database_as_it_was() -> None:
    before = connection.settings_dict["NAME"]
    with temporary_database():
        assert connection.settings_dict["NAME"] == ":memory:"
        assert not Game.objects.exists()
    assert connection.settings_dict["NAME"] == before


def plant(monkeypatch: pytest.MonkeyPatch, leaks: dict[str, Callable[[], Maker]]) -> None:
    monkeypatch.setattr("games.management.commands.leakcheck.leaks_of", lambda scenario: leaks)


def test_planted_leaks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, {name: LEAKS[name] for name in ("shared ids", "empty bulletins")})
    assert run("--planted", "--pairs", "20") == ("2 planted, 2 found", 0)


def test_a_planted_leak_that_is_not_found_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.commands.leakcheck.PLANTED_PAIRS", 10)
    plant(monkeypatch, {"none": lambda: maker("toy")})
    assert run("--planted", "--pairs", "20") == ("1 planted, 0 found", 1)


def test_a_real_scenario_keeps_its_secrets() -> None:
    line, status = run("skirmish", "--pairs", "60", "--pages-every", "5", "--seed", "9")
    assert line.startswith("60 pairs, ")
    assert line.endswith(" 0 leaks")
    assert status == 0


@pytest.mark.parametrize("name", ["table order", "global step number", "empty bulletins"])
def test_leaks_planted_in_a_real_scenario_are_found(name: str) -> None:
    leaks = {name: leaks_of("skirmish")[name]}
    (found,) = search(chance, leaks, variations_of("skirmish"), seed=1, pairs=200)
    assert found.leak is not None


def test_a_path_made_from_the_world_is_found() -> None:
    (found,) = search_application("skirmish", seed=1, pairs=200)
    assert found.leak is not None
    assert found.leak.what.startswith("path answer")


def test_what_is_asked_of_the_board_is_compared() -> None:
    with temporary_database(), standing_still():
        application = Application("skirmish", every=1000)
        extent = Extent(seed=3, pairs=30)
        skirmish = variations_of("skirmish")
        tally = compare_games(
            maker("skirmish"), skirmish, chance, extent, observe=application.observe
        )
    assert tally.leaks == []
    assert {"los", "path", "reach"} <= set(application.counts)


def test_from_a_thousand_pairs_on_nothing_may_be_missing() -> None:
    toy = variations_of("toy")
    assert report.missing(Tally(pairs=999), toy, {"page": 0}) == []
    assert "page" in report.missing(Tally(pairs=1000), toy, {"page": 0})


def test_scenarios_by_name() -> None:
    assert scenario_ids("toy") == ("toy",)
    assert set(scenario_ids("all")) > {"toy"}
    with pytest.raises(CommandError):
        call_command("leakcheck", "nowhere", stdout=StringIO())
