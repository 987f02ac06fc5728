"""Goals of lessons, each of which judges what orders do to the position.

The places of a fault are "hexes" and "junctions".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from alexandros_rules.campaign import display_names, yields
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.building import ends_of, settlement_sites
from alexandros_rules.campaign.course.positions import colour
from alexandros_rules.campaign.events import AuctionWon, BankTraded, Discarded, Founded, Rolled
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.state import BUILD, DISCARD, WINNING_SCORE, State
from alexandros_rules.campaign.things import CITY_PRICE, GOLD
from alexandros_rules.campaign.world import bits, union
from alexandros_rules.course import LEARNER, Fault, Goal
from alexandros_rules.drafts import Draft
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_and, ngettext


def has_richest_city(draft: Draft) -> Fault | str:
    """Judge whether the learner's new city is where the dice pay most (YI1)."""
    state: State = draft.view
    built = bits(state.cities[LEARNER] & ~draft.start.cities[LEARNER])
    if not built:
        return _("You have not built a city yet. Choose one of your settlements on the board.")
    best = max(_dots(state, place) for place in bits(draft.start.settlements[LEARNER]))
    dots = _dots(state, built[0])
    if dots == best:
        return ""
    return Fault(_("The hexes around %(place)s have %(dots)s dots together, and those around"
                   " another of your settlements have %(best)s. Count the dots under the numbers,"
                   " and build the city there.") % {
        "place": display_names.junction_name(state, built[0]), "dots": dots, "best": best},
        {"hexes": state.world.junctions[built[0]].hexes})


def _dots(state: State, junction: int) -> int:
    """Return the dots of all hexes at a junction."""
    world = state.world
    return sum(world.hexes[tile].dots for tile in world.junctions[junction].hexes)


def wins_auction(draft: Draft) -> str:
    """Judge whether the learner wins the auction, in which all others have bid (AU10)."""
    bid, won = _bid_of(draft), _won(draft)
    if bid is None or won is None:
        return _no_bid()
    if won.seat == LEARNER:
        return ""
    words = {"name": colour(won.seat), "mine": bid.limit}
    if not bid.limit:
        return _("You bid nothing, so %(name)s wins. Name a limit: it is secret, and you pay only"
                 " what the others make you pay.") % words
    return _("Your limit is %(mine)s, but %(name)s named a higher one and wins. Name more: you do"
             " not pay your whole limit if less is enough.") % words


def keeps_city_in_auction(draft: Draft) -> str:
    """Judge whether the learner has enough for a city after paying in the auction (AU5)."""
    won, lacking = _won(draft), _lacking(draft.view)
    if won is None or not lacking:
        return ""
    return _("You win the chit and pay %(paid)s. But then you lack %(lacking)s for the city. Choose"
             " yourself what you pay with: gold and wool count here, too.") % {
        "paid": display_names.payment_text(won.payment), "lacking": lacking}


def _bid_of(draft: Draft) -> Bid | None:
    return next((step.move for step in draft.steps if isinstance(step.move, Bid)), None)


def _won(draft: Draft) -> AuctionWon | None:
    """Return the end of the auction; None as long as it goes on."""
    return next((event for step in draft.steps for event in step.events
                 if isinstance(event, AuctionWon)), None)


def _no_bid() -> str:
    return _("You have not bid yet. Choose one of the numbers, or enter how much you would bid.")


def certainly_wins_auction(draft: Draft) -> str:
    """Judge whether nobody can outbid the learner, who bids last, with any cards (AU3)."""
    bid, start = _bid_of(draft), draft.start
    if bid is None:
        return _no_bid()
    rivals = [seat for seat in range(start.players) if seat != LEARNER]
    rival = max(rivals, key=lambda seat: sum(start.hands[seat]))
    most = sum(start.hands[rival])
    if bid.limit > most:
        return ""
    words = {
        "mine": bid.limit, "name": colour(rival), "most": most,
        "gold": start.gold(rival), "cards": th.cards(start.hands[rival]),
    }
    if not bid.limit:
        return _("You bid nothing, so the chit goes to somebody else, or to nobody. A limit above"
                 " %(most)s wins it for certain.") % words
    return _("A limit of %(mine)s may be too low: %(name)s has %(gold)s gold and %(cards)s cards,"
             " so their limit may be %(most)s, and of equal limits theirs comes first.") % words


