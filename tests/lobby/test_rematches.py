"""Rematches: the same people and bots, created by one player and joined by the others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import rate_limits
from games.base.refusals import Closed, Foreign
from games.models import Game, OutgoingEmail, Seat, User
from games.people import account_deletion, accounts
from games.post.emails.rendering import compose
from games.table.lobby import game_lists, open_tables, rematches
from tests.concurrency import at_once
from tests.sample_games import FINISHED, import_sample

pytestmark = pytest.mark.django_db


def sit(game: Game, *who: User | str) -> Game:
    """Seats these people, and bots of these kinds, at a finished game."""
    for index, one in enumerate(who):
        seat = Seat.objects.filter(game=game, index=index)
        if isinstance(one, User):
            seat.update(user=one, name=one.shown_name)
        else:
            seat.update(user=None, bot=one, name="Parmenion")
    return game


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def over(finished: Game, alice: User, bob: User) -> Game:
    """A game of Alice and Bob that is over."""
    Game.objects.filter(pk=finished.pk).update(created_by=alice, pace="day", note="Again!",
                                               listed=True, name="Issus")
    finished.refresh_from_db()
    return sit(finished, alice, bob)


def seats(game: Game) -> list[tuple[str, str]]:
    return [(seat.status, (seat.user or seat.kept_for or seat.bot or "").__str__())
            for seat in game.seats.order_by("index")]


def test_a_rematch_has_the_same_settings(over: Game, alice: User, now: datetime) -> None:
    game = rematches.join_or_create(over, by=alice, now=now)
    for name in ("ruleset", "setup", "pace", "note", "listed"):
        assert getattr(game, name) == getattr(over, name), name
    assert (game.status, game.name, game.created_by) == (Game.Status.OPEN, "Issus (2)", alice)


def test_a_note_is_its_writers_alone(over: Game, bob: User, now: datetime) -> None:
    assert rematches.join_or_create(over, by=bob, now=now).note == ""


def test_everybody_keeps_their_seat_and_is_invited(
    over: Game, bob: User, now: datetime
) -> None:
    game = rematches.join_or_create(over, by=bob, now=now)
    assert seats(game) == [("invited", "Alice"), ("taken", "Bob")]
    email = OutgoingEmail.objects.get(kind="invitation")
    assert (email.to, email.game) == ("alice@example.org", game)
    text = " ".join(compose(email).body.split())
    assert "Bob wants a rematch of Issus: Issus (2), a game of Alexandros" in text
    assert "You get this email because you played in Issus." in text


def test_the_second_who_asks_joins_and_the_game_starts(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    first = rematches.join_or_create(over, by=alice, now=now)
    assert rematches.join_or_create(over, by=alice, now=now) == first
    second = rematches.join_or_create(over, by=bob, now=now)
    assert second == first
    assert second.status == Game.Status.RUNNING
    assert [seat.user for seat in second.seats.order_by("index")] == [alice, bob]
    assert Game.objects.count() == 2
    assert rematches.join_or_create(over, by=bob, now=now) == first


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_the_same_moment_meet_at_one_table(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    asked = at_once(lambda: rematches.join_or_create(over, by=alice, now=now),
                    lambda: rematches.join_or_create(over, by=bob, now=now))
    assert asked[0] == asked[1]
    assert Game.objects.get(rematch_of=over).status == Game.Status.RUNNING


def test_against_bots_a_rematch_starts_at_once(
    finished: Game, alice: User, now: datetime
) -> None:
    game = rematches.join_or_create(sit(finished, alice, "greedy"), by=alice, now=now)
    assert game.status == Game.Status.RUNNING
    assert [seat.bot for seat in game.seats.order_by("index")] == ["", "greedy"]


def test_a_bot_there_is_no_more_is_replaced_by_another(
    finished: Game, alice: User, now: datetime
) -> None:
    game = rematches.join_or_create(sit(finished, alice, "retired"), by=alice, now=now)
    assert game.seats.get(index=1).bot == "greedy"


def test_a_guest_gets_no_email_and_finds_the_seat_all_the_same(
    finished: Game, alice: User, guest: User, now: datetime
) -> None:
    game = rematches.join_or_create(sit(finished, alice, guest), by=alice, now=now)
    assert not OutgoingEmail.objects.filter(kind="invitation").exists()
    assert [seat.game for seat in game_lists.invitations(guest)] == [game]
    assert rematches.join_or_create(finished, by=guest, now=now).status == Game.Status.RUNNING


def test_the_seat_of_a_guest_who_signs_in_is_kept(
    finished: Game, alice: User, bob: User, guest: User, now: datetime
) -> None:
    game = rematches.join_or_create(sit(finished, alice, guest), by=alice, now=now)
    accounts.merge_guest(guest, bob, now=now)
    assert game.seats.get(index=1).kept_for == bob
    assert rematches.join_or_create(finished, by=bob, now=now).status == Game.Status.RUNNING


def test_nobody_reads_anothers_address(over: Game, alice: User, now: datetime) -> None:
    game = rematches.join_or_create(over, by=alice, now=now)
    assert set(game.seats.values_list("invited_email", flat=True)) == {""}


@pytest.mark.promise("R25")
def test_the_seat_of_somebody_who_is_gone_is_open(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    game = rematches.join_or_create(over, by=alice, now=now)
    account_deletion.delete_account(bob, now=now)
    assert seats(game)[1] == ("open", "")
    again = import_sample(FINISHED, name="Second", now=now)
    sit(again, alice)
    assert seats(rematches.join_or_create(again, by=alice, now=now))[1] == ("open", "")


def test_a_seat_that_was_declined_can_still_be_taken_by_a_player(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    game = rematches.join_or_create(over, by=alice, now=now)
    open_tables.decline(game, user=bob, now=now)
    assert seats(game)[1] == ("open", "")
    assert rematches.join_or_create(over, by=bob, now=now).status == Game.Status.RUNNING


def test_a_player_too_late_for_the_rematch_is_told_so(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    game = rematches.join_or_create(over, by=alice, now=now)
    open_tables.fill_with_bots(game, by=alice, now=now)
    with pytest.raises(Closed, match="has already started"):
        rematches.join_or_create(over, by=bob, now=now)


def test_after_a_cancelled_rematch_another_can_be_made(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    first = rematches.join_or_create(over, by=alice, now=now)
    open_tables.cancel(first, by=alice, now=now)
    assert rematches.find_rematch(over, alice) is None
    second = rematches.join_or_create(over, by=bob, now=now)
    assert second != first
    assert rematches.find_rematch(over, alice) == second


def test_only_players_of_a_finished_game_ask(
    over: Game, fresh: Game, alice: User, carol: User, now: datetime
) -> None:
    with pytest.raises(Foreign, match="Only the players"):
        rematches.join_or_create(over, by=carol, now=now)
    with pytest.raises(Closed, match="not over yet"):
        rematches.join_or_create(fresh, by=alice, now=now)
    assert not Game.objects.exclude(rematch_of=None).exists()


def test_an_address_with_very_many_invitations_gets_no_more_of_them(
    over: Game, alice: User, now: datetime
) -> None:
    for _ in range(rate_limits.LIMITS["invited"].times):
        rate_limits.count("invited", "bob@example.org", now=now)
    assert seats(rematches.join_or_create(over, by=alice, now=now))[1] == ("invited", "Bob")
    assert not OutgoingEmail.objects.filter(kind="invitation").exists()


def test_a_person_called_like_a_bot_keeps_the_name(
    finished: Game, bob: User, now: datetime
) -> None:
    bob.name = "Parmenion"
    bob.save(update_fields=["name"])
    game = rematches.join_or_create(sit(finished, "greedy", bob), by=bob, now=now)
    assert [seat.name for seat in game.seats.order_by("index")] == ["Craterus", "Parmenion"]


def test_a_rematch_of_a_rematch_is_numbered(
    over: Game, alice: User, bob: User, now: datetime, worker: Callable[[Game], None]
) -> None:
    game = rematches.join_or_create(over, by=alice, now=now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    Seat.objects.filter(game=game).update(user=None, kept_for=None)
    Seat.objects.filter(game=game, index=0).update(user=alice)
    assert rematches.join_or_create(game, by=alice, now=now + timedelta(days=1)).name == "Issus (3)"


def test_a_rematch_of_a_game_of_a_competition_belongs_to_whoever_asks(
    over: Game, alice: User, now: datetime
) -> None:
    """Its name would be that of a round and a table."""
    Game.objects.filter(pk=over.pk).update(arranged=True, name="Spring cup, round 1, table 2")
    assert rematches.join_or_create(over, by=alice, now=now).name == "Alice’s table"


@pytest.mark.parametrize(("name", "expected"), [
    ("Issus", "Issus (2)"), ("Issus (9)", "Issus (10)"), ("(2)", "(2) (2)"),
    ("x" * 60, "x" * 56 + " (2)"), ("Issus (2) at night", "Issus (2) at night (2)"),
])
def test_names_are_counted_on(name: str, expected: str) -> None:
    assert rematches.next_name(name) == expected
