"""Orders from the page: forms that add to the draft, and the confirmation that plays it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from engine import codec, drafts
from engine.errors import Refusal, Unreadable
from games.models import LoggedMove
from games.play import event_log, history, turns
from games.refusals import Foreign, status_code
from games.rulesets import registry
from games.views import game_page
from games.views.access import Visit, refuse, visit


@require_safe
def add_to_draft(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to the page with what a form of the turn stands for: looked at, or added.

    ``do`` says which: "look" keeps the choices in the address, "add" makes them an order.
    """
    found = visit(request, code)
    if request.GET.get("do") != "add":
        choices = _choices(request.GET)
        return redirect(game_page.game_url(code, request.GET.get("draft", ""), **choices))
    if not found.on_turn or found.seat is None:
        return game_page.render_game_page(request, found)
    try:
        order = registry.get(found.game.ruleset).turn.order(request.GET)
        draft = _draft(found, request.GET.get("draft", ""), order)
    except Refusal as refusal:
        return game_page.render_game_page(
            request, found, refusal=refusal, status=status_code(refusal)
        )
    if draft.refusal is not None:
        return game_page.render_game_page(request, found, refusal=draft.refusal,
                               status=status_code(draft.refusal))
    return redirect(game_page.game_url(code, draft.text))


def _draft(found: Visit, before: str, order: str) -> drafts.Draft:
    ruleset = event_log.ruleset_of(found.game)
    assert found.seat is not None  # the caller has looked
    view = history.view(found.game, found.seat)
    return drafts.evaluate(ruleset, view, f"{before}\n{order}", seat=found.seat)


def _choices(fields: QueryDict) -> dict[str, str | list[str]]:
    """The form's fields for an address, without those that are not choices."""
    return {name: fields.getlist(name) for name in fields if name not in ("draft", "do")}


@require_POST
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to the page with typed orders as its draft; nothing is played or kept."""
    visit(request, code)
    lines = (line.strip() for line in request.POST.get("orders", "").splitlines())
    draft = drafts.SEPARATOR.join(line for line in lines if line)
    return redirect(game_page.game_url(code, draft))


@require_POST
def give_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Plays the orders through the one door; answers with the page and its receipt.

    What is wrong with them is said on the page, with the orders kept: 400 when they cannot be
    played, 403 for somebody else's turn, 409 when the game has moved on.
    """
    found = visit(request, code)
    text, number = request.POST.get("orders", ""), request.POST.get("number", "")
    if found.seat is None:
        return refuse(request, Foreign(
            "no-seat", "You have no seat at this table, so you cannot move; you may watch."
        ), code=code)
    if not number.isdecimal() or len(number) > 9:
        return refuse(request, Unreadable(
            "no-position", "These orders name no position; open the game and send them from there."
        ), code=code)
    try:
        receipt = turns.submit(
            found.game,
            seat=found.seat,
            text=text,
            number=int(number),
            key=_key(request, text),
            actor=LoggedMove.Actor.PAGE,
            now=timezone.now(),
        )
    except Refusal as refusal:
        found.game.refresh_from_db()
        # Somebody else's turn is nobody's mistake in writing: it answers like a foreign seat.
        foreign = refusal.code == "not-your-turn"
        return game_page.render_game_page(
            request,
            found,
            text=text,
            refusal=refusal,
            status=403 if foreign else status_code(refusal),
        )
    return redirect(f"{game_page.game_url(code, '')}?played={receipt.first}-{receipt.last}#turn")


def _key(request: HttpRequest, text: str) -> str:
    """The page's key and the orders: the same orders sent twice play once, others do not."""
    return codec.text_digest(f"{request.POST.get('key', '')}\n{' '.join(text.split())}")
