"""Taking, reserving, declining and giving up seats before the start."""

from __future__ import annotations

from datetime import datetime

import pytest

from alexandros_rules.errors import Refusal
from games.base.refusals import Closed, Foreign, Missing, TableRefusal, status_code
from games.models import Game, OutgoingEmail, Seat, User
from games.table.lobby import open_tables
from games.table.play import history
from games.table.seats import leaving
from tests.sample_games import mover


@pytest.fixture
def table(alice: User, now: datetime) -> Game:
    """Alice's table in the lobby, with two open seats."""
    return open_tables.create_table(by=alice, players=3, board="delta", listed=True, now=now)


@pytest.fixture
def private(alice: User, now: datetime) -> Game:
    """Alice's table to which Bob is invited; one more seat is open."""
    return open_tables.create_table(by=alice, players=3, board="delta", now=now,
                               invite_emails=["bob@example.org"])


def test_anybody_joins_a_table_of_the_lobby(table: Game, bob: User, now: datetime) -> None:
    assert open_tables.join(table, user=bob, now=now).index == 1
    assert history.seat_names(table) == ["Alice", "Bob", "Seat 3"]


def test_a_seat_gets_the_name_that_its_player_has_at_that_moment(
    table: Game, bob: User, now: datetime
) -> None:
    """Bob has been renamed in another tab since this request began."""
    User.objects.filter(pk=bob.pk).update(name="Bobby")
    assert open_tables.join(table, user=bob, now=now).name == "Bobby"


def test_joining_twice_takes_one_seat(table: Game, bob: User, now: datetime) -> None:
    first = open_tables.join(table, user=bob, now=now)
    assert open_tables.join(table, user=bob, now=now) == first
    assert table.seats.filter(status=Seat.Status.OPEN).count() == 1


def test_the_game_starts_when_the_last_seat_is_taken(
    table: Game, alice: User, bob: User, guest: User, now: datetime
) -> None:
    open_tables.join(table, user=bob, now=now)
    open_tables.join(table, user=guest, now=now)
    table.refresh_from_db()
    assert table.status == Game.Status.RUNNING
    assert table.number == 1
    kinds = {mail.user: mail.kind for mail in table.emails.all()}
    on_turn = {0: alice, 1: bob}.get(mover(table) or 0) if mover(table) != 2 else None
    assert kinds == {user: "turn" if user == on_turn else "started" for user in (alice, bob)}


def test_somebody_whose_account_is_gone_by_now_is_told_so(
    table: Game, bob: User, now: datetime
) -> None:
    User.objects.get(pk=bob.pk).delete()
    with pytest.raises(TableRefusal, match="has just been deleted") as refused:
        open_tables.join(table, user=bob, now=now)
    assert status_code(refused.value) == 400
    with pytest.raises(TableRefusal, match="has just been deleted"):
        open_tables.create_table(by=bob, players=2, now=now)
    assert list(Game.objects.all()) == [table]


def test_a_full_table_refuses_with_a_sentence(
    table: Game, bob: User, carol: User, dave: User, now: datetime
) -> None:
    open_tables.join(table, user=bob, now=now)
    open_tables.join(table, user=carol, now=now)
    with pytest.raises(Closed, match="already started") as refused:
        open_tables.join(table, user=dave, now=now)
    assert status_code(refused.value) == 409


def test_a_table_with_only_kept_seats_is_full_for_others(
    alice: User, carol: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=2, listed=True, now=now,
                               invite_emails=["bob@example.org"])
    with pytest.raises(Closed, match="All seats"):
        open_tables.join(game, user=carol, now=now)


def test_a_private_table_is_missing_without_its_link(
    private: Game, carol: User, now: datetime
) -> None:
    for token in ("", "wrong", "ä"):
        with pytest.raises(Missing) as refused:
            open_tables.join(private, user=carol, token=token, now=now)
        assert status_code(refused.value) == 404
    assert open_tables.join(private, user=carol, token=private.invite_token, now=now).index == 2


def test_an_invited_member_accepts_by_his_address(private: Game, bob: User, now: datetime) -> None:
    seat = open_tables.accept(private, user=bob, now=now)
    assert (seat.index, seat.name, seat.invite_token) == (1, "Bob", "")


def test_whoever_holds_the_mailed_token_accepts(private: Game, carol: User, now: datetime) -> None:
    token = private.seats.get(index=1).invite_token
    assert open_tables.accept(private, user=carol, token=token, now=now).index == 1
    with pytest.raises(Missing):
        open_tables.decline(private, token=token, now=now)


def test_an_invited_member_who_joins_gets_the_seat_kept_for_him(
    private: Game, bob: User, now: datetime
) -> None:
    assert open_tables.join(private, user=bob, now=now).index == 1


