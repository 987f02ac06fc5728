"""Machines of one site agree: on the secret key, or they do not start, and on their settings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.backends.signals import connection_created

from games.base import site_keys
from games.models import Heartbeat, SiteKey
from games.operations import machines
from games.operations.doctor import server_checks
from games.operations.doctor.findings import Finding, Level, Options
from tests.concurrency import database_url
from tests.machines import Machine, empty_machine
from tests.with_servers import ROOT

pytestmark = [pytest.mark.servers, pytest.mark.promise("R31"),
              pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _as_if_just_started() -> Iterator[None]:
    """This process has not yet checked or said anything, and is not checked afterwards."""
    machines._last.clear()
    yield
    connection_created.disconnect(dispatch_uid=site_keys.CHECKING)
    connection.close()


def examine(now: datetime) -> dict[str, Finding]:
    return {finding.about: finding for finding in server_checks.check_machines(Options(), now)}


def test_a_process_with_another_key_cannot_use_the_database(settings: LazySettings) -> None:
    site_keys.enforce()  # the first machine
    settings.SECRET_KEY = "another"
    with pytest.raises(ImproperlyConfigured, match="Set SECRET_KEY to the same value"):
        site_keys.enforce()
    for _ in range(2):
        with pytest.raises(ImproperlyConfigured):
            SiteKey.objects.count()


def test_a_process_checks_its_key_once_and_only_when_the_database_answers(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    site_keys.enforce()
    connection.close()
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "PORT", "1")
        site_keys.enforce()
    settings.SECRET_KEY = "another"
    with pytest.raises(ImproperlyConfigured):
        SiteKey.objects.count()


def test_a_new_machine_says_which_key_it_needs_and_an_operator_can_change_the_key(
    tmp_path: Path,
) -> None:
    with empty_machine(tmp_path / "first") as first:
        second = Machine(first.url, tmp_path / "second")
        first.manage("migrate")
        first.manage("backup", "--to", str(tmp_path / "first.backup"))
        sentence = second.refusal("backup", "--to", str(tmp_path / "second.backup"))
        assert sentence.startswith("The secret key of this machine is not the one with which")
        assert second.start("receive_mail").returncode == os.EX_TEMPFAIL
        assert "From now on" in second.manage("accept_key")
        assert "already" in second.manage("accept_key")
        assert first.start("receive_mail").returncode == os.EX_TEMPFAIL
        second.manage("backup", "--to", str(tmp_path / "second.backup"))


def test_the_doctor_names_each_machine_that_has_other_settings(
    settings: LazySettings, now: datetime
) -> None:
    machines.note(now)
    assert examine(now)["machines"].level is Level.OK
    settings.REPLY_DOMAIN = "elsewhere.example.org"
    found = examine(now)["machines"]
    assert found.level is Level.PROBLEM
    assert "ALEXANDROS_REPLY_DOMAIN is" in found.text
    assert "elsewhere.example.org here" in found.text


def test_the_doctor_says_that_the_key_is_not_the_sites(
    settings: LazySettings, now: datetime
) -> None:
    site_keys.check()
    assert examine(now)["secret key"].level is Level.OK
    settings.SECRET_KEY = "another"
    assert examine(now)["secret key"].level is Level.PROBLEM


def test_a_machine_that_is_gone_is_forgotten_after_a_day(now: datetime) -> None:
    Heartbeat.objects.create(part="machine:old", seen_at=now - timedelta(hours=30))
    Heartbeat.objects.create(part="machine:other", seen_at=now - timedelta(hours=3))
    machines.note(now)
    names = [machine.name for machine in machines.all_machines(now)]
    assert "old" not in names
    assert "other" in names
    assert Heartbeat.objects.filter(part__startswith="machine:").count() == len(names) == 2


def test_neither_web_server_nor_worker_starts_with_another_key(
    tmp_path: Path, settings: LazySettings
) -> None:
    site_keys.check()  # of this process, which is the first machine
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": database_url(),
                   "REDIS_URL": settings.REDIS_URL, "ALEXANDROS_DATA": str(tmp_path)}
    for command in (["manage.py", "serve", "--bind", f"unix:{tmp_path}/web.sock"],
                    ["-m", "celery", "-A", "alexandros_site", "worker", "--pool", "solo"]):
        ended = subprocess.run([sys.executable, *command], env=environment, cwd=ROOT,
                               capture_output=True, text=True, timeout=120, check=False)
        assert ended.returncode != 0
        assert "Set SECRET_KEY to the same value on all machines" in ended.stderr
