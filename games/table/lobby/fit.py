"""Fit: how well open tables suit a member, by ratings, paces, hours and reliability."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from games.base.features import features, kept_from_the_page

Points = Mapping[tuple[str, int], float]  # by game and number of players


def strengths(people: Collection[int], *, now: datetime) -> Mapping[int, Points]:
    """Return how strong these people are, as far as that is known, in one query.

    Whoever hides how strong they are, and therefore plays unrated, is left out.
    """
    for feature in features():
        if feature.strengths:
            with kept_from_the_page(feature, "the lobby"):
                found: Mapping[int, Points] = feature.strengths(people, now=now)
                return found
    return {person: {} for person in people}
