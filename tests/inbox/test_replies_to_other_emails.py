"""Replies to emails that are not about a turn: invitations, news and digests."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest

from games.models import (
    EmailPreferences,
    EmailTiming,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    Seat,
    User,
)
from games.post.emails.content import link_to
from games.post.inbox import processing
from games.post.outbox import digest
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from tests.inbox.email_replies import PostOffice, html_of, text_of, written
from tests.sample_games import seat_table, submit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

EVE = "eve@example.org"


def words(email: EmailMessage) -> str:
    return " ".join(text_of(email).split())


@pytest.fixture
def table(alice: User, now: datetime) -> Game:
    """Alice's open table, to which she has invited Eve, who has no account."""
    return open_tables.create_table(by=alice, name="Issus", board="delta", players=3,
                               invite_emails=[EVE], now=now)


@pytest.fixture
def invitation(table: Game, office: PostOffice) -> EmailMessage:
    return office.deliver()[-1]


@pytest.mark.parametrize("text", ["Yes, I want to play!", "I'm in", "Ja, gerne!", "Oui"])
def test_yes_in_reply_to_an_invitation_takes_the_seat(
    invitation: EmailMessage, table: Game, office: PostOffice, text: str
) -> None:
    assert 'Or reply to this email with "yes", "no", or "yes, call me Ben"' in words(invitation)
    message = office.reply(invitation, text, sender=EVE)
    assert (message.status, message.command) == ("done", "accept")
    seat = table.seats.get(user__email=EVE)
    assert seat.status == Seat.Status.TAKEN
    [answer] = office.deliver()
    assert (answer["To"], answer["In-Reply-To"]) == (EVE, message.message_id)
    assert f"You have a seat in Issus. There you are called {seat.name}." in words(answer)
    assert "We will email you when the game begins" in words(answer)


@pytest.mark.parametrize(("text", "sender", "name"), [
    ("yes, call me Ben", "Eve", "Ben"), ("Ja!\nNenn mich bitte Änne.", "", "Änne"),
    ("yes", "Eve Miller", "Eve-Miller"), ("yes", "", ""), ("yes", EVE, ""),
    ("yes", "Win at https://casino.example", ""), ("yes", "Eve " * 20, ""),
])
def test_somebody_new_gets_the_name_of_their_reply(
    invitation: EmailMessage, table: Game, office: PostOffice, text: str, sender: str, name: str
) -> None:
    raw = written(text, to=str(invitation["Reply-To"]), sender=EVE, called=sender)
    message = office.take_in(raw, to=str(invitation["Reply-To"]), sender=EVE)
    assert (message.status, message.command) == ("done", "accept")
    user = User.objects.get(email=EVE)
    assert user.name == name or not (name or user.has_chosen_name)
    assert f"There you are called {user.name}." in words(office.deliver()[-1])


def test_a_name_with_a_web_address_is_refused_with_the_reason(
    invitation: EmailMessage, table: Game, office: PostOffice
) -> None:
    message = office.reply(invitation, "yes, call me casino.example", sender=EVE)
    assert message.status == "refused"
    assert not User.objects.filter(email=EVE).exists()
    assert "web address" in words(office.deliver()[-1])


@pytest.mark.parametrize("text", ["No, thanks", "decline", "Nein, danke"])
def test_no_in_reply_to_an_invitation_opens_the_seat_again(
    invitation: EmailMessage, table: Game, office: PostOffice, text: str
) -> None:
    message = office.reply(invitation, text, sender=EVE)
    assert (message.status, message.command) == ("done", "decline")
    assert [seat.status for seat in table.seats.all()] == ["taken", "open", "open"]
    assert "You have declined the invitation to Issus." in words(office.deliver()[-1])
    assert not User.objects.filter(email=EVE).exists()


def test_an_invited_member_takes_the_seat_under_their_name(
    bob: User, alice: User, office: PostOffice, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, name="Issus", board="delta", players=2,
                                invite_emails=[bob.email or ""], now=now)
    office.reply(office.deliver()[-1], "accept", sender=bob.email or "")
    table.refresh_from_db()
    assert (table.status, table.seats.get(index=1).user) == (Game.Status.RUNNING, bob)
    answer = next(each for each in office.deliver() if each["X-Game-Post"] == "accepted")
    assert "There you are called Bob. The game has begun" in words(answer)


