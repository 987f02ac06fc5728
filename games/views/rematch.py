"""The button that makes a rematch of a finished game, or joins it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.base import site_clock
from games.base.refusals import Foreign
from games.people import browser_zones
from games.table.lobby import rematches
from games.views.access import get_table_or_404, handle_refusals


@require_POST
@handle_refusals
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Seats the player at the rematch and redirects to it."""
    access = get_table_or_404(request, code)
    if access.user is None or access.seat is None:
        raise Foreign("no-seat", _("Only the players of this game can start a rematch."))
    now = site_clock.now()
    browser_zones.note(request, access.user, now=now)
    rematch = rematches.join_or_create(access.game, by=access.user, now=now)
    return redirect("game", code=rematch.code)
