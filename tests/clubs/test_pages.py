"""Every page of clubs and every post, for every role and for nobody."""

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs import urls
from games.clubs.models import Act, Club, Event, Membership, Pairing, RatingEntry
from games.clubs.models.choices import Role
from games.clubs.services.clubs import club_create, club_join, club_leave, invitation_renew
from games.clubs.services.events import Plan, event_create, event_finish
from games.clubs.services.rounds import round_draw
from games.models import SecretLook, User
from games.services.holding import game_conclude
from rules.kernel.audience import Side
from tests.clubs.arranging import FIXED, both_sit, event_with, pairings, people, published

pytestmark = pytest.mark.django_db
ROLES = ("organiser", "director", "player", "member", "stranger", "nobody")


class Stage:
    """An event with a round that is played and one that is drawn, and somebody of every role."""

    def __init__(self, *, private: bool) -> None:
        organiser, director, member, stranger = people("olga", "dora", "mara", "stig")
        self.club = club_create(name="Hex Club", page="", private=private, founder=organiser)
        plan = Plan("Autumn", protocol=FIXED, private=private)
        self.event: Event = event_with(self.club, organiser, 4, plan=plan)
        self.event.directors.add(director)
        Membership.objects.create(club=self.club, user=member)
        self.pairing: Pairing = pairings(published(self.event, organiser))[0]
        both_sit(self.pairing)
        self.people: dict[str, User | None] = {
            "organiser": organiser,
            "director": director,
            "player": self.pairing.one.user,
            "member": member,
            "stranger": stranger,
            "nobody": None,
        }

    def client(self, role: str) -> Client:
        client, user = Client(), self.people[role]
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def address(self, name: str) -> str:
        parts = {
            "club_id": self.club.pk,
            "event_id": self.event.pk,
            "pairing_id": self.pairing.pk,
            "username": "anna",
        }
        (route,) = [one for one in urls.urlpatterns if one.name == name]
        kwargs = {key: value for key, value in parts.items() if f":{key}>" in str(route.pattern)}
        return reverse(f"clubs:{name}", kwargs=kwargs)


@pytest.fixture
def stage(request: pytest.FixtureRequest) -> Stage:
    return Stage(private=getattr(request, "param", False))


# Who gets what, in the order of ROLES: of a public club, then of a private one.
LOGIN = 302
GETS: dict[str, tuple[str, str]] = {
    "list": ("200 200 200 200 200 200", "200 200 200 200 200 200"),
    "ratings": ("200 200 200 200 200 200", "200 200 200 200 200 200"),
    "balance": ("200 200 200 200 200 200", "200 200 200 200 200 200"),
    "balance_csv": ("200 200 200 200 200 200", "200 200 200 200 200 200"),
    "new": ("200 200 200 200 200 302", "200 200 200 200 200 302"),
    "club": ("200 200 200 200 200 200", "200 404 200 200 404 404"),
    "boards": ("200 200 200 200 200 200", "200 404 200 200 404 404"),
    "edit": ("200 403 403 403 403 302", "200 404 403 403 404 302"),
    "event_new": ("200 403 403 403 403 302", "200 404 403 403 404 302"),
    "event": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "sheet": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "embed": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "standings_csv": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "pairings_csv": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "trf": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "calendar": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "pairing": ("200 200 200 200 200 200", "200 200 200 200 404 404"),
    "desk": ("200 200 403 403 403 302", "200 200 403 403 404 302"),
    "inspect": ("200 200 403 403 403 302", "200 200 403 403 404 302"),
    "change": ("200 200 403 403 403 302", "200 200 403 403 404 302"),
}
POSTS: dict[str, tuple[str, str]] = {
    "join": ("302 302 302 302 302 302", "302 403 302 302 403 302"),
    "boards": ("302 302 302 302 302 302", "302 404 302 302 404 404"),
    "leave": ("302 302 302 302 302 302", "302 404 302 302 404 302"),
    "invite": ("302 403 403 403 403 302", "302 404 403 403 404 302"),
    "role": ("302 403 403 403 403 302", "302 404 403 403 404 302"),
    "enter": ("302 302 302 302 302 302", "302 302 302 302 404 302"),
    "answer": ("302 302 302 302 302 302", "302 302 302 302 404 302"),
    "event_leave": ("403 403 302 403 403 302", "403 403 302 403 404 302"),
    "act": ("302 302 403 403 403 302", "302 302 403 403 404 302"),
    "pairing_act": ("403 403 302 403 403 302", "403 403 302 403 404 302"),
    "decide": ("302 302 403 403 403 302", "302 302 403 403 404 302"),
    "inspect": ("422 422 403 403 403 302", "422 422 403 403 404 302"),
    "change": ("422 422 403 403 403 302", "422 422 403 403 404 302"),
}
GIVEN = {
    "role": {"user": "1", "role": "member"},
    "act": {"do": "announce", "words": "Lunch"},
    "pairing_act": {"do": "sit"},
    "decide": {"kind": "adjudicated", "result": "one", "why": "hopeless"},
}
MORE = {"rating", "meeting", "board_text", "board_image"}
"""Looked at by tests of their own."""


