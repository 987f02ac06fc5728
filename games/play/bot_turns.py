"""A bot's turn: asking for plans within the time of the turn, and submitting them.

A bot that fails, or plans what is not legal, is a mistake of ours.  It is kept for operators, and
a simple bot plays the rest of the turn, so that the game goes on.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from engine import orders
from engine.bot_plans import TurnTime
from engine.errors import Refusal, Stale
from engine.replay import fold
from engine.ruleset import AnsweringBot, Bot, Ruleset
from games.base import failures, log_context, tracebacks
from games.base.refusals import Closed, Foreign
from games.base.thinker import THINKER, Interrupted
from games.models import Game, LoggedMove, Seat
from games.play import event_log, turns
from games.play.bot_tasks import get_bot, name_of_bot, simple_bot

log = logging.getLogger(__name__)


class BadPlan(Exception):
    """A bot's plan was refused."""


class _Failed(Exception):
    """A bot has failed with the exception that caused this one."""


class BotTurn:
    """The turn of the bots to move in a game: what all of their plans have in common.

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
        """Plays the next plan for this seat; returns its number of moves.

        That is 0 if somebody else was faster, or if the service is being stopped.
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
        error = failed.__cause__
        self.keep(error)
        log.error("a bot failed; a simple one plays the rest of its turn", exc_info=error)

    def answer(self, game: Game, seat: Seat) -> list[str]:
        """What a bot answers to what is offered to its seat, as orders; mostly none.

        Raises what the bot raises, or Interrupted if the service is being stopped.
        """
        bot = get_bot(event_log.ruleset_of(game), seat.bot)
        if not isinstance(bot, AnsweringBot):
            return []
        ruleset, (state, _) = event_log.ruleset_of(game), event_log.latest_state(game)
        view = ruleset.view(state, seat.index)
        with log_context.about(game, log_context.BOT, seat=seat.index, bot=seat.bot):
            moves = self._ask(bot, bot.answer, view, game=game, seat=seat)
            return written(ruleset, view, moves, seat=seat.index)

    @property
    def now(self) -> datetime:
        """The time after what bots have thought so far."""
        return self._now

    def keep(self, error: BaseException | None) -> None:
        """Keeps a bot's mistake for operators, unless it is to be raised."""
        if not self._falls_back and error is not None:
            raise error
        failures.keep(error, now=self._now)

    def _play(self, game: Game, seat: Seat, name: str) -> int:
        """Lets a bot plan for this seat, and submits its plan.  Raises _Failed."""
        number = game.number
        ruleset, (state, _) = event_log.ruleset_of(game), event_log.latest_state(game)
        view = ruleset.view(state, seat.index)
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
        """What the bot's method returns, in the process for thinking if the bot thinks."""
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


def written(ruleset: Ruleset, view: Any, plan: Sequence[Any], *, seat: int) -> list[str]:
    """A plan as orders, which end with the first that is not legal; submitting says why."""
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
    """The exception for a plan that was refused; it occurred where the refusal did."""
    error = BadPlan(refusal.code)
    tracebacks.note(error, tracebacks.place_of(refusal))
    log_context.mark(error, game, log_context.BOT, number=game.number, **details)
    return error


def salt(game: Game, number: int) -> bytes:
    """The random salt of a bot's plan after row ``number``: secret, but the same every time."""
    return hmac.digest(event_log.key_of(game), f"bot:{number}".encode("ascii"), "sha256")
