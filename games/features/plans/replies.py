"""Replies that begin with "plan": they save, show or turn off their sender's plan.

A reply to any email about the game will do, also to one about an earlier turn, as long as the
sender still has the seat: the address it was sent to says who they are.  Plans from another
address than the account's are refused.  Nothing is played at once, whatever such a reply says.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from alexandros_rules.errors import Refusal, Unreadable
from alexandros_rules.wording import words
from games.base.refusals import Foreign
from games.features.plans import delays, saving
from games.models import Game, IncomingEmail, LoggedMove, Seat, User
from games.post.inbox import table_talk, turn_replies
from games.post.inbox.addressees import Reply, SeatReply
from games.post.inbox.answers import Answer, Result
from games.post.inbox.parsing import requests
from games.post.inbox.parsing.requests import Request, read_request
from games.post.inbox.table_talk import OTHER_SENDER
from games.table.clocks import paces
from games.table.play import event_log

PLAN = requests.PLAN  # the kind of the answers, and the outcome of a reply that only asks
SAVED, OFF = "plan-saved", "plan-off"  # other outcomes
_OFF_WORDS = frozenset(("off", "stop", "cancel", "remove", "delete", "none", "aus", "uit"))
_WAIT = re.compile(r"\W*wait\W+(?P<count>\d{1,4}|an?|one)\s*(?P<unit>[a-z]+)\b\W*", re.IGNORECASE)

_AS_USUAL = re.compile(r"\W*wait\W+as\W+usual\b\W*", re.IGNORECASE)

Status = IncomingEmail.Status


def is_about_plan(reply: Reply) -> bool:
    """Return whether the reply is about a plan of somebody who has a seat in a game."""
    return (not reply.reading.refused
            and reply.game is not None and reply.seat is not None and reply.user is not None
            and reply.seat.user_id == reply.user.pk and reply.game.number > 0
            and _request(reply).command == PLAN)


def answer(reply: Reply, *, now: datetime) -> Result | None:
    """Do what a reply about a plan asks; return None if the reply is about something else."""
    return handle(reply, now=now) if is_about_plan(reply) else None


def handle(reply: Reply, *, now: datetime) -> Result:
    """Do what the reply asks; the caller holds the game's lock, in a transaction."""
    try:
        request = _request(reply)
        _check(reply, request)
        with transaction.atomic():  # if the plan is refused, nothing is said either
            table_talk.say_below_orders(reply, now=now)
            return _done(reply, _act(reply, request, now=now))
    except Refusal as refusal:
        return _refused(reply, refusal)


def _request(reply: Reply) -> Request:
    assert reply.game is not None  # it is about a plan
    ruleset = event_log.ruleset_of(reply.game)
    return read_request(reply.reading.text, verbs=ruleset.verbs, things=ruleset.things,
                        known=ruleset.words, names=turn_replies.names_of(reply))


def _check(reply: Reply, request: Request) -> None:
    """Refuse a plan from somebody else, and a plan that may have been cut off."""
    address = (reply.user.email or "").lower() if reply.user else ""
    if reply.reading.sender != address:
        raise Foreign(OTHER_SENDER, _(
            "An email about your plan came from %(sender)s, which is not the address of your"
            " account, so nothing was changed. Please write from %(address)s, or use the page."
        ) % {"sender": reply.reading.sender, "address": address})
    if isinstance(reply, SeatReply):
        turn_replies.check_whole(reply, request)
    elif reply.reading.talk is not None:
        raise Unreadable("mixed", _(
            "This email contains a plan and something to say to the others. Nothing was saved or"
            " said. Please send two emails."))


def _act(reply: Reply, request: Request, *, now: datetime) -> str:
    game, seat, user = _parties(reply)
    lines = [line for _number, line in request.orders]
    if not lines:
        return PLAN
    if len(lines) == 1 and len(said := words(lines[0])) == 1 and said[0] in _OFF_WORDS:
        saving.turn_off(game, seat=seat.index, user=user, now=now)
        return OFF
    text = "\n".join(lines)
    as_usual = _AS_USUAL.match(text)
    grace, text = (None, text[as_usual.end():]) if as_usual else _grace_and_text(text)
    saving.store(game, seat=seat.index, user=user, text=text, grace=grace,
                 as_usual=as_usual is not None, made_by=LoggedMove.Actor.MAIL, now=now)
    return SAVED


def _parties(reply: Reply) -> tuple[Game, Seat, User]:
    assert reply.game is not None  # ``is_about_plan`` has checked
    assert reply.seat is not None
    assert reply.user is not None
    return reply.game, reply.seat, reply.user


def _grace_and_text(text: str) -> tuple[timedelta | None, str]:
    """Return the grace period at the beginning of the plan, or None, and the rest of the text."""
    match = _WAIT.match(text)
    if match is None:
        return None, text
    count = match["count"] if match["count"].isdigit() else "1"
    period = paces.read(count + match["unit"])
    if period is None or period % timedelta(minutes=1) or period > delays.LONGEST:
        raise Unreadable("wait", _(
            "We cannot read %(wait)s. Write how long to wait before we play your plan, from"
            " \"%(least)s\" to \"%(most)s\", or \"%(usual)s\".")
            % {"wait": repr(match[0].strip()), "least": "wait 0 minutes", "most": "wait 1 day",
               "usual": "wait as usual"})
    return period, text[match.end():]


def _done(reply: Reply, outcome: str) -> Result:
    game, _seat, _user = _parties(reply)
    return Result(Status.DONE, outcome, Answer(PLAN, game.number), Request(PLAN))


def _refused(reply: Reply, refusal: Refusal) -> Result:
    game, _seat, _user = _parties(reply)
    finding: dict[str, Any] = {"code": refusal.code, "sentence": refusal.sentence,
                               **turn_replies.signature_of(refusal)}
    if reply.reading.talk:
        finding["unsaid"] = True
    return Result(Status.REFUSED, refusal.code, Answer(PLAN, game.number), Request(PLAN),
                  finding=finding)
