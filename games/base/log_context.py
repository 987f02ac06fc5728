"""The game and the action that log lines and exceptions name.

``about`` and ``note`` say which game the code is working on.  From then on every log line has the
game's code and row, and so has an exception that leaves the block.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars

if TYPE_CHECKING:  # log lines are formatted before there are models
    from games.models import Game


TURN, BOT, REPLAY = "turn", "bot", "replay"  # playing orders, choosing a bot's move, folding rows
PAGE, EMAIL, PICTURE, MESSAGE = "page", "email", "picture", "message"
REVIEW, HINT = "review", "hint"
ALL = (TURN, BOT, REPLAY, PAGE, EMAIL, PICTURE, MESSAGE, REVIEW, HINT)
_ATTRIBUTE = "games_activity"


@dataclass(frozen=True, slots=True)
class Activity:
    """Something that is done with a game; the fields are those of ``Failure``."""

    game_id: int
    code: str
    number: int
    doing: str
    seat: int | None = None
    details: dict[str, Any] = field(default_factory=dict)


_current: ContextVar[Activity | None] = ContextVar("activity", default=None)


@contextmanager
def about(game: Game, doing: str, *, number: int | None = None, seat: int | None = None,
          **details: Any) -> Iterator[None]:
    """Have log lines and exceptions within the block name this row of the game (None: the last).

    ``details`` are JSON values that are needed to repeat the action.
    """
    activity = _activity(game, doing, number=number, seat=seat, details=details)
    token = _current.set(activity)
    try:
        with bound_contextvars(game=activity.code, row=activity.number):
            yield
    except Exception as error:
        _mark(error, activity)
        raise
    finally:
        _current.reset(token)


def mark(error: Exception, game: Game, doing: str, *, number: int, seat: int | None = None,
         **details: Any) -> None:
    """Note on an exception the game it is about; for loops in which ``about`` is too slow."""
    _mark(error, _activity(game, doing, number=number, seat=seat, details=details))


def _mark(error: Exception, activity: Activity) -> None:
    if not hasattr(error, _ATTRIBUTE):  # the innermost mark knows best
        setattr(error, _ATTRIBUTE, activity)


def note(game: Game, doing: str, *, number: int | None = None, seat: int | None = None,
         **details: Any) -> None:
    """Have log lines name this game, as ``about`` does, until ``forget`` is called."""
    activity = _activity(game, doing, number=number, seat=seat, details=details)
    _current.set(activity)
    bind_contextvars(game=activity.code, row=activity.number)


def _activity(game: Game, doing: str, *, number: int | None, seat: int | None,
              details: dict[str, Any]) -> Activity:
    return Activity(game.pk, game.code, game.number if number is None else number, doing, seat,
                    details)


def forget() -> None:
    """End the effect of ``note``, together with everything else that log lines have in common."""
    _current.set(None)
    clear_contextvars()


def activity_of(error: BaseException | None) -> Activity | None:
    """Return the activity during which an exception or its cause occurred; None if unknown."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        activity = getattr(error, _ATTRIBUTE, None)
        if isinstance(activity, Activity):
            return activity
        error = error.__cause__ or error.__context__
    return _current.get()


OWN_CODE = ("alexandros_rules", "games", "alexandros_site")
_PLACE = "games_place"


def place_of(error: BaseException) -> str:
    """Return the module, line and function of our own code that an exception came through last.

    The place is "" if the exception came through none of our code.
    """
    place: str = getattr(error, _PLACE, "")
    if place:
        return place
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "")
        if module.partition(".")[0] in OWN_CODE:
            place = f"{module}:{line} in {frame.f_code.co_name}"
    return place[:200]


def note_place(error: BaseException, place: str) -> None:
    """Note the place of an exception whose traceback does not show it."""
    setattr(error, _PLACE, place)
