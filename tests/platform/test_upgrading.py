"""Starting a newer release with the data of an older one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Game, OutgoingEmail, Seat, Session, User

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


def test_the_game_still_waits_for_the_same_seat(transactional_db: None) -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("games")
    migrate("0011_plain_names")
    models = MigrationExecutor(connection).loader.project_state([("games", "0011_plain_names")])
    old_game, old_seat = (models.apps.get_model("games", name) for name in ("Game", "Seat"))
    game = old_game.objects.create(
        code="fromabot00", name="Friends", ruleset="alexandros", rules_version=1, setup="{}",
        status="running", to_move=1, created_at=datetime(2026, 5, 1, tzinfo=UTC),
    )
    for index in range(2):
        old_seat.objects.create(game=game, index=index)

    MigrationExecutor(connection).migrate(newest)

    assert list(Seat.objects.values_list("index", "to_move")) == [(0, False), (1, True)]
    migrate("0011_plain_names")
    assert old_game.objects.get().to_move == 1
    MigrationExecutor(connection).migrate(newest)


def test_addresses_are_written_in_lower_case(transactional_db: None) -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("games")
    before = "0026_holds_and_pauses"
    migrate(before)
    models = MigrationExecutor(connection).loader.project_state([("games", before)]).apps
    now = datetime(2026, 5, 1, tzinfo=UTC)
    user, email = (models.get_model("games", name) for name in ("User", "OutgoingEmail"))
    for address in ("Alice@Example.org", "Bob@example.org", "bob@example.org"):
        user.objects.create(email=address, name=address, date_joined=now)
        email.objects.create(kind="turn", to=address, message_id=address, not_before=now,
                             created_at=now)

    MigrationExecutor(connection).migrate(newest)

    assert dict(User.objects.values_list("name", "email")) == {
        "Alice@Example.org": "alice@example.org", "bob@example.org": "bob@example.org",
        "Bob@example.org": "Bob@example.org"}  # nobody could tell which of the two is meant
    assert set(OutgoingEmail.objects.values_list("to", flat=True)) == {
        "alice@example.org", "bob@example.org"}


@pytest.mark.promise("R9")
def test_the_log_is_still_protected_after_its_indexes_were_dropped(
    transactional_db: None, fresh: Game
) -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("games")
    migrate("0026_holds_and_pauses")
    MigrationExecutor(connection).migrate(newest)
    for change in ("UPDATE games_row SET move = 'end'", "DELETE FROM games_row"):
        with pytest.raises(DatabaseError, match="never changed or deleted"), \
                connection.cursor() as cursor:
            cursor.execute(change)
