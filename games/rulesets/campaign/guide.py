"""The guide of somebody's first game of The Campaign: one thing at a time, as it comes up."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.campaign import building, things
from engine.campaign.state import State
from engine.drafts import Draft
from games.rulesets.campaign.table_panel import rates_text
from games.rulesets.protocols import Tip, Turn


class CampaignGuide:
    """See ``games.rulesets.protocols.Guide``."""

    rounds = 5

    def tip(self, draft: Draft, turn: Turn, *, seat: int, names: Sequence[str],
            number: int) -> Tip | None:
        view: State = draft.view
        if turn.whole:
            return Tip(_("Nothing has been played yet. Check the draft, and confirm it."))
        kind = turn.panel.get("kind", "")
        if kind == "bid":
            return Tip(_bidding(view, seat))
        if kind == "build":
            return Tip(_building(view, seat))
        texts = {
            "roll": _("Roll the dice. Every hex with the number rolled yields a card to each"
                      " settlement at its corners, and two to each city. The more dots, the more"
                      " often the number comes up. Then everybody draws a card from the supply."),
            "discard": _("A seven was rolled, and whoever holds more than 11 cards loses half of"
                         " them. So spend your cards in time."),
            "robber": _("A seven was rolled, so you move the robber. The hex where it stands"
                        " yields nothing, and you steal a card from somebody who has built"
                        " there. Choose a hex that brings somebody else much."),
        }
        return Tip(texts[kind]) if kind in texts else None


def _bidding(view: State, seat: int) -> str:
    """Explain what is up for auction, and what to bid (AL3, AU3, CO1)."""
    if view.auction is not None and view.auction.kind != things.TEMPLE:
        return _("Alexander has passed a chit. Whoever first has three chits gets a counselor card,"
                 " which is worth 2 to 4 points. The list below says what this one would bring you;"
                 " bid no more than that is worth.")
    if view.buildings(seat):
        return _("Another settlement is up for auction: a point for you, and more cards in every"
                 " roll. Near your first one it is worth most.")
    return _("Whoever bids most founds a settlement here, and only settlements yield cards when"
             " the dice show the numbers beside them. You have none yet, so bid most of your gold:"
             " it pays for no building, and the winner pays only what it takes to outbid the"
             " others.")


def _building(view: State, seat: int) -> str:
    """Name what the player can build now, the best first (BU1)."""
    hand = view.hands[seat]
    if not view.buildings(seat):
        return _("Without a settlement you cannot build on the map. Keep your gold for the next"
                 " temple: whoever wins its auction founds a settlement.")

    def pays(price: things.Counts) -> bool:
        return not any(things.missing(hand, price))

    if pays(things.CITY_PRICE) and view.settlements[seat] and view.cities_left(seat):
        return _("You can build a city in place of a settlement: it is worth 2 points and yields"
                 " two cards instead of one.")
    if pays(things.SETTLEMENT_PRICE) and building.settlement_sites(view, seat):
        return _("You can build a settlement at the end of your roads: a point, and more cards in"
                 " every roll. Choose a corner with red or many-dotted numbers.")
    if pays(things.ROAD_PRICE):
        return _("You can build a road. Lead your roads to a corner with good numbers, two paths"
                 " away: there you can settle without an auction.")
    return _("Next you need brick, lumber, wheat and wool for a settlement. %(rates)s Otherwise end"
             " your turn.") % {"rates": rates_text(view, seat)}
