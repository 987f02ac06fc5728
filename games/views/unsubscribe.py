"""The unsubscribe page, which works without signing in.

GET only shows what the link can stop, because email scanners open links too; POST stops it (R12).
Email programs may POST by themselves and without cookies (RFC 8058), so there is no CSRF check:
the token in the URL proves that the request comes from the email's reader.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.base import site_clock
from games.base.refusals import Missing, status_code
from games.post.outbox import unsubscribe_links


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Shows what this link can stop; a POST stops it and shows what was stopped."""
    try:
        unsubscribe_request = unsubscribe_links.read_link(token)
    except Missing as refusal:
        return _page(request, {"refusal": refusal}, status=status_code(refusal))
    done = ""
    if request.method == "POST":
        done = unsubscribe_links.unsubscribe(
            unsubscribe_request, request.POST.get("scope", ""), now=site_clock.now()
        )
    return _page(request, {"link": unsubscribe_request, "done": done})


def _page(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    response = render(request, "email_settings/unsubscribe.html", context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response
