"""Accounts: an address is confirmed, a forgotten password replaced, and nobody learns from either
who has an account. Without a mail server there is neither.
"""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games import passwords
from games.models import User
from games.passwords import Turnstile

PASSWORD, OTHER = "Sechs-Hexes-6", "Sieben-Hexes-7"
ADDRESS = "anna@example.org"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mail(settings: Settings) -> None:
    """A site that sends mail."""
    settings.MAIL = settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    cache.clear()


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("anna", ADDRESS, PASSWORD)
    EmailAddress.objects.create(user=user, email=ADDRESS, primary=True, verified=True)
    return user


def sign_up(client: Client, name: str, address: str = ADDRESS) -> HttpResponse:
    form = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
    return _posted(client, "account_signup", form)


def log_in(client: Client, password: str = PASSWORD, name: str = "anna") -> bool:
    _posted(client, "account_login", {"login": name, "password": password})
    return "_auth_user_id" in client.session


def ask_for_another(client: Client, address: str) -> HttpResponse:
    return _posted(client, "account_reset_password", {"email": address})


def _posted(client: Client, name: str, form: dict[str, str]) -> HttpResponse:
    answer = client.post(reverse(name), form)
    assert isinstance(answer, HttpResponse)
    return answer


def link() -> str:
    """The path of the link in the last mail."""
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def test_a_new_account_is_let_in_when_its_address_is_confirmed(client: Client) -> None:
    answer = sign_up(client, "anna")
    assert answer.headers["Location"] == reverse("account_email_verification_sent")
    assert not log_in(Client())
    assert mail.outbox[0].to == [ADDRESS]
    page = Client().get(link())
    assert b"Confirm" in page.content
    assert not EmailAddress.objects.filter(verified=True).exists()
    Client().post(link())
    assert log_in(client)


def test_a_newcomer_goes_on_to_where_he_was_going(client: Client) -> None:
    there = reverse("games:new_game")
    form = {"username": "anna", "password1": PASSWORD, "password2": PASSWORD, "email": ADDRESS}
    client.post(reverse("account_signup"), {**form, "next": there})
    assert there not in str(mail.outbox[-1].body)
    assert client.post(link()).headers["Location"] == reverse("account_login")
    answer = client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})
    assert answer.headers["Location"] == there
    client.post(reverse("account_logout"))
    answer = client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})
    assert answer.headers["Location"] == reverse("games:lobby")


def test_nobody_is_sent_to_another_site_when_his_address_is_confirmed(client: Client) -> None:
    form = {"username": "anna", "password1": PASSWORD, "password2": PASSWORD, "email": ADDRESS}
    client.post(reverse("account_signup"), {**form, "next": "https://elsewhere.example/"})
    client.post(link())
    answer = client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})
    assert answer.headers["Location"] == reverse("games:lobby")


def test_an_address_that_has_an_account_is_told_by_mail_alone(anna: User, client: Client) -> None:
    fresh, taken = sign_up(client, "bert", "bert@example.org"), sign_up(Client(), "eve")
    assert fresh.headers["Location"] == taken.headers["Location"]
    assert "has one already" in str(mail.outbox[-1].body)
    assert not User.objects.filter(username="eve").exists()


def test_a_taken_address_takes_as_many_hashes_as_another(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "TURNSTILE", Turnstile(1, in_line=0))
    with passwords.TURNSTILE.turn():
        answers = [sign_up(Client(), "eve", to) for to in (ADDRESS, "eve@example.org")]
    assert [answer.status_code for answer in answers] == [503, 503]


def test_a_forgotten_password_is_replaced_once(anna: User, client: Client) -> None:
    ask_for_another(client, ADDRESS)
    assert "anna" in str(mail.outbox[-1].body)
    path = link()
    form_page = client.get(path).headers["Location"]
    client.post(form_page, {"password1": OTHER, "password2": OTHER})
    assert log_in(Client(), OTHER)
    assert b"has been used" in Client().get(path).content