def builds_settlement(draft: Draft) -> Fault | str:
    """Judge whether the learner has built a settlement (BU3)."""
    state: State = draft.view
    if state.settlements[LEARNER] & ~draft.start.settlements[LEARNER]:
        return ""
    roads = state.roads[LEARNER] & ~draft.start.roads[LEARNER]
    if not roads:
        return _("You have not built a settlement. Your road does not reach a place for one yet, so"
                 " build another road first.")
    sites = settlement_sites(state, LEARNER)
    if not sites:
        return Fault(_("Your new road does not lead to a place for a settlement, because each place"
                       " that it reaches is next to another settlement. Take it back, and build it"
                       " the other way."), {"junctions": _settled_beside(state, roads)})
    return Fault(_("The road is there, and it reaches a place for a settlement. Now build the"
                   " settlement, before you end the turn."), {"junctions": bits(sites)})


def _settled_beside(state: State, roads: int) -> Sequence[int]:
    """Return the junctions with buildings next to the ends of roads."""
    ends = bits(ends_of(state.world, roads))
    return bits(union(state.world.neighbours[end] for end in ends) & state.occupied)


def builds_city(draft: Draft) -> Fault | str:
    """Judge whether the learner has built a city (BU1)."""
    state: State = draft.view
    if state.cities[LEARNER] & ~draft.start.cities[LEARNER]:
        return ""
    lacking = _lacking(state)
    if lacking:
        return _("You have not built the city, and you still lack %(lacking)s for it.") % {
            "lacking": lacking}
    return Fault(_("You have everything for the city now. Choose your settlement to build it."),
                 {"junctions": bits(state.settlements[LEARNER])})


def keeps_gold(draft: Draft) -> str:
    """Judge whether the learner has given no gold to the bank."""
    given = sum(event.given[GOLD] for step in draft.steps for event in step.events
                if isinstance(event, BankTraded))
    if not given:
        return ""
    return _("You have built the city, but you gave %(count)s gold for it. Gold counts in every"
             " auction, so keep it, and trade cards that you do not need.") % {"count": given}


def discards_well(draft: Draft) -> str:
    """Judge whether the learner still has what a city costs after discarding (SE1)."""
    if draft.view.phase == DISCARD:
        return _("You have not discarded yet. Choose the cards that you give up.")
    lacking = _lacking(draft.view)
    return lacking and _(
        "You have discarded cards that you need: you now lack %(lacking)s for a city. Give up what"
        " a city does not cost.") % {"lacking": lacking}


def blocks_most(draft: Draft) -> Fault | str:
    """Judge whether the robber takes as much as it can from the others, and nothing (SE2)."""
    state: State = draft.view
    if state.robber == draft.start.robber:
        return _("You have discarded. Now move the robber: choose a hex on the board.")
    place = display_names.hex_name(state, state.robber)
    if _touches(state, state.robber):
        return Fault(_("%(hex)s is next to a building of your own, so the robber stops your own"
                       " yield. Choose a hex where only others have buildings.") % {"hex": place},
                     {"junctions": _own_beside(state)})
    blocked = _blocked(state, state.robber)
    most = max(_blocked(state, tile) for tile in yields.robber_sites(draft.start)
               if not _touches(state, tile))
    if not blocked:
        return Fault(_("Nobody has a building at %(hex)s, so the robber stops nothing there. Choose"
                       " a hex at Yellow’s city.") % {"hex": place}, {"hexes": [state.robber]})
    if blocked < most:
        return Fault(_("Yellow’s city is at %(hex)s, but another hex there is rolled more often:"
                       " count the dots.") % {"hex": place}, {"hexes": [state.robber]})
    return ""


def _touches(state: State, tile: int) -> bool:
    """Return whether the learner has a building at a hex."""
    return bool(state.buildings(LEARNER) & state.world.corners[tile])


def _own_beside(state: State) -> Sequence[int]:
    """Return the junctions with buildings of the learner at the robber's hex."""
    return bits(state.buildings(LEARNER) & state.world.corners[state.robber])


def _blocked(state: State, tile: int) -> int:
    """Return what the robber stops at a hex, in cards from 36 rolls."""
    world = state.world
    return world.hexes[tile].dots * sum(
        (own & world.corners[tile]).bit_count() * number
        for number, masks in ((1, state.settlements), (2, state.cities)) for own in masks)


def holds_army(draft: Draft) -> str:
    """Judge whether the learner has got the largest army (LA1)."""
    if draft.view.army == LEARNER:
        return ""
    if any(isinstance(event, Rolled) for step in draft.steps for event in step.events):
        return _("You have rolled the dice, and your soldier is still in your hand. Play it first:"
                 " the chit of this turn may be a battle.")
    return _("Two of your soldiers lie face up, and the third is still in your hand. Play it.")


