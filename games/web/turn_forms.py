"""Orders from the game page: forms that add to the draft, and the form that plays it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine import codec, drafts
from engine.errors import Refusal, Unreadable
from games.base import site_clock
from games.base.refusals import status_code
from games.models import LoggedMove
from games.rulesets import registry
from games.table.play import event_log, history, turns
from games.web import game_page
from games.web.access import (
    DRAFT,
    GAME,
    PLAYER,
    TABLE,
    TableAccess,
    declare,
    get_own_seat,
    get_table_or_404,
    render_refusal,
)


@require_safe
@declare(TABLE | DRAFT)
def add_to_draft(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the game page with the fields of a form previewed or added to the draft.

    The field ``do`` says which: "look" keeps the choices in the URL, "add" makes them an order.
    """
    access = get_table_or_404(request, code)
    if request.GET.get("do") != "add":
        choices = choices_of(request.GET)
        return redirect(game_page.game_url(code, request.GET.get("draft", ""), choices))
    if access.seat is None or not (access.on_turn or access.may_act):
        return game_page.render_game_page(request, access)
    try:
        order = registry.get(access.game.ruleset).turn.order(request.GET)
        draft = _draft(access, request.GET.get("draft", ""), order)
    except Refusal as refusal:
        return game_page.render_game_page(
            request, access, refusal=refusal, status=status_code(refusal)
        )
    if draft.refusal is not None:
        return game_page.render_game_page(request, access, refusal=draft.refusal,
                               status=status_code(draft.refusal))
    return redirect(game_page.game_url(code, draft.text))


def _draft(access: TableAccess, before: str, order: str) -> drafts.Draft:
    ruleset = event_log.ruleset_of(access.game)
    assert access.seat is not None  # the caller has checked
    view = history.view(access.game, access.seat)
    return drafts.evaluate(ruleset, view, f"{before}\n{order}", seat=access.seat)


def choices_of(fields: QueryDict) -> dict[str, str | list[str]]:
    """Return the form's fields for a URL, without those that are not choices."""
    return {name: fields.getlist(name) for name in fields if name not in ("draft", "do")}


@require_POST
@declare(TABLE | DRAFT)
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the page with the entered orders as its draft, and play nothing."""
    access = get_table_or_404(request, code)
    text = turns.by_colours(access.game, request.POST.get("orders", ""))
    lines = (line.strip() for line in text.splitlines())
    draft = drafts.SEPARATOR.join(line for line in lines if line)
    return redirect(game_page.game_url(code, draft))


@require_POST
@declare(PLAYER | DRAFT, locks=(GAME,))
def give_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Play the orders and redirect to the page with a receipt.

    Refused orders are shown again together with the reason: status 400 if they cannot be played,
    403 if it is somebody else's turn, 409 if the game has moved on.
    """
    seat = get_own_seat(request, code)
    text, number = request.POST.get("orders", ""), request.POST.get("number", "")
    if not number.isdecimal() or len(number) > 9:
        return render_refusal(request, Unreadable(
            "no-position", _("These orders do not say which position they are for. Open the game"
                             " and send them from there.")
        ), code=code)
    try:
        receipt = turns.submit(
            seat.game,
            seat=seat.index,
            user_id=seat.user_id,
            text=turns.by_colours(seat.game, text),
            number=int(number),
            key=_key(request, text),
            actor=LoggedMove.Actor.PAGE,
            now=site_clock.now(),
        )
    except Refusal as refusal:
        access = get_table_or_404(request, code)  # also if the seat has a new player now
        # The orders may be fine; it is just not this player's turn, so 403 and not 400.
        not_their_turn = refusal.code == "not-your-turn"
        return game_page.render_game_page(
            request,
            access,
            text=text,
            refusal=refusal,
            status=403 if not_their_turn else status_code(refusal),
        )
    return redirect(f"{game_page.game_url(code, '')}?played={receipt.first}-{receipt.last}#turn")


def _key(request: HttpRequest, text: str) -> str:
    """Return a key that only repeated orders from one page share."""
    return codec.text_digest(f"{request.POST.get('key', '')}\n{' '.join(text.split())}")
