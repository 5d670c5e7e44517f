"""Pictures of boards that the club owns: for members, and for whoever may see a table."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games import boards, rulesets
from games.models import User
from games.services import Created, game_create
from rules.kernel.audience import Side
from tests.games.test_pages import at, data_of, logged_in


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The test world has a printed board."""
    guarded = replace(rulesets.scenario("toy"), board_is_printed=lambda: True)
    monkeypatch.setattr(rulesets, "scenario", lambda _: guarded)
    boards.picture.cache_clear()
    yield
    boards.picture.cache_clear()


def address(client: Client, created: Created, side: Side | None = None) -> str:
    """Where the table's page has its board."""
    page = client.get(at(created, "table", side)).content.decode()
    found: str = data_of(page)["board"]["svg"]
    return found


@pytest.mark.usefixtures("printed")
def test_the_picture_is_shown_at_its_table_alone(toy: Created, client: Client) -> None:
    for side in (None, *Side):
        shown = address(client, toy, side)
        answer = client.get(shown)
        assert answer.status_code == 200
        assert answer["Cache-Control"].startswith("max-age=31536000, immutable, private")
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert client.get(shown.partition("?")[0]).status_code == 403


@pytest.mark.usefixtures("printed")
def test_a_private_table_shows_it_to_those_invited_only(
    transactional_db: None, client: Client
) -> None:
    private = game_create(scenario_id="toy", private=True, master=b"m" * 32)
    shown = address(client, private, Side.A)
    assert client.get(shown).status_code == 200
    bare = shown.partition("&seat")[0]
    for forged in (bare, f"{bare}&seat=x", shown.replace("game=", "game=0"), f"{bare[:-1]}"):
        assert client.get(forged).status_code == 403


@pytest.mark.usefixtures("printed")
def test_a_table_of_another_scenario_is_no_ticket(toy: Created, client: Client) -> None:
    shown = address(client, toy, Side.A)
    toy.game.scenario = "other"
    toy.game.save()
    assert client.get(shown).status_code == 403


@pytest.mark.usefixtures("printed")
def test_members_see_it_on_the_card(db: None, client: Client) -> None:
    card = reverse("games:scenario", args=("toy",))
    assert "<figure" not in client.get(card).content.decode()
    member = logged_in(User.objects.create_user("anna"))
    page = member.get(card).content.decode()
    assert "<figure" in page
    digest = boards.picture("toy").digest
    assert member.get(reverse("games:board", args=("toy", digest))).status_code == 200


def test_our_own_boards_are_for_all(toy: Created, client: Client) -> None:
    shown = address(client, toy)
    assert "?" not in shown
    assert "public" in client.get(shown)["Cache-Control"]
