"""Limits of what one person can add to the log of a game while nobody else acts (R26).

Rows are kept for ever, so nothing that can be repeated, such as an offer and its withdrawal, may
add rows without end.  Whatever moves the game on is always possible, and so is leaving it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from alexandros_rules import replay
from games.base.refusals import TooOften
from games.models import Game, LoggedMove

MOST_MOVES = 40  # rows of one seat in a row; most turns have fewer than ten
MOST_NOTES = 6  # rows from outside the rules about one seat, within ``NOTES_PERIOD``
NOTES_PERIOD = timedelta(days=1)


def check_moves(game: Game, *, seat: int, to_move: bool) -> None:
    """Refuse (TooOften) too many moves of a seat that do not move the game on.

    They are in the log already; the refusal undoes the transaction.  ``to_move`` says whether the
    game waits for the seat.
    """
    newest = LoggedMove.objects.filter(game=game, number__gte=game.number - MOST_MOVES)
    if newest.exclude(seat=seat).exists():
        return
    raise TooOften("too-many-moves", _(
        "You have given %(count)s orders since somebody else last acted, which is as many as we"
        " keep. Nothing was played. Please send orders that end your turn.")
        % {"count": MOST_MOVES} if to_move else _(
        "You have given %(count)s orders since somebody else last acted, which is as many as we"
        " keep. Nothing was played. Please wait until somebody else has moved.")
        % {"count": MOST_MOVES})


def check_notes(game: Game, *, seat: int, sentence: str, now: datetime) -> None:
    """Refuse (TooOften) another row from outside the rules, if there are too many of late."""
    rows = LoggedMove.objects.filter(game=game).order_by("-number")
    others = rows.exclude(seat=seat).values_list("number", flat=True)
    notes = rows.filter(number__gt=others.first() or 0, move__startswith=replay.NOTE_PREFIX,
                        created_at__gt=now - NOTES_PERIOD)
    if notes.count() >= MOST_NOTES:
        raise TooOften("too-many-notes", sentence)
