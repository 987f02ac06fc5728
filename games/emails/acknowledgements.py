"""What we answer to emails without orders: one short function for each kind of answer.

Such emails reply to an invitation or to news, or were sent to the address we send from.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from games.emails.content import EmailContent, Kinds, cover, harmless, link_to, repliable
from games.emails.responses import message_id, message_of
from games.inbox import turn_tokens
from games.inbox.email_replies import SEATED
from games.models import Game, OutgoingEmail, Seat, User
from games.outbox import bounces
from games.outbox.delivery import Obsolete
from games.people import invitations

MAX_GAMES = 20  # listed where it is somebody's turn


def accepted(email: OutgoingEmail) -> EmailContent:
    """You have accepted an invitation: the seat is yours, and what happens next."""
    game = _game(email)
    seat = game.seats.filter(user=email.user_id).first() if email.user_id else None
    if seat is None:
        raise Obsolete("the reader has left the table")
    return _to_message(email, EmailContent(game, {
        "name": harmless(seat.name), "begun": game.status == Game.Status.RUNNING,
        "link": link_to("game", game.code), "account": link_to("account"),
    }, pictures=cover(game)))


def declined(email: OutgoingEmail) -> EmailContent:
    """You have declined an invitation."""
    return _to_message(email, EmailContent(_game(email), {"link": link_to("lobby")}))


def signpost(email: OutgoingEmail) -> EmailContent:
    """Your reply did nothing: why, and where your games or the invitation are."""
    finding = message_of(email).finding or {}
    user = email.user if email.user and email.user.email == email.to else None
    return _to_message(email, EmailContent(email.game, {
        "finding": finding, "invitation": _invitation(email),
        "table": link_to("game", email.game.code)
        if email.game and finding.get("code") == SEATED else "",
        "waiting": _waiting(user, now=email.created_at) if user else [],
        "has_account": user is not None,
        "link": link_to("my-games") if user else link_to("lobby"),
    }))


def unread(email: OutgoingEmail) -> EmailContent:
    """Nobody reads what is sent to the address we send from: where to write instead."""
    return EmailContent(None, {"address": bounces.bounce_address(), "link": link_to("home")},
                        subject=_("Nobody has read your email"))


def _game(email: OutgoingEmail) -> Game:
    if email.game is None:
        raise Obsolete("the table is gone")
    return email.game


def _invitation(email: OutgoingEmail) -> str:
    """The link of the invitation somebody replied to, "" if it is not open."""
    game, seat = email.game, email.seat
    if game is None or seat is None or not invitations.is_open(seat, game, address=email.to):
        return ""
    return link_to("invitation", game.code, seat.invite_token)


def _waiting(user: User, *, now: datetime) -> list[dict[str, str]]:
    """The games where it is this user's turn: name, link and address for orders."""
    seats = Seat.objects.filter(user=user, to_move=True, game__status=Game.Status.RUNNING)
    return [{"name": harmless(seat.game.name), "link": link_to("game", seat.game.code),
             "reply_to": turn_tokens.reply_address(seat, number=seat.game.number, now=now)}
            for seat in seats.select_related("game", "user").order_by("pk")[:MAX_GAMES]]


def _to_message(email: OutgoingEmail, content: EmailContent) -> EmailContent:
    """The content as an answer to an email that was no reply to a turn.

    A reply to it replies to the same email of ours again: people answer the newest one.
    """
    message = message_of(email)
    return replace(repliable(message.replied_to or email, content), answers=message_id(message))


KINDS: Kinds = {"accepted": accepted, "declined": declined, "signpost": signpost, "unread": unread}
