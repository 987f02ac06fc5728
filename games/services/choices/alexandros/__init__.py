"""What the choices of a turn of Alexandros cost and do, as facts.

Everything here takes a view and returns values; the engine alone decides what is legal.
"""

from games.services.choices.alexandros.actions import (
    Levy,
    Offer,
    bill_for,
    gift_choices,
    home,
    levy,
    offer,
    offers,
)
from games.services.choices.alexandros.outcomes import (
    Division,
    Outcome,
    Part,
    likeliest,
    outcome,
    outcomes,
)
from games.services.choices.alexandros.roads import (
    Goal,
    Road,
    goal,
    marches_by_space,
    road,
)

__all__ = [
    "Division", "Goal", "Levy", "Offer", "Outcome", "Part", "Road", "bill_for", "gift_choices",
    "goal", "home", "levy", "likeliest", "marches_by_space", "offer", "offers", "outcome",
    "outcomes", "road",
]
