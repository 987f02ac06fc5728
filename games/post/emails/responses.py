"""The contents of our replies to incoming emails: a short function for each kind.

Facts come from the incoming email and from the log at the reply's row, as the recipient may see it.
The last few functions answer emails that take no orders: replies to an invitation or to news, and
emails to the address we send from.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules import drafts
from alexandros_rules.drafts import Draft
from alexandros_rules.spelling import correct
from games.models import Game, IncomingEmail, OutgoingEmail, Seat, User
from games.people import invitations
from games.post.emails.content import (
    LISTED,
    MAX_ORDERS,
    EmailContent,
    Possible,
    advised,
    answerable,
    at_table,
    clock,
    cover,
    following,
    harmless,
    link_to,
    names_at,
    past_of,
    possible,
    repliable,
    rules_link,
    turn_sections,
    with_board,
)
from games.post.emails.talk_section import said_below
from games.post.inbox import tokens, turn_links
from games.post.inbox.email_replies import SEATED
from games.post.inbox.parsing import requests
from games.post.inbox.table_talk import OTHER_SENDER
from games.post.inbox.turn_replies import INCOMPLETE
from games.post.outbox import bounces
from games.post.outbox.delivery import Obsolete
from games.table.play import event_log, history
from games.table.play.history import GameHistory
from games.table.seats import leaving

UNREADABLE = "unreadable"
MAX_GAMES = 20  # in which it is somebody's turn, listed in an email


def receipt(email: OutgoingEmail) -> EmailContent:
    """Write the receipt for orders that were played, with the new position."""
    game, seat, message = _load(email)
    if message.first is None or message.last is None:
        raise Obsolete("nothing was played by this message")
    past = past_of(game, seat, number=message.last)
    played = past.entries(after=message.first - 1)
    content = _reply(email, message, game, seat, {
        "done": done_by(past, message),
        "preview": " ".join(done_by(past, message)),
        "said_below": said_below(game, message),
        **turn_sections(email, game, seat),
    })
    turn = content.context["turn"]
    if not content.context["your_turn"] or played[-1].turn != turn:
        return content
    content.context["possible"] = _possible(game, seat, content.context["view"])
    return advised(email, content)


def played_by(email: OutgoingEmail) -> IncomingEmail | None:
    """Return the incoming email whose orders this one is the receipt for, if there is one."""
    return IncomingEmail.objects.filter(answer=email, last__isnull=False).first()


def done_by(past: GameHistory, message: IncomingEmail) -> list[str]:
    """Return the sentences on what the orders of an incoming email have done.

    The last one quotes the lines that were taken for no orders.
    """
    assert message.first is not None  # orders were played by it
    played = past.entries(after=message.first - 1)
    done = [sentence for entry in played if entry.number <= (message.last or 0)
            for sentence in entry.sentences]
    left_out = (message.finding or {}).get("left_out")
    return [*done, _(
        "We took these lines of your email for a greeting, your signature or the like: “%(lines)s”"
    ) % {"lines": "”, “".join(left_out)}] if left_out else done


def refusal(email: OutgoingEmail) -> EmailContent:
    """Write the refusal of orders: the line, the reason, and the legal alternatives (R18)."""
    game, seat, message = _load(email)
    finding = message.finding or {}
    draft = _draft(email, game, seat, message)
    allowed = finding.get("allowed") or ()
    other_sender = finding.get("code") == OTHER_SENDER
    unreadable = finding.get("code") == UNREADABLE
    # A refusal of no particular line is about the whole turn, whose orders may all be legal.
    view = draft.view if finding.get("line") else draft.start
    content = _reply(email, message, game, seat, {
        "finding": finding,
        "preview": finding.get("sentence", ""),
        "other_sender": other_sender,
        "allowed": allowed,
        "possible": () if allowed or other_sender else _possible(game, seat, view, most=LISTED),
        **(_correction(email, game, seat, message, draft) if unreadable else {}),
        "unreadable": unreadable,
        **(_accepted(email, game, seat, draft)
           if finding.get("line") or finding.get("code") in INCOMPLETE else {}),
    })
    return advised(email, content) if content.context["your_turn"] and not other_sender else content


def _accepted(email: OutgoingEmail, game: Game, seat: Seat, draft: Draft) -> dict[str, Any]:
    """Return those orders of a refused email that can be played, and a link to them."""
    accepted = [step.text for step in draft.steps]
    return {"accepted": accepted,
            "accepted_link": _action(email, game, seat, draft) if accepted else ""}


def answer(email: OutgoingEmail) -> EmailContent:
    """Write the answer to a command: help, position, legal orders, preview or extension."""
    game, seat, message = _load(email)
    command = message.command
    ruleset, view = event_log.ruleset_of(game), history.view(game, seat.index, email.number)
    context: dict[str, Any] = {
        "command": command, "rules": rules_link(game), "clock": clock(email),
        "possible": _possible(game, seat, view) if command in ("moves", "help") else (),
    }
    if command == "help":
        context["example"] = drafts.example_turn(ruleset, view, seat=seat.index)
    if command == "moves":
        context["following"] = following(ruleset, view, seat=seat.index)
    if command != requests.PREVIEW:
        return _reply(email, message, game, seat, context)
    draft = _draft(email, game, seat, message)
    link = _action(email, game, seat, draft) if draft.steps and not draft.refusal else ""
    return _reply(email, message, game, seat, {
        **context, "draft": draft, "done": _sentences(game, seat, draft), "confirm": link,
        "unquoted": (message.finding or {}).get("unquoted", False),
        **_correction(email, game, seat, message, draft),
    }, view=draft.view)


def confirm(email: OutgoingEmail) -> EmailContent:
    """Write the request to confirm a resignation, or orders from another address."""
    game, seat, message = _load(email)
    if message.command == requests.RESIGN:
        link = turn_links.resign_url(game, seat, now=email.created_at, number=email.number)
        return _reply(email, message, game, seat, {
            "resign": True, "confirm": link, "consequence": leaving.consequence(game)})
    draft = _draft(email, game, seat, message)
    return _reply(email, message, game, seat, {
        "draft": draft, "sender": message.sender, "done": _sentences(game, seat, draft),
        "confirm": _action(email, game, seat, draft),
    }, view=draft.view)


def _possible(game: Game, seat: Seat, view: Any, *,
              most: int = MAX_ORDERS) -> tuple[Possible, ...]:
    return possible(event_log.ruleset_of(game), view, seat=seat.index, most=most)


def _correction(email: OutgoingEmail, game: Game, seat: Seat, message: IncomingEmail,
                draft: Draft) -> dict[str, Any]:
    """Return the orders with corrected spelling, if similar ones are legal, and a link to them."""
    found = correct(event_log.ruleset_of(game), draft.start, _orders(message), seat=seat.index)
    whole = found is not None and found.refusal is None and bool(found.orders)
    return {"correction": found, "correction_link": turn_links.action_url(
        game, seat, drafts.SEPARATOR.join(found.orders), now=email.created_at,
        number=email.number) if found is not None and whole else ""}


def _load(email: OutgoingEmail) -> tuple[Game, Seat, IncomingEmail]:
    """Return the game, the seat and the incoming email; raise Obsolete if one is gone."""
    game, seat = at_table(email)
    return game, seat, message_of(email)


def message_of(email: OutgoingEmail) -> IncomingEmail:
    """Return the incoming email that this one answers, or raise Obsolete if it is gone."""
    message = IncomingEmail.objects.filter(answer=email).first()
    if message is None:
        raise Obsolete("the message this would answer is gone")
    return message


def _reply(email: OutgoingEmail, message: IncomingEmail, game: Game, seat: Seat,
           context: dict[str, Any], *, view: Any = None) -> EmailContent:
    context = {"link": link_to("game", game.code), **context}
    content = with_board(email, game, seat, context, view=view)
    return answerable(email, content, answers=message_id(message))


def message_id(message: IncomingEmail) -> str:
    """Return the message's Message-ID if it can be put into a header, else ""."""
    known = message.message_id
    return known if known.isascii() and known.isprintable() and len(known) < 250 else ""