def test_nobody_learns_which_addresses_have_accounts(anna: User, client: Client) -> None:
    answers = [ask_for_another(Client(), to) for to in (ADDRESS, "nobody@example.org")]
    assert len({(one.status_code, one.headers["Location"]) for one in answers}) == 1
    assert len(mail.outbox) == 2


def test_one_address_is_not_sent_mail_without_end(anna: User) -> None:
    answers = [ask_for_another(Client(), ADDRESS) for _ in range(4)]
    assert [one.status_code for one in answers] == [302, 302, 302, 429]
    assert b"Too often" in answers[-1].content
    assert len(mail.outbox) == 3


def test_a_new_password_opens_no_lock(anna: User, client: Client) -> None:
    for _ in range(5):
        log_in(Client(), "wrong")
    ask_for_another(client, ADDRESS)
    form_page = client.get(link()).headers["Location"]
    client.post(form_page, {"password1": OTHER, "password2": OTHER})
    assert not log_in(Client(), OTHER)


def test_another_address_counts_when_it_is_confirmed(anna: User, client: Client) -> None:
    client.force_login(anna)
    new = {"email": "new@example.org", "action_add": ""}
    _posted(client, "account_email", new)
    assert User.objects.get().email == ADDRESS
    client.post(link())
    assert User.objects.get().email == "new@example.org"
    assert [one.email for one in EmailAddress.objects.all()] == ["new@example.org"]
    assert mail.outbox[-1].to == [ADDRESS]  # who reads there learns of it


def test_a_password_is_changed_by_the_one_before(anna: User, client: Client) -> None:
    elsewhere = Client()
    assert log_in(client)
    assert log_in(elsewhere)
    new = {"password1": OTHER, "password2": OTHER}
    refused = _posted(client, "account_change_password", {"oldpassword": "wrong", **new})
    assert b"errorlist" in refused.content
    _posted(client, "account_change_password", {"oldpassword": PASSWORD, **new})
    assert client.get(reverse("account_change_password")).status_code == 200
    assert elsewhere.get(reverse("account_change_password")).status_code == 302


def test_accounts_without_an_address_are_let_in(client: Client) -> None:
    User.objects.create_user("anna", password=PASSWORD)
    assert log_in(client)
    assert b"Without a confirmed address" in client.get(reverse("account_email")).content


def test_names_that_differ_in_case_alone_are_one(anna: User, client: Client) -> None:
    assert sign_up(client, "Anna", "eve@example.org").status_code == 422


def test_an_inactive_account_is_not_let_in(anna: User, client: Client) -> None:
    User.objects.update(is_active=False)
    assert not log_in(client)


def test_without_a_mail_server_nobody_is_asked_for_an_address(
    settings: Settings, client: Client
) -> None:
    settings.MAIL = False
    assert b'name="email"' not in client.get(reverse("account_signup")).content
    assert sign_up(client, "anna").headers["Location"] == "/"
    assert client.get(reverse("account_change_password")).status_code == 200
    assert User.objects.get().email == ""
    assert mail.outbox == []
    for name in ("account_reset_password", "account_email", "account_email_verification_sent"):
        assert client.get(reverse(name)).status_code == 404
    assert b"Forgotten" not in Client().get(reverse("account_login")).content


@pytest.mark.parametrize(
    ("there", "goes"),
    [("/scenarios/", "/scenarios/"), ("https://example.org/", "/"), ("//example.org/", "/")],
)
def test_a_login_leads_back_to_a_page_of_ours(
    anna: User, client: Client, there: str, goes: str
) -> None:
    form = {"login": "anna", "password": PASSWORD, "next": there}
    assert _posted(client, "account_login", form).headers["Location"] == goes


def test_no_operator_can_send_himself_somebody_elses_link(anna: User, client: Client) -> None:
    client.force_login(User.objects.create_superuser("root", password="x"))
    page = client.get(reverse("admin:games_user_change", args=(anna.pk,))).content.decode()
    assert ADDRESS in page
    assert 'name="email"' not in page
