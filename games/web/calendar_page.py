"""The private calendar feed at its secret URL, and the buttons that make, renew and end it.

Calendar programs ask for the feed without cookies and without anybody signed in.  There is no
Last-Modified: a forecast moves without anything being stored, and only the ETag can tell.  It is
weak, because two files with equal entries differ in their revision numbers.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import rate_limits, site_clock
from games.base.refusals import TooOften
from games.models import User
from games.post.calendar_feed import feed, feed_links
from games.web.access import ACCOUNT, PROVED, READER, SECRET, declare


@require_safe
@declare(SECRET)
def show_feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return the feed as a file; 304 if the program has it already, and 404 for any other token."""
    found, now = feed_links.find(token), site_clock.now()
    if found is None:
        return _private(_in_words(_("There is no calendar at this address. It may have been"
                                    " renewed or turned off."), status=404))
    try:
        rate_limits.count("calendar", found.pk, now=now)
    except TooOften as refusal:
        response = _in_words(refusal.sentence, status=429)
        response["Retry-After"] = str(refusal.retry_after)
        return _private(response)
    file = feed.file(found.user, now=now)
    response = HttpResponse(file.content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{slugify(settings.SITE_NAME)}.ics"'
    response["Cache-Control"] = "private, no-cache"  # may be kept, but must be asked about
    response["ETag"] = etag = f'W/"{file.fingerprint}"'
    unchanged = get_conditional_response(request, etag=etag, response=response)
    return _private(unchanged or response)


def _in_words(sentence: str, *, status: int) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", status=status, content_type="text/plain; charset=utf-8")


def _private(response: HttpResponseBase) -> HttpResponseBase:
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def renew(request: HttpRequest) -> HttpResponse:
    """Make the user's feed, or give it another URL.

    Refuses (Foreign) people who came through an invitation link.
    """
    user = _user(request)
    known = feed_links.of(user) is not None
    feed_links.renew(user, now=site_clock.now())
    messages.success(request, _("There is a new address for your calendar below. The old one no"
                                " longer works.") if known else
                     _("There is an address for your calendar below."))
    return _back()


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def turn_off(request: HttpRequest) -> HttpResponse:
    """End the user's feed; refuse (Foreign) people who came through an invitation link."""
    feed_links.turn_off(_user(request))
    messages.success(request, _("The address for your calendar has been turned off. Your turns will"
                                " disappear from your calendar."))
    return _back()


def about_feed(request: HttpRequest) -> dict[str, Any]:
    """Return what the page of playing hours shows about the user's feed."""
    found = feed_links.of(_user(request))
    address = feed_links.url(found) if found else ""
    return {
        "feed": found, "feed_url": address,
        "feed_subscribe_url": f"webcal://{address.partition('://')[2]}" if address else "",
    }


def _back() -> HttpResponse:
    return redirect(f"{reverse('playing-hours')}#calendar")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the page needs an account
    return request.user
