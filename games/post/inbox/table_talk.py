"""Says to the table what somebody has written in an email."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.base.refusals import Foreign, TableRefusal
from games.models import ChatMessage, Game
from games.post.inbox.parsing.talk import MARK
from games.post.inbox.recognition import EmailReply, IncomingReply, TalkReply
from games.table.talk import speaking

OTHER_SENDER = "other-sender"


def say(reply: IncomingReply | EmailReply | TalkReply, text: str, *, now: datetime) -> None:
    """Says this in the name of whoever has the seat, if the email came from their own address.

    A copy of the email says nothing twice (R6).  Refuses like ``speaking.say``.
    """
    game, user = reply.game, reply.user
    if game is None or user is None:
        raise TableRefusal("no-table", _(
            'What you wrote below "%(mark)s" was not said, because you have not replied to an email'
            " about one table at which you have a seat. Please reply to such an email, or use the"
            " page of the table."
        ) % {"mark": MARK})
    if reply.reading.sender != (user.email or "").lower():
        raise Foreign(OTHER_SENDER, _(
            "A message to your table came from %(sender)s, which is not the address of your"
            " account, so it was not said. Please write from %(address)s."
        ) % {"sender": reply.reading.sender, "address": user.email or ""})
    speaking.say(game, user=user, channel=ChatMessage.Channel.TABLE, text=text,
                 key=email_key(reply.identity), now=now)


def say_below_orders(reply: IncomingReply, *, now: datetime) -> None:
    """Says what stands below the orders, if anything does; orders of strangers say nothing."""
    if reply.reading.talk and reply.is_from_owner:
        say(reply, reply.reading.talk, now=now)


def email_key(identity: str) -> str:
    """The idempotency key of what an email says."""
    return f"email:{identity}"


def said_by(game: Game, *, identity: str) -> ChatMessage | None:
    """What the email with this identity has said; None if it said nothing."""
    return None if not identity else ChatMessage.objects.filter(
        game=game, key=speaking.stored_key(ChatMessage.Channel.TABLE, email_key(identity))).first()
