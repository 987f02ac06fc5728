"""What a restore refuses, and what it replaces (R25)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from games.models import Game, OutgoingEmail, User
from games.operations.embedded import instance_lock
from games.post.outbox.queue import queue_email
from tests.conftest import NOW
from tests.machines import Machine, connected, make_backup, people, rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R25")]

def saved_by(machine: Machine) -> Path:
    """The one backup that the machine has made."""
    [made] = (machine.data / "backups").glob("*.backup")
    return made


def test_people_and_games_are_not_replaced_by_accident(backup: Path, occupied: Machine) -> None:
    assert "To replace them by the backup, add --replace" in occupied.refusal(
        "restore", str(backup))
    assert people(occupied) == "bob@example.org"


def test_what_is_replaced_is_backed_up_first_and_can_be_restored_again(
    backup: Path, occupied: Machine
) -> None:
    assert "What is there has been backed up" in occupied.manage(
        "restore", str(backup), "--replace")
    assert people(occupied) == "alice@example.org"
    occupied.manage("restore", str(saved_by(occupied)), "--replace")
    assert people(occupied) == "bob@example.org"


@pytest.mark.any_database
def test_a_damaged_backup_is_refused(backup: Path, machine: Machine) -> None:
    cut = backup.with_name("cut.backup")
    cut.write_bytes(backup.read_bytes()[:-200])
    assert "may have been cut short" in machine.refusal("restore", str(cut))
    with zipfile.ZipFile(backup) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    changed = backup.with_name("changed.backup")
    with zipfile.ZipFile(changed, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content.replace(b"alice@", b"mallo@"))
    assert "is damaged: its database.sqlite3 is not" in machine.refusal("restore", str(changed))
    assert "There is no file" in machine.refusal("restore", str(backup) + "x")
    assert not machine.has_tables()


@pytest.mark.any_database
def test_a_backup_of_a_newer_version_is_refused(backup: Path, machine: Machine) -> None:
    for old, new in ((b'"format": 1', b'"format": 2'), (b"0001_initial", b"9999_initial")):
        newer = backup.with_name("newer.backup")
        with zipfile.ZipFile(backup) as packed, zipfile.ZipFile(newer, "w") as written:
            for name in packed.namelist():
                written.writestr(name, packed.read(name).replace(old, new))
        assert "Install that version, then try again." in machine.refusal("restore", str(newer))


def test_a_database_of_a_newer_version_is_not_replaced_since_it_could_not_be_backed_up(
    backup: Path, occupied: Machine
) -> None:
    with connected(occupied) as database:
        database.execute("INSERT INTO django_migrations (app, name, applied)"
                         " VALUES ('games', '9999_newer', '2030-01-01 00:00:00')")
        database.commit()
    refusal = occupied.refusal("restore", str(backup), "--replace")
    assert "Let it make a backup, then empty the database" in refusal
    assert people(occupied) == "bob@example.org"


@pytest.mark.any_database
def test_nothing_is_restored_while_the_site_is_running(backup: Path, machine: Machine) -> None:
    with instance_lock.lock(machine.data):
        assert "Stop it, then run this command again" in machine.refusal("restore", str(backup))


def test_nothing_is_restored_while_others_use_the_database(
    backup: Path, occupied: Machine
) -> None:
    with connected(occupied):
        assert "Stop the site" in occupied.refusal("restore", str(backup), "--replace")
    assert people(occupied) == "bob@example.org"


def test_a_backup_can_be_checked_without_restoring_it(backup: Path, occupied: Machine) -> None:
    with connected(occupied):
        assert "Nothing was changed." in occupied.manage("restore", str(backup), "--check")
    assert people(occupied) == "bob@example.org"


@pytest.mark.any_database
def test_a_database_that_is_damaged_is_kept_aside(backup: Path, laptop: Machine) -> None:
    laptop.manage("migrate", "-v", "0")
    laptop.database.write_bytes(b"not a database" * 1000)
    assert "add --replace" in laptop.refusal("restore", str(backup))
    assert "its files are kept in" in laptop.manage("restore", str(backup), "--replace")
    [kept] = laptop.data.glob("damaged-*/alexandros.sqlite3")
    assert kept.read_bytes().startswith(b"not a database")
    assert people(laptop) == "alice@example.org"


def emails(machine: Machine) -> list[str]:
    return [status for (status,) in rows(machine, "SELECT status FROM games_outgoingemail")]


@pytest.mark.any_database
def test_waiting_emails_are_sent_after_a_restore_unless_the_operator_says_no(
    games: list[Game], alice: User, machine: Machine, tmp_path: Path
) -> None:
    queue_email("test", to="alice@example.org", user=alice, now=NOW)
    assert OutgoingEmail.objects.get().status == "queued"
    backup = str(make_backup(tmp_path / "made"))
    machine.manage("restore", backup)
    assert emails(machine) == ["queued"]
    assert "1 waiting email" in machine.manage("restore", backup, "--replace", "--no-emails")
    assert emails(machine) == ["failed"]
