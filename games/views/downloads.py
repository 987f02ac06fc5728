"""A game to take along: a position as a picture, the whole game as text or moving picture.

Whoever may look at the replay may take the pictures, as they are in his eyes; record and
film show every card and so wait for the end.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games import picture_cache
from games.play import export_import
from games.rulesets import registry
from games.views.access import refusing
from games.views.replay import Looking, looking

PHOTO_WIDTH = 1200  # what sites that show previews ask for
NOT_YET = "This can be had when the game is over; it shows every card."


@require_safe
def position_svg(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """The position as an SVG file that needs nothing else."""
    found = looking(request, code, token, number)
    return _file(_drawn(found, number).encode(), "image/svg+xml", f"{code}-{number}.svg")


@require_safe
def position_png(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """The position as a PNG, also for previews of a link."""
    found = looking(request, code, token, number)
    picture = picture_cache.photo(_drawn(found, number), width=PHOTO_WIDTH)
    return _file(picture, "image/png", f"{code}-{number}.png", inline=True)


def _drawn(found: Looking, number: int) -> str:
    boards, past = registry.get(found.game.ruleset).boards, found.past(number)
    heading = f"{found.game.name}, position {number}"
    return boards.standalone_board(past.view(number), names=found.visit.names, heading=heading)


@require_safe
@refusing
def record(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """The whole game as a readable text, once it is over."""
    found = _finished(request, code, token)
    text = export_import.export_record(found.game).encode()
    return _file(text, "text/plain; charset=utf-8", f"{code}.txt")


@require_safe
def film(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """The whole game as a moving picture; a page that waits for it while it is drawn."""
    found = _finished(request, code, token)
    names = found.visit.names
    drawn = picture_cache.film(found.game, names=names)
    drawn = drawn or picture_cache.order_film(found.game, names=names)
    if drawn is None:
        shown = {"game": found.game, "back": found.base}
        return render(request, "games/replay/film.html", shown, status=202)
    return _file(drawn, "image/gif", f"{code}.gif", inline=True)


def _finished(request: HttpRequest, code: str, token: str) -> Looking:
    found = looking(request, code, token)
    if not found.over:
        raise Http404(NOT_YET)
    return found


def _file(content: bytes, kind: str, name: str, *, inline: bool = False) -> HttpResponse:
    """The content under a name for keeping; ``inline``: browsers show it first."""
    name = f"{slugify(settings.SITE_NAME)}-{name}"
    response = HttpResponse(content, content_type=kind)
    shown = "inline" if inline else "attachment"
    response["Content-Disposition"] = f'{shown}; filename="{name}"'
    return response
