"""Starting a release that stores games in fewer bytes with the data of an older one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import DatabaseError, connection

from engine import codec
from games.models import Game, LoggedMove, StoredSetup, User
from games.post.inbox import tokens
from games.table.play import event_log, verification
from tests.append_only import guards
from tests.migrating import migrate_to, migrate_to_newest
from tests.sample_games import legal, seat_table, submit

BEFORE = "0031_forgetting"


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


@pytest.mark.promise("R9")
def test_the_log_is_protected_again(older: None) -> None:
    migrate_to_newest()
    for change in ("UPDATE games_row SET move = 'end'", "DELETE FROM games_row"):
        with pytest.raises(DatabaseError, match="never changed or deleted"), \
                connection.cursor() as cursor:
            cursor.execute(change)


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
