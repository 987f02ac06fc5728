"""The position as plain text for emails, screen readers and bug reports.

A drawing of the map is followed by lists that say everything in words, so that nobody needs the
drawing.  All lines fit into 72 columns; a wider map is not drawn.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.campaign import auctions, awards, terms, text_map
from engine.campaign import things as th
from engine.campaign.sentences import payment_text
from engine.campaign.state import BUILD, COUNSELORS, OVER, ROBBER, ROLL, Auction, Offer, State
from engine.campaign.trading import seats_of
from engine.campaign.world import bits
from engine.translation import gettext as _
from engine.translation import gettext_noop, list_with_and, ngettext

WIDTH = 72
STOPS_AHEAD = 5
_STOP_KINDS = {"temple": gettext_noop("temple"), "chit": gettext_noop("chit"),
               "blank": gettext_noop("blank")}
_COUNSELORS = {  # by their points (TH6)
    4: gettext_noop("First counselor"), 3: gettext_noop("Second counselor"),
    2: gettext_noop("Third counselor"),
}
_WAITING = {
    ROLL: gettext_noop("The dice have not been rolled yet."),
    ROBBER: gettext_noop("The robber has to be moved."),
    BUILD: gettext_noop("It is time to trade and build."),
}


def text_board(state: State) -> str:
    """Returns the position as lines of text."""
    drawing = text_map.text_map(state)
    fits = max(map(len, drawing.split("\n"))) <= WIDTH
    parts = [
        text_map.legend() if fits else (), text_map.yields(state.world),
        _turn(state), _route(state), _auction(state),
        _offers(state), *(_player(state, seat) for seat in range(state.players)), _awards(state),
        _stores(state),
    ]
    lists = ["\n".join(part for line in lines for part in _wrapped(line))
             for lines in parts]
    return "\n\n".join(filter(None, [drawing if fits else "", *lists]))


@lru_cache(maxsize=512)  # most lines are the same in the next position
def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _turn(state: State) -> Iterator[str]:
    if state.phase == OVER:
        yield _("The game is over after turn %(turn)s.") % {"turn": state.turn}
    else:
        yield _("Turn %(turn)s: it is %(colour)s's turn.") % {
            "turn": state.turn, "colour": terms.colour(state.seat)}
    if state.dice[0]:
        yield _("The dice show %(first)s and %(second)s.") % {
            "first": state.dice[0], "second": state.dice[1]}
    if state.phase in _WAITING:
        yield _(_WAITING[state.phase])
    if state.played:
        yield _("A development card has been played in this turn.")
    for seat, number in enumerate(state.due):
        if number and state.discards[seat] is None:
            yield ngettext("%(colour)s has to discard %(count)s card.",
                           "%(colour)s has to discard %(count)s cards.", number) % {
                "colour": _capital(seat), "count": number}


def _route(state: State) -> Iterator[str]:
    world = state.world
    yield _("The robber stands in %(place)s.") % {
        "place": terms.hex_name(state, state.robber)}
    place = {"place": terms.junction_name(state, text_map.alexanders_place(state))}
    yield (_("Alexander has passed %(place)s.") if 0 < state.arrow <= len(world.route)
           else _("Alexander stands at %(place)s.")) % place
    ahead = [
        _("%(place)s %(kind)s") % {"place": terms.junction_name(state, stop.junction),
                                   "kind": _(_STOP_KINDS[stop.kind])}
        for stop in world.route[state.arrow:state.arrow + STOPS_AHEAD]]
    if len(ahead) < STOPS_AHEAD and state.arrow <= len(world.route):
        ahead.append(terms.junction_name(state, world.goal))
    if ahead:
        yield _("Next on the route: %(places)s") % {"places": ", ".join(ahead)}
        left = len(world.route) + 1 - state.arrow
        yield ngettext("%(count)s step to %(place)s", "%(count)s steps to %(place)s", left) % {
            "count": left, "place": _(world.goal_name)}
    if state.arrow >= world.first_violet and state.phase != OVER:
        yield _("Alexander moves on only after a seven.")


def _auction(state: State) -> Iterator[str]:
    auction = state.auction
    if auction is None:
        return
    kind = auction.kind
    yield _("Auction: %(kind)s at %(place)s") % {
        "kind": terms.auction_name(kind),
        "place": terms.junction_name(state, auction.junction)}
    yield _("What counts: %(things)s") % {"things": terms.counting_text(kind)}
    if state.options.open_bidding:
        yield from _open_bids(state, auction)
        return
    waiting = auctions.undecided(auction, state.players)
    decided = [seat for seat in auctions.bidders(auction, state.players) if seat not in waiting]
    for seat in decided:
        bid = auction.bids[seat]
        if bid is not None and bid.limit >= 0:  # the viewer's own
            yield _("%(colour)s's limit: %(limit)s (%(things)s)") % {
                "colour": _capital(seat), "limit": bid.limit,
                "things": payment_text(bid.payment) or _("nothing")}
    if decided:
        yield _("Decided: %(colours)s") % {"colours": _colours(decided)}
    if waiting:
        yield _("Still to bid: %(colours)s") % {"colours": _colours(waiting)}


def _open_bids(state: State, auction: Auction) -> Iterator[str]:
    order = auctions.bidders(auction, state.players)
    for seat in order:
        bid = auction.bids[seat]
        if bid is not None:
            yield (_("%(colour)s bids %(amount)s") if bid.limit else _("%(colour)s has passed")
                   ) % {"colour": _capital(seat), "amount": bid.limit}
    waiting = auctions.next_bidder(auction, state.players)
    if waiting is not None:
        yield _("Next to bid: %(colour)s") % {"colour": terms.colour(waiting)}


def _offers(state: State) -> Iterator[str]:
    if state.offers:
        yield _("Offers:")
    for offer in state.offers:
        yield _offer(state, offer)


def _offer(state: State, offer: Offer) -> str:
    to = seats_of(offer.to)
    everybody = len(to) == state.players - 1
    text = (
        _("%(number)s: %(colour)s gives %(give)s for %(get)s") if everybody
        else _("%(number)s: %(colour)s gives %(give)s for %(get)s, to %(colours)s")
    ) % {"number": offer.number, "colour": terms.colour(offer.seat),
         "give": terms.amounts(offer.give), "get": terms.amounts(offer.get),
         "colours": _colours(to)}
    notes = []
    if offer.standing:
        notes.append(_("standing"))
    if offer.times > 1:
        notes.append(ngettext("%(count)s time", "%(count)s times", offer.times) % {
            "count": offer.times})
    return f"{text} ({', '.join(notes)})" if notes else text


def _player(state: State, seat: int) -> Iterator[str]:
    points = state.points(seat)
    yield ngettext("%(colour)s: %(count)s point", "%(colour)s: %(count)s points", points) % {
        "colour": _capital(seat), "count": points}
    hand = state.hands[seat]
    yield _("Holds %(things)s") % {"things": terms.amounts(hand)}
    yield from _developments(state, seat)
    if state.soldiers[seat]:
        yield _("Face up: %(soldiers)s") % {
            "soldiers": terms.amount(th.SOLDIERS, state.soldiers[seat])}
    if state.chits_of(seat):
        yield _("Chits: %(chits)s") % {"chits": _counted(
            (terms.auction_name(kind), number) for kind, number in enumerate(state.won[seat]))}
    yield from _pieces(state, seat)
    yield from _preferences(state, seat)


def _developments(state: State, seat: int) -> Iterator[str]:
    """A seat's development cards, of somebody else's only how many."""
    own = state.cards[seat]
    if sum(own):
        yield _("Development cards: %(cards)s") % {
            "cards": own[th.HIDDEN] or _development_names(own)}
    if seat == state.seat and sum(state.bought) > state.bought[th.HIDDEN]:
        yield _("Bought in this turn: %(cards)s") % {
            "cards": _development_names(state.bought)}


def _development_names(some: th.Counts) -> str:
    return _counted((terms.development_name(kind), number) for kind, number in enumerate(some))


def _preferences(state: State, seat: int) -> Iterator[str]:
    """What a seat has decided in advance; nobody else's view shows it."""
    if state.preferred[seat]:
        yield _("Discards first: %(kinds)s") % {
            "kinds": ", ".join(map(terms.kind_name, state.preferred[seat]))}
    if state.at_once[seat]:
        yield _("The dice roll at once.")


