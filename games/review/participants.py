"""Whose moves are reviewed: those of bots, and of people who have not turned reviews off."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Q

from games.models import Game, Seat, User
from games.rulesets import registry


def reviewed_seats(game: Game) -> frozenset[int]:
    """The seats whose moves may be judged and shown.

    If one of the people who have had a seat has turned reviews off, none of its moves is.
    """
    seats = dict(Seat.objects.filter(game=game).values_list("pk", "index"))
    private = Q(seats__in=seats) | Q(seats_left__in=seats) | Q(seats_lost__seat__in=seats)
    people = User.objects.filter(private, wants_reviews=False)
    if not people.exists():
        return frozenset(seats.values())
    hidden = Seat.objects.filter(game=game).filter(
        Q(user__wants_reviews=False) | Q(left_by__wants_reviews=False)
        | Q(former_players__user__wants_reviews=False))
    return frozenset(seats.values()) - frozenset(hidden.values_list("index", flat=True))


def is_reviewed(game: Game) -> bool:
    """Whether this game is reviewed: it has ended, and some of its people want that.

    Imported games and those between bots have no people.
    """
    if not settings.REVIEWS or game.status != Game.Status.OVER:
        return False
    if registry.get(game.ruleset).analyst is None:
        return False
    played = (Q(seats__game=game) | Q(seats_left__game=game) | Q(seats_lost__seat__game=game))
    return User.objects.filter(played, wants_reviews=True).exists()
