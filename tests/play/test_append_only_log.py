"""The log is append-only: the database refuses every change, whatever the code tries."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError

from games.models import Game, LoggedMove
from games.table.play import verification

pytestmark = pytest.mark.promise("R9")


@pytest.fixture
def row(finished: Game) -> LoggedMove:
    return LoggedMove.objects.get(game=finished, number=3)


@pytest.mark.parametrize("column", ["number", "seat", "actor", "move", "stored_events", "digest",
                                    "chain", "key", "created_at", "game_id"])
def test_no_column_of_a_row_can_be_updated(row: LoggedMove, column: str) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        LoggedMove.objects.filter(pk=row.pk).update(**{column: getattr(row, column)})


def test_a_row_can_be_saved_once_only(row: LoggedMove) -> None:
    row.move = "end"
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        row.save()


def test_rows_cannot_be_deleted(row: LoggedMove) -> None:
    for delete in (
        row.delete,
        LoggedMove.objects.all().delete,
        LoggedMove.objects.filter(number=3).delete,
    ):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            delete()


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM games_row", "UPDATE games_row SET move = 'end'",
     "DELETE FROM games_row WHERE number = 3"],
)
def test_plain_sql_is_refused_too(row: LoggedMove, statement: str) -> None:
    with (pytest.raises(DatabaseError, match="never changed"), transaction.atomic(),
          connection.cursor() as cursor):
        cursor.execute(statement)


COPY = (
    "INTO games_row (id, game_id, number, actor, move, events, digest, chain, key, created_at)"
    " SELECT id, game_id, number, actor, 'end', events, digest, chain, key, created_at"
    " FROM games_row WHERE id = %s"
)
REPLACE = {
    "sqlite": f"REPLACE {COPY}",
    "postgresql": f"INSERT {COPY} ON CONFLICT (id) DO UPDATE SET move = EXCLUDED.move",
}


def test_a_row_cannot_be_replaced(row: LoggedMove) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(REPLACE[connection.vendor], [row.pk])
    row.refresh_from_db()
    assert row.move != "end"


def test_no_second_row_takes_a_number(row: LoggedMove) -> None:
    row.pk = None
    row._state.adding = True
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_a_game_with_a_log_cannot_be_deleted(finished: Game) -> None:
    with pytest.raises(ProtectedError):
        finished.delete()
    assert verification.first_fault(Game.objects.get(pk=finished.pk)) is None
