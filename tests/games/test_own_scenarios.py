"""Scenarios of one's own: brought along or refused by line and field, played, taken away."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games import boards, rulesets, sheets, storeroom
from games.editor import turns, worker
from games.editor.limits import BOUNDS, MOST_SCENARIOS
from games.editor.workshop import WORKSHOP
from games.models import Game, OwnScenario, User
from games.questions.crew import SEATS
from games.questions.glimpse import glimpse_of
from games.rulesets import versions
from games.selectors.own_scenarios import find_card
from games.selectors.scenarios import order_of_battle
from games.services import game_create
from games.services.boards import board_create
from games.services.own_scenarios import BadCard, TooMany, scenario_bring, scenario_remove
from games.wire import AskLos
from rules.kernel.audience import Audience
from rules.kernel.view import wire
from rules.mapmaking import grounds
from rules.play import engine
from rules.scenarios import loader, shelf
from tests.games.playing import loaded, random_game, set_up
from tests.games.test_pages import data_of

CARD = (loader.DATA / "skirmish.yaml").read_text(encoding="utf-8")
PLAIN = CARD.partition("balance:")[0]
"""Without a Balance, a length or a note."""
MINE = PLAIN.replace("board: so1", "board: mill-field")

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", password="pw")


@pytest.fixture(scope="module", autouse=True)
def _workshop() -> Iterator[None]:
    yield
    WORKSHOP.close()
    SEATS.close()


def mill_field(owner: User) -> None:
    """A board of the user's, as large as the part of so1 that the card names."""
    source = (Path(loader.__file__).parents[1] / "boards" / "so1.txt").read_text(encoding="utf-8")
    board_create(owner=owner, source=source.replace("board so1", "board mill-field", 1))


def test_it_is_brought_shown_and_played_by_whoever_has_its_link(anna: User, client: Client) -> None:
    own = scenario_bring(owner=anna, source=CARD, listed=False)
    assert own.title == "The Farm on the Far Side"
    page = reverse("games:scenario", args=(own.pk,))
    text = client.get(page).content.decode()
    assert "Brought by anna" in text
    assert "Only who has the link" in text
    assert own.pk not in client.get(reverse("games:scenario_list")).content.decode()
    boris = User.objects.create_user("boris")
    client.force_login(boris)
    new = reverse("games:new_game")
    assert own.pk not in client.get(new).content.decode()
    asked = {"scenario": own.pk, "side": "a", "balance": "b"}
    assert client.post(new, asked).status_code == 302
    assert Game.objects.get().scenario == f"{own.pk}.b"
    lobby = client.get(reverse("games:lobby")).content.decode()
    assert "The Farm on the Far Side (Balance: Russian)" in lobby
    assert client.post(new, asked | {"inspection": "los"}).status_code == 302
    assert Game.objects.filter(scenario=f"{own.pk}.b+los").exists()
    lobby = client.get(reverse("games:lobby")).content.decode()
    assert "The Farm on the Far Side (Balance: Russian) (stacks by LOS)" in lobby


