"""The legal pages: imprint, privacy notice, terms, contact and accessibility.

The settings say who runs the site.  A site on somebody's own machine needs none of them: what can
only name an operator is absent then.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.base import retention
from games.people import browsers, legal
from games.web.access import ANYBODY, declare


@require_safe
@declare(ANYBODY)
def show(request: HttpRequest, subject: str) -> HttpResponse:
    """Show one of the legal pages that this site has."""
    title = legal.subjects().get(subject)
    if title is None:
        raise Http404(_("This site has no such page."))
    return render(request, f"legal/{subject}.html", {
        "title": title, "operator": settings.OPERATOR, "retention": retention,
        "cookie_days": browsers.REMEMBERED.days,
    })
