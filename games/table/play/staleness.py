"""Orders for a position after which others have moved: whether they come too late.

Where seats may act out of turn, a move of somebody else often leaves orders as good as they were.
They are then judged on the current position.  If they were fine and are not any more, their sender
is told that the game has moved on, and not that they have made a mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from alexandros_rules import orders, replay
from alexandros_rules.errors import Refusal, Stale, Unreadable
from alexandros_rules.orders import EvaluatedMove
from games.models import Game, LoggedMove
from games.table.play import event_log

Text = str | Sequence[str]


def is_past(game: Game, number: int, *, seat: int) -> bool:
    """Return whether orders of this seat for the position after row ``number`` come too late.

    They do once somebody has moved.  But when several seats decide at the same time, the
    decisions of the others leave the seat's own decision open.  Moves out of turn leave the orders
    of others as they are, too, and such orders outlast the moves of others, unless the sender's
    turn has come (see also ``judge``).  Rows from outside the rules, such as a bot taking a
    seat, do not change the position.
    """
    if number == game.number:
        return False
    newer = LoggedMove.objects.filter(game=game, number__gt=number).order_by()
    newer = newer.exclude(move__startswith=replay.NOTE_PREFIX)
    movers = set(newer.values_list("seat", flat=True).distinct())
    return bool(movers) and (seat in movers or not _is_open(game, number, seat=seat))


def _is_open(game: Game, number: int, *, seat: int) -> bool:
    """Return whether nobody but this seat could act after row ``number`` on its own decision."""
    if number < 1:
        return False
    ruleset = event_log.ruleset_of(game)
    then = ruleset.status(event_log.state_at(game, number=number))
    if seat not in then.may_act:
        return seat in then.to_move
    state, _ = event_log.latest_state(game)
    return seat not in ruleset.status(state).to_move


def judge(game: Game, state: Any, text: Text, *, seat: int,
          number: int) -> Sequence[EvaluatedMove]:
    """Return the moves of these orders on the current ``state``, or raise a Refusal.

    ``number`` is the last row that their sender had seen.  Refuses as Stale what was legal there
    and no longer is, and orders out of turn that would not do what they would have done there:
    who accepts an offer must not get another one.
    """
    earlier = _earlier(game, state, number=number)
    if earlier is None:
        return _evaluated(game, state, text, seat=seat)
    try:
        moves = _evaluated(game, state, text, seat=seat)
    except Refusal as refusal:
        if _then(game, earlier, text, seat=seat) is None:
            raise
        raise Stale("stale", gettext(
            "The game has moved on to position %(current)s since, and there your orders cannot be"
            " played: %(reason)s Nothing was played. Please look at the current position."
        ) % {"current": game.number, "reason": refusal.sentence}) from refusal
    status = event_log.ruleset_of(game).status(earlier)
    if seat not in status.to_move and _effects(moves) != _then(game, earlier, text, seat=seat):
        raise Stale("stale", gettext(
            "The game has moved on to position %(current)s since, and there your orders would do"
            " something else. Nothing was played. Please look at the current position."
        ) % {"current": game.number})
    return moves


def _earlier(game: Game, state: Any, *, number: int) -> Any | None:
    """Return the position after an earlier row if seats may act out of turn, or None."""
    if not 0 < number < game.number:
        return None
    ruleset, earlier = event_log.ruleset_of(game), event_log.state_at(game, number=number)
    return earlier if ruleset.status(earlier).may_act or ruleset.status(state).may_act else None


def _evaluated(game: Game, state: Any, text: Text, *, seat: int) -> Sequence[EvaluatedMove]:
    ruleset = event_log.ruleset_of(game)
    moves = orders.evaluate(ruleset, ruleset.view(state, seat), text, seat=seat)
    if not moves:
        raise Unreadable("empty", gettext(
            "There are no orders here. Please write one order per line."))
    return moves


def _then(game: Game, earlier: Any, text: Text, *, seat: int) -> Sequence[Any] | None:
    """Return the effects of the orders at an earlier position, or None if they are not legal."""
    try:
        return _effects(_evaluated(game, earlier, text, seat=seat))
    except Refusal:
        return None


def _effects(moves: Sequence[EvaluatedMove]) -> Sequence[Any]:
    return [move.events for move in moves]
