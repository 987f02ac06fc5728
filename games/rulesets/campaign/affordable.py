"""What a player can pay for now, and what they still need for the rest, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.campaign import terms, things
from engine.campaign.state import State


@dataclass(frozen=True, slots=True)
class Price:
    """Something that can be built, its price, and what the player still needs ("" if nothing)."""

    name: str
    price: str
    lacking: str

    @property
    def sentence(self) -> str:
        """What the player needs as a sentence."""
        words = {"name": self.name, "price": self.price, "lacking": self.lacking}
        if not self.lacking:
            return _("%(name)s (%(price)s): you have everything.") % words
        return _("%(name)s (%(price)s): you still need %(lacking)s.") % words


def prices(view: State, seat: int) -> Sequence[Price]:
    """Returns everything that can be built, for a seat on its own view (BU1)."""
    hand = view.hands[seat]
    wares = (
        (_("Road"), things.ROAD_PRICE, view.roads_left(seat)),
        (_("Settlement"), things.SETTLEMENT_PRICE, view.settlements_left(seat)),
        (_("City"), things.CITY_PRICE, view.cities_left(seat)),
        (_("Development card"), things.DEVELOPMENT_PRICE, len(view.deck)),
    )
    return [
        Price(name, terms.amounts(price), terms.amounts(lacking) if any(lacking) else "")
        for name, price, left in wares if left
        for lacking in (things.missing(hand, price),)
    ]
