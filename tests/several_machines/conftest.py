"""PgBouncer for tests of several machines, which need PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest

from tests.concurrency import database_url
from tests.with_servers import pgbouncer_command, server

POOLED = 2  # connections, so that clients get those of each other


@pytest.fixture
def pooler(transactional_db: None) -> Iterator[int]:
    """The port of a PgBouncer before the test's PostgreSQL, set up as documented."""
    database = urlsplit(database_url())
    assert database.port is not None
    with TemporaryDirectory() as name:  # one that another user may enter, as it need be
        folder = Path(name)
        command, port, user = pgbouncer_command(folder / "pgbouncer", database.port,
                                                default_pool_size=POOLED)
        with server(command, port, folder / "log", user=user):
            yield port


def pooled(url: str, port: int) -> str:
    """The URL of the same database behind the pooler on this port."""
    return urlsplit(url)._replace(netloc=f"alexandros@127.0.0.1:{port}").geturl()


@pytest.fixture
def pooled_url(pooler: int) -> str:
    """The URL of the test's database behind the pooler."""
    return pooled(database_url(), pooler)


@pytest.fixture
def data(tmp_path: Path) -> list[Path]:
    """The data folders of two machines."""
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    return folders
