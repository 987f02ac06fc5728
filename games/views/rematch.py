"""The button that makes a rematch of a finished game, or joins it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.lobby import rematches
from games.refusals import Foreign
from games.views.access import refusing, visit


@require_POST
@refusing
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to the rematch, where the player who asks has a seat."""
    found = visit(request, code)
    if found.user is None or found.seat is None:
        raise Foreign("no-seat", "Only the players of this game can start a rematch.")
    again = rematches.join_or_create(found.game, by=found.user, now=timezone.now())
    return redirect("game", code=again.code)
