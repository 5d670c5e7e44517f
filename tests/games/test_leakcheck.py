"""The secrecy check over the real application: clean as it is, and it bites."""

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import count

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from games import live
from games.addresses import CROWD
from games.leakcheck import database, kernel, planted, registry, report
from games.leakcheck.application import Application
from games.leakcheck.database import READ, rolled_back, temporary_database
from games.leakcheck.loop import here, run
from games.leakcheck.planted import application_leaks, search_application
from games.leakcheck.planting import Plant
from games.leakcheck.sitting import Sitting, without_what_opens
from games.leakcheck.stage import GAME, OPEN, Stage
from games.leakcheck.still import BETWEEN, CHANCE, CLOCK, START, standing_still
from games.leakcheck.visits import Reader
from games.leakcheck.worlds import Ground, chance, grounds, maker, scenario_ids, variations_of
from games.models import Game, StepRow, User
from games.questions.crew import GALLERY, SEATS
from games.services.memory import MEMORY
from rules.kernel.audience import Audience
from rules.proof.tally import Tally
from rules.proof.toy.planted import LEAKS, Found, search
from rules.proof.twins import Extent, Maker, compare_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def still() -> Iterator[None]:
    for hand in (SEATS, GALLERY):  # an earlier test may have had its process started
        hand.close()
    with temporary_database(), standing_still():
        yield


def check(application: Application, pairs: int, seed: int = 4) -> Tally:
    extent = Extent(seed=seed, pairs=pairs, until_leak=True)
    id_ = application.scenario_id
    return compare_games(
        maker(id_), variations_of(id_), chance, extent, observe=application.observe
    )


def command(*arguments: str) -> tuple[list[str], int]:
    """The lines that the command prints, and its exit status."""
    out = StringIO()
    try:
        call_command("leakcheck", *arguments, stdout=out)
    except SystemExit as end:
        return out.getvalue().splitlines(), int(str(end.code))
    return out.getvalue().splitlines(), 0


def test_the_test_world_is_clean() -> None:
    lines, status = command("toy", "--pairs", "10", "--seed", "2")
    assert lines[-1].startswith("10 pairs, ")
    assert lines[-1].endswith(" 0 leaks")
    assert status == 0


def test_the_kernel_by_itself_is_clean_in_a_scenario_and_a_position() -> None:
    alone, status = command("toy", "--kernel", "--pairs", "6")
    assert (alone[0], status) == ("toy: 6 pairs, 0 leaks", 0)
    lines, status = command("found", "--kernel", "--pairs", "3")
    assert lines[0] == "found: 3 pairs, 0 leaks"
    assert "never met: Fact told: SniperCount" in lines
    assert lines[-1].startswith("3 pairs, ")
    assert lines[-1].endswith(" 0 leaks")
    assert status == 0


def test_several_processes_find_what_one_finds() -> None:
    extent = Extent(seed=3, pairs=4)
    several = [list(kernel.compared(("toy", "found"), extent, jobs)) for jobs in (1, 2)]
    assert several[0] == several[1]


def test_the_kernel_by_itself_goes_over_everything() -> None:
    scenarios = {name for name in kernel.fields("all") if name in scenario_ids("all")}
    assert scenarios == set(scenario_ids("all"))
    assert set(kernel.fields("all")) - scenarios == set(kernel.fields("positions"))
    for name in kernel.fields("positions"):
        assert kernel.ground_of(name).sound is not None
    with pytest.raises(CommandError, match="nowhere"):
        command("nowhere", "--kernel")


def test_a_leak_in_the_kernel_is_printed_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = Ground("toy", LEAKS["strength with presence"](), variations_of("toy"), {})
    monkeypatch.setattr("games.leakcheck.kernel.ground_of", lambda name: leaky)
    lines, status = command("toy", "--kernel", "--pairs", "40")
    assert status == 1
    assert any("(seed 1, game " in line for line in lines)
    assert not lines[-1].endswith(" 0 leaks")


def test_what_is_planted_in_the_kernel_is_found_there() -> None:
    lines, status = command("found", "--kernel", "--plant", "OVR: how many could bar it")
    assert (lines[-1], status) == ("1 planted, 1 found", 0)


def test_every_channel_is_really_compared(still: None) -> None:
    application = Application("skirmish", thorough=True)
    assert check(application, 2, seed=1).leaks == []
    # What depends on what is on the board, and on X.
    by_position = {"do", "ok", "delayed view", *registry.NEEDS_GROUND}
    rare = {f"{way} {name}" for way in ("asked", "frame") for name in by_position}
    assert set(registry.unproven(application.counts, with_ground=True)) <= rare
    assert registry.unregistered(application.counts) == []
    assert application.counts["frame los"] > 0
    assert [hand._process for hand in (SEATS, GALLERY)] == [None, None]


def test_what_the_process_knows_of_one_world_is_gone_in_the_other(still: None) -> None:
    application = Application("skirmish")
    assert check(application, 1).leaks == []
    assert (SEATS._sent, GALLERY._sent, live._nudged, CROWD._sockets) == ({}, {}, set(), {})
    assert [MEMORY.glimpse(GAME, audience, 0) for audience in Audience] == [None] * 3


