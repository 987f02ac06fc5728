"""The contents of emails about games: a short function for each kind of email.

Facts come from the log at the email's row, as the recipient may see it.  Wording and layout are in
the templates (``templates/emails/<kind>.html`` and, for some kinds, ``.txt``).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.translation import list_with_and
from games.base import log_context
from games.base.plain_text import one_line
from games.models import Game, OutgoingEmail, Seat
from games.post import email_kinds
from games.post.emails.content import (
    BOARD_WIDTH,
    EmailContent,
    Picture,
    about_match,
    advised,
    answerable,
    as_named,
    at_table,
    clock,
    cover,
    end_sections,
    harmless,
    invitation_sections,
    link_to,
    names_at,
    new_table_link,
    news,
    paragraphs,
    past_of,
    play_link,
    possible,
    repliable,
    return_link,
    rules_link,
    sentences,
    sentences_of_orders,
    turn_sections,
    with_board,
)
from games.post.emails.responses import done_by, message_id, message_of, played_by, receipt
from games.post.emails.talk_section import said_below, talk_section
from games.post.inbox import tokens
from games.post.outbox import digest as digests
from games.post.outbox import preferences
from games.post.outbox.delivery import Obsolete
from games.rulesets import registry
from games.table.clocks import time_wording
from games.table.lobby import expiry, opponent_advice
from games.table.play import continued_games, event_log, history, staleness

SMALL_WIDTH = 640  # pixels
MAX_PICTURES = 6  # further games are described in words only


def digest(email: OutgoingEmail) -> EmailContent:
    """Write the digest: the games in which it is the reader's turn, then all other news.

    If it is their turn in only one game, they can reply with orders for it.
    """
    items = digests.digest_items(email)
    if not items:
        raise Obsolete("nothing in it is true any more")
    shown = [{**_item(item, f"board{i}", now=email.created_at), **talk_section(email, item.game)}
             for i, item in enumerate(items)]
    pictures = [_small(item, entry["picture"])
                for item, entry in zip(items, shown, strict=True)][:MAX_PICTURES]
    for entry in shown[MAX_PICTURES:]:
        entry["picture"] = ""
    waiting = [entry for entry in shown if entry["your_turn"]]
    content = EmailContent(None, {
        "waiting": waiting,
        "others": [entry for entry in shown if not entry["your_turn"]],
        "link": link_to("my-games"),
    }, pictures=tuple(pictures))
    address = waiting[0]["reply_to"] if len(waiting) == 1 else ""
    if not address:
        return repliable(email, content)
    return replace(content, reply_to=address, takes_orders=True)


def _about(item: digests.DigestItem) -> AbstractContextManager[None]:
    """Name this game of the digest in reports of exceptions."""
    return log_context.about(item.game, log_context.EMAIL, seat=item.seat.index, kind="digest")


def _item(item: digests.DigestItem, picture: str, *, now: datetime) -> dict[str, Any]:
    """Return the context of one game in a digest."""
    game, seat, kind = item.game, item.seat, item.email.kind
    with _about(item):
        past = past_of(game, seat)
        news = (paragraphs(past.since_last_turn()) if item.is_turn
                else sentences_of_orders(game, seat, item.email.number) if kind == "asked"
                else sentences(game, seat, item.email.number))
        if kind in ("started", "over"):
            news = [*news, *about_match(item.email, game, seat, over=kind == "over")]
        return {
            "game": as_named(game),
            "title": registry.get(game.ruleset).title if registry.several() else "",
            "kind": kind,
            "your_turn": item.is_turn,
            "sentences": news,
            "picture": picture,
            "clock": clock(item.email) if item.is_turn else None,
            **(turn_sections(item.email, game, seat) if item.is_turn else {}),
            "log": past.last_hash if item.is_turn else None,
            "scores": [{"name": name, "score": each.score}
                       for name, each in zip(names_at(game), game.seats.all(), strict=True)],
            "won": event_log.win_of(game, seat.index),
            "link": link_to("replay" if kind == "over" else "game", game.code),
            "reply_to": tokens.reply_address(seat, number=game.number, now=now)
            if item.is_turn or kind == "asked"
            else "",
        }


def _small(item: digests.DigestItem, name: str) -> Picture:
    with _about(item):
        view = history.view(item.game, item.seat.index)
        svg = registry.get(item.game.ruleset).boards.standalone_thumbnail(view)
    says = _("The board of %(name)s.") % {"name": harmless(item.game.name)}
    return Picture(name, svg, SMALL_WIDTH, says)


def turn(email: OutgoingEmail) -> EmailContent:
    """Write the email that it is the reader's turn, a reminder, or news of an extension.

    All of them have recent events, the table, the hand, the board and suggested or legal orders.
    One that is also the receipt for the orders before is sent as a receipt alone if the turn is
    over by now.
    """
    try:
        _check_turn(email, *at_table(email))
    except Obsolete:
        if played_by(email) is None:
            raise
        return replace(receipt(email), template="receipt")
    return told_turn(email)


def told_turn(email: OutgoingEmail) -> EmailContent:
    """Write an email about a turn again, even if that turn is over."""
    game, seat = at_table(email)
    tokens.load(seat, number=email.number, now=email.created_at)
    past = past_of(game, seat, number=email.number)
    # Orders that end a turn may begin the next one, and a page sends no email about their effects.
    recent = past.since_last_turn() or past.entries(after=email.number - 1)
    orders = played_by(email)
    return answerable(email, advised(email, with_board(email, game, seat, {
        "done": done_by(past, orders) if orders else (),
        "said_below": said_below(game, orders) if orders else None,
        "since": () if orders else paragraphs(recent),
        "first": recent[0].number == 1 if recent else False, "clock": clock(email),
        "match": about_match(email, game, seat, over=False),
        "options": event_log.options_on(game), "link": link_to("game", game.code),
        "log": past.last_hash, "checker": link_to("checker"), **talk_section(email, game),
        **turn_sections(email, game, seat),
    }, view=past.view(email.number), names=past.names_at(email.number), moves=past.moves)),
        answers=message_id(orders) if orders else "")


def asked(email: OutgoingEmail) -> EmailContent:
    """Write the email that somebody makes the reader an offer, which does not hold up the game."""
    _check_asked(email, *at_table(email))
    return told_asked(email)


def told_asked(email: OutgoingEmail) -> EmailContent:
    """Write an email about an offer again, even if that offer is gone."""
    game, seat = at_table(email)
    past = past_of(game, seat, number=email.number)
    (*_earlier, last) = past.of_orders(email.number)
    content = with_board(email, game, seat, {
        "by": None if last.seat is None else past.names_at(email.number)[last.seat],
        "sentences": sentences_of_orders(game, seat, email.number),
        "link": link_to("game", game.code),
    })
    listed = possible(event_log.ruleset_of(game), content.context["view"], seat=seat.index)
    return answerable(email, replace(content, context={**content.context, "possible": listed}))


def stood_in(email: OutgoingEmail) -> EmailContent:
    """Write the email that the reader's time has run out, and a bot plays this one turn."""
    return repliable(email, _about_table(email))


