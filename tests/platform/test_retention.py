"""Deleting what is no longer needed: at the end of its period, in small parts, by an index."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.base import failures, retention
from games.features.finding import pool
from games.features.ratings import company
from games.models import (
    AddressStatus,
    Delivery,
    EmailToken,
    Failure,
    Game,
    Handle,
    IncomingEmail,
    MailboxEmail,
    OutgoingEmail,
    PoolEntry,
    ReceivedVolume,
    SeatClock,
    SeenAt,
    Session,
    TurnTiming,
    User,
    Webhook,
)
from games.operations import sweeps
from games.people import accounts, handles
from games.post.deliveries import delivery as posts
from games.post.inbox import processing
from games.post.outbox import bounces, codes, delivery, digest, local_mailbox
from games.post.outbox.queue import queue_email
from games.table.clocks import reliability
from tests.sample_games import clocked_table

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
Forget = Callable[[datetime], int]
PARTIAL = {index.name for model in apps.get_models() for index in model._meta.indexes
           if index.condition is not None}


def row(model: type[Any], at: datetime, game: Game) -> Any:
    """A row of this model that has been no longer needed since this moment."""
    return {
        AddressStatus: lambda: AddressStatus.objects.create(
            address="carol@example.org", bounced_at=at),
        Delivery: lambda: Delivery.objects.create(
            hook=Webhook.objects.create(owner=game.seats.get(index=0).user, created_at=at),
            event="test", facts={}, not_before=at, created_at=at),
        EmailToken: lambda: EmailToken.objects.create(
            email=email(at + 9 * retention.EMAILS_WITHOUT_GAME, "test"), digest="0" * 64,
            created_at=at),
        Failure: lambda: Failure.objects.create(
            game=game, number=1, doing="page", error="Broken", place="here", last_at=at),
        Handle: lambda: Handle.objects.create(
            user=User.objects.create_user("old@example.org"), name="Old", key="old", look="old",
            given_up_at=at),
        IncomingEmail: lambda: IncomingEmail.objects.create(
            raw=b"", gateway="smtp", received_at=at, status="done", finished_at=at),
        MailboxEmail: lambda: MailboxEmail.objects.create(
            message_id="<1@localhost>", to="carol@example.org", subject="Hello", raw=b"",
            created_at=at),
        OutgoingEmail: lambda: email(at, "digest"),
        PoolEntry: lambda: PoolEntry.objects.create(
            user=game.seats.get(index=0).user, ruleset="alexandros", players=[2], paces=["day"],
            rated=False, since=at, lapsed_at=at, until=at + retention.WISHES),
        ReceivedVolume: lambda: ReceivedVolume.objects.create(source="0" * 32, hour=at),
        SeenAt: lambda: SeenAt.objects.create(
            user=game.seats.get(index=0).user, kind=SeenAt.Kind.NETWORK, mark="0", seen_at=at),
        Session: lambda: Session.objects.create(session_key="0" * 32, expire_date=at),
        TurnTiming: lambda: TurnTiming.objects.create(
            user=game.seats.get(index=0).user, game=game, ended_at=at, outcome="in time",
            used=SECOND, took=SECOND),
        User: lambda: User.objects.create_user("typo@example.org", date_joined=at),
    }[model]()


def email(at: datetime, kind: str) -> OutgoingEmail:
    """An email about no game that was sent when it was queued."""
    return OutgoingEmail.objects.create(
        kind=kind, to="carol@example.org", message_id=f"<{kind}@example.org>", status="sent",
        not_before=at, created_at=at, sent_at=at)


FORGETTING: list[tuple[type[Any], Forget, timedelta]] = [
    (AddressStatus, bounces.forget_old, retention.BOUNCES),
    (Delivery, posts.forget_old, retention.DELIVERIES),
    (EmailToken, processing.forget_old, retention.REPLY_TOKENS),
    (Failure, failures.forget_old, retention.FAILURES),
    (Handle, handles.forget_old, retention.OLD_HANDLES),
    (IncomingEmail, processing.forget_old, retention.INCOMING_EMAILS),
    (MailboxEmail, local_mailbox.forget_old, retention.LOCAL_MAILBOX),
    (OutgoingEmail, delivery.forget_old, retention.EMAILS_WITHOUT_GAME),
    (PoolEntry, pool.forget_old, retention.WISHES),
    (ReceivedVolume, processing.forget_old, retention.RECEIVED_VOLUME),
    (SeenAt, company.forget_old, retention.SEEN),
    (Session, accounts.forget_sessions, timedelta(0)),
    (TurnTiming, reliability.forget_old, retention.TURN_TIMINGS),
    (User, accounts.forget_unused, retention.UNPROVED_ACCOUNTS),
]


of_every_model = pytest.mark.parametrize(("model", "forget", "period"), FORGETTING,
                                         ids=[model.__name__ for model, _, _ in FORGETTING])


@of_every_model
def test_a_row_is_deleted_when_its_period_is_over_and_not_a_second_before(
    model: type[Any], forget: Forget, period: timedelta, fresh: Game, now: datetime
) -> None:
    kept = row(model, now - period, fresh)
    assert forget(now) == 0
    assert model.objects.filter(pk=kept.pk).exists()
    assert forget(now + SECOND) == 1
    assert not model.objects.filter(pk=kept.pk).exists()


@of_every_model
def test_a_sweep_deletes_only_as_many_rows_at_once_as_a_batch_has(
    model: type[Any], forget: Forget, period: timedelta, fresh: Game, now: datetime,
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 0)
    row(model, now - period - SECOND, fresh)
    assert forget(now) == 0
    monkeypatch.setattr(retention, "BATCH", 1)
    assert forget(now) == 1


@pytest.mark.parametrize("kind", OutgoingEmail.CODE_KINDS)
def test_an_email_with_a_code_is_deleted_after_a_day(kind: str, now: datetime) -> None:
    email(now - retention.CODES, kind)
    assert codes.forget_old(now) == 0
    assert codes.forget_old(now + SECOND) == 1


def test_an_email_about_no_game_stays_until_it_has_left_or_failed(now: datetime) -> None:
    waiting = email(now, "digest")
    OutgoingEmail.objects.filter(pk=waiting.pk).update(status="retry", sent_at=None)
    assert delivery.forget_old(now + 9 * retention.EMAILS_WITHOUT_GAME) == 0


def test_a_digest_stays_as_long_as_a_clock_waits_for_it(
    alice: User, bob: User, now: datetime
) -> None:
    game = clocked_table([alice, bob], now=now)
    turn = queue_email("turn", to=alice.email or "", user=alice, game=game, now=now,
                       seat=game.seats.get(index=0), number=game.number)
    folding = email(now, "digest")
    assert turn is not None
    OutgoingEmail.objects.filter(pk=turn.pk).update(status="folded", digest=folding)
    clock = SeatClock.objects.filter(seat__game=game, seat__index=0)
    clock.update(email=turn, asked_at=now, since=None)
    later = now + 9 * retention.EMAILS_WITHOUT_GAME
    assert delivery.forget_old(later) == 0
    clock.update(since=now)
    assert delivery.forget_old(later) == 1
    turn.refresh_from_db()
    assert (turn.status, turn.digest) == ("folded", None)
    assert [item.email for item in digest.relevant_items([turn])] == [turn]


def test_a_readers_wish_to_get_no_email_outlives_every_bounce(now: datetime) -> None:
    bounces.stop_all("carol@example.org", now=now)
    bounces.record_bounce("carol@example.org", error="550", now=now)
    assert bounces.forget_old(now + 9 * retention.BOUNCES) == 0
    assert bounces.reason_not_to_send("carol@example.org")


def test_somebody_who_plays_without_signing_in_keeps_their_account(
    fresh: Game, alice: User, now: datetime
) -> None:
    assert alice.last_login is None
    for days in (2, 30, 59, 300):
        assert accounts.forget_unused(alice.date_joined + timedelta(days=days)) == 0
    assert User.objects.filter(pk=alice.pk).exists()


def test_old_failures_are_deleted_in_parts(fresh: Game, now: datetime,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for number in range(5):
        Failure.objects.create(game=fresh, number=number, doing="page", error="Broken",
                               place="here", last_at=now - timedelta(days=number))
    later = now + retention.FAILURES + SECOND
    assert [failures.forget_old(later) for _ in range(4)] == [2, 2, 1, 0]


def test_a_sweep_that_has_nothing_to_forget_deletes_nothing(fresh: Game, now: datetime) -> None:
    searches = {name: search for name, search in sweeps._searches().items()
                if "forgotten" in name or "tidied" in name}
    assert len(searches) == 14
    with CaptureQueriesContext(connection) as queries:
        assert [search(now) for search in searches.values()] == [0] * len(searches)
    assert not [query for query in queries if "DELETE" in query["sql"]]


@pytest.mark.parametrize("name", [name for name in sweeps._searches()
                                  if "forgotten" in name or "tidied" in name])
def test_what_is_to_be_forgotten_is_found_by_an_index(
    name: str, fresh: Game, now: datetime
) -> None:
    with CaptureQueriesContext(connection) as queries:
        sweeps._searches()[name](now)
    asked = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert asked
    for sql in asked:
        assert not [line for line in plan(sql) if reads_everything(line)], sql


def reads_everything(line: str) -> bool:
    """Whether this step of a plan reads a whole table, or an index of all its rows."""
    return "Seq Scan" in line or (line.startswith("SCAN") and line.split()[-1] not in PARTIAL)


def plan(sql: str) -> list[str]:
    """How the database would carry out this query, on a table that is large."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {sql}")
            return [line for (line,) in cursor.fetchall()]
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [line for *_, line in cursor.fetchall()]
