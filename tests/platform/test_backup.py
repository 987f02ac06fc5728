"""Backups: what is in them, where they are put, and which ones are deleted (R25)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.core.management import CommandError, call_command

from games.models import Game, User
from games.operations.backups import archive
from games.post.push import keys
from games.table.play import records
from tests.concurrency import uncommitted
from tests.conftest import NOW
from tests.machines import Machine, make_backup, rows, sqlite_machine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R25")]


def test_every_game_is_restored_unchanged(
    games: list[Game], backup: Path, machine: Machine
) -> None:
    assert "The backup has been restored." in machine.manage("restore", str(backup))
    assert machine.manage("migrate", "--check") == ""
    assert machine.manage("verify_games") == "All 2 games are valid.\n"
    for game in games:
        record = machine.manage("export_game", game.code, "--with-seed")
        assert record == records.export_record(game, with_seed=True)


@pytest.mark.any_database
def test_links_and_sessions_stay_valid_because_the_key_is_restored(
    backup: Path, machine: Machine
) -> None:
    machine.manage("check")  # creates a key, as any first command on an empty machine does
    assert machine.key.read_text() != settings.SECRET_KEY
    machine.manage("restore", str(backup))
    assert machine.key.read_text() == settings.SECRET_KEY
    assert machine.key.stat().st_mode & 0o777 == 0o600


@pytest.mark.any_database
def test_notifications_go_on_because_their_key_is_restored(
    games: list[Game], tmp_path: Path, machine: Machine
) -> None:
    key = keys.private_key()  # makes one, if there is none yet
    backup = make_backup(tmp_path / "with-both-keys")
    machine.manage("restore", str(backup))
    assert rows(machine, "SELECT value FROM games_sitekey WHERE name = 'push'") == [(key,)]


@pytest.mark.any_database
def test_the_key_for_notifications_of_an_older_backup_is_kept_too(
    backup: Path, tmp_path: Path, machine: Machine
) -> None:
    older, key = tmp_path / "older.backup", keys.new_private_key()
    work = tmp_path / "work"
    work.mkdir()
    manifest = archive.extract(backup, work)
    (work / archive.PUSH_KEY).write_text(key)  # which was a file then
    digest = archive.digest(work / archive.PUSH_KEY)
    archive.write(older, work, manifest=replace(
        manifest, digests={**manifest.digests, archive.PUSH_KEY: digest}))
    machine.manage("restore", str(older))
    assert rows(machine, "SELECT value FROM games_sitekey WHERE name = 'push'") == [(key,)]


@pytest.mark.any_database
def test_a_key_in_the_environment_that_differs_is_pointed_out(
    backup: Path, machine: Machine
) -> None:
    output = machine.manage("restore", str(backup), SECRET_KEY="another")
    assert "SECRET_KEY is set in the environment, and it is not the key of this backup" in output
    assert machine.key.read_text() == settings.SECRET_KEY


def test_the_restored_log_cannot_be_changed_either(backup: Path, machine: Machine) -> None:
    machine.manage("restore", str(backup))
    changing = (
        "from django.db import DatabaseError\n"
        "from games.models import LoggedMove\n"
        "try: print(LoggedMove.objects.update(move='end'))\n"
        "except DatabaseError as error: print(str(error).splitlines()[0])\n"
    )
    output = machine.manage("shell", "-v", "0", "-c", changing)
    assert "rows of the log are never changed or deleted" in output


def test_new_rows_get_numbers_of_their_own_after_a_restore(
    backup: Path, machine: Machine
) -> None:
    machine.manage("restore", str(backup))
    creating = (
        "from games.models import User\n"
        "print(User.objects.create_user('dave@example.org').pk)\n"
    )
    taken = User.objects.values_list("pk", flat=True)
    assert int(machine.manage("shell", "-v", "0", "-c", creating)) not in taken


def test_a_site_moves_from_one_database_to_the_other_and_back(
    games: list[Game], backup: Path, machine: Machine, laptop: Machine, tmp_path: Path
) -> None:
    laptop.manage("restore", str(backup))
    laptop.manage("backup", "--to", str(tmp_path / "back.backup"))
    machine.manage("restore", str(tmp_path / "back.backup"))
    assert machine.manage("verify_games") == "All 2 games are valid.\n"
    for game in games:
        record = machine.manage("export_game", game.code, "--with-seed")
        assert record == records.export_record(game, with_seed=True)


def test_a_site_of_an_older_release_is_backed_up_and_restored_as_the_newer_one(
    games: list[Game], machine: Machine, tmp_path: Path
) -> None:
    older = make_backup(tmp_path / "older", migrated_to="0031_forgetting")
    machine.manage("restore", str(older))
    assert machine.manage("migrate", "--check") == ""
    assert machine.manage("verify_games") == "All 2 games are valid.\n"


def test_what_is_not_committed_yet_is_not_in_the_backup_and_does_not_delay_it(
    games: list[Game], machine: Machine, tmp_path: Path
) -> None:
    with uncommitted("UPDATE games_game SET name = 'not yet'"):
        backup = make_backup(tmp_path / "made")
    machine.manage("restore", str(backup))
    names = machine.manage("shell", "-v", "0", "-c", (
        "from games.models import Game\n"
        "print(*Game.objects.values_list('name', flat=True), sep='/')"))
    assert "not yet" not in names


@pytest.fixture
def folder(tmp_path: Path, settings: object) -> Path:
    """The folder for backups."""
    settings.BACKUP_DIR = tmp_path / "backups"  # type: ignore[attr-defined]
    return tmp_path / "backups"


def back_up(*, days: int = 0, **options: object) -> None:
    with time_machine.travel(NOW + timedelta(days=days), tick=False):
        call_command("backup", **options)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.any_database
def test_a_backup_is_named_after_its_time_and_readable_by_its_owner_only(folder: Path) -> None:
    back_up()
    back_up()
    assert names(folder) == ["alexandros-20260301-120000-2.backup",
                             "alexandros-20260301-120000.backup"]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.any_database
def test_a_backup_goes_where_the_operator_says_but_replaces_no_file(
    folder: Path, tmp_path: Path
) -> None:
    back_up(to=tmp_path / "mine.backup")
    assert (tmp_path / "mine.backup").stat().st_size > 1000
    with pytest.raises(CommandError, match="Choose another name"):
        back_up(to=tmp_path / "mine.backup")


@pytest.mark.any_database
def test_only_the_newest_backups_are_kept_and_only_ours_are_deleted(folder: Path) -> None:
    for day in range(3):
        back_up(days=day)
    (folder / "alexandros-20250101-000000.backup").write_text("my own notes")
    (folder / "holiday.backup").write_text("not ours either")
    back_up(days=3, keep=2)
    assert names(folder) == ["alexandros-20250101-000000.backup",
                             "alexandros-20260303-120000.backup",
                             "alexandros-20260304-120000.backup", "holiday.backup"]


@pytest.mark.any_database
def test_the_backup_just_made_is_kept_even_if_the_clock_was_wrong(folder: Path) -> None:
    back_up(days=99)
    back_up(days=0, keep=1)
    assert names(folder) == ["alexandros-20260301-120000.backup"]


@pytest.mark.any_database
def test_what_a_killed_backup_left_is_removed_the_next_day(folder: Path) -> None:
    with time_machine.travel(NOW, tick=False):
        left = folder / f"{archive.WORKSPACE}left"
        left.mkdir(parents=True)
    back_up(days=3650)
    assert not left.exists()


@pytest.mark.any_database
def test_a_backup_that_is_killed_leaves_no_file_that_looks_like_one(tmp_path: Path) -> None:
    site = sqlite_machine(tmp_path / "site")
    site.manage("migrate", "-v", "0")
    ended = site.start("backup", ALEXANDROS_FAULTS="backup.written=kill")
    assert ended.returncode < 0
    assert not list((site.data / "backups").glob("*.backup"))


@pytest.mark.any_database
def test_without_a_database_the_command_says_where_it_looked(tmp_path: Path) -> None:
    site = Machine(f"sqlite:///{tmp_path / 'none.sqlite3'}", tmp_path)
    assert "Set DATABASE_URL or ALEXANDROS_DATA" in site.refusal("backup")
    assert not site.has_tables()
