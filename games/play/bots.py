"""Bots at the table: they move through the same door as everybody and see only their view.

Owns when a bot plays and what it is told; not how it thinks (the ruleset's bots do).
"""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from engine.errors import Stale
from engine.ruleset import Bot, Ruleset
from games import task_queue
from games.models import Game, LoggedMove, Seat
from games.play import event_log, turns
from games.refusals import Closed, Foreign

IDLE = timedelta(seconds=20)


def default_bot(ruleset: Ruleset) -> str:
    """The bot that fills a seat when nobody says which."""
    return next(iter(ruleset.bots))


def describe_bots(ruleset: Ruleset, seats: Iterable[Seat]) -> str:
    """Who of these seats is a bot and how it plays, in sentences; "" for none."""
    told, kinds = [], defaultdict[str, list[str]](list)
    for seat in seats:
        if seat.bot and seat.left_by_id is None:
            kinds[_bot(ruleset, seat.bot).title].append(seat.name)
        elif seat.bot:
            told.append(f"A bot that {_bot(ruleset, seat.bot).title} sits in for {seat.name}.")
    for title, (*names, last) in kinds.items():
        told.append(f"{', '.join(names)} and {last} are bots; each {title}." if names
                    else f"{last} is a bot that {title}.")
    return " ".join(told)


def play(game_id: int, *, now: datetime) -> int:
    """Plays the turn of the bot that is to move; returns the number of moves, 0 for no bot.

    Harmless when called twice or at the same time: every move has its key, so that a second
    caller gets the first one's receipts.
    """
    turn = None
    for moves in range(1000):
        game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).first()
        if game is None or turn not in (None, game.turn):
            return moves
        turn = game.turn
        if not _move(game, now=now):
            return moves
    raise RuntimeError(f"the bot's turn {turn} in game {game_id} does not end")


def _move(game: Game, *, now: datetime) -> bool:
    """One move of the bot on turn; False when there is none or somebody was faster."""
    seat = _bot_on_turn(game)
    if seat is None:
        return False
    number, ruleset = game.number, event_log.ruleset_of(game)
    state, _ = event_log.latest_state(game)
    view = ruleset.view(state, seat.index)
    move = _bot(ruleset, seat.bot).choose(view, salt=salt(game, number))
    try:
        turns.submit(game, seat=seat.index, text=ruleset.format(move, view), number=number,
                     key=f"bot:{number}", actor=LoggedMove.Actor.BOT, now=now)
    except (Stale, Closed, Foreign):
        return False
    return True


def _bot_on_turn(game: Game) -> Seat | None:
    if game.to_move is None:
        return None
    return Seat.objects.filter(game=game, index=game.to_move).exclude(bot="").first()


def _bot(ruleset: Ruleset, name: str) -> Bot:
    return ruleset.bots.get(name) or ruleset.bots[default_bot(ruleset)]


def salt(game: Game, number: int) -> bytes:
    """A bot's whim for its move after row ``number``: from the game's secret, so repeatable."""
    return hmac.digest(event_log.key_of(game), f"bot:{number}".encode("ascii"), "sha256")


def sweep(now: datetime) -> list[int]:
    """Announces anew every bot's turn that nobody seems to play; the games' ids."""
    bot = Seat.objects.filter(game=OuterRef("pk"), index=OuterRef("to_move")).exclude(bot="")
    idle = Game.objects.filter(Exists(bot), status=Game.Status.RUNNING, moved_at__lte=now - IDLE)
    ids = list(idle.order_by("moved_at").values_list("pk", flat=True)[:500])
    for game_id in ids:
        if not task_queue.send_task("play_bot", game_id):
            break
    return ids
