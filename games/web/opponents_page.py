"""The page on which a game's bots introduce themselves, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.rulesets import addresses
from games.rulesets.opponents import Duels, Opponent, opponents
from games.rulesets.registry import Room
from games.table.lobby import opponent_advice
from games.web.access import ANYBODY, declare
from games.web.game_choice import game_cards, room_or_404
from games.web.link_previews import link_preview
from games.web.table_forms import PlayNowForm

SHORTEST = 6  # of 100: the bar of the weakest, which can be seen, too


@dataclass(frozen=True, slots=True)
class Card:
    """One bot on the page: its bar (0 to 100), and its results against the bot before it."""

    opponent: Opponent
    bar: int
    compared: str
    duels: Sequence[tuple[Opponent, Duels]]


@require_safe
@declare(ANYBODY)
def show_opponents(request: HttpRequest, game: str = "") -> HttpResponse:
    """Show a game's bots: how each plays, how strong it is, and a button to play it."""
    room = room_or_404(game)
    title = _("Choose your opponent")
    about = _("The bots of %(game)s, from the weakest to the strongest.") % {"game": room.title}
    return render(request, "pages/opponents.html", {
        "room": room, "section": "learn", "bots": _cards(room),
        "games": game_cards(addresses.opponents_path, room),
        "form": PlayNowForm(proposal=opponent_advice.proposed_game(room, None)),
        "preview": link_preview(request, title, about, room=room),
    })


def _cards(room: Room) -> list[Card]:
    found = opponents(room)
    points = [one.strength.points for one in found if one.strength]
    before = [None, *found]
    return [
        Card(one, _bar(one, points), one.compared_with(other),
             [(rival, duels) for rival in found if (duels := one.against(rival))])
        for one, other in zip(found, before, strict=False)
    ]


def _bar(one: Opponent, points: Sequence[int]) -> int:
    """Return the length of a bot's bar; the strongest bot fills it."""
    if one.strength is None:
        return 0
    lowest, highest = min(points), max(points)
    share = (one.strength.points - lowest) / max(1, highest - lowest)
    return round(SHORTEST + (100 - SHORTEST) * share)
