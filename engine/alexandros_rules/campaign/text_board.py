"""The position as plain text for emails, screen readers and bug reports.

A drawing of the map is followed by lists that say everything in words, so that nobody needs the
drawing.  All lines fit into 72 columns; a wider map is not drawn.

In the drawing, each hex shows its label, and below it its kind and number.  Junctions are single
characters; the letter of a colour stands for a road or a settlement, its capital for a city.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from functools import lru_cache

from alexandros_rules.campaign import auctions, awards, display_names
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.gazetteer import place_name
from alexandros_rules.campaign.state import (
    BUILD,
    COLOURS,
    COUNSELORS,
    OVER,
    ROBBER,
    ROLL,
    SECRET_PAYMENT,
    Auction,
    Offer,
    State,
)
from alexandros_rules.campaign.trading import seats_of
from alexandros_rules.campaign.world import Point, World, bits
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop, list_with_and, ngettext

WIDTH = 72
STOPS_AHEAD = 5
HEX_LETTERS = dict(zip(th.KIND_NAMES, "BLGWO$", strict=True)) | {"sea": "~", "desert": "D"}
STOP_SIGNS = {"temple": "T", "chit": "?", "blank": "o"}
FREE_SIGN, GOAL_SIGN, ALEXANDER_SIGN, ROBBER_SIGN = ".", "P", "@", "!"
_ACROSS = 3  # columns for half the width of a hex
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
    """Return the position as lines of text."""
    drawing = text_map(state)
    fits = max(map(len, drawing.split("\n"))) <= WIDTH
    parts = [
        _legend() if fits else (), _yields(state.world),
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
            "turn": state.turn, "colour": display_names.colour(state.seat)}
    if state.dice[0]:
        yield _("The dice show %(first)s and %(second)s.") % {
            "first": state.dice[0], "second": state.dice[1]}
    if state.phase in _WAITING:
        yield _(_WAITING[state.phase])
    if state.played:
        yield _("A development card has been played in this turn.")
    for seat, number in enumerate(state.due):
        chosen = state.discards[seat]
        if chosen is not None and not chosen[th.UNKNOWN]:
            yield _("%(colour)s has chosen to discard %(things)s.") % {
                "colour": _capital(seat), "things": display_names.amounts(chosen)}
        elif number and chosen is None:
            yield ngettext("%(colour)s has to discard %(count)s card.",
                           "%(colour)s has to discard %(count)s cards.", number) % {
                "colour": _capital(seat), "count": number}


def _route(state: State) -> Iterator[str]:
    world = state.world
    yield _("The robber stands in %(place)s.") % {
        "place": display_names.hex_name(state, state.robber)}
    place = {"place": display_names.junction_name(state, _alexanders_place(state))}
    yield (_("Alexander has passed %(place)s.") if 0 < state.arrow <= len(world.route)
           else _("Alexander stands at %(place)s.")) % place
    ahead = [
        _("%(place)s %(kind)s") % {"place": display_names.junction_name(state, stop.junction),
                                   "kind": _(_STOP_KINDS[stop.kind])}
        for stop in world.route[state.arrow:state.arrow + STOPS_AHEAD]]
    if len(ahead) < STOPS_AHEAD and state.arrow <= len(world.route):
        ahead.append(display_names.junction_name(state, world.goal))
    if ahead:
        yield _("Next on the route: %(places)s") % {"places": ", ".join(ahead)}
        left = len(world.route) + 1 - state.arrow
        yield ngettext("%(count)s step to %(place)s", "%(count)s steps to %(place)s", left) % {
            "count": left, "place": place_name(world, world.goal_name)}
    if state.arrow >= world.first_violet and state.phase != OVER:
        yield _("Alexander moves on only after a seven.")


def _auction(state: State) -> Iterator[str]:
    auction = state.auction
    if auction is None:
        return
    kind = auction.kind
    yield _("Auction: %(kind)s at %(place)s") % {
        "kind": display_names.auction_name(kind),
        "place": display_names.junction_name(state, auction.junction)}
    yield _("What counts: %(things)s") % {"things": display_names.counting_text(kind)}
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
                "things": display_names.payment_text(bid.payment) or _("nothing")}
    if decided:
        yield _("Decided: %(colours)s") % {"colours": _colours(decided)}
    if waiting:
        yield _("Still to bid: %(colours)s") % {"colours": _colours(waiting)}


def _open_bids(state: State, auction: Auction) -> Iterator[str]:
    order = auctions.bidders(auction, state.players)
    for seat in order:
        bid = auction.bids[seat]
        if bid is None:
            continue
        facts = {"colour": _capital(seat), "amount": bid.limit,
                 "things": display_names.payment_text(bid.payment)}
        if not bid.limit:
            yield _("%(colour)s has passed") % facts
        elif bid.payment == SECRET_PAYMENT:
            yield _("%(colour)s bids %(amount)s") % facts
        else:  # the viewer's own
            yield _("%(colour)s bids %(amount)s (%(things)s)") % facts
    for seat in auctions.awaited(state):
        yield _("Next to bid: %(colour)s") % {"colour": display_names.colour(seat)}


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
    ) % {"number": offer.number, "colour": display_names.colour(offer.seat),
         "give": display_names.amounts(offer.give), "get": display_names.amounts(offer.get),
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
    yield _("Holds %(things)s") % {"things": display_names.amounts(hand)}
    yield from _developments(state, seat)
    if state.soldiers[seat]:
        yield _("Face up: %(soldiers)s") % {
            "soldiers": display_names.amount(th.SOLDIERS, state.soldiers[seat])}
    if state.chits_of(seat):
        yield _("Chits: %(chits)s") % {
            "chits": _counted(
                (display_names.auction_name(kind), number)
                for kind, number in enumerate(state.won[seat])
            )
        }
    yield from _pieces(state, seat)
    yield from _preferences(state, seat)


def _developments(state: State, seat: int) -> Iterator[str]:
    """Yield a seat's development cards; of another seat's only their number."""
    own = state.cards[seat]
    if sum(own):
        yield _("Development cards: %(cards)s") % {
            "cards": own[th.HIDDEN] or _development_names(own)}
    if seat == state.seat and sum(state.bought) > state.bought[th.HIDDEN]:
        yield _("Bought in this turn: %(cards)s") % {
            "cards": _development_names(state.bought)}


def _development_names(some: th.Counts) -> str:
    return _counted(
        (display_names.development_name(kind), number) for kind, number in enumerate(some)
    )


def _preferences(state: State, seat: int) -> Iterator[str]:
    """Yield a seat's decisions in advance."""
    if state.preferred[seat]:
        yield _("Discards first: %(kinds)s") % {
            "kinds": ", ".join(map(display_names.kind_name, state.preferred[seat]))}
    if state.at_once[seat]:
        yield _("The dice roll at once.")


