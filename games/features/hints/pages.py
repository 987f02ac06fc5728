"""The form on the game page that asks for a hint, and the part of the page that waits for it."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from alexandros_rules import drafts
from games.base import rate_limits, site_clock
from games.base.refusals import Foreign
from games.features.hints import advice
from games.features.hints.advice import has_hints
from games.web import game_page
from games.web.access import GAME, PLAYER, READER, TableAccess, declare, get_table_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@declare(PLAYER, locks=(GAME, READER))
def hint(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the hint beside the turn; a POST asks for it.

    Without HTMX, redirects to the game page, which keeps its draft and orders with a fault.
    """
    access = get_table_or_404(request, code)
    assert access.seat is not None  # the page is for players
    if not has_hints(access.game, access.seats):
        raise Foreign("no-hints", _(
            "There are hints only in unrated games that you play against bots alone. Start such a"
            " game if you would like some."))
    fields = request.POST if request.method == "POST" else request.GET
    if request.method == "POST":
        _ask(access, fields.get("number", ""))
    lines = map(str.strip, fields.get("draft", "").splitlines())  # of the field for typed orders
    typed = drafts.SEPARATOR.join(filter(None, lines))
    if request.method != "POST" and game_page.asks_part(request):
        if not access.on_turn:  # any more: the whole page is out of date
            return HttpResponseClientRefresh()
        found = advice.hint(access.game, seat=access.seat, names=access.names)
        return render(request, "hints/_hint.html", {
            "hint": found, "game": access.game, "typed": typed})
    return redirect(f"{game_page.game_url(code, typed)}#hint")


def _ask(access: TableAccess, number: str) -> None:
    if access.on_turn and number == str(access.game.number) and access.user is not None:
        assert access.seat is not None  # the game waits for them
        now = site_clock.now()
        with transaction.atomic():  # a question that is refused is not counted
            advice.ask(access.game, seat=access.seat, user=access.user,
                       number=access.game.number, now=now)
            rate_limits.count("hint", access.user.pk, now=now)
