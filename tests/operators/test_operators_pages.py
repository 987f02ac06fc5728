"""The admin shows everything except the secrets of running games, and cannot change the log."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.base import admin_bases
from games.models import ChatMessage, Game, LoggedMove, OutgoingEmail, Snapshot, User
from games.post.inbox import processing
from games.post.outbox import bounces
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from games.table.play import history, verification
from games.table.talk import speaking
from tests.sample_games import advance, seat_table


def page(client: Client, name: str, *args: object, **query: str) -> str:
    response = client.get(reverse(f"admin:games_{name}", args=args), query)
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
        assert not any(row.digest in text for row in rows)
    assert "hidden until the game is over" in pages[1]
    assert sum(history.state(running).hands[0]) > 0


def test_a_finished_games_secrets_are_open(operator: Client, finished: Game) -> None:
    assert bytes(finished.seed).hex() in page(operator, "game_change", finished.pk)
    first = LoggedMove.objects.get(game=finished, number=1)
    text = page(operator, "loggedmove_change", first.pk)
    assert "&quot;supply&quot;" in text
    assert first.digest in text


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
    client.force_login(helper)
    client.post(reverse("admin:games_user_change", args=[bob.pk]),
                {"email": "robert@example.org", "is_active": "on", "is_staff": "on",
                 "is_superuser": "on"})
    bob.refresh_from_db()
    assert (bob.email, bob.is_staff, bob.is_superuser) == (
        "robert@example.org", False, False)


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
    client.force_login(bob)
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


def found(client: Client, name: str, words: str) -> list[object]:
    """The rows that a search finds."""
    response = client.get(reverse(f"admin:games_{name}_changelist"), {"q": words})
    return list(response.context["cl"].result_list)


@pytest.mark.parametrize("words", ["alice@example.org", " ALICE@Example.org ", "alice", "Alice"])
def test_people_are_found_by_their_address_or_name_in_any_case(
    operator: Client, alice: User, bob: User, words: str
) -> None:
    assert found(operator, "user", words) == [alice]


def test_a_search_says_that_it_looks_for_whole_names(operator: Client, alice: User) -> None:
    assert found(operator, "user", "lice@example.org") == []
    assert "Please enter the whole name, email address, code or Message-ID." in page(
        operator, "user_changelist")


def test_a_game_is_found_by_its_code_its_title_and_its_players(
    operator: Client, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    for words in (game.code, game.code.upper(), "friends", "alice", "bob@example.org"):
        assert found(operator, "game", words) == [game], words
    assert found(operator, "game", "carol") == []


def test_emails_are_found_by_address_game_and_message_id(
    operator: Client, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    email = queue_email("turn", to="alice@example.org", game=game, now=now)
    queue_email("turn", to="bob@example.org", now=now)
    assert email is not None
    for words in ("Alice@example.org", game.code, email.message_id):
        assert found(operator, "outgoingemail", words) == [email], words


def test_the_log_is_found_by_the_code_of_its_game(
    operator: Client, alice: User, bob: User, now: datetime
) -> None:
    game, _ = (seat_table([alice, bob], now=now) for _ in range(2))
    assert found(operator, "loggedmove", game.code) == list(game.rows.order_by("-pk"))


def test_an_address_that_an_operator_changes_is_stored_in_lower_case(
    operator: Client, bob: User
) -> None:
    operator.post(reverse("admin:games_user_change", args=[bob.pk]),
                  {"email": "Robert@Example.ORG", "name": "Bob", "is_active": "on"})
    bob.refresh_from_db()
    assert bob.email == "robert@example.org"


def test_a_long_list_has_pages_and_says_what_it_leaves_out(
    operator: Client, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_bases, "MOST", 2 * admin_bases.ROWS)
    for number in range(2 * admin_bases.ROWS + 1):
        queue_email("turn", to=f"bob{number}@example.org", now=now + timedelta(hours=number))
    first = page(operator, "outgoingemail_changelist")
    second = page(operator, "outgoingemail_changelist", p="2")
    assert first.count("@example.org</td>") == second.count("@example.org</td>") == 25
    assert "There may be more. Please search or filter" in first
    assert "bob0@example.org" in page(operator, "outgoingemail_changelist", q="bob0@example.org")


def test_a_short_list_leaves_nothing_out(operator: Client, alice: User) -> None:
    assert "There may be more." not in page(operator, "user_changelist")


def test_the_outbox_can_be_filtered_by_every_kind_that_is_stored(
    operator: Client, now: datetime
) -> None:
    for kind in ("turn", "over", "turn", "chat"):
        queue_email(kind, to="bob@example.org", now=now)
    assert admin_bases.stored_values(OutgoingEmail, "kind") == ["chat", "over", "turn"]
    listed = page(operator, "outgoingemail_changelist", kind="over")
    assert listed.count("bob@example.org</td>") == 1
    assert "?kind=chat" in listed


def test_an_empty_outbox_has_no_kinds(db: None) -> None:
    assert admin_bases.stored_values(OutgoingEmail, "kind") == []


LIST = "/admin/games/chatmessage/"


@pytest.fixture
def reported(fresh: Game, alice: User, bob: User, now: datetime) -> ChatMessage:
    speaking.say(fresh, user=bob, channel="table", text="A secret", key="1", now=now)
    message = speaking.say(fresh, user=bob, channel="table", text="Nonsense", key="2", now=now)
    speaking.report(message, by=alice, now=now)
    return message


@pytest.mark.any_database
@pytest.mark.promise("R11")
def test_operators_see_only_what_was_reported(reported: ChatMessage, operator: Client) -> None:
    listed = operator.get(LIST).content.decode()
    assert "Nonsense" in listed
    assert "A secret" not in listed
    other = ChatMessage.objects.get(text="A secret")
    assert operator.get(f"{LIST}{other.pk}/change/").status_code == 302
    assert operator.get(f"{LIST}{reported.pk}/change/").status_code == 200
    assert operator.get(f"{LIST}add/").status_code == 403
    assert operator.get(f"{LIST}{reported.pk}/delete/").status_code == 403


@pytest.mark.any_database
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


@pytest.mark.any_database
def test_an_operator_who_may_only_look_cannot_hide(
    reported: ChatMessage, client: Client
) -> None:
    user = User.objects.create_user("helper@example.org", is_staff=True)
    client.force_login(user)
    assert client.get(LIST).status_code == 403
    client.post(LIST, {"action": "hide", "_selected_action": reported.pk})
    reported.refresh_from_db()
    assert reported.hidden_at is None
