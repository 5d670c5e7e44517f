"""A seat's link: whom it opens, and when it ends."""

from collections.abc import Callable
from typing import Any, TypeVar
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.hub import CLOSE_FORBIDDEN, hub_here
from games.leakcheck.loop import LeapingLoop, here
from games.models import Game, Seat, User
from games.selectors.seats import NotInvited, Visitor, visitor, visitor_with_cookies
from games.services import Created, SeatTaken, game_create, seat_claim, seat_renew
from games.services.seats import seat_hold
from games.threads import reading, writing
from rules.kernel.audience import Audience, Side
from tests.games.players import Player, whole_database

LOOP = LeapingLoop
A, B = Side
T = TypeVar("T")


class Person:
    """Somebody with an account, logged in with one browser."""

    def __init__(self, name: str) -> None:
        self.user = User.objects.create(username=name)
        self.browser = Client()
        self.browser.force_login(self.user)

    @property
    def cookies(self) -> str:
        name = settings.SESSION_COOKIE_NAME
        return f"other=1; {name}={self.browser.cookies[name].value}"

    def post(self, name: str, created: Created, **form: str) -> HttpResponse:
        answer = self.browser.post(reverse(f"games:{name}", args=(created.game.pk,)), form)
        assert isinstance(answer, HttpResponse)
        return answer

    def text(self, name: str, created: Created) -> str:
        """A page of a game."""
        return self.browser.get(reverse(f"games:{name}", args=(created.game.pk,))).content.decode()


@pytest.fixture
def anna(toy: Created) -> Person:
    return Person("anna")


@pytest.fixture
def boris(toy: Created) -> Person:
    return Person("boris")


@pytest.fixture
def claimed(toy: Created, anna: Person) -> Created:
    """Anna has claimed side A."""
    seat_claim(game_id=toy.game.pk, side=A, user=anna.user)
    return toy


async def page(work: Callable[[], T]) -> T:
    """Do what a page does, as no part of the loop."""
    return await sync_to_async(work, thread_sensitive=False)()


async def still_open(player: Player) -> None:
    player.n = None
    await player.hello()


def table(created: Created, side: Side = A) -> str:
    return reverse("games:table", args=(created.game.pk,)) + f"?seat={token(created, side)}"


def game_page(created: Created) -> str:
    return reverse("games:game", args=(created.game.pk,))


def token(created: Created, side: Side = A) -> str:
    """The token as it was when the game was made."""
    return created.seats[side].token


def new_token(created: Created, side: Side = A) -> str:
    return Seat.objects.get(game=created.game, side=side.value).token


def test_the_link_of_a_free_seat_opens_it_to_whoever_has_it(toy: Created, anna: Person) -> None:
    for browser in (Client(), anna.browser):
        assert browser.get(table(toy)).status_code == 200


def test_the_link_of_a_claimed_seat_opens_it_to_its_user_alone(
    claimed: Created, anna: Person, boris: Person
) -> None:
    assert anna.browser.get(table(claimed)).status_code == 200
    for name in ("table", "replay", "replay_data", "dice", "back"):
        address = reverse(f"games:{name}", args=(claimed.game.pk,)) + f"?seat={token(claimed)}"
        for browser in (Client(), boris.browser):
            assert browser.get(address).status_code == 403
            assert browser.post(address).status_code in {403, 405}
    assert Client().get(table(claimed, B)).status_code == 200, "the other seat is free still"


def test_the_seat_of_one_who_may_not_log_in_is_closed(claimed: Created, anna: Person) -> None:
    User.objects.filter(pk=anna.user.pk).update(is_active=False)
    assert anna.browser.get(table(claimed)).status_code == 403


@pytest.mark.parametrize("bad", ["\0", "x\0y", "é" * 3000])
def test_nonsense_is_no_link(toy: Created, bad: str) -> None:
    with pytest.raises(NotInvited):
        visitor(toy.game.pk, bad)


def test_a_renewed_link_ends_the_old_one(claimed: Created, anna: Person) -> None:
    answer = anna.post("renew", claimed)
    assert answer.headers["Location"] == reverse("games:game", args=(claimed.game.pk,))
    assert new_token(claimed) != token(claimed)
    shown = anna.browser.get(answer.headers["Location"]).content.decode()
    assert new_token(claimed) in shown
    assert "The old one opens nothing any more" in shown
    assert anna.browser.get(table(claimed)).status_code == 403


def test_only_who_holds_a_seat_renews_its_link(claimed: Created, boris: Person) -> None:
    assert boris.post("renew", claimed).status_code == 403
    login = Client().post(reverse("games:renew", args=(claimed.game.pk,)))
    assert login.headers["Location"].startswith(reverse("account_login"))
    assert new_token(claimed) == token(claimed)


async def test_a_socket_opens_a_claimed_seat_to_its_user_alone(
    claimed: Created, anna: Person, boris: Person
) -> None:
    game_id = claimed.game.pk
    async with Player(game_id, token(claimed), anna.cookies) as owner:
        assert (await owner.hello())["you"] == "a"
    for cookies in ("", boris.cookies, "sessionid=nonsense", "\xff=;;"):
        async with Player(game_id, token(claimed), cookies) as stranger:
            assert await stranger.closed() == 4403


