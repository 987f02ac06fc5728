"""The page on which users delete their own account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.translation import list_with_and
from games.base import site_clock
from games.forms.account import DeleteAccountForm
from games.models import User
from games.people import account_deletion
from games.views.access import handle_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_refusals
def delete_account(request: HttpRequest) -> HttpResponse:
    """Says what will be deleted and what will stay; deletes the account once the box is ticked."""
    user = request.user
    assert isinstance(user, User)  # login_required has checked
    form = DeleteAccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        account_deletion.delete_account(user, now=site_clock.now())
        logout(request)
        message = _("Your account has been deleted. Thank you for the games you played.")
        messages.success(request, message)
        return redirect("home")
    running = account_deletion.games_in_progress(user)
    context = {
        "form": form,
        "running": list_with_and(_("“%(game)s”") % {"game": game.name} for game in running),
        "former": account_deletion.former_name(),
    }
    return render(request, "account/delete.html", context, status=400 if form.is_bound else 200)
