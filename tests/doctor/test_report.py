"""What `manage.py doctor` prints, and that one check does not depend on another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.management.commands import doctor
from games.operations.doctor.findings import Finding, Options, ok, problem, skipped, warning
from tests.platform.web_servers import manage, play

FINDINGS = [
    ok("database", "PostgreSQL answers."),
    skipped("MX", "No DNS server answers.", next_step="Run this where there is a network."),
    warning("backups", "There is no backup.", next_step="Run: python manage.py backup"),
]
PROBLEM = problem("redis", "Redis does not answer.", next_step="Start Redis.")


def report(monkeypatch: pytest.MonkeyPatch, findings: list[Finding], *arguments: str) -> str:
    monkeypatch.setattr(doctor, "CHECKS", {"all": lambda options, now: iter(findings)})
    out = StringIO()
    call_command("doctor", *arguments, stdout=out, no_color=True)
    return out.getvalue()


def test_each_finding_is_a_line_with_its_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    assert report(monkeypatch, FINDINGS) == (
        "ok       database: PostgreSQL answers.\n"
        "skipped  MX: No DNS server answers.\n"
        "         Next step: Run this where there is a network.\n"
        "warning  backups: There is no backup.\n"
        "         Next step: Run: python manage.py backup\n"
    )


def test_a_problem_ends_with_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match=r"1 problem found\.") as failed:
        report(monkeypatch, [*FINDINGS, PROBLEM])
    assert failed.value.returncode == 1


def test_programs_get_the_report_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = json.loads(report(monkeypatch, FINDINGS, "--json"))
    assert [row["level"] for row in rows] == ["ok", "skipped", "warning"]
    assert rows[2] == {"about": "backups", "level": "warning", "text": "There is no backup.",
                       "next_step": "Run: python manage.py backup"}


def test_an_error_in_one_check_is_reported_and_the_others_are_made(
    monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    def broken(options: Options, now: datetime) -> Iterator[Finding]:
        yield FINDINGS[0]
        raise RuntimeError("no luck for bob@example.org")

    def without_database(options: Options, now: datetime) -> Iterator[Finding]:
        yield from ()
        raise OperationalError("no such table")

    monkeypatch.setattr(doctor, "CHECKS", {
        "broken": broken, "later": without_database, "last": lambda *_: iter([PROBLEM])})
    found = list(doctor.examine(Options(), now))
    assert [(one.about, one.level.value) for one in found] == [
        ("database", "ok"), ("broken", "problem"), ("later", "skipped"), ("redis", "problem")]
    assert "no luck" in found[1].text
    assert "bob@" not in found[1].text


@pytest.mark.django_db
def test_a_finding_that_is_bad_says_what_to_do(now: datetime) -> None:
    for finding in doctor.examine(Options(), now):
        assert finding.next_step or finding.level.value in ("ok", "skipped"), finding


def levels(said: str) -> dict[str, str]:
    return {row["about"]: row["level"] for row in json.loads(said)}


def test_a_new_site_for_this_machine_has_no_problem(tmp_path: Path) -> None:
    ended = manage(tmp_path, "doctor", "--json")
    assert ended.returncode == 0, ended.stdout
    assert levels(ended.stdout)["database"] == "skipped"


def test_a_site_that_runs_sends_and_reads_a_test_message(tmp_path: Path) -> None:
    often = {"DJANGO_SETTINGS_MODULE": "tests.kill.settings"}  # only a sweep finds the messages
    with play(tmp_path, **often):
        ended = manage(tmp_path, "doctor", "--json", "--email", "you@example.org", "--door",
                       **often)
    found = levels(ended.stdout)
    assert found["sweep"] == found["database"] == "ok"
    assert (found["test email"], found["incoming email"]) == ("ok", "ok")
    assert "you@example.org" not in ended.stdout


def test_a_public_site_that_lacks_everything_is_told_so_without_its_passwords(
    tmp_path: Path
) -> None:
    variables: dict[str, Any] = {
        "ALEXANDROS_URL": "https://play.example.org", "ALEXANDROS_BEHIND_PROXY": "1",
        "DATABASE_URL": "postgresql://alex:sesame@127.0.0.1:1/games",
        "REDIS_URL": "redis://alex:sesame@127.0.0.1:1/0",
        "EMAIL_URL": "smtp://alex:sesame@127.0.0.1:1?tls=1",
    }
    ended = manage(tmp_path, "doctor", "--dns-server", "127.0.0.1:1", **variables)
    assert ended.returncode == 1
    for line in ("problem  database:", "problem  redis:", "problem  outgoing email:",
                 "skipped  pending work:", "warning  settings: There is no domain for replies",
                 "skipped  domains:"):
        assert line in ended.stdout
    assert "sesame" not in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
