"""The content of an email before it is rendered, with parts that several kinds share.

``games.post.emails.notifications`` and ``games.post.emails.responses`` write the content of each
kind of email, and ``games.post.emails.rendering`` renders it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from alexandros_rules import drafts
from alexandros_rules.move_list import listed_orders
from alexandros_rules.ruleset import Ruleset, Status
from games.base import features, web_addresses
from games.base.plain_text import one_line
from games.drawing.layers import Box, Drawing
from games.drawing.layers import Picture as Layers
from games.models import Game, OutgoingEmail, Seat
from games.post.inbox import tokens, turn_links
from games.post.outbox import preferences
from games.post.outbox.delivery import Obsolete
from games.post.suggested_turns import suggested
from games.rulesets import addresses, registry
from games.table.clocks import time_wording
from games.table.play import continued_games, event_log, history
from games.table.play.waiting import waiting_for
from games.table.seats import taking_over

MAX_ORDERS = 40  # listed for each verb
LISTED = 12  # legal orders for each verb; the reply "moves" lists more
UNCOUNTED = 1000  # from this many on, a number tells people no more than "many"
BOARD_WIDTH = 640  # pixels, as wide as it is shown: 1000 would be twice the bytes
MAX_FIRST_ORDERS = 8  # with more than this many, we do not list the orders that may follow each


@dataclass(frozen=True, slots=True)
class Possible:
    """Legal orders with the same verb; ``more`` is how many are left out.

    ``after`` is the order that has to come before these orders, "" if they can be given now.
    """

    verb: str
    orders: tuple[str, ...]
    more: int
    after: str = ""

    @property
    def many(self) -> bool:
        """Whether the number of left-out orders is too large to tell a person anything."""
        return self.more >= UNCOUNTED


def possible(ruleset: Ruleset, view: Any, *, seat: int,
             most: int = MAX_ORDERS) -> tuple[Possible, ...]:
    """Return the seat's legal orders, at most ``most`` for each verb; () if it may give none."""
    if not ruleset.status(view).may_order(seat):
        return ()
    listed = listed_orders(ruleset, view, ruleset.legal_moves(view, seat=seat), most=most)
    return tuple(Possible(one.verb, one.orders, one.more) for one in listed)


def following(ruleset: Ruleset, view: Any, *, seat: int,
              most: int = MAX_ORDERS) -> tuple[Possible, ...]:
    """Return, for each legal order that only one kind of order can follow, those that can."""
    first = [order for group in possible(ruleset, view, seat=seat) for order in group.orders]
    if len(first) > MAX_FIRST_ORDERS:
        return ()
    drafted = [(order, drafts.evaluate(ruleset, view, order, seat=seat)) for order in first]
    after = [(order, possible(ruleset, draft.view, seat=seat, most=most))
             for order, draft in drafted]
    return tuple(replace(groups[0], after=order) for order, groups in after if len(groups) == 1)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in an email: a drawing, its width in pixels, and its alternative text.

    ``part`` is the only part of the drawing that it shows, None if it shows the whole.
    """

    name: str
    drawing: Drawing
    width: int
    alt: str
    part: Box | None = None

    @property
    def shown(self) -> int:
        """The greatest width, in pixels, at which it is shown."""
        return round(self.part[2] - self.part[0]) if self.part else BOARD_WIDTH


@dataclass(frozen=True, slots=True)
class EmailContent:
    """The content of one email, before it is rendered.

    ``game`` is the game to whose thread the email belongs, None if it is about several games.
    ``context`` is the context of its templates.  ``reply_to`` is the address for replies, "" if
    there is none; ``takes_orders`` is whether replies may be orders, and ``takes_commands`` whether
    they are commands, of which the email shows some.  ``answers`` is the Message-ID of the email
    that this one replies to; ``is_answer`` says that it replies to one without such an id.
    """

    game: Game | None
    context: dict[str, Any] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    reply_to: str = ""
    takes_orders: bool = False
    takes_commands: bool = False
    answers: str = ""
    is_answer: bool = False
    template: str = ""  # in place of that of its kind
    subject: str = ""  # in place of the one that all emails about the game have


def at_table(email: OutgoingEmail) -> tuple[Game, Seat]:
    """Return the recipient's game and seat, or raise Obsolete if they have left the seat."""
    if email.game is None or email.seat is None or email.user_id is None or (
        email.seat.user_id != email.user_id
    ):
        raise Obsolete("the recipient no longer has this seat")
    return email.game, email.seat


