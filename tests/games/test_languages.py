"""Languages: who reads which, and that nobody's choice is told to anybody else."""

import ast
import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from games import rulesets
from games.catalogues.making import languages
from games.catalogues.sources import ROOT
from games.languages import english, told_of
from games.models import BulletinRow, Game, User
from games.models.choices import Flag, LookKind, ProposalKind, Timing, Together, ViewDelay
from games.selectors.house import house_of, terms_words
from games.services import Created, Wishes, game_create
from games.services.proposals import Wish, agree, propose
from games.services.turn_mails import Waiting, turns_mail
from games.timekeeping import Terms
from games.views.languages import words_address
from games.worded import Worded
from rules.kernel.audience import Side
from tests.games.playing import random_game

A, B = Side
PASSWORD = "Sechs-Hexes-6"
EVERY = ("en", *languages())
LOBBY = {"en": "Open games", "de": "Offene Partien", "sv": "Öppna partier"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("anna", "anna@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A test that leaves a language behind would hide what another shows."""
    yield
    translation.deactivate()


def asking(language: str, user: User | None = None) -> Client:
    """A browser that asks for a language."""
    client = Client(headers={"Accept-Language": language})
    if user:
        client.force_login(user)
    return client


def read(client: Client, address: str = "/") -> str:
    return client.get(address).content.decode()


def reads(client: Client) -> str:
    """The language of the lobby that somebody is given."""
    (language,) = [code for code, words in LOBBY.items() if words in read(client)]
    return language


# -- whose words --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", EVERY)
def test_a_browser_is_given_what_it_asks_for(language: str) -> None:
    answer = asking(f"{language},en;q=0.1").get("/")
    assert f'<html lang="{language}">' in answer.content.decode()
    assert answer["Content-Language"] == language
    assert {"Cookie", "Accept-Language"} <= {one.strip() for one in answer["Vary"].split(",")}
    assert LOBBY[language] in answer.content.decode()


def test_a_language_that_is_not_spoken_is_english() -> None:
    assert reads(asking("fi")) == "en"


@pytest.mark.parametrize("language", EVERY)
def test_what_is_chosen_is_kept_in_the_browser(language: str) -> None:
    client = asking("sv" if language == "de" else "de")
    answer = client.post(reverse("language"), {"language": language, "next": "/scenarios/?x=1"})
    assert answer.headers["Location"] == "/scenarios/?x=1"
    assert reads(client) == language


def test_what_is_chosen_goes_with_the_account_into_another_browser(anna: User) -> None:
    asking("en", anna).post(reverse("language"), {"language": "sv"})
    assert reads(asking("de", anna)) == "sv"
    assert reads(asking("de")) == "de"


def test_what_this_browser_chose_comes_before_the_account(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="sv")
    client = asking("en", anna)
    client.cookies["django_language"] = "de"
    assert reads(client) == "de"


@pytest.mark.parametrize("language", ["fr", "xx", "", "../de"])
def test_no_account_is_told_a_language_that_is_not_spoken(anna: User, language: str) -> None:
    client = asking("de", anna)
    client.post(reverse("language"), {"language": language})
    anna.refresh_from_db()
    assert anna.language == ""
    assert reads(client) == "de"


def test_a_choice_leads_to_no_other_site() -> None:
    form = {"language": "de", "next": "https://elsewhere.example/"}
    assert asking("en").post(reverse("language"), form).headers["Location"] == "/"


def test_a_choice_needs_its_token() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("language"), {"language": "de"}).status_code == 403
    assert client.get(reverse("language")).status_code == 405


def test_the_choice_leads_back_to_the_seat(toy: Created) -> None:
    table = f"{reverse('games:table', args=(toy.game.pk,))}?seat={toy.seats[A].token}"
    assert f'name="next" value="{table}"' in read(Client(), table)


def test_a_new_account_keeps_the_language_it_was_made_in(settings: Settings) -> None:
    settings.MAIL = False
    form = {"username": "berta", "password1": PASSWORD, "password2": PASSWORD}
    asking("sv").post(reverse("account_signup"), form)
    assert User.objects.get(username="berta").language == "sv"


# -- pages --------------------------------------------------------------------------------------

PAGES = (
    "games:lobby", "games:open_list", "games:scenario_list", "games:new_game", "games:open_file",
    "games:board_list", "games:own_scenarios", "games:dice_help", "clubs:list", "clubs:new",
    "clubs:ratings", "account_login", "account_signup", "account_logout", "account_change_password",
    "account_email", "account_notices", "account_reset_password", "account_inactive",
)  # fmt: skip
OF_A_GAME = ("game", "table", "replay", "dice", "back", "change", "renew", "sit")


@pytest.mark.parametrize("language", EVERY)
def test_every_page_is_in_the_readers_language(
    language: str, anna: User, settings: Settings
) -> None:
    settings.MAIL = True
    client, visitor = asking(language, anna), asking(language)
    addresses = [reverse(name) for name in PAGES]
    addresses += [
        reverse("games:scenario", args=(rulesets.scenario_ids()[0],)),
        reverse("games:player", args=("anna",)),
        "/nothing/",
    ]
    for address in addresses:
        for one in (client, visitor):
            answer = one.get(address)
            if answer.status_code == 302:
                continue
            page = answer.content.decode()
            assert f'<html lang="{language}">' in page, address
            assert ('src="/words/' in page) is (language != "en"), address
            assert page.count('aria-current="true"') == 1, address


@pytest.mark.parametrize("language", EVERY)
def test_every_page_of_a_game_is_in_the_readers_language(language: str, anna: User) -> None:
    created = game_create(
        scenario_id=rulesets.scenario_ids()[0],
        sides=dict.fromkeys(Side, anna),
        wishes=Wishes(together=Together.HOT_SEAT),
    )
    client = asking(language, anna)
    seat = f"?seat={created.seats[A].token}"
    for name in OF_A_GAME:
        answer = client.get(reverse(f"games:{name}", args=(created.game.pk,)) + seat)
        if answer.status_code == 405:
            continue
        assert f'<html lang="{language}">' in answer.content.decode(), name


def test_what_cards_say_is_marked_as_english() -> None:
    scenario = rulesets.scenario_ids()[0]
    card = rulesets.card(scenario)
    page = read(asking("de"), reverse("games:scenario", args=(scenario,)))
    assert "Sonderregeln" in page
    assert f'<p lang="en">{card["victory"][:20]}' in page


def test_forms_say_what_is_wrong_in_the_readers_language(anna: User) -> None:
    answer = asking("de", anna).post(reverse("games:new_game"), {"scenario": "none"})
    assert "Dieses Feld ist zwingend erforderlich" in answer.content.decode()


# -- scripts' words -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_the_scripts_words_are_kept_for_ever_and_change_their_address(language: str) -> None:
    address = words_address(language)
    answer = Client(headers={"Accept-Language": "en"}).get(address)
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "")
    assert "Content-Language" not in answer
    found = re.search(r"const newcatalog = ({.*?});\n", answer.content.decode(), re.DOTALL)
    assert found is not None
    words = json.loads(found[1])
    with translation.override(language):
        assert words["Game over"] != "Game over"
    assert Client().get(address.replace(".js", "0.js")).status_code == 404


