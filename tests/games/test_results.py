"""Records of players and results of scenarios: from finished public games, and nothing else."""

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import Game, User
from games.models.choices import Status
from games.selectors.results import in_all, player_record, scenario_results, wilson
from games.services import game_create, play
from rules.kernel.audience import Side
from tests.games.playing import command, set_up

pytestmark = pytest.mark.django_db

A, B = Side


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", "anna@example.org")


@pytest.fixture
def boris() -> User:
    return User.objects.create_user("boris")


def game(
    sides: dict[Side, User], won: Side | None, *, scenario: str = "skirmish", private: bool = False
) -> Game:
    """A finished game, with its winner as stored."""
    row = game_create(scenario_id=scenario, sides=sides, private=private).game
    Game.objects.filter(pk=row.pk).update(status=Status.OVER, winner=won or "")
    return row


def page_of(client: Client, name: str) -> str:
    return client.get(reverse("games:player", args=(name,))).content.decode()


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.278),
        (5, 10, 0.237, 0.763),
        (10, 10, 0.722, 1.0),
        (54, 100, 0.443, 0.634),
    ],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.001)


@pytest.mark.parametrize("loser", Side)
def test_who_has_won_is_stored_when_everybody_is_told(loser: Side) -> None:
    row = game_create(scenario_id="skirmish").game
    assert Game.objects.get().winner == ""
    set_up(row.pk)
    play(game_id=row.pk, side=loser, data=command("resign"), seen=None)
    assert (Game.objects.get().status, Game.objects.get().winner) == (Status.OVER, loser.enemy)


@pytest.mark.parametrize("loser", Side)
def test_who_has_won_is_read_from_the_headline_of_games_before(loser: Side) -> None:
    row = game_create(scenario_id="skirmish").game
    set_up(row.pk)
    play(game_id=row.pk, side=loser, data=command("resign"), seen=None)
    Game.objects.update(winner="")
    import_module("games.migrations.0007_winners").fill(apps, connection.schema_editor())
    assert Game.objects.get().winner == loser.enemy


def test_a_record_is_by_scenario_and_side(anna: User, boris: User) -> None:
    game({A: anna, B: boris}, A)
    game({A: anna, B: boris}, B)
    game({A: anna, B: boris}, None)
    game({A: boris, B: anna}, B)
    game({A: anna, B: boris}, A, scenario="mill-bridge")
    lines = [(one.scenario_id, one.tally.name, one.tally) for one in player_record(anna)]
    found = [(id_, name, t.games, t.wins, t.losses, t.draws) for id_, name, t in lines]
    assert found[0] == ("skirmish", "German", 3, 1, 1, 1)
    assert ("skirmish", "Russian", 1, 1, 0, 0) in found
    assert len(found) == 3
    everything = in_all(player_record(anna))
    assert (everything.games, everything.wins, everything.losses) == (5, 3, 1)


def test_private_games_and_those_that_go_on_are_not_counted(
    anna: User, boris: User, client: Client
) -> None:
    hidden = game({A: anna, B: boris}, A, private=True)
    going_on = game_create(scenario_id="skirmish", sides={A: anna, B: boris}).game
    assert player_record(anna) == ()
    assert scenario_results("skirmish") == ()
    page = page_of(client, "anna")
    assert str(going_on.pk) in page
    assert str(hidden.pk) not in page


def test_a_page_shows_record_and_games_and_no_address(
    anna: User, boris: User, client: Client
) -> None:
    row = game({A: anna, B: boris}, A)
    page = page_of(client, "anna")
    assert re.search(r'data-name="won">1<', page)
    assert "1 finished game: 1 won, 0 lost" in page
    assert str(row.pk) in page
    assert "anna@example.org" not in page
    assert re.search(r'data-name="lost">1<', page_of(client, "boris"))


def test_a_page_does_not_tell_which_names_exist(anna: User, client: Client) -> None:
    game_create(scenario_id="skirmish", sides={A: anna}, private=True)
    for name in ("anna", "nobody"):
        assert client.get(reverse("games:player", args=(name,))).status_code == 404
    client.force_login(anna)
    assert "Find an opponent" in page_of(client, "anna")


def test_who_has_gone_has_no_page(anna: User, boris: User, client: Client) -> None:
    game({A: anna, B: boris}, A)
    User.objects.filter(username="anna").update(is_active=False)
    assert client.get(reverse("games:player", args=("anna",))).status_code == 404


def test_a_name_with_signs_has_a_page(boris: User, client: Client) -> None:
    ada = User.objects.create_user("ada+b@c.d")
    row = game({A: ada, B: boris}, A)
    page = client.get(reverse("games:game", args=(row.pk,))).content.decode()
    address = re.search(r'href="(/players/ada[^"]+)"', page)
    assert address is not None
    assert client.get(address[1]).status_code == 200


def test_a_balance_is_counted_by_itself(anna: User, boris: User) -> None:
    game({A: anna, B: boris}, A)
    game({A: anna, B: boris}, B, scenario="skirmish.a")
    printed, with_balance = scenario_results("skirmish")
    assert [(s.name, s.wins, s.games) for s in printed.sides] == [
        ("German", 1, 1),
        ("Russian", 0, 1),
    ]
    assert "Balance: German" in with_balance.title
    assert [side.wins for side in with_balance.sides] == [0, 1]
