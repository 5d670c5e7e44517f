"""No way out of the server without a comparison or a reason."""

from pathlib import Path

import msgspec
import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.urls import include, path

from games import consumers, hub, routing, urls, wire
from games.leakcheck import registry
from games.leakcheck.registry import COMPARED, EXCUSED, channels, claims, unproven, unregistered
from games.leakcheck.sitting import Sitting


def unknown() -> set[str]:
    """What is found and stands nowhere."""
    return channels() - COMPARED.keys() - EXCUSED.keys()


def test_every_channel_is_compared_or_excused() -> None:
    assert unknown() == set()


def test_nothing_is_registered_that_is_gone() -> None:
    assert (COMPARED.keys() | EXCUSED.keys()) - channels() == set()


def test_nothing_is_both_compared_and_excused() -> None:
    assert COMPARED.keys() & EXCUSED.keys() == set()


def test_what_compares_a_channel_exists() -> None:
    assert [name for name in COMPARED.values() if not callable(getattr(Sitting, name, None))] == []


def test_every_excuse_has_a_reason() -> None:
    assert [channel for channel, why in EXCUSED.items() if len(why.split()) < 3] == []


def _page(request: object) -> HttpResponse:
    return HttpResponse("a secret")


more = [*urls.pages, path("g/<uuid:game_id>/spy/", _page, name="spy")]
urlpatterns = [*urls.urlpatterns[1:], path("", include((more, "games"))), path("bare/", _page)]


@override_settings(ROOT_URLCONF=__name__)
def test_an_address_that_is_registered_nowhere_is_found() -> None:
    assert unknown() == {"url games:spy", "url /bare/"}


def test_a_socket_that_is_registered_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    more = [*routing.websocket_urlpatterns, path("ws/spy/", _page)]
    monkeypatch.setattr(routing, "websocket_urlpatterns", more)
    assert unknown() == {"socket ws/spy/"}


class Peek(wire._Frame, frozen=True, tag="peek"):
    """A frame that no browser sends yet."""


class Shown(msgspec.Struct, tag_field="t", tag="shown"):
    """A frame that no browser is sent yet."""


@pytest.mark.parametrize(("kind", "channel"), [(Peek, "asked peek"), (Shown, "frame shown")])
def test_a_frame_that_is_registered_nowhere_is_found(
    monkeypatch: pytest.MonkeyPatch, kind: type, channel: str
) -> None:
    monkeypatch.setattr(wire, kind.__name__, kind, raising=False)
    assert unknown() == {channel}


def test_a_code_of_closing_that_is_registered_nowhere_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module, code in ((consumers, 4500), (hub, 4501), (routing, 4502)):
        monkeypatch.setattr(module, "CLOSE_SPY", code, raising=False)
    assert unknown() == {"close 4500", "close 4501", "close 4502"}


def test_a_command_that_is_registered_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "get_commands", lambda: {"exportsecrets": "games", "shell": "x"})
    assert unknown() == {"command exportsecrets"}


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the place of ours."""
    monkeypatch.setattr(registry, "_SOURCES", tmp_path)
    (tmp_path / "games").mkdir()
    return tmp_path / "games"


@pytest.mark.parametrize(
    ("text", "channel"),
    [
        ("from django.core.mail import send_mail", "mail games/spy"),
        ("from django.core import mail", "mail games/spy"),
        ("import django.core.mail", "mail games/spy"),
        ("user.email_user('a step', 'was made')", "mail games/spy"),
        ("from django.contrib.auth.views import PasswordResetView", "mail games/spy"),
        ("frame = {'t': 'spied', 'n': 1}", "frame spied"),
    ],
)
def test_a_module_that_mails_or_makes_a_frame_is_found(
    sources: Path, text: str, channel: str
) -> None:
    (sources / "spy.py").write_text(text, encoding="utf-8")
    assert unknown() == {channel}


def test_a_comparison_that_never_happened_is_named() -> None:
    counts = dict.fromkeys(COMPARED, 1)
    assert unproven(counts, with_ground=True) == []
    assert unproven({**counts, "url games:lobby": 0}, with_ground=True) == ["url games:lobby"]
    del counts["frame los"]
    assert unproven(counts, with_ground=True) == ["frame los"]
    assert unproven(counts, with_ground=False) == []


def test_the_test_world_claims_no_questions() -> None:
    assert claims(with_ground=True) - claims(with_ground=False) >= {"frame path", "asked reach"}


def test_what_comes_by_surprise_is_named() -> None:
    counts = {**dict.fromkeys(COMPARED, 1), "frame spied": 1, "mail": 2}
    assert unregistered(counts) == ["frame spied", "mail"]
