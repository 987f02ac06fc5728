"""The site as an app that a phone installs: its manifest, its service worker, its page offline.

The worker shows notifications and, without a network, the page offline.  That page contains
nothing about anybody; its script adds the list of games that the browser has kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.people import languages
from games.rulesets import addresses, registry
from games.web.access import ANYBODY, declare

WORKER = Path(__file__).parent.parent / "static" / "games" / "push-worker.js"
ICONS = (("icon.svg", "image/svg+xml", "any", "any"), ("icon.png", "image/png", "180x180", "any"),
         # Drawn by tests/pages/test_installed.py; systems cut them to circles and the like.
         ("icon-192.png", "image/png", "192x192", "maskable"),
         ("icon-512.png", "image/png", "512x512", "maskable"))
DAY = 24 * 3600


@require_safe
@declare(ANYBODY)
def show_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, at an address from which it may serve the whole site."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    response["Cache-Control"] = "public, no-cache"  # browsers ask again, and get a new version
    return response


@require_safe
@declare(ANYBODY)
def show_manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest with which a phone installs the site; some need it for notifications."""
    response = JsonResponse({
        "name": settings.SITE_NAME, "short_name": settings.SITE_NAME, "id": "/", "scope": "/",
        "lang": languages.active(),
        "start_url": reverse("my-games"), "display": "standalone",
        "background_color": "#f5eedd", "theme_color": "#f5eedd",
        "icons": [{"src": static(f"games/{name}"), "type": kind, "sizes": sizes, "purpose": purpose}
                  for name, kind, sizes, purpose in ICONS],
        "shortcuts": [{"name": name, "url": path} for name, path in _shortcuts()],
    }, content_type="application/manifest+json")
    response["Cache-Control"] = f"private, max-age={DAY}"
    patch_vary_headers(response, ["Cookie"])  # which has the reader's language
    return response


@require_safe
@declare(ANYBODY)
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker keeps for the time without a network."""
    return render(request, "pages/offline.html")


def _shortcuts() -> Iterator[tuple[str, str]]:
    yield _("My turn"), reverse("next-game")
    rooms = [room for room in registry.rooms().values() if room.has_puzzles]
    with suppress(NoReverseMatch):  # the feature may be left out
        for room in rooms:
            name = _("Puzzles of %(game)s") % {"game": room.title} if rooms[1:] else _("Puzzles")
            yield name, addresses.puzzles_path(room)


@lru_cache(maxsize=1)
def _worker() -> str:
    """Return the script with the addresses of our files, which contain their versions."""
    return re.sub(r'"/static/([^"]+)"', lambda found: f'"{static(found[1])}"',
                  WORKER.read_text(encoding="utf-8"))
