"""Asking for a course by email."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.base import rate_limits, site_clock
from games.features.course import lessons_by_email
from games.rulesets import addresses
from games.views import email_requests
from games.views.access import handle_refusals
from games.views.learning import course_or_404


@require_POST
@handle_refusals
def ask(request: HttpRequest, game: str = "") -> HttpResponse:
    """Sends the first lesson that is not solved to the visitor's own address."""
    room, course = course_or_404(game)
    user, now = email_requests.reader(request, _(
        "To get the course by email, please sign in with your email address.")), site_clock.now()
    rate_limits.count("lesson email", user.pk, now=now)
    if lessons_by_email.ask(user, room, course, now=now) is None:
        email_requests.tell_unreachable(request, user)
    else:
        messages.success(request, _(
            "The next lesson is on its way to %(address)s. Reply to it with your orders."
        ) % {"address": user.email})
    return redirect(addresses.course_path(room))
