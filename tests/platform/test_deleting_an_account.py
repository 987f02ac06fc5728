"""Deleting an account, by its user and by operators (R25)."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import DELETION, LogEntry
from django.test import Client
from django.urls import reverse

from games.models import Session, User
from games.people.handles import FORMER
from tests.markup import squeezed
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R25")]

PAGE = "/account/delete/"


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_page_says_what_will_be_deleted_and_changes_nothing(alice, bob, now):
    game = seat_table([alice, bob], now=now)
    client = browser(alice)
    assert PAGE in client.get(reverse("account")).content.decode()
    page = squeezed(client.get(PAGE).content.decode())
    assert f"A bot will take over for you in “{game.name}”" in page
    assert alice.email in page
    assert f"Your seat will be called “{FORMER}”" in page
    assert game.seats.filter(user=alice).exists()


def test_without_ticking_the_box_nothing_is_deleted(alice):
    answer = browser(alice).post(PAGE, {})
    assert answer.status_code == 400
    assert b"Nothing was deleted. Tick this box to confirm." in answer.content
    assert User.objects.filter(pk=alice.pk).exists()


def test_after_ticking_the_box_the_account_is_deleted_in_every_browser(alice, bob, now):
    seat_table([alice, bob], now=now)
    here, elsewhere, bobs = browser(alice), browser(alice), browser(bob)
    answer = here.post(PAGE, {"sure": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    assert b"Your account has been deleted." in answer.content
    assert not User.objects.filter(pk=alice.pk).exists()
    assert not Session.objects.filter(person=alice.pk).exists()
    for client in (here, elsewhere):
        assert client.get("/games/").status_code == 302
    assert bobs.get("/games/").status_code == 200


def test_a_second_click_does_nothing(alice):
    client = browser(alice)
    client.post(PAGE, {"sure": "on"})
    assert client.post(PAGE, {"sure": "on"}).url.startswith("/account/login/")


def test_visitors_are_asked_to_sign_in():
    assert Client().get(PAGE).url == f"/account/login/?next={PAGE}"


def test_an_operator_is_told_why_not(alice):
    alice.is_staff = True
    alice.save()
    answer = browser(alice).post(PAGE, {"sure": "on"})
    assert answer.status_code == 400
    assert "operator" in answer.content.decode()
    assert User.objects.filter(pk=alice.pk).exists()


@pytest.fixture
def operator(db):
    return browser(User.objects.create_superuser("root@example.org", name="Root"))


def choose(*users: User) -> dict[str, object]:
    return {"action": "delete_selected", "_selected_action": [user.pk for user in users]}


def test_operators_can_delete_users_after_confirming(operator, alice, bob, now):
    game = seat_table([alice, bob], now=now)
    where = reverse("admin:games_user_changelist")
    confirmation = operator.post(where, choose(alice, bob))
    assert b"Are you sure" in confirmation.content
    assert User.objects.filter(pk=alice.pk).exists()
    operator.post(where, {**choose(alice, bob), "post": "yes"})
    assert not User.objects.filter(pk__in=[alice.pk, bob.pk]).exists()
    assert {name.partition(" (")[0] for name in game.seats.values_list("name", flat=True)} == {
        FORMER}


def test_operators_can_delete_a_user_on_the_users_page(operator, alice):
    where = reverse("admin:games_user_delete", args=[alice.pk])
    assert operator.get(where).status_code == 200
    operator.post(where, {"post": "yes"})
    assert not User.objects.filter(pk=alice.pk).exists()


def test_the_admins_history_keeps_the_action_without_the_name(operator, alice):
    operator.post(reverse("admin:games_user_delete", args=[alice.pk]), {"post": "yes"})
    entry = LogEntry.objects.get()
    assert (entry.action_flag, entry.object_repr) == (DELETION, FORMER)


def test_operators_are_not_deleted_together_with_users(operator, alice, bob):
    alice.is_staff = True
    alice.save()
    answer = operator.post(reverse("admin:games_user_changelist"),
                           {**choose(alice, bob), "post": "yes"})
    assert answer.status_code == 403
    assert User.objects.filter(pk__in=[alice.pk, bob.pk]).count() == 2
    assert operator.get(reverse("admin:games_user_delete", args=[alice.pk])).status_code == 403
