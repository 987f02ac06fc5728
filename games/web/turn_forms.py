"""Orders from the game page: forms that add to the draft, and the form that plays it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from alexandros_rules import codec, drafts
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal, Unreadable
from games.base import site_clock
from games.base.refusals import status_code
from games.models import Game, LoggedMove
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.play import event_log, history, turns
from games.web import game_page
from games.web.access import (
    DRAFT,
    GAME,
    PLAYER,
    TABLE,
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
    if request.GET.get("do") == "add" and not (access.on_turn or access.may_act):
        return game_page.render_game_page(request, access)
    try:
        return redirect(with_fields(request, game_page.game_url(code, ""),
                                    room=registry.get(access.game.ruleset),
                                    read=lambda text: read(access.game, access.seat, text)))
    except Refusal as refusal:
        return game_page.render_game_page(
            request, access, refusal=refusal, status=status_code(refusal)
        )


def read(game: Game, seat: int | None, text: str) -> Draft:
    """Return the draft of these orders of a seat, on the present position as it sees it."""
    assert seat is not None  # nobody else is asked for orders
    view = history.view(game, seat)
    return drafts.evaluate(event_log.ruleset_of(game), view, text, seat=seat)


def with_fields(request: HttpRequest, path: str, *, room: Room,
                read: Callable[[str], Draft]) -> str:
    """Return the address of a page with the fields of a form of the choices in its query.

    The field ``do`` says how: "add" makes them an order of the draft, which is then ``read``, and
    everything else keeps them as choices.  Refuses fields that cannot be added.
    """
    fields, before = request.GET, request.GET.get("draft", "")
    if fields.get("do") != "add":
        return game_page.with_query(path, before, choices_of(fields))
    draft = read(f"{before}\n{room.turn.order(fields)}")
    if draft.refusal is not None:
        raise draft.refusal
    return game_page.with_query(path, draft.text)


def choices_of(fields: QueryDict) -> dict[str, str | list[str]]:
    """Return the form's fields for a URL, without those that are not choices."""
    return {name: fields.getlist(name) for name in fields if name not in ("draft", "do")}


@require_POST
@declare(TABLE | DRAFT)
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the page with the entered orders as its draft, and play nothing."""
    access = get_table_or_404(request, code)
    return redirect(with_entered(request, game_page.game_url(code, ""), game=access.game))


def with_entered(request: HttpRequest, path: str, *, game: Game) -> str:
    """Return the address of a page with the entered orders as its draft."""
    text = turns.by_colours(game, request.POST.get("orders", ""))
    lines = (line.strip() for line in text.splitlines())
    return game_page.with_query(path, drafts.SEPARATOR.join(line for line in lines if line))


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
    return redirect(f"{game_page.game_url(code, '')}?played={receipt.first}-{receipt.last}#done")


def _key(request: HttpRequest, text: str) -> str:
    """Return a key that only repeated orders from one page share."""
    return codec.text_digest(f"{request.POST.get('key', '')}\n{' '.join(text.split())}")