def _counted(pairs: Iterable[tuple[str, int]]) -> str:
    return ", ".join(_("%(kind)s (%(count)s)") % {"count": number, "kind": name}
                     for name, number in pairs if number)


def _pieces(state: State, seat: int) -> Iterator[str]:
    """Yield a seat's buildings, roads and harbours, and the pieces that it has left."""
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
        f"{harbour.rate}:1 {display_names.kind_name(th.KIND_NAMES.index(harbour.kind))}"
        if harbour.kind else f"{harbour.rate}:1"
        for harbour in world.harbours if any(own >> end & 1 for end in harbour.junctions)]
    if harbours:
        yield _("Harbours: %(harbours)s") % {"harbours": ", ".join(harbours)}
    yield _("Left: settlements %(settlements)s, cities %(cities)s, roads %(roads)s") % {
        "settlements": state.settlements_left(seat), "cities": state.cities_left(seat),
        "roads": state.roads_left(seat)}


def _junctions(state: State, mask: int) -> str:
    return ", ".join(display_names.junction_name(state, junction) for junction in bits(mask))


def _awards(state: State) -> Iterator[str]:
    for value, owner in zip(COUNSELORS[state.players], state.counselors, strict=True):
        yield _("%(award)s (%(points)s points): %(colour)s") % {
            "award": _(_COUNSELORS[value]), "points": value, "colour": _owner(owner)}
    for award, owner in ((_("Longest road"), state.longest), (_("Largest army"), state.army)):
        yield _("%(award)s (%(points)s points): %(colour)s") % {
            "award": award, "points": 2, "colour": _owner(owner)}


def _owner(seat: int | None) -> str:
    return _("nobody") if seat is None else display_names.colour(seat)


def _stores(state: State) -> Iterator[str]:
    yield _("Bank: %(things)s") % {"things": display_names.amounts(state.bank)}
    yield ngettext("Supply: %(count)s card", "Supply: %(count)s cards", len(state.supply)) % {
        "count": len(state.supply)}
    yield _("Development cards left: %(count)s") % {"count": len(state.deck)}
    yield _("Harbours: %(harbours)s") % {"harbours": ", ".join(_harbours(state.world))}


def _colours(seats: Iterable[int]) -> str:
    return list_with_and(map(display_names.colour, seats))


def _capital(seat: int) -> str:
    name = display_names.colour(seat)
    return name[:1].upper() + name[1:]


def text_map(state: State) -> str:
    """Return the map as lines; each hex in a row takes six columns."""
    world = state.world
    signs = [list(line) for line in _empty_map(world)]
    for seat, roads in enumerate(state.roads):
        for path in bits(roads):
            for line, column, _drawn in _stroke(world, path):
                signs[line][column] = COLOURS[seat][0]
    for junction in range(len(world.junctions)):
        line, column = _spot(world, world.points[junction])
        signs[line][column] = _junction_sign(state, junction)
    line, column = _middle(world, world.centres[state.robber])
    signs[line + 1][column + 2] = ROBBER_SIGN
    return "\n".join(["".join(line).rstrip() for line in signs]).rstrip()


