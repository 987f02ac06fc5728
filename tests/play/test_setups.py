"""Boards and options are stored once for all games, and hashes as bytes."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alexandros_rules import codec
from games.models import Game, LoggedMove, StoredSetup, TurnToken, User
from games.models.setup import complete, shortened
from games.post.inbox import tokens
from games.table.play import event_log
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db


def raw(column: str, game: Game) -> bytes | str:
    """A column of the first row of a game as the database contains it."""
    with connection.cursor() as cursor:
        cursor.execute(  # the column's name comes from a test
            f"SELECT {column} FROM games_row WHERE game_id = %s AND number = 1",  # noqa: S608
            [game.pk])
        (value,) = cursor.fetchone()
        return value if isinstance(value, str) else bytes(value)


def test_games_with_the_same_board_and_options_share_them(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    first, second = (seat_table([alice, bob], now=now) for _ in range(2))
    other = seat_table([alice, bob, carol], now=now)
    assert first.setup_id == second.setup_id != other.setup_id
    assert StoredSetup.objects.count() == 2
    assert event_log.setup_of(first).players == 2
    assert event_log.setup_of(other).players == 3


def test_a_setup_is_read_once_in_a_process(fresh: Game) -> None:
    event_log.setup_of(fresh)
    with CaptureQueriesContext(connection) as queries:
        again = Game.objects.get(pk=fresh.pk)
        assert event_log.setup_of(again).board == event_log.setup_of(fresh).board
        assert event_log.logged_moves(again)[0].events
    assert len(queries) == 2  # the game and its rows


def test_a_setup_is_stored_again_if_it_was_rolled_back() -> None:
    with transaction.atomic():
        key = StoredSetup.keep('{"board":"rolled back"}')
        transaction.set_rollback(True)
    assert not StoredSetup.objects.filter(pk=key).exists()
    assert StoredSetup.keep('{"board":"rolled back"}') == key
    assert StoredSetup.objects.get(pk=key).text == '{"board":"rolled back"}'


def test_the_first_row_names_the_setup_instead_of_repeating_its_board(fresh: Game) -> None:
    row = LoggedMove.objects.get(game=fresh, number=1)
    board = codec.canonical(event_log.setup_of(fresh).board)
    stored = raw("events", fresh)
    assert isinstance(stored, str)
    assert stored.startswith(f"@{fresh.setup_id}[")
    assert len(stored) < len(board)
    assert row.events == complete(stored)
    assert row.events.count(board) == 1


@pytest.mark.parametrize("events", [
    "[]",
    '[{"board":"another one"}]',
    '[{"board":BOARD},{"board":BOARD}]',
    '[{"board":BOARD,"name":"@board"}]',
])
def test_events_that_cannot_be_made_shorter_are_stored_in_full(fresh: Game, events: str) -> None:
    whole = events.replace("BOARD", codec.canonical(event_log.setup_of(fresh).board))
    assert shortened(whole, fresh.setup_id) == whole == complete(whole)


def test_hashes_are_hexadecimal_in_python_and_bytes_in_the_database(fresh: Game) -> None:
    row = LoggedMove.objects.get(game=fresh, number=1)
    assert len(row.digest) == len(row.chain) == 32
    assert raw("digest", fresh) == bytes.fromhex(row.digest)
    assert LoggedMove.objects.get(chain=row.chain) == row
    assert LoggedMove.objects.filter(game=fresh, digest__in=[row.digest, "00"]).get() == row


def test_a_token_is_found_by_its_hash(fresh: Game, alice: User, now: datetime) -> None:
    seat = fresh.seats.select_related("user", "game").get(user=alice)
    token = tokens.issue_token(seat, number=1, purpose=TurnToken.Purpose.PLAY, now=now)
    assert TurnToken.objects.get(digest=codec.text_digest(token)).seat == seat
    assert tokens.find(token, purpose=TurnToken.Purpose.PLAY) is not None
    assert tokens.find(token + "x", purpose=TurnToken.Purpose.PLAY) is None


def test_operators_read_the_setup_on_the_page_of_a_game(admin_client: Client, fresh: Game) -> None:
    page = admin_client.get(reverse("admin:games_game_change", args=[fresh.pk]))
    assert "&quot;players&quot;:2" in page.content.decode()
