"""Where backups are put, who can read them, and which ones are deleted."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command

from games.operations.backups import archive
from tests.conftest import NOW
from tests.machines import Machine, sqlite_machine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database,
              pytest.mark.promise("R25")]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: object) -> Path:
    """The folder for backups."""
    settings.BACKUP_DIR = tmp_path / "backups"  # type: ignore[attr-defined]
    return tmp_path / "backups"


def back_up(*, days: int = 0, **options: object) -> None:
    with time_machine.travel(NOW + timedelta(days=days), tick=False):
        call_command("backup", **options)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_is_named_after_its_time_and_readable_by_its_owner_only(folder: Path) -> None:
    back_up()
    back_up()
    assert names(folder) == ["alexandros-20260301-120000-2.backup",
                             "alexandros-20260301-120000.backup"]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_backup_goes_where_the_operator_says_but_replaces_no_file(tmp_path: Path) -> None:
    back_up(to=tmp_path / "mine.backup")
    assert (tmp_path / "mine.backup").stat().st_size > 1000
    with pytest.raises(CommandError, match="Choose another name"):
        back_up(to=tmp_path / "mine.backup")


def test_only_the_newest_backups_are_kept_and_only_ours_are_deleted(folder: Path) -> None:
    for day in range(3):
        back_up(days=day)
    (folder / "alexandros-20250101-000000.backup").write_text("my own notes")
    (folder / "holiday.backup").write_text("not ours either")
    back_up(days=3, keep=2)
    assert names(folder) == ["alexandros-20250101-000000.backup",
                             "alexandros-20260303-120000.backup",
                             "alexandros-20260304-120000.backup", "holiday.backup"]


def test_the_backup_just_made_is_kept_even_if_the_clock_was_wrong(folder: Path) -> None:
    back_up(days=99)
    back_up(days=0, keep=1)
    assert names(folder) == ["alexandros-20260301-120000.backup"]


def test_what_a_killed_backup_left_is_removed_the_next_day(folder: Path) -> None:
    with time_machine.travel(NOW, tick=False):
        left = folder / f"{archive.WORKSPACE}left"
        left.mkdir(parents=True)
    back_up(days=3650)
    assert not left.exists()


def test_a_backup_that_is_killed_leaves_no_file_that_looks_like_one(tmp_path: Path) -> None:
    site = sqlite_machine(tmp_path / "site")
    site.manage("migrate", "-v", "0")
    ended = site.start("backup", ALEXANDROS_FAULTS="backup.written=kill")
    assert ended.returncode < 0
    assert not list((site.data / "backups").glob("*.backup"))


def test_without_a_database_the_command_says_where_it_looked(tmp_path: Path) -> None:
    site = Machine(f"sqlite:///{tmp_path / 'none.sqlite3'}", tmp_path)
    assert "Set DATABASE_URL or ALEXANDROS_DATA" in site.refusal("backup")
    assert not site.has_tables()
