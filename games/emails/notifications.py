"""What the emails about games say: one short function for each kind of email.

The facts come from the log at the email's row, as the recipient may see it.  The wording and the
look are in the templates (``templates/emails/<kind>.txt`` and ``.html``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.inbox import action_links, turn_tokens
from games.lobby import expiry
from games.models import Game, OutgoingEmail, Seat
from games.outbox import digest as digests
from games.outbox import preferences
from games.outbox.delivery import Obsolete
from games.plain_text import one_line
from games.play import event_log, history
from games.rulesets import registry

BOARD_WIDTH = 1000  # pixels: 1.5 times the width shown; 2 times would take twice as long to draw
SMALL_WIDTH = 640
MAX_PICTURES = 6  # in a digest; further games are described in words only


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in an email: an SVG, its width as a PNG in pixels, and its alternative text."""

    name: str
    svg: str
    width: int
    says: str


@dataclass(frozen=True, slots=True)
class EmailContent:
    """What one email says, before it is rendered.

    ``game`` is the game whose thread it belongs to, None if it is about several games.
    ``context`` is the context of its templates.  ``reply_to`` is the address for orders, "" if
    it takes none.  ``answers`` is the Message-ID of the email that this one replies to.
    """

    game: Game | None
    context: dict[str, Any] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    reply_to: str = ""
    answers: str = ""
    subject: str = ""  # only if it is not about a game


def turn(email: OutgoingEmail) -> EmailContent:
    """It is your turn: recent events, the table, your hand, the board, what you can do."""
    game, seat = at_table(email)
    _check_turn(email, game, seat)
    past = history.read(game, seat.index, number=email.number)
    recent = past.since_last_turn()
    return answerable(email, advised(email, with_board(email, game, seat, {
        "since": _paragraphs(recent),
        "first": recent[0].number == 1 if recent else False,
        "link": link_to("game", game.code),
    }, view=past.view(email.number))))


def reminder(email: OutgoingEmail) -> EmailContent:
    """It has been your turn for a while: repeats the turn email once."""
    return turn(email)


def started(email: OutgoingEmail) -> EmailContent:
    """The game has started: the seats, the first player, and the commitment to the seed."""
    game, seat = at_table(email)
    if game.status == Game.Status.OVER:
        raise Obsolete("the game is over")
    return with_board(email, game, seat, {"link": link_to("game", game.code)})


def left(email: OutgoingEmail) -> EmailContent:
    """A player has left the game, and a bot has taken over their seat."""
    game, seat = at_table(email)
    if game.status == Game.Status.OVER:
        raise Obsolete("the game is over")
    return with_board(email, game, seat, {
        "told": _sentences(game, seat, email.number), "link": link_to("game", game.code),
    })


def over(email: OutgoingEmail) -> EmailContent:
    """The game is over: the result, the final board, the replay, and the seed of the deal."""
    game, seat = at_table(email)
    content = with_board(email, game, seat, {
        "ending": _sentences(game, seat, email.number),
        "won": seat.index in (game.result or {}).get("winners", ()),
        "link": link_to("replay", game.code),
        "seed": bytes(game.seed).hex(),
    })
    return replace(content, pictures=(*content.pictures, _course(game)))


def invitation(email: OutgoingEmail) -> EmailContent:
    """You are invited: who is playing, and the link to accept or decline."""
    game, seat = email.game, email.seat
    if game is None or seat is None or seat.status != Seat.Status.INVITED:
        raise Obsolete("the invitation was answered or withdrawn")
    if game.status != Game.Status.OPEN:
        raise Obsolete("the table is no longer open")
    return EmailContent(game, {
        "host": game.created_by.shown_name if game.created_by else "Somebody",
        "others": [other.name for other in game.seats.all() if other.name],
        "size": game.seats.count(), "again": game.rematch_of if seat.kept_for_id else None,
        "title": registry.get(game.ruleset).title,
        "rules": link_to("rules"),
        "link": link_to("invitation", game.code, seat.invite_token),
    }, pictures=_cover(game))


