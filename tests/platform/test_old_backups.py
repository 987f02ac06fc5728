"""Backups that releases of the site have made, kept as files: each can be restored for ever.

Whoever releases a version adds a backup that it has made, named after the version.  The one of
0.1.0 is from a site on PostgreSQL, where Alice has signed in, created a game against a bot and
played a turn by replying to an email.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.machines import Machine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R8", "R25")]

BACKUPS = sorted((Path(__file__).parent / "backups").glob("*.backup"))


def test_there_is_a_backup_of_a_release() -> None:
    assert [path.stem for path in BACKUPS][:1] == ["0.1.0"]


@pytest.mark.parametrize("backup", BACKUPS, ids=[path.stem for path in BACKUPS])
def test_the_backup_of_a_release_can_still_be_restored(backup: Path, machine: Machine) -> None:
    said = machine.manage("restore", str(backup))
    assert "All of its games are valid." in said
    assert machine.manage("migrate", "--check") == ""


def test_the_turn_that_was_played_by_email_is_still_in_the_record(machine: Machine) -> None:
    machine.manage("restore", str(BACKUPS[0]))
    record = machine.manage("export_game", "a4ezj9n078", "--with-seed")
    alices = [line.split(" = ")[0].split(" > ")[0] for line in record.splitlines()
              if line.split(" ")[1:2] == ["1"] and " = " in line]
    assert alices == ["6 1 take amphora", "7 1 march B8.SW via E", "8 1 occupy B4 B5",
                      "9 1 recall B4"]
