"""Only the user that the site runs as can read its data, whatever the umask (R22)."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from alexandros_site import places
from tests.platform.web_servers import manage, play

pytestmark = pytest.mark.promise("R22")


def modes(data: Path) -> dict[str, str]:
    """The permissions of the data directory and of the site's files in it, in octal."""
    names = ("alexandros.sqlite3", "alexandros.sqlite3-wal", "alexandros.sqlite3-shm",
             "instance.lock", "secret-key")
    found = {name: data / name for name in names if (data / name).exists()}
    return {name: f"{path.stat().st_mode & 0o777:o}" for name, path in {".": data, **found}.items()}


def test_a_site_that_is_being_played_keeps_its_data_to_itself(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with play(tmp_path, umask=0o022):
        assert modes(tmp_path) == {
            ".": "700", "alexandros.sqlite3": "600", "alexandros.sqlite3-wal": "600",
            "alexandros.sqlite3-shm": "600", "instance.lock": "600", "secret-key": "600",
        }


@pytest.mark.parametrize("variables", [{}, {"SECRET_KEY": "k" * 50}])
def test_a_new_database_is_private_from_the_beginning(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    data = tmp_path / "new" / "data"
    assert manage(tmp_path, "migrate", umask=0o022, **variables,
                  ALEXANDROS_DATA=str(data)).returncode == 0
    assert modes(data)["."] == "700"
    assert modes(data)["alexandros.sqlite3"] == "600"


def test_older_data_is_closed_to_others_at_the_next_start(tmp_path: Path) -> None:
    names = ("alexandros.sqlite3", "alexandros.sqlite3-wal", "alexandros.sqlite3-shm",
             "instance.lock", "secret-key")
    for name in names:
        (tmp_path / name).touch(mode=0o644)
    (tmp_path / "secret-key").write_text("k" * 50, encoding="ascii")
    tmp_path.chmod(0o755)
    assert manage(tmp_path, "check", umask=0o022).returncode == 0
    assert set(modes(tmp_path).values()) == {"700", "600"}
    assert len(modes(tmp_path)) == 6


def test_a_database_elsewhere_is_closed_to_others_but_not_its_directory(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    places.protect(tmp_path / "data", shared / "games.db")
    assert stat.S_IMODE((shared / "games.db").stat().st_mode) == 0o600
    assert stat.S_IMODE(shared.stat().st_mode) == 0o755
    with closing(sqlite3.connect(shared / "games.db")) as database:  # an empty file is a database
        assert database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_a_directory_that_everybody_shares_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)  # as /tmp
    places.protect(tmp_path, tmp_path / "games.db")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    tmp_path.chmod(0o700)


def test_files_of_somebody_else_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret-key").touch(mode=0o640)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    places.protect(tmp_path, None)
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")
def test_root_leaves_no_database_that_its_user_cannot_open(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, 12345, 12345)
    places.protect(data, data / "games.db")
    assert list(data.iterdir()) == []