def test_an_unclear_reply_changes_nothing_and_can_be_made_clear(
    invitation: EmailMessage, table: Game, office: PostOffice
) -> None:
    message = office.reply(invitation, "Yes, but who else is playing?", sender=EVE)
    assert (message.status, message.outcome) == ("refused", "unclear")
    assert table.seats.get(index=1).status == Seat.Status.INVITED
    [answer] = office.deliver()
    assert 'Please reply with "yes" or "no" alone' in words(answer)
    assert "/invitation/" in html_of(answer)
    office.reply(answer, "yes", sender=EVE)
    assert table.seats.get(index=1).status == Seat.Status.TAKEN
    accepted = office.deliver()[-1]
    assert office.reply(accepted, "no", sender=EVE).outcome == "seated"
    [seated] = office.deliver()
    assert f"Your table: {link_to('game', table.code)}" in words(seated)
    assert f'href="{link_to("game", table.code)}"' in html_of(seated)


@pytest.mark.promise("R13")
def test_yes_from_another_address_takes_no_seat_and_the_invited_one_gets_the_link(
    invitation: EmailMessage, table: Game, office: PostOffice
) -> None:
    message = office.reply(invitation, "yes", sender="eve@work.example")
    assert (message.status, message.outcome) == ("refused", "other-sender")
    assert table.seats.get(index=1).status == Seat.Status.INVITED
    [answer] = office.deliver()
    assert answer["To"] == EVE
    assert "came from eve@work.example, which is not the address we invited" in words(answer)
    assert "/invitation/" in text_of(answer)


@pytest.mark.promise("R6")
def test_a_copy_of_a_reply_accepts_once_and_a_second_yes_says_so_again(
    invitation: EmailMessage, table: Game, office: PostOffice
) -> None:
    for _ in range(2):
        message = office.reply(invitation, "yes", sender=EVE, message_id="<one@example.org>")
    assert message.outcome == "repeat"
    assert office.reply(invitation, "yes", sender=EVE).outcome == "accept"
    assert table.seats.filter(user__email=EVE).count() == 1
    message = office.reply(invitation, "no", sender=EVE)
    assert message.outcome == "seated"
    assert "You have accepted this invitation already." in words(office.deliver()[-1])


@pytest.mark.promise("R13")
def test_an_invitation_that_was_withdrawn_cannot_be_accepted(
    invitation: EmailMessage, table: Game, alice: User, office: PostOffice, now: datetime
) -> None:
    open_tables.withdraw(table, by=alice, seat=1, now=now)
    open_tables.invite(table, by=alice, email="carol@example.org", now=now)
    message = office.reply(invitation, "yes", sender=EVE)
    assert (message.status, message.outcome) == ("refused", "closed")
    assert table.seats.get(index=1).invited_email == "carol@example.org"
    answer = next(each for each in office.deliver() if each["To"] == EVE)
    assert "This invitation is no longer open" in words(answer)
    assert "/invitation/" not in text_of(answer), "the seat is kept for somebody else"


@pytest.mark.promise("R16")
def test_an_automatic_reply_to_an_invitation_accepts_nothing_and_gets_no_answer(
    invitation: EmailMessage, table: Game, office: PostOffice
) -> None:
    to = str(invitation["Reply-To"])
    raw = written("yes", to=to, sender=EVE, headers={"Auto-Submitted": "auto-replied"})
    message = office.take_in(raw, to=to)
    assert (message.status, message.answer) == ("ignored", None)
    assert table.seats.get(index=1).status == Seat.Status.INVITED


@pytest.mark.promise("R16")
def test_an_address_hears_of_its_unclear_replies_five_times_a_day(
    invitation: EmailMessage, office: PostOffice
) -> None:
    for n in range(7):
        office.reply(invitation, f"Who is number {n}?", sender=EVE)
    assert OutgoingEmail.objects.filter(kind="signpost").count() == 5
    office.reply(invitation, "yes", sender=EVE)
    assert OutgoingEmail.objects.filter(kind="accepted").count() == 1


