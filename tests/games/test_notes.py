"""Notes on hexes: for the side that pinned them, and for nobody else, ever."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, HexNote, User
from games.models.choices import Status
from games.services import Created, game_create, seat_claim
from games.views.notes import LONGEST
from rules.kernel.audience import Side

A, B = Side
HEX = "so1:X2"
TEXT = "They will come this way."


@pytest.fixture
def made(transactional_db: None) -> Created:
    return game_create(scenario_id="skirmish", master=b"m" * 32)


def address(made: Created, side: Side | None, name: str = "notes") -> str:
    query = f"?seat={made.seats[side].token}" if side else ""
    return reverse(f"games:{name}", args=(made.game.pk,)) + query


def pin(made: Created, side: Side | None, hex_id: str = HEX, text: str = TEXT) -> tuple[int, Any]:
    answer = Client().post(address(made, side), {"hex": hex_id, "text": text})
    return answer.status_code, answer.json() if answer["Content-Type"] == "application/json" else {}


def read(made: Created, side: Side) -> dict[str, str]:
    notes: dict[str, str] = Client().get(address(made, side)).json()["notes"]
    return notes


def test_who_pins_a_note_reads_it(made: Created) -> None:
    status, answer = pin(made, A)
    assert (status, answer["notes"]) == (200, {HEX: TEXT})
    assert read(made, A) == {HEX: TEXT}
    pin(made, A, text="Another.")
    assert read(made, A) == {HEX: "Another."}
    pin(made, A, text="")
    assert read(made, A) == {}
    assert HexNote.objects.count() == 0


def test_nobody_else_gets_it_from_any_page(made: Created) -> None:
    pin(made, A)
    assert read(made, B) == {}
    pages = ("table", "replay", "replay_data", "dice", "seen", "game")
    for over in (False, True):
        if over:
            Game.objects.filter(pk=made.game.pk).update(status=Status.OVER)
        for side in (B, None):
            for name in pages:
                assert TEXT not in Client().get(address(made, side, name)).content.decode()


def test_each_side_has_its_own_on_one_hex(made: Created) -> None:
    pin(made, A)
    pin(made, B, text="We will come this way.")
    assert (read(made, A)[HEX], read(made, B)[HEX]) == (TEXT, "We will come this way.")
    pin(made, B, text="")
    assert read(made, A) == {HEX: TEXT}


def test_who_has_no_seat_has_none(made: Created) -> None:
    assert Client().get(address(made, None)).status_code == 403
    assert pin(made, None)[0] == 403
    assert HexNote.objects.count() == 0


def test_the_link_of_a_claimed_seat_alone_opens_nothing(made: Created) -> None:
    user = User.objects.create_user("owner", password="a long password")
    seat_claim(game_id=made.game.pk, side=A, user=user)
    assert Client().get(address(made, A)).status_code == 403
    client = Client()
    client.force_login(user)
    assert client.get(address(made, A)).status_code == 200


@pytest.mark.parametrize(
    ("hex_id", "text"),
    [("so1:X99", "x"), ("", "x"), (HEX, "x" * (LONGEST + 1)), (HEX, "a\0b"), ("x" * 41, "x")],
)
def test_what_is_no_note_is_refused_with_words(made: Created, hex_id: str, text: str) -> None:
    status, answer = pin(made, A, hex_id, text)
    assert status == 422
    assert answer["why"]
    assert HexNote.objects.count() == 0


def test_it_needs_the_token_against_forged_requests(made: Created) -> None:
    client = Client(enforce_csrf_checks=True)
    form = {"hex": HEX, "text": TEXT}
    assert client.post(address(made, A), form).status_code == 403
    token = client.get(address(made, A)).json()["token"]
    answer = client.post(address(made, A), form, headers={"X-CSRFToken": token})
    assert answer.status_code == 200


def test_a_game_that_does_not_exist_has_none(made: Created) -> None:
    missing = reverse("games:notes", args=(UUID(int=9),))
    assert Client().get(missing).status_code == 404
