"""What each kind of mail has to say: one short function a kind.

Facts come from the log at the mail's row, in the recipient's eyes; words and looks are
the templates' matter (``templates/emails/<kind>.txt`` and ``.html``).
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
from games.outbox.outbox import Obsolete
from games.plain_text import one_line
from games.play import event_log, history
from games.rulesets import registry

BOARD_WIDTH = 1000  # half as much again as is shown: finer takes a worker twice as long
SMALL_WIDTH = 640
SHOWN_GAMES = 6  # with a picture in a digest; the others are told in words


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture inside a mail: SVG, how wide it becomes as PNG, what is said in its place."""

    name: str
    svg: str
    width: int
    says: str


@dataclass(frozen=True, slots=True)
class EmailContent:
    """One mail before it is put into words.

    ``game``    whose thread it belongs to; None for one that tells of several.
    ``context`` what its templates show.  ``reply_to`` is where orders may be sent, "" when
    none are awaited; ``answers`` the Message-ID of the mail this one answers.
    """

    game: Game | None
    context: dict[str, Any] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    reply_to: str = ""
    answers: str = ""
    subject: str = ""  # of one that belongs to no game


def turn(mail: OutgoingEmail) -> EmailContent:
    """It is your turn: what happened, the table, your hand, the board, what you can do."""
    game, seat = at_table(mail)
    _check_turn(mail, game, seat)
    told = history.since_last_turn(game, seat.index, mail.number)
    return answerable(mail, advised(mail, with_board(mail, game, seat, {
        "since": _paragraphs(told),
        "first": told[0].number == 1 if told else False,
        "link": link_to("game", game.code),
    })))


def reminder(mail: OutgoingEmail) -> EmailContent:
    """It has been your turn for a while: the same as the turn's mail, once."""
    return turn(mail)


def started(mail: OutgoingEmail) -> EmailContent:
    """The game has begun: who sits where, who moves first, the deal's commitment."""
    game, seat = at_table(mail)
    if game.status == Game.Status.OVER:
        raise Obsolete("the game is over")
    return with_board(mail, game, seat, {"link": link_to("game", game.code)})


def left(mail: OutgoingEmail) -> EmailContent:
    """Somebody has left the table: who, and who plays on in the seat."""
    game, seat = at_table(mail)
    if game.status == Game.Status.OVER:
        raise Obsolete("the game is over")
    return with_board(mail, game, seat, {
        "told": _sentences(game, seat, mail.number), "link": link_to("game", game.code),
    })


def over(mail: OutgoingEmail) -> EmailContent:
    """The game is over: the result, the final board, the replay, the seed that proves the deal."""
    game, seat = at_table(mail)
    letter = with_board(mail, game, seat, {
        "ending": _sentences(game, seat, mail.number),
        "won": seat.index in (game.result or {}).get("winners", ()),
        "link": link_to("replay", game.code),
        "seed": bytes(game.seed).hex(),
    })
    return replace(letter, pictures=(*letter.pictures, _course(game)))


def invitation(mail: OutgoingEmail) -> EmailContent:
    """Somebody keeps a seat for you: who plays, and the link to accept or decline."""
    game, seat = mail.game, mail.seat
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


def expiring(mail: OutgoingEmail) -> EmailContent:
    """Nobody has joined your table for a while: when it closes, and the link that keeps it open."""
    game, _ = at_table(mail)
    closes = expiry.closes_at(game)
    if game.status != Game.Status.OPEN or closes is None or mail.user is None:
        raise Obsolete("the table goes on waiting, or no longer waits")
    zone = preferences.time_zone_of(preferences.preferences_of(mail.user))
    return EmailContent(game, {
        "closes": closes.astimezone(zone).date(), "days": expiry.WARN_AFTER.days,
        "link": link_to("keep-open", expiry.key(game)), "table": link_to("game", game.code),
    }, pictures=_cover(game))


def expired(mail: OutgoingEmail) -> EmailContent:
    """The table at which you waited was closed, because nobody else joined."""
    game, _ = at_table(mail)
    if not game.expired:
        raise Obsolete("the table was not closed")
    return EmailContent(game, {
        "days": expiry.CLOSE_AFTER.days, "link": link_to("lobby"), "again": link_to("new-game"),
    }, pictures=_cover(game))


def digest(mail: OutgoingEmail) -> EmailContent:
    """Several things in one mail: the games that wait for you first, then what else happened."""
    notes = digests.digest_items(mail)
    if not notes:
        raise Obsolete("nothing in it is true any more")
    told = [_item(note, f"board{i}", now=mail.created_at) for i, note in enumerate(notes)]
    pictures = [_small(note, item["picture"]) for note, item in zip(notes, told, strict=True)]
    for item in told[SHOWN_GAMES:]:
        item["picture"] = ""
    return EmailContent(None, {
        "waiting": [item for item in told if item["waits"]],
        "others": [item for item in told if not item["waits"]],
        "link": link_to("my-games"),
    }, pictures=tuple(pictures[:SHOWN_GAMES]))


def test(mail: OutgoingEmail) -> EmailContent:
    """You asked for a mail to see whether one arrives."""
    return EmailContent(None, {"link": link_to("mail-preferences")})


def moved(mail: OutgoingEmail) -> EmailContent:
    """The address of your account was changed; goes to the old one."""
    return EmailContent(None, {"old": mail.to, "link": link_to("account")},
                  subject="Your email address was changed")


