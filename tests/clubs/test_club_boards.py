"""Boards that members show in their club: who shows them, who sees them, who takes them back."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs.models import Club, Membership
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.clubs import board_lend, board_take_back, club_create, club_leave
from games.models import OwnBoard, User
from games.selectors.boards import board_lines, board_source
from tests.clubs.arranging import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(td: User) -> Club:
    club = club_create(name="Ours", page="", private=True, founder=td)
    Membership.objects.create(club=club, user=people("mara")[0])
    return club


def board_of(user: User) -> OwnBoard:
    source = board_source(board_lines()[0].id)
    return OwnBoard.objects.create(owner=user, name="hill", title="The hill", source=source)


def client_of(name: str | None) -> Client:
    client = Client()
    if name is not None:
        (user,) = people(name)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_board_is_seen_by_who_sees_the_club(private: Club) -> None:
    (mara,) = people("mara")
    board = board_of(mara)
    given = {"do": "lend", "board": str(board.pk)}
    address = reverse("clubs:boards", args=(private.pk,))
    client_of("mara").post(address, given)
    assert list(private.boards.all()) == [board]
    text = reverse("clubs:board_text", args=(private.pk, board.pk))
    for name, status in (("tess", 200), ("mara", 200), ("stig", 404), (None, 302)):
        assert client_of(name).get(text).status_code == status, name
    assert "The hill" in client_of("tess").get(address).content.decode()
    picture = client_of("tess").get(reverse("clubs:board_image", args=(private.pk, board.pk)))
    assert picture.status_code == 200
    other = reverse("clubs:board_text", args=(private.pk, uuid.uuid4()))
    assert client_of("tess").get(other).status_code == 404


def test_who_shows_and_who_takes_back(private: Club, td: User) -> None:
    mara, stig = people("mara", "stig")
    board = board_of(mara)
    with pytest.raises(NotNow):
        board_lend(club_id=private.pk, by=td, board_id=board.pk)
    with pytest.raises(Denied):
        board_lend(club_id=private.pk, by=stig, board_id=board.pk)
    board_lend(club_id=private.pk, by=mara, board_id=board.pk)
    with pytest.raises(Denied):
        board_take_back(club_id=private.pk, by=stig, board_id=board.pk)
    board_take_back(club_id=private.pk, by=td, board_id=board.pk)
    assert not private.boards.exists()


def test_boards_go_with_who_leaves(private: Club) -> None:
    (mara,) = people("mara")
    board_lend(club_id=private.pk, by=mara, board_id=board_of(mara).pk)
    club_leave(club_id=private.pk, user=mara)
    assert not private.boards.exists()
