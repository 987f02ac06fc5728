"""Bots at the table: they submit moves like everybody else and see only their seat's view.

Owns when a bot plays and what it gets to see.  How it chooses a move is up to the bots of each
ruleset.
"""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext

from engine.bot_plans import next_move
from engine.errors import Stale
from engine.ruleset import Bot, Ruleset
from engine.translation import list_with_and
from games import activities, task_queue
from games.models import Game, LoggedMove, Seat
from games.play import event_log, turns
from games.refusals import Closed, Foreign

IDLE = timedelta(seconds=20)  # without a move, before a bot's turn is announced again


def default_bot(ruleset: Ruleset) -> str:
    """The name of the bot that fills a seat when nobody has chosen one."""
    return next(iter(ruleset.bots))


def describe_bots(ruleset: Ruleset, seats: Iterable[Seat]) -> str:
    """Sentences that say which of these seats are bots and how they play; "" for none."""
    sentences, names_by_style = [], defaultdict[str, list[str]](list)
    for seat in seats:
        if not seat.bot:
            continue
        style = gettext(_get_bot(ruleset, seat.bot).title)
        if not seat.is_vacant:
            names_by_style[style].append(seat.name)
        else:
            sentences.append(gettext("A bot is playing for %(name)s (playing style: %(style)s).")
                             % {"name": seat.name, "style": style})
    for style, names in names_by_style.items():
        sentences.append(ngettext(
            "%(names)s is a bot (playing style: %(style)s).",
            "%(names)s are bots (playing style: %(style)s).", len(names),
        ) % {"names": list_with_and(names), "style": style})
    return " ".join(sentences)


def play(game_id: int, *, now: datetime) -> int:
    """Plays the whole turn of the bots to move; returns the number of moves, 0 without a bot.

    In a game that all people have left, bots wait for somebody to come back (``games.absence``).

    Safe to call twice or concurrently: each move has its own key, so a second caller gets the
    receipts of the first one.
    """
    turn = None
    for moves in range(1000):
        game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING,
                                   deserted_at=None).first()
        if game is None or turn not in (None, game.turn):
            return moves
        turn = game.turn
        if not _move(game, now=now):
            return moves
    raise RuntimeError(f"the bot's turn {turn} in game {game_id} does not end")


def _move(game: Game, *, now: datetime) -> bool:
    """Plays one move of a bot to move; False if there is none or somebody else was faster."""
    seat = _bot_to_move(game)
    if seat is None:
        return False
    number, ruleset = game.number, event_log.ruleset_of(game)
    state, _ = event_log.latest_state(game)
    view = ruleset.view(state, seat.index)
    name = seat.bot or seat.stand_in
    with activities.about(game, activities.BOT, seat=seat.index, bot=name):
        move = next_move(_get_bot(ruleset, name), view, seat=seat.index, salt=salt(game, number))
    try:
        turns.submit(game, seat=seat.index, user_id=None, text=ruleset.format(move, view),
                     number=number, key=f"bot:{number}", actor=LoggedMove.Actor.BOT, now=now)
    except (Stale, Closed, Foreign):
        return False
    return True


def _bot_to_move(game: Game) -> Seat | None:
    """A seat to move that a bot plays, for good or only for this turn."""
    return Seat.objects.filter(game=game, to_move=True).exclude(bot="", stand_in="").first()


def _get_bot(ruleset: Ruleset, name: str) -> Bot:
    return ruleset.bots.get(name) or ruleset.bots[default_bot(ruleset)]


def salt(game: Game, number: int) -> bytes:
    """The random salt of a bot's move after row ``number``: secret, but the same every time."""
    return hmac.digest(event_log.key_of(game), f"bot:{number}".encode("ascii"), "sha256")


def seats_to_move() -> QuerySet[Seat]:
    """The seats that a bot is to move, in games that do not rest; an index has just these."""
    return Seat.objects.filter(to_move=True, rests=False).exclude(bot="", stand_in="").order_by()


def sweep(now: datetime) -> list[int]:
    """Announces bots' turns again that have not been played yet; returns the games' ids."""
    idle = Game.objects.filter(pk__in=seats_to_move().values("game"), status=Game.Status.RUNNING,
                               deserted_at=None, moved_at__lte=now - IDLE)
    return task_queue.announce("play_bot", idle.order_by("moved_at", "pk"), now=now)
