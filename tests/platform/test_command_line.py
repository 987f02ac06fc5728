"""What somebody reads who has made a mistake in the settings or the arguments of a command."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.migrations.exceptions import MigrationSchemaMissing

from games.operations.backups import making
from games.operations.doctor import server_checks
from games.operations.doctor.email_checks import next_step
from games.operations.doctor.findings import Options
from tests.commands import run_command


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return run_command(*arguments, environment={"PATH": os.environ["PATH"], **variables})


@pytest.mark.parametrize("command", ["doctor", "check", "migrate"])
def test_a_wrong_setting_is_named_in_one_sentence(command: str, tmp_path: Path) -> None:
    ended = run(command, ALEXANDROS_DATA=str(tmp_path), ALEXANDROS_URL="play.example.org")
    assert (ended.returncode, ended.stdout, ended.stderr) == (
        1, "", "ALEXANDROS_URL is not of the form https://play.example.org. Correct it.\n")


def test_a_mail_server_keeps_an_email_while_a_setting_is_wrong(tmp_path: Path) -> None:
    ended = run("receive_mail", ALEXANDROS_DATA=str(tmp_path), ALEXANDROS_URL="play.example.org")
    assert (ended.returncode, ended.stderr) == (
        75, "ALEXANDROS_URL is not of the form https://play.example.org. Correct it.\n")


def test_the_traceback_of_a_wrong_setting_is_shown_if_asked_for(tmp_path: Path) -> None:
    ended = run("doctor", "--traceback", ALEXANDROS_DATA=str(tmp_path), EMAIL_URL="mail:25")
    assert "Traceback" in ended.stderr


def test_an_installed_package_is_told_its_own_command(
    settings: LazySettings, tmp_path: Path, now: datetime
) -> None:
    settings.COMMAND, settings.BACKUP_DIR = "alexandros", tmp_path
    (finding,) = server_checks.check_backups(Options(), now)
    assert finding.next_step.startswith("Run: alexandros backup, and let")


def test_the_database_says_itself_why_it_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    def refuse() -> list[str]:
        raise OperationalError('connection failed: FATAL:  role "bob" does not exist\nmore')

    monkeypatch.setattr(server_checks, "_missing_migrations", refuse)
    (finding,) = server_checks.check_database(Options(), now)
    assert finding.text == ('The database cannot be used (OperationalError: connection failed:'
                            ' FATAL: role "bob" does not exist).')


@pytest.mark.parametrize(("error", "step"), [
    ("SMTPNotSupportedError: SMTP AUTH extension not supported by server.",
     ("The server takes no password over this connection: add ?tls=1 to EMAIL_URL, or leave name"
     " and password out.")),
    ("SMTPNotSupportedError: STARTTLS extension not supported by server.",
     "The server does not know STARTTLS: let EMAIL_URL begin with smtps://, or leave ?tls=1 out."),
    ("SSLError: [SSL: WRONG_VERSION_NUMBER] wrong version number",
     ("The server does not begin with TLS at this port: let EMAIL_URL begin with smtp:// and end"
     " with ?tls=1, or correct the port.")),
    ("SMTPAuthenticationError: 535 5.7.8 authentication failed",
     ("The server does not accept the name or the password in EMAIL_URL. Write special characters"
     " in them as in an address, such as %40 for @.")),
    ("ConnectionRefusedError: [Errno 111] Connection refused",
     ("Check host, port, name and password in EMAIL_URL, that the mail server is running, and that"
     " a firewall lets us out.")),
])
def test_each_error_of_the_mail_server_has_its_own_next_step(error: str, step: str) -> None:
    assert next_step(error) == step


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("error", [
    OperationalError("database or disk is full"),
    sqlite3.OperationalError("database or disk is full"),
    MigrationSchemaMissing("Unable to create the table (database or disk is full)"),
])
def test_a_backup_that_does_not_fit_on_the_disk_says_so(
    error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr(making, "_pack", full)
    with pytest.raises(CommandError, match=f"The disk with {tmp_path} is full.*--to"):
        call_command("backup", to=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_a_backup_where_we_may_not_look_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def forbidden(self: Path, **_: object) -> bool:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "is_dir", forbidden)
    with pytest.raises(CommandError, match=r"cannot be written to .*Permission denied"):
        call_command("backup", to=tmp_path / "x.backup")
