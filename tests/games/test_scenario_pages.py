"""The browser of scenarios: the board for whom it is, the OB as everybody is told it, results."""

import html
import re
from dataclasses import replace

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games import battle, boards, rulesets
from games.models import Game, User
from games.models.choices import Status
from games.selectors import scenarios
from games.selectors.scenarios import order_of_battle
from games.services import game_create

pytestmark = pytest.mark.django_db

LIST = reverse("games:scenario_list")


def page_of(client: Client, scenario_id: str) -> str:
    answer = client.get(reverse("games:scenario", args=(scenario_id,)))
    return html.unescape(answer.content.decode())


def finish(scenario: str, won: str, *, private: bool = False) -> None:
    """A game for each letter: who has won."""
    for winner in won:
        row = game_create(scenario_id=scenario, private=private).game
        Game.objects.filter(pk=row.pk).update(status=Status.OVER, winner=winner.strip("-"))


def test_the_ob_of_both_sides(client: Client) -> None:
    page = page_of(client, "skirmish")
    assert "ELR 3" in page
    for words in ("4 × 4-6-7", "1 × 8-1", "1 × LMG", "12 minefield factors", "V2-V3 W2-W3 X1-X2"):
        assert words in page
    assert "Weiss" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("scenario_id", rulesets.scenario_ids())
def test_every_ob_has_all_counters(scenario_id: str) -> None:
    card = rulesets.scenario(scenario_id).page_data()["scenario"]
    forces = order_of_battle(scenario_id)
    assert [force.name for force in forces] == [side["name"] for side in card["sides"].values()]
    for force in forces:
        assert all(group.counters or group.besides for group in force.groups)


def test_reinforcements_say_when_they_enter(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the face of a tray has them."""
    page = page_of(client, "skirmish")
    assert "enters on Turn" not in page
    groups = ({"name": "Late", "area_text": "A1-A5", "turn": 2, "fortifications": ["2 × Wire"]},)
    nothing = {"pieces": [], "mines": 0, "known_mines": 0, "dummy_mines": 0, "concealment": 0}
    tray = {"side": "a", "elr": 3, "san": 2, "groups": [{**nothing, **one} for one in groups]}
    made = msgspec.convert(tray, type=battle._Tray)
    monkeypatch.setattr(battle, "_trays", lambda _: iter((made,)))
    scenarios.order_of_battle.cache_clear()
    page = page_of(client, "skirmish")
    scenarios.order_of_battle.cache_clear()
    assert "enters on Turn 2: A1-A5" in page
    assert "2 × Wire" in page
    assert "SAN 2" in page


def test_results_by_side_with_their_interval(client: Client) -> None:
    assert 'data-role="results"' not in page_of(client, "skirmish")
    finish("skirmish", "aaab-")
    finish("skirmish", "bbbb", private=True)
    finish("skirmish.b", "b")
    page = page_of(client, "skirmish")
    assert page.count('data-role="results"') == 2
    assert "won 3 of 5 · 23–88 %" in page
    assert "won 1 of 5 · 4–62 %" in page
    assert "1 drawn" in page
    assert "Balance: Russian" in page


def test_a_balance_has_a_page_of_its_own(client: Client) -> None:
    finish("skirmish.a", "ab")
    page = page_of(client, "skirmish.a")
    assert "Finished games here" in page
    assert "1 × 9-1" in page


def test_the_list_counts_what_was_finished(client: Client) -> None:
    finish("skirmish", "ab")
    finish("skirmish.a", "a")
    entry = client.get(LIST).content.decode().partition('data-scenario="skirmish"')[2]
    assert "3 finished games" in entry.partition("</article>")[0]


def test_a_picture_of_the_clubs_is_for_members(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = boards.picture("skirmish")
    guarded = replace(picture, guarded=True)
    monkeypatch.setattr(boards, "picture", lambda _: guarded)
    for address in (LIST, reverse("games:scenario", args=("skirmish",))):
        assert picture.digest not in client.get(address).content.decode()
    client.force_login(User.objects.create_user("anna"))
    for address in (LIST, reverse("games:scenario", args=("skirmish",))):
        assert picture.digest in client.get(address).content.decode()
