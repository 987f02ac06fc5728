"""Somebody is invited at the moment when they delete their account; both succeed (R25)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from games.models import Game, OutgoingEmail, Seat, User
from games.people import account_deletion
from games.post import news
from games.table.lobby import open_tables
from games.table.seats import seating
from tests.concurrency import at_once
from tests.conftest import NOW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R25")]

MOMENT = 0.5  # seconds in which the other action ends, if nothing keeps it waiting


@pytest.fixture
def table(transactional_db: None, alice: User) -> Game:
    return open_tables.create_table(by=alice, players=2, now=NOW)


def meanwhile(monkeypatch: pytest.MonkeyPatch, where: Any, name: str,
              action: Callable[[], Any]) -> Callable[[], Any]:
    """Starts the action when this function is called; returns how to get its result.

    The function goes on once the action has ended or has had the time to.
    """
    original, pool, started = getattr(where, name), ThreadPoolExecutor(1), []

    def in_thread() -> Any:
        try:
            return action()
        finally:
            connection.close()

    def called(*args: Any, **options: Any) -> Any:
        if not started:
            done = threading.Event()
            started.append(pool.submit(in_thread))
            started[0].add_done_callback(lambda _: done.set())
            done.wait(MOMENT)
        return original(*args, **options)

    monkeypatch.setattr(where, name, called)
    return lambda: started[0].result()


def check_outcome(table: Game) -> None:
    """Bob is gone; the seat is open or reserved for the reader of the former address."""
    assert not User.objects.filter(email="bob@example.org").exists()
    assert not OutgoingEmail.objects.exclude(user=None).exists()
    seat = Seat.objects.get(game=table, index=1)
    assert (seat.status, seat.invited_email) in {
        (Seat.Status.OPEN, ""), (Seat.Status.INVITED, "bob@example.org")}
    assert seat.kept_for is None


def test_the_account_is_deleted_while_its_owner_is_being_invited(
    table: Game, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    deleted = meanwhile(monkeypatch, news, "queue_email",
                        lambda: account_deletion.delete_account(bob, now=NOW))
    open_tables.invite(table, by=alice, email="bob@example.org", now=NOW)
    deleted()
    check_outcome(table)


def test_the_owner_is_invited_while_the_account_is_being_deleted(
    table: Game, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    invited = meanwhile(
        monkeypatch,
        account_deletion,
        "_delete_personal_data",
        lambda: open_tables.invite(table, by=alice, email="bob@example.org", now=NOW),
    )
    account_deletion.delete_account(bob, now=NOW)
    invited()
    check_outcome(table)


def test_both_at_the_same_moment(table: Game, alice: User, bob: User) -> None:
    at_once(lambda: open_tables.invite(table, by=alice, email="bob@example.org", now=NOW),
            lambda: account_deletion.delete_account(User.objects.get(pk=bob.pk), now=NOW))
    check_outcome(table)


def test_two_people_who_invite_each_other_do_not_wait_for_each_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = meanwhile(monkeypatch, seating, "invite", lambda: open_tables.create_table(
        by=bob, players=2, invite_emails=["alice@example.org"], now=NOW))
    open_tables.create_table(by=alice, players=2, invite_emails=["bob@example.org"], now=NOW)
    other()
    assert Seat.objects.filter(status=Seat.Status.INVITED).count() == 2
