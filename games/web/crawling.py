"""What programs of strangers read first: robots.txt, the sitemap and security.txt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.base import site_clock
from games.people import legal
from games.rulesets import addresses, registry
from games.web.access import ANYBODY, declare

OF_THE_SITE = ("archive", "archive-statistics")
# Pages about games may be asked for: programs that show links read their previews, private tables
# answer like missing ones, and "noindex" is only obeyed by who may read it.  What crawlers are
# kept from is what they could follow without end, or what has to be drawn for them.
KEPT_FROM = ("/account/", "/admin/", "/api/1/", "/*?draft=", "/*/game.gif$")
EXPIRES = timedelta(days=180)  # RFC 9116 recommends less than a year


def _paths() -> Iterator[str]:
    for room in registry.rooms().values():
        yield addresses.home_path(room)
        yield addresses.rules_path(room)
        yield addresses.opponents_path(room)
        with suppress(NoReverseMatch):  # features may be left out, as below
            yield from [addresses.course_path(room)] if room.course else []
        with suppress(NoReverseMatch):
            yield from [addresses.puzzles_path(room)] if room.has_puzzles else []
    for name in OF_THE_SITE:
        with suppress(NoReverseMatch):
            yield reverse(name)
    for subject in legal.subjects():
        yield reverse("legal", kwargs={"subject": subject})


@require_safe
@declare(ANYBODY)
def show_sitemap(request: HttpRequest) -> HttpResponse:
    """Return the addresses of the pages that search engines may show."""
    pages = [{"location": f"{settings.BASE_URL}{path}"} for path in dict.fromkeys(_paths())]
    return render(request, "sitemap.xml", {"urlset": pages}, content_type="application/xml")


@require_safe
@declare(ANYBODY)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Return what crawlers may ask for; pages themselves say which may be shown."""
    return _text("User-agent: *", *(f"Disallow: {path}" for path in KEPT_FROM),
                 f"Sitemap: {settings.BASE_URL}{reverse('sitemap')}")


@require_safe
@declare(ANYBODY)
def show_security_contact(request: HttpRequest) -> HttpResponse:
    """Return whom to tell of a weakness (RFC 9116), if the settings name an address."""
    email = settings.OPERATOR["email"]
    if not email:
        raise Http404(_("This site has no such page."))
    expires = site_clock.now() + EXPIRES
    return _text(f"Contact: mailto:{email}", f"Expires: {expires:%Y-%m-%dT00:00:00Z}",
                 f"Canonical: {settings.BASE_URL}{request.path}",
                 f"Policy: {settings.BASE_URL}{reverse('legal', kwargs={'subject': 'contact'})}")


def _text(*lines: str) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
