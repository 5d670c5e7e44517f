"""A director changes a position by what everybody sees; who may watch a private event's games."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs.models import Act, Club, Membership, Pairing
from games.clubs.selectors.watching import may_watch
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.clubs import club_create
from games.clubs.services.directing import position_change
from games.clubs.services.events import Plan, event_freeze
from games.models import Game, User
from games.selectors.documents import audience_view
from games.selectors.house import house_of, stands_beside
from games.selectors.seats import NotInvited, turned_away, visitor, visitor_with_cookies
from games.services.holding import game_hold
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from tests.clubs.arranging import FIXED, both_sit, event_with, pairings, people, published
from tests.games.playing import loaded, set_up

pytestmark = pytest.mark.django_db
WHY = "he had a foot on the wrong hex"


def login(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def live(club: Club, td: User) -> Pairing:
    """A pairing whose game has been set up."""
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td, ("skirmish",)))[0]
    set_up(both_sit(pairing).pk)
    pairing.refresh_from_db()
    return pairing


def ruling(*edits: dict[str, Any]) -> bytes:
    return json.dumps({"edits": edits}).encode()


def game_of(pairing: Pairing) -> Game:
    assert pairing.game is not None
    return pairing.game


def some_unit(pairing: Pairing) -> Unit:
    return next(iter(loaded(game_of(pairing).pk).world.all(Unit)))


def broken(pairing: Pairing) -> bytes:
    unit = some_unit(pairing)
    return ruling({"edit": "alter", "key": f"unit:{unit.id}", "fields": {"broken": True}})


def test_a_director_changes_what_everybody_sees_and_both_read_it(live: Pairing, td: User) -> None:
    unit = some_unit(live)
    game_hold(game_id=game_of(live).pk)
    position_change(pairing_id=live.pk, by=td, ruling=broken(live), why=WHY)
    assert loaded(game_of(live).pk).world.get(Unit, unit.id).broken
    assert WHY in Act.objects.latest("pk").words
    assert "broken no → yes" in Act.objects.latest("pk").words
    for side in Side:
        page = login(live.one.user).get(reverse("games:game", args=(game_of(live).pk,)))
        assert page.status_code == 200
        document = audience_view(game_of(live).pk, side.audience).document
        face = json.loads(document.faces[f"unit:{unit.id}"])
        assert face["broken"]


def test_what_is_hidden_is_not_there_for_a_director(live: Pairing, td: User) -> None:
    """Neither what only a side sees, nor whether there is anything of that name."""
    public = {*audience_view(game_of(live).pk, Audience.PUBLIC).document.faces}
    own = {
        key
        for side in Side
        for key in audience_view(game_of(live).pk, side.audience).document.faces
        if key not in public
    }
    assert own
    before = Act.objects.count()
    words = set()
    for key in [*own, "unit:nobody", "mines:a:X2"]:
        edit = {"edit": "remove", "key": key}
        with pytest.raises(NotNow) as refused:
            position_change(pairing_id=live.pk, by=td, ruling=ruling(edit), why=WHY)
        words.add(str(refused.value))
    assert words == {"That is not on the table any more."}
    assert Act.objects.count() == before


def test_who_may_not_rule(live: Pairing, td: User) -> None:
    event = live.round.event
    (mara,) = people("mara")
    with pytest.raises(Denied):
        position_change(pairing_id=live.pk, by=mara, ruling=broken(live), why=WHY)
    event.directors.add(live.one.user)
    with pytest.raises(NotNow, match="Another director"):
        position_change(pairing_id=live.pk, by=live.one.user, ruling=broken(live), why=WHY)
    with pytest.raises(NotNow, match="Say why"):
        position_change(pairing_id=live.pk, by=td, ruling=broken(live), why=" ")
    assert login(live.one.user).get(reverse("clubs:change", args=(live.pk,))).status_code == 403


def test_the_page_writes_down_and_has_it_so(live: Pairing, td: User) -> None:
    client, address = login(td), reverse("clubs:change", args=(live.pk,))
    edits = json.dumps(json.loads(broken(live))["edits"])
    page = client.post(address, {"edits": edits, "act": "ask"})
    assert page.status_code == 422
    assert "Say why" in page.content.decode()
    assert client.post(address, {"edits": edits, "act": "ask", "why": WHY}).status_code == 302
    assert some_unit(live).broken
    again = client.post(address, {"edits": edits, "act": "ask", "why": WHY})
    assert "That is so already" in again.content.decode()


def test_a_stopped_game_says_so_beside_the_table(live: Pairing, td: User) -> None:
    who = visitor(game_of(live).pk, "")
    assert not house_of(game_of(live).pk)["held"]
    event_freeze(event_id=live.round.event.pk, by=td, why="fire drill", frozen=True)
    assert house_of(game_of(live).pk)["held"]
    assert stands_beside(who)


@pytest.fixture
def private(td: User) -> Pairing:
    """A live pairing of a private event."""
    club = club_create(name="Ours", page="", private=True, founder=td)
    plan = Plan("Autumn", protocol=FIXED, private=True)
    pairing = pairings(published(event_with(club, td, 4, plan=plan), td))[0]
    both_sit(pairing)
    pairing.refresh_from_db()
    return pairing


def test_members_alone_watch_the_games_of_a_private_event(private: Pairing, td: User) -> None:
    game = game_of(private)
    assert game.private
    mara, stig = people("mara", "stig")
    Membership.objects.create(club=private.round.event.club, user=mara)
    for user, status in ((mara, 200), (td, 200), (stig, 403), (None, 403)):
        client = login(user) if user else Client()
        for name in ("table", "replay", "house"):
            found = client.get(reverse(f"games:{name}", args=(game.pk,))).status_code
            assert found == status, (user, name)
    assert "Watch" in login(mara).get(reverse("clubs:pairing", args=(private.pk,))).content.decode()
    watching = visitor(game.pk, "", mara.pk)
    assert watching.audience is Audience.PUBLIC
    assert turned_away([watching]) == {}
    Membership.objects.filter(user=mara).delete()
    assert turned_away([watching]) == {watching: ""}
    with pytest.raises(NotInvited):
        visitor(game.pk, "x" * 20, mara.pk)


def test_a_socket_of_a_member_and_of_nobody(private: Pairing) -> None:
    game = game_of(private)
    (mara,) = people("mara")
    Membership.objects.create(club=private.round.event.club, user=mara)
    cookies = f"sessionid={login(mara).cookies['sessionid'].value}"
    assert visitor_with_cookies(game.pk, "", cookies).user_id == mara.pk
    for strange in ("", "sessionid=forged"):
        with pytest.raises(NotInvited):
            visitor_with_cookies(game.pk, "", strange)
    assert not may_watch(game.pk, None)


def test_a_private_game_of_no_event_is_watched_by_invitation_alone(private: Pairing) -> None:
    game = game_of(private)
    Pairing.objects.filter(pk=private.pk).update(game=None)
    with pytest.raises(NotInvited):
        visitor(game.pk, "", private.one.user.pk)
