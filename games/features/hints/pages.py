"""The form on the game page that asks for a hint."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.base import rate_limits, site_clock
from games.base.refusals import Foreign
from games.features.hints import advice
from games.features.hints.advice import is_learning_game
from games.web import game_page
from games.web.access import GAME, PLAYER, declare, get_table_or_404


@require_POST
@declare(PLAYER, locks=(GAME,))
def ask(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show one more degree of the hint on the game page, which keeps its draft."""
    access = get_table_or_404(request, code)
    assert access.seat is not None  # the page is for players
    if not is_learning_game(access.game, access.seats):
        raise Foreign("no-hints", _(
            "There are hints only in unrated games that you play against bots alone. Start such a"
            " game if you would like some."))
    number = request.POST.get("number", "")
    if access.on_turn and number == str(access.game.number):
        now = site_clock.now()
        rate_limits.count("hint", access.user.pk if access.user else 0, now=now)
        advice.ask(access.game, seat=access.seat, number=access.game.number, now=now)
    return redirect(f"{game_page.game_url(code, request.POST.get('draft', ''))}#hint")