def test_english_needs_no_catalogue_and_others_have_none() -> None:
    assert words_address("en") == ""
    digest = words_address("de").split(".")[1]
    assert Client().get(reverse("words", args=("fr", digest))).status_code == 404


def test_what_every_cache_keeps_has_no_words(toy: Created) -> None:
    answer = asking("de").get(reverse("games:our_image", args=("valley",)))
    if answer.status_code == 404:
        names = re.findall(r"/boards/ours/([\w-]+)\.svg", read(Client(), "/boards/"))
        answer = asking("de").get(reverse("games:our_image", args=(names[0],)))
    assert "public" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "")
    assert "Content-Language" not in answer


# -- nobody's language reaches anybody else -------------------------------------------------------


def a_game_with_all_that_is_asked() -> Game:
    """A clock, a view agreed on, a break and a result asked for."""
    wishes = Wishes(terms=Terms(Timing.TOTAL, timedelta(hours=1)), flag=Flag.CLAIM)
    users = {side: User.objects.create_user(f"player {side}") for side in Side}
    game = game_create(scenario_id="skirmish", sides=users, wishes=wishes).game
    propose(game_id=game.pk, side=A, wish=Wish(ProposalKind.VIEW, None, ViewDelay.TURN))
    (asked,) = house_of(game.pk)["asked"]
    when = datetime.fromisoformat(asked["asked"])
    agree(game_id=game.pk, side=B, kind=ProposalKind.VIEW, asked=when)
    until = timezone.now() + timedelta(hours=2)
    propose(game_id=game.pk, side=A, wish=Wish(ProposalKind.BREAK, until))
    propose(game_id=game.pk, side=A, wish=Wish(ProposalKind.VIEW, None, ViewDelay.DAY))
    return game


