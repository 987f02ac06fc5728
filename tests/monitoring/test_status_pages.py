"""/metrics, /health and /ready: who may read them and what they say, which names no game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings as site
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings
from redis import Redis

from alexandros_rules.errors import Refusal
from games.base import heartbeats
from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail, User
from games.operations import disk_space
from games.operations.monitoring import readiness, status_pages
from games.post.emails.rendering import compose
from games.post.inbox import processing
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email
from tests.monitoring.conftest import Samples
from tests.sample_games import legal, submit

pytestmark = pytest.mark.django_db
Scrape = Callable[[], Samples]


def added(before: Samples, after: Samples, name: str, *labels: str) -> float:
    """Return by how much a counter has grown."""
    return after[name, labels] - before.get((name, labels), 0)


def test_without_a_token_there_are_no_metrics(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer scrape-m\u00e9", "Basic scrape-me",
                                   "scrape-me"])
def test_another_token_gets_none(client: Client, settings: Settings, given: str) -> None:
    settings.METRICS_TOKEN = "scrape-me"
    response = client.get("/metrics", headers={"authorization": given})
    assert response.status_code == 401
    assert "Authorization: Bearer TOKEN" in response.content.decode()
    assert not response.cookies


def test_prometheus_may_ask_by_ip_address_and_without_https(
    client: Client, settings: Settings
) -> None:
    settings.METRICS_TOKEN = "scrape-me"
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["play.example.org"]
    headers = {"host": "10.0.0.7", "authorization": "Bearer scrape-me"}
    response = client.get("/metrics", headers=headers)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain; version=")


def test_ages_are_those_of_the_oldest_work(
    scrape: Scrape, fresh: Game, alice: User, now: datetime
) -> None:
    for minutes in (9, 4):
        with time_machine.travel(now - timedelta(minutes=minutes), tick=False):
            at = now - timedelta(minutes=minutes)
            queue_email("turn", to="alice@example.org", now=at, game=fresh, user=alice)
            processing.store(b"draw", gateway="smtp", now=at)
            heartbeats.record("sweep", now=at)
    held = queue_email("turn", to="alice@example.org", now=now - timedelta(days=1), game=fresh)
    OutgoingEmail.objects.filter(pk=held.pk if held else 0).update(status="held")
    with time_machine.travel(now, tick=False):
        found = scrape()
    assert found["games_oldest_unsent_email_seconds", ("queued",)] == 540
    assert found["games_unsent_emails", ("queued",)] == 2
    assert found["games_oldest_unsent_email_seconds", ("retry",)] == 0
    assert found["games_oldest_unread_reply_seconds", ()] == 540
    assert found["games_last_seen_seconds", ("sweep",)] == 240
    assert found["games_last_seen_seconds", ("queue:turns",)] == float("inf")


def test_a_clock_that_was_set_back_makes_nothing_younger_than_now(
    scrape: Scrape, now: datetime
) -> None:
    heartbeats.record("sweep", now=now)
    with time_machine.travel(now - timedelta(hours=1), tick=False):
        assert scrape()["games_last_seen_seconds", ("sweep",)] == 0


def test_reading_the_gauges_takes_three_queries_that_scan_no_table(
    scrape: Scrape, now: datetime
) -> None:
    """The tables may have millions of rows; the log is not read at all."""
    with CaptureQueriesContext(connection) as asked:
        scrape()
    assert len(asked) == 3
    if connection.vendor != "sqlite":
        return  # PostgreSQL scans a table that is as small as here
    for query in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = " ".join(str(row[3]) for row in cursor.fetchall())
        assert not re.search(r"SCAN games_\w+\b(?! USING)", plan), plan


def test_orders_are_counted_by_sender_and_refusals_by_code(
    scrape: Scrape, fresh: Game, now: datetime,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    before = scrape()
    with django_capture_on_commit_callbacks(execute=True):
        submit(fresh, seat=0, text=legal(fresh)[0], number=1, key="a",
               actor=LoggedMove.Actor.PAGE, now=now)
    for text in ("gibberish", "gibberish"):
        with pytest.raises(Refusal) as refused:
            submit(fresh, seat=0, text=text, number=2, key="", now=now,
                   actor=LoggedMove.Actor.MAIL)
    after, code = scrape(), refused.value.code
    assert added(before, after, "games_orders_played_total", "page") == 1
    assert added(before, after, "games_orders_refused_total", code, "mail") == 2


def test_the_same_receipt_again_is_not_counted(
    scrape: Scrape, fresh: Game, now: datetime,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    text, before = legal(fresh)[0], scrape()
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            submit(fresh, seat=0, text=text, number=1, key="a",
                   actor=LoggedMove.Actor.PAGE, now=now)
    assert added(before, scrape(), "games_orders_played_total", "page") == 1


def test_emails_are_counted_by_kind_and_end(
    scrape: Scrape, fresh: Game, alice: User, now: datetime
) -> None:
    before, seat = scrape(), fresh.seats.get(index=0)
    email = queue_email("turn", to="alice@example.org", now=now, game=fresh, seat=seat,
                        user=alice, number=1)
    assert email is not None

    def broken(_: OutgoingEmail) -> None:
        raise OSError("no route")

    delivery.deliver(email.pk, compose=broken, now=now)  # type: ignore[arg-type]
    OutgoingEmail.objects.update(not_before=now)
    delivery.deliver(email.pk, compose=compose, now=now)
    after = scrape()
    for outcome in ("retry", "sent"):
        assert added(before, after, "games_emails_total", "turn", outcome) == 1, outcome


def test_incoming_emails_are_counted_by_outcome(
    scrape: Scrape, now: datetime,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    before = scrape()
    with django_capture_on_commit_callbacks(execute=True):
        message = processing.store(b"From: eve@example.org\n\ndraw", gateway="smtp", now=now)
        processing.process(message.pk, now=now)
    message.refresh_from_db()
    assert message.status == IncomingEmail.Status.IGNORED
    assert added(before, scrape(), "games_incoming_emails_total", message.outcome, "ignored") == 1


def test_responses_are_timed_by_the_name_of_their_url(
    scrape: Scrape, client: Client, finished: Game
) -> None:
    before = scrape()
    client.get(f"/games/{finished.code}/")
    client.get("/nowhere/")
    client.get("/static/games/site.css")
    after = scrape()
    for url in ("game", "none"):
        assert added(before, after, "games_response_seconds_count", "4xx", url) >= 1, url


def test_metrics_name_no_game_no_person_and_no_token(
    scrape: Scrape, client: Client, fresh: Game, alice: User, now: datetime
) -> None:
    client.force_login(alice)
    client.get(f"/games/{fresh.code}/?draft=secret")
    client.get(f"/turn/{'a' * 32}/")
    client.get("/Alice/alice@example.org")
    text = " ".join(f"{name} {' '.join(labels)}" for name, labels in scrape())
    for secret in (fresh.code, fresh.name, "Alice", "@", "a" * 32, bytes(fresh.seed).hex()):
        assert secret not in text


@pytest.mark.cache
def test_the_lengths_of_the_queues_come_from_redis(scrape: Scrape) -> None:
    """Without Redis, there are none."""
    if not site.REDIS_URL:
        assert not any(name == "games_queue_length" for name, _ in scrape())
        return
    with Redis.from_url(site.REDIS_URL) as redis:
        redis.delete(*status_pages.QUEUES)
        redis.rpush("inbox", "one", "two")
        found = scrape()
        redis.delete("inbox")
    assert {labels[0]: value for (name, labels), value in found.items()
            if name == "games_queue_length"} == {
        **dict.fromkeys(status_pages.QUEUES, 0), "inbox": 2}


def test_a_broker_that_is_down_takes_only_its_own_metrics_away(
    scrape: Scrape, settings: Settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    found = scrape()
    assert not any(name == "games_queue_length" for name, _ in found)
    assert ("games_oldest_unread_reply_seconds", ()) in found


COUNT = """
import os, socket, sys, django
host, number = sys.argv[1:]
socket.gethostname = lambda: host
if number:
    os.getpid = lambda: int(number)
