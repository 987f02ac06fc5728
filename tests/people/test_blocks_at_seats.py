"""Ways to a seat: shut for somebody blocked as if they had ended, and named to a blocker."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.base import blocks
from games.base.refusals import Missing, TableRefusal
from games.models import Game, OutgoingEmail, Seat, User
from games.table.lobby import open_tables, rematches
from games.table.seats import leaving, taking_over
from tests.inbox.email_replies import PostOffice, words
from tests.pages.page_reader import Sit
from tests.pages.tables import finished_game
from tests.sample_games import import_sample, recorded, seat_table


@pytest.fixture
def blocked(alice: User, bob: User, now: datetime) -> User:
    """Bob, whom Alice blocks."""
    blocks.block(alice, bob, now=now)
    return bob


def private(by: User, now: datetime, *, players: int = 3) -> Game:
    return open_tables.create_table(by=by, players=players, now=now)


Answers = list[tuple[int, bytes, int]]


def answers(client: Client, game: Game, token: str) -> Answers:
    """What the page of a link and its button answer, and after how many queries."""
    found = []
    for send, path, data in ((client.get, f"/games/{game.code}/invitation/{token}/", {}),
                             (client.post, f"/games/{game.code}/join/", {"token": token})):
        with CaptureQueriesContext(connection) as queries:
            answer = send(path, data)
        plain = answer.content.replace(game.code.encode(), b"").replace(token.encode(), b"")
        found.append((answer.status_code, plain, len(queries)))
    return found


@pytest.mark.parametrize("signed_in", [True, False])
def test_the_link_of_somebody_who_blocks_answers_like_one_that_was_renewed(
    sit: Sit, alice: User, blocked: User, carol: User, now: datetime, signed_in: bool
) -> None:
    client = sit(blocked if signed_in else None).client
    game, renewed = private(alice, now), private(carol, now)
    old = renewed.invite_token
    Game.objects.filter(pk=renewed.pk).update(invite_token="0" * 32)

    found = answers(client, game, game.invite_token)
    assert found == answers(client, renewed, old)
    assert [status for status, *_ in found] == [404, 404]
    assert User.objects.filter(is_guest=True).count() == 0


def test_an_invitation_by_somebody_who_blocks_answers_like_one_that_was_withdrawn(
    sit: Sit, alice: User, bob: User, carol: User, now: datetime
) -> None:
    game, withdrawn = private(alice, now), private(carol, now)
    seats = [open_tables.invite(one, by=by, email="bob@example.org", now=now)
             for one, by in ((game, alice), (withdrawn, carol))]
    blocks.block(alice, bob, now=now)
    open_tables.withdraw(withdrawn, by=carol, seat=seats[1].index, now=now)
    for reader in (bob, None):
        client = sit(reader).client
        found = answers(client, game, seats[0].invite_token)
        gone = answers(client, withdrawn, seats[1].invite_token)
        assert [one[:2] for one in found] == [one[:2] for one in gone]
        assert [status for status, *_ in found] == [404, 404]


def test_yes_by_email_answers_like_a_reply_to_a_withdrawn_invitation(
    office: PostOffice, alice: User, bob: User, carol: User, now: datetime
) -> None:
    game, withdrawn = private(alice, now), private(carol, now)
    emails = []
    for one, by in ((game, alice), (withdrawn, carol)):
        open_tables.invite(one, by=by, email="bob@example.org", now=now)
        emails += office.deliver()
    blocks.block(alice, bob, now=now)
    open_tables.withdraw(withdrawn, by=carol, seat=1, now=now)
    office.deliver()

    told = [words(office.answer(email, "yes", sender="bob@example.org")).partition("http")[0]
            for email in emails]
    assert "This invitation is no longer open, so nothing has changed" in told[0]
    assert told[0] == told[1]
    assert not Seat.objects.filter(user=bob).exists()


def test_whoever_invites_while_they_block_invites_nobody(
    sit: Sit, alice: User, blocked: User, now: datetime
) -> None:
    open_tables.invite(private(alice, now), by=alice, email="bob@example.org", now=now)
    assert not OutgoingEmail.objects.filter(kind="invitation").exists()


def test_no_way_to_a_seat_before_the_start_leads_past_a_block(
    alice: User, blocked: User, guest: User, now: datetime
) -> None:
    game = private(alice, now)
    for somebody in (blocked, guest):
        with pytest.raises(Missing, match="no such table"):
            open_tables.join(game, user=somebody, token=game.invite_token, now=now)
    seat = open_tables.invite(game, by=alice, email="erin@example.org", now=now)
    with pytest.raises(Missing, match="no such table"):
        open_tables.accept(game, user=blocked, token=seat.invite_token, now=now)


def test_the_creator_reads_that_their_link_is_for_members_and_nobody_else_does(
    sit: Sit, alice: User, blocked: User, carol: User, now: datetime
) -> None:
    game = private(alice, now)
    open_tables.join(game, user=carol, token=game.invite_token, now=now)
    assert "because you block somebody" in sit(alice).open(f"/games/{game.code}/").words
    assert "with or without an account" in sit(carol).open(f"/games/{game.code}/").words


def test_a_rematch_by_somebody_who_blocks_keeps_no_seat_for_whom_they_block(
    alice: User, blocked: User, now: datetime
) -> None:
    game = finished_game(alice, blocked, now=now)
    rematch = rematches.join_or_create(game, by=alice, now=now)
    assert not OutgoingEmail.objects.filter(to=blocked.email, kind="invitation").exists()
    assert rematch.seats.filter(status=Seat.Status.OPEN).count() == 1
    assert rematches.join_or_create(game, by=blocked, now=now) != rematch
    assert not rematch.seats.filter(user=blocked).exists()


def test_a_rematch_asked_for_by_somebody_blocked_seats_no_blocker(
    alice: User, blocked: User, now: datetime
) -> None:
    game = finished_game(alice, blocked, now=now)
    rematch = rematches.join_or_create(game, by=blocked, now=now)
    assert rematches.join_or_create(game, by=alice, now=now) != rematch
    assert not rematch.seats.filter(user=alice).exists()


@pytest.mark.parametrize("path", ["/games/{}/", "/games/{}/invitation/{}/"])
def test_before_a_blocker_sits_down_beside_somebody_blocked_only_they_are_told(
    sit: Sit, alice: User, blocked: User, carol: User, dave: User, now: datetime, path: str
) -> None:
    game = open_tables.create_table(by=carol, players=4, listed=True, now=now)
    open_tables.join(game, user=blocked, now=now)
    page = path.format(game.code, game.invite_token)
    for reader in (dave, blocked, carol, None):
        assert "You block" not in sit(reader).open(page).words

    browser = sit(alice)
    assert "You block Bob, and you would play together here" in browser.open(page).words
    assert browser.press("Take a seat").status == 200
    assert game.seats.filter(user=alice).exists()


def test_a_blocker_who_was_not_told_is_asked_once(
    sit: Sit, alice: User, blocked: User, carol: User, now: datetime
) -> None:
    game = open_tables.create_table(by=carol, players=4, listed=True, now=now)
    open_tables.invite(game, by=carol, email="alice@example.org", now=now)
    open_tables.join(game, user=blocked, now=now)

    browser = sit(alice)
    browser.open("/lobby/")
    refused = browser.press("Accept")
    assert (refused.status, "You block Bob" in refused.words) == (400, True)
    assert not game.seats.filter(user=alice).exists()
    browser.follow("Go to the table")
    assert browser.press("Accept").status == 200
    assert game.seats.filter(user=alice).exists()


def test_yes_by_email_names_nobody_and_leads_to_the_page(
    office: PostOffice, sit: Sit, alice: User, blocked: User, carol: User, now: datetime
) -> None:
    game = open_tables.create_table(by=carol, players=4, listed=True, now=now)
    seat = open_tables.invite(game, by=carol, email="alice@example.org", now=now)
    (email,) = office.deliver()
    open_tables.join(game, user=blocked, now=now)

    told = words(office.answer(email, "yes", sender="alice@example.org"))
    assert "please sign in with the invited address" in told
    page = f"/games/{game.code}/invitation/{seat.invite_token}/"
    refused = sit(None).client.post(f"/games/{game.code}/join/", {"token": seat.invite_token})
    assert b"Bob" not in refused.content
    browser = sit(alice)
    assert "You block Bob" in browser.open(page).words
    browser.press("Take a seat")
    assert game.seats.filter(user=alice).exists()


def test_a_rematch_with_somebody_blocked_leads_a_blocker_to_its_page_first(
    sit: Sit, alice: User, blocked: User, carol: User, now: datetime
) -> None:
    game = import_sample(recorded("v1-delta-3-walls-2"), now=now)
    for index, user in enumerate((alice, blocked, carol)):
        game.seats.filter(index=index).update(user=user, name=user.name)
    rematch = rematches.join_or_create(game, by=carol, now=now)
    rematches.join_or_create(game, by=blocked, now=now)

    browser = sit(alice)
    browser.open(f"/games/{game.code}/")
    browser.press("Join the rematch")
    assert "You block Bob" in browser.page.words
    browser.press("Accept")
    assert rematch.seats.filter(user=alice).exists()


def test_before_a_blocker_takes_over_a_seat_beside_somebody_blocked_they_are_asked(
    sit: Sit, alice: User, blocked: User, carol: User, dave: User, now: datetime
) -> None:
    game = seat_table([carol, blocked, dave], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    leaving.leave(game, user=dave, now=now)
    later = now + timedelta(days=4)
    with pytest.raises(TableRefusal, match="You block Bob"):
        taking_over.take_over(game, user=alice, seat=2, now=later)

    taking_over.make_link(game, by=carol, seat=2)
    game.refresh_from_db()
    token = game.seats.get(index=2).takeover_token
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/take-over/2/{token}/")
    assert "You block Bob" in page.words
    browser.press("Take over this seat")
    assert game.seats.get(index=2).user == alice
