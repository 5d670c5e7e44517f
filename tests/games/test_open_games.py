"""Open games by scenario, side and pace; and the link that is sent on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, User
from games.models.choices import Pace
from games.services import Wishes, game_create
from rules.kernel.audience import Side

pytestmark = pytest.mark.django_db

OPEN = reverse("games:open_list")
A, B = Side


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna")


def logged_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get_or_create(username=name)[0])
    return client


def shown(client: Client, **asked: str) -> set[str]:
    """The scenarios of the games that are listed."""
    page = client.get(OPEN, asked).content.decode()
    ids = re.findall(r'data-game="([^"]+)"', page)
    return set(Game.objects.filter(pk__in=ids).values_list("scenario", flat=True))


@pytest.fixture
def three(anna: User) -> None:
    """In which the Germans, the Russians and both sides are free."""
    game_create(scenario_id="skirmish", sides={B: anna}, wishes=Wishes(Pace.DAYS))
    game_create(scenario_id="skirmish.a", sides={A: anna}, wishes=Wishes(Pace.SITTING))
    game_create(scenario_id="mill-bridge")


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param({}, {"skirmish", "skirmish.a", "mill-bridge"}, id="all"),
        pytest.param({"scenario": "skirmish"}, {"skirmish", "skirmish.a"}, id="with Balance"),
        pytest.param({"scenario": "skirmish", "nation": "german"}, {"skirmish"}, id="Germans"),
        pytest.param({"scenario": "skirmish", "nation": "russian"}, {"skirmish.a"}, id="Russians"),
        pytest.param({"pace": "days"}, {"skirmish"}, id="by correspondence"),
        pytest.param({"pace": "days", "nation": "russian"}, set(), id="none is like that"),
        pytest.param({"pace": "soon"}, {"skirmish", "skirmish.a", "mill-bridge"}, id="nonsense"),
    ],
)
def test_open_games_are_found(client: Client, asked: dict[str, str], found: set[str]) -> None:
    assert shown(client, **asked) == found


def test_a_game_is_listed_once(client: Client) -> None:
    game_create(scenario_id="skirmish")
    assert client.get(OPEN).content.count(b"data-game=") == 1


@pytest.mark.usefixtures("three")
def test_ones_own_games_private_ones_and_full_ones_are_not_listed(anna: User) -> None:
    boris = User.objects.create_user("boris")
    game_create(scenario_id="first-light", private=True)
    game_create(scenario_id="first-light", sides={A: anna, B: boris})
    assert shown(logged_in("anna")) == {"mill-bridge"}
    assert shown(logged_in("boris")) == {"skirmish", "skirmish.a", "mill-bridge"}


def test_a_filter_is_answered_by_the_list_alone(client: Client) -> None:
    answer = client.get(OPEN, {"pace": "days"}, headers={"HX-Request": "true"})
    assert b"<html" not in answer.content
    assert b"No open game is like that" in answer.content


def test_a_seat_is_taken_from_the_list(anna: User) -> None:
    created = game_create(scenario_id="skirmish", creator=anna, sides={B: anna})
    guest = logged_in("boris")
    page = guest.get(OPEN).content.decode()
    (side,) = re.findall(r'name="side" value="(.)"', page)
    answer = guest.post(reverse("games:join", args=(created.game.pk,)), {"side": side})
    assert "/g/" in answer.headers["Location"]
    assert shown(Client()) == set()


def test_the_pace_is_chosen_with_the_game(anna: User, client: Client) -> None:
    host, form = logged_in("anna"), {"scenario": "skirmish", "side": "b", "pace": "evenings"}
    made = host.post(reverse("games:new_game"), form).headers["Location"]
    assert Game.objects.get().pace == Pace.EVENINGS
    assert "Over a few evenings" in client.get(made).content.decode()
    assert host.post(reverse("games:new_game"), form | {"pace": "soon"}).status_code == 422


def share_of(client: Client, address: str) -> str:
    found = re.search(r'id="share" value="([^"]+)"', client.get(address).content.decode())
    return found[1] if found else ""


def test_every_public_games_page_has_the_link_to_send(client: Client, anna: User) -> None:
    page = reverse("games:game", args=(game_create(scenario_id="skirmish").game.pk,))
    assert share_of(client, page) == f"http://testserver{page}"
    assert share_of(logged_in("anna"), page) == f"http://testserver{page}"


def test_the_link_to_a_seat_is_not_what_is_sent_on(anna: User) -> None:
    created = game_create(scenario_id="skirmish", creator=anna, sides={A: anna})
    page = reverse("games:game", args=(created.game.pk,))
    assert created.seats[A].token not in share_of(logged_in("anna"), page)


def test_guests_of_a_private_game_are_given_no_link_to_send_on(anna: User) -> None:
    created = game_create(scenario_id="skirmish", creator=anna, private=True, sides={A: anna})
    page = reverse("games:game", args=(created.game.pk,))
    invited = f"{page}?seat={created.invitation}"
    assert share_of(Client(), invited) == ""
    assert share_of(logged_in("anna"), invited) == f"http://testserver{invited}"
    mine = f"{page}?seat={created.seats[A].token}"
    assert share_of(logged_in("anna"), mine) == ""