async def test_renewing_closes_what_the_old_link_opened(claimed: Created, anna: Person) -> None:
    game_id = claimed.game.pk
    async with (
        Player(game_id, token(claimed), anna.cookies) as old,
        Player(game_id, token(claimed, B)) as other,
        Player(game_id) as watcher,
    ):
        for player in (old, other, watcher):
            await player.hello()
        await page(lambda: anna.post("renew", claimed))
        assert await old.closed() == 4403
        fresh = await reading(new_token, claimed)
        async with Player(game_id, fresh, anna.cookies) as again:
            assert (await again.hello())["you"] == "a"
        for player in (other, watcher):
            await still_open(player)


async def test_a_socket_that_was_closed_plays_no_more(claimed: Created, anna: Person) -> None:
    async with Player(claimed.game.pk, token(claimed), anna.cookies) as old:
        await old.hello()
        await page(lambda: anna.post("renew", claimed))
        assert await old.closed() == 4403
        before = await reading(whole_database)
        await old.send(t="do", ref="1", seen=0, cmd={"verb": "end_turn"})
        await here().quiet()
        assert await reading(whole_database) == before


async def test_claiming_closes_what_the_bare_link_opened(toy: Created, anna: Person) -> None:
    async with (
        Player(toy.game.pk, token(toy)) as bare,
        Player(toy.game.pk, token(toy), anna.cookies) as own,
    ):
        await bare.hello()
        await own.hello()
        mine = {"side": "a", "invitation": token(toy)}
        held = await page(lambda: anna.browser.get(game_page(toy), {"seat": token(toy)}))
        assert "Take this seat" in held.content.decode()
        await page(lambda: anna.post("join", toy, **mine))
        assert await bare.closed() == 4403
        await still_open(own)


async def test_a_message_that_was_lost_is_made_up_for(claimed: Created, anna: Person) -> None:
    """Another process renews, and the layer loses its message: the heartbeat finds out."""
    async with Player(claimed.game.pk, token(claimed), anna.cookies) as old:
        await old.hello()
        await writing(seat_renew, game_id=claimed.game.pk, user=anna.user)
        await hub_here().recheck(claimed.game.pk)
        assert await old.closed() == 4403


async def test_a_link_renewed_while_a_socket_joins_does_not_let_it_in(
    claimed: Created, anna: Person
) -> None:
    def just_before(*args: Any) -> Visitor:
        who = visitor_with_cookies(*args)
        seat_renew(game_id=claimed.game.pk, user=anna.user)
        return who

    with mock.patch("games.consumers.visitor_with_cookies", just_before):
        async with Player(claimed.game.pk, token(claimed), anna.cookies) as late:
            assert await late.closed() == 4403


@pytest.fixture
def private(transactional_db: None) -> tuple[Created, Person]:
    host = Person("host")
    return game_create(scenario_id="toy", creator=host.user, private=True), host


async def test_a_new_invitation_ends_the_watching_by_the_old_one(
    private: tuple[Created, Person],
) -> None:
    created, host = private
    async with Player(created.game.pk, created.invitation) as guest:
        assert (await guest.hello())["you"] == Audience.PUBLIC.value
        await page(lambda: host.post("invite", created))
        assert await guest.closed() == 4403


async def test_who_only_watches_needs_no_login_and_costs_no_look_at_sessions(toy: Created) -> None:
    with mock.patch("games.selectors.seats.get_user") as asked:
        async with Player(toy.game.pk, "", "sessionid=x") as watcher:
            await watcher.hello()
    assert not asked.called
    assert await reading(Game.objects.count) == 1


async def test_a_seat_that_somebody_holds_by_its_link_is_offered_to_nobody(
    anna: Person, boris: Person
) -> None:
    """And whoever made the game alone takes it back; the one who held it is told why."""
    made = await page(
        lambda: game_create(scenario_id="toy", creator=anna.user, sides={A: anna.user})
    )
    game_id, link = made.game.pk, made.seats[B].token
    free = {"side": "b"}
    async with Player(game_id, link) as holder:
        await holder.hello()
        assert "Take this seat" not in await page(lambda: boris.text("game", made))
        answer = await page(lambda: boris.post("join", made, **free))
        assert answer.status_code == 302
        assert (await page(lambda: Seat.objects.get(pk=made.seats[B].pk))).user is None
        taken = {"side": "b", "why": "You said you would not come.", "sure": "on"}
        assert (await page(lambda: boris.post("revoke", made, **taken))).status_code == 403
        unsure = {"side": "b", "why": "No."}
        assert (await page(lambda: anna.post("revoke", made, **unsure))).status_code == 403
        assert (await page(lambda: anna.post("revoke", made, **taken))).status_code == 302
        told = await holder.until("no")
        assert "You said you would not come." in told["why"]
        assert await holder.closed() == CLOSE_FORBIDDEN
    address = f"{reverse('games:table', args=(game_id,))}?seat={link}"
    gone = await page(lambda: Client().get(address))
    assert gone.status_code == 403
    assert "You said you would not come." in gone.content.decode()
    assert "Take this seat" in await page(lambda: boris.text("game", made))


def test_whoever_holds_a_seat_may_make_it_his(toy: Created, anna: Person, boris: Person) -> None:
    seat_hold(game_id=toy.game.pk, side=A)
    with pytest.raises(SeatTaken):
        seat_claim(game_id=toy.game.pk, side=A, user=boris.user)
    token = toy.seats[A].token
    claimed = seat_claim(game_id=toy.game.pk, side=A, user=anna.user, invitation=token)
    assert (claimed.user, claimed.held) == (anna.user, False)
