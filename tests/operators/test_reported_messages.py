"""The operators' list of reported messages."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from games.models import ChatMessage, Game, User
from games.table.talk import speaking

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LIST = "/admin/games/chatmessage/"


@pytest.fixture
def reported(fresh: Game, alice: User, bob: User, now: datetime) -> ChatMessage:
    speaking.say(fresh, user=bob, channel="table", text="A secret", key="1", now=now)
    message = speaking.say(fresh, user=bob, channel="table", text="Nonsense", key="2", now=now)
    speaking.report(message, by=alice, now=now)
    return message


@pytest.fixture
def operator(client: Client) -> Client:
    user = User.objects.create_superuser("operator@example.org", name="Operator")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.promise("R11")
def test_operators_see_only_what_was_reported(reported: ChatMessage, operator: Client) -> None:
    page = operator.get(LIST).content.decode()
    assert "Nonsense" in page
    assert "A secret" not in page
    other = ChatMessage.objects.get(text="A secret")
    assert operator.get(f"{LIST}{other.pk}/change/").status_code == 302
    assert operator.get(f"{LIST}{reported.pk}/change/").status_code == 200
    assert operator.get(f"{LIST}add/").status_code == 403
    assert operator.get(f"{LIST}{reported.pk}/delete/").status_code == 403


def test_operators_hide_a_message_and_show_it_again(
    reported: ChatMessage, operator: Client
) -> None:
    for action, hidden in (("hide", True), ("show_again", False)):
        operator.post(LIST, {"action": action, "_selected_action": reported.pk})
        reported.refresh_from_db()
        assert (reported.hidden_at is not None) == hidden
        assert reported.text == "Nonsense"
    told = [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]
    assert told == ["Hid this message.", "Showed this message again."]


def test_an_operator_who_may_only_look_cannot_hide(
    reported: ChatMessage, client: Client
) -> None:
    user = User.objects.create_user("helper@example.org", is_staff=True)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(LIST).status_code == 403
    client.post(LIST, {"action": "hide", "_selected_action": reported.pk})
    reported.refresh_from_db()
    assert reported.hidden_at is None
