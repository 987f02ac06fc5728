"""The buttons about time: one more day, pausing, resuming, and taking a seat back.

They are on the game's page, for its players, and behind links in emails.  Such a link needs no
login; GET shows a page and only POST acts (R12).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import Refusal
from games.base import site_clock
from games.base.refusals import Foreign, status_code
from games.models import LoggedMove, SeatClock
from games.post.outbox import preferences
from games.table.clocks import time_wording
from games.table.play import extra_time, pauses
from games.table.seats import returning
from games.table.seats.returning import OpenedLink
from games.views.access import TableAccess, get_table_or_404, handle_refusals


@require_POST
@handle_refusals
def extend(request: HttpRequest, code: str) -> HttpResponse:
    """Gives the reader one more day for their turn."""
    access = get_table_or_404(request, code)
    extra_time.ask(access.game, seat=_own_seat(access), given=_given(request),
                   actor=LoggedMove.Actor.PAGE, now=site_clock.now())
    messages.success(request, _("You have one more day for this turn."))
    return redirect("game", code=code)


@require_POST
@handle_refusals
def pause(request: HttpRequest, code: str) -> HttpResponse:
    """Notes that the reader wants to pause, or takes that back."""
    access = get_table_or_404(request, code)
    seat = _own_seat(access)
    if request.POST.get("do") == "withdraw":
        pauses.withdraw(access.game, seat=seat)
    elif pauses.agree(access.game, seat=seat, now=site_clock.now()):
        messages.success(request, _("The game is paused. All clocks stand still until somebody"
                                    " resumes it, for at most %(days)s days.")
                         % {"days": pauses.LONGEST.days})
    else:
        messages.success(request, _("The game will be paused as soon as all players have agreed."))
    return redirect("game", code=code)


@require_POST
@handle_refusals
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Ends the pause."""
    access = get_table_or_404(request, code)
    pauses.resume(access.game, seat=_own_seat(access), now=site_clock.now())
    messages.success(request, _("The game goes on, and the clocks run again."))
    return redirect("game", code=code)


@require_POST
@handle_refusals
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Gives the reader their seat back."""
    access = get_table_or_404(request, code)
    if access.user is None:
        raise Foreign("no-seat", _("You have no seat at this table, so you can only watch."))
    returning.take_back(access.game, user=access.user, now=site_clock.now())
    messages.success(request, _("Welcome back! You are playing for yourself again."))
    return redirect("game", code=code)


def _given(request: HttpRequest) -> int | None:
    """How many extensions the page says that the reader has had in this turn; None if none."""
    given = request.POST.get("given", "")
    return int(given) if given.isdecimal() and len(given) < 4 else None


def _own_seat(access: TableAccess) -> int:
    if access.seat is None:
        raise Foreign("no-seat", _("You have no seat at this table, so you can only watch."))
    return access.seat


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def extend_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind "I need one more day" in an email."""
    return _page(request, token, returning.EXTENSION, "email_links/extension.html",
                 partial(_extend, given=_given(request)))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def return_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind "Take my seat back" in an email."""
    return _page(request, token, returning.RETURN, "email_links/return.html", _return)


def _extend(opened: OpenedLink, *, given: int | None) -> dict[str, Any]:
    clock = extra_time.ask(opened.game, seat=opened.seat.index, given=given,
                           actor=LoggedMove.Actor.MAIL, now=site_clock.now())
    zone = preferences.preferences_of(opened.user).time_zone
    return {"until": time_wording.fixed(clock.deadline, zone=zone) if clock.deadline else "",
            "extensions": clock.extensions}


def _return(opened: OpenedLink) -> dict[str, Any]:
    returning.take_back(opened.game, user=opened.user, now=site_clock.now())
    return {}


def _page(request: HttpRequest, token: str, purpose: str, template: str,
          act: Callable[[OpenedLink], dict[str, Any]]) -> HttpResponse:
    """A page that says what its button does, or what it did."""
    context: dict[str, Any] = {"done": request.method == "POST"}
    status = 200
    try:
        opened = returning.open_link(purpose, token)
        context |= {"game": opened.game, **_facts(opened)}
        if request.method == "POST":
            context |= act(opened)
    except Refusal as refusal:
        context, status = {"refusal": refusal}, status_code(refusal)
    response = render(request, template, context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response


def _facts(opened: OpenedLink) -> dict[str, Any]:
    """What the page says before the button is pressed."""
    clock = SeatClock.objects.filter(seat=opened.seat).first()
    former = returning.former_seat(opened.game, opened.user)
    return {"extensions": clock.extensions if clock else 0, "seat": opened.seat,
            "given": clock.extended if clock else 0,
            "can_return": former is not None}
