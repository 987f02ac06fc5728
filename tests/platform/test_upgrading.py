"""Starting a newer release with the data, the logs or a backup of an older one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from alexandros_rules import codec
from games.models import Game, LoggedMove, Session, StoredSetup, User
from games.operations.backups.databases import MigrationsAt
from games.post.inbox import tokens
from games.table.play import event_log, verification
from tests.append_only import guards
from tests.machines import Machine
from tests.migrating import AT_ONCE, begin_at, begin_at_newest, migrate_to, migrate_to_newest
from tests.row_numbers import found_in
from tests.sample_games import legal, seat_table, submit

BEFORE = "0031_forgetting"  # the release before stored games in more bytes


@pytest.fixture
def site(transactional_db: None) -> Iterator[None]:
    """A database whose tables are made anew after the test."""
    yield
    begin_at_newest()


def test_rows_of_tables_made_anew_have_numbers_that_are_found(site: None) -> None:
    begin_at_newest()

    alice = User.objects.create(email="alice@example.org", name="Alice")
    assert found_in(str(alice.pk)) == [f"User {alice.pk} after …"]


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


def test_the_games_of_fixtures_become_arranged_ones(site: None) -> None:
    models = begin_at("0055_seen_at")
    competition, fixture, game, setup = (models.get_model("games", name) for name in (
        "Competition", "Fixture", "Game", "StoredSetup"))
    now = datetime(2026, 5, 1, tzinfo=UTC)
    stored = setup.objects.create(digest="ab" * 32, text="{}")

    def made(name: str, **columns: Any) -> Any:
        return game.objects.create(name=name, code=name, invite_token=name, ruleset="alexandros",
                                   rules_version=1, setup=stored, created_at=now, **columns)

    first = made("first")
    made("second", match_of=first)
    made("another")
    season = competition.objects.create(ruleset="alexandros", players=2, starts_at=now, ends_at=now)
    fixture.objects.create(competition=season, division=1, round=1, number=1, begins_at=now,
                           game=first)
    fixture.objects.create(competition=season, division=1, round=2, number=1, begins_at=now)

    games = migrate_to("0056_arranged_and_sealed").get_model("games", "Game").objects

    assert set(games.filter(arranged=True).values_list("name", flat=True)) == {"first", "second"}
    assert not games.filter(sealed=True).exists()


@pytest.mark.promise("R9")
@pytest.mark.parametrize("before", ["0026_holds_and_pauses", BEFORE])
def test_the_log_is_still_protected_after_its_table_was_changed(
    transactional_db: None, fresh: Game, before: str
) -> None:
    migrate_to(before)
    migrate_to_newest()
    for change in ("UPDATE games_row SET move = 'end'", "DELETE FROM games_row"):
        with pytest.raises(DatabaseError, match="never changed or deleted"), \
                connection.cursor() as cursor:
            cursor.execute(change)


def query(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """What the database itself contains, whatever our models look like."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [tuple(row) for row in cursor.fetchall()]


@pytest.fixture
def older(transactional_db: None, fresh: Game, finished: Game) -> Iterator[None]:
    """The two games as the release before stored them."""
    migrate_to(BEFORE)
    yield
    migrate_to_newest()


def test_a_release_before_had_all_texts_in_full(older: None, fresh: Game, finished: Game) -> None:
    for game in (fresh, finished):
        [(setup,)] = query("SELECT setup FROM games_game WHERE id = %s", game.pk)
        assert codec.text_digest(setup) == game.setup_id
        [(events, digest)] = query(
            "SELECT events, digest FROM games_row WHERE game_id = %s AND number = 1", game.pk)
        assert codec.canonical(event_log.setup_of(game).board) in events
        assert len(bytes.fromhex(digest)) == 16


@pytest.mark.promise("R9")
def test_logs_say_the_same_when_they_are_stored_in_fewer_bytes(
    older: None, fresh: Game, finished: Game
) -> None:
    columns = "SELECT game_id, number, move, events, digest, chain FROM games_row ORDER BY id"
    before = query(columns)
    migrate_to_newest()
    rows = LoggedMove.objects.order_by("pk")
    assert [(row.game_id, row.number, row.move, row.events, row.digest, row.chain)
            for row in rows] == before
    after = query(columns)
    assert [len(digest) for *_, digest, _ in after] == [16] * len(before)
    starts = [events for _, number, _, events, *_ in after if number == 1]
    assert all(events.startswith("@") and len(events) < 500 for events in starts)
    for game in (fresh, finished):
        assert verification.first_fault(game) is None


def test_each_setup_is_stored_once(older: None, fresh: Game, finished: Game) -> None:
    texts = {text for (text,) in query("SELECT setup FROM games_game")}
    migrate_to_newest()
    assert set(StoredSetup.objects.values_list("text", flat=True)) == texts
    for game in (fresh, finished):
        assert Game.objects.get(pk=game.pk).setup.text in texts


