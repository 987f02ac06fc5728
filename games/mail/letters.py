"""What each kind of mail has to say: one short function a kind.

Facts come from the log at the mail's row, in the recipient's eyes; words and looks are
the templates' matter (``templates/mail/<kind>.txt`` and ``.html``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.urls import reverse

from engine import registry
from games import presenting
from games.models import Game, Mail, Seat
from games.services import positions, tokens
from games.services.post import Moot


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail before it is put into words.

    ``game``    whose thread it belongs to.  ``picture`` is SVG, "" for a mail without one.
    ``context`` what its templates show.  ``reply_to`` is where orders may be sent, "" when
    none are awaited; ``answers`` the Message-ID of the mail this one answers.
    """

    game: Game
    context: dict[str, Any] = field(default_factory=dict)
    picture: str = ""
    reply_to: str = ""
    answers: str = ""


def turn(mail: Mail) -> Letter:
    """It is your turn: what happened, the table, your hand, the board, where to move."""
    game, seat = at_table(mail)
    entries = positions.since(game, seat.index, mail.number)
    return answerable(mail, with_board(mail, game, seat, {
        "since": [sentence for entry in entries for sentence in entry.sentences],
        "link": link_to("game", game.code),
    }))


def started(mail: Mail) -> Letter:
    """The game has begun: who sits where, who moves first, the deal's commitment."""
    game, seat = at_table(mail)
    return with_board(mail, game, seat, {"link": link_to("game", game.code)})


def over(mail: Mail) -> Letter:
    """The game is over: the result, the final board, the replay, the seed that proves the deal."""
    game, seat = at_table(mail)
    last = positions.timeline(game, seat.index, after=mail.number - 1, number=mail.number)
    return with_board(mail, game, seat, {
        "ending": [sentence for entry in last for sentence in entry.sentences],
        "won": seat.index in (game.result or {}).get("winners", ()),
        "link": link_to("replay", game.code),
        "seed": bytes(game.seed).hex(),
    })


def invitation(mail: Mail) -> Letter:
    """Somebody keeps a seat for you: who plays, and the link to accept or decline."""
    game, seat = mail.game, mail.seat
    if game is None or seat is None or seat.status != Seat.Status.INVITED:
        raise Moot("the invitation was answered or withdrawn")
    if game.status != Game.Status.OPEN:
        raise Moot("the table is no longer open")
    return Letter(game, {
        "host": game.created_by.shown_name if game.created_by else "Somebody",
        "others": [other.name for other in game.seats.all() if other.name],
        "size": game.seats.count(),
        "link": link_to("invitation", game.code, seat.invite_token),
    })


Kinds = dict[str, Callable[[Mail], Letter]]

KINDS: Kinds = {
    "turn": turn, "started": started, "over": over, "invitation": invitation,
}


def at_table(mail: Mail) -> tuple[Game, Seat]:
    """The recipient's game and seat; moot when he has left it."""
    if mail.game is None or mail.seat is None or mail.seat.user_id != mail.user_id:
        raise Moot("the recipient no longer has this seat")
    return mail.game, mail.seat


def with_board(mail: Mail, game: Game, seat: Seat, context: dict[str, Any], *,
               view: Any = None) -> Letter:
    """The letter with the position after the mail's row, as this seat sees it, or with ``view``."""
    ruleset, presenter = registry.get(game.ruleset), presenting.get(game.ruleset)
    names = positions.names(game)
    view = positions.view(game, seat.index, mail.number) if view is None else view
    status = ruleset.status(view)
    return Letter(
        game,
        {
            "seat": seat,
            "names": names,
            "colours": ruleset.colours,
            "turn": status.turn,
            "over": status.over,
            "movers": [names[index] for index in status.to_move if index != seat.index],
            "mine": seat.index in status.to_move,
            "table": presenter.table(view, names=names, seat=seat.index),
            "table_text": f"mail/{game.ruleset}/table.txt",
            "table_html": f"mail/{game.ruleset}/table.html",
            "board": ruleset.text_board(view),
            **context,
        },
        picture=presenter.picture(view, names=names, heading=game.name),
    )


def answerable(mail: Mail, letter: Letter, *, answers: str = "") -> Letter:
    """The letter with the address its reader answers to with orders (R13)."""
    if mail.seat is None:
        return letter
    address = tokens.reply_address(mail.seat, number=mail.number, now=mail.created_at)
    return replace(letter, reply_to=address, answers=answers)


def link_to(name: str, *args: str) -> str:
    return f"{settings.BASE_URL}{reverse(name, args=args)}"
