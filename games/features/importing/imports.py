"""The games that somebody has imported: theirs alone, and deleted when they want.

A file may come from anybody and be made to take long, so it is read before anything is locked, in
a place for slow work, and for a few seconds at most.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from alexandros_rules.bot_plans import within
from games.base import locks, rate_limits, slow_work
from games.base.refusals import Missing, TableRefusal
from games.models import Game, User
from games.table.lobby import game_lists
from games.table.play import records

MOST = 100  # games of one person
SECONDS = 5.0  # in which the rules must have followed a game; most take a tenth of a second


def of(user: User) -> list[Game]:
    """Return what somebody has imported, the latest first."""
    return list(game_lists.with_seats(_of(user)).order_by("-created_at", "-pk"))


def _of(user: User) -> Any:
    return Game.objects.filter(created_by=user, imported=True)


def import_file(user: User, text: str, *, now: datetime) -> tuple[Game, bool]:
    """Return the game in a record or log as one of this person's, and whether it is new to them.

    Refuses files that are wrong (BadRecord, with the line or row) or come too often (TooOften,
    TableRefusal).
    """
    rate_limits.count("import", user.pk, now=now)
    with slow_work.place(user.pk):
        called, parsed = records.read_finished(text, has_time=within(SECONDS, time.monotonic))
    with transaction.atomic():
        locks.lock_person(user)
        last = parsed.rows[-1]  # its hash follows from the seed and from all rows
        if known := _of(user).filter(commitment=parsed.commitment, number=last.number,
                                     rows__number=last.number, rows__chain=last.chain).first():
            return known, False
        if _of(user).count() >= MOST:
            raise TableRefusal("too-many-imports", _(
                "You have imported %(count)s games, which is as many as we keep. Please delete one"
                " that you no longer need.") % {"count": MOST})
        return records.create_game(parsed, name=called, by=user, now=now), True


def delete(game: Game) -> None:
    """Delete an imported game, which is locked; refuse (Missing) any other."""
    if not game.imported:
        raise Missing("not-imported", _("This game was not imported, so it cannot be deleted."))
    records.delete_imported(game)


def exported(user: User) -> list[dict[str, Any]]:
    """Return what somebody has imported as JSON values and times."""
    return [{"code": game.code, "name": game.name, "imported_at": game.created_at,
             "record": records.export_record(game)} for game in of(user)]