def with_board(email: OutgoingEmail, game: Game, seat: Seat, context: dict[str, Any], *,
               view: Any = None, names: Sequence[str] | None = None,
               moves: Sequence[str] = ()) -> EmailContent:
    """Return a content with this context, and with the position in full.

    The position is ``view`` or, if that is None, the one after the email's row of the log as the
    seat may see it.  ``names`` are those at that row, for callers that know them already.  Of the
    latest ``moves``, oldest first, the board may mark one.
    """
    ruleset, room = event_log.ruleset_of(game), registry.get(game.ruleset)
    names = names_at(game, email.number) if names is None else list(names)
    view = history.view(game, seat.index, email.number) if view is None else view
    status = ruleset.status(view)
    if game.status in (Game.Status.OVER, Game.Status.CANCELLED) and email.number >= game.number:
        status = replace(status, to_move=(), may_act=())  # a cancelled game stops within a turn
    drawing = room.boards.standalone_board(view, names=names, heading=one_line(game.name),
                                           moves=moves)
    return EmailContent(
        game,
        {
            "seat": seat,
            "view": view,
            "names": names,
            "colours": [_(colour) for colour in ruleset.colours],
            "turn": status.turn,
            "over": status.over,
            "others_to_move": set(status.to_move) - {seat.index},
            "waiting": waiting_for(names, status.to_move, reader=seat.index).sentence,
            "your_turn": seat.index in status.to_move,
            "may_act": seat.index in status.may_act,
            "begun": not status.fresh,
            "room": room,
            "table": room.table.table(view, names=names, seat=seat.index),
            "table_text": f"{room.emails.table_template}.txt",
            "table_html": f"{room.emails.table_template}.html",
            "board": ruleset.text_map(view),
            "preview": preview(status, names, reader=seat.index),
            **context,
        },
        pictures=board_pictures(drawing, close=status.may_order(seat.index)),
    )


def preview(status: Status, names: Sequence[str], *, reader: int) -> str:
    """Return what lists of emails show below the subject: "Your turn 21. Anna 58, you 89."."""
    text = (_("Your turn %(turn)s.") if reader in status.to_move else _("Turn %(turn)s.")) % {
        "turn": status.turn}
    if not any(status.scores):
        return text
    called = [_("you") if seat == reader else name for seat, name in enumerate(names)]
    scores = ", ".join(f"{name} {score}"
                       for name, score in zip(called, status.scores, strict=True))
    return f"{text} {capfirst(scores)}."


def board_pictures(drawing: Drawing, *, close: bool) -> tuple[Picture, ...]:
    """Return a picture of the board; with ``close``, also one of the part that the turn is about.

    A board that can be read on a phone as a whole has no such part.
    """
    says = (drawing.label if isinstance(drawing, Layers) else "") or _(
        "The board. The text version of this email shows it in letters.")
    whole = Picture("board", drawing, BOARD_WIDTH, says)
    if not close or not isinstance(drawing, Layers) or drawing.focus is None:
        return (whole,)
    return whole, Picture("close", drawing, drawing.box[0], "", drawing.focus)


def advised(email: OutgoingEmail, content: EmailContent) -> EmailContent:
    """Add suggested orders, and whole turns as links that work without signing in (R13).

    In a learning game, the turns come from the strongest bot.  At a table without suggestions, some
    of the legal orders take their place.
    """
    game, seat = at_table(email)
    parts, view = registry.get(game.ruleset).emails, content.context["view"]
    found = suggested(email, game, seat, view=view, names=content.context["names"])
    links = turn_links.action_urls(game, seat, [turn.order for turn in found.turns],
                                   now=email.created_at, number=email.number)
    turns = [{"order": turn.order, "does": turn.does, "link": link}
             for turn, link in zip(found.turns, links, strict=True)]
    ruleset = event_log.ruleset_of(game)
    legal = () if game.suggests_turns else (
        *possible(ruleset, view, seat=seat.index, most=LISTED),
        *following(ruleset, view, seat=seat.index, most=LISTED))
    return replace(content, context={
        **content.context, "suggestions": found.facts, "turns": turns, "legal": legal,
        "suggestions_text": f"{parts.suggestions_template}.txt",
        "suggestions_html": f"{parts.suggestions_template}.html",
    })


def turn_sections(email: OutgoingEmail, game: Game, seat: Seat) -> dict[str, Any]:
    """Return the context that features add to an email about a turn."""
    found: dict[str, Any] = {}
    for section in features.hooks("turn_section"):
        found |= section(email, game, seat)
    return found


def invitation_sections(email: OutgoingEmail, game: Game) -> dict[str, Any]:
    """Return the context that features add to an invitation."""
    found: dict[str, Any] = {}
    for section in features.hooks("invitation_section"):
        found |= section(email, game)
    return found


def end_sections(email: OutgoingEmail, game: Game, seat: Seat) -> dict[str, Any]:
    """Return the context that features add to an email about the end of a game."""
    found: dict[str, Any] = {}
    for section in features.hooks("end_section"):
        found |= section(email, game, seat)
    return found


def answerable(email: OutgoingEmail, content: EmailContent, *, answers: str = "") -> EmailContent:
    """Add the address to which the reader can reply with orders (R13)."""
    if email.seat is None:
        return content
    address = tokens.reply_address(email.seat, number=email.number, now=email.created_at)
    return replace(content, reply_to=address, takes_orders=bool(address), answers=answers)


def repliable(email: OutgoingEmail, content: EmailContent) -> EmailContent:
    """Add an address for replies that cannot be orders; an order gets an answer that helps."""
    return replace(content, reply_to=tokens.email_reply_address(email))


