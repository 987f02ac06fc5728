"""A backup that is restored on an empty machine is the same site, with the same games (R25)."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from games.models import Game, User
from games.post.push import keys
from games.table.play import records
from tests.concurrency import uncommitted
from tests.machines import Machine, make_backup

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R25")]


@pytest.fixture
def backup(games: list[Game], tmp_path: Path) -> Path:
    """A backup of the site with these games."""
    return make_backup(tmp_path / "made")


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
    restored = machine.data / "vapid-key"
    assert restored.read_text() == key
    assert restored.stat().st_mode & 0o777 == 0o600


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
