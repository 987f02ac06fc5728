"""The form for a player's plan, what it does, and the page about plans.

Saving a plan never makes a move: see ``games.features.plans.saving``.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import Refusal
from games.base import site_clock
from games.base.refusals import Closed, Foreign, status_code
from games.features.plans import saving
from games.models import Game, LoggedMove, User
from games.rulesets import registry
from games.table.play import history
from games.views import plan_panel
from games.views.access import TableAccess, get_table_or_404, handle_refusals

MAX_TEXT = 4000
MAX_DIGITS = 6


@require_http_methods(["GET", "HEAD", "POST"])
@handle_refusals
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """The form for the reader's plan; POST saves it or turns it off."""
    access = get_table_or_404(request, code)
    user, seat = _player(access)
    if request.method != "POST":
        return _show(request, access)
    now = site_clock.now()
    if request.POST.get("do") == "off":
        if saving.turn_off(access.game, seat=seat, user=user, now=now):
            messages.success(request, _("Your plan is off. It is kept below, in case you want to"
                                        " change it and save it again."))
        return redirect("game-plan", code=code)
    text = request.POST.get("text", "")
    try:
        saving.store(access.game, seat=seat, user=user, text=text, grace=_grace(request),
                    made_by=LoggedMove.Actor.PAGE, now=now)
    except Refusal as refusal:
        return _show(request, access, text=text, refusal=refusal)
    known = plan_panel.status(access, now=now)
    if access.on_turn and (known is None or not known.due):
        messages.success(request, _("Your plan has been saved. It is your turn now, so the plan"
                                    " begins with your next turn."))
    else:
        messages.success(request, _("Your plan has been saved."))
    return redirect("game-plan", code=code)


@require_safe
def show_help(request: HttpRequest) -> HttpResponse:
    """How plans are written, with the conditions of every game."""
    rooms = [room for room in registry.rooms().values() if room.conditions]
    return render(request, "pages/plans.html", {
        "rooms": rooms, "example_orders": registry.default().turn.example_orders,
        "condition": rooms[0].conditions.examples[0] if rooms and rooms[0].conditions else ""})


def _player(access: TableAccess) -> tuple[User, int]:
    if access.user is None or access.seat is None:
        raise Foreign("no-seat", _("You have no seat at this table, so you have no turns to plan."))
    if access.game.status != Game.Status.RUNNING:
        raise Closed("not-running", _("This game is not running, so there are no turns to plan."))
    return access.user, access.seat


def _grace(request: HttpRequest) -> timedelta | None:
    """The grace period that the form names; None if it names none."""
    given = request.POST.get("grace", "")
    if not (given.isascii() and given.isdecimal() and len(given) <= MAX_DIGITS):
        return None
    return timedelta(minutes=int(given))


def _show(request: HttpRequest, access: TableAccess, *, text: str | None = None,
          refusal: Refusal | None = None) -> HttpResponse:
    """The page with the form; refused text is shown again together with the reason."""
    now = site_clock.now()
    known = plan_panel.status(access, now=now)
    view = history.view(access.game, access.seat)
    shown = plan_panel.panel(access, view, now=now, known=known)
    assert shown is not None  # only a player of a running game comes here
    drafted = request.GET.get("orders", "")[:MAX_TEXT]
    replaced = shown["text"] if text is not None or drafted else ""
    if text is not None:
        shown["text"] = text
        chosen = _grace(request)
        if chosen is not None:
            shown |= plan_panel.form(access, text=text, grace=chosen)
    elif drafted:
        shown["text"] = drafted
    elif known is None:
        shown["text"] = plan_panel.last_text(access)
    return render(request, "games/plan/page.html", {
        "access": access, "game": access.game, "plan": known, "panel": shown,
        "past": plan_panel.past(access), "replaced": replaced, "refusal": refusal,
        "on_turn": access.on_turn,
    }, status=200 if refusal is None else status_code(refusal))