def table(email: OutgoingEmail) -> EmailContent:
    """Write an email with news of the table: a pause, or somebody who left or is back."""
    return news(email, _about_table(email))


def _about_table(email: OutgoingEmail) -> EmailContent:
    game, seat = at_table(email)
    return with_board(email, game, seat, {
        "sentences": sentences(game, seat, email.number), "link": link_to("game", game.code),
        "clock": clock(email),
    })


def replaced(email: OutgoingEmail) -> EmailContent:
    """Write the email that a bot plays for the reader, with a link to take the seat back."""
    game, seat = email.game, email.seat
    if game is None or seat is None or not email_kinds.is_replaced(email, game, seat):
        raise Obsolete("the reader has taken their seat back, or the game is over")
    return repliable(email, EmailContent(game, {
        "link": return_link(email), "table": link_to("game", game.code),
    }, pictures=(_public_board(email, game),)))


def deserted(email: OutgoingEmail) -> EmailContent:
    """Write the email that all people have left, with the time when bots will finish the game."""
    content = replaced(email)
    assert email.deadline is not None  # such an email says when
    assert email.user is not None  # and to whom
    zone = preferences.preferences_of(email.user).time_zone
    return replace(content, context={
        **content.context, "until": time_wording.fixed(email.deadline, zone=zone)})


