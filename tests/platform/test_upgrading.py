"""Starting a newer release with the data of an older one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection

from games.models import Game, Session
from tests.migrating import begin_at, begin_at_newest, migrate_to, migrate_to_newest


@pytest.fixture
def site(transactional_db: None) -> Iterator[None]:
    """A database whose tables are made anew after the test."""
    yield
    begin_at_newest()


def test_nobody_is_signed_out(site: None) -> None:
    begin_at("0006_other_senders")
    browser = SessionStore()
    browser[SESSION_KEY] = "7"
    browser.save()
    migrate_to("0007_people_who_go")
    session = Session.objects.get()
    assert session.session_key == browser.session_key
    assert session.person == 7
    assert session.get_decoded() == {SESSION_KEY: "7"}


def test_the_game_still_waits_for_the_same_seat(site: None) -> None:
    models = begin_at("0011_plain_names")
    old_game, old_seat = (models.get_model("games", name) for name in ("Game", "Seat"))
    game = old_game.objects.create(
        code="fromabot00", name="Friends", ruleset="alexandros", rules_version=1, setup="{}",
        status="running", to_move=1, created_at=datetime(2026, 5, 1, tzinfo=UTC),
    )
    for index in range(2):
        old_seat.objects.create(game=game, index=index)

    seats = migrate_to("0012_seats_to_move").get_model("games", "Seat").objects

    assert list(seats.values_list("index", "to_move")) == [(0, False), (1, True)]
    migrate_to("0011_plain_names")
    assert old_game.objects.get().to_move == 1


def test_addresses_are_written_in_lower_case(site: None) -> None:
    models = begin_at("0026_holds_and_pauses")
    now = datetime(2026, 5, 1, tzinfo=UTC)
    user, email = (models.get_model("games", name) for name in ("User", "OutgoingEmail"))
    for address in ("Alice@Example.org", "Bob@example.org", "bob@example.org"):
        user.objects.create(email=address, name=address, date_joined=now)
        email.objects.create(kind="turn", to=address, message_id=address, not_before=now,
                             created_at=now)

    models = migrate_to("0027_addresses_in_lower_case")

    users, emails = (models.get_model("games", name).objects for name in ("User", "OutgoingEmail"))
    assert dict(users.values_list("name", "email")) == {
        "Alice@Example.org": "alice@example.org", "bob@example.org": "bob@example.org",
        "Bob@example.org": "Bob@example.org"}  # nobody could tell which of the two is meant
    assert set(emails.values_list("to", flat=True)) == {
        "alice@example.org", "bob@example.org"}


@pytest.mark.promise("R9")
def test_the_log_is_still_protected_after_its_indexes_were_dropped(
    transactional_db: None, fresh: Game
) -> None:
    migrate_to("0026_holds_and_pauses")
    migrate_to_newest()
    for change in ("UPDATE games_row SET move = 'end'", "DELETE FROM games_row"):
        with pytest.raises(DatabaseError, match="never changed or deleted"), \
                connection.cursor() as cursor:
            cursor.execute(change)
