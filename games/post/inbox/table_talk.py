"""Emails that say something to a table: below orders, alone, or at an address for talk.

An email to that address plays nothing.  Text that reads like orders is refused there, because the
sender may mean it for the turn, and saying it would give their plans away.
"""

from __future__ import annotations

from datetime import datetime
from typing import NoReturn

from django.utils.translation import gettext as _

from alexandros_rules import drafts
from alexandros_rules.errors import Unreadable
from games.base.refusals import Foreign, TableRefusal
from games.models import ChatMessage, Game, IncomingEmail
from games.post.inbox.addressees import Reply, SeatReply
from games.post.inbox.answers import Answer, Result
from games.post.inbox.parsing import requests
from games.post.inbox.parsing.message_reader import MARK
from games.post.inbox.parsing.requests import Request, read_request
from games.table.play import event_log, history
from games.table.talk import speaking

OTHER_SENDER = "other-sender"
_NOT_READ = ("unreadable",)  # kinds of refusals of text that is not an order at all

Status = IncomingEmail.Status


def say(reply: Reply, text: str, *, now: datetime) -> None:
    """Say this text in the name of the seat's player, if the email came from their own address.

    A copy of the email says nothing twice (R6).  Refuses an email about no table (TableRefusal) or
    from another address (Foreign), and whatever ``speaking.say`` refuses.
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


def say_below_orders(reply: Reply, *, now: datetime) -> None:
    """Say the text below the orders, if there is any and the email is the player's own."""
    if reply.reading.talk and reply.is_from_owner:
        say(reply, reply.reading.talk, now=now)


def say_alone(reply: Reply, *, now: datetime) -> Result:
    """Say the text below the mark, in a reply that asks for nothing else."""
    say(reply, reply.reading.talk or "", now=now)
    assert reply.game is not None  # otherwise nothing could be said
    return Result(Status.DONE, requests.TALK, Answer("said", reply.game.number),
                  Request(requests.TALK))


def handle(reply: SeatReply, *, now: datetime) -> Result:
    """Say the text of an email to the table's address; the caller must have locked the game."""
    say(reply, _words(reply), now=now)
    return Result(Status.DONE, requests.TALK, request=Request(requests.TALK))


def refuse_former_player(reply: SeatReply, *, now: datetime) -> NoReturn:
    """Refuse (Foreign) an email to the address of a seat that another person has now."""
    raise Foreign("replaced", _("Somebody else has taken over your seat in %(name)s, so nothing"
                                " was played, and nothing was said. You can go on watching the"
                                " game.") % {"name": reply.game.name})


def _words(reply: SeatReply) -> str:
    """Return the text to say; refuse (Unreadable) an email that seems to contain orders."""
    reading = reply.reading
    if reading.refused:
        raise Unreadable(reading.refused, reading.sentence)
    if reading.talk is None and not _reads_like_orders(reply):
        return reading.text
    if reading.talk is not None and not reading.text.strip():
        return reading.talk
    raise Unreadable("orders-to-table", _(
        "This address is for talking to the other players, but your email seems to contain orders."
        " Nothing was played, and nothing was said. Send orders in a reply to the email about your"
        ' turn. To say exactly this to the others, write it below a line "%(mark)s".'
    ) % {"mark": MARK})


def _reads_like_orders(reply: SeatReply) -> bool:
    """Return whether the text is a command, or could be played or refused as an order."""
    game, seat = reply.game, reply.seat
    ruleset = event_log.ruleset_of(game)
    request = read_request(reply.reading.text, verbs=ruleset.verbs, things=ruleset.things,
                           known=ruleset.words)
    if request.command == requests.PLAN:  # the others must not read a plan
        return True
    if request.command != requests.ORDERS:
        return request.command != requests.NOTHING and not request.orders
    if game.status != Game.Status.RUNNING or not seat.may_order:
        return False
    draft = drafts.evaluate(ruleset, history.view(game, seat.index), "\n".join(request.texts),
                            seat=seat.index)
    return draft.refusal is None or bool(draft.steps) or draft.refusal.kind not in _NOT_READ


def email_key(identity: str) -> str:
    """Return the idempotency key of a message that an email says."""
    return f"email:{identity}"


def said_by(game: Game, *, identity: str) -> ChatMessage | None:
    """Return the message that the email with this identity has said; None if there is none."""
    return None if not identity else ChatMessage.objects.filter(
        game=game, key=speaking.stored_key(ChatMessage.Channel.TABLE, email_key(identity))).first()
