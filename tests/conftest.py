"""Fixtures for all tests: the cast, the shared time, sample games and the browser."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from kombu.transport import memory
from redis import Redis

from alexandros_site import caching
from alexandros_site.celery import close_unusable_connections
from games.base import heartbeats, site_clock, task_queue
from games.models import Game, Seat, User
from games.post.inbox import intake, processing
from games.post.inbox.parsing import message_reader
from games.table.play import bots
from tests.inbox.email_replies import PostOffice
from tests.kill.processes import Programs
from tests.machines import Machine, empty_machine, sqlite_machine
from tests.pages import tables
from tests.pages.page_reader import Browser, Sit
from tests.sample_games import FINISHED, HALFWAY, import_sample
from tests.slow_parts import PARTS, part_of

pytest_plugins = ["tests.append_only", "tests.seeded_chance", "tests.made_once",
                  "tests.row_numbers", "tests.visits", "tests.lock_order"]

# With --database-only, the tests in these folders are not even read: none of them may need one.
WITHOUT_DATABASE = [
    Path(__file__).parent / name for name in ("engine", "email_parsing", "clocks/pure")
]
# What the tests in these folders say does not depend on which database there is, unless they need
# real transactions: they are about pages, emails, people and clocks, or simulate a season in a
# database of its own.  PostgreSQL answers every page and every sweep in tests/size, and whole games
# in tests/kill.
ANY_DATABASE = [
    Path(__file__).parent / name for name in (
        "auction", "calendar_feed", "checker", "clocks", "inbox", "monitoring", "outbox", "pages",
        "season")
]
# These are about statements that we write ourselves, not Django.
OWN_SQL = {"test_append_only_log.py", "test_redundant_indexes.py", "test_retention.py"}
# The files that take longest are begun first, so that in the end no worker goes on alone.
LONGEST = [
    "test_twin_worlds.py", "test_fewer_features.py", "test_pairs.py",
    "test_repeatable.py", "test_restoring.py", "test_queues.py", "test_upgrading.py",
    "test_repeated_requests.py", "test_wheel.py", "test_backup.py", "test_permissions.py",
    "test_translated_room.py", "test_email_outages.py", "test_deployment_check.py",
    "test_every_kind_of_email.py", "test_a_whole_game.py", "test_work_per_page.py",
    "test_mailbox_is_private.py", "test_translated_pages.py", "test_review_pages.py",
    "test_properties.py",
]
WITH_SERVERS = bool(settings.REDIS_URL)  # tests/with_servers.py starts PostgreSQL and Redis
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true",
                     help="leave out tests that need neither database nor cache, and those for"
                          " which any database will do")
    parser.addoption("--gate", action="store_true", help="leave out tests/slow_parts.py")
    parser.addoption("--slow", action="append", default=[], metavar="PART", choices=[*PARTS],
                     help="with --gate, run this slow part all the same; may be repeated")


def pytest_configure() -> None:
    """Looks for unused cycles of objects seldom: they take little room, and looking is slow."""
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keeps later searches for cycles from visiting what lives until the end of the run."""
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return (config.getoption("--database-only") and collection_path in WITHOUT_DATABASE) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    depends = {item: _depends_on_database(item) for item in items}
    for item in items:
        if depends[item] and not {*WITHOUT_DATABASE}.isdisjoint(item.path.parents):
            raise pytest.UsageError(f"{item.nodeid} needs a database, but its folder is one of"
                                    " WITHOUT_DATABASE in tests/conftest.py.")
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST
               else len(LONGEST))
    left_out = [item for item in items if _is_left_out(item, config, depends=depends[item])]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in {*left_out}]


def _is_left_out(item: pytest.Item, config: pytest.Config, *, depends: bool) -> bool:
    """Whether this run has to do without the test."""
    if item.get_closest_marker("servers") and not WITH_SERVERS:
        return True
    if item.nodeid.startswith(getattr(settings, "TESTS_LEFT_OUT", ())):  # tests/fewer_features.py
        return True
    if config.getoption("--database-only") and not depends:
        return True
    if not config.getoption("--gate"):
        return False
    part = part_of(item.nodeid)
    if config.getoption("--database-only") and not (part or _could_differ(item)):
        part = "database"
    return bool(part) and part not in config.getoption("--slow")


def _could_differ(item: pytest.Item) -> bool:
    """Whether a test of the database is about more than the queries that Django writes."""
    return (_needs_transactions(item) or item.path.name in OWN_SQL
            or any(map(item.get_closest_marker, ("servers", "cache"))))


def _depends_on_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("servers"):
        return True
    if item.get_closest_marker("any_database"):
        return False
    if item.get_closest_marker("cache"):
        return True
    if not _needs_transactions(item) and not {*ANY_DATABASE}.isdisjoint(item.path.parents):
        return False
    return bool(item.get_closest_marker("django_db")) or not {
        "db", "transactional_db"}.isdisjoint(getattr(item, "fixturenames", ()))


