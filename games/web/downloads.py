"""Downloads: a position as a picture, the whole game as text, log or animated GIF.

Everybody who may see the replay may download pictures, which show what that reader may see.
Record, log and animation show every card, so they are available only once the game is over
and not sealed.  From then on browsers may keep these files, and ask whether they have changed.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.base import site_clock
from games.base.rate_limits import client_network
from games.drawing.layers import Drawing
from games.rulesets import registry
from games.table import picture_cache
from games.table.play import records
from games.table.play.revealing import sealed
from games.web.access import REPLAY, declare
from games.web.link_previews import PHOTO_WIDTH
from games.web.replay import ReplayAccess, get_replay_or_404, page_of_finished


@require_safe
@declare(REPLAY)
def position_svg(request: HttpRequest, code: str, number: int,
                 token: str = "") -> HttpResponseBase:
    """Return the position as a self-contained SVG file."""
    replay = get_replay_or_404(request, code, token, number)

    def draw() -> HttpResponse:
        return _file(str(_drawn(replay, number)).encode(), "image/svg+xml", f"{code}-{number}.svg")

    return page_of_finished(request, replay, number, draw)


@require_safe
@declare(REPLAY)
def position_png(request: HttpRequest, code: str, number: int,
                 token: str = "") -> HttpResponseBase:
    """Return the position as a PNG file, also used in link previews."""
    replay = get_replay_or_404(request, code, token, number)

    def draw() -> HttpResponse:
        picture = picture_cache.photo(_drawn(replay, number), width=PHOTO_WIDTH,
                                      network=client_network(request), now=site_clock.now())
        return _file(picture, "image/png", f"{code}-{number}.png", inline=True)

    return page_of_finished(request, replay, number, draw)


def _drawn(replay: ReplayAccess, number: int) -> Drawing:
    """Draw a position with the last moves marked, like the pages that show it."""
    room, past = registry.get(replay.game.ruleset), replay.past(number)
    heading = _("%(game)s, turn %(turn)s") % {
        "game": replay.game.name, "turn": max(1, past.entry(number).turn)}
    return room.boards.standalone_board(
        past.view(number), names=past.names_at(number), heading=heading,
        moves=past.moves[:number])


@require_safe
@declare(REPLAY)
def record(request: HttpRequest, code: str, token: str = "") -> HttpResponseBase:
    """Return the whole game as readable text, once it is over."""
    replay = _finished(request, code, token)

    def write() -> HttpResponse:
        text = records.export_record(replay.game).encode()
        return _file(text, "text/plain; charset=utf-8", f"{code}.txt")

    return page_of_finished(request, replay, replay.game.number, write)


@require_safe
@declare(REPLAY)
def log(request: HttpRequest, code: str, token: str = "") -> HttpResponseBase:
    """Return the log with its seed and all hashes, once the game is over, for checking it."""
    replay = _finished(request, code, token)

    def write() -> HttpResponse:
        text = records.export_log(replay.game).encode()
        return _file(text, "application/json", f"{code}-log.json")

    return page_of_finished(request, replay, replay.game.number, write)


@require_safe
@declare(REPLAY)
def animation(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """Return the whole game as an animated GIF, or a page that waits until it has been drawn."""
    replay = _finished(request, code, token)
    names = replay.table.names
    gif = picture_cache.animation(replay.game, names=names)
    if gif is None:
        picture_cache.request_animation(
            replay.game, names=names, network=client_network(request), now=site_clock.now())
        context = {"game": replay.game, "back": replay.base}
        return render(request, "games/replay/animation_pending.html", context, status=202)
    return _file(gif, "image/gif", f"{code}.gif", inline=True)


def _finished(request: HttpRequest, code: str, token: str) -> ReplayAccess:
    replay = get_replay_or_404(request, code, token)
    if replay.over and not replay.revealed:
        raise sealed()
    if not replay.over:
        raise Http404(_("This file shows everything that is hidden during the game, so it is"
                        " available only when the game is over."))
    return replay


def _file(content: bytes, kind: str, name: str, *, inline: bool = False) -> HttpResponse:
    """Return a response with a file; with ``inline``, browsers show it instead of saving it."""
    name = f"{slugify(settings.SITE_NAME)}-{name}"
    response = HttpResponse(content, content_type=kind)
    disposition = "inline" if inline else "attachment"
    response["Content-Disposition"] = f'{disposition}; filename="{name}"'
    return response
