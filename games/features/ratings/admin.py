"""The admin of ratings: rated games, which operators can take out of the ratings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest

from games.base import site_clock
from games.base.admin_bases import Admin, Lasting, ReadOnly, Tabular
from games.base.refusals import Missing
from games.features.ratings import folding
from games.models import RatedGame, RatedSeat


class Because(ActionForm):
    """The actions on rated games, with a reason."""

    because = forms.CharField(label="Because", max_length=200, required=False)


class RatedSeatInline(ReadOnly, Tabular):
    """What a game has changed, on its page."""

    model = RatedSeat
    fields = ("index", "player", "points", "rank", "lost_at", "mu_before", "sigma_before",
              "mu_after", "sigma_after", "games", "weight", "why")
    extra = 0


@admin.register(RatedGame)
class RatedGameAdmin(Lasting, Admin):
    """Rated games, the newest first; they can be taken out of the ratings and put back."""

    list_display = ("game", "ruleset", "players", "began_at", "ended_at", "why", "voided_at",
                    "because", "folded")
    list_filter = (("voided_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    ordering = ("-pk",)
    fields = list_display
    readonly_fields = fields
    inlines = (RatedSeatInline,)
    action_form = Because
    actions = ("take_out", "put_back")

    @admin.action(description="Take out of the ratings for foul play", permissions=["change"])
    def take_out(self, request: HttpRequest, rated: QuerySet[RatedGame]) -> None:
        because = request.POST.get("because", "").strip()[:200]
        if not because:
            self.message_user(request, "Please say why; the players are told.", messages.ERROR)
            return
        self._change(request, rated, f"Took it out of the ratings: {because}", lambda code:
                     folding.void(code, because=because, now=site_clock.now()))

    @admin.action(description="Put back into the ratings", permissions=["change"])
    def put_back(self, request: HttpRequest, rated: QuerySet[RatedGame]) -> None:
        self._change(request, rated, "Put it back into the ratings.", folding.put_back)

    def _change(self, request: HttpRequest, rated: QuerySet[RatedGame], what: str,
                change: Callable[[str], Any]) -> None:
        """Change these games, and note in the admin's history who did this."""
        for one in rated.select_related("game"):
            try:
                change(one.game.code)
            except Missing as refusal:
                self.message_user(request, str(refusal), messages.WARNING)
            else:
                self.log_change(request, one, what)
                self.message_user(request, f"{one.game.code}: {what}", messages.SUCCESS)