def _needs_transactions(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    return bool(mark and mark.kwargs.get("transaction")) or "transactional_db" in getattr(
        item, "fixturenames", ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints which half of the tests that kill processes belonged to this run."""
    mine, other = ("Redis", "SQLite") if os.environ.get("REDIS_URL") else ("SQLite", "Redis")
    terminalreporter.write_line(
        f"tests/kill: those on {mine} ran here, those on {other} run in the other half of"
        " .ci/test"
    )


@pytest.fixture
def now() -> datetime:
    """The time that all tests share."""
    return NOW


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice@example.org", name="Alice")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob@example.org", name="Bob")


@pytest.fixture
def carol(db: None) -> User:
    return User.objects.create_user("carol@example.org", name="Carol")


@pytest.fixture
def dave(db: None) -> User:
    return User.objects.create_user("dave@example.org", name="Dave")


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_guest()


@pytest.fixture
def sit() -> Sit:
    """Somebody's browser without JavaScript; None for a visitor."""

    def seated(user: User | None = None) -> Browser:
        client = Client()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return Browser(client)

    return seated


@pytest.fixture
def office(db: None, now: datetime) -> PostOffice:
    """Sends the outbox and reads replies at the time of the tests."""
    return PostOffice(now)


@pytest.fixture
def finished(alice: User, bob: User, now: datetime) -> Game:
    return tables.finished_game(alice, bob, now=now)


@pytest.fixture
def running(alice: User, bob: User, carol: User, now: datetime) -> Game:
    return tables.running_game(alice, bob, carol, now=now)


@pytest.fixture
def fresh(alice: User, bob: User, now: datetime) -> Game:
    return tables.fresh_game(alice, bob, now=now)


@pytest.fixture
def games(transactional_db: None, alice: User, now: datetime) -> list[Game]:
    """A finished game and a running one, both stored for good, the second with Alice."""
    stored = [import_sample(text, now=now) for text in (FINISHED, HALFWAY)]
    Seat.objects.filter(game=stored[1], index=0).update(user=alice)
    return stored


@pytest.fixture
def machine(tmp_path: Path, transactional_db: None) -> Iterator[Machine]:
    """An empty machine with a database of the kind that the tests run on."""
    with empty_machine(tmp_path / "machine") as machine:
        yield machine


@pytest.fixture
def laptop(tmp_path: Path) -> Machine:
    """An empty machine with SQLite."""
    return sqlite_machine(tmp_path / "laptop")


@pytest.fixture
def programs(transactional_db: None, tmp_path: Path) -> Iterator[Programs]:
    """Starts the service's programs on the test's database, and ends them after the test."""
    started = Programs(tmp_path)
    yield started
    started.end()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks sent to the worker, as (task, id); nothing is really sent."""
    sent: list[tuple[Any, ...]] = []

    def send(task: str, *args: int) -> bool:
        sent.append((task, *args))
        return True

    monkeypatch.setattr(task_queue, "send_task", send)
    monkeypatch.setattr(task_queue, "waiting", lambda queue: 0)
    return sent


@pytest.fixture
def worker(now: datetime) -> Callable[[Game], None]:
    """Plays the bots' turns until a person is to move or the game is over."""

    def run(game: Game) -> None:
        while bots.play(game.pk, now=now):
            pass
        game.refresh_from_db()

    return run


@pytest.fixture(autouse=True, scope="session")
def _connections_stay() -> None:
    """Lets tasks in tests leave connections alone, as Django's test client lets requests do.

    A worker closes one that is in the middle of a transaction, and here tests have begun it.
    """
    for signal in (task_prerun, task_postrun):
        signal.disconnect(close_unusable_connections)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets rate limits, caches and the memory of broken servers between tests."""
    monkeypatch.setattr(caching, "_away_since", float("-inf"))
    cache.clear()
    caching.SmallMemory({}).clear()
    monkeypatch.setattr(task_queue, "_down_since", float("-inf"))
    monkeypatch.setattr(heartbeats, "_written", {})
    monkeypatch.setattr(site_clock, "_known", {Path(settings.DATA_DIR) / "clock": timedelta(0)})
    _empty_queues()


@pytest.fixture(autouse=True)
def _reading_in_this_process(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reads emails without starting a process for each, unless the test is marked ``sandbox``.

    tests/email_parsing shows that the same is read without the sandbox.
    """
    if request.node.get_closest_marker("sandbox") is None:
        for module in (processing, intake):
            monkeypatch.setattr(module, "read_in_sandbox", message_reader.read)


def _empty_queues() -> None:
    """Throws away the tasks that tests without a worker have left behind."""
    if settings.REDIS_URL:
        with Redis.from_url(settings.REDIS_URL) as broker:
            broker.delete(*task_queue.QUEUES)
    for tasks in memory.Channel.queues.values():
        tasks.queue.clear()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Uses the system's Chromium, without its sandbox for root, who cannot use it.

    The headless shell is faster than a whole browser.  No browser looks for updates of its own.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    arguments = ["--disable-background-networking", "--disable-component-update",
                 "--disable-sync", "--no-first-run"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return {**browser_type_launch_args, "executable_path": found, "args": arguments}
