"""Whoever is affected by what others do at a table is told of it, once."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.models import EmailPreferences, Game, OutgoingEmail, Pace, Seat, SeatClock, User
from games.post.emails.rendering import compose
from games.post.outbox import delivery, digest
from games.table.lobby import open_tables
from games.table.play import pauses
from games.table.seats import leaving
from tests.inbox.email_replies import PostOffice, words
from tests.sample_games import clock_of, clocked_table, never_sleep, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

EVE = "eve@example.org"


@pytest.fixture(autouse=True)
def _no_broker(announced: list[object]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def table(alice: User, bob: User, office: PostOffice, now: datetime) -> Game:
    """A listed table of Alice's: Bob has joined, Eve is invited, and one seat is open."""
    table = open_tables.create_table(by=alice, name="Issus", players=4, invite_emails=[EVE],
                                     now=now)
    open_tables.join(table, user=bob, token=table.invite_token, now=now)
    office.deliver()
    return table


def delivered(office: PostOffice) -> dict[str, str]:
    """The words of the emails that are sent now, by their readers."""
    return {str(email["To"]): words(email) for email in office.deliver()}


def test_everybody_with_a_seat_or_an_invitation_hears_that_a_table_is_cancelled(
    table: Game, alice: User, office: PostOffice, now: datetime
) -> None:
    open_tables.cancel(table, by=alice, now=now)
    sent = delivered(office)
    assert set(sent) == {"bob@example.org", EVE}
    assert "Alice has cancelled this table, so the game will not start." in sent[
        "bob@example.org"]
    assert "This invitation is no longer open" in sent[EVE]
    assert delivered(office) == {}


def test_somebody_who_has_left_does_not_hear_of_it(
    table: Game, alice: User, bob: User, office: PostOffice, now: datetime
) -> None:
    open_tables.cancel(table, by=alice, now=now)
    Seat.objects.filter(user=bob).update(user=None)
    assert "bob@example.org" not in delivered(office)


@pytest.mark.parametrize("how", ["withdrawn", "given to a bot"])
def test_somebody_whose_invitation_is_over_hears_of_it(
    table: Game, alice: User, office: PostOffice, now: datetime, how: str
) -> None:
    if how == "withdrawn":
        open_tables.withdraw(table, by=alice, seat=1, now=now)
    else:
        open_tables.fill_with_bots(table, by=alice, seat=1, now=now)
    assert list(delivered(office)) == [EVE]


def test_somebody_who_is_invited_again_at_once_hears_nothing_of_the_withdrawal(
    table: Game, alice: User, office: PostOffice, now: datetime
) -> None:
    open_tables.withdraw(table, by=alice, seat=1, now=now)
    open_tables.invite(table, by=alice, email=EVE, now=now)
    (text,) = delivered(office).values()
    assert "Alice invites you to Issus" in text


@pytest.mark.parametrize("how", ["left", "declined"])
def test_the_creator_hears_that_a_seat_is_free_again(
    table: Game, bob: User, office: PostOffice, now: datetime, how: str
) -> None:
    if how == "left":
        leaving.leave(table, user=bob, now=now)
    else:
        open_tables.decline(table, token=table.seats.get(index=1).invite_token, now=now)
    sent = delivered(office)
    assert set(sent) == {"alice@example.org"}
    assert "Somebody has left your table or has declined your invitation." in sent[
        "alice@example.org"]


def test_whoever_has_joined_hears_that_everybody_can_watch_now(
    table: Game, alice: User, office: PostOffice, now: datetime
) -> None:
    for _ in range(2):
        open_tables.show_in_lobby(table, by=alice, now=now)
    sent = delivered(office)
    assert set(sent) == {"bob@example.org"}
    assert "From now on, everybody can see it" in sent["bob@example.org"]


@pytest.mark.promise("R23")
def test_whoever_has_a_new_deadline_after_a_pause_is_told_it(
    alice: User, bob: User, now: datetime
) -> None:
    never_sleep(alice, bob, now=now)
    game = clocked_table([alice, bob], now=now, pace=Pace.DAY)
    SeatClock.objects.filter(seat__index=0).update(since=now, email=None)
    pauses.agree(game, seat=1, now=now)
    pauses.agree(game, seat=0, now=now)
    later = now + timedelta(days=3)
    office = PostOffice(later)
    office.deliver()
    pauses.resume(game, seat=1, now=later)
    deadline = clock_of(game).deadline
    assert deadline is not None
    (text,) = [words(email) for email in office.deliver() if email["To"] == alice.email]
    assert "Bob has resumed the game." in text
    assert f"You have until {deadline:%A} {deadline.day} {deadline:%B}" in text


def test_a_cancelled_game_is_told_to_readers_of_a_digest_as_well(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=carol, when="daily", hour=8)
    game = seat_table([alice, bob, carol], now=now)
    leaving.cancel(game, user=alice, now=now)
    digest.release_due(now + timedelta(days=1))
    email = OutgoingEmail.objects.get(to=carol.email)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "sent"


def test_the_email_about_a_cancelled_game_names_nobody_s_turn(
    alice: User, bob: User, office: PostOffice, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    office.deliver()
    leaving.cancel(game, user=bob, now=now)
    said = delivered(office)["alice@example.org"]
    assert "Your turn" not in said
    assert "your turn" not in said