def queued(kind: str, game: Game, user: User, office: PostOffice) -> EmailMessage:
    """An email of this kind to a player of this game."""
    OutgoingEmail.objects.create(
        kind=kind, game=game, seat=game.seats.get(user=user), user=user, to=user.email or "",
        number=game.number, message_id=f"<{kind}@alexandros.localhost>", not_before=office.now,
        created_at=office.now)
    return office.deliver()[-1]


def test_the_news_that_a_game_has_begun_takes_the_orders_of_the_first_player(
    game: Game, office: PostOffice, alice: User
) -> None:
    message = office.reply(queued("started", game, alice, office), "take temple",
                           sender=alice.email or "")
    assert (message.status, message.outcome) == ("done", "orders")
    assert LoggedMove.objects.filter(game=game, actor="mail").count() == 1


@pytest.mark.promise("R18")
def test_news_takes_no_orders_for_a_position_that_it_does_not_show(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = queued("started", game, alice, office)
    submit(game, seat=0, text="take temple", number=game.number, key="page", actor="page",
           now=office.now)
    assert office.reply(email, "draw", sender=alice.email or "").outcome == "stale"


def test_a_reply_to_other_news_says_where_to_reply(
    game: Game, office: PostOffice, alice: User, bob: User
) -> None:
    other = seat_table([bob, alice], now=office.now, options={"first": 0})
    Game.objects.filter(pk=other.pk).update(name="Another")
    email = queued("started", game, bob, office)
    message = office.reply(email, "take temple", sender=bob.email or "")
    assert (message.status, message.outcome) == ("refused", "not-read")
    assert message.replied_to is not None
    [answer] = office.deliver()
    assert "You have replied to an email that takes no orders" in words(answer)
    assert f"/games/{other.code}/" in text_of(answer)
    assert "* Another" in text_of(answer)
    assert "turn-" in text_of(answer)
    assert f"/games/{game.code}/" not in text_of(answer)
    assert not LoggedMove.objects.filter(actor="mail").exists()


def test_the_answer_says_when_it_is_nobodys_turn(
    game: Game, office: PostOffice, bob: User
) -> None:
    office.reply(queued("test", game, bob, office), "thanks", sender=bob.email or "")
    assert "It is not your turn in any game at the moment." in words(office.deliver()[-1])


@pytest.mark.parametrize(("games", "outcome"), [(1, "orders"), (2, "not-read")])
def test_a_digest_takes_orders_if_it_can_mean_one_game_only(
    alice: User, bob: User, office: PostOffice, games: int, outcome: str
) -> None:
    EmailPreferences.objects.create(user=alice, when=EmailTiming.QUIET)
    for first in [0] * games + [1] * (2 - games):
        game = seat_table([alice, bob], now=office.now, options={"first": first})
        queue_email("started" if first else "turn", to=alice.email or "", now=office.now,
                    game=game, seat=game.seats.get(user=alice), user=alice, number=game.number)
    digest.release_due(office.now + timedelta(hours=1))
    email = next(each for each in office.deliver() if each["X-Game-Post"] == "digest")
    message = office.reply(email, "take temple", sender=alice.email or "")
    assert message.outcome == outcome
    assert office.deliver()


@pytest.mark.promise("R1")
def test_a_reply_that_cannot_be_handled_is_answered_in_the_end(
    invitation: EmailMessage, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = str(invitation["Reply-To"])
    message = office.store(written("yes", to=to, sender=EVE), to=to)
    monkeypatch.setattr("games.post.inbox.parsing.consent.read_consent", None)
    for _ in range(processing.MAX_ATTEMPTS + 1):
        IncomingEmail.objects.update(lease_until=None)
        processing.process(message.pk, now=office.now)
    assert "Something went wrong on our side" in words(office.deliver()[-1])


@pytest.mark.parametrize("domain", ["", "play.example.org"])
def test_an_invitation_can_be_answered_only_where_the_site_takes_email(
    table: Game, office: PostOffice, settings: object, domain: str
) -> None:
    settings.REPLY_DOMAIN = domain  # type: ignore[attr-defined]
    invitation = office.deliver()[-1]
    assert bool(invitation["Reply-To"]) is bool(domain)
    assert ("Or reply to this email" in words(invitation)) is bool(domain)
