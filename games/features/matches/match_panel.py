"""What the page of a table says about its match."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.features.matches import matches
from games.models import Game, Match, Seat
from games.web.access import TableAccess


def panel(access: TableAccess) -> dict[str, Any] | None:
    """The sentences about the match, and its other game if the reader may see that.

    None for a game that belongs to no match.
    """
    game = access.game
    if not game.match:
        return None
    other = matches.other_game(game)
    return {
        "sentences": _sentences(game, other), "number": 2 if game.match == Match.SECOND else 1,
        "other": other if other is not None and _may_see(access, other) else None,
        "after_leaving": matches.after_leaving(game),
        "after_cancelling": matches.after_cancelling(game),
    }


def is_continued_soon(game: Game) -> bool:
    """Whether the second game of the match is about to begin."""
    return game.match == Match.FIRST and game.status == Game.Status.OVER


def _sentences(game: Game, other: Game | None) -> list[str]:
    """What is known now: other than an email, a page also tells of what came later."""
    said = matches.sentences(game, over=game.status == Game.Status.OVER)
    if other is None:
        return said
    if game.match == Match.SECOND:
        was_cancelled = game.status == Game.Status.CANCELLED
        return [*said, matches.final_sentence(other, game)] if was_cancelled else said
    return [said[0], matches.final_sentence(game, other)
            or _("Game 2 has the same deal, with the seats swapped.")]


def _may_see(access: TableAccess, other: Game) -> bool:
    """Whether the other game's page opens for this reader."""
    return other.listed or access.is_creator or (
        access.user is not None and Seat.objects.filter(game=other, user=access.user).exists())