def frees_own_hexes(draft: Draft) -> Fault | str:
    """Judge whether the robber stands at no building of the learner (DE2)."""
    state: State = draft.view
    if not _touches(state, state.robber):
        return ""
    return Fault(_("The army is yours, but the robber is at %(hex)s now, where you have a building,"
                   " too. Send it to where only others have buildings.") % {
        "hex": display_names.hex_name(state, state.robber)}, {"junctions": _own_beside(state)})


def founds(place: str) -> Goal:
    """Return the goal of several turns to win the settlement at a junction such as "B2.S"."""
    def fault(draft: Draft) -> Fault | str:
        state: State = draft.view
        junction = state.world.junction_by_label[place]
        if state.buildings(LEARNER) >> junction & 1:
            return ""
        before = ""
        for step in draft.all_steps:
            for won, next_event in pairwise(step.events):
                if not isinstance(won, AuctionWon):
                    continue
                if isinstance(next_event, Founded) and next_event.junction == place:
                    limit = step.move.limit if isinstance(step.move, Bid) else 0
                    return Fault(" ".join(filter(None, [
                        _("%(name)s won %(place)s for %(price)s, and your limit was %(limit)s."),
                        before])) % {
                        "name": colour(won.seat), "price": won.price, "limit": limit,
                        "place": display_names.junction_name(state, junction),
                        "paid": _paid(draft)}, {"junctions": [junction]})
                if won.seat == LEARNER:
                    before = _("Before that, you had paid %(paid)s for chits.")
        return Fault(_("Nobody bid for %(place)s.") % {
            "place": display_names.junction_name(state, junction)}, {"junctions": [junction]})
    return fault


def wins_a_chit(draft: Draft) -> str:
    """Judge whether the learner has a chit at the end of several turns (AU9)."""
    return "" if draft.view.chits_of(LEARNER) else _(
        "You have the settlement, but no chit. One of the two is cheap enough: see what each of"
        " them went for.")


def has_cities(count: int) -> Goal:
    """Return the goal of several turns to have this many cities at their end."""
    def fault(draft: Draft) -> str:
        state: State = draft.view
        have = state.cities[LEARNER].bit_count()
        if have >= count:
            return ""
        lost = sum(sum(event.discards[LEARNER]) for step in draft.all_steps
                   for event in step.events if isinstance(event, Discarded))
        reasons = [ngettext("You have %(have)s city, and the task asks for %(count)s.",
                            "You have %(have)s cities, and the task asks for %(count)s.", have)]
        if lost:
            reasons.append(_("The seven cost you %(lost)s cards, because you had more than 11."))
        if paid := _paid(draft):
            reasons.append(_("In auctions, you paid %(paid)s."))
        lacking = _lacking(state)
        reasons.append(_("For another one, you lack %(lacking)s.") if lacking else
                       _("You have everything for another one, so build it in your turn."))
        return " ".join(reasons) % {
            "have": have, "count": count, "lost": lost, "paid": paid,
            "lacking": lacking}
    return fault


def _paid(draft: Draft) -> str:
    """Return what the learner has paid in auctions, in words; "" for nothing."""
    paid = [event.payment for step in draft.all_steps for event in step.events
            if isinstance(event, AuctionWon) and event.seat == LEARNER]
    return list_with_and(display_names.payment_text(payment) for payment in paid)


def wins(draft: Draft) -> str:
    """Judge whether the learner has won (EN2)."""
    state: State = draft.view
    if LEARNER in state.winners:
        return ""
    words = {"points": state.points(LEARNER), "winning": WINNING_SCORE}
    if state.phase != BUILD or state.turn != draft.start.turn:
        return _("You have ended the turn with %(points)s points, and %(winning)s win. Use what you"
                 " have first.") % words
    has = _("You have %(points)s points, and %(winning)s win.") % words
    lacking = _lacking(state)
    return f"{has} " + (
        _("For another city, you still lack %(lacking)s.") % {"lacking": lacking} if lacking else
        _("You have everything for another city, so build it."))


def _lacking(state: State) -> str:
    """Return what the learner lacks for a city, in words; "" if they can pay for it."""
    lacking = th.missing(state.hands[LEARNER], CITY_PRICE)
    return list_with_and(display_names.amount(kind, number)
                         for kind, number in enumerate(lacking) if number)
