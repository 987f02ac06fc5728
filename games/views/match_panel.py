"""What the page of a table says about its match."""

from __future__ import annotations

from typing import Any

from games.models import Game, Match, Seat
from games.play import matches
from games.views.access import TableAccess


def panel(access: TableAccess) -> dict[str, Any] | None:
    """The sentences about a match, and its other game if the reader may see it; None without one.

    ``awaited`` is whether the second game begins in a moment.
    """
    game = access.game
    if not game.match:
        return None
    other = matches.other_game(game)
    said = matches.sentences(game, over=game.status == Game.Status.OVER)
    if other is not None:
        first, second = (other, game) if game.match == Match.SECOND else (game, other)
        said = _without_repeats([*said, matches.final_sentence(first, second)])
    return {
        "sentences": said, "number": 2 if game.match == Match.SECOND else 1,
        "other": other if other is not None and _may_see(access, other) else None,
        "awaited": game.match == Match.FIRST and game.status == Game.Status.OVER,
        "after_leaving": matches.after_leaving(game),
        "after_cancelling": matches.after_cancelling(game),
    }


def _without_repeats(said: list[str]) -> list[str]:
    return [sentence for sentence in dict.fromkeys(said) if sentence]


def _may_see(access: TableAccess, other: Game) -> bool:
    """Whether the other game's page opens for this reader."""
    return other.listed or access.is_creator or (
        access.user is not None and Seat.objects.filter(game=other, user=access.user).exists())
