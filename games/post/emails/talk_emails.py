"""Emails about what was said at a table: news of it, and the receipt of a message by email."""

from __future__ import annotations

from dataclasses import replace

from games.models import Game, OutgoingEmail, Seat
from games.post.emails.content import EmailContent, answerable, at_table, link_to
from games.post.emails.responses import message_id, message_of
from games.post.emails.talk_section import said_below, talk_section
from games.post.inbox import tokens
from games.post.outbox.delivery import Obsolete
from games.table.play import event_log, history


def chat(email: OutgoingEmail) -> EmailContent:
    """What was said at a table since the reader's last email; a reply talks to the table."""
    game, seat = at_table(email)
    section = talk_section(email, game)
    if not section["said"]:
        raise Obsolete("its reader knows what was said")
    return EmailContent(game, {
        **section, "link": f"{link_to('game', game.code)}#talk",
        "over": game.status == Game.Status.OVER,
    }, reply_to=tokens.talk_address(seat, now=email.created_at))


def said(email: OutgoingEmail) -> EmailContent:
    """Your email has said something to the table, and played nothing."""
    game, seat = at_table(email)
    message = message_of(email)
    shown = said_below(game, message)
    if shown is None:
        raise Obsolete("what it said has been deleted")
    link, your_turn = link_to("game", game.code), _is_turn(game, seat, email.number)
    content = EmailContent(game, {
        "said_below": shown, "your_turn": your_turn,
        "link": link if your_turn else f"{link}#talk",
    }, answers=message_id(message))
    if not your_turn:
        return replace(content, reply_to=tokens.talk_address(seat, now=email.created_at))
    taking = answerable(email, content, answers=content.answers)
    return replace(taking, context={**taking.context, "takes_orders": taking.takes_orders})


def _is_turn(game: Game, seat: Seat, number: int) -> bool:
    """Whether it was this seat's turn after row ``number``, which never changes."""
    if not number:
        return False
    status = event_log.ruleset_of(game).status(history.view(game, seat.index, number))
    return seat.index in status.to_move
