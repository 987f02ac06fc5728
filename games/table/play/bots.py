"""Bots at the table: they submit moves like everybody else and see only their seat's view.

Owns when a bot plays, how long it may think and what it gets to see.  How it chooses a move is up
to the bots of each ruleset.  A bot that fails, or plans what is not legal, is a mistake of ours: it
is kept for operators, and a simple bot plays the rest of the turn, so that the game goes on.  While
nobody waits for a bot, it may accept what is offered to its seat, once for each offer.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, ngettext

from alexandros_rules import orders
from alexandros_rules.bot_plans import TurnTime
from alexandros_rules.errors import Refusal, Stale
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import AnsweringBot, Bot, Ruleset
from alexandros_rules.translation import list_with_and
from games.base import failures, log_context, task_queue
from games.base.refusals import Closed, Foreign
from games.base.thinker import THINKER, Interrupted, Overdue
from games.models import Game, LoggedMove, Seat, User
from games.table.play import event_log, turns
from games.table.play.bot_tasks import by_task, get_bot, name_of_bot, simple_bot, task_of
from games.table.play.bot_tasks import default_bot as default_bot

log = logging.getLogger(__name__)


class BadPlan(Exception):
    """The exception for a bot's plan that was refused."""


class _Failed(Exception):
    """The exception for a failed bot; its cause is the bot's own exception."""


class BotTurn:
    """A turn of the bots to move in a game: all that their plans have in common.

    ``seconds`` is the time of each seat.  With ``falls_back``, a simple bot plays on for one that
    fails; otherwise its exception is raised.  ``clock`` is asked again after a bot has thought,
    so that the next player does not begin their turn in the past.
    """

    def __init__(self, *, seconds: float, falls_back: bool, clock: Callable[[], datetime],
                 now: datetime) -> None:
        self._seconds, self._falls_back, self._clock = seconds, falls_back, clock
        self._now = now
        self._times: dict[int, TurnTime] = {}
        self._failed: set[int] = set()

    def play_plan(self, game: Game, seat: Seat) -> int:
        """Play the next plan for this seat, and return its number of moves.

        The number is 0 if somebody else was faster, or if the service is being stopped.
        """
        name, simple = name_of_bot(seat), simple_bot(event_log.ruleset_of(game))
        try:
            if seat.index in self._failed:
                return self._play(game, seat, simple)
            try:
                return self._play(game, seat, name)
            except _Failed as failed:
                if not self._falls_back or name == simple:
                    raise
                self._note(failed, seat)
                return self._play(game, seat, simple)
        except _Failed as failed:
            raise failed.__cause__ or failed from None

    def _note(self, failed: _Failed, seat: Seat) -> None:
        self._failed.add(seat.index)
        self.keep(failed.__cause__, so="a simple one plays the rest of its turn")

    def answer(self, game: Game, seat: Seat) -> list[str]:
        """Return a bot's answer to what is offered to its seat, as orders; mostly none.

        Raises what the bot raises, or Interrupted if the service is being stopped.
        """
        bot = get_bot(event_log.ruleset_of(game), seat.bot)
        if not isinstance(bot, AnsweringBot):
            return []
        ruleset, view = _seen(game, seat)
        with log_context.about(game, log_context.BOT, seat=seat.index, bot=seat.bot):
            moves = self._ask(bot, bot.answer, view, game=game, seat=seat)
            return written(ruleset, view, moves, seat=seat.index)

    @property
    def now(self) -> datetime:
        """The time after what bots have thought so far."""
        return self._now

    def keep(self, error: BaseException | None, *, so: str) -> None:
        """Store and log a bot's mistake for operators, or raise it; ``so`` says what follows.

        That the machine is too busy for a bot is nobody's mistake, and only logged.
        """
        if not self._falls_back and error is not None:
            raise error
        if isinstance(error, Overdue):
            log.warning("the machine is too busy for a bot; %s", so)
            return
        failures.keep(error, now=self._now)
        log.error("a bot failed; %s", so, exc_info=error)

    def _play(self, game: Game, seat: Seat, name: str) -> int:
        """Let a bot plan for this seat, and submit its plan.  Raises _Failed."""
        number = game.number
        ruleset, view = _seen(game, seat)
        details: dict[str, Any] = {"seat": seat.index, "bot": name}
        try:
            with log_context.about(game, log_context.BOT, **details):
                plan = written(ruleset, view, self._plan(game, view, seat, name), seat=seat.index)
        except Interrupted:
            return 0
        except Exception as error:
            raise _Failed from error
        try:
            receipt = turns.submit(game, seat=seat.index, user_id=None, text=plan, number=number,
                                   key=f"bot:{number}", actor=LoggedMove.Actor.BOT, now=self._now)
        except (Stale, Closed, Foreign):
            return 0
        except Refusal as refusal:
            raise _Failed from bad_plan(refusal, game, plan=plan, **details)
        return len(receipt.rows)

    def _plan(self, game: Game, view: Any, seat: Seat, name: str) -> Sequence[Any]:
        bot = get_bot(event_log.ruleset_of(game), name)
        return self._ask(bot, bot.plan, view, game=game, seat=seat)

    def _ask(self, bot: Bot, question: Callable[..., Sequence[Any]], view: Any, *, game: Game,
             seat: Seat) -> Sequence[Any]:
        """Call the bot's method, in the process for thinking if the bot thinks."""
        secret = salt(game, game.number)
        if seat.index not in self._times:
            self._times[seat.index] = TurnTime(self._seconds, time.monotonic)
        left = self._times[seat.index]
        if bot.thinks:
            try:
                return list(THINKER.ask(question, view, seat=seat.index, salt=secret,
                                        seconds=left.share()))
            finally:
                self._now = self._clock()
        return question(view, seat=seat.index, salt=secret, has_time=left.has_time())


