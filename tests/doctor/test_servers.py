"""Redis, clocks, disks, backups and the website."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import LazySettings
from django.db import connection

from games.management.commands.doctor import check_settings
from games.operations.doctor import server_checks
from games.operations.doctor.findings import Level, Options, in_words
from tests import with_servers
from tests.doctor.conftest import Examine


@pytest.fixture
def server(settings: LazySettings, tmp_path: Path) -> Any:
    """A connection to a Redis of our own, which the settings name."""
    with with_servers.redis(tmp_path) as url:
        settings.REDIS_URL = url
        with redis.Redis.from_url(url) as connected:
            yield connected


def test_a_redis_that_forgets_or_throws_tasks_away_is_reported(
    examine: Examine, server: redis.Redis
) -> None:
    found = examine(server_checks.check_redis)
    assert found["redis"].level is found["redis memory"].level is Level.OK
    assert found["redis persistence"].level is Level.WARNING  # the tests' Redis saves nothing
    server.config_set("maxmemory-policy", "allkeys-lru")
    server.config_set("save", "60 1")
    assert examine(server_checks.check_redis)["redis memory"].level is Level.WARNING
    server.config_set("maxmemory", "100mb")
    found = examine(server_checks.check_redis)
    assert found["redis memory"].level is Level.PROBLEM
    assert "maxmemory-policy allkeys-lru" in found["redis memory"].text
    assert found["redis persistence"].level is Level.OK


def test_a_redis_that_is_away_is_a_problem(examine: Examine, settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://:sesame@127.0.0.1:1/0"
    found = examine(server_checks.check_redis)["redis"]
    assert (found.level, found.text) == (
        Level.PROBLEM, ("Redis does not answer (ConnectionError: Error 111 connecting to"
                       " 127.0.0.1:1. Connection refused)."))


@pytest.mark.django_db
def test_the_clocks_of_servers_here_agree_with_ours(examine: Examine, server: redis.Redis) -> None:
    found = examine(server_checks.check_clocks)
    assert found["clock of Redis"].level is Level.OK
    expected = Level.OK if connection.vendor == "postgresql" else Level.SKIPPED
    assert found["clock of the database"].level is expected


@pytest.mark.parametrize(("difference", "level", "text"), [
    (1.0, Level.OK, "It agrees with"), (-7.0, Level.WARNING, "7 seconds behind"),
    (90.0, Level.PROBLEM, "90 seconds ahead of"),
])
def test_a_clock_that_differs_is_reported(difference: float, level: Level, text: str) -> None:
    found = server_checks.clock_finding("clock", difference=difference)
    assert found.level is level
    assert text in found.text


@pytest.mark.django_db
def test_a_database_with_all_migrations_is_fine(examine: Examine) -> None:
    assert examine(server_checks.check_database)["database"].level is Level.OK


@pytest.mark.django_db
def test_a_missing_migration_is_a_problem(
    examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_checks, "_missing_migrations", lambda: ["games.0014_heartbeats"])
    found = examine(server_checks.check_database)["database"]
    assert (found.level, found.next_step) == (Level.PROBLEM, "Run: python manage.py migrate")


@pytest.mark.parametrize(("age", "level"), [
    (timedelta(hours=20), Level.OK), (timedelta(days=3), Level.WARNING),
    (timedelta(days=8), Level.PROBLEM),
])
def test_the_age_of_the_newest_backup_counts(
    examine: Examine, settings: LazySettings, tmp_path: Path, now: datetime, age: timedelta,
    level: Level,
) -> None:
    settings.BACKUP_DIR = tmp_path
    for name, days in (("alexandros-2.backup", 0), ("alexandros-1.backup", 30)):
        (tmp_path / name).touch()
        made = (now - age - timedelta(days=days)).timestamp()
        os.utime(tmp_path / name, (made, made))
    (tmp_path / "other.txt").touch()
    found = examine(server_checks.check_backups)["backups"]
    assert (found.level, found.text[:25]) == (level, "The newest of 2 backups i")


def test_a_site_without_backups_is_told_how_to_make_them(
    examine: Examine, settings: LazySettings, tmp_path: Path
) -> None:
    settings.BACKUP_DIR = tmp_path / "none"
    found = examine(server_checks.check_backups)["backups"]
    assert found.level is Level.WARNING
    assert "python manage.py backup" in found.next_step


@pytest.mark.parametrize(("free", "level"), [
    (5_000_000_000, Level.OK), (500_000_000, Level.WARNING), (50_000_000, Level.PROBLEM),
])
def test_a_disk_that_is_nearly_full_is_reported(free: int, level: Level) -> None:
    assert server_checks._space(Path("/data"), free=free).level is level


@pytest.mark.django_db
def test_each_disk_is_reported_once(
    examine: Examine, settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA_DIR = settings.BACKUP_DIR = tmp_path
    assert "GB are free for" in examine(server_checks.check_space)["disk"].text


@pytest.mark.django_db
def test_the_website_is_opened_as_a_visitor_would(
    examine: Examine, public: LazySettings, live_server: Any
) -> None:
    public.BASE_URL = live_server.url
    assert examine(server_checks.check_website)["website"].text == f"{live_server.url} answers."
    public.ALLOWED_HOSTS = ["play.example.org"]
    assert "ALEXANDROS_HOSTS" in examine(server_checks.check_website)["website"].next_step


@pytest.mark.django_db
def test_a_website_that_redirects_to_itself_lacks_the_trusted_proxy(
    examine: Examine, public: LazySettings, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_checks, "_open", lambda path: (301, ""))
    assert "ALEXANDROS_BEHIND_PROXY=1" in examine(server_checks.check_website)["website"].next_step


def test_a_website_that_does_not_answer_is_reported(
    examine: Examine, public: LazySettings
) -> None:
    public.BASE_URL = "http://127.0.0.1:1"
    found = examine(server_checks.check_website)["website"]
    assert found.level is Level.WARNING
    assert "(Connection refused)" in found.text


@pytest.mark.django_db
def test_a_mailbox_that_everybody_can_open_is_a_problem(
    examine: Examine, public: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_checks, "_open", lambda path: (200, ""))
    assert examine(server_checks.check_website)["mailbox"].level is Level.PROBLEM


def test_the_settings_of_a_public_site_are_checked_for_deployment(
    public: LazySettings, now: datetime
) -> None:
    public.REPLY_DOMAIN = ""
    texts = [finding.text for finding in check_settings(Options(), now)]
    assert any("(alexandros.W011)" in text for text in texts)
    public.PUBLIC = False
    assert [finding.level for finding in check_settings(Options(), now)] == [Level.OK]


@pytest.mark.parametrize(("seconds", "words"), [
    (1, "1 second"), (50, "50 seconds"), (119, "119 seconds"), (150, "2 minutes"),
    (7300, "2 hours"), (200_000, "2 days"), (-3, "0 seconds"),
])
def test_a_period_is_told_in_its_largest_unit(seconds: int, words: str) -> None:
    assert in_words(timedelta(seconds=seconds)) == words
