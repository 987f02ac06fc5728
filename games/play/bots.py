"""Bots at the table: they submit moves like everybody else and see only their seat's view.

Owns when a bot plays and what it gets to see.  How it chooses a move is up to the bots of each
ruleset.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, ngettext

from engine.ruleset import Ruleset
from engine.translation import list_with_and
from games.base import task_queue
from games.models import Game, Seat
from games.play import bot_answers
from games.play.bot_tasks import by_task, get_bot, task_of
from games.play.bot_tasks import default_bot as default_bot
from games.play.bot_turns import BotTurn
from games.play.bot_turns import salt as salt

IDLE = timedelta(seconds=20)  # without a move, before a bot's turn is announced again
MAX_PLANS = 1000  # of one turn
_TO_ACT = Q(to_move=True) | Q(unanswered=True)


def describe_bots(ruleset: Ruleset, seats: Iterable[Seat]) -> str:
    """Sentences that say which of these seats are bots and how they play; "" for none."""
    sentences, names_by_style = [], defaultdict[str, list[str]](list)
    for seat in seats:
        if not seat.bot:
            continue
        style = gettext(get_bot(ruleset, seat.bot).title)
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


def play(game_id: int, *, now: datetime, task: str = "", seconds: float | None = None,
         falls_back: bool = True, clock: Callable[[], datetime] | None = None) -> int:
    """Plays the whole turn of the bots to move; returns the number of moves, 0 without a bot.

    Bots that somebody has offered something answer first: it may be gone after the next move.
    In a game that all people have left, bots wait for somebody to come back (``games.absence``).
    ``task`` plays only its own kind of bots (``bot_tasks``), "" all of them.  ``seconds`` is the
    time of a turn if it is not the site's.  Without ``falls_back``, exceptions of bots are raised.
    ``clock`` says what time it is when a bot has thought; without it, thinking takes no time.

    Safe to call twice or concurrently: each plan has its own key, so a second caller gets the
    receipts of the first one.
    """
    bot_turn = BotTurn(seconds=settings.BOT_SECONDS if seconds is None else seconds,
                       falls_back=falls_back, clock=clock or (lambda: now), now=now)
    turn, total = None, 0
    for _ in range(MAX_PLANS):
        game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING,
                                   deserted_at=None).first()
        if game is None or turn not in (None, game.turn):
            return total
        turn = game.turn
        seat = _bot_to_act(game, task)
        if seat is not None and seat.unanswered:
            answered = bot_answers.answer(bot_turn, game, seat)
            if answered is None:
                return total
            total += answered
            continue
        moves = bot_turn.play_plan(game, seat) if seat else 0
        if not moves:
            return total
        total += moves
    raise RuntimeError(f"the bot's turn {turn} in game {game_id} does not end")


def _bot_to_act(game: Game, task: str) -> Seat | None:
    """A seat that a bot plays in this task, for good or only for this turn: first one to answer."""
    seats = Seat.objects.filter(_TO_ACT, game=game).exclude(bot="", stand_in="")
    mine = [seat for seat in seats if task in ("", task_of(game, seat))]
    return min(mine, key=lambda seat: not seat.unanswered, default=None)


def seats_to_answer() -> QuerySet[Seat]:
    """The bots' seats that have yet to look at an offer, in games that do not rest."""
    return Seat.objects.filter(unanswered=True, rests=False).exclude(bot="").order_by()


def seats_to_move() -> QuerySet[Seat]:
    """The seats that a bot is to move, in games that do not rest; an index has just these."""
    return Seat.objects.filter(to_move=True, rests=False).exclude(bot="", stand_in="").order_by()


def sweep(now: datetime) -> list[int]:
    """Announces bots' turns again that have not been played yet; returns the games' ids."""
    idle = Game.objects.filter(status=Game.Status.RUNNING, deserted_at=None,
                               moved_at__lte=now - IDLE).order_by("moved_at", "pk")
    found: list[int] = []
    for (task, to_move), (_, to_answer) in zip(
            by_task(seats_to_move()), by_task(seats_to_answer()), strict=True):
        waiting = to_move.values("game").union(to_answer.values("game"))
        found += task_queue.announce(task, idle.filter(pk__in=waiting), now=now)
    return found
