"""The private feeds at a secret address, and the buttons that make, renew and end it.

The address is that of a calendar; with another ending, it is that of a feed of news.  Programs ask
for both without cookies and without anybody signed in.  There is no Last-Modified: a forecast moves
without anything being stored, and only the ETag can tell.  That of the calendar is weak, because
two files with equal entries differ in their revision numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import atom, rate_limits, sealing, site_clock
from games.base.refusals import TooOften
from games.models import User
from games.people import languages
from games.post.calendar_feed import feed, feed_links, own_news
from games.web.access import ACCOUNT, PROVED, READER, SECRET, declare


@require_safe
@declare(SECRET)
def show_calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return the calendar as a file; 304 if the program has it already."""
    return _opened(request, token, _calendar)


@require_safe
@declare(SECRET)
def show_news(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return the news of the person's games as an Atom feed, which does not name its address."""
    return _opened(request, token, _news)


def _opened(request: HttpRequest, token: str,
            show: Callable[[HttpRequest, User, datetime], HttpResponseBase]) -> HttpResponseBase:
    """Return what ``show`` returns for the owner of this token; 404 for any other token."""
    found, now = feed_links.find(token), site_clock.now()
    if found is None:
        return _private(_in_words(_("There is nothing at this address. It may have been renewed or"
                                    " turned off."), status=404))
    try:
        rate_limits.count("private feed", found.pk, now=now)
    except TooOften as refusal:
        response = _in_words(refusal.sentence, status=429)
        response["Retry-After"] = str(refusal.retry_after)
        return _private(response)
    return _private(show(request, found.user, now))


def _calendar(request: HttpRequest, user: User, now: datetime) -> HttpResponseBase:
    file = feed.file(user, now=now)
    response = HttpResponse(file.content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{slugify(settings.SITE_NAME)}.ics"'
    response["Cache-Control"] = "private, no-cache"  # may be kept, but must be asked about
    response["ETag"] = etag = f'W/"{file.fingerprint}"'
    return get_conditional_response(request, etag=etag, response=response) or response


def _news(request: HttpRequest, user: User, now: datetime) -> HttpResponseBase:
    with translation.override(languages.of(user)):
        return atom.answer(
            request, own_news.news_of(user, now=now), path=reverse("my-games"), feed_path="",
            title=_("%(site)s: my games") % {"site": settings.SITE_NAME},
            key=sealing.fingerprint(str(user.pk), label="feed"))


def _in_words(sentence: str, *, status: int) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", status=status, content_type="text/plain; charset=utf-8")


def _private(response: HttpResponseBase) -> HttpResponseBase:
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def renew(request: HttpRequest) -> HttpResponse:
    """Make the user's feeds, or give them other URLs.

    Refuses (Foreign) people who came through an invitation link.
    """
    user = _user(request)
    known = feed_links.of(user) is not None
    feed_links.renew(user, now=site_clock.now())
    messages.success(request, _("There are new addresses below. The old ones no longer work.")
                     if known else _("There are addresses for your calendar and for a feed reader"
                                     " below."))
    return _back()


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def turn_off(request: HttpRequest) -> HttpResponse:
    """End the user's feeds; refuse (Foreign) people who came through an invitation link."""
    feed_links.turn_off(_user(request))
    messages.success(request, _("Both addresses have been turned off. Your turns will disappear"
                                " from your calendar."))
    return _back()


def about_feed(request: HttpRequest) -> dict[str, Any]:
    """Return what the page of playing hours shows about the user's feeds."""
    found = feed_links.of(_user(request))
    address = feed_links.url(found) if found else ""
    return {
        "feed": found, "feed_url": address,
        "news_url": feed_links.url(found, "private-news") if found else "",
        "feed_subscribe_url": f"webcal://{address.partition('://')[2]}" if address else "",
    }


def _back() -> HttpResponse:
    return redirect(f"{reverse('playing-hours')}#calendar")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the page needs an account
    return request.user
