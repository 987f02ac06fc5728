"""What operators without all rights cannot do to other operators and to themselves (R11)."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from games.models import User
from games.people import bot_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R11")]


@pytest.fixture
def helper() -> User:
    """An operator who has every right that can be given, but not all rights."""
    helper = User.objects.create_user("helper@example.org", is_staff=True)
    helper.user_permissions.set(Permission.objects.all())
    return helper


@pytest.fixture
def chief() -> User:
    """An operator with all rights."""
    return User.objects.create_superuser("chief@example.org")


@pytest.fixture
def helper_client(client: Client, helper: User) -> Client:
    """The helper's browser."""
    client.force_login(helper)
    return client


def change(client: Client, user: User, **data: str) -> int:
    page = reverse("admin:games_user_change", args=[user.pk])
    return client.post(page, {"name": user.name, "is_active": "on", **data}).status_code


def stored(user: User) -> tuple[str | None, bool, bool, bool]:
    user = User.objects.get(pk=user.pk)
    return user.email, user.is_active, user.is_staff, user.is_superuser


@pytest.mark.parametrize("rights", [{"is_superuser": True}, {"is_staff": True},
                                    {"is_staff": True, "is_superuser": True}])
def test_a_helper_cannot_take_over_another_operator(
    helper_client: Client, alice: User, rights: dict[str, bool]
) -> None:
    User.objects.filter(pk=alice.pk).update(**rights)
    before = stored(alice)
    assert change(helper_client, alice, email="mallory@example.org") == 403
    assert helper_client.post(reverse("admin:games_user_change", args=[alice.pk]),
                        {"email": alice.email, "name": "Alice"}).status_code == 403
    assert stored(alice) == before


def test_a_helper_cannot_change_their_own_account_or_rights(
    helper_client: Client, helper: User
) -> None:
    before = stored(helper)
    assert change(helper_client, helper, email="mallory@example.org", is_superuser="on") == 403
    assert stored(helper) == before


def test_a_helper_gives_nobody_rights(helper_client: Client, bob: User) -> None:
    group = Group.objects.create(name="chiefs")
    assert change(helper_client, bob, email="bob@example.org", is_staff="on", is_superuser="on",
                  groups=str(group.pk)) == 302
    assert stored(bob) == ("bob@example.org", True, False, False)
    assert not bob.groups.exists()


def test_nobody_gives_a_bot_an_address_or_rights(client: Client, chief: User, alice: User,
                                                 now: datetime) -> None:
    hal = bot_accounts.make(alice, "Hal", now=now)
    client.force_login(chief)
    assert change(client, hal, email="hal@example.org", is_staff="on") == 302
    assert stored(hal) == (None, True, False, False)


def test_an_owner_and_their_bot_can_be_deleted_together(client: Client, chief: User, alice: User,
                                                        now: datetime) -> None:
    hal = bot_accounts.make(alice, "Hal", now=now)
    client.force_login(chief)
    client.post(reverse("admin:games_user_changelist"), {
        "action": "delete_selected", "_selected_action": [alice.pk, hal.pk], "post": "yes"})
    assert not User.objects.filter(pk__in=[alice.pk, hal.pk]).exists()


def test_a_new_user_has_no_rights_either(helper_client: Client) -> None:
    group = Group.objects.create(name="chiefs")
    helper_client.post(reverse("admin:games_user_add"), {
        "email": "eve@example.org", "is_active": "on", "is_staff": "on", "is_superuser": "on",
        "groups": str(group.pk)})
    eve = User.objects.get(email="eve@example.org")
    assert (eve.is_staff, eve.is_superuser, eve.groups.count()) == (False, False, 0)


def test_a_helper_cannot_change_what_a_group_may_do(helper_client: Client, helper: User) -> None:
    group = Group.objects.create(name="helpers")
    adding = reverse("admin:auth_group_add")
    assert helper_client.post(adding, {"name": "chiefs"}).status_code == 403
    for action in ("change", "delete"):
        page = reverse(f"admin:auth_group_{action}", args=[group.pk])
        assert helper_client.post(page, {"name": "chiefs", "post": "yes"}).status_code == 403
    assert list(Group.objects.values_list("name", flat=True)) == ["helpers"]


def test_a_helper_can_look_at_operators_and_change_players(
    helper_client: Client, chief: User, bob: User
) -> None:
    page = helper_client.get(reverse("admin:games_user_change", args=[chief.pk]))
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    assert change(helper_client, bob, email="robert@example.org") == 302
    bob.refresh_from_db()
    assert bob.email == "robert@example.org"


def test_a_helper_deletes_nobody(helper_client: Client, chief: User, bob: User) -> None:
    for user in (chief, bob):
        helper_client.post(reverse("admin:games_user_delete", args=[user.pk]), {"post": "yes"})
    helper_client.post(reverse("admin:games_user_changelist"), {
        "action": "delete_selected", "_selected_action": [chief.pk, bob.pk], "post": "yes"})
    assert User.objects.filter(pk__in=[chief.pk, bob.pk]).count() == 2


def test_no_page_adds_an_address_that_signs_in_to_the_account_of_somebody_else() -> None:
    """allauth's table of addresses is empty here, but it would be believed."""
    models = [*apps.get_app_config("account").get_models()]
    assert models
    assert not [model for model in models if admin.site.is_registered(model)]


def test_with_all_rights_an_operator_changes_operators_and_groups(
    client: Client, chief: User, helper: User
) -> None:
    client.force_login(chief)
    assert change(client, helper, email="helper2@example.org", is_superuser="on") == 302
    assert stored(helper) == ("helper2@example.org", True, False, True)
    assert client.post(reverse("admin:auth_group_add"), {"name": "chiefs"}).status_code == 302