def succeeded(email: OutgoingEmail) -> EmailContent:
    """Write the email that somebody has taken over the seat a bot kept for the reader.

    It does not show the board of a game that may be sealed, now or when it is rendered again.
    """
    game, seat = email.game, email.seat
    if game is None or seat is None or not email_kinds.is_succeeded(email, game, seat):
        raise Obsolete("the game is over, or the seat is the reader's again")
    return repliable(email, EmailContent(game, {
        "sentences": [_("%(name)s has taken over your seat.") % {
            "name": harmless(names_at(game, email.number)[seat.index])}],
        "table": link_to("game", game.code), "is_arranged": game.arranged,
    }, pictures=() if game.arranged else (_public_board(email, game),)))


def _public_board(email: OutgoingEmail, game: Game) -> Picture:
    """Return the board as spectators see it."""
    svg = registry.get(game.ruleset).boards.standalone_board(
        history.view(game, None, email.number), names=names_at(game, email.number),
        heading=one_line(game.name))
    return Picture("board", svg, BOARD_WIDTH, _("The board as everybody can see it."))


def started(email: OutgoingEmail) -> EmailContent:
    """Write the email that the game has begun, with the commitment to its seed."""
    game, seat = at_table(email)
    return news(email, with_board(email, game, seat, {
        "link": link_to("game", game.code), "match": about_match(email, game, seat, over=False),
        "options": event_log.options_on(game),
    }))


def over(email: OutgoingEmail) -> EmailContent:
    """Write the email that the game is over, with the result, the replay and the seed.

    The seed of a sealed game is left out.
    """
    game, seat = at_table(email)
    told = opponent_advice.advice(game, user=seat.user, seats=list(game.seats.all()))
    content = with_board(email, game, seat, {
        "advice": told, "against": play_link(game, told.next.name) if told else "",
        "ending": sentences(game, seat, email.number),
        "won": event_log.win_of(game, seat.index),
        "match": about_match(email, game, seat, over=True),
        "link": link_to("replay", game.code),
        "seed": bytes(game.seed).hex() if game.is_revealed else "",
        "log": history.read_recent(game, seat.index, number=email.number).last_hash,
        "checker": link_to("checker"),
        **end_sections(email, game, seat), **talk_section(email, game),
    })
    return repliable(email, replace(content, pictures=(*content.pictures, *_course(game))))


def invitation(email: OutgoingEmail) -> EmailContent:
    """Write an invitation, which can be accepted or declined by a link or a reply."""
    game, seat = email.game, email.seat
    if game is None or seat is None or not seat.invite_token:
        raise Obsolete("the invitation was answered or withdrawn")
    host = harmless(game.created_by.shown_name) if game.created_by else _("Somebody")
    title = registry.get(game.ruleset).title
    return repliable(email, EmailContent(game, {
        "host": host,
        "others": list_with_and(harmless(other.name) for other in game.seats.all() if other.name),
        "size": game.seats.count(),
        "again": as_named(game.rematch_of) if seat.kept_for_id and game.rematch_of else None,
        "title": title, "origin": continued_games.sentence(game), "rules": rules_link(game),
        "link": link_to("invitation", game.code, seat.invite_token),
        **invitation_sections(email, game),
    }, pictures=cover(game), subject=one_line(
        _("%(host)s invites you to a game of %(title)s") % {"host": host, "title": title})))


def expiring(email: OutgoingEmail) -> EmailContent:
    """Write the email that nobody has joined the table, with a link that keeps it open."""
    game = at_table(email)[0]
    closes = expiry.closes_at(game)
    if closes is None or email.user is None:
        raise Obsolete("the table goes on waiting")
    zone = preferences.time_zone_of(preferences.preferences_of(email.user))
    return repliable(email, EmailContent(game, {
        "closes": closes.astimezone(zone).date(), "days": expiry.WARN_AFTER.days,
        "link": link_to("keep-open", expiry.link_key(game)), "table": link_to("game", game.code),
    }, pictures=cover(game)))