def _counted(pairs: Iterable[tuple[str, int]]) -> str:
    return ", ".join(_("%(kind)s (%(count)s)") % {"count": number, "kind": name}
                     for name, number in pairs if number)


def _pieces(state: State, seat: int) -> Iterator[str]:
    """A seat's buildings, roads and harbours, and what it has left."""
    world = state.world
    if state.settlements[seat]:
        yield _("Settlements: %(places)s") % {
            "places": _junctions(state, state.settlements[seat])}
    if state.cities[seat]:
        yield _("Cities: %(places)s") % {"places": _junctions(state, state.cities[seat])}
    if state.roads[seat]:
        yield _("Roads (longest line %(length)s): %(places)s") % {
            "length": awards.road_lengths(state)[seat],
            "places": ", ".join(world.paths[path].label for path in bits(state.roads[seat]))}
    own = state.buildings(seat)
    harbours = [
        f"{harbour.rate}:1 {terms.kind_name(th.KIND_NAMES.index(harbour.kind))}"
        if harbour.kind else f"{harbour.rate}:1"
        for harbour in world.harbours if any(own >> end & 1 for end in harbour.junctions)]
    if harbours:
        yield _("Harbours: %(harbours)s") % {"harbours": ", ".join(harbours)}
    yield _("Left: settlements %(settlements)s, cities %(cities)s, roads %(roads)s") % {
        "settlements": state.settlements_left(seat), "cities": state.cities_left(seat),
        "roads": state.roads_left(seat)}


def _junctions(state: State, mask: int) -> str:
    return ", ".join(terms.junction_name(state, junction) for junction in bits(mask))


def _awards(state: State) -> Iterator[str]:
    for value, owner in zip(COUNSELORS[state.players], state.counselors, strict=True):
        yield _("%(award)s (%(points)s points): %(colour)s") % {
            "award": _(_COUNSELORS[value]), "points": value, "colour": _owner(owner)}
    for award, owner in ((_("Longest road"), state.longest), (_("Largest army"), state.army)):
        yield _("%(award)s (%(points)s points): %(colour)s") % {
            "award": award, "points": 2, "colour": _owner(owner)}


def _owner(seat: int | None) -> str:
    return _("nobody") if seat is None else terms.colour(seat)


def _stores(state: State) -> Iterator[str]:
    yield _("Bank: %(things)s") % {"things": terms.amounts(state.bank)}
    yield ngettext("Supply: %(count)s card", "Supply: %(count)s cards", len(state.supply)) % {
        "count": len(state.supply)}
    yield _("Development cards left: %(count)s") % {"count": len(state.deck)}
    yield _("Harbours: %(harbours)s") % {"harbours": ", ".join(text_map.harbours(state.world))}


def _colours(seats: Iterable[int]) -> str:
    return list_with_and(map(terms.colour, seats))


def _capital(seat: int) -> str:
    name = terms.colour(seat)
    return name[:1].upper() + name[1:]