django.setup()
from games.base import counters
for _ in range(3):
    counters.orders_refused("page", code="stale")
sys.stdin.readline()  # until the test has seen it
if not number and os.fork() == 0:
    counters.orders_refused("page", code="stale")
    os._exit(0)
"""
READ = """
import django
django.setup()
from prometheus_client import CollectorRegistry, generate_latest
from games.base import counters
registry = CollectorRegistry()
registry.register(counters.collector())
print(generate_latest(registry).decode())
"""
REFUSED = 'games_orders_refused_total{code="stale",sender="page"}'


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Starts a program of a site that counts, with these arguments."""
    plain = {"PATH": os.environ["PATH"], "ALEXANDROS_DATA": str(tmp_path),
             "DJANGO_SETTINGS_MODULE": "alexandros_site.settings",
             "ALEXANDROS_METRICS_TOKEN": "scrape-me"}
    return lambda *program, **more: subprocess.Popen(
        [sys.executable, "-c", *program], cwd=site.BASE_DIR, env={**plain, **more}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def output(program: subprocess.Popen[str]) -> str:
    """What the program prints until it ends."""
    printed, _ = program.communicate("go on\n", timeout=60)
    assert program.returncode == 0
    return printed


def test_processes_count_together_and_their_counts_outlive_them(
    start: Callable[..., subprocess.Popen[str]]
) -> None:
    """Each of two programs counts 3 and its child 1."""
    for _ in range(2):
        output(start(COUNT, "web", ""))
    assert f"{REFUSED} 8.0" in output(start(READ))


def test_processes_with_the_same_id_on_two_hosts_do_not_disturb_each_other(
    start: Callable[..., subprocess.Popen[str]]
) -> None:
    """Containers that share the directory are such hosts."""
    programs = [start(COUNT, host, "1") for host in ("web", "worker")]
    for program in programs:
        output(program)
    output(start(COUNT, "web", "1"))  # it goes on in the file of the one before
    assert f"{REFUSED} 9.0" in output(start(READ))


def test_a_program_that_ours_starts_counts_in_the_same_directory(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    """The variable that the first one has set comes to the second one."""
    directory = tmp_path / "metrics" / "host-web"
    for told in (directory.parent, directory):
        output(start(COUNT, "web", "", PROMETHEUS_MULTIPROC_DIR=str(told)))
    assert {path.parent for path in tmp_path.rglob("*.db")} == {directory}
    assert f"{REFUSED} 8.0" in output(start(READ))


def test_a_directory_that_cannot_be_made_ends_only_the_counting_together(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    output(start(COUNT, "web", "", PROMETHEUS_MULTIPROC_DIR=str(tmp_path / "file")))
    assert not [*tmp_path.rglob("*.db")]


def test_a_healthy_process_says_that_the_database_answers(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        response = client.get("/health")
    assert (response.status_code, response.content) == (200, b"ok\nThe database answers.\n")
    assert response["Cache-Control"] == "no-store"
    assert not response.cookies


def test_it_answers_whatever_host_is_asked_for_and_without_https(
    client: Client, settings: Settings
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["play.example.org"]
    assert client.get("/", headers={"host": "10.0.0.7"}).status_code in (301, 400)
    assert client.get("/health", headers={"host": "10.0.0.7"}).status_code == 200


def test_without_its_database_a_process_is_not_healthy(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError("connection to server at db.example.org failed for user alex")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/health")
    assert response.status_code == 503
    assert response.content.decode() == (
        "The database does not answer (OperationalError). Please check that it is running and"
        " that DATABASE_URL is right.\n"
    )


def test_nothing_can_be_sent_to_it(client: Client) -> None:
    assert client.post("/health").status_code == 405


@pytest.fixture
def swept(now: datetime) -> Iterator[None]:
    """A minute after a sweep; this process has not yet written whether it can write."""
    heartbeats.record(heartbeats.SWEEP, now=now - timedelta(minutes=1))
    readiness._last_written.clear()
    with time_machine.travel(now, tick=False):
        yield
    readiness._last_written.clear()


def test_a_service_that_can_do_its_work_is_ready(
    client: Client, settings: Settings, swept: None, now: datetime
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["play.example.org"]
    response = client.get("/ready", headers={"host": "10.0.0.7"})
    assert response.status_code == 200
    assert response.content.decode() == (
        "ok\nThere is space left on the disks of this machine.\nThe database can be written.\n"
        "The last sweep was a moment ago.\n")
    assert heartbeats.last_seen(readiness.WRITTEN) == now
    assert client.post("/ready").status_code == 405


def test_a_database_that_cannot_be_written_is_not_ready_though_it_answers(
    client: Client, swept: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(part: str, *, now: datetime) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(heartbeats, "record", full)
    assert client.get("/health").status_code == 200
    response = client.get("/ready")
    assert response.status_code == 503
    assert response.content.decode() == (
        "not ready\nThe database cannot be written (OperationalError). Please check that it is"
        " running, that its disk is not full and that DATABASE_URL is right.\n")


def test_a_disk_with_hardly_any_space_is_not_ready(
    client: Client, swept: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_space, "free", lambda paths: {Path("/data"): 50_000_000})
    response = client.get("/ready")
    assert response.status_code == 503
    assert response.content.decode() == (
        "not ready\nOnly 0.05 GB are free for /data. Please delete what nobody needs, or get a"
        " larger disk.\n")


def test_a_service_without_sweeps_is_not_ready(
    client: Client, swept: None, now: datetime
) -> None:
    with time_machine.travel(now + timedelta(minutes=3), tick=False):
        response = client.get("/ready")
    assert response.status_code == 503
    assert response.content.decode() == (
        "not ready\nNo sweep has run since 2026-03-01 11:59 UTC. Please check beat, the workers"
        " and Redis.\n")


def test_asking_often_writes_seldom(
    client: Client, swept: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/ready")
    with django_assert_num_queries(1):  # when the last sweep was
        client.get("/ready")


def test_prometheus_learns_how_much_space_is_left(
    scrape: Scrape, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_space, "free", lambda paths: {Path("/data"): 5})
    assert scrape()["games_free_bytes", ()] == 5
