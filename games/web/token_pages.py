"""The page on which members make tokens for their programs, and take them back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.base import sealing, site_clock
from games.base.refusals import TableRefusal, status_code
from games.models import ApiToken
from games.people import api_tokens
from games.web.access import ACCOUNT, PROVED, READER, declare, member_only


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(READER,))
def show_tokens(request: HttpRequest) -> HttpResponse:
    """Show a member's tokens; on POST, make one, which this answer shows and no other."""
    user, secret, refusal = member_only(request), "", None
    name, chosen = request.POST.get("name", ""), request.POST.getlist("scope")
    if request.method == "POST":
        try:
            secret = api_tokens.make(user, name=name, scopes=chosen, now=site_clock.now())
        except TableRefusal as refused:
            refusal = refused
    scopes = [(scope, label, scope in chosen if refusal else scope == api_tokens.READ)
              for scope, label in api_tokens.SCOPES.items()]
    return render(request, "account/tokens.html", {
        "section": "account", "tokens": api_tokens.of(user), "secret": secret,
        "refusal": refusal, "scopes": scopes, "name": name if refusal else "",
    }, status=status_code(refusal) if refusal else 200)


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def take_back(request: HttpRequest) -> HttpResponse:
    """End one of the member's tokens."""
    user = member_only(request)
    api_tokens.take_back(user, sealing.row_id(request.POST.get("token", ""), ApiToken))
    messages.success(request, _("The token has been taken back. Whatever used it gets no more"
                                " answers."))
    return redirect("api-tokens")
