"""Replies to emails that are not about a turn.

A reply to an invitation accepts or declines it, if the reply came from the invited address.  All
other emails take no orders, so a reply is refused, and the answer says where the reader's games
are.  A reply may also say something to the table that the email is about.
"""

from __future__ import annotations

from datetime import datetime
from typing import NoReturn

from django.utils.translation import gettext as _

from alexandros_rules.errors import Unreadable
from games.base.refusals import Closed, Foreign, TableRefusal
from games.models import Game, IncomingEmail, Seat
from games.people import accounts, invitations
from games.post.inbox import table_talk
from games.post.inbox.addressees import EmailReply
from games.post.inbox.answers import Answer, Result
from games.post.inbox.parsing import consent, requests
from games.post.inbox.parsing.left_out import without_footers
from games.post.inbox.parsing.requests import Request, read_request
from games.post.inbox.table_talk import OTHER_SENDER
from games.table.lobby import open_tables
from games.table.play import event_log

INVITATION = "invitation"  # the kind of replies to one
SEATED = "seated"  # the refusal of a reply to an invitation that was accepted

Status = IncomingEmail.Status


def refuse_orders(reply: EmailReply, *, now: datetime) -> NoReturn:
    """Refuse a reply to an email that takes no orders."""
    raise TableRefusal("not-read", _(
        "You have replied to an email that takes no orders, so nothing was played."))


def say_message(reply: EmailReply, *, now: datetime) -> Result:
    """Say something to the email's table; refuse a reply that contains anything else."""
    verbs = event_log.ruleset_of(reply.game).verbs if reply.game else {}
    if read_request(reply.reading.text, verbs=verbs).command != requests.NOTHING:
        raise TableRefusal("not-read", _(
            "You have replied to an email that takes no orders, so nothing was played, and nothing"
            " was said either. Please send what you want to say alone."))
    return table_talk.say_alone(reply, now=now)


def answer_invitation(reply: EmailReply, *, now: datetime) -> Result:
    """Accept or decline the invitation; the caller must have locked its game."""
    game = reply.game
    if game is None:
        refuse_orders(reply, now=now)
    if not reply.is_from_owner:
        raise Foreign(OTHER_SENDER, _(
            "A reply to this invitation came from %(sender)s, which is not the address we invited,"
            " so nothing has changed. If you wrote it, please use the link in the invitation, or"
            " write from %(address)s."
        ) % {"sender": reply.reading.sender, "address": reply.address})
    if reply.reading.refused:
        raise Unreadable(reply.reading.refused, reply.reading.sentence)
    verdict = _verdict(reply, game)
    if verdict == consent.ACCEPT:
        return _accept(reply, game, now=now)
    seat = _open_seat(reply, game)
    if verdict != consent.DECLINE:
        raise Unreadable("unclear", _(
            'We cannot tell whether you want to play. Please reply with "%(yes)s" or "%(no)s"'
            " alone, or use the link in the invitation.") % {"yes": "yes", "no": "no"})
    open_tables.decline(game, token=seat.invite_token, now=now)
    return _done(reply, verdict, "declined")


def is_clear(reply: EmailReply) -> bool:
    """Return whether the reply clearly accepts or declines an invitation to a table."""
    return (reply.kind == INVITATION and reply.game is not None and reply.is_from_owner
            and _verdict(reply, reply.game) != consent.UNCLEAR)


def _verdict(reply: EmailReply, game: Game) -> str:
    host = game.created_by.name if game.created_by else ""
    names = (host, reply.reading.name, reply.address.partition("@")[0])
    return consent.read_consent(without_footers(reply.reading.text), names=names)


def _accept(reply: EmailReply, game: Game, *, now: datetime) -> Result:
    """Seat the invited person, as the link does; if they have the seat already, confirm it."""
    if not _has_seat(reply, game):
        token = _open_seat(reply, game).invite_token
        invitations.accept(game, visitor=None, token=token, name=_name(reply), now=now)
    return _done(reply, consent.ACCEPT, "accepted")


def _name(reply: EmailReply) -> str:
    """Return the name for a new account: the one that the reply asks for, or the sender's.

    Refuses (TableRefusal) a name that others must not see if the reply asks for it.
    """
    if wanted := consent.wanted_name(reply.reading.text):
        return accounts.fit_name(wanted)
    try:
        return accounts.fit_name(reply.reading.name)
    except TableRefusal:
        return ""  # they get a neutral one, and can change it


def _done(reply: EmailReply, command: str, kind: str) -> Result:
    return Result(Status.DONE, command, Answer(kind, reply.email.number), Request(command))


def _has_seat(reply: EmailReply, game: Game) -> bool:
    return game.seats.filter(user__email=reply.address).exists()


def _open_seat(reply: EmailReply, game: Game) -> Seat:
    """Return the seat kept for the reader; refuse (Closed) an invitation that is over."""
    if _has_seat(reply, game):
        raise Closed(SEATED, _(
            "You have accepted this invitation already. If you do not want to play after all, you"
            " can leave the table on its page."))
    if reply.seat is None or not invitations.is_open(reply.seat, game, address=reply.address):
        raise Closed("closed", _(
            "This invitation is no longer open, so nothing has changed. Ask for a new one if you"
            " want to play, or look for another table in the lobby."))
    return reply.seat