Kinds = dict[str, Callable[[OutgoingEmail], EmailContent]]

KINDS: Kinds = {
    "turn": turn, "reminder": reminder, "started": started, "left": left, "over": over,
    "invitation": invitation, "expiring": expiring, "expired": expired, "digest": digest,
    "test": test, "moved": moved,
}


def at_table(mail: OutgoingEmail) -> tuple[Game, Seat]:
    """The recipient's game and seat; moot when he has left it."""
    if mail.game is None or mail.seat is None or mail.user_id is None or (
        mail.seat.user_id != mail.user_id
    ):
        raise Obsolete("the recipient no longer has this seat")
    return mail.game, mail.seat


def _cover(game: Game) -> tuple[Picture, ...]:
    """The board of a table that has not started."""
    board = event_log.setup_of(game).board
    cover = registry.get(game.ruleset).boards.standalone_empty_board(board)
    return (Picture("board", cover, BOARD_WIDTH, "The board of this table."),)


def _check_turn(mail: OutgoingEmail, game: Game, seat: Seat) -> None:
    """A turn that is over, or begun in another way, needs no mail any more."""
    if game.status != Game.Status.RUNNING or game.to_move != seat.index:
        raise Obsolete("the turn is over")
    if event_log.is_past(game, mail.number):
        raise Obsolete("its reader has begun the turn")


def _paragraphs(told: Iterable[history.HistoryEntry]) -> list[str]:
    """What happened, a paragraph a turn."""
    turns: dict[int, list[str]] = {}
    for entry in told:
        turns.setdefault(entry.turn, []).extend(entry.sentences)
    return [" ".join(sentences) for sentences in turns.values() if sentences]


def _sentences(game: Game, seat: Seat, number: int) -> list[str]:
    """What one row did."""
    entries = history.timeline(game, seat.index, after=number - 1, number=number)
    return [sentence for entry in entries for sentence in entry.sentences]


def with_board(mail: OutgoingEmail, game: Game, seat: Seat, context: dict[str, Any], *,
               view: Any = None) -> EmailContent:
    """The letter with the position after the mail's row, as this seat sees it, or with ``view``."""
    ruleset, room = event_log.ruleset_of(game), registry.get(game.ruleset)
    names = [one_line(name) for name in history.seat_names(game)]
    view = history.view(game, seat.index, mail.number) if view is None else view
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


def advised(mail: OutgoingEmail, letter: EmailContent) -> EmailContent:
    """The letter with what can be ordered, and whole turns as links that need no login (R13)."""
    game, seat = at_table(mail)
    parts = registry.get(game.ruleset).emails
    suggestions = parts.suggestions(
        letter.context["view"], names=letter.context["names"], seat=seat.index)
    turns = [
        {"order": turn.order, "does": turn.does, "link": action_links.action_url(
            game, seat, turn.order, now=mail.created_at, number=mail.number)}
        for turn in suggestions.get("turns", ())
    ]
    return replace(letter, context={
        **letter.context, "suggestions": suggestions, "turns": turns,
        "suggestions_text": f"{parts.suggestions_template}.txt",
        "suggestions_html": f"{parts.suggestions_template}.html",
    })


def answerable(mail: OutgoingEmail, letter: EmailContent, *, answers: str = "") -> EmailContent:
    """The letter with the address its reader answers to with orders (R13)."""
    if mail.seat is None:
        return letter
    address = turn_tokens.reply_address(mail.seat, number=mail.number, now=mail.created_at)
    return replace(letter, reply_to=address, answers=answers)


def _course(game: Game) -> Picture:
    """The scores of a finished game, when everything may be seen."""
    steps = list(event_log.transitions(game, event_log.logged_moves(game)))
    svg = registry.get(game.ruleset).emails.chart(
        [step.after for step in steps], [step.row.move for step in steps],
        names=[one_line(name) for name in history.seat_names(game)])
    return Picture("scores", svg, BOARD_WIDTH, "The scores from the first turn to the last.")


def _item(note: digests.DigestItem, picture: str, *, now: datetime) -> dict[str, Any]:
    game, seat, kind = note.game, note.seat, note.mail.kind
    told = (_paragraphs(history.since_last_turn(game, seat.index)) if note.waits
            else _sentences(game, seat, note.mail.number))
    return {
        "game": game,
        "kind": kind,
        "waits": note.waits,
        "told": told,
        "picture": picture,
        "scores": _scores(game),
        "won": seat.index in (game.result or {}).get("winners", ()),
        "link": link_to("replay" if kind == "over" else "game", game.code),
        "reply_to": turn_tokens.reply_address(seat, number=game.number, now=now)
        if note.waits
        else "",
    }


def _scores(game: Game) -> list[Mapping[str, Any]]:
    return [{"name": name, "score": seat.score}
            for name, seat in zip(history.seat_names(game), game.seats.all(), strict=True)]


def _small(note: digests.DigestItem, name: str) -> Picture:
    view = history.view(note.game, note.seat.index)
    svg = registry.get(note.game.ruleset).boards.standalone_thumbnail(view)
    return Picture(name, svg, SMALL_WIDTH, f"The board of {note.game.name}.")


def link_to(name: str, *args: str) -> str:
    return f"{settings.BASE_URL}{reverse(name, args=args)}"