def expiring(email: OutgoingEmail) -> EmailContent:
    """Nobody has joined your table: when it will close, and the link that keeps it open."""
    game, _ = at_table(email)
    closes = expiry.closes_at(game)
    if game.status != Game.Status.OPEN or closes is None or email.user is None:
        raise Obsolete("the table goes on waiting, or no longer waits")
    zone = preferences.time_zone_of(preferences.preferences_of(email.user))
    return EmailContent(game, {
        "closes": closes.astimezone(zone).date(), "days": expiry.WARN_AFTER.days,
        "link": link_to("keep-open", expiry.link_key(game)), "table": link_to("game", game.code),
    }, pictures=_cover(game))


def expired(email: OutgoingEmail) -> EmailContent:
    """The table at which you were waiting has closed, because nobody joined."""
    game, _ = at_table(email)
    if not game.expired:
        raise Obsolete("the table was not closed")
    return EmailContent(game, {
        "days": expiry.CLOSE_AFTER.days, "link": link_to("lobby"), "again": link_to("new-game"),
    }, pictures=_cover(game))


def digest(email: OutgoingEmail) -> EmailContent:
    """Several emails in one: first the games where it is your turn, then all other news."""
    items = digests.digest_items(email)
    if not items:
        raise Obsolete("nothing in it is true any more")
    shown = [_item(item, f"board{i}", now=email.created_at) for i, item in enumerate(items)]
    pictures = [_small(item, entry["picture"])
                for item, entry in zip(items, shown, strict=True)][:MAX_PICTURES]
    for entry in shown[MAX_PICTURES:]:
        entry["picture"] = ""
    return EmailContent(None, {
        "waiting": [entry for entry in shown if entry["waits"]],
        "others": [entry for entry in shown if not entry["waits"]],
        "link": link_to("my-games"),
    }, pictures=tuple(pictures))


def test(email: OutgoingEmail) -> EmailContent:
    """A test email, which you asked for to see whether it arrives."""
    return EmailContent(None, {"link": link_to("mail-preferences")})


def moved(email: OutgoingEmail) -> EmailContent:
    """The address of your account was changed; this email goes to the old one."""
    return EmailContent(None, {"old": email.to, "link": link_to("account")},
                  subject="Your email address was changed")


Kinds = dict[str, Callable[[OutgoingEmail], EmailContent]]

KINDS: Kinds = {
    "turn": turn, "reminder": reminder, "started": started, "left": left, "over": over,
    "invitation": invitation, "expiring": expiring, "expired": expired, "digest": digest,
    "test": test, "moved": moved,
}


def at_table(email: OutgoingEmail) -> tuple[Game, Seat]:
    """The recipient's game and seat; raises Obsolete if they have left the seat."""
    if email.game is None or email.seat is None or email.user_id is None or (
        email.seat.user_id != email.user_id
    ):
        raise Obsolete("the recipient no longer has this seat")
    return email.game, email.seat


def _cover(game: Game) -> tuple[Picture, ...]:
    """A picture of the board of a game that has not started."""
    board = event_log.setup_of(game).board
    cover = registry.get(game.ruleset).boards.standalone_empty_board(board)
    return (Picture("board", cover, BOARD_WIDTH, "The board of this table."),)


def _check_turn(email: OutgoingEmail, game: Game, seat: Seat) -> None:
    """Raises Obsolete if the turn is over or its player has already begun it."""
    if game.status != Game.Status.RUNNING or not seat.to_move:
        raise Obsolete("the turn is over")
    if event_log.is_past(game, email.number, seat=seat.index):
        raise Obsolete("its reader has begun the turn")


def _paragraphs(entries: Iterable[history.HistoryEntry]) -> list[str]:
    """What happened, one paragraph for each turn."""
    turns: dict[int, list[str]] = {}
    for entry in entries:
        turns.setdefault(entry.turn, []).extend(entry.sentences)
    return [" ".join(sentences) for sentences in turns.values() if sentences]


def _sentences(game: Game, seat: Seat, number: int) -> list[str]:
    """What happened in one row of the log."""
    entries = history.read(game, seat.index, number=number).entries(after=number - 1)
    return [sentence for entry in entries for sentence in entry.sentences]


