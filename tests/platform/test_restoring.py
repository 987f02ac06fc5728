"""What a restore refuses, what it replaces, and what it leaves when it is killed (R25)."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games.models import Game, LoggedMove, OutgoingEmail, User
from games.operations.embedded import instance_lock
from games.post.outbox.queue import queue_email
from tests.append_only import guards
from tests.concurrency import database_url
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


VALID = {0: "All 0 games are valid.\n", 2: "All 2 games are valid.\n"}


@pytest.mark.parametrize("point", [
    *(pytest.param(f"restore.{point}", marks=pytest.mark.any_database)
      for point in ("checked", "saved", "key")),
    "restore.alone", "restore.moved",
])
def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(
    backup: Path, occupied: Machine, point: str
) -> None:
    ended = occupied.start("restore", str(backup), "--replace", ALEXANDROS_FAULTS=f"{point}=kill")
    assert ended.returncode == -signal.SIGKILL
    new = point == "restore.moved"
    assert people(occupied) == ("alice@example.org" if new else "bob@example.org")
    assert occupied.manage("verify_games") == VALID[2 if new else 0]
    occupied.manage("restore", str(backup), "--replace")
    assert occupied.manage("verify_games") == VALID[2]


@pytest.mark.any_database
def test_what_a_killed_site_wrote_last_survives_a_restore_that_is_killed_too(
    backup: Path, laptop: Machine
) -> None:
    laptop.manage("restore", str(backup))
    writing = (
        "import os, sqlite3, sys; database = sqlite3.connect(sys.argv[1])\n"
        "database.execute('PRAGMA journal_mode=WAL')\n"
        "database.execute('UPDATE games_user SET email = ?', ['carol@example.org'])\n"
        "database.commit(); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", writing, str(laptop.database)], check=True)
    assert laptop.database.with_name("alexandros.sqlite3-wal").stat().st_size
    ended = laptop.start("restore", str(backup), "--replace",
                         ALEXANDROS_FAULTS="restore.alone=kill")
    assert ended.returncode == -signal.SIGKILL
    assert people(laptop) == "carol@example.org"


@pytest.mark.any_database
def test_what_an_old_database_left_behind_does_not_get_into_the_restored_one(
    backup: Path, laptop: Machine
) -> None:
    """SQLite writes whatever -wal file lies beside a database into it."""
    laptop.manage("restore", str(backup))
    stale = stale_wal(laptop)
    for kept in (True, False):
        for path in stale:
            shutil.copy(path, laptop.data)
        if not kept:
            laptop.database.unlink()
        laptop.manage("restore", str(backup), *(["--replace"] if kept else []))
        assert people(laptop) == "alice@example.org"
        assert laptop.manage("verify_games") == VALID[2]


def stale_wal(machine: Machine) -> list[Path]:
    """The files beside the machine's database as a killed site leaves them."""
    kept = machine.data.with_name("killed")
    kept.mkdir()
    with closing(sqlite3.connect(machine.database)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        for number in range(200):
            database.execute("UPDATE games_user SET name = ?, email = ?", (f"X{number}", "x@x"))
            database.commit()
        for suffix in ("-wal", "-shm"):
            shutil.copy(f"{machine.database}{suffix}", kept)
    return list(kept.iterdir())


def test_a_row_that_postgresql_cannot_store_is_named_and_nothing_is_changed(
    backup: Path, laptop: Machine, occupied: Machine, tmp_path: Path
) -> None:
    """SQLite stores names of any length."""
    laptop.manage("restore", str(backup))
    with connected(laptop) as database:
        database.execute("UPDATE games_user SET name = ?", ["A" * 100])
        database.commit()
    laptop.manage("backup", "--to", str(tmp_path / "long.backup"))
    ended = occupied.start("restore", str(tmp_path / "long.backup"), "--replace")
    if connection.vendor == "postgresql":
        assert "A row of games_user does not fit into the other database" in ended.stderr
        assert people(occupied) == "bob@example.org"
    else:
        assert rows(occupied, "SELECT name FROM games_user") == [("A" * 100,)]


@pytest.fixture
def changed(games: list[Game]) -> Game:
    """A game in whose log somebody has changed a row behind the site's back (R9)."""
    guards.unguard(connection)
    row = LoggedMove.objects.filter(game=games[0], number=5)
    row.update(stored_events=row.get().events.replace("1", "2", 1))
    guards.guard(connection)
    return games[0]


def test_a_game_that_was_tampered_with_is_named_by_backup_and_restore(
    changed: Game, machine: Machine, tmp_path: Path
) -> None:
    site = Machine(database_url(), settings.DATA_DIR)
    ended = site.start("backup", "--to", str(tmp_path / "faulty.backup"), "--keep", "1")
    assert ended.returncode == 3
    assert f"game {changed.code}, row 5" in ended.stderr
    assert "The backup is complete, but 1 of its games is not valid." in ended.stderr
    faulty = str(tmp_path / "faulty.backup")
    assert "It was so already when the backup was made." in machine.refusal("restore", faulty)
    machine.manage("restore", faulty, "--accept-faults")
    assert people(machine) == "alice@example.org"
