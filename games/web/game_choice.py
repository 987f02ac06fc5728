"""Choosing a game: which one a request is about, and the cards from which people choose.

With one game there is nothing to choose, and no page has anything about it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from django.http import Http404, HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rulesets import addresses, registry
from games.rulesets.registry import Room
from games.rulesets.typical_games import usual_lengths
from games.table.lobby.table_settings import ruleset_named


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game to choose: its picture, and the page on which it can be chosen."""

    room: Room
    picture: SafeString
    link: str
    chosen: bool

    @property
    def length(self) -> str:
        """How long its games are, if that was measured."""
        return usual_lengths(self.room)


def game_cards(link: Callable[[Room], str], chosen: Room | None = None) -> list[GameCard]:
    """Return all games with a link for each, ``chosen`` marked; [] if there is only one."""
    if not registry.several():
        return []
    return [GameCard(room, board_pictures(room.name)[0], link(room), room is chosen)
            for room in registry.rooms().values()]


def requested_room(request: HttpRequest) -> Room | None:
    """Return the game that the form or query names, or None; refuse an unknown one."""
    fields = request.POST if request.method == "POST" else request.GET
    name = fields.get(addresses.GAME, "")
    return registry.get(ruleset_named(name).name) if name else None


def room_or_404(name: str) -> Room:
    """Return the room of this game ("": the default one); raise Http404 if there is none."""
    if name and name not in registry.names():
        raise Http404(_("There is no such game here."))
    return registry.get(name) if name else registry.default()


def board_pictures(ruleset: str) -> tuple[SafeString, ...]:
    """Return small pictures of the ruleset's boards, drawn once in each process."""
    return _board_pictures(ruleset, get_language() or "")


@cache
def _board_pictures(ruleset: str, language: str) -> tuple[SafeString, ...]:
    """Draw these pictures, described in the reader's ``language``."""
    room = registry.get(ruleset)
    drawn = map(room.boards.empty_thumbnail, room.ruleset.boards().values())
    return tuple(mark_safe(picture) for picture in drawn)  # noqa: S308 - our own drawing