def _draft(email: OutgoingEmail, game: Game, seat: Seat, message: IncomingEmail) -> Draft:
    """Return the message's orders, evaluated at the reply's position."""
    view = history.view(game, seat.index, email.number)
    text = "\n".join(_orders(message))
    return drafts.evaluate(event_log.ruleset_of(game), view, text, seat=seat.index)


def _orders(message: IncomingEmail) -> list[str]:
    return [order for _, order in message.orders]


def _action(email: OutgoingEmail, game: Game, seat: Seat, draft: Draft) -> str:
    return turn_links.action_url(
        game, seat, draft.text, now=email.created_at, number=email.number)


def _sentences(game: Game, seat: Seat, draft: Draft) -> list[str]:
    return drafts.describe(draft, ruleset=event_log.ruleset_of(game), names=names_at(game),
                           seat=seat.index)


def accepted(email: OutgoingEmail) -> EmailContent:
    """Write the email that the reader has accepted an invitation."""
    game = _game(email)
    seat = game.seats.filter(user=email.user_id).first() if email.user_id else None
    if seat is None:
        raise Obsolete("the reader has left the table")
    return _to_message(email, EmailContent(game, {
        "name": harmless(seat.name), "begun": game.status == Game.Status.RUNNING,
        "link": link_to("game", game.code), "account": link_to("account"),
    }, pictures=cover(game)))


def declined(email: OutgoingEmail) -> EmailContent:
    """Write the email that the reader has declined an invitation."""
    return _to_message(email, EmailContent(_game(email), {"link": link_to("lobby")}))


def signpost(email: OutgoingEmail) -> EmailContent:
    """Write the email that a reply had no effect, with the reason and links to the right pages."""
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
    """Write the email that nobody reads what people send to the address we send from."""
    return EmailContent(None, {"address": bounces.bounce_address(), "link": link_to("home")},
                        is_answer=True, subject=_("Nobody has read your email"))


def _game(email: OutgoingEmail) -> Game:
    if email.game is None:
        raise Obsolete("the table is gone")
    return email.game


def _invitation(email: OutgoingEmail) -> str:
    """Return the link of the invitation that the reader replied to, "" if it is not open."""
    game, seat = email.game, email.seat
    if game is None or seat is None or not invitations.is_open(seat, game, address=email.to):
        return ""
    return link_to("invitation", game.code, seat.invite_token)


def _waiting(user: User, *, now: datetime) -> list[dict[str, str]]:
    """Return the name, link and reply address of each game in which the user is to move."""
    seats = Seat.objects.filter(user=user, to_move=True, game__status=Game.Status.RUNNING)
    return [{"name": harmless(seat.game.name), "link": link_to("game", seat.game.code),
             "reply_to": tokens.reply_address(seat, number=seat.game.number, now=now)}
            for seat in seats.select_related("game", "user").order_by("pk")[:MAX_GAMES]]


def _to_message(email: OutgoingEmail, content: EmailContent) -> EmailContent:
    """Return the content as an answer to an email that was not about a turn."""
    # People answer the newest email: a reply to this one counts as one to the same email of ours.
    message = message_of(email)
    return replace(repliable(message.replied_to or email, content), answers=message_id(message))
