"""The administrator does not see secrets by accident, and cannot ask for them either."""

import logging
import re
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from games.models import Game, OwnBoard, Seat, SecretLook, SecretRecord, StepRow, User
from games.models.choices import Status
from games.services import Created, HasLooked, play, seat_claim
from rules.kernel.audience import Side
from tests.games.playing import command, random_game

SECRETS = ("seed", "ledger", "payload", "token", "hash", "location", "command", "rolls", "password")
"""Words in the names of columns that hold what nobody may ask for."""

CONDITIONS = ("", "__exact", "__startswith", "__gt", "__isnull", "__in", "__regex", "__contains")

REGISTERED = sorted(admin.site._registry.values(), key=lambda pages: pages.opts.label)

REASON = "A player says that his minefield vanished."


@pytest.fixture
def operator(db: None) -> User:
    return User.objects.create_superuser("root", password="x")


@pytest.fixture
def pages(operator: User, client: Client) -> Client:
    client.force_login(operator)
    return client


@pytest.fixture
def trusted(operator: User) -> User:
    """An operator who may look at secrets."""
    operator.user_permissions.add(Permission.objects.get(codename="view_secrets"))
    return operator


@pytest.fixture
def _quiet() -> Iterator[None]:
    """Nothing is logged: a thousand refusals have a traceback each."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def name_of(pages: "admin.ModelAdmin[Model]") -> str:
    return pages.opts.label


def columns(
    model: type[Model], path: str = "", seen: tuple[type[Model], ...] = ()
) -> Iterator[str]:
    """The lookups of every column of a model, and of all models that relations lead to."""
    for field in model._meta.get_fields():
        step = path + field.name
        yield step
        related = field.related_model
        if isinstance(related, type) and related not in (*seen, model):
            yield from columns(related, f"{step}__", (*seen, model))


def each_once(model: type[Model]) -> Iterator[str]:
    """The lookups of the same columns, each by the shortest of the many ways that lead to it."""
    ways: dict[type[Model], str] = {model: ""}
    ahead = deque(ways)
    while ahead:
        here = ahead.popleft()
        for field in here._meta.get_fields():
            step = ways[here] + field.name
            yield step
            related = field.related_model
            if isinstance(related, type) and related not in ways:
                ways[related] = f"{step}__"
                ahead.append(related)


@pytest.mark.parametrize("ways", [columns, each_once])
def test_the_enumeration_reaches_what_is_secret(
    ways: Callable[[type[Model]], Iterator[str]],
) -> None:
    reached = set(ways(User))
    assert {"seats__token", "seats__game__master_seed", "seats__game__ledger"} <= reached


@pytest.mark.parametrize("of", REGISTERED, ids=name_of)
def test_no_column_is_reached_by_a_longer_way_alone(of: "admin.ModelAdmin[Model]") -> None:
    """What pages are asked for is every column that there is, and none twice."""
    once = [column_of(of.model, path) for path in each_once(of.model)]
    assert len(set(once)) == len(once)
    assert set(once) == {column_of(of.model, path) for path in columns(of.model)}


def column_of(model: type[Model], path: str) -> str:
    """The column itself, whatever way leads to it."""
    *relations, last = path.split("__")
    for name in relations:
        related = model._meta.get_field(name).related_model
        assert isinstance(related, type)
        model = related
    return f"{model._meta.label}.{last}"


@pytest.mark.parametrize("of", REGISTERED, ids=name_of)
def test_nothing_may_be_asked_but_what_is_listed(of: "admin.ModelAdmin[Model]") -> None:
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_staff=True)
    asked: frozenset[str] = getattr(of, "asked", frozenset())
    names = set(columns(of.model))
    for lookup in {name + condition for name in names for condition in CONDITIONS} - asked:
        assert not of.lookup_allowed(lookup, "x", request), lookup
    for field in (*names, "token", "master_seed"):
        assert of.to_field_allowed(request, field) == (field == of.opts.pk.name), field
    assert not any(secret in lookup for lookup in asked for secret in SECRETS)


@pytest.mark.parametrize("of", REGISTERED, ids=name_of)
@pytest.mark.usefixtures("_quiet")
def test_an_address_that_asks_is_refused(of: "admin.ModelAdmin[Model]", pages: Client) -> None:
    """The page leaves it to what the test before has asked for every way to a column."""
    asked: frozenset[str] = getattr(of, "asked", frozenset())
    address = reverse(f"admin:{of.opts.app_label}_{of.opts.model_name}_changelist")
    assert pages.get(address).status_code == 200
    for name in each_once(of.model):
        for lookup in {name, f"{name}__startswith"} - asked:
            assert pages.get(address, {lookup: "a"}).status_code == 400, lookup
    assert pages.get(address, {"_to_field": "master_seed"}).status_code == 400


@pytest.mark.parametrize("of", REGISTERED, ids=name_of)
def test_no_list_shows_sorts_or_searches_a_secret(of: "admin.ModelAdmin[Model]") -> None:
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_staff=True)
    shown = chain(
        of.get_list_display(request), of.get_search_fields(request), of.get_ordering(request)
    )
    for name in shown:
        assert not any(secret in str(name) for secret in SECRETS), name
        assert "game__" not in str(name)
        assert "seat" not in str(name)


def test_models_with_secrets_have_no_pages_at_all() -> None:
    models = {of.model._meta.label for of in REGISTERED}
    assert models == {
        "auth.Group",
        "games.Game",
        "games.OwnBoard",
        "games.SecretLook",
        "games.User",
    }


@pytest.mark.parametrize("model", [Game, SecretLook])
def test_the_state_of_games_is_for_reading(model: type[Model], pages: Client, toy: Created) -> None:
    name = f"admin:games_{model._meta.model_name}"
    assert pages.get(reverse(f"{name}_add")).status_code == 403
    if model is Game:
        for page in ("change", "delete"):
            answer = pages.post(reverse(f"{name}_{page}", args=(toy.game.pk,)), {"post": "yes"})
            assert answer.status_code == 403
    answer = pages.post(reverse(f"{name}_changelist"), {"action": "delete_selected"})
    assert "delete_selected" not in answer.content.decode()


def test_the_status_of_a_game_cannot_be_set(toy: Created, pages: Client) -> None:
    address = reverse("admin:games_game_change", args=(toy.game.pk,))
    assert 'name="status"' not in pages.get(address).content.decode()
    pages.post(address, {"status": "over", "private": ""})
    assert Game.objects.get().status == Status.OPEN


def test_no_page_about_a_game_shows_seed_counters_or_tokens(toy: Created, pages: Client) -> None:
    play(game_id=toy.game.pk, side=Side.B, data=command("stand_by"), seen=0)
    game = Game.objects.defer(None).get(pk=toy.game.pk)
    for name, args in (("changelist", ()), ("change", (game.pk,)), ("history", (game.pk,))):
        text = pages.get(reverse(f"admin:games_game_{name}", args=args)).content.decode()
        assert bytes(game.master_seed).decode() not in text
        assert not any(seat.token in text for seat in Seat.objects.all())
        assert "stand_by" not in text


def test_the_finder_finds_nobody_by_his_games(toy: Created, pages: Client) -> None:
    seat_claim(game_id=toy.game.pk, side=Side.A, user=User.objects.create(username="anna"))
    asked = {"app_label": "games", "model_name": "seat", "field_name": "user"}
    address = reverse("admin:autocomplete")
    found = pages.get(address, {**asked, "term": "ann"}).json()["results"]
    assert [one["text"] for one in found] == ["anna"]
    assert pages.get(address, {**asked, "term": toy.seats[Side.A].token}).json()["results"] == []
    asked = {"app_label": "games", "model_name": "seat", "field_name": "game"}
    assert pages.get(address, {**asked, "term": ""}).status_code in {403, 404}


def test_accounts_and_boards(pages: Client) -> None:
    anna = User.objects.create(username="anna")
    board = OwnBoard.objects.create(owner=anna, name="b", title="B", source="x")
    assert (
        "anna" in pages.get(reverse("admin:games_user_changelist"), {"q": "ann"}).content.decode()
    )
    assert pages.get(reverse("admin:games_user_change", args=(anna.pk,))).status_code == 200
    assert pages.post(reverse("admin:games_user_delete", args=(anna.pk,))).status_code == 403
    assert pages.get(reverse("admin:games_ownboard_delete", args=(board.pk,))).status_code == 200


# -- looking at secrets ---------------------------------------------------------------------------


def look_page(created: Created) -> str:
    return reverse("games:look", args=(created.game.pk,))


def asking(**changed: str) -> dict[str, str]:
    asked = {"kind": "records_b", "reason": REASON, "confirmed": "on", **changed}
    return {name: value for name, value in asked.items() if value}


def test_a_superuser_without_the_permission_may_not_look(toy: Created, pages: Client) -> None:
    assert pages.get(look_page(toy)).status_code == 403
    assert pages.post(look_page(toy), asking()).status_code == 403
    assert not SecretLook.objects.exists()


@pytest.mark.parametrize("pages", REGISTERED, ids=name_of)
def test_who_may_not_see_rows_cannot_count_them_by_their_histories(
    pages: "admin.ModelAdmin[Model]", client: Client, django_user_model: type[User]
) -> None:
    client.force_login(django_user_model.objects.create_user("clerk", is_staff=True))
    model = pages.opts.model_name
    address = reverse(f"admin:{pages.opts.app_label}_{model}_history", args=("12345",))
    assert client.get(address).status_code == 403


def test_the_permission_without_being_staff_is_not_enough(toy: Created, client: Client) -> None:
    anna = User.objects.create(username="anna")
    anna.user_permissions.add(Permission.objects.get(codename="view_secrets"))
    client.force_login(anna)
    assert client.post(look_page(toy), asking()).status_code == 403
    assert not SecretLook.objects.exists()


@pytest.mark.usefixtures("trusted")
def test_a_look_is_stored_and_then_shows(toy: Created, pages: Client, operator: User) -> None:
    address = look_page(toy)
    assert "strength" not in pages.get(address).content.decode()
    text = pages.post(address, asking()).content.decode()
    assert "strength" in text
    look = SecretLook.objects.get()
    assert (look.user, look.game_id, look.kind, look.reason) == (
        operator,
        toy.game.pk,
        "records_b",
        REASON,
    )
    assert REASON in pages.get(reverse("admin:games_secretlook_changelist")).content.decode()


@pytest.mark.usefixtures("trusted")
def test_each_kind_shows_its_own(toy: Created, pages: Client) -> None:
    play(game_id=toy.game.pk, side=Side.B, data=command("stand_by"), seen=0)
    assert StepRow.objects.exists()
    assert "stand_by" in pages.post(look_page(toy), asking(kind="steps")).content.decode()
    for side in Side:
        text = pages.post(look_page(toy), asking(kind=f"records_{side.value}")).content.decode()
        for record in SecretRecord.objects.filter(game=toy.game):
            title = re.search(rf"{record.kind} {record.key}( in|<)", text)
            assert (title is not None) == (record.owner_side == side.value)


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"reason": ""}, id="no reason"),
        pytest.param({"reason": " " * 40}, id="blanks"),
        pytest.param({"reason": "so"}, id="too short"),
        pytest.param({"confirmed": ""}, id="not confirmed"),
        pytest.param({"kind": "seed"}, id="unknown"),
        pytest.param({"kind": "account"}, id="nothing to look at"),
    ],
)
def test_a_look_without_all_that_is_asked_shows_nothing(
    toy: Created, pages: Client, changed: dict[str, str]
) -> None:
    answer = pages.post(look_page(toy), asking(**changed))
    assert answer.status_code == 422
    assert "strength" not in answer.content.decode()
    assert not SecretLook.objects.exists()


def test_who_plays_may_not_look_and_who_looked_may_not_play(
    toy: Created, pages: Client, trusted: User
) -> None:
    pages.post(look_page(toy), asking())
    with pytest.raises(HasLooked):
        seat_claim(game_id=toy.game.pk, side=Side.A, user=trusted)
    join = reverse("games:join", args=(toy.game.pk,))
    assert "cannot play it" in pages.post(join, {"side": "a"}, follow=True).content.decode()
    Seat.objects.filter(game=toy.game, side="a").update(user=trusted)
    assert pages.get(look_page(toy)).status_code == 403
    assert pages.post(look_page(toy), asking()).status_code == 403
    assert SecretLook.objects.count() == 1
    listed = pages.get(reverse("admin:games_secretlook_changelist")).content.decode()
    assert REASON not in listed


@pytest.mark.usefixtures("trusted")
def test_what_fails_while_it_is_read_leaves_no_half_look(
    toy: Created, pages: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.services.looks.papers", broken)
    pages.raise_request_exception = False
    assert pages.post(look_page(toy), asking()).status_code == 500
    assert not SecretLook.objects.exists()


@pytest.mark.usefixtures("trusted")
def test_players_and_public_learn_of_a_look_at_the_end(toy: Created, pages: Client) -> None:
    pages.post(look_page(toy), asking())
    everybody = Client()
    seats = ["", *(f"?seat={seat.token}" for seat in toy.seats.values())]
    page = reverse("games:game", args=(toy.game.pk,))
    data = [reverse("games:replay_data", args=(toy.game.pk,)) + seat for seat in seats]
    assert REASON not in everybody.get(page).content.decode()
    assert all(everybody.get(address).json()["looks"] == [] for address in data)
    for _ in random_game(toy.game.pk, 3, 500):
        pass
    assert Game.objects.get().status == Status.OVER
    text = everybody.get(page).content.decode()
    assert REASON in text
    assert "operator 1" in text
    assert "root" not in text
    for address in data:
        (look,) = everybody.get(address).json()["looks"]
        assert (look["who"], look["reason"]) == ("operator 1", REASON)


def test_setting_a_players_password_is_a_look_in_his_running_games(
    toy: Created, pages: Client, operator: User
) -> None:
    anna = User.objects.create(username="anna")
    seat_claim(game_id=toy.game.pk, side=Side.A, user=anna)
    address = reverse("admin:auth_user_password_change", args=(anna.pk,))
    word = "Sechs-Hexes-6"
    form = {"password1": word, "password2": word, "usable_password": "true"}
    assert pages.post(address, {**form, "password2": "x"}).status_code == 200
    assert not SecretLook.objects.exists()
    assert pages.post(address, form).status_code == 302
    assert [(look.user, look.kind) for look in SecretLook.objects.all()] == [(operator, "account")]
    assert LogEntry.objects.filter(object_id=str(anna.pk)).exists()


def test_nobody_sets_the_password_of_whom_he_plays_against(
    toy: Created, pages: Client, operator: User
) -> None:
    anna = User.objects.create(username="anna", password="!")
    for side, user in zip(Side, (anna, operator), strict=True):
        seat_claim(game_id=toy.game.pk, side=side, user=user)
    address = reverse("admin:auth_user_password_change", args=(anna.pk,))
    word = "Sechs-Hexes-6"
    form = {"password1": word, "password2": word, "usable_password": "true"}
    assert pages.post(address, form).status_code == 403
    anna.refresh_from_db()
    assert anna.password == "!"