def with_board(email: OutgoingEmail, game: Game, seat: Seat, context: dict[str, Any], *,
               view: Any = None) -> EmailContent:
    """Content with this context and the position, shown in full.

    The position is the one after the email's row as the seat may see it, or else ``view``.
    """
    ruleset, room = event_log.ruleset_of(game), registry.get(game.ruleset)
    names = [one_line(name) for name in history.seat_names(game)]
    view = history.view(game, seat.index, email.number) if view is None else view
    status = ruleset.status(view)
    svg = room.boards.standalone_board(view, names=names, heading=one_line(game.name))
    return EmailContent(
        game,
        {
            "seat": seat,
            "view": view,
            "names": names,
            "colours": ruleset.colours,
            "turn": status.turn,
            "over": status.over,
            "movers": [names[index] for index in status.to_move if index != seat.index],
            "mine": seat.index in status.to_move,
            "begun": not status.fresh,
            "room": room,
            "table": room.table.table(view, names=names, seat=seat.index),
            "table_text": f"{room.emails.table_template}.txt",
            "table_html": f"{room.emails.table_template}.html",
            "board": ruleset.text_board(view),
            **context,
        },
        pictures=(Picture("board", svg, BOARD_WIDTH,
                          "The board: the text part of this mail shows it in letters."),),
    )


def advised(email: OutgoingEmail, content: EmailContent) -> EmailContent:
    """Adds suggested orders, and whole turns as links that work without signing in (R13)."""
    game, seat = at_table(email)
    parts = registry.get(game.ruleset).emails
    suggestions = parts.suggestions(
        content.context["view"], names=content.context["names"], seat=seat.index)
    turns = [
        {"order": turn.order, "does": turn.does, "link": action_links.action_url(
            game, seat, turn.order, now=email.created_at, number=email.number)}
        for turn in suggestions.get("turns", ())
    ]
    return replace(content, context={
        **content.context, "suggestions": suggestions, "turns": turns,
        "suggestions_text": f"{parts.suggestions_template}.txt",
        "suggestions_html": f"{parts.suggestions_template}.html",
    })


def answerable(email: OutgoingEmail, content: EmailContent, *, answers: str = "") -> EmailContent:
    """Adds the address to which the reader can reply with orders (R13)."""
    if email.seat is None:
        return content
    address = turn_tokens.reply_address(email.seat, number=email.number, now=email.created_at)
    return replace(content, reply_to=address, answers=answers)


def _course(game: Game) -> Picture:
    """A chart of the scores of a finished game."""
    names = [one_line(name) for name in history.seat_names(game)]
    past = history.read(game, None, names=names)
    svg = registry.get(game.ruleset).emails.chart(past.views(), past.moves, names=names)
    return Picture("scores", svg, BOARD_WIDTH, "The scores from the first turn to the last.")


def _item(item: digests.DigestItem, picture: str, *, now: datetime) -> dict[str, Any]:
    """An item of a digest, as its templates take it."""
    game, seat, kind = item.game, item.seat, item.email.kind
    news = (_paragraphs(history.read(game, seat.index).since_last_turn()) if item.is_turn
            else _sentences(game, seat, item.email.number))
    return {
        "game": game,
        "kind": kind,
        "waits": item.is_turn,
        "told": news,
        "picture": picture,
        "scores": _scores(game),
        "won": seat.index in (game.result or {}).get("winners", ()),
        "link": link_to("replay" if kind == "over" else "game", game.code),
        "reply_to": turn_tokens.reply_address(seat, number=game.number, now=now)
        if item.is_turn
        else "",
    }


def _scores(game: Game) -> list[Mapping[str, Any]]:
    return [{"name": name, "score": seat.score}
            for name, seat in zip(history.seat_names(game), game.seats.all(), strict=True)]


def _small(item: digests.DigestItem, name: str) -> Picture:
    view = history.view(item.game, item.seat.index)
    svg = registry.get(item.game.ruleset).boards.standalone_thumbnail(view)
    return Picture(name, svg, SMALL_WIDTH, f"The board of {item.game.name}.")


def link_to(name: str, *args: str) -> str:
    """The absolute URL of a page, for use in an email."""
    return f"{settings.BASE_URL}{reverse(name, args=args)}"