def test_what_the_end_opens_is_left_out_and_nothing_else() -> None:
    stage = Stage("toy")
    leaves = {side: [{"label": "A1", "value": side, "salt": "s"}] for side in "ab"}
    rolls = [{"audience": audience, "n": 1} for audience in ("public", "a", "b")]
    counts = {"public": 1, "a": 1, "b": 1}
    export = {"seeds": "open", "rolls": rolls, "counts": counts, "leaves": leaves}
    text = without_what_opens(json.dumps(export), Reader(stage, Audience.A))
    left, kept, numbers, opened = json.loads(text)
    assert left == {"seeds": "open"}
    assert [roll["audience"] for roll in kept] == ["public", "a"]
    assert numbers == {"public": 1, "a": 1}
    assert [leaf["value"] for leaf in (*opened["a"], *opened["b"])] == ["a", ""]
    others = json.dumps({"frames": [], "looks": []})
    assert without_what_opens(others, Reader(stage, Audience.A)) == others


# -- the loop, the clock, chance, the database --------------------------------------------------


def test_waiting_takes_no_time_and_is_told() -> None:
    async def wait() -> float:
        await asyncio.sleep(3_600)
        return here().time()

    assert run(wait()) == pytest.approx(3_600)


def test_its_tables_are_made_by_the_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MIGRATED", [])
    with temporary_database():
        assert set(connection.introspection.table_names()) >= {
            Game._meta.db_table,
            "axes_accessattempt",
        }
        assert not Game.objects.exists()


def test_work_for_a_thread_is_done_at_once_with_the_same_connection(still: None) -> None:
    async def make() -> int:
        await sync_to_async(User.objects.create)(username="somebody")
        return await sync_to_async(User.objects.count)()

    with rolled_back():
        assert run(make()) == 1
    assert not User.objects.exists()


def test_a_loop_within_a_view_does_not_stand_in_its_own_way(still: None) -> None:
    async def inner() -> float:
        await asyncio.sleep(1)
        return 1.0

    async def outer() -> float:
        return await sync_to_async(async_to_sync(inner))()

    assert run(outer()) == 1.0


def test_the_clock_moves_when_it_is_told_to(still: None) -> None:
    assert timezone.now() == START
    CLOCK.tick()
    assert timezone.now() == START + BETWEEN


def test_chance_begins_anew(still: None) -> None:
    CHANCE.begin("here")
    first = os.urandom(8)
    assert os.urandom(8) != first
    CHANCE.begin("here")
    assert os.urandom(8) == first


def test_rows_are_counted(still: None) -> None:
    before = READ.rows
    User.objects.bulk_create(User(username=str(number)) for number in range(7))
    list(User.objects.all())
    assert READ.rows - before >= 7


def test_leaves_the_database_as_it_was() -> None:
    before = connection.settings_dict["NAME"]
    with temporary_database():
        assert connection.settings_dict["NAME"] == ":memory:"
        assert not Game.objects.exists()
    assert connection.settings_dict["NAME"] == before


# -- it bites -----------------------------------------------------------------------------------


SOON = (
    "header with the step",
    "title with steps",
    "document with a line more",
    "presence told wrongly",
    "bulletin with its row",
    "time of silent steps",
    "replay from the log",
    "answer to a POST",
    "mail about an account with the step",
    "player's page with rows",
    "links of all seats",
    "a digest of where something is hidden",
    "delayed view without a delay",
    "HEAD with the step",
    "304 unless there was a step",
    "log with how much is secret",
    "log with links",
    "a standing order that hides more is slower",
)


@pytest.mark.parametrize("name", SOON)
def test_a_leak_in_a_channel_is_found(name: str) -> None:
    only: dict[str, Plant] = {name: application_leaks("toy")[name]}
    (found,) = search_application("toy", Extent(seed=1, pairs=100), only=only)
    assert found.leak is not None


def test_there_are_leaks_for_every_sort_of_channel() -> None:
    assert len(planted.EVERYWHERE) >= 30


def _from_game(first: int) -> Extent:
    """A search that begins where the leak was found last, and goes on for so long if need be."""
    return Extent(seed=1, pairs=150, first=first, in_game=6)


async def _not_asked(sitting: Sitting, when: str) -> None:
    """The computer is asked nothing: it would be found out first."""


def test_a_path_made_from_the_world_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "ask_computer", _not_asked)
    only: dict[str, Plant] = {"path": planted.path_from_the_world}
    (found,) = search_application("skirmish", _from_game(4), only=only)
    assert found.leak is not None
    assert found.leak.what.startswith("path:")


@pytest.mark.parametrize("plant", [planted.computer_from_the_world, planted.computer_by_steps])
def test_a_computer_that_goes_by_more_than_its_seat_is_found(plant: Plant) -> None:
    (found,) = search_application("skirmish", _from_game(1), only={"computer": plant})
    assert found.leak is not None
    assert found.leak.what.startswith("given ")


