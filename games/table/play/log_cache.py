"""The rows of games with the positions around them, cached in this process and for all of them.

``whole`` has every row of a game; ``recent`` at least its last ``RECENT`` ones, which costs as much
late in a game as early, because it starts from a position that some process has stored in the
site's cache.  Such a position is used only if its digest is the one in the log, so a cache that is
lost, old or forged costs time and nothing else.  Nothing here is changed in the database.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from threading import Lock

from django.core.cache import cache

from alexandros_rules import codec
from alexandros_rules.ruleset import Ruleset
from games.models import Game
from games.table.play import event_log
from games.table.play.event_log import Transition

CACHED_GAMES = 24  # whole ones; a long game takes about a megabyte
CACHED_ENDS = 100
RECENT = 32  # rows that pages and emails may show
STEP = 16  # rows from one stored position to the next
KEPT = 7 * 24 * 3600  # seconds that a stored position is kept

Transitions = tuple[Transition, ...]


class _Cache:
    """A cache of the transitions of up to ``size`` games by their codes, for all threads."""

    def __init__(self, size: int):
        self.size = size
        self._found: OrderedDict[str, Transitions] = OrderedDict()
        self._lock = Lock()

    def get(self, game: Game) -> Transitions:
        """Return the game's transitions up to the present end of the log, or ().

        Rows never change, so the cached ones are valid as long as the last of them is still in
        the log.  It may not be: a transaction that was rolled back can leave rows in the cache.
        """
        with self._lock:
            known = self._found.get(game.code, ())
        if not known:
            return ()
        new = event_log.logged_moves(game, after=known[-1].row.number - 1)
        if not new or new[0].chain != known[-1].row.chain:
            return ()
        # The first one only confirms the cache.
        return (*known, *event_log.transitions(game, new[1:], after=known[-1]))

    def put(self, game: Game, transitions: Transitions) -> None:
        with self._lock:
            self._found[game.code] = transitions
            self._found.move_to_end(game.code)
            while len(self._found) > self.size:
                self._found.popitem(last=False)

    def codes(self) -> list[str]:
        with self._lock:
            return [*self._found]

    def clear(self) -> None:
        with self._lock:
            self._found.clear()


_games, _ends = _Cache(CACHED_GAMES), _Cache(CACHED_ENDS)


def whole(game: Game) -> Transitions:
    """Return all rows of the log with the true states around them, folding only new rows."""
    found = _games.get(game) or tuple(event_log.transitions(game, event_log.logged_moves(game)))
    if found:
        _games.put(game, found)
    return found


def recent(game: Game, number: int) -> Transitions:
    """Return the last rows of the log: at least ``RECENT`` before row ``number``, or all."""
    known = _ends.get(game)
    if not _reaches(known, number):
        known = _from_position(game, number) or whole(game)
    if known:
        for later in (number, number + STEP):  # for now, and before it is needed
            at = _start(later) - known[0].row.number
            if _start(later) > 0 and 0 <= at < len(known):
                _store_position(_key(game, _start(later)), known[at], event_log.ruleset_of(game))
        _ends.put(game, known[-(RECENT + 2 * STEP):])
    return known


def _reaches(known: Transitions, number: int) -> bool:
    return bool(known) and known[0].row.number <= max(1, number - RECENT + 1)


def _start(number: int) -> int:
    """Return the row after which a position is stored for reading on from row ``number``."""
    return (number - RECENT) // STEP * STEP


def _from_position(game: Game, number: int) -> Transitions:
    """Return the rows after a stored position, or () if none can be trusted."""
    start = _start(number)
    text = cache.get(_key(game, start)) if start > 0 else None
    if not isinstance(text, str):
        return ()
    rows = event_log.logged_moves(game, after=start - 1)
    if not rows or codec.keyed_digest(event_log.key_of(game), text) != rows[0].digest:
        return ()
    state = event_log.ruleset_of(game).load_state(text, event_log.setup_of(game))
    first = Transition(rows[0], 0, None, (), state)
    return tuple(event_log.transitions(game, rows[1:], after=first))


@lru_cache(maxsize=4 * CACHED_ENDS)  # a process stores a position only once
def _store_position(key: str, transition: Transition, ruleset: Ruleset) -> None:
    """Store the position after a row, so that later rows can be read from there."""
    cache.set(key, ruleset.dump_state(transition.after), KEPT)


def _key(game: Game, number: int) -> str:
    return f"position:{game.code}:{game.rules_version}:{number}"


def forget() -> None:
    """Empty this process's caches."""
    _games.clear()
    _ends.clear()
    _store_position.cache_clear()
