"""The admin shows everything except the secrets of running games, and cannot change the log."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game, LoggedMove, OutgoingEmail, Snapshot, User
from games.post.inbox import processing
from games.post.outbox import bounces
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from games.table.play import history, verification
from tests.sample_games import advance, seat_table


@pytest.fixture
def operator(db: None, client: Client) -> Client:
    """A browser in which an operator with all rights is logged in."""
    user = User.objects.create_superuser("root@example.org", name="Root")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, name: str, *args: object) -> str:
    response = client.get(reverse(f"admin:games_{name}", args=args))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("name", ["game", "loggedmove", "snapshot", "outgoingemail"])
def test_every_list_names_its_game(
    operator: Client, running: Game, now: datetime, name: str
) -> None:
    advance(running, now=now, moves=5)
    assert running.code in page(operator, f"{name}_changelist")


def test_people_are_listed_with_their_addresses(operator: Client, bob: User) -> None:
    assert bob.email in page(operator, "user_changelist")


@pytest.mark.promise("R24")
def test_a_running_games_secrets_are_hidden(operator: Client, running: Game) -> None:
    snapshot, rows = Snapshot.objects.get(game=running), LoggedMove.objects.filter(game=running)
    pages = [page(operator, "game_changelist"), page(operator, "game_change", running.pk),
             page(operator, "loggedmove_changelist"), page(operator, "snapshot_changelist"),
             page(operator, "snapshot_change", snapshot.pk)]
    pages += [page(operator, "loggedmove_change", row.pk) for row in rows]
    supply = '&quot;supply&quot;'
    for text in pages:
        assert bytes(running.seed).hex() not in text
        assert running.invite_token not in text
        assert supply not in text
        assert "&quot;card&quot;" not in text
    assert "hidden until the game is over" in pages[1]
    assert sum(history.state(running).hands[0]) > 0


def test_a_finished_games_secrets_are_open(operator: Client, finished: Game) -> None:
    assert bytes(finished.seed).hex() in page(operator, "game_change", finished.pk)
    first = LoggedMove.objects.get(game=finished, number=1)
    assert "&quot;supply&quot;" in page(operator, "loggedmove_change", first.pk)


@pytest.mark.promise("R9")
def test_the_log_and_the_outbox_are_for_reading(
    operator: Client, running: Game, now: datetime
) -> None:
    advance(running, now=now, moves=5)
    row, mail = LoggedMove.objects.filter(game=running).first(), running.emails.first()
    assert row is not None
    assert mail is not None
    for name, pk in (("loggedmove", row.pk), ("outgoingemail", mail.pk)):
        assert operator.post(reverse(f"admin:games_{name}_change", args=[pk])).status_code == 403
        assert operator.post(reverse(f"admin:games_{name}_delete", args=[pk])).status_code == 403
        assert operator.get(reverse(f"admin:games_{name}_add")).status_code == 403
    assert operator.post(reverse("admin:games_game_delete", args=[running.pk])).status_code == 403


def test_a_games_name_can_be_changed_and_nothing_else(operator: Client, running: Game) -> None:
    data = {"name": "Renamed", "listed": "on", "number": "3", "status": "over",
            "seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}
    operator.post(reverse("admin:games_game_change", args=[running.pk]), data)
    now_stored = Game.objects.get(pk=running.pk)
    assert (now_stored.name, now_stored.listed) == ("Renamed", True)
    for column in ("number", "status", "turn", "setup"):
        assert getattr(now_stored, column) == getattr(running, column)


def test_failed_mails_are_sent_again(operator: Client, running: Game, now: datetime) -> None:
    advance(running, now=now, moves=5)
    running.emails.update(status=OutgoingEmail.Status.FAILED, attempts=20)
    chosen = list(running.emails.values_list("pk", flat=True))
    response = operator.post(reverse("admin:games_outgoingemail_changelist"),
                             {"action": "send_again", "_selected_action": chosen}, follow=True)
    assert f"{len(chosen)} emails will be retried" in response.content.decode()
    assert set(running.emails.values_list("status", "attempts")) == {("queued", 0)}


def test_only_somebody_with_all_rights_hands_out_rights(client: Client, bob: User) -> None:
    helper = User.objects.create_user("helper@example.org", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(
        codename__in=["view_user", "change_user"]))
    client.force_login(helper, backend="django.contrib.auth.backends.ModelBackend")
    client.post(reverse("admin:games_user_change", args=[bob.pk]),
                {"email": bob.email, "name": "Robert", "is_active": "on", "is_staff": "on",
                 "is_superuser": "on"})
    bob.refresh_from_db()
    assert (bob.name, bob.is_staff, bob.is_superuser) == ("Robert", False, False)


def test_nobody_waits_for_somebody_an_operator_has_shut_out(
    operator: Client, running: Game, alice: User, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, players=2, now=now)
    person = reverse("admin:games_user_change", args=[alice.pk])
    assert "Bots take over their" in operator.get(person).content.decode()
    operator.post(person, {"email": alice.email, "name": "Alicia", "is_active": "on"})
    assert running.seats.filter(user=alice).exists()
    operator.post(person, {"email": alice.email, "name": "Alicia"})
    alice.refresh_from_db()
    table.refresh_from_db()
    assert not alice.is_active
    assert table.status == Game.Status.CANCELLED
    seat = running.seats.get(left_by=alice)
    assert (seat.user, seat.bot, seat.name) == (None, "greedy", "Alice")
    assert verification.first_fault(running) is None


def test_players_do_not_get_in(client: Client, bob: User) -> None:
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("admin:games_game_changelist")).status_code == 302


@pytest.mark.parametrize("name", [
    "game", "loggedmove", "snapshot", "outgoingemail", "user", "incomingemail", "addressstatus",
])
def test_lists_take_a_fixed_number_of_queries(
    operator: Client, alice: User, bob: User, now: datetime, name: str
) -> None:
    asked = []
    for many in (1, 6):
        for number in range(many):
            game = seat_table([alice, bob], now=now)
            queue_email("turn", to=bob.email or "", now=now, game=game, user=bob)
            User.objects.create_user(f"{many}-{number}@example.org")
            bounces.record_bounce(f"{many}-{number}@example.org", error="550", now=now)
            processing.store(b"draw", gateway="smtp", now=now)
        with CaptureQueriesContext(connection) as queries:
            page(operator, f"{name}_changelist")
        asked.append(len(queries))
    assert asked[0] == asked[1]
