"""The administrator does not see secrets by accident."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.models import Game, Seat, SecretRecord, StepRow, User
from games.services import Created, play
from rules.kernel.audience import Side
from tests.games.playing import command


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("root", password="x")


@pytest.fixture
def pages(admin: User, client: Client) -> Client:
    client.force_login(admin)
    return client


def record_page(toy: Created) -> str:
    record = SecretRecord.objects.filter(game=toy.game, kind="Mines").first()
    assert record is not None
    return reverse("admin:games_secretrecord_change", args=(record.pk,))


def test_contents_are_hidden_even_from_a_superuser(toy: Created, pages: Client) -> None:
    text = pages.get(record_page(toy)).content.decode()
    assert "strength" not in text
    assert not LogEntry.objects.exists()


def test_by_permission_contents_are_shown_and_the_look_is_logged(
    toy: Created, pages: Client, admin: User
) -> None:
    admin.user_permissions.add(Permission.objects.get(codename="view_secrets"))
    assert "strength" in pages.get(record_page(toy)).content.decode()
    assert LogEntry.objects.get().user == admin


def test_lists_and_steps_show_no_contents(toy: Created, pages: Client) -> None:
    play(game_id=toy.game.pk, side=Side.B, data=command("stand_by"), seen=0)
    step = StepRow.objects.get()
    addresses = [
        reverse("admin:games_steprow_changelist"),
        reverse("admin:games_steprow_change", args=(step.pk,)),
        reverse("admin:games_secretrecord_changelist"),
    ]
    for address in addresses:
        answer = pages.get(address)
        assert answer.status_code == 200
        assert "stand_by" not in answer.content.decode()
        assert re.search(r"\b(B1|C2)\b", answer.content.decode()) is None


def test_a_game_shows_neither_seed_nor_tokens(toy: Created, pages: Client) -> None:
    game = Game.objects.defer(None).get(pk=toy.game.pk)
    address = reverse("admin:games_game_change", args=(game.pk,))
    text = pages.get(address).content.decode()
    assert game.commitment in text
    assert bytes(game.master_seed).decode() not in text
    assert not any(seat.token in text for seat in Seat.objects.all())


def test_secrets_cannot_be_edited(toy: Created, pages: Client) -> None:
    assert pages.post(record_page(toy), {"payload": "x"}).status_code == 403
