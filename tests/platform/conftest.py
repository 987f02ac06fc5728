"""What tests of people share, and tests that restore backups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from games.models import Game
from tests.machines import Machine, copied_machine, empty_machine, make_backup


@pytest.fixture
def local_mailbox(settings: LazySettings) -> None:
    """Use the local mailbox instead of the test runner's emails in memory."""
    settings.EMAIL_BACKEND = "games.post.outbox.local_mailbox.MailboxBackend"


@pytest.fixture
def backup(games: list[Game], tmp_path: Path) -> Path:
    """A backup of the site with two games."""
    return make_backup(tmp_path / "made")


@pytest.fixture(scope="module")
def bobs(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine that no test changes, with Bob as its only person."""
    with empty_machine(tmp_path_factory.mktemp("bobs") / "machine", name="bobs") as machine:
        machine.manage("migrate", "-v", "0")
        machine.manage("shell", "-v", "0", "-c",
                       "from games.models import User; User.objects.create_user('bob@example.org')")
        yield machine


@pytest.fixture
def occupied(bobs: Machine, transactional_db: None, tmp_path: Path) -> Iterator[Machine]:
    """A machine with Bob as its only person."""
    with copied_machine(bobs, tmp_path / "occupied") as machine:
        yield machine
