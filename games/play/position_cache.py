"""The log of a game unfolded into its positions, kept for the next one who looks.

Owns a memory of this process and nothing else.  Rows never change, so what was unfolded once
holds as long as its last row is the one the log has; only rows that are new are unfolded.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from games.models import Game
from games.play import event_log
from games.play.event_log import Transition

KEPT = 24  # games; a long one takes about a megabyte

_kept: OrderedDict[str, tuple[Transition, ...]] = OrderedDict()
_lock = Lock()


def steps(game: Game, number: int | None = None) -> tuple[Transition, ...]:
    """The rows up to ``number`` (None: the last) with the true states around them."""
    known = _recall(game)
    fresh = event_log.logged_moves(game, after=len(known) - 1 if known else 0)
    if known and (not fresh or fresh[0].chain != known[-1].row.chain):
        known, fresh = (), event_log.logged_moves(game)  # not the log that was unfolded
    if known:
        fresh = fresh[1:]
    if fresh:
        known = (*known, *event_log.transitions(game, fresh, after=known[-1] if known else None))
        _keep(game, known)
    return known if number is None else known[: max(0, number)]


def _recall(game: Game) -> tuple[Transition, ...]:
    with _lock:
        found = _kept.get(game.code, ())
        if found:
            _kept.move_to_end(game.code)
        return found


def _keep(game: Game, known: tuple[Transition, ...]) -> None:
    with _lock:
        _kept[game.code] = known
        _kept.move_to_end(game.code)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
