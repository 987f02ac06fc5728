"""Compiled queries and updates do the same as when Django compiles them every time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection
from django.db.models import F
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext

from games.compiled_queries import (
    MOST_VALUES,
    CompiledQuery,
    CompiledUpdate,
    attach,
    insert,
    save_columns,
)
from games.models import Game, LoggedMove, OutgoingEmail, Seat, User
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def people(*names: str) -> list[User]:
    return [User.objects.create_user(f"{name.lower()}@example.org", name=name) for name in names]


def test_it_finds_the_same_rows_with_other_values() -> None:
    alice, bob = people("Alice", "Bob")
    by_id = CompiledQuery(lambda pk: User.objects.filter(pk=pk), int)

    assert [by_id.first(alice.pk), by_id.first(bob.pk), by_id.first(0)] == [alice, bob, None]
    assert by_id(bob.pk)[0].date_joined == bob.date_joined


def test_it_loads_related_rows_in_the_same_query() -> None:
    alice, *others = people("Alice", "Bob", "Carol")
    game = seat_table([alice, *others], now=NOW)
    seats = CompiledQuery(lambda game: Seat.objects.select_related("user", "clock").filter(
        game=game).order_by("index"), int)

    found = seats(game.pk)
    with CaptureQueriesContext(connection) as queries:
        names = [seat.user.name for seat in found if seat.user]

    assert names == ["Alice", "Bob", "Carol"]
    assert not queries.captured_queries


def test_what_it_loads_is_what_django_loads() -> None:
    game = seat_table(people("Alice", "Bob"), now=NOW)
    seats = CompiledQuery(lambda game: Seat.objects.select_related("user", "game").filter(
        game=game).order_by("index"), int)

    for mine, theirs in zip(seats(game.pk), game.seats.order_by("index"), strict=True):
        assert mine.user
        for loaded, other in ((mine, theirs), (mine.user, theirs.user), (mine.game, theirs.game)):
            columns = {name: value for name, value in vars(loaded).items() if name != "_state"}
            assert columns == {name: value for name, value in vars(other).items()
                               if name in columns and name != "_state"}
            assert (loaded._state.adding, loaded._state.db) == (False, "default")
            assert not loaded.get_deferred_fields()


def test_columns_that_it_leaves_out_are_loaded_when_they_are_needed() -> None:
    (alice,) = people("Alice")
    found = CompiledQuery(lambda pk: User.objects.filter(pk=pk).only("name"), int).first(alice.pk)

    assert found is not None
    assert "email" in found.get_deferred_fields()
    assert found.email == "alice@example.org"


def test_whoever_listens_hears_of_what_it_loads() -> None:
    (alice,) = people("Alice")
    heard: list[Any] = []

    def listen(instance: User, **_: Any) -> None:
        heard.append(instance)

    post_init.connect(listen, sender=User)
    try:
        found = CompiledQuery(lambda pk: User.objects.filter(pk=pk), int)(alice.pk)
    finally:
        post_init.disconnect(listen, sender=User)

    assert [id(one) for one in heard] == [id(one) for one in found]


def test_it_takes_texts_moments_and_collections() -> None:
    alice, bob, carol = people("Alice", "Bob", "Carol")
    User.objects.filter(pk=carol.pk).update(date_joined=alice.date_joined + timedelta(days=9))
    later = CompiledQuery(lambda names, moment: User.objects.filter(
        name__in=names, date_joined__gt=moment).order_by("pk"), [str], datetime)

    assert later(["Alice", "Carol"], bob.date_joined + timedelta(days=1)) == [carol]
    assert later(("Alice", "Carol", "Alice"), alice.date_joined - timedelta(1)) == [alice, carol]
    assert later({"Bob"}, alice.date_joined - timedelta(days=1)) == [bob]
    assert later([], alice.date_joined) == []


def test_it_takes_more_values_than_it_keeps_queries_for() -> None:
    (alice,) = people("Alice")
    some = CompiledQuery(lambda ids: User.objects.filter(pk__in=ids), [int])

    assert some(range(alice.pk, alice.pk + MOST_VALUES + 5)) == [alice]


def test_it_yields_tuples_of_values() -> None:
    people("Alice", "Bob")
    names = CompiledQuery(lambda address: User.objects.filter(email=address).values_list(
        "name", "is_guest"), str)

    assert names("bob@example.org") == [("Bob", False)]


def test_it_converts_what_the_database_stores() -> None:
    game = seat_table(people("Alice", "Bob", "Carol"), now=NOW)
    Game.objects.filter(pk=game.pk).update(result={"winners": [1]}, grace=timedelta(hours=3))
    by_code = CompiledQuery(lambda code: Game.objects.filter(code=code), str)

    found = by_code.first(game.code)

    assert found is not None
    assert (found.result, found.grace, found.created_at) == (
        {"winners": [1]}, timedelta(hours=3), game.created_at)


def test_it_refuses_a_value_that_would_be_changed_on_its_way() -> None:
    begins = CompiledQuery(lambda text: LoggedMove.objects.filter(move__startswith=text), str)

    with pytest.raises(ValueError, match="must go into its SQL as it is"):
        begins("take")


def test_no_value_can_change_the_query() -> None:
    (alice,) = people("Alice")
    by_address = CompiledQuery(lambda address: User.objects.filter(email=address), str)

    assert by_address("' OR 1=1 --") == []
    assert by_address("alice@example.org") == [alice]


def test_attached_rows_are_not_loaded_again() -> None:
    game = seat_table(people("Alice", "Bob", "Carol"), now=NOW)
    seats = list(game.seats.order_by("-index"))

    attach(game, "seats", seats)
    with CaptureQueriesContext(connection) as queries:
        found = list(game.seats.all())

    assert found == seats
    assert not queries.captured_queries


def test_only_the_named_columns_are_saved() -> None:
    game = seat_table(people("Alice", "Bob"), now=NOW)
    mine, theirs = Game.objects.get(pk=game.pk), Game.objects.get(pk=game.pk)
    mine.result, mine.moved_at, mine.name = {"winners": [0]}, NOW + timedelta(days=1), "Not saved"
    theirs.turn = 7

    save_columns([mine], "result", "moved_at")
    save_columns([theirs], "turn")

    game.refresh_from_db()
    assert (game.result, game.moved_at, game.turn) == ({"winners": [0]}, mine.moved_at, 7)
    assert game.name != "Not saved"


@pytest.mark.parametrize("values", [
    [("Al", True, NOW), ("Bo", False, None)], [("Al", False, None), ("Bo", False, None)],
])
def test_several_rows_are_saved_with_one_query(
    values: list[tuple[Any, ...]], django_assert_num_queries: Any
) -> None:
    rows = people("Alice", "Bob", "Carol")[:2]
    for row, value in zip(rows, values, strict=True):
        row.name, row.is_staff, row.last_login = value
    with django_assert_num_queries(1):
        save_columns(rows, "name", "is_staff", "last_login")
    saved = User.objects.order_by("pk").values_list("name", "is_staff", "last_login")
    assert list(saved) == [*values, ("Carol", False, None)]


def test_a_row_that_is_gone_is_not_saved_in_silence() -> None:
    (alice,) = people("Alice")
    User.objects.filter(pk=alice.pk).delete()

    with pytest.raises(DatabaseError, match="is gone"):
        save_columns([alice], "name")


def test_a_user_is_found_by_id_only_among_those_who_are_asked_for() -> None:
    alice, bob = people("Alice", "Bob")
    operators = Group.objects.create(name="operators")
    operators.user_set.add(alice)

    assert User.objects.get(pk=bob.pk) == bob
    assert operators.user_set.get(pk=alice.pk) == alice
    with pytest.raises(User.DoesNotExist):
        operators.user_set.get(pk=bob.pk)
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=0)
    with pytest.raises(ValueError, match="expected a number"):
        User.objects.get(pk="Bob")


@pytest.mark.parametrize("count", [0, 1, 3, MOST_VALUES + 1])
def test_rows_are_inserted_as_django_inserts_them(count: int) -> None:
    (alice,) = people("Alice")
    emails = [OutgoingEmail(kind="test", user=alice, to="alice@example.org", number=number,
                            message_id=f"{number}%s", not_before=NOW, created_at=NOW)
              for number in range(count)]

    insert(emails)

    stored = OutgoingEmail.objects.order_by("pk")
    assert [email.pk for email in stored] == [email.pk for email in emails]
    assert [email.message_id for email in stored] == [f"{n}%s" for n in range(count)]
    assert all(email.user == alice and email.sent_at is None for email in stored)
    assert not any(email._state.adding for email in emails)


def test_an_inserted_row_can_be_saved(django_assert_num_queries: Any) -> None:
    email = OutgoingEmail(kind="test", to="bob@example.org", message_id="1", not_before=NOW,
                          created_at=NOW)
    insert([email])

    email.to = "carol@example.org"
    with django_assert_num_queries(1):
        email.save(update_fields=["to"])

    assert OutgoingEmail.objects.get().to == "carol@example.org"


def test_an_update_changes_the_rows_it_is_about_and_says_how_many() -> None:
    alice, bob = people("Alice", "Bob")
    rename = CompiledUpdate(lambda pk, before, name, now: (
        User.objects.filter(pk=pk, date_joined__lt=before), {"name": name, "date_joined": now},
    ), int, datetime, str, datetime)

    later = bob.date_joined + timedelta(days=1)
    assert [rename(alice.pk, later, "Carol", NOW), rename(bob.pk, later, "Dave", NOW)] == [1, 1]
    assert rename(alice.pk, NOW - timedelta(days=1), "Eve", NOW) == 0
    found = User.objects.filter(pk__in=[alice.pk, bob.pk]).order_by("pk")
    assert list(found.values_list("name", "date_joined")) == [("Carol", NOW), ("Dave", NOW)]


def test_an_update_can_empty_columns_and_count_up() -> None:
    (alice,) = people("Alice")
    game = seat_table([alice, *people("Bob")], now=NOW)
    count = CompiledUpdate(lambda pk: (
        Game.objects.filter(pk=pk), {"turn": F("turn") + 1, "moved_at": None}), int)

    assert [count(game.pk), count(game.pk)] == [1, 1]
    game.refresh_from_db()
    assert (game.turn, game.moved_at) == (3, None)


def test_an_update_needs_its_values_as_they_are() -> None:
    (alice,) = people("Alice")
    wrong = CompiledUpdate(lambda pk: (User.objects.filter(pk=pk + 1), {"name": ""}), int)

    with pytest.raises(ValueError, match="as it is"):
        wrong(alice.pk)