def _alexanders_place(state: State) -> int:
    """Return the junction that Alexander has passed last, at first his start."""
    world = state.world
    return (world.start, *(stop.junction for stop in world.route), world.goal)[state.arrow]


def _legend() -> Iterator[str]:
    """Yield the meanings of the signs in the drawing."""
    names = [display_names.kind_name(kind) for kind in th.KINDS]
    kinds = ", ".join(f"{HEX_LETTERS[th.KIND_NAMES[kind]]} {name}"
                      for kind, name in zip(th.KINDS, names, strict=True))
    yield _("%(kinds)s, D desert, ~ sea") % {"kinds": kinds}
    yield _("! robber, @ Alexander, P end of the route")
    yield _("T temple, ? chit face down, o blank stop, . other junction")
    yield _("Small letters of colours: roads and settlements. Capitals: cities.")
    yield _("%(corner)s is the northern corner of the hex %(hex)s, %(side)s its eastern side.") % {
        "corner": "C4.N", "hex": "C4", "side": "C4.E"}


def _yields(world: World) -> Iterator[str]:
    """Yield the hexes that yield for each roll of the dice."""
    robber = _("no hex, the robber")
    yield _("What the dice yield:")
    for number, tiles in world.hexes_by_number.items():
        places = ", ".join(
            _("%(place)s %(kind)s") % {
                "place": world.hexes[tile].label,
                "kind": display_names.kind_name(th.KIND_NAMES.index(world.hexes[tile].kind))}
            for tile in tiles)
        yield f"{number}: {places or robber}"
    deserts = ", ".join(tile.label for tile in world.hexes if tile.kind == "desert")
    seas = ", ".join(tile.label for tile in world.hexes if tile.kind == "sea")
    yield _("Desert: %(places)s") % {"places": deserts}
    yield _("Sea: %(places)s") % {"places": seas}


def _harbours(world: World) -> Iterator[str]:
    """Yield the places of the harbours and their rates."""
    for harbour in world.harbours:
        ends = list_with_and(world.junctions[end].label for end in harbour.junctions)
        kind = display_names.kind_name(th.KIND_NAMES.index(harbour.kind)) if harbour.kind else ""
        yield f"{ends} {harbour.rate}:1 {kind}".rstrip()


def _junction_sign(state: State, junction: int) -> str:
    for seat in range(state.players):
        if state.settlements[seat] >> junction & 1:
            return COLOURS[seat][0]
        if state.cities[seat] >> junction & 1:
            return COLOURS[seat][0].upper()
    if junction == _alexanders_place(state):
        return ALEXANDER_SIGN
    if junction == state.world.goal:
        return GOAL_SIGN
    ahead = state.world.route[state.arrow:]
    return next((STOP_SIGNS[stop.kind] for stop in ahead if stop.junction == junction), FREE_SIGN)


@lru_cache(maxsize=16)
def _empty_map(world: World) -> tuple[str, ...]:
    """Return the map with hexes and paths, but without anything that changes in a game."""
    spots = [_spot(world, point) for point in world.points]
    middles = [_middle(world, point) for point in world.centres]
    height = max(line for line, _column in (*spots, *middles)) + 2
    width = max(column for _line, column in (*spots, *middles)) + _ACROSS + 1
    signs = [[" "] * width for _line in range(height)]
    for tile, (line, column) in zip(world.hexes, middles, strict=True):
        kind = HEX_LETTERS[tile.kind] + (str(tile.number) if tile.number else "")
        for text, below in ((tile.label, 0), (kind, 1)):
            if tile.kind != "sea" or below:
                signs[line + below][column - 1:column - 1 + len(text)] = text
    for path in range(len(world.paths)):
        for line, column, sign in _stroke(world, path):
            signs[line][column] = sign
    return tuple(map("".join, signs))


def _spot(world: World, point: Point) -> tuple[int, int]:
    """Return the line and column of a junction: two lines of junctions, then two of hexes."""
    left, top = _origin(world)
    row, rest = divmod(point[1] - top, 3)
    return 4 * row + rest, _ACROSS * (point[0] - left)


def _middle(world: World, point: Point) -> tuple[int, int]:
    """Return the line and column of a hex's label; its kind is on the line below."""
    left, top = _origin(world)
    return 4 * ((point[1] - 2 - top) // 3) + 2, _ACROSS * (point[0] - left)


@lru_cache(maxsize=16)
def _origin(world: World) -> Point:
    """Return the point at the upper left corner of the map."""
    return min(x for x, _y in world.centres) - 1, min(y for _x, y in world.centres) - 2


@lru_cache(maxsize=1024)
def _stroke(world: World, path: int) -> tuple[tuple[int, int, str], ...]:
    """Return line, column and sign of the characters that draw a path."""
    first, last = sorted(_spot(world, world.points[end])
                         for end in world.path_ends[path])
    (top, left), (bottom, right) = first, last
    if left == right:
        return tuple([(line, left, "|") for line in range(top + 1, bottom)])
    step, sign = (1, "\\") if right > left else (-1, "/")
    return ((top, left + step, sign), (bottom, right - step, sign))
