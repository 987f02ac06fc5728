"""What a player can build and play now, and what is in the way of the rest, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.campaign import building, terms, things
from engine.campaign.state import State
from engine.campaign.things import Counts

PLENTY_TAKES = 2  # commodities from the bank (DE3)


@dataclass(frozen=True, slots=True)
class Price:
    """Something that can be built, and its price.

    ``lacking`` is what the player still needs to pay for it.  If they can pay, ``obstacle`` is a
    sentence that says why there is no place for it.  Both are "" if nothing is amiss.
    """

    name: str
    price: str
    lacking: str = ""
    obstacle: str = ""

    @property
    def is_possible(self) -> bool:
        """Whether it can be built now."""
        return not (self.lacking or self.obstacle)

    @property
    def sentence(self) -> str:
        """What the player needs as a sentence or two."""
        words = {"name": self.name, "price": self.price, "lacking": self.lacking}
        if self.lacking:
            return _("%(name)s (%(price)s): you still need %(lacking)s.") % words
        if self.obstacle:
            return _("%(name)s (%(price)s): you can pay for it.") % words + f" {self.obstacle}"
        return _("%(name)s (%(price)s): you have everything.") % words


def prices(view: State, seat: int) -> Sequence[Price]:
    """Returns everything of which pieces are left, for a seat on its own view (BU1)."""
    wares: Sequence[tuple[str, Counts, int, Callable[[State, int], str]]] = (
        (_("Road"), things.ROAD_PRICE, view.roads_left(seat), _road_obstacle),
        (_("Settlement"), things.SETTLEMENT_PRICE, view.settlements_left(seat),
         _settlement_obstacle),
        (_("City"), things.CITY_PRICE, view.cities_left(seat), _city_obstacle),
        (_("Development card"), things.DEVELOPMENT_PRICE, len(view.deck), _no_obstacle),
    )
    return [_price(view, seat, name=name, price=price, obstacle=obstacle)
            for name, price, left, obstacle in wares if left]


def _price(view: State, seat: int, *, name: str, price: Counts,
           obstacle: Callable[[State, int], str]) -> Price:
    lacking = things.missing(view.hands[seat], price)
    if any(lacking):
        return Price(name, terms.amounts(price), terms.amounts(lacking))
    return Price(name, terms.amounts(price), obstacle=obstacle(view, seat))


def _road_obstacle(view: State, seat: int) -> str:
    """Why there is no place for a road (BU2)."""
    if not view.buildings(seat):
        return _("But your first road must begin at a settlement of yours, and you have none.")
    if not building.road_sites(view, seat):
        return _("But no free path joins your roads and settlements.")
    return ""


def _settlement_obstacle(view: State, seat: int) -> str:
    """Why there is no place for a settlement (BU3, BU4)."""
    if not view.roads[seat]:
        return _("But a road of yours must lead to it, and you have none.")
    if not building.settlement_sites(view, seat):
        return _("But your roads reach no free place. It must be two paths away from any other"
                 " settlement, and neither on nor next to a place that Alexander has not passed.")
    return ""


def _city_obstacle(view: State, seat: int) -> str:
    """Why there is no settlement that could become a city."""
    return "" if view.settlements[seat] else _("But it replaces a settlement of yours, and you"
                                               " have none.")


def _no_obstacle(view: State, seat: int) -> str:
    return ""


def first_home_text(view: State, seat: int) -> str:
    """Returns where a seat with nothing on the map can get its first settlement; else ""."""
    temples = [(number, stop) for number, stop in enumerate(view.world.route, 1)
               if stop.kind == "temple" and number > view.arrow]
    if view.buildings(seat) or not temples:
        return ""
    number, stop = temples[0]
    away = number - view.arrow
    return ngettext(
        "You have nothing on the map, so you cannot build roads yet. The next temple is"
        " %(place)s, %(count)s move ahead of Alexander: whoever wins its auction founds a"
        " settlement there.",
        "You have nothing on the map, so you cannot build roads yet. The next temple is"
        " %(place)s, %(count)s moves ahead of Alexander: whoever wins its auction founds a"
        " settlement there.", away) % {"place": _(stop.name), "count": away}


def unplayable_texts(view: State, seat: int) -> Sequence[str]:
    """Returns why a seat cannot play development cards that it holds, in sentences (DE1, DE3)."""
    usable = [kind for kind in (things.SOLDIER, things.ROADS, things.PLENTY, things.MONOPOLY)
              if view.cards[seat][kind] > view.bought[kind]]
    if usable and view.played:
        return [_("You have played a development card in this turn. You may play another one in"
                  " your next turn.")]
    texts = []
    if things.PLENTY in usable and things.cards(view.bank) < PLENTY_TAKES:
        texts.append(_("You cannot play year of plenty while the bank has fewer than two commodity"
                       " cards."))
    if things.ROADS in usable and not (
            view.roads_left(seat) and building.road_sites(view, seat)):
        texts.append(_("You cannot play road building while there is no place for a road of"
                       " yours."))
    return texts
