"""Pages of the news of the site: all of them, their feed, and the newest on the home page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.base import atom, site_clock
from games.base.atom import News
from games.models import SiteNews
from games.rulesets.registry import Room
from games.web.access import ANYBODY, declare

MOST = 50  # on the page, and in the feed
ON_HOME_PAGE = timedelta(days=14)  # that the newest one is shown there


def _published() -> QuerySet[SiteNews]:
    """Return the news whose moment has come, the newest first."""
    return SiteNews.objects.filter(published_at__lte=site_clock.now()).order_by(
        "-published_at", "-pk")


@require_safe
@declare(ANYBODY)
def show_news(request: HttpRequest) -> HttpResponse:
    """Show the news of the site."""
    return render(request, "site_news/news.html", {"news": _published()[:MOST]})


@require_safe
@declare(ANYBODY)
def feed(request: HttpRequest) -> HttpResponseBase:
    """Return the news of the site as an Atom feed."""
    path = reverse("site-news")
    return atom.answer(
        request, (News(f"{path}#{one.code}", "", one.published_at, one.title, one.text)
                  for one in _published()[:MOST]),
        title=_("News of %(site)s") % {"site": settings.SITE_NAME}, path=path,
        feed_path=request.path)


def on_home_page(request: HttpRequest, room: Room) -> dict[str, Any]:
    """Return the newest news, for as many days as the home page shows them."""
    return {"newest_news": _published().filter(
        published_at__gt=site_clock.now() - ON_HOME_PAGE).first()}