def _seen(game: Game, seat: Seat) -> tuple[Ruleset, Any]:
    """Return the rules and the seat's view, with all that everybody remembers."""
    # Snapshots leave out what is only remembered, such as which cards were shuffled together.
    state = event_log.state_at(game, number=game.number)
    return event_log.ruleset_of(game), event_log.ruleset_of(game).view(state, seat.index)


def written(ruleset: Ruleset, view: Any, plan: Sequence[Any], *, seat: int) -> list[str]:
    """Return a plan as orders, up to and with the first that is not legal."""
    lines: list[str] = []
    for move in plan[:orders.MAX_MOVES]:
        lines.append(ruleset.format(move, view))
        try:
            events = ruleset.decide(view, move, ruleset.unknown_chance(), seat=seat)
        except Refusal:
            break
        view = fold(ruleset, view, events)
    return lines


def bad_plan(refusal: Refusal, game: Game, **details: Any) -> BadPlan:
    """Return the exception for a plan that was refused, with the place of the refusal."""
    error = BadPlan(refusal.code)
    log_context.note_place(error, log_context.place_of(refusal))
    log_context.mark(error, game, log_context.BOT, number=game.number, **details)
    return error


def salt(game: Game, number: int) -> bytes:
    """Return the salt of a bot's plan after row ``number``: secret, but always the same."""
    return hmac.digest(event_log.key_of(game), f"bot:{number}".encode("ascii"), "sha256")


def answer(bot_turn: BotTurn, game: Game, seat: Seat) -> int | None:
    """Ask the bot of this seat, submit its answer and return the number of moves.

    Returns None if the service is being stopped: the bot is then asked again.  A bot that fails
    does not answer.
    """
    number = game.number
    try:
        orders = bot_turn.answer(game, seat)
    except Interrupted:
        return None
    except Exception as error:  # noqa: BLE001 - whatever it does, the others play on
        _settle(game, seat)
        bot_turn.keep(error, so="it does not answer")
        return 0
    return _submit(bot_turn, game, seat, orders, number=number)


def _submit(bot_turn: BotTurn, game: Game, seat: Seat, orders: list[str], *, number: int) -> int:
    """Play the answer unless it is too late, and return the number of moves."""
    with transaction.atomic():
        if not _settle(game, seat) or not orders:
            return 0
        try:
            receipt = turns.submit(game, seat=seat.index, user_id=None, text=orders, number=number,
                                   key=f"bot:{number}", actor=LoggedMove.Actor.BOT,
                                   now=bot_turn.now)
            return len(receipt.rows)
        except (Stale, Closed, Foreign):
            return 0
        except Refusal as refusal:  # which rolls back the orders, but not that the bot was asked
            bad = bad_plan(refusal, game, seat=seat.index, bot=seat.bot, plan=orders)
    bot_turn.keep(bad, so="it does not answer")
    return 0