def test_nobody_accepts_what_they_are_not_invited_to(
    private: Game, carol: User, now: datetime
) -> None:
    with pytest.raises(Missing, match="no longer open"):
        open_tables.accept(private, user=carol, now=now)


def test_a_declined_seat_is_open_again(private: Game, bob: User, now: datetime) -> None:
    open_tables.decline(private, user=bob, now=now)
    seat = private.seats.get(index=1)
    assert (seat.status, seat.invited_email, seat.invite_token) == ("open", "", "")
    with pytest.raises(Missing):
        open_tables.decline(private, user=bob, now=now)


def test_the_creator_invites_further_people(private: Game, alice: User, now: datetime) -> None:
    open_tables.invite(private, by=alice, email="carol@example.org", now=now)
    assert OutgoingEmail.objects.filter(game=private, to="carol@example.org").count() == 1
    with pytest.raises(Closed, match="All seats"):
        open_tables.invite(private, by=alice, email="dave@example.org", now=now)
    with pytest.raises(TableRefusal, match="already"):
        open_tables.invite(private, by=alice, email="bob@example.org", now=now)


def test_an_invitation_is_withdrawn(private: Game, alice: User, bob: User, now: datetime) -> None:
    open_tables.withdraw(private, by=alice, seat=1, now=now)
    with pytest.raises(Missing):
        open_tables.accept(private, user=bob, now=now)
    with pytest.raises(TableRefusal, match="Nobody has been invited"):
        open_tables.withdraw(private, by=alice, seat=1, now=now)


def test_only_the_creator_rules_the_table(private: Game, bob: User, now: datetime) -> None:
    for act in (
        lambda: open_tables.invite(private, by=bob, email="x@example.org", now=now),
        lambda: open_tables.withdraw(private, by=bob, seat=1, now=now),
        lambda: open_tables.cancel(private, by=bob, now=now),
        lambda: open_tables.fill_with_bots(private, by=bob, now=now),
    ):
        with pytest.raises(Foreign) as refused:
            act()
        assert status_code(refused.value) == 403


def test_a_cancelled_table_takes_nobody(
    table: Game, alice: User, bob: User, now: datetime
) -> None:
    open_tables.cancel(table, by=alice, now=now)
    assert table.status == Game.Status.CANCELLED
    with pytest.raises(Refusal) as refused:
        open_tables.join(table, user=bob, token=table.invite_token, now=now)
    assert "cancelled" in refused.value.sentence


def test_empty_seats_are_filled_with_bots(private: Game, alice: User, now: datetime) -> None:
    open_tables.fill_with_bots(private, by=alice, now=now)
    assert private.status == Game.Status.RUNNING
    assert [bool(seat.bot) for seat in private.seats.all()] == [False, True, True]


def test_empty_seats_are_filled_with_the_kind_of_bot_that_was_chosen(
    private: Game, alice: User, now: datetime
) -> None:
    open_tables.fill_with_bots(private, by=alice, seat=1, bot="planner", now=now)
    open_tables.fill_with_bots(private, by=alice, bot="random", now=now)
    assert [seat.bot for seat in private.seats.all()] == ["", "planner", "random"]


def test_an_unknown_kind_of_bot_takes_no_seat(private: Game, alice: User, now: datetime) -> None:
    with pytest.raises(TableRefusal, match=r"Please choose Parmenion \(greedy\), "):
        open_tables.fill_with_bots(private, by=alice, bot="hal", now=now)
    assert not private.seats.exclude(bot="").exists()


def test_somebody_leaves_before_the_start(table: Game, bob: User, now: datetime) -> None:
    open_tables.join(table, user=bob, now=now)
    leaving.leave(table, user=bob, now=now)
    assert history.seat_of(table, bob) is None
    assert table.seats.filter(status=Seat.Status.OPEN).count() == 2


def test_the_creator_cancels_instead_of_leaving(table: Game, alice: User, now: datetime) -> None:
    with pytest.raises(TableRefusal, match="Cancel it"):
        leaving.leave(table, user=alice, now=now)


def test_nobody_leaves_a_table_they_do_not_sit_at(table: Game, bob: User, now: datetime) -> None:
    with pytest.raises(Foreign, match="no seat"):
        leaving.leave(table, user=bob, now=now)


def test_a_started_table_changes_no_seats(fresh: Game, alice: User, now: datetime) -> None:
    for act in (
        lambda: open_tables.cancel(fresh, by=alice, now=now),
        lambda: open_tables.invite(fresh, by=alice, email="x@example.org", now=now),
        lambda: open_tables.fill_with_bots(fresh, by=alice, now=now),
    ):
        with pytest.raises(Closed, match="already started"):
            act()
