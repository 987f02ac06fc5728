"""Starting a newer release with the data of an older one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Session

BEFORE, AFTER = "0006_other_senders", "0007_people_who_go"


def migrate(name: str) -> None:
    """Migrates the database forwards or backwards to this migration."""
    MigrationExecutor(connection).migrate([("games", name)])


@pytest.fixture
def older(transactional_db: None) -> Iterator[None]:
    """A database as the release before sessions had a column for their user left it."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("games")
    migrate(BEFORE)
    yield
    MigrationExecutor(connection).migrate(newest)


def test_nobody_is_signed_out(older: None) -> None:
    browser = SessionStore()
    browser[SESSION_KEY] = "7"
    browser.save()
    migrate(AFTER)
    session = Session.objects.get()
    assert session.session_key == browser.session_key
    assert session.person == 7
    assert session.get_decoded() == {SESSION_KEY: "7"}