@transaction.atomic
def _settle(game: Game, seat: Seat) -> bool:
    """Note that the bot has been asked, and return whether the offer was still new and open."""
    # Moves lock the game before its seats, too.
    Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    return Seat.objects.filter(pk=seat.pk, bot=seat.bot, asked=seat.asked, unanswered=True).update(
        unanswered=False, heard=seat.asked) == 1


IDLE = timedelta(seconds=20)  # without a move, before a bot's turn is announced again
MAX_PLANS = 1000  # of one turn
_TO_ACT = Q(to_move=True) | Q(unanswered=True)


def is_learning_game(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether the game is no contest, and all players but one are bots for good.

    Only then is advice given.  A bot that keeps a seat for somebody who has left is none of these:
    they may come back.
    """
    for_good = [seat for seat in seats if seat.bot and not seat.is_vacant]
    people = [seat for seat in seats if seat.user_id is not None]
    return not game.is_contest and len(people) == 1 and len(for_good) == len(seats) - 1


def describe_bots(ruleset: Ruleset, seats: Iterable[Seat], *,
                  reader: User | None = None) -> str:
    """Return sentences that say which of these seats are bots and how they play."""
    sentences, names_by_style = [], defaultdict[str, list[str]](list)
    for seat in seats:
        if not seat.bot:
            continue
        style = gettext(get_bot(ruleset, seat.bot).title)
        if not seat.is_vacant:
            names_by_style[style].append(seat.name)
        else:
            text = (gettext("A bot is playing for you (playing style: %(style)s).")
                    if reader is not None and seat.left_by_id == reader.pk
                    else gettext("A bot is playing for %(name)s (playing style: %(style)s)."))
            sentences.append(text % {"name": seat.name, "style": style})
    for style, names in names_by_style.items():
        sentences.append(ngettext(
            "%(names)s is a bot (playing style: %(style)s).",
            "%(names)s are bots (playing style: %(style)s).", len(names),
        ) % {"names": list_with_and(names), "style": style})
    return " ".join(sentences)


def play(game_id: int, *, now: datetime, task: str = "", seconds: float | None = None,
         falls_back: bool = True, clock: Callable[[], datetime] | None = None) -> int:
    """Play the whole turn of the bots to move, and return the number of moves.

    Bots that have to answer an offer do so first: the offer may be gone after the next move. In a
    game that all people have left, bots wait for somebody to come back
    (``games.table.seats.taking_over``). ``task`` plays only its own kind of bots (``bot_tasks``),
    "" all of them.  ``seconds`` is the time of a turn if it is not the site's.  Without
    ``falls_back``, exceptions of bots are raised. ``clock`` says what time it is when a bot has
    thought; without it, thinking takes no time.

    The function may be called twice or concurrently: each plan has its own key, so a second caller
    gets the receipts of the first one.
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
            answered = answer(bot_turn, game, seat)
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
    """Return a seat that a bot plays in this task, first one that is to answer."""
    seats = Seat.objects.filter(_TO_ACT, game=game).exclude(bot="", stand_in="")
    mine = [seat for seat in seats if task in ("", task_of(game, seat))]
    return min(mine, key=lambda seat: not seat.unanswered, default=None)


def seats_to_answer() -> QuerySet[Seat]:
    """Return the bots' seats that have yet to look at an offer, in games that do not rest."""
    return Seat.objects.filter(unanswered=True, rests=False).exclude(bot="").order_by()


def seats_to_move() -> QuerySet[Seat]:
    """Return the seats that a bot is to move, in games that do not rest.

    An index has just these.
    """
    return Seat.objects.filter(to_move=True, rests=False).exclude(bot="", stand_in="").order_by()


def sweep(now: datetime) -> list[int]:
    """Announce bots' unplayed turns again, and return the games' ids."""
    idle = Game.objects.filter(status=Game.Status.RUNNING, deserted_at=None,
                               moved_at__lte=now - IDLE).order_by("moved_at", "pk")
    found: list[int] = []
    for (task, to_move), (_, to_answer) in zip(
            by_task(seats_to_move()), by_task(seats_to_answer()), strict=True):
        waiting = to_move.values("game").union(to_answer.values("game"))
        found += task_queue.announce(task, idle.filter(pk__in=waiting), now=now)
    return found
