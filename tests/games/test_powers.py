"""Who may give powers to an account, over every form of the administrator's pages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from games.models import User

PASSWORD = "a long way home 17"
POWERS = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root", password="x")


@pytest.fixture
def staff(root: User) -> User:
    """Somebody who may do with every model whatever permissions can say, and no superuser."""
    user = User.objects.create_user("staff", password="x", is_staff=True)
    kept = Permission.objects.exclude(codename="view_secrets")
    user.user_permissions.set(kept)
    return user


@pytest.fixture
def player(db: None) -> User:
    return User.objects.create_user("player", password="x")


@pytest.fixture
def operators(db: None) -> Group:
    return Group.objects.create(name="operators")


def powers() -> dict[str, Any]:
    """What every account and every group may do, and by which password it is entered."""
    accounts = {
        user.username: (
            user.is_staff,
            user.is_superuser,
            set(user.groups.values_list("pk", flat=True)),
            set(user.user_permissions.values_list("codename", flat=True)),
            user.password if user.is_staff else "",
        )
        for user in User.objects.all()
    }
    groups = {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    }
    return {**accounts, **groups}


def all_powers() -> dict[str, Any]:
    return {
        **POWERS,
        "groups": list(Group.objects.values_list("pk", flat=True)),
        "user_permissions": list(Permission.objects.values_list("pk", flat=True)),
        "permissions": list(Permission.objects.values_list("pk", flat=True)),
        "name": "another name",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "usable_password": "true",
    }


def forms() -> Iterator[tuple[str, str]]:
    """The address of every form to change or add a row, and the name that an account is given."""
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{base}_add"), "added"
        for row in model._default_manager.all():
            name = row.username if isinstance(row, User) else ""
            yield reverse(f"{base}_change", args=(row.pk,)), name
    for user in User.objects.all():
        yield reverse("admin:auth_user_password_change", args=(user.pk,)), user.username


def test_no_form_gives_powers_to_anybody_but_by_a_superuser(
    client: Client, staff: User, player: User, operators: Group
) -> None:
    operators.permissions.add(Permission.objects.get(codename="view_secrets"))
    before = powers()
    client.force_login(staff)
    for address, name in forms():
        client.post(address, {**all_powers(), "username": name})
    after = powers()
    added = after.pop("added")
    assert after == before
    assert added == (False, False, set(), set(), "")


def test_staff_still_makes_accounts_inactive_and_sets_their_passwords(
    client: Client, staff: User, player: User
) -> None:
    client.force_login(staff)
    change = reverse("admin:games_user_change", args=(player.pk,))
    said = {"username": "player", "date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
    assert client.post(change, said).status_code == 302
    player.refresh_from_db()
    assert not player.is_active
    address = reverse("admin:auth_user_password_change", args=(player.pk,))
    client.post(address, all_powers())
    player.refresh_from_db()
    assert player.check_password(PASSWORD)


def test_a_superuser_gives_them(client: Client, root: User, player: User, operators: Group) -> None:
    client.force_login(root)
    change = reverse("admin:games_user_change", args=(player.pk,))
    said = {"username": "player", "date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
    client.post(change, {**all_powers(), **said})
    player.refresh_from_db()
    assert player.is_superuser
    assert list(player.groups.all()) == [operators]
