"""What an email to a table's address for talking does: it says its text, and plays nothing.

Text that reads like orders is refused, because it may be meant for the turn, and saying it would
give the sender's plans away.
"""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from engine import drafts
from engine.errors import Refusal, Unreadable
from games.base.refusals import Foreign
from games.models import Game, IncomingEmail
from games.post.inbox import table_talk
from games.post.inbox.email_replies import SIGNPOST
from games.post.inbox.parsing import requests
from games.post.inbox.parsing.requests import Request, read_request
from games.post.inbox.parsing.talk import MARK
from games.post.inbox.recognition import FormerPlayersReply, TalkReply
from games.post.inbox.replies import FAULT, Answer, Result
from games.table.play import event_log, history

_NOT_READ = ("unreadable",)  # kinds of refusals of what is no order at all

Status = IncomingEmail.Status


def handle(reply: TalkReply, *, now: datetime) -> Result:
    """Says what the email contains.  The caller holds the game's lock, in a transaction."""
    try:
        if isinstance(reply, FormerPlayersReply):
            raise _replaced(reply)
        table_talk.say(reply, _words(reply), now=now)
    except Refusal as refusal:
        return _refused(reply, refusal)
    return Result(Status.DONE, requests.TALK, request=Request(requests.TALK))


def give_up(reply: TalkReply) -> Result:
    """Apologises for an email that could not be handled, through no fault of its sender."""
    return _refused(reply, Refusal(FAULT, _(
        "Something went wrong on our side, and nothing was said. Please use the website.")))


def _refused(reply: TalkReply, refusal: Refusal) -> Result:
    return Result(Status.REFUSED, refusal.code, Answer(SIGNPOST, reply.game.number),
                  finding={"code": refusal.code, "sentence": refusal.sentence})


def _replaced(reply: FormerPlayersReply) -> Foreign:
    return Foreign("replaced", _("Somebody else has taken over your seat in %(name)s, so nothing"
                                 " was played, and nothing was said. You can go on watching the"
                                 " game.") % {"name": reply.game.name})


def _words(reply: TalkReply) -> str:
    """What to say; refuses an email that cannot be read, or that seems to contain orders."""
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


def _reads_like_orders(reply: TalkReply) -> bool:
    """Whether the text is a command, or could be played or refused as an order."""
    game, seat = reply.game, reply.seat
    ruleset = event_log.ruleset_of(game)
    request = read_request(reply.reading.text, verbs=ruleset.verbs)
    if request.command == requests.PLAN:  # the others must not read it
        return True
    if request.command != requests.ORDERS:
        return request.command != requests.NOTHING and not request.orders
    if game.status != Game.Status.RUNNING or not seat.may_order:
        return False
    draft = drafts.evaluate(ruleset, history.view(game, seat.index), "\n".join(request.texts),
                            seat=seat.index)
    return draft.refusal is None or bool(draft.steps) or draft.refusal.kind not in _NOT_READ
