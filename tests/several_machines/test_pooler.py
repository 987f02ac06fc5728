"""The site works behind PgBouncer, which gives each transaction another connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

from alexandros_site import environment
from games.models import User
from tests.machines import Machine, empty_machine
from tests.several_machines.conftest import pooled

pytestmark = [pytest.mark.servers, pytest.mark.promise("R31"),
              pytest.mark.django_db(transaction=True)]


@contextmanager
def behind(url: str) -> Iterator[None]:
    """Within the block, we use this database instead of the test's own connection."""
    direct = connections["default"]
    settings = connections.configure_settings({"default": environment.database(
        url, default=Path())})["default"]
    pooled = connections["default"] = DatabaseWrapper(settings, "default")
    try:
        yield
    finally:
        pooled.close()
        connections["default"] = direct


def test_a_long_list_is_read_although_others_use_the_connection_meanwhile(
    pooled_url: str,
) -> None:
    for number in range(5):
        User.objects.create_user(f"player{number}@example.org")
    with behind(pooled_url), closing(import_module("psycopg").connect(pooled_url)) as other:
        rows = User.objects.order_by("pk").iterator(chunk_size=2)
        next(rows)
        other.execute("SELECT 1")  # in a transaction, on the connection that was used last
        assert len(list(rows)) == 4


def test_tables_are_made_and_backed_up_through_the_pooler(pooler: int, tmp_path: Path) -> None:
    with empty_machine(tmp_path / "data") as direct:
        machine = Machine(pooled(direct.url, pooler), direct.data)
        machine.manage("migrate")
        machine.manage("shell", "-v", "0", "-c",
                       "from games.models import User; User.objects.create_user('bob@example.org')")
        backup = tmp_path / "made.backup"
        machine.manage("backup", "--to", str(backup))
        assert "Set DATABASE_URL to PostgreSQL itself" in machine.refusal(
            "restore", str(backup), "--replace")
        _end_connections(direct)
        assert "has been restored" in direct.manage("restore", str(backup), "--replace")
        _end_connections(direct)


def _end_connections(machine: Machine) -> None:
    """Ends those that the pooler keeps, as stopping it does."""
    name = machine.url.rpartition("/")[2]
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                       [name])
