"""A database that `manage.py fill` has filled is like one that people have used."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.base import retention, task_queue
from games.labs.filling import copied_games
from games.labs.filling.population import NAMES, Size
from games.labs.management.commands.fill import fill
from games.models import (
    ChatMessage,
    Game,
    LoggedMove,
    OutgoingEmail,
    Seat,
    SeatClock,
    Snapshot,
    TurnTiming,
    User,
)
from games.operations import sweeps
from games.table.clocks import seat_clocks
from games.table.play import ended_games, event_log, verification
from tests.conftest import NOW
from tests.sample_games import legal, submit

GAMES, PEOPLE = 90, 40

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("filled")]


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A database that has been filled with a few games, for all tests of this module."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(copied_games, "PLAYED", 6)
        patched.setattr(task_queue, "send_task", lambda task, *args: True)
        with transaction.atomic():
            fill(Size(GAMES, PEOPLE), report=lambda sentence: None, now=NOW)
            yield
            transaction.set_rollback(True)


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(email=f"{name.lower()}@example.org"))
    return client


@pytest.mark.promise("R8")
def test_all_filled_games_are_valid() -> None:
    checked = dict.fromkeys(Game.objects.values_list("pk", flat=True))
    faults = [fault for _, fault in verification.check_games(checked) if fault]
    assert len(checked) == GAMES
    assert faults == []


def test_there_are_as_many_people_games_and_operators_as_wanted() -> None:
    assert User.objects.filter(is_staff=False, owner=None).count() == PEOPLE - 1
    assert User.objects.filter(is_staff=True).count() == 1
    assert set(Game.objects.values_list("status", flat=True)) == set(Game.Status.values)


def test_a_full_database_has_bots_of_members_and_games_that_somebody_imported() -> None:
    assert set(User.objects.exclude(owner=None).values_list("owner__name", flat=True)) >= {*NAMES}
    for game in (imported := Game.objects.filter(imported=True)):
        assert game.created_by is not None
        assert game.created_by.email
        assert not game.seats.exclude(user=None).exists()
    assert imported


def test_a_full_database_has_rows_of_every_kind_that_grows() -> None:
    for model in (Seat, LoggedMove, TurnTiming, OutgoingEmail, ChatMessage):
        assert model.objects.count() > GAMES / 2, model
    for model in (Snapshot, SeatClock):  # which only games have that have not ended long ago
        assert model.objects.count() > GAMES / 10, model


def test_alice_has_the_same_number_of_games_in_a_database_of_any_size(now: datetime) -> None:
    assert Game.objects.filter(seats__user__name="Alice").count() in range(7, 14)
    assert Game.objects.filter(seats__user__name="Alice",
                               status=Game.Status.RUNNING).exists()


def test_snapshots_of_filled_games_are_trusted() -> None:
    for snapshot in Snapshot.objects.select_related("game"):
        game = snapshot.game
        last = event_log.last_row(game)
        assert event_log.trusted_text(snapshot, last, key=event_log.key_of(game)) is not None


def test_sweeps_have_already_tidied_up_after_filled_games(now: datetime) -> None:
    kept = Game.objects.filter(untidy_since__isnull=False, status__in=("over", "cancelled"))
    assert kept.exists()
    assert ended_games.tidy_up(now) == 0
    left = Game.objects.filter(finished_at__lt=now - retention.ENDED_GAMES)
    assert left.exists()
    for model, game in ((Snapshot, "game"), (SeatClock, "seat__game"), (OutgoingEmail, "game")):
        assert not model.objects.filter(**{f"{game}__in": left}).exists()


def test_a_sweep_finds_nothing_to_do_in_a_filled_database(now: datetime) -> None:
    assert [name for name, search in sweeps._searches().items() if search(now)] == []


def test_a_filled_game_can_be_played_on(now: datetime) -> None:
    seat = Seat.objects.filter(to_move=True, user__name__in=NAMES).select_related("game")[0]
    submit(seat.game, seat=seat.index, text=legal(seat.game, seat.index)[0],
           number=seat.game.number, key="played on", actor=LoggedMove.Actor.PAGE, now=now)
    assert verification.first_fault(Game.objects.get(pk=seat.game_id)) is None


def test_nobodys_time_has_run_out_in_a_filled_game(now: datetime) -> None:
    clocks = list(SeatClock.objects.filter(since__isnull=False).select_related("seat__game"))
    assert clocks
    for clock, times in zip(clocks, seat_clocks.times_of_all(clocks, now=now), strict=True):
        assert clock.due_at is not None
        assert clock.due_at > now
        assert seat_clocks.left(clock, times, now) > timedelta(0)


def test_a_bot_is_never_to_move() -> None:
    assert Seat.objects.filter(to_move=True).exists()
    assert not Seat.objects.filter(to_move=True).exclude(bot="").exists()


def test_every_email_is_to_a_made_up_address() -> None:
    assert not OutgoingEmail.objects.exclude(to__endswith="@example.org").exists()


def test_pages_of_filled_games_open() -> None:
    alice = signed_in("Alice")
    for page in ("/", "/games/", "/lobby/", "/watch/", "/account/", "/account/delete/"):
        assert alice.get(page).status_code == 200, page
    for status in (Game.Status.OVER, Game.Status.RUNNING, Game.Status.OPEN):
        game = Game.objects.filter(status=status, seats__user__name="Alice").first()
        assert game is not None
        assert alice.get(f"/games/{game.code}/").status_code == 200


def test_new_rows_get_ids_of_their_own(now: datetime) -> None:
    last = User.objects.order_by("-pk")[0].pk
    assert User.objects.create_guest().pk > last
