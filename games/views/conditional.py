"""Conditional requests: a browser that still has a response is told so, and nothing is drawn.

Only responses of finished games are answered so, because browsers must not keep a player's hand.
Open pages of a running game ask for its mark instead (``games.views.table.show_version``).
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from engine.codec import fingerprint
from games.base import site_clock
from games.table.play import history
from games.views.replay import ReplayAccess


def of_finished(request: HttpRequest, replay: ReplayAccess, number: int,
                make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """What ``make`` makes of this position, or 304 without making it if the browser has it.

    A position of a finished game changes only with the names of its players.  A new release may
    draw it in another way, so once a day it is made again.  While the game runs, browsers keep
    nothing.
    """
    if not replay.over:
        return make()
    facts = (replay.game.code, number, replay.table.seat, replay.table.names,
             history.former_names(replay.game), request.path, site_clock.now().date())
    etag = f'W/"{fingerprint(repr(facts))}"'
    response = get_conditional_response(request, etag=etag) or make()
    if response.status_code in (200, 304):
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"  # may be kept, but must be asked about
    return response