@pytest.mark.promise("R6")
def test_a_submission_from_before_is_recognised(
    transactional_db: None, alice: User, bob: User, now: datetime
) -> None:
    sent = []
    for key in ("bot:1", "a" * 64, "a key with spaces, 13+"):
        game = seat_table([alice, bob], now=now, options={"first": 0})
        turn = {"seat": 0, "text": legal(game)[0], "number": 1, "key": key,
                "actor": LoggedMove.Actor.PAGE, "now": now}
        sent.append((game, turn, submit(game, **turn)))
    migrate_to(BEFORE)
    guards.unguard(connection)
    with connection.cursor() as cursor:
        for game, turn, _ in sent:
            cursor.execute("UPDATE games_row SET key = %s WHERE key <> '' AND game_id = %s",
                           [turn["key"], game.pk])
            assert cursor.rowcount == 1
    guards.guard(connection)
    migrate_to_newest()
    for game, turn, receipt in sent:
        assert submit(game, **turn) == receipt


def test_the_link_of_an_email_from_before_still_works(
    transactional_db: None, fresh: Game, alice: User
) -> None:
    seat = fresh.seats.select_related("user", "game").get(user=alice)
    token = tokens.issue_token(seat, number=1, purpose="play", now=fresh.created_at)
    migrate_to(BEFORE)
    assert query("SELECT digest FROM games_turntoken") == [(tokens.token_digest(token),)]
    migrate_to_newest()
    found = tokens.find(token, purpose="play")
    assert found is not None
    assert found.seat_id == seat.pk


SQLITE = ("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL",)
POSTGRESQL = (
    ("SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable,"
     " character_maximum_length, column_default, is_identity)"
     " FROM information_schema.columns WHERE table_schema = 'public'"),
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    ("SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint"
     " WHERE connamespace = 'public'::regnamespace"),
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
)


def tables() -> Counter[str]:
    """What the database says its tables, indexes, constraints and triggers are.

    The columns of a table may have any order, and so may the constraints that follow them.
    Names that Django has invented contain those that tables once had, so they are left out.
    """
    found: Counter[str] = Counter()
    for query in SQLITE if connection.vendor == "sqlite" else POSTGRESQL:
        with connection.cursor() as cursor:
            cursor.execute(query)
            for (text,) in cursor.fetchall():
                plain = re.sub(r'"?\w+_([0-9a-f]{8}(_\w+)?|p?key)"?', "*", text)
                start, _, rest = plain.partition(" (")
                found[f"{start} ({', '.join(sorted(rest.removesuffix(')').split(', ')))}"] += 1
    return found


@pytest.mark.django_db(transaction=True)
def test_one_migration_makes_the_same_tables_as_all_that_it_replaces() -> None:
    made_at_once = tables()
    MigrationExecutor(connection).migrate([("games", None)])
    assert not any("games_game" in text for text in tables())
    try:
        one_by_one = MigrationExecutor(connection)
        one_by_one.loader = MigrationsAt(connection)
        one_by_one.migrate(one_by_one.loader.graph.leaf_nodes())
        assert tables() == made_at_once
        assert ("games", AT_ONCE) not in MigrationRecorder(connection).applied_migrations()
    finally:
        migrate_to_newest()
    assert ("games", AT_ONCE) in MigrationRecorder(connection).applied_migrations()


# Whoever releases a version adds a backup that it has made, named after the version.  The one of
# 0.1.0 is from a site on PostgreSQL, where Alice has signed in, created a game against a bot and
# played a turn by replying to an email.
BACKUPS = sorted((Path(__file__).parent / "backups").glob("*.backup"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.promise("R8", "R25")
def test_there_is_a_backup_of_a_release() -> None:
    assert [path.stem for path in BACKUPS][:1] == ["0.1.0"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.promise("R8", "R25")
@pytest.mark.parametrize("backup", BACKUPS, ids=[path.stem for path in BACKUPS])
def test_the_backup_of_a_release_can_still_be_restored(backup: Path, machine: Machine) -> None:
    said = machine.manage("restore", str(backup))
    assert "All of its games are valid." in said
    assert machine.manage("migrate", "--check") == ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.promise("R8", "R25")
def test_the_turn_that_was_played_by_email_is_still_in_the_record(machine: Machine) -> None:
    machine.manage("restore", str(BACKUPS[0]))
    record = machine.manage("export_game", "a4ezj9n078", "--with-seed")
    alices = [line.split(" = ")[0].split(" > ")[0] for line in record.splitlines()
              if line.split(" ")[1:2] == ["1"] and " = " in line]
    assert alices == ["6 1 take amphora", "7 1 march B8.SW via E", "8 1 occupy B4 B5",
                      "9 1 recall B4"]
