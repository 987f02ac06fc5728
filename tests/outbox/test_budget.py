"""What one person causes for another: how much of it is told, and what is dropped (R26)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import EmailPreferences, Game, OutgoingEmail, PushNotice, User
from games.post import email_kinds
from games.post.email_kinds import Waits
from games.post.outbox import budget, digest
from games.post.outbox.queue import queue_email, queue_for_seats
from games.table.lobby import open_tables
from games.table.play import pauses
from games.table.seats import leaving, taking_over
from games.table.talk import speaking
from tests.push.conftest import PUBLIC, phone, register  # noqa: F401 - fixtures
from tests.sample_games import clocked_table, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.promise("R26")]

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _no_broker(announced: list[tuple[Any, ...]]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    game = seat_table([alice, bob, carol], now=now, options={"first": 0})
    OutgoingEmail.objects.all().delete()
    return game


def tell(game: Game, cause: User, *, now: datetime, kind: str = "table") -> None:
    """Tells Carol, at once, of something that this person has done."""
    queue_for_seats(kind, game.seats.filter(index=2).select_related("user"), game=game, now=now,
                    cause=cause.pk)
    send()


def send() -> None:
    OutgoingEmail.objects.filter(status="queued").update(status="sent")


def told(*addresses: str) -> list[tuple[str, str]]:
    """The kinds and addresses of the emails that have left or will leave."""
    found = OutgoingEmail.objects.exclude(status="failed").order_by("pk")
    found = found.filter(to__in=addresses) if addresses else found
    return list(found.values_list("kind", "to"))


def test_somebody_hears_of_three_acts_of_one_person_in_an_hour(
    game: Game, alice: User, now: datetime
) -> None:
    for minute in range(10):
        tell(game, alice, now=now + timedelta(minutes=minute))
    assert len(told()) == budget.MOST == 3
    tell(game, alice, now=now + HOUR)  # the first is an hour old, the second is not
    tell(game, alice, now=now + HOUR)
    assert len(told()) == 4


def test_every_person_and_every_game_has_a_budget_of_its_own(
    game: Game, alice: User, bob: User, carol: User, now: datetime
) -> None:
    other = seat_table([alice, bob, carol], now=now)
    for _ in range(5):
        tell(game, alice, now=now)
        tell(game, bob, now=now)
        tell(other, alice, now=now)
    assert len(told()) == 9


def test_turns_and_the_end_are_told_whatever_else_somebody_has_caused(
    game: Game, alice: User, now: datetime
) -> None:
    for _ in range(5):
        tell(game, alice, now=now)
    for kind in ("turn", "reminder", "over"):
        tell(game, alice, kind=kind, now=now)
    assert [kind for kind, _ in told()][3:] == ["turn", "reminder", "over"]


def test_devices_have_the_same_budget(
    game: Game, alice: User, carol: User, now: datetime,
    register: Callable[..., Any],  # noqa: F811
) -> None:
    register(carol, f"{PUBLIC}c")
    for _ in range(3):
        tell(game, alice, kind="asked", now=now)
    revision = PushNotice.objects.get().revision
    tell(game, alice, kind="asked", now=now)
    assert PushNotice.objects.get().revision == revision


def test_what_somebody_goes_on_saying_comes_in_one_email_when_the_hour_is_over(
    game: Game, alice: User, carol: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=carol, chat="now")
    for number in range(10):
        speaking.say(game, user=alice, channel="table", key=str(number), text=f"Word {number}",
                     now=now)
        send()
    emails = OutgoingEmail.objects.filter(kind="chat", to=carol.email).order_by("pk")
    assert [email.status for email in emails] == ["sent", "sent", "held"]
    assert emails[2].not_before == now + HOUR
    digest.release_due(now + HOUR)
    assert OutgoingEmail.objects.get(pk=emails[2].pk).status == "queued"


def test_somebody_who_is_back_before_anybody_was_told_has_never_left(
    game: Game, bob: User, carol: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=carol, when="daily", hour=8)
    leaving.leave(game, user=bob, now=now)
    taking_over.take_back(game, user=bob, now=now)
    assert told(str(carol.email)) == []
    assert told("alice@example.org") == []


def test_somebody_who_was_told_is_told_that_they_are_back(
    game: Game, bob: User, now: datetime
) -> None:
    leaving.leave(game, user=bob, now=now)
    send()
    taking_over.take_back(game, user=bob, now=now)
    assert told("alice@example.org") == [("left", "alice@example.org"),
                                         ("table", "alice@example.org")]
    leaving.leave(game, user=bob, now=now)  # before they are told that Bob is back
    assert told("alice@example.org") == [("left", "alice@example.org")]


def test_a_pause_that_ends_before_anybody_was_told_is_not_told(
    alice: User, bob: User, now: datetime
) -> None:
    game = clocked_table([alice, bob], now=now)
    pauses.agree(game, seat=0, now=now)
    pauses.agree(game, seat=1, now=now)
    assert ("table", alice.email) in told()
    pauses.resume(game, seat=1, now=now)
    assert [kind for kind, _ in told()] == []


def test_an_invitation_that_is_withdrawn_before_it_leaves_was_never_sent(
    alice: User, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, players=2, invite_emails=["eve@example.org"],
                                     now=now)
    open_tables.withdraw(table, by=alice, seat=1, now=now)
    assert told() == []


@pytest.mark.promise("R13")
def test_an_invitation_does_not_bring_a_link_that_is_for_somebody_else_by_now(
    alice: User, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, players=2, invite_emails=["eve@example.org"],
                                     now=now)
    email = OutgoingEmail.objects.get()
    open_tables.decline(table, token=table.seats.get(index=1).invite_token, now=now)
    open_tables.invite(table, by=alice, email="zoe@example.org", now=now)
    kind = email_kinds.kind_of("invitation")
    assert not kind.still_true(email, table, table.seats.get(index=1))


@pytest.mark.parametrize("kind", [
    kind for kind in email_kinds.every().values() if kind.is_chosen
], ids=lambda kind: kind.name)
def test_every_kind_of_email_that_can_wait_says_when_it_is_still_true(
    kind: email_kinds.EmailKind
) -> None:
    assert kind.still_true is not email_kinds.always


def test_answers_are_true_whatever_has_happened_since() -> None:
    answers = [kind for kind in email_kinds.OWN
               if kind.waits is Waits.NEVER and kind.name != "invitation"]
    assert all(kind.still_true is email_kinds.always for kind in answers)


def test_an_email_without_a_cause_has_no_budget(alice: User, now: datetime) -> None:
    for _ in range(5):
        assert queue_email("test", to=str(alice.email), user=alice, now=now)
