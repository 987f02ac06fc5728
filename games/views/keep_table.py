"""The page behind the link that keeps an open table from being closed.

GET shows the table and only POST keeps it open (R12), because email scanners open links too.  The
link needs no login and no cookies, which the browsers built into email programs do not keep.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine.errors import Refusal
from games.base import site_clock
from games.base.refusals import status_code
from games.models import Game
from games.table.lobby import expiry


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """The table with a button that keeps it open, or the confirmation after a POST."""
    context, status = _handle(request, token)
    response = render(request, "email_links/keep.html", context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response


def _handle(request: HttpRequest, token: str) -> tuple[dict[str, object], int]:
    try:
        game = expiry.table_of_key(token)
        if request.method == "POST":
            expiry.keep_open(game, now=site_clock.now())
    except Refusal as refusal:
        return {"refusal": refusal}, status_code(refusal)
    return {
        "game": game, "closes_at": expiry.closes_at(game), "days": expiry.CLOSE_AFTER.days,
        "waits": game.status == Game.Status.OPEN, "done": request.method == "POST",
    }, 200