def test_nothing_of_it_is_read_drawn_or_put_together_where_pages_are_answered(
    anna: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of that was done once, by the worker, when it was brought."""
    mill_field(anna)
    own = scenario_bring(
        owner=anna, source=CARD.replace("board: so1", "board: mill-field"), listed=True
    )

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a board is made in the process that serves")

    for module, name in ((loader, "read_own"), (engine, "draw_board"), (grounds, "build")):
        monkeypatch.setattr(module, name, never)
    monkeypatch.setattr(WORKSHOP, "do", never)
    client.force_login(anna)
    assert client.get(reverse("games:scenario_list")).status_code == 200
    for version in versions(own.pk):
        assert client.get(reverse("games:scenario", args=(version,))).status_code == 200
        game_id = game_create(scenario_id=version).game.pk
        page = client.get(reverse("games:table", args=(game_id,))).content.decode()
        shown = data_of(page)
        assert (
            shown["scenario"]["title"]
            == rulesets.scenario(version).page_data()["scenario"]["title"]
        )
        picture = client.get(shown["board"]["svg"])
        assert picture.content.startswith(b"<svg")
        rulesets.scenario(version).prepare()
        assert client.get(reverse("games:dice", args=(game_id,))).status_code == 200
        assert client.get(reverse("games:game_file", args=(game_id,))).status_code == 200


def test_what_was_kept_is_made_again_where_it_is_gone(anna: User, client: Client) -> None:
    own = scenario_bring(owner=anna, source=PLAIN, listed=True)
    address = boards.page_data(own.pk)["board"]["svg"]
    forget()
    storeroom.tidy(0)
    assert storeroom.kept_rules(own.pk) is None
    assert client.get(reverse("games:scenario", args=(own.pk,))).status_code == 200
    assert client.get(address).status_code == 200
    assert storeroom.kept_rules(own.pk) is not None


def test_who_finds_the_worker_busy_is_told_to_come_again(
    anna: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = scenario_bring(owner=anna, source=PLAIN, listed=True)
    forget()
    storeroom.tidy(0)
    monkeypatch.setattr(turns, "MOST_IN_ALL", 0)
    answer = client.get(reverse("games:scenario", args=(own.pk,)))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


@pytest.mark.parametrize(
    ("bound", "why"),
    [
        ("hexes", "the map has 346 hexes; at most 1 can be used"),
        ("counters", "counters; at most 1 can be used"),
        ("picture", "there is more on the map than can be drawn"),
    ],
)
def test_one_that_is_too_large_is_refused(
    bound: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "_shelves", [])  # as in the worker, which makes what others take
    monkeypatch.setattr(worker, "BOUNDS", replace(BOUNDS, **{bound: 1}))
    answer = worker.Check("own-large", PLAIN.replace("month: 6", "month: 2"), {}).answer()
    assert why in answer["wrong"][2]


def test_a_game_of_it_is_played_and_read_again(anna: User) -> None:
    mill_field(anna)
    own = scenario_bring(owner=anna, source=MINE, listed=True)
    game_id = game_create(scenario_id=own.pk).game.pk
    set_up(game_id)
    list(random_game(game_id, 3, 40))
    forget()
    game = loaded(game_id)
    assert next(iter(game.rules.board.hexes)).startswith("mill-field:")  # type: ignore[attr-defined]
    game.refresh()


def forget() -> None:
    """As another process begins."""
    shelf._given.clear()
    for kept in (rulesets.scenario, engine.ruleset, loader.load_scenario):
        kept.cache_clear()
    for shown in (boards.picture, sheets.sheet, sheets.picture_digest, order_of_battle):
        shown.cache_clear()


def test_the_process_that_answers_questions_is_given_the_card(anna: User) -> None:
    mill_field(anna)
    own = scenario_bring(owner=anna, source=MINE, listed=True)
    game_id = game_create(scenario_id=own.pk).game.pk
    game = loaded(game_id)
    game.refresh()
    glimpse = glimpse_of(game, Audience.PUBLIC)
    question = wire(AskLos(ref="1", source="mill-field:V2/0", target="mill-field:X2/0"))
    reply = SEATS.ask(own.pk, "a key", glimpse, question)
    assert reply.card is not None, reply.refused


def test_the_board_stays_as_it_was(anna: User) -> None:
    mill_field(anna)
    own = scenario_bring(owner=anna, source=MINE, listed=False)
    anna.boards.all().delete()
    card = find_card(own.pk)
    assert card is not None
    assert card.boards.keys() == {"mill-field"}
    with pytest.raises(BadCard, match="Line 11: board: must be one of"):
        scenario_bring(owner=anna, source=MINE, listed=False)


def test_nobody_uses_the_boards_of_another(anna: User) -> None:
    mill_field(User.objects.create_user("boris"))
    with pytest.raises(BadCard, match="must be one of"):
        scenario_bring(owner=anna, source=MINE, listed=False)


DEEP = "[" * 3000 + "]" * 3000
BOMB = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))

BAD: Mapping[str, tuple[str, str]] = {
    "an unknown unit": (CARD.replace("ger-467: 4", "ger-476: 4"), r"Line 29: sides\.a.*ger-476"),
    "a missing field": (CARD.replace("turns: 3\n", ""), "Line 1: field 'turns' is missing"),
    "a hex too many": (CARD.replace("W2-W3", "ZZ2"), r"sides\.a\.groups\[0\]\.area"),
    "too long a game": (CARD.replace("turns: 3", "turns: 9999"), "at most 40"),
    "an army": (CARD.replace("ger-467: 4", "ger-467: 99999999"), "at most 200"),
    "a sea of mines": (CARD.replace("mines: 12", "mines: 99999999999"), "at most 200"),
    "aliases": ("a0: &a0 x\n" + BOMB + CARD, "Line 1: has a YAML anchor"),
    "a tag": (CARD.replace("turns: 3", "turns: !!python/object:os.system 3"), "Line 14: .*tag"),
    "a directive": ("%YAML 1.1\n---\n" + CARD, "YAML version"),
    "deep": (CARD + f"deep: {DEEP}\n", "more than 12 groups deep"),
    "many values": (CARD + "".join(f"x{n}: 1\n" for n in range(3000)), "more than 4,000 values"),
    "a long value": (CARD.replace("East of Kolodets", "x" * 5000), "over 4,000 characters"),
    "a huge number": (CARD.replace("turns: 3", "turns: " + "9" * 3999), "at most 40|is none"),
    "no day": (CARD.replace("date: 15 June 1943", "date: 1943-02-31"), "is none|must be text"),
    "two documents": (CARD + "\n---\nx: 1\n", "Line "),
    "twice the same": (CARD + "\nturns: 4\n", "Line "),
    "no YAML": ("{[", "Line 1"),
    "NUL": ("\0", "Line 1"),
    "too long": ("#" * 70_000, "longer than 60,000"),
    "a path for a board": (CARD.replace("board: so1", "board: ../../etc/passwd"), "Line 11: board"),
}


@pytest.mark.parametrize(("source", "why"), BAD.values(), ids=BAD)
def test_what_is_no_card_is_refused_by_line_and_field(anna: User, source: str, why: str) -> None:
    with pytest.raises(BadCard, match=why):
        scenario_bring(owner=anna, source=source, listed=True)
    assert not OwnScenario.objects.exists()


def test_cards_that_were_spoilt_at_random_are_read_or_refused(anna: User) -> None:
    """No answer is the server's failure: each is a scenario, or BadCard with a line."""
    rng, lines = random.Random(7), CARD.splitlines()
    said: list[str] = []
    for _ in range(12):
        spoilt = list(lines)
        for _ in range(2):
            at = rng.randrange(len(spoilt))
            word = rng.choice(["", "x: ", "- ", "3", "[1, 2]", "{}", "null", "~", "sides:", '"'])
            head = spoilt[at].partition(":")[0]
            spoilt[at] = rng.choice([word, f"{head}: {word}", spoilt[rng.randrange(len(spoilt))]])
        try:
            scenario_bring(owner=anna, source="\n".join(spoilt), listed=False).delete()
        except BadCard as bad:
            said.append(str(bad))
    assert all(why.startswith("Line ") for why in said)
    assert not any("holds something that cannot be used" in why for why in said)


def test_there_are_so_many_at_most(anna: User) -> None:
    for number in range(MOST_SCENARIOS):
        OwnScenario.objects.create(id=f"own-{number}", owner=anna, title="x", source="x")
    with pytest.raises(TooMany):
        scenario_bring(owner=anna, source=PLAIN, listed=False)


def test_it_is_taken_away_and_games_of_it_go_on(anna: User, client: Client) -> None:
    own = scenario_bring(owner=anna, source=PLAIN, listed=True)
    game_id = game_create(scenario_id=own.pk).game.pk
    scenario_remove(scenario_id=own.pk)
    assert OwnScenario.objects.get().withdrawn
    forget()
    set_up(game_id)
    client.force_login(anna)
    new = reverse("games:new_game")
    assert client.post(new, {"scenario": own.pk, "side": "a"}).status_code == 422
    Game.objects.all().delete()
    scenario_remove(scenario_id=own.pk)
    assert not OwnScenario.objects.exists()
    assert client.get(reverse("games:scenario", args=(own.pk,))).status_code == 404


def test_the_pages(anna: User, client: Client) -> None:
    mine = reverse("games:own_scenarios")
    assert client.get(mine).status_code == 302
    client.force_login(anna)
    assert client.get(mine).status_code == 200
    wrong = client.post(mine, {"text": CARD.replace("elr: 3", "elr: 9")})
    assert wrong.status_code == 422
    assert "sides.a.elr: must be at most 5, not 9" in wrong.content.decode()
    file = SimpleUploadedFile("mine.yaml", CARD.encode())
    made = client.post(mine, {"file": file, "listed": "on"}, follow=True)
    assert "Everybody may see and play it" in made.content.decode()
    own = OwnScenario.objects.get()
    assert own.pk in client.get(reverse("games:scenario_list")).content.decode()
    source = client.get(reverse("games:own_source", args=(own.pk,)))
    assert source.content.decode() == CARD
    client.post(reverse("games:own_listed", args=(own.pk,)))
    assert not OwnScenario.objects.get().listed
    other = Client()
    other.force_login(User.objects.create_user("boris"))
    for name in ("own_listed", "own_remove"):
        assert other.post(reverse(f"games:{name}", args=(own.pk,))).status_code == 403
    assert other.get(reverse("games:own_source", args=(own.pk,))).status_code == 403
    client.post(reverse("games:own_remove", args=(own.pk,)))
    assert not OwnScenario.objects.exists()