def news(email: OutgoingEmail, content: EmailContent) -> EmailContent:
    """Add an address for replies, with orders if the reader may give some in the position."""
    may_order = content.context["your_turn"] or content.context["may_act"]
    return (answerable if may_order else repliable)(email, content)


def cover(game: Game) -> tuple[Picture, ...]:
    """Return a picture of the board before the first move, in a tuple."""
    boards, view = registry.get(game.ruleset).boards, continued_games.first_view(game)
    if view is None:
        drawing = boards.standalone_empty_board(event_log.setup_of(game).board)
    else:
        drawing = boards.standalone_board(view, names=names_at(game), heading=harmless(game.name))
    return (Picture("board", drawing, BOARD_WIDTH, _("The board of this table.")),)


def as_named(game: Game) -> Game:
    """Return a copy of the game, not to be saved, whose name and note are not links (R19)."""
    shown = copy.copy(game)
    shown.name, shown.note = harmless(game.name), harmless(game.note)
    return shown


def names_at(game: Game, number: int | None = None) -> list[str]:
    """Return the names of the seats in order, after row ``number`` of the log (None: now).

    None of them is a link (R19).
    """
    if number is None:
        return [harmless(name) for name in history.seat_names(game)]
    return list(past_of(game, None, number=number).names_at(number))


def past_of(game: Game, seat: Seat | None, *, number: int | None = None) -> history.GameHistory:
    """Return the history up to a row (None: until now), with names that are not links (R19)."""
    return history.read_recent(game, seat.index if seat else None, names=names_at(game),
                               number=number, written=harmless)


def harmless(name: str) -> str:
    """Return a name as it may stand in an email: on one line, and no link."""
    return web_addresses.broken(one_line(name))


def about_match(email: OutgoingEmail, game: Game, seat: Seat, *, over: bool) -> list[str]:
    """Return the sentences of features about the game, with names that are not links (R19).

    ``seat`` is that of the reader.
    """
    return [each for say in features.hooks("sentences")
            for each in say(game, over=over, begins=email.number == 1, named=harmless,
                            seat=seat.index)]


def rules_link(game: Game) -> str:
    """Return the absolute URL of the rules of the game that this table plays."""
    return f"{settings.BASE_URL}{addresses.rules_path(registry.get(game.ruleset))}"


def new_table_link(game: Game) -> str:
    """Return the absolute URL of the form for another table of the same game."""
    return f"{settings.BASE_URL}{addresses.new_table_path(registry.get(game.ruleset))}"


def play_link(game: Game, bot: str) -> str:
    """Return the absolute URL of the form to play the same game against this bot."""
    return f"{settings.BASE_URL}{addresses.play_path(registry.get(game.ruleset), bot=bot)}"


def link_to(name: str, *args: str) -> str:
    """Return the absolute URL of a page, for use in an email."""
    return f"{settings.BASE_URL}{reverse(name, args=args)}"


def paragraphs(entries: Iterable[history.HistoryEntry]) -> list[str]:
    """Return a paragraph for each turn, without the sentences on secret decisions."""
    turns: dict[int, list[str]] = {}
    for entry in entries:
        turns.setdefault(entry.turn, []).extend(entry.sentences[entry.secret:])
    return [" ".join(sentences) for sentences in turns.values() if sentences]


def sentences_of_orders(game: Game, seat: Seat, number: int) -> list[str]:
    """Return sentences on all rows of the orders that ended with this row of the log."""
    past = past_of(game, seat, number=number)
    return [sentence for entry in past.of_orders(number) for sentence in entry.sentences]


def sentences(game: Game, seat: Seat | None, number: int) -> list[str]:
    """Return sentences on one row of the log."""
    past = past_of(game, seat, number=number)
    entries = past.entries(after=number - 1)
    return [sentence for entry in entries for sentence in entry.sentences]


def clock(email: OutgoingEmail) -> dict[str, Any] | None:
    """Return the reader's time for the turn that an email is about; None if unlimited.

    That is the time that was known when the email was queued or released.
    """
    # Rendering the email again must give the same bytes, so today's clock does not count.
    game, seat, user = email.game, email.seat, email.user
    if email.deadline is None or game is None or seat is None or user is None:
        return None
    zone = preferences.preferences_of(user).time_zone
    written_at = email.digest.created_at if email.digest else email.created_at
    return {
        "until": time_wording.fixed(email.deadline, zone=zone),
        "left": time_wording.roughly(email.deadline - written_at),
        "extension": taking_over.url(taking_over.EXTENSION, seat, user.pk, to=email.to,
                                     since=history.turn_at(game, email.number)),
    }


def return_link(email: OutgoingEmail) -> str:
    """Return the link by which the reader takes back the seat that a bot plays for them."""
    assert email.seat is not None  # such an email is about a seat
    assert email.user_id is not None
    return taking_over.url(taking_over.RETURN, email.seat, email.user_id, to=email.to,
                           since=email.number)