def test_every_address_is_asked_for() -> None:
    names = {one.name for one in urls.urlpatterns}
    assert names == {*GETS, *POSTS, *MORE}


@pytest.mark.parametrize("stage", [False, True], ids=["public", "private"], indirect=True)
def test_pages_by_role(stage: Stage) -> None:
    for name, expected in GETS.items():
        found = [stage.client(role).get(stage.address(name)).status_code for role in ROLES]
        assert " ".join(map(str, found)) == expected[stage.club.private], name


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("private", [False, True], ids=["public", "private"])
@pytest.mark.parametrize("name", POSTS)
def test_posts_by_role(name: str, private: bool) -> None:
    stage = Stage(private=private)
    found = [
        stage.client(role).post(stage.address(name), GIVEN.get(name, {})).status_code
        for role in reversed(ROLES)
    ]
    assert " ".join(map(str, reversed(found))) == POSTS[name][private]


def test_a_round_that_is_only_drawn_is_shown_to_directors_alone(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    row = round_draw(event_id=event.pk, by=td, scenarios=["toy"])
    address = reverse("clubs:event", args=(event.pk,))
    assert b"data-round" not in Client().get(address).content
    pairing = reverse("clubs:pairing", args=(pairings(row)[0].pk,))
    assert Client().get(pairing).status_code == 404
    client = Client()
    client.force_login(td, backend="django.contrib.auth.backends.ModelBackend")
    assert b"data-round" in client.get(reverse("clubs:desk", args=(event.pk,))).content


def test_a_player_who_directs_does_not_look_into_his_own_game(stage: Stage) -> None:
    stage.event.directors.add(stage.pairing.one.user)
    client = stage.client("player")
    assert client.get(stage.address("inspect")).status_code == 403
    given = {"side": "a", "why": "only a glance at it", "confirmed": "on"}
    assert client.post(stage.address("inspect"), given).status_code == 403
    assert not SecretLook.objects.exists()


def test_a_director_looks_after_he_has_said_why(stage: Stage) -> None:
    client = stage.client("director")
    given = {"side": "a", "why": "B asks about the pillbox", "confirmed": "on"}
    assert client.post(stage.address("inspect"), {**given, "why": "short"}).status_code == 422
    assert not SecretLook.objects.exists()
    page = client.post(stage.address("inspect"), given)
    assert page.status_code == 200
    assert SecretLook.objects.get().user == stage.people["director"]
    shown = stage.client("nobody").get(stage.address("event")).content.decode()
    assert "B asks about the pillbox" in shown


def _end(stage: Stage) -> None:
    for pairing in pairings(stage.event.rounds.get()):
        game = both_sit(pairing)
        side = Side.A if pairing.side_a == "one" else Side.B
        game_conclude(game_id=game.pk, winner=side, words="agreed")
    organiser = stage.people["organiser"]
    assert organiser is not None
    event_finish(event_id=stage.event.pk, by=organiser)


def test_files_say_what_the_page_says(stage: Stage) -> None:
    _end(stage)
    client = stage.client("nobody")
    standing = client.get(stage.address("standings_csv")).content.decode().splitlines()
    assert standing[0].startswith("rank,number,player,won,lost,Points")
    assert [line.split(",")[3:6] for line in standing[1:]] == [["1", "0", "3"]] * 2 + [
        ["0", "1", "0"]
    ] * 2
    pairs = client.get(stage.address("pairings_csv")).content.decode().splitlines()
    assert pairs[1].startswith("1,1,anna,cora,1–0,")
    trf = client.get(stage.address("trf")).content.decode().splitlines()
    anna = next(line for line in trf if "anna" in line)
    assert (anna[:3], anna[4:8], anna[80:84]) == ("001", "   1", " 1.0")
    assert anna[91:99] == "   3 w 1"
    cora = next(line for line in trf if "cora" in line)
    assert cora[91:99] == "   1 b 0"
    calendar = client.get(stage.address("calendar")).content.decode()
    assert "SUMMARY:Hex Club: Autumn" in calendar
    assert client.get(stage.address("embed")).headers.get("X-Frame-Options") is None
    assert "frame-ancestors *" in client.get(stage.address("embed"))["Content-Security-Policy"]


def test_a_round_that_is_open_has_blanks_in_the_report_file(stage: Stage) -> None:
    """TRF16 has no sign for a game that has no result yet."""
    trf = stage.client("nobody").get(stage.address("trf")).content.decode().splitlines()
    rows = [line for line in trf if line.startswith("001")]
    assert [line[89:] for line in rows] == [f"  {'':8}"] * len(rows)


def test_a_rating_has_a_page_with_its_history(stage: Stage) -> None:
    assert stage.client("nobody").get(stage.address("rating")).status_code == 404
    _end(stage)
    assert RatingEntry.objects.count() == 4
    page = stage.client("nobody").get(stage.address("rating")).content.decode()
    assert "provisional" in page
    assert page.count("<circle") == 2


def test_an_invitation_opens_a_private_club(td: User) -> None:
    club = club_create(name="Ours", page="", private=True, founder=td)
    token = invitation_renew(club_id=club.pk, by=td)
    (guest,) = people("guest")
    client = Client()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("clubs:club", args=(club.pk,))
    assert client.get(address).status_code == 404
    assert client.get(f"{address}?invitation=wrong").status_code == 404
    assert client.get(f"{address}?invitation={token}").status_code == 200
    client.post(reverse("clubs:join", args=(club.pk,)), {"invitation": token})
    assert Membership.objects.get(user=guest).role == Role.MEMBER
    invitation_renew(club_id=club.pk, by=td)
    club_leave(club_id=club.pk, user=guest)
    assert client.get(f"{address}?invitation={token}").status_code == 404


def test_who_asks_to_join_waits_for_an_organiser(club: Club, td: User) -> None:
    (guest,) = people("guest")
    assert club_join(club_id=club.pk, user=guest) is Role.ASKED
    assert club_join(club_id=club.pk, user=guest) is Role.ASKED
    client = Client()
    client.force_login(td, backend="django.contrib.auth.backends.ModelBackend")
    given = {"user": str(guest.pk), "role": "member"}
    client.post(reverse("clubs:role", args=(club.pk,)), given)
    assert Membership.objects.get(user=guest).role == Role.MEMBER


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"do": "draw", "by_hand": "one-two"}, "written like 3-7"),
        ({"do": "forbid", "one": "x", "other": "2", "why": "so"}, "Give a number as one"),
        ({"do": "enter", "username": "who"}, "no account of that name"),
        ({"do": "freeze", "why": " "}, "Say why"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(
    stage: Stage, given: dict[str, str], words: str
) -> None:
    client, before = stage.client("director"), Act.objects.count()
    page = client.post(stage.address("act"), given, follow=True).content.decode()
    assert words in page
    assert Act.objects.count() == before


def test_an_unknown_act_is_forbidden(stage: Stage) -> None:
    assert stage.client("director").post(stage.address("act"), {"do": "cheat"}).status_code == 403


def test_a_name_is_no_formula_in_a_spreadsheet(club: Club, td: User) -> None:
    event = event_create(club_id=club.pk, by=td, plan=Plan("Formulas", protocol=FIXED))
    (user,) = people("+cmd")
    event.entries.create(user=user, number=1)
    page = Client().get(reverse("clubs:standings_csv", args=(event.pk,))).content.decode()
    assert "'+cmd" in page
