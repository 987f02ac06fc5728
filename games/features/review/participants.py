"""Whose moves are reviewed: those of bots, and of people who want it."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Seat
from games.rulesets import registry
from games.table.play import event_log


def reviewed_seats(game: Game) -> frozenset[int]:
    """The seats whose moves may be judged and shown.

    If one of the people who have had a seat has turned reviews off, none of its moves is.
    """
    hidden = Seat.objects.order_by().filter(game=game).filter(
        Q(user__wants_reviews=False) | Q(left_by__wants_reviews=False)
        | Q(former_players__user__wants_reviews=False))
    players = event_log.setup_of(game).players
    return frozenset(range(players)) - frozenset(hidden.values_list("index", flat=True))


def can_be_reviewed(game: Game) -> bool:
    """Whether there are reviews of games like this one, which has ended."""
    has_analyst = registry.get(game.ruleset).analyst is not None
    return bool(settings.REVIEWS) and has_analyst and game.status == Game.Status.OVER


def is_reviewed(game: Game) -> bool:
    """Whether this game is over and at least one of its people wants a review."""
    return can_be_reviewed(game) and reviewed(Game.objects.filter(pk=game.pk)).exists()


def reviewed(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of these games that are reviewed, as ``is_reviewed`` says, on a site with reviews.

    Imported games and those between bots have no people.
    """
    with_analyst = [name for name in registry.names() if registry.get(name).analyst is not None]
    wanted = Seat.objects.order_by().filter(game=OuterRef("pk")).filter(
        Q(user__wants_reviews=True) | Q(left_by__wants_reviews=True)
        | Q(former_players__user__wants_reviews=True))
    return games.filter(Exists(wanted), status=Game.Status.OVER, ruleset__in=with_analyst)
