"""One account in both seats: whose screen it is, what is between, and what does not count."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Seat, User
from games.models.choices import Status, Together
from games.selectors.lobby import live_games, my_games, open_games
from games.selectors.results import player_record, scenario_results
from games.services import seat_renew
from rules.kernel.audience import Side

A, B = Side


@pytest.fixture
def user(transactional_db: None) -> User:
    return User.objects.create_user("host")


def client(user: User) -> Client:
    found = Client()
    found.force_login(user)
    return found


def begin(user: User, together: Together) -> Game:
    """A game made by the form."""
    form = {"scenario": "skirmish", "side": "a", "opponent": together.value, "clock": ""}
    answer = client(user).post(reverse("games:new_game"), form)
    game = Game.objects.get()
    assert answer["Location"] == reverse("games:sit", args=(game.pk,))
    return game


def address(game: Game, side: Side) -> str:
    token = Seat.objects.get(game=game, side=side).token
    return f"{reverse('games:table', args=(game.pk,))}?seat={token}"


@pytest.mark.parametrize("together", [Together.HOT_SEAT, Together.SOLO])
def test_both_seats_are_taken_at_once(user: User, together: Together) -> None:
    game = begin(user, together)
    assert (game.status, game.together, game.private) == (Status.PLAYING, together, True)
    assert {seat.user_id for seat in Seat.objects.all()} == {user.pk}
    (line,) = my_games(user)
    assert line.my_move
    assert line.table_url == reverse("games:sit", args=(game.pk,))
    assert open_games(None) == live_games() == []


def test_two_who_share_a_screen_hand_it_over(user: User) -> None:
    game = begin(user, Together.HOT_SEAT)
    page = client(user).get(reverse("games:sit", args=(game.pk,)))
    to_move = Side(Game.objects.get().to_move)
    assert page.context["side"].side is to_move
    assert address(game, to_move) in page.content.decode()
    assert address(game, to_move.enemy) not in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    other = client(user).get(reverse("games:sit", args=(game.pk,)), {"side": to_move.enemy.value})
    assert address(game, to_move.enemy) in other.content.decode()


def test_what_stands_between_the_sides_is_the_same_whatever_they_do(user: User) -> None:
    game = begin(user, Together.HOT_SEAT)
    page = client(user).get(reverse("games:sit", args=(game.pk,))).content
    for face in (b"4-6-7", b"4-4-7", b"mines", b"table-data"):
        assert face not in page


def test_one_who_plays_both_goes_to_the_side_that_is_asked(user: User) -> None:
    game = begin(user, Together.SOLO)
    answer = client(user).get(reverse("games:sit", args=(game.pk,)))
    assert answer["Location"] == address(game, Side(Game.objects.get().to_move))
    answer = client(user).get(reverse("games:sit", args=(game.pk,)), {"side": "a"})
    assert answer["Location"] == address(game, A)


def test_nobody_else_sits_down(user: User) -> None:
    game = begin(user, Together.SOLO)
    other = User.objects.create_user("other")
    sit = reverse("games:sit", args=(game.pk,))
    assert client(other).get(sit).status_code == 403
    assert Client().get(sit).status_code == 302
    assert Client().get(address(game, A)).status_code == 403
    Game.objects.update(together="")
    assert client(user).get(sit).status_code == 404


def test_it_counts_for_nobody(user: User) -> None:
    begin(user, Together.HOT_SEAT)
    Game.objects.update(status=Status.OVER, winner="a")
    assert player_record(user) == ()
    assert scenario_results("skirmish") == ()


def test_both_links_are_renewed_together(user: User) -> None:
    game = begin(user, Together.SOLO)
    before = {address(game, side) for side in Side}
    seat_renew(game_id=game.pk, user=user)
    assert not before & {address(game, side) for side in Side}
