"""The page behind "no more mail": it needs no login and asks once.

GET shows what can be ended, only POST ends it (R12): mail scanners open links too.  Mail
programs POST by themselves, without cookies (RFC 8058); the key in the address is what
nobody else has.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.outbox import unsubscribe_links
from games.refusals import Missing, status_code


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """What this link can end, or, after a POST, what it has ended."""
    try:
        wish = unsubscribe_links.read_link(token)
    except Missing as refusal:
        return _page(request, {"refusal": refusal}, status=status_code(refusal))
    done = ""
    if request.method == "POST":
        done = unsubscribe_links.unsubscribe(
            wish, request.POST.get("scope", ""), now=timezone.now()
        )
    return _page(request, {"wish": wish, "done": done})


def _page(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    response = render(request, "email_settings/unsubscribe.html", context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response
