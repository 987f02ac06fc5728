"""The Atom feed of a table that everybody may watch: its latest turns, as spectators read them.

A feed reader keeps the times of entries.  Only people of a table may know at what hours the others
play (``access.is_of_table``), so entries tell the day, in UTC, and their order on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from alexandros_rules.translation import translate_orders
from games.base import atom
from games.base.atom import News
from games.table.play import history, log_cache
from games.table.play.history import GameHistory
from games.web.access import NO_TABLE, TABLE, TableAccess, declare, get_table_or_404


@require_safe
@declare(TABLE)
def show_feed(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return the feed; 404 for a table that is not listed, also to its players."""
    access = get_table_or_404(request, code)
    if not access.game.listed:
        raise Http404(_(NO_TABLE))
    return atom.answer(request, _news(access) if access.game.number else [],
                       title=access.game.name, path=reverse("game", args=[code]),
                       feed_path=request.path)


def _news(access: TableAccess) -> list[News]:
    """Return the end of the game and its latest turns, the latest first."""
    game, path = access.game, reverse("game", args=[access.game.code])
    past = history.read_recent(game, None, names=access.names)
    turns = list(_turns(past, path))
    if not game.result:
        return turns[::-1]
    last = past.entry(game.number)
    return [News(path, "over", _day(past, game.number + 1), _("The game is over."),
                 last.sentences[-1] if last.sentences else ""), *turns[::-1]]


def _turns(past: GameHistory, path: str) -> Iterator[News]:
    """Yield the turns of the latest rows, without one whose beginning is missing."""
    before = max(0, past.game.number - log_cache.RECENT)
    turns = [list(rows) for _turn, rows in groupby(
        past.entries(after=before), key=lambda entry: entry.turn)]
    for rows in turns[1:] if before and len(turns) > 1 else turns:
        turn = rows[0].turn
        title = _("Turn %(turn)s") % {"turn": turn} if turn else _("The game has begun.")
        lines = (" ".join(entry.sentences) or translate_orders(entry.move) for entry in rows)
        yield News(path, f"turn-{turn}", _day(past, rows[-1].number), title, "\n".join(lines))


def _day(past: GameHistory, number: int) -> datetime:
    """Return the day of row ``number``, or of the last row, as a moment that tells the order."""
    at = next(each.row.created_at for each in reversed(past.transitions)
              if each.row.number <= number).astimezone(UTC)
    return at.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(microseconds=number)
