"""Turning the daily puzzles by email on and off."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.base import site_clock
from games.features.puzzles import daily_emails
from games.post.outbox import bounces, preferences
from games.rulesets import addresses
from games.views import email_requests
from games.views.access import handle_refusals
from games.views.game_choice import room_or_404

FROM, SETTINGS = "from", "settings"  # the field that says on which page the form was, and a value


@require_POST
@handle_refusals
def choose(request: HttpRequest, game: str = "") -> HttpResponse:
    """Turns the visitor's daily puzzles on (field ``daily``: "on") or off."""
    room = daily_emails.room_of(room_or_404(game).name)
    if room is None:
        raise Http404(_("There are no puzzles of this game."))
    user, now = email_requests.reader(request, _(
        "To get puzzles by email, please sign in with your email address.")), site_clock.now()
    if request.POST.get("daily") != "on":
        daily_emails.turn_off(user, room)
        messages.success(request, _("You will get no more puzzles by email."))
    elif bounces.reasons_not_to_send([user.email or ""]):
        email_requests.tell_unreachable(request, user)
    else:
        moment = daily_emails.turn_on(user, room, now=now)
        zone = preferences.time_zone_of(preferences.preferences_of(user))
        messages.success(request, _(
            "From %(day)s on, the daily puzzles come to %(address)s at about %(time)s."
        ) % {"address": user.email, "day": date_format(timezone.localtime(moment, zone), "j F"),
             "time": date_format(timezone.localtime(moment, zone), "H:i")})
    on_settings = request.POST.get(FROM) == SETTINGS
    return redirect("email-settings" if on_settings else addresses.puzzles_path(room))