def test_the_stored_rows_differ_though_the_pair_has_no_other_difference(still: None) -> None:
    """Steps and bulletins that X was told nothing of, in this game and beside it."""
    seen: list[tuple[int, int]] = []
    application = Application("toy")
    store = application.stage.store

    def stored(*args: object, **kwargs: object) -> None:
        store(*args, **kwargs)  # type: ignore[arg-type]  # passed on as they came
        step = Game.objects.defer(None).get(pk=GAME).step
        seen.append((step, StepRow.objects.filter(game=OPEN).count()))

    application.stage.store = stored  # type: ignore[method-assign]  # to look at what is stored
    assert check(application, 3).leaks == []
    ones, twos = seen[0::2], seen[1::2]
    assert all(one[0] < two[0] for one, two in zip(ones, twos, strict=True))
    assert all(one[1] < two[1] for one, two in zip(ones, twos, strict=True))


def test_a_pair_is_played_as_far_as_nothing_was_lawfully_told(
    still: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once X has been told of different Facts, what it gets may differ."""
    played: list[int] = []
    run_all = Sitting.run

    async def counted(self: Sitting) -> None:
        played.append(len(self.pair.moments))
        await run_all(self)

    worlds = count()
    monkeypatch.setattr(Sitting, "run", counted)
    monkeypatch.setattr("games.leakcheck.application._told", lambda *_: [next(worlds)])
    assert check(Application("toy"), 4).leaks == []
    assert set(played) == {0}


def plant(monkeypatch: pytest.MonkeyPatch, leaks: dict[str, Callable[[], Maker]]) -> None:
    monkeypatch.setattr(
        "games.management.commands.leakcheck.grounds",
        lambda scenario: [Ground(scenario, maker(scenario), variations_of(scenario), leaks)],
    )
    monkeypatch.setattr(
        "games.management.commands.leakcheck.search_application", lambda *_, **__: iter(())
    )


def test_planted_leaks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, {name: LEAKS[name] for name in ("shared ids", "empty bulletins")})
    lines, status = command("--planted", "--pairs", "20")
    assert (lines[-1], status) == ("2 planted, 2 found", 0)
    assert any("pairs to detection: median" in line for line in lines)


def test_a_planted_leak_that_is_not_found_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.commands.leakcheck.PLANTED_PAIRS", 10)
    plant(monkeypatch, {"none": lambda: maker("toy")})
    lines, status = command("--planted", "--pairs", "20")
    assert (lines[-1], status) == ("1 planted, 0 found", 1)


def test_one_leak_can_be_planted_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, {name: LEAKS[name] for name in ("shared ids", "empty bulletins")})
    lines, status = command("--plant", "empty bulletins")
    assert (lines[-1], status) == ("1 planted, 1 found", 0)


def test_a_leak_that_there_is_none_of_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, {"shared ids": LEAKS["shared ids"]})
    with pytest.raises(CommandError, match="'nothing'"):
        command("--plant", "nothing")


def test_the_table_says_how_many_pairs_each_took() -> None:
    lines = list(report.found([Found("a", 3, None), Found("b", 9, None), Found("c", 40, None)]))
    assert lines[0].split()[:2] == ["3", "a"]
    assert lines[-1] == "  pairs to detection: median 9, most 40"


@pytest.mark.parametrize("name", ["table order", "global step number", "empty bulletins"])
def test_leaks_planted_in_a_real_scenario_are_found(name: str) -> None:
    here, *_ = grounds("skirmish")
    (found,) = search(chance, {name: here.leaks[name]}, here.variations, Extent(seed=1, pairs=200))
    assert found.leak is not None


@pytest.mark.parametrize("scenario", ["toy", "skirmish"])
def test_leaks_about_concealed_stacks_are_planted_everywhere(scenario: str) -> None:
    names = {name for ground in grounds(scenario) for name in ground.leaks}
    about = {name.removeprefix("covers: ") for name in names if name.startswith("covers: ")}
    assert about >= {"order by content", "names in the log"}
    assert len(about) >= 7


def test_the_table_says_what_was_asked_and_whose_work_differs() -> None:
    tally = Tally(cards=7, counted=3)
    tally.work["an input of others: rules.play.rout"] = 2
    lines = [line.split(maxsplit=1) for line in report.table(tally, variations_of("skirmish"), {})]
    assert ["7", "answers to questions compared"] in lines
    work = "work: calls of rules differ (of 3): an input of others: rules.play.rout"
    assert ["2", work] in lines


def test_from_a_thousand_pairs_on_nothing_may_be_missing() -> None:
    toy = variations_of("toy")
    assert report.missing(Tally(pairs=999), toy, {"page": 0}) == []
    assert "page" in report.missing(Tally(pairs=1000), toy, {"page": 0})


def test_scenarios_by_name() -> None:
    assert scenario_ids("toy") == ("toy",)
    assert set(scenario_ids("all")) > {"toy"}
    with pytest.raises(CommandError):
        call_command("leakcheck", "nowhere", stdout=StringIO())
