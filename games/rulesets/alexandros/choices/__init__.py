"""Computes what the choices of a turn cost and what they do.

Everything here takes a view and returns values; the engine alone decides what is legal.
"""

from games.rulesets.alexandros.choices.march_outcomes import (
    Division,
    MarchOutcome,
    Part,
    march_outcome,
    march_outcomes,
    suggested_march,
)
from games.rulesets.alexandros.choices.offers import (
    LevyPayout,
    Offer,
    bill_for,
    gift_choices,
    levy,
    offer,
    offers,
    province_at,
)
from games.rulesets.alexandros.choices.routes import (
    Destination,
    PartialRoute,
    destination,
    marches_by_space,
    partial_route,
)

__all__ = [
    "Destination",
    "Division",
    "LevyPayout",
    "MarchOutcome",
    "Offer",
    "Part",
    "PartialRoute",
    "bill_for",
    "destination",
    "gift_choices",
    "levy",
    "march_outcome",
    "march_outcomes",
    "marches_by_space",
    "offer",
    "offers",
    "partial_route",
    "province_at",
    "suggested_march",
]