@pytest.mark.parametrize("language", languages())
def test_what_is_sent_to_a_whole_table_is_the_same_whoever_moved_it(language: str) -> None:
    """A house frame is made once, in the context of whose request moved it, and sent to all."""
    game = a_game_with_all_that_is_asked()
    frames = []
    for one in ("en", language):
        with translation.override(one):
            house = house_of(game.pk)
            house["clock"] = {**house["clock"], "elapsed": 0}
            frames.append(json.dumps(house))
    assert frames[0] == frames[1]
    assert "Game Turn" not in frames[0]


@pytest.mark.parametrize("language", languages())
def test_what_is_stored_of_a_step_is_the_same_whoever_played_it(language: str) -> None:
    stored = []
    for one in ("en", language):
        game_id = game_create(scenario_id="toy", master=b"m" * 32).game.pk
        with translation.override(one):
            assert list(random_game(game_id, seed=3, steps=8))
        rows = BulletinRow.objects.filter(game=game_id).order_by("audience", "number")
        frames = [bytes(row.frame).replace(str(game_id).encode(), b"") for row in rows]
        stored.append((frames, Game.objects.get(pk=game_id).headline))
    assert stored[0] == stored[1]


ROOMS = (
    "services", "hub", "questions", "clubs/services", "clubs/core", "consumers.py", "live.py",
    "wire.py", "computer.py", "clubs/consumers.py", "clubs/live.py", "clubs/exports.py",
)  # fmt: skip
"""What stores, or sends to several people at once."""


def _shared() -> list[Path]:
    found = [ROOT / "games" / name for name in ROOMS]
    return sorted(
        one for path in found for one in (path.rglob("*.py") if path.is_dir() else [path])
    )


@pytest.mark.parametrize("path", _shared(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_stores_or_sends_to_several_speaks_nobodys_language(path: Path) -> None:
    """Labels are lazy: put into a sentence they would take the language of whoever is asking."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {
        id(node)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "english"
        for node in ast.walk(call)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            names = {alias.name for alias in node.names}
            assert names <= {"gettext_noop"} or path.stem == "turn_mails", names
        if isinstance(node, ast.Attribute) and path.parent.name != "core":
            is_words = node.attr == "label" or node.attr.endswith("_display")
            assert not is_words or id(node) in inside, f"{path.name}:{node.lineno}"


def test_words_are_english_where_they_are_stored() -> None:
    with translation.override("de"):
        assert str(LookKind.RECORDS_A.label).startswith("Die geheimen")
        assert english(LookKind.RECORDS_A.label) == "The secret records of side A"


def test_a_refusal_waits_for_its_reader() -> None:
    error = Worded("Strike %(strikes)s, and rank all others.", strikes=2)
    with translation.override("de"):
        assert str(error) == "Strike 2, and rank all others."
        assert told_of(error) == "Streiche 2 und ordne alle anderen."
    assert told_of(Worded("50% of %(n)s")) == "50% of %(n)s"


def test_a_page_says_the_clock_in_its_readers_language() -> None:
    game = a_game_with_all_that_is_asked()
    page = read(asking("de"), reverse("games:game", args=(game.pk,)))
    assert "60 Minuten je Seite; danach darf die Partie beansprucht werden" in page
    with translation.override("sv"):
        assert terms_words(game.clock).startswith("60 minuter per sida")


def test_numbers_choose_the_form_of_a_sentence(anna: User) -> None:
    clubs = asking("de", anna)
    clubs.post(reverse("clubs:new"), {"name": "Hex und Counter"})
    (address,) = set(re.findall(r'href="(/clubs/[0-9a-f-]+/)"', read(clubs, "/clubs/")))
    assert "1 Mitglied ·" in read(clubs, address)


# -- mails --------------------------------------------------------------------------------------


def test_a_mail_speaks_its_readers_language_whoever_sets_it_off(
    anna: User, settings: Settings
) -> None:
    settings.MAIL = True
    User.objects.filter(pk=anna.pk).update(language="sv")
    asking("de").post(reverse("account_reset_password"), {"email": anna.email})
    (sent,) = mail.outbox
    assert sent.subject == "Sealed Orders: Ett nytt lösenord"
    assert "inom två timmar" in sent.body


@pytest.mark.parametrize(
    ("language", "subject"),
    [
        ("en", "2 games wait for you"),
        ("de", "2 Partien warten auf dich"),
        ("sv", "2 partier väntar på dig"),
    ],
)
def test_a_turn_mail_is_in_the_language_that_is_active(language: str, subject: str) -> None:
    games = [Waiting("First Light", "The German sets up.", "https://x.example/")] * 2
    with translation.override(language):
        sent = turns_mail("anna", "anna@example.org", games)
    assert sent.subject == f"Sealed Orders: {subject}"
