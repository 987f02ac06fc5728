"""A backup that is restored on an empty machine is the same site, with the same games (R25)."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games.models import Game, Seat
from games.play import export_import
from tests.concurrency import database_url
from tests.sample_games import FINISHED, HALFWAY
from tests.with_servers import program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R25")]


def manage(url: str, data: Path, *arguments: str) -> str:
    """The output of a management command on this database, as if on another machine."""
    plain = {"PATH": os.environ["PATH"], "ALEXANDROS_DATA": str(data), "DATABASE_URL": url}
    ended = subprocess.run([sys.executable, "manage.py", *arguments], cwd=settings.BASE_DIR,
                           env=plain, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture
def restored(tmp_path: Path, games: list[Game]) -> Iterator[str]:
    """The URL of a new database, restored from a backup as docs/running.md says."""
    if connection.vendor == "sqlite":
        copy = tmp_path / "copy.sqlite3"
        with (closing(sqlite3.connect(connection.settings_dict["NAME"])) as here,
              closing(sqlite3.connect(copy)) as there):
            here.backup(there)
        yield f"sqlite:///{copy}"
        return
    url, name = database_url(), f"restored_{os.getpid()}"
    there = f"{url.rpartition('/')[0]}/{name}"
    dumped = subprocess.run([program("pg_dump"), "--no-owner", url], check=True,
                            capture_output=True)
    psql = [program("psql"), "--quiet", "--set", "ON_ERROR_STOP=1"]
    subprocess.run([*psql, url, "-c", f"CREATE DATABASE {name}"], check=True)
    try:
        subprocess.run([*psql, there], input=dumped.stdout, check=True, capture_output=True)
        yield there
    finally:
        subprocess.run([*psql, url, "-c", f"DROP DATABASE {name}"], check=True)


@pytest.fixture
def games(transactional_db: None, alice: object, now: object) -> list[Game]:
    """A finished game and a running one, both with Alice."""
    stored = [export_import.import_record(text, now=now) for text in (FINISHED, HALFWAY)]
    Seat.objects.filter(game=stored[1], index=0).update(user=alice)
    return stored


def test_every_game_is_restored_unchanged(
    games: list[Game], restored: str, tmp_path: Path
) -> None:
    data = tmp_path / "machine"
    assert manage(restored, data, "migrate", "--check") == ""
    assert manage(restored, data, "verify_games") == "All 2 games are valid.\n"
    for game in games:
        output = manage(restored, data, "export_game", game.code, "--with-seed")
        assert output == export_import.export_record(game, with_seed=True)


def test_the_restored_log_cannot_be_changed_either(
    restored: str, tmp_path: Path
) -> None:
    changing = (
        "from django.db import DatabaseError\n"
        "from games.models import LoggedMove\n"
        "try: print(LoggedMove.objects.update(move='end'))\n"
        "except DatabaseError as error: print(str(error).splitlines()[0])\n"
    )
    output = manage(restored, tmp_path / "machine", "shell", "-v", "0", "-c", changing)
    assert "rows of the log are never changed or deleted" in output