def expired(email: OutgoingEmail) -> EmailContent:
    """Write the email that the table was closed because nobody joined."""
    game = at_table(email)[0]
    return repliable(email, EmailContent(game, {
        "days": expiry.CLOSE_AFTER.days, "link": link_to("lobby"),
        "again": new_table_link(game),
    }, pictures=cover(game)))


def cancelled(email: OutgoingEmail) -> EmailContent:
    """Write the email that the creator of a table has cancelled it before the start."""
    return _before_start(email, again=new_table_link(at_table(email)[0]))


def uninvited(email: OutgoingEmail) -> EmailContent:
    """Write the email that a seat is no longer kept for somebody who was invited."""
    return _before_start(email)


def listed(email: OutgoingEmail) -> EmailContent:
    """Write the email that the creator of a table has shown it in the lobby."""
    return _before_start(email)


def freed(email: OutgoingEmail) -> EmailContent:
    """Write the email that somebody has given up a seat at the reader's table."""
    game = at_table(email)[0]
    return _before_start(email, free=game.seats.exclude(status=Seat.Status.TAKEN).count(),
                         players=list_with_and(harmless(seat.name) for seat in game.seats.all()
                                               if seat.status == Seat.Status.TAKEN))


def _before_start(email: OutgoingEmail, **context: Any) -> EmailContent:
    """Return the content of news about a table that has not started."""
    game = email.game
    if game is None:
        raise Obsolete("the table is gone")
    return repliable(email, EmailContent(game, {
        "host": harmless(game.created_by.shown_name) if game.created_by else _("Somebody"),
        "title": registry.get(game.ruleset).title, "table": link_to("game", game.code),
        "lobby": link_to("lobby"), **context,
    }, pictures=cover(game)))


def test(email: OutgoingEmail) -> EmailContent:
    """Write the test email that somebody asks for to see whether it arrives."""
    return repliable(email, EmailContent(None, {"link": link_to("email-settings")}))


def moved(email: OutgoingEmail) -> EmailContent:
    """Write the email, to an account's old address, that the address was changed."""
    return EmailContent(None, {"old": email.to, "link": link_to("account")},
                        subject=_("Your email address was changed"))


def _check_turn(email: OutgoingEmail, game: Game, seat: Seat) -> None:
    """Raise Obsolete if the turn is over or the reader has already begun it."""
    if game.status != Game.Status.RUNNING or not seat.to_move:
        raise Obsolete("the turn is over")
    if staleness.is_past(game, email.number, seat=seat.index):
        raise Obsolete("its reader has begun the turn")


def _check_asked(email: OutgoingEmail, game: Game, seat: Seat) -> None:
    """Raise Obsolete if the offer is gone or another one has taken its place."""
    if game.status != Game.Status.RUNNING or not seat.asked:
        raise Obsolete("the offer is gone")
    then, now = (event_log.ruleset_of(game).status(history.state(game, number))
                 .asked_of(seat.index).split() for number in (email.number, game.number))
    if {*then}.isdisjoint(now):
        raise Obsolete("it is another offer now")


def _course(game: Game) -> tuple[Picture, ...]:
    """Return a chart of the scores of a finished game, if its ruleset's room draws one."""
    names = names_at(game)
    past = history.read(game, None, names=names)
    svg = registry.get(game.ruleset).emails.chart(past.views(), past.moves, names=names)
    if not svg:
        return ()
    says = _("The scores from the first turn to the last.")
    return (Picture("scores", svg, BOARD_WIDTH, says),)


def chat(email: OutgoingEmail) -> EmailContent:
    """Write an email with new messages at a table; a reply talks to the table."""
    game, seat = at_table(email)
    section = talk_section(email, game)
    if not section["said"]:
        raise Obsolete("its reader knows what was said")
    return EmailContent(game, {
        **section, "link": f"{link_to('game', game.code)}#talk",
        "over": game.status == Game.Status.OVER,
    }, reply_to=tokens.talk_address(seat, now=email.created_at))


def said(email: OutgoingEmail) -> EmailContent:
    """Write the answer to an email that has said something to the table and played nothing."""
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
    """Return whether it was this seat's turn after row ``number``, which never changes."""
    if not number:
        return False
    status = event_log.ruleset_of(game).status(history.view(game, seat.index, number))
    return seat.index in status.to_move
