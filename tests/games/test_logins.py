"""Logins: guessing is locked out, hashing is bounded, and neither tells which names exist."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import check_password, identify_hasher, make_password
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import override_settings
from django.urls import reverse
from django.utils import timezone

from games import passwords
from games.addresses import client_address
from games.models import User
from games.passwords import Busy, Turnstile

PASSWORD = "Sechs-Hexes-6"
LIMIT = 5
HOME, AWAY = "198.51.100.7", "203.0.113.9"


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna", password=PASSWORD)


def log_in(name: str, password: str, address: str = HOME, **more: str) -> HttpResponse:
    form = {"login": name, "password": password, **more}
    answer = Client(REMOTE_ADDR=address).post(reverse("account_login"), form)
    assert isinstance(answer, HttpResponse)
    return answer


def guess(name: str, times: int, address: str = HOME) -> HttpResponse:
    return [log_in(name, "wrong", address) for _ in range(times)][-1]


@pytest.mark.usefixtures("anna")
def test_too_many_wrong_passwords_lock_the_address_out_of_the_name() -> None:
    assert guess("anna", LIMIT - 1).status_code == 200
    assert guess("anna", 1).status_code == 429
    locked = log_in("anna", PASSWORD)
    assert locked.status_code == 429
    assert b"Too many tries" in locked.content
    assert locked["Retry-After"] == "900"


@pytest.mark.usefixtures("anna")
def test_nobody_can_lock_somebody_else_out() -> None:
    guess("anna", 3 * LIMIT, AWAY)
    assert log_in("anna", PASSWORD, HOME).status_code == 302


@pytest.mark.usefixtures("anna")
def test_the_lock_opens_again() -> None:
    guess("anna", LIMIT)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert log_in("anna", PASSWORD).status_code == 302


@pytest.mark.usefixtures("anna")
def test_guessing_while_locked_out_does_not_make_it_longer() -> None:
    guess("anna", LIMIT)
    before = AccessAttempt.objects.get().attempt_time
    guess("anna", LIMIT)
    assert AccessAttempt.objects.get().attempt_time == before


@pytest.mark.usefixtures("anna")
def test_names_that_exist_and_others_are_locked_alike() -> None:
    answers = {}
    for name in ("anna", "nobody"):
        pages = [log_in(name, "wrong") for _ in range(LIMIT + 2)]
        answers[name] = [
            (page.status_code, _main(page.content) if page.status_code == 429 else b"")
            for page in pages
        ]
    assert answers["anna"] == answers["nobody"]


def _main(page: bytes) -> bytes:
    """What a page says, without head and foot."""
    return page.split(b"<main")[-1].split(b"</main>")[0]


@pytest.mark.usefixtures("anna")
def test_one_address_does_not_try_a_password_on_every_name() -> None:
    for number in range(10):
        guess(f"name{number}", LIMIT)
    assert log_in("anna", PASSWORD).status_code == 429
    assert log_in("anna", PASSWORD, AWAY).status_code == 302


@pytest.mark.usefixtures("anna")
def test_an_account_of_ones_own_does_not_open_the_door_again() -> None:
    User.objects.create_user("eve", password=PASSWORD)
    guess("anna", LIMIT - 1)
    assert log_in("eve", PASSWORD).status_code == 302
    assert guess("anna", 1).status_code == 429


def test_the_administrators_login_is_locked_too(anna: User) -> None:
    guess("anna", LIMIT)
    form = {"username": "anna", "password": PASSWORD}
    answer = Client(REMOTE_ADDR=HOME).post(reverse("admin:login"), form)
    assert answer.status_code == 429


@pytest.mark.usefixtures("anna")
def test_what_is_kept_of_a_failure_holds_neither_password_nor_link() -> None:
    log_in("anna", "wrong-but-nearly-right", next="/g/x/?seat=aVeryLongTokenOfASeatOfAGame12345678")
    kept = repr(AccessAttempt.objects.values().get())
    assert "nearly" not in kept
    assert "aVeryLong" not in kept


# -- addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "told", "counted"),
    [
        pytest.param("", {"HTTP_X_FORWARDED_FOR": AWAY}, HOME, id="no header is believed"),
        pytest.param("X-Real-IP", {"HTTP_X_REAL_IP": AWAY}, AWAY, id="the one that is set"),
        pytest.param("X-Real-IP", {"HTTP_X_FORWARDED_FOR": AWAY}, HOME, id="and no other"),
        pytest.param(
            "X-Forwarded-For", {"HTTP_X_FORWARDED_FOR": f"10.1.1.1, {AWAY}"}, AWAY, id="the last"
        ),
        pytest.param("X-Real-IP", {"HTTP_X_REAL_IP": "nonsense"}, None, id="no address"),
        pytest.param("X-Real-IP", {"HTTP_X_REAL_IP": f"::ffff:{AWAY}"}, AWAY, id="mapped"),
        pytest.param(
            "X-Real-IP", {"HTTP_X_REAL_IP": "2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::", id="IPv6"
        ),
    ],
)
def test_the_clients_address(header: str, told: dict[str, str], counted: str | None) -> None:
    request = RequestFactory(REMOTE_ADDR=HOME).get("/")
    request.META |= told
    with override_settings(CLIENT_ADDRESS_HEADER=header):
        assert client_address(request) == counted


# -- hashing --------------------------------------------------------------------------------------


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[Turnstile]:
    """A turnstile in which somebody stands, with no room in line."""
    turnstile = Turnstile(1, in_line=0)
    monkeypatch.setattr(passwords, "TURNSTILE", turnstile)
    with turnstile.turn():
        yield turnstile


def test_few_hash_at_once_and_a_short_line_waits() -> None:
    turnstile, inside, most = Turnstile(2, in_line=3), 0, 0
    lock, opened, done = threading.Lock(), threading.Event(), []

    def work() -> None:
        nonlocal inside, most
        try:
            with turnstile.turn():
                with lock:
                    inside += 1
                    most = max(most, inside)
                opened.wait(10)
                with lock:
                    inside -= 1
        except Busy:
            done.append("busy")
            if len(done) == 4:
                opened.set()
        else:
            done.append("hashed")

    threads = [threading.Thread(target=work) for _ in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(done) == ["busy"] * 4 + ["hashed"] * 5
    assert most == 2


def test_who_waits_too_long_is_turned_away() -> None:
    turnstile = Turnstile(1, in_line=1, patience=0.01)
    with turnstile.turn(), pytest.raises(Busy), turnstile.turn():
        pass
    with turnstile.turn():
        pass


def test_one_address_leaves_room_in_line_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "ONE_ASKER", 1)
    turnstile = Turnstile(2)
    asker = passwords.ASKER.set(HOME)
    try:
        with turnstile.turn():
            with pytest.raises(Busy), turnstile.turn():
                pass
            passwords.ASKER.set(AWAY)
            with turnstile.turn():
                pass
            passwords.ASKER.set(HOME)
        with turnstile.turn():
            pass
    finally:
        passwords.ASKER.reset(asker)


@pytest.mark.usefixtures("anna")
def test_whose_login_it_is_goes_by_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    class Watched(Turnstile):
        @contextmanager
        def turn(self) -> Iterator[None]:
            seen.append(passwords.ASKER.get())
            yield

    monkeypatch.setattr(passwords, "TURNSTILE", Watched(1))
    log_in("anna", PASSWORD, AWAY)
    assert set(seen) == {AWAY}
    assert passwords.ASKER.get() is None


@pytest.mark.usefixtures("full")
def test_a_hash_needs_a_turn_whoever_wants_it() -> None:
    with pytest.raises(Busy):
        make_password(PASSWORD)
    with pytest.raises(Busy):
        make_password(PASSWORD, hasher="pbkdf2_sha256")


def test_a_login_that_finds_no_turn_is_asked_to_come_again(anna: User, full: Turnstile) -> None:
    answer = log_in("anna", PASSWORD)
    assert answer.status_code == 503
    assert b"Too many at the door" in answer.content
    assert answer["Retry-After"] == "5"
    assert not AccessAttempt.objects.exists()


@pytest.mark.usefixtures("full", "db")
def test_so_is_a_new_account(client: Client) -> None:
    form = {"username": "clara", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("account_signup"), form).status_code == 503
    assert not User.objects.exists()


def test_a_hash_takes_one_thread_and_old_ones_are_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = make_password(PASSWORD, hasher="pbkdf2_sha256")
    renewed: list[str] = []
    assert check_password(PASSWORD, old, renewed.append)
    assert renewed == [PASSWORD]
    new = make_password(PASSWORD)
    assert identify_hasher(new).algorithm == "argon2"
    assert "p=1$" in new


def sign_up(name: str, address: str = HOME) -> HttpResponse:
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    answer = Client(REMOTE_ADDR=address).post(reverse("account_signup"), form)
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.django_db
@override_settings(SIGN_UPS=3)
def test_one_address_makes_only_so_many_accounts() -> None:
    assert [sign_up(f"name{number}").status_code for number in range(3)] == [302] * 3
    full = sign_up("name3")
    assert full.status_code == 429
    assert b"Too many accounts" in full.content
    assert full["Retry-After"] == "900"
    assert not User.objects.filter(username="name3").exists()
    assert sign_up("name3", AWAY).status_code == 302


@pytest.mark.django_db
@override_settings(SIGN_UPS=1)
def test_accounts_may_be_made_again_after_a_while() -> None:
    sign_up("anna")
    assert sign_up("bert").status_code == 429
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_up("bert").status_code == 302


@pytest.mark.django_db
def test_accounts_that_are_made_lock_no_login() -> None:
    for number in range(LIMIT + 1):
        sign_up(f"name{number}")
    assert log_in("name0", PASSWORD).status_code == 302
