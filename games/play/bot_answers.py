"""Lets a bot accept what is offered to its seat while nobody waits for it, once for each offer."""

from __future__ import annotations

import logging

from django.db import transaction

from engine.errors import Refusal, Stale
from games.base.refusals import Closed, Foreign
from games.base.thinker import Interrupted
from games.models import Game, LoggedMove, Seat
from games.play import turns
from games.play.bot_turns import BotTurn, bad_plan

log = logging.getLogger(__name__)


def answer(bot_turn: BotTurn, game: Game, seat: Seat) -> int | None:
    """Asks the bot of this seat and submits its answer; returns the number of moves.

    None if the service is being stopped: the bot is then asked again.  A bot that fails does not
    answer.
    """
    number = game.number
    try:
        orders = bot_turn.answer(game, seat)
    except Interrupted:
        return None
    except Exception as error:  # noqa: BLE001 - whatever it does, the others play on
        _settle(game, seat)
        _keep(bot_turn, error)
        return 0
    return _submit(bot_turn, game, seat, orders, number=number)


def _submit(bot_turn: BotTurn, game: Game, seat: Seat, orders: list[str], *, number: int) -> int:
    """Plays the answer unless it is too late; returns the number of moves."""
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
    _keep(bot_turn, bad)
    return 0


@transaction.atomic
def _settle(game: Game, seat: Seat) -> bool:
    """Notes that the bot has been asked; False if it had been, or if the offer is gone."""
    Game.objects.select_for_update().get(pk=game.pk)  # moves lock the game before its seats, too
    return Seat.objects.filter(pk=seat.pk, bot=seat.bot, asked=seat.asked, unanswered=True).update(
        unanswered=False, heard=seat.asked) == 1


def _keep(bot_turn: BotTurn, error: Exception) -> None:
    bot_turn.keep(error)
    log.error("a bot failed; it does not answer", exc_info=error)
