"""Pages: whom they answer, what they show, and that nothing with a seat is kept in a cache."""

import gzip
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import boards, rulesets
from games.models import Game, Seat, User
from games.models.choices import Status
from games.services import Created, game_create, play
from rules.kernel.audience import Side
from tests.games.playing import command, random_game

A, B = Side


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def boris(db: None) -> User:
    return User.objects.create_user("boris")


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test world is offered like any scenario."""
    monkeypatch.setattr(rulesets, "scenario_ids", lambda: ("toy",))


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at(created: Created, name: str, side: Side | None = None) -> str:
    address = reverse(f"games:{name}", args=(created.game.pk,))
    return f"{address}?seat={created.seats[side].token}" if side else address


def data_of(page: str) -> dict[str, Any]:
    """The data block of a table page."""
    block = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', page)
    assert block is not None
    data: dict[str, Any] = json.loads(block[1])
    return data


@pytest.mark.parametrize(("side", "you"), [(None, "public"), (A, "a"), (B, "b")])
def test_the_token_says_who_one_is_at_the_table(
    toy: Created, client: Client, side: Side | None, you: str
) -> None:
    answer = client.get(at(toy, "table", side))
    data = data_of(answer.content.decode())
    assert (data["game"], data["you"], data["replay"]) == (str(toy.game.pk), you, None)
    assert data["socket"] == f"/ws{at(toy, 'table', side)}"
    assert {"no-store", "private"} <= set(re.split(r",\s*", answer["Cache-Control"]))


def test_three_tabs_of_one_browser_are_three_people(toy: Created, client: Client) -> None:
    pages = [client.get(at(toy, "table", side)) for side in (A, B, None)]
    assert [data_of(page.content.decode())["you"] for page in pages] == ["a", "b", "public"]
    assert not client.cookies.get("sessionid")


@pytest.mark.parametrize("name", ["table", "replay", "replay_data", "dice", "back"])
def test_a_forged_token_opens_no_page(toy: Created, client: Client, name: str) -> None:
    assert client.get(f"{at(toy, name)}?seat=forged").status_code == 403


@pytest.mark.parametrize("name", ["table", "replay", "replay_data", "game", "dice", "back"])
def test_a_private_game_opens_no_page_to_strangers(db: None, client: Client, name: str) -> None:
    private = game_create(scenario_id="toy", private=True)
    assert client.get(at(private, name)).status_code == 403
    assert client.get(f"{at(private, name)}?seat={private.invitation}").status_code == 200


def test_a_private_game_is_in_nobodys_lobby(db: None, client: Client, boris: User) -> None:
    private = game_create(scenario_id="toy", private=True)
    for reader in (client, logged_in(boris)):
        assert str(private.game.pk) not in reader.get("/").content.decode()


@pytest.mark.parametrize(("side", "you"), [(None, "public"), (A, "a")])
def test_a_replay_is_the_audiences_own_bulletins(
    toy: Created, client: Client, side: Side | None, you: str
) -> None:
    play(game_id=toy.game.pk, side=B, data=command("stand_by"), seen=None)
    play(game_id=toy.game.pk, side=A, data=command("end_turn"), seen=None)
    page = client.get(at(toy, "replay", side))
    frames = client.get(data_of(page.content.decode())["replay"]).json()["frames"]
    assert [(frame["t"], frame["n"]) for frame in frames] == [("doc", 0), ("b", 1)]
    assert frames[0]["you"] == you


def test_the_boards_picture_is_cached_for_ever_under_its_own_address(
    toy: Created, client: Client
) -> None:
    address = data_of(client.get(at(toy, "table")).content.decode())["board"]["svg"]
    answer = client.get(address)
    assert answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"]
    assert client.get(address.replace(".svg", "0.svg")).status_code == 404


def test_a_boards_picture_is_sent_packed_to_who_can_unpack_it(client: Client) -> None:
    picture = boards.picture("skirmish")
    address = reverse("games:board", args=("skirmish", picture.digest))
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert packed.content == picture.packed()
    assert client.get(address).content == gzip.decompress(picture.packed())


@pytest.mark.usefixtures("listed")
def test_making_a_game_and_joining_it(anna: User, boris: User) -> None:
    host, guest = logged_in(anna), logged_in(boris)
    form = {"scenario": "toy", "side": "b"}
    made = host.post(reverse("games:new_game"), form)
    game = Game.objects.get()
    assert made.headers["Location"] == reverse("games:game", args=(game.pk,))
    assert str(game.pk) in guest.get("/").content.decode()
    joined = guest.post(reverse("games:join", args=(game.pk,)), {"side": "a"})
    seat = Seat.objects.get(game=game, side="a")
    assert seat.user == boris
    assert joined.headers["Location"].endswith(f"?seat={seat.token}")
    game.refresh_from_db()
    assert game.status == Status.PLAYING


@pytest.mark.usefixtures("listed")
def test_a_form_that_is_wrong_comes_back_alone_to_htmx(anna: User) -> None:
    host, form = logged_in(anna), {"scenario": "none", "side": "b"}
    whole = host.post(reverse("games:new_game"), form)
    part = host.post(reverse("games:new_game"), form, headers={"HX-Request": "true"})
    assert whole.status_code == part.status_code == 422
    assert b"<html" in whole.content
    assert b"<html" not in part.content


def test_the_sides_of_a_new_game_bear_their_names_in_the_scenario_chosen(anna: User) -> None:
    host = logged_in(anna)
    asked = {"scenario": "skirmish", "side": "b", "private": "on"}
    part = host.get(reverse("games:new_game"), asked, headers={"HX-Request": "true"})
    page = part.content.decode()
    assert "<html" not in page
    assert "German, attacks" in page
    assert re.search(r'value="b"[^>]* checked', page)
    assert re.search(r'name="private"[^>]* checked', page)


def test_a_game_with_the_balance_of_a_side(anna: User, client: Client) -> None:
    host, asked = logged_in(anna), {"scenario": "skirmish"}
    page = host.get(reverse("games:new_game"), asked).content.decode()
    assert "German: The German 8-1 is a 9-1." in page
    host.post(reverse("games:new_game"), asked | {"side": "b", "balance": "a"})
    made = Game.objects.get()
    assert made.scenario == "skirmish.a"
    assert "The Farm on the Far Side (Balance: German)" in client.get("/").content.decode()
    card = client.get(reverse("games:scenario", args=("skirmish",))).content.decode()
    assert "played 1 time here" in card
    answer = host.post(reverse("games:new_game"), asked | {"side": "b", "balance": "c"})
    assert answer.status_code == 422


def test_a_game_in_which_stacks_are_looked_into_by_los_alone(anna: User, client: Client) -> None:
    asked = {"scenario": "skirmish", "side": "b", "balance": "a", "inspection": "los"}
    logged_in(anna).post(reverse("games:new_game"), asked)
    made = Game.objects.get()
    assert made.scenario == "skirmish.a+los"
    title = "The Farm on the Far Side (Balance: German) (stacks by LOS)"
    assert title in client.get("/").content.decode()
    page = client.get(reverse("games:scenario", args=(made.scenario,))).content.decode()
    assert "Nobody looks into a stack in the open without a LOS to it" in page


def test_a_side_is_not_taken_by_the_name_it_has_in_another_scenario(anna: User) -> None:
    form = {"scenario": "skirmish", "names_of": "first-light", "side": "b"}
    answer = logged_in(anna).post(reverse("games:new_game"), form)
    assert answer.status_code == 422
    assert "Choose again" in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.usefixtures("listed")
def test_an_invitation_is_shown_to_the_host_and_ends_when_renewed(anna: User, boris: User) -> None:
    host, guest = logged_in(anna), logged_in(boris)
    host.post(reverse("games:new_game"), {"scenario": "toy", "side": "a", "private": "on"})
    game = Game.objects.get()
    page = reverse("games:game", args=(game.pk,))
    (first,) = set(re.findall(rf"{page}\?seat=([\w-]+)", host.get(page).content.decode()))
    assert guest.get(f"{page}?seat={first}").status_code == 200
    host.post(reverse("games:invite", args=(game.pk,)))
    (second,) = set(re.findall(rf"{page}\?seat=([\w-]+)", host.get(page).content.decode()))
    assert guest.get(f"{page}?seat={first}").status_code == 403
    join = reverse("games:join", args=(game.pk,))
    assert guest.post(join, {"side": "b", "invitation": first}).status_code == 403
    assert guest.post(reverse("games:invite", args=(game.pk,))).status_code == 403
    assert guest.post(join, {"side": "b", "invitation": second}).status_code == 302


def test_a_taken_seat_is_not_given_again_nor_both_to_one(anna: User, boris: User) -> None:
    created = game_create(scenario_id="toy", creator=anna, sides={A: anna})
    join = reverse("games:join", args=(created.game.pk,))
    logged_in(boris).post(join, {"side": "a"})
    logged_in(anna).post(join, {"side": "b"})
    assert [seat.user for seat in Seat.objects.order_by("side")] == [anna, None]


def test_no_page_of_another_shows_a_token(anna: User, boris: User, client: Client) -> None:
    created = game_create(scenario_id="toy", creator=anna, sides={A: anna, B: boris})
    for reader in (client, logged_in(boris)):
        for address in ("/", at(created, "game")):
            assert created.seats[A].token not in reader.get(address).content.decode()


def test_what_only_one_side_was_told_moves_nothing_in_the_lobby(
    toy: Created, client: Client
) -> None:
    Game.objects.update(status=Status.PLAYING)
    told = Game.objects.get().told_at
    play(game_id=toy.game.pk, side=B, data=command("stand_by"), seen=None)
    assert Game.objects.get().told_at == told


def test_the_seeds_are_opened_at_the_end_only(toy: Created, client: Client) -> None:
    assert client.get(at(toy, "dice_export")).status_code == 404
    for _ in random_game(toy.game.pk, 3, 500):
        pass
    assert client.get(at(toy, "dice_export")).json()["seeds"].keys() == {"public", "a", "b"}
    assert client.get(at(toy, "dice")).status_code == 200


@pytest.mark.usefixtures("listed")
def test_an_account_is_made_and_used(client: Client, db: None) -> None:
    form = {"username": "clara", "password1": "Sechs-Hexes-6", "password2": "Sechs-Hexes-6"}
    assert client.post(reverse("account_signup"), form).headers["Location"] == "/"
    assert client.get(reverse("games:new_game")).status_code == 200
    assert Client().post(reverse("account_signup"), form).status_code == 422


def test_making_a_game_needs_an_account(client: Client, db: None) -> None:
    answer = client.get(reverse("games:new_game"))
    assert answer.headers["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("scenario_id", ["toy", *rulesets.scenario_ids()])
def test_scenario_pages(client: Client, db: None, scenario_id: str) -> None:
    assert client.get(reverse("games:scenario", args=(scenario_id,))).status_code == 200
    assert client.get(reverse("games:scenario_list")).status_code == 200


def test_a_card_says_how_long_it_is_and_what_it_is_like(client: Client, db: None) -> None:
    page = client.get(reverse("games:scenario", args=("mill-bridge",))).content.decode()
    assert "Designer&#x27;s note" in page or "Designer's note" in page
    assert "2½ hours" in page


def test_what_is_not_there(client: Client, db: None) -> None:
    nobody = "00000000-0000-0000-0000-000000000000"
    for address in ("/scenarios/none/", f"/g/{nobody}/", f"/games/{nobody}/"):
        assert client.get(address).status_code == 404
