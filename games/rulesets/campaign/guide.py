"""The guide of somebody's first game of The Campaign: one thing at a time, as it comes up."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from alexandros_rules.campaign import building, things
from alexandros_rules.campaign.state import COUNSELORS, State
from alexandros_rules.campaign.world import bits
from alexandros_rules.drafts import Draft
from alexandros_rules.translation import list_with_and
from games.rulesets.campaign.choices import junction_yields
from games.rulesets.campaign.table_panel import rates_text
from games.rulesets.protocols import Tip, Turn


class CampaignGuide:
    """See ``games.rulesets.protocols.Guide``."""

    rounds = 5

    def tip(self, draft: Draft, turn: Turn, *, seat: int, names: Sequence[str],
            number: int) -> Tip | None:
        view: State = draft.view
        if turn.whole:
            return Tip(_("This draft is not played yet. Check it, and confirm it."))
        kind = turn.panel.get("kind", "")
        if kind == "bid":
            return Tip(_bidding(view, seat, number))
        if kind == "build":
            return Tip(_building(view, seat, number))
        texts = {
            "roll": _("Each hex with the number rolled yields a card to a settlement at its"
                      " corners, two to a city. Then everybody draws a card from the supply."),
            "discard": _("A seven: whoever holds more than 11 cards loses half. Spend yours in"
                         " time."),
            "robber": _("Choose a hex that brings somebody else much: it yields nothing while the"
                        " robber stands there, and you steal a card from them."),
        }
        return Tip(texts[kind]) if kind in texts else None


def _bidding(view: State, seat: int, number: int) -> str:
    """Explain what is up for auction, and what to bid (AL3, AU3, CO1)."""
    if view.auction is None or view.auction.kind == things.TEMPLE:
        if view.buildings(seat):
            return _("Another settlement: a point, and more cards in every roll. Near your first"
                     " one it is worth most.")
        return _("Whoever bids most founds a settlement here: a point, and a card whenever the"
                 " dice show a number beside it. Gold builds nothing: it is for auctions.")
    if number == 1:
        return _("One or two chits bring no points, but whoever first has three gets a counselor"
                 " card, worth %(points)s points.") % {"points": COUNSELORS[view.players][0]}
    if number == 2:
        return _("Every card that you pay for a chit is one less for building.")
    return _("A chit that brings you no points may still keep somebody else from theirs.")


def _building(view: State, seat: int, number: int) -> str:
    """Say what the player can build now, the best first, or what else helps (BU1, TR1, EN1)."""
    hand = view.hands[seat]
    if not view.buildings(seat):
        return _("Without a settlement you cannot build on the map. Keep your gold for the next"
                 " temple’s auction.")

    def pays(price: things.Counts) -> bool:
        return not any(things.missing(hand, price))

    if pays(things.CITY_PRICE) and view.settlements[seat] and view.cities_left(seat):
        return _("You can build a city in place of a settlement: 2 points and two cards instead of"
                 " one.")
    if pays(things.SETTLEMENT_PRICE) and building.settlement_sites(view, seat):
        return _("You can build a settlement at the end of your roads. Choose a corner with red or"
                 " many-dotted numbers.")
    if number == 1:
        return _("Your land: %(yields)s. You get a card when the dice show a number beside it; red"
                 " ones come up most often.") % {"yields": list_with_and(
                     junction_yields(view, junction) for junction in bits(view.buildings(seat)))}
    if number == 3:
        return _("If you lack a card, tap what you give and what you get: somebody may take the"
                 " offer. %(rates)s") % {"rates": rates_text(view, seat)}
    if number >= 4:
        return _("Cities bring 2 points each, three chits a counselor card, the longest road from"
                 " five on and the largest army from three on 2 each.")
    if pays(things.ROAD_PRICE) and building.road_sites(view, seat):
        return _("Lead your roads to a corner with good numbers, two paths away: there you can"
                 " settle without an auction.")
    return _("Next you need brick, lumber, wheat and wool for a settlement at the end of two roads"
             " of yours, or two wheat and three ore for a city.")
