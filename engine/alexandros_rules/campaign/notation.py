"""Reading of moves as text: lenient, while ``order_text`` writes them strictly.

``parse(format_move(move, state), state, seat=seat) == move`` for every legal move.  Trades and
bids are read in ``deals``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from alexandros_rules.campaign import auctions, deals, moves, trading, yields
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.order_text import (
    example_bid,
    example_orders,
    format_move,
    legal_orders,
)
from alexandros_rules.campaign.order_words import (
    ALL,
    AND,
    AT_ONCE,
    BANK,
    BESIDE_DENIED,
    BESIDE_LIMIT,
    CHOOSE,
    DENIED,
    DEVELOPMENT,
    FIRST,
    FOR,
    KINDS,
    LIMIT,
    LIMIT_PAIRS,
    MYSELF,
    NOBODY,
    NOISE,
    NOT,
    ONLY,
    OPENINGS,
    OUT,
    PAY,
    PRONOUNS,
    TAKING_PART,
    USES,
    VERBS,
    WITH,
)
from alexandros_rules.campaign.place_names import (
    Places,
    check_only_places,
    hex_at,
    is_path,
    junction_at,
    path_at,
    path_between,
    read_places,
)
from alexandros_rules.campaign.reading import Order, as_counts, number_of, readings, tokens
from alexandros_rules.campaign.state import AUCTION, BUILD, DISCARD, OVER, ROBBER, ROLL, State
from alexandros_rules.campaign.yields import preferred_discard
from alexandros_rules.drafts import SEPARATOR
from alexandros_rules.errors import Unreadable
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_or, translate_orders
from alexandros_rules.wording import quoted

_Read = Callable[[Order], Sequence[moves.Move]]  # all moves that the order can mean
_YES = frozenset(("yes", "ok", "okay", "yeah", "ja", "oui", "si", "sim", "agreed", "deal"))
_NO = frozenset(("no", "nope", "nein", "non", "nee", "nao", "decline", "reject", "refuse"))
_OPENING_WORDS = ("road", "settlement", "city", "buy", "bank", "offer", "play", "end")
_NEGATIVE = re.compile(r"\s[-\u2212]\d")
_BID_WORDS = frozenset(
    ("lance", *(word for word, verb in VERBS.items() if verb in ("bid", "offer"))))
_BUILDINGS = ("road", "settlement", "city")


def parse(text: str, state: State, *, seat: int) -> moves.Move:
    """Read a move of a seat.

    Raise Unreadable, with orders that can be given; Ambiguous; or Illegal, for a number that does
    not fit the rate of the bank.
    """
    try:
        return _read(Order(text, tokens(text), state, seat))
    except Unreadable as refusal:
        refusal.suggest(lambda: example_orders(state, seat=seat))
        raise


def _read(order: Order) -> moves.Move:
    if not order.words:
        raise order.unreadable(_("It contains no order."))
    if _NEGATIVE.search(order.text):
        raise order.unreadable(_("A number cannot be negative."))
    first, *rest = order.words
    verb = VERBS.get(first) or OPENINGS.get(first)
    if verb is None:
        raise _no_verb(order, first)
    choices = list(dict.fromkeys(_READERS[verb](order.but(rest))))
    if len(choices) > 1:
        raise order.ambiguous(choices)
    return choices[0]


def implied(words: Sequence[str], state: State) -> list[tuple[str, bool]]:
    """Return the orders that words without a verb may be, and whether that is certain.

    "Max 3, all in gold" and "3" may be bids, and "no bid" is one of nothing.
    """
    numbers = [word for word in words if number_of(word) is not None]
    kinds = [word for word in words if word in KINDS]
    if state.auction is None:
        return [(f"accept {word}", False) for word in numbers
                if len(words) == 1 and state.offer(number_of(word) or 0)]
    said = {*words} - {*numbers}
    if said and not numbers and (said <= OUT or (
            said & DENIED and said & (_BID_WORDS | TAKING_PART)
            and said <= DENIED | _BID_WORDS | TAKING_PART | BESIDE_DENIED)):
        return [("bid nothing", True)]
    limited = not LIMIT.isdisjoint(words) or any({*pair} <= said for pair in LIMIT_PAIRS)
    if limited and len(numbers) > 1 and words[-1] in KINDS and PAY & said:
        start = words.index(numbers[0]) + 1  # "max 7, I pay 4 wool and 3 gold"
        if words[start] not in KINDS and said <= (
                LIMIT | BESIDE_LIMIT | PAY | WITH | AND | KINDS.keys()):
            paid = [word for word in words[start:]
                    if word in KINDS or word in AND or number_of(word) is not None]
            return [(f"bid {numbers[0]} pay {' '.join(paid)}", True)]
    if len(numbers) != 1 or not said <= (
            LIMIT | BESIDE_LIMIT | PAY | ALL | ONLY | KINDS.keys()):
        return []
    payment = f" pay {' '.join(kinds)}" if kinds else ""
    return [(f"bid {numbers[0]}{payment}", limited)]


def _no_verb(order: Order, first: str) -> Unreadable:
    """Return the refusal of a line that does not begin with an order."""
    meant = first not in NOISE | AND | PRONOUNS and number_of(first) is None
    why = _("%(word)s is not an order.") % {"word": quoted(first)} if meant else _(
        "It does not begin with an order.")
    return order.unreadable(f"{why} {_hint(order.state, first, seat=order.seat)}")


def _roll(order: Order) -> Sequence[moves.Move]:
    order.check_read([word for word in order.words
                      if word not in AT_ONCE and VERBS.get(word) != "roll"])
    return [moves.Roll()]


def _end(order: Order) -> Sequence[moves.Move]:
    order.check_read(order.words)
    return [moves.End()]


def _fine(order: Order) -> Sequence[moves.Move]:
    if "turno" not in order.words:  # "fine turno" ends the turn in Italian
        raise order.unreadable(_("To end your turn, write '%(order)s'; if not, leave this out.") % {
            "order": translate_orders("end")})
    return _end(order)


def _pass(order: Order) -> Sequence[moves.Move]:
    order.check_read(order.words)
    # Outside of an auction, a pass ends the turn.
    return [moves.End() if order.state.auction is None else moves.Bid(0, ())]


def _no(order: Order) -> Sequence[moves.Move]:
    if order.state.auction is None:  # may be the answer to an offer
        raise order.unreadable(_hint(order.state, "no", seat=order.seat))
    order.check_read(order.words)
    return [moves.Bid(0, ())]


def _discard(order: Order) -> Sequence[moves.Move]:
    if FIRST & {*order.words}:
        return _preferred_discards(order)
    found = readings(order, order.words)
    if not found or not found[0]:
        raise order.incomplete(_("Name the cards that you discard."), moves.Discard)
    _check_no_soldiers(order)
    return [moves.Discard(as_counts(pairs)) for pairs in found]


def _check_no_soldiers(order: Order) -> None:
    for word in order.words:
        if KINDS.get(word) == th.SOLDIERS:
            raise order.unreadable(_("%(word)s is not a commodity.") % {"word": quoted(word)})


def _prefer(order: Order) -> Sequence[moves.Move]:
    words = {*order.words}
    if any(VERBS.get(word) == "roll" for word in words):
        at_once, wait = bool(AT_ONCE & words), bool((MYSELF | CHOOSE | NOT) & words)
        if at_once == wait:
            raise order.unreadable(_("Write '%(first)s' or '%(second)s'.") % {
                "first": translate_orders("prefer to roll at once"),
                "second": translate_orders("prefer to roll myself")})
        return [moves.PreferRolling(at_once)]
    if CHOOSE & words:
        return [moves.PreferDiscards(())]
    return _preferred_discards(order)


def _preferred_discards(order: Order) -> Sequence[moves.Move]:
    words = [word for word in order.words if VERBS.get(word) != "discard" and word not in FIRST]
    _check_no_soldiers(order)
    kinds = tuple([KINDS[word] for word in words if word in KINDS])
    order.check_read([word for word in words if word not in KINDS])
    if not kinds:
        raise order.unreadable(_("Write what you would discard first, as in '%(order)s'.") % {
            "order": translate_orders("prefer to discard wool ore")})
    return [moves.PreferDiscards(kinds)]


def _robber(order: Order) -> Sequence[moves.Move]:
    return [moves.MoveRobber(tile, victim)
            for tile, victim in _robberies(order, moves.MoveRobber)]


def _robberies(order: Order, kind: type[moves.Move]) -> list[tuple[int, int | None]]:
    """Read where the robber goes and whom to rob: if nobody is named, everybody possible."""
    colours, words = deals.colours_in(order)
    places = read_places(order, [word for word in words if KINDS.get(word) != th.SOLDIERS])
    tile = hex_at(places.found)
    nobody = NOBODY & {*words}
    odd = [word for word in places.rest if word not in nobody | FOR and VERBS.get(word) != "robber"]
    if odd:
        raise order.unreadable(_("%(word)s is neither a hex nor the colour of a player.") % {
            "word": quoted(odd[0])})
    if tile is None or len(colours) > 1:
        raise order.incomplete(_("Name one hex for the robber, and one player to steal from."),
                               kind)
    if colours:
        return [(tile, colours[0])]
    possible = yields.victims(order.state, tile, seat=order.seat)
    if nobody or not possible or tile not in yields.robber_sites(order.state):
        return [(tile, None)]
    return [(tile, victim) for victim in possible]


def _build(order: Order) -> Sequence[moves.Move]:
    for i, word in enumerate(order.words):
        verb = VERBS.get(word)
        if verb in _BUILDINGS or verb == "robber":
            return _READERS[verb](order.but([*order.words[:i], *order.words[i + 1:]]))
    if DEVELOPMENT & {*order.words}:
        return _buy(order)
    if order.state.auction is not None and LIMIT & {*order.words}:  # "I put 4 at most"
        return deals.bids(order)
    raise order.unreadable(_("Say what you build: road, settlement or city."))


def _road(order: Order) -> Sequence[moves.Move]:
    places = _checked_places(order)
    paths = _paths(order, places)
    if len(paths) > 1:
        raise order.unreadable(_("Write an order for each road: '%(orders)s'.") % {
            "orders": translate_orders(SEPARATOR.join(
                format_move(moves.BuildRoad(path), order.state) for path in paths))})
    if not paths:
        raise order.incomplete(_("Name the path for the road."), moves.BuildRoad)
    return [moves.BuildRoad(paths[0])]


def _checked_places(order: Order) -> Places:
    places = read_places(order, order.words)
    check_only_places(order, [word for word in places.rest if USES.get(word) != th.ROADS])
    return places


def _paths(order: Order, places: Places) -> list[int]:
    """Return the paths, each named by a side of a hex or by the two junctions at its ends."""
    found = places.found
    two_ends = len(found) > 1 and len(found) % 2 == 0 and (
        places.between or not all(map(is_path, found)))
    if two_ends:
        return [path_between(order, first, last)
                for first, last in zip(found[::2], found[1::2], strict=True)]
    return [path_at(order, place) for place in found]


def _junction(order: Order, sentence: str, kind: type[moves.Move]) -> int:
    places = read_places(order, order.words)
    check_only_places(order, [word for word in places.rest if VERBS.get(word) not in _BUILDINGS])
    if len(places.found) != 1:
        raise order.incomplete(sentence, kind)
    return junction_at(order, places.found[0])


def _settlement(order: Order) -> Sequence[moves.Move]:
    return [moves.BuildSettlement(_junction(
        order, _("Name one junction for the settlement."), moves.BuildSettlement))]


def _city(order: Order) -> Sequence[moves.Move]:
    return [moves.BuildCity(_junction(
        order, _("Name one of your settlements for the city."), moves.BuildCity))]


def _buy(order: Order) -> Sequence[moves.Move]:
    if any(VERBS.get(word) in _BUILDINGS for word in order.words):
        return _build(order)
    if DEVELOPMENT & {*order.words}:
        return _develop(order)
    trades = legal_orders(order.state, moves.BankTrade, seat=order.seat)
    text = _("To buy a development card, write '%(buy)s'. To trade with the bank, write for example"
             " '%(bank)s'.") if trades else _(
        "To buy a development card, write '%(buy)s'. You cannot trade with the bank now.")
    raise order.unreadable(text % {"buy": translate_orders("buy development"),
                                    "bank": translate_orders("".join(trades[:1]))})


def _develop(order: Order) -> Sequence[moves.Move]:
    order.check_read([word for word in order.words if word not in DEVELOPMENT])
    return [moves.BuyDevelopment()]


def _play(order: Order) -> Sequence[moves.Move]:
    for i, word in enumerate(order.words):
        if word in USES:
            rest = [other for other in (*order.words[:i], *order.words[i + 1:])
                    if other not in DEVELOPMENT]
            return _DEVELOPMENTS[USES[word]](order.but(rest))
    raise order.unreadable(_("Say which development card you play: %(cards)s.") % {
        "cards": translate_orders("soldier, roads, plenty, monopoly")})


def _soldier(order: Order) -> Sequence[moves.Move]:
    return [moves.PlaySoldier(tile, victim)
            for tile, victim in _robberies(order, moves.PlaySoldier)]


def _roads(order: Order) -> Sequence[moves.Move]:
    paths = _paths(order, _checked_places(order.but([
        word for word in order.words if word not in ("2", "two")])))
    if not paths:
        raise order.incomplete(_("Name the paths for your free roads."), moves.PlayRoads)
    if len({*paths}) < len(paths):
        raise order.unreadable(_("Name two different paths for your free roads, or only one."))
    return [moves.PlayRoads(tuple(paths))]


def _plenty(order: Order) -> Sequence[moves.Move]:
    words = [word for word in order.words if VERBS.get(word) != "plenty"
             and word not in BANK | FOR and OPENINGS.get(word) not in ("year", "accept")]
    _check_no_soldiers(order)
    found = readings(order, words)
    if not found or not found[0]:
        raise order.incomplete(_("Name the two commodities that you take."), moves.PlayPlenty)
    return [moves.PlayPlenty(as_counts(pairs)) for pairs in found]


def _monopoly(order: Order) -> Sequence[moves.Move]:
    _check_no_soldiers(order)
    kinds = [KINDS[word] for word in order.words if word in KINDS]
    order.check_read([word for word in order.words if word not in KINDS])
    if len(kinds) != 1:
        raise order.incomplete(_("Name one commodity."), moves.PlayMonopoly)
    return [moves.PlayMonopoly(kinds[0])]


def _otherwise(order: Order) -> Sequence[moves.Move]:
    words = list(order.words)
    while words and words[0] in NOISE | AND and words[0] not in VERBS:
        del words[0]
    if not words or VERBS.get(words[0]) == "otherwise" or OPENINGS.get(words[0]) == "if":
        raise order.unreadable(_("After '%(word)s', write one other order.") % {
            "word": translate_orders("otherwise")})
    return [moves.Otherwise(_read(order.but(words)))]


def _if(order: Order) -> Sequence[moves.Move]:
    if order.words[:1] and order.words[0] in NOT:  # "if not" is "otherwise"
        return _otherwise(order.but(order.words[1:]))
    raise order.unreadable(_("The only condition for an order is '%(word)s', after an offer.") % {
        "word": translate_orders("otherwise")})


def _hint(state: State, word: str, *, seat: int) -> str:
    """Return a sentence that says how the seat could begin, instead of with ``word``."""
    offers = trading.acceptable(state, seat) if state.phase == BUILD else ()
    if offers and word in _YES:
        return _("To accept an offer, write for example '%(order)s'.") % {
            "order": translate_orders(format_move(moves.Accept(offers[0].number), state))}
    if offers and word in _NO:
        return _("You need not answer an offer that you do not want.")
    if state.phase == OVER:
        return ""
    if state.phase == AUCTION and seat in auctions.awaited(state):
        return _bid_hint(state, seat)
    if state.phase == DISCARD and state.due[seat] and state.discards[seat] is None:
        usual = moves.Discard(preferred_discard(state.hands[seat], state.due[seat], ()))
        return _("Write which cards you discard, as in '%(order)s'.") % {
            "order": translate_orders(format_move(usual, state))}
    if state.phase == ROBBER and seat == state.seat:
        return _("Write where the robber goes and whom you rob, as in '%(order)s'.") % {
            "order": translate_orders(legal_orders(state, moves.MoveRobber, seat=seat)[0])}
    if state.phase == ROLL and seat == state.seat:
        return _("Write '%(order)s', or first play a development card.") % {
            "order": translate_orders(format_move(moves.Roll(), state))}
    if state.phase == BUILD and seat == state.seat:
        return _("Each order begins with a word such as %(words)s.") % {
            "words": list_with_or(map(quoted, map(translate_orders, _OPENING_WORDS)))}
    possible = legal_orders(state, moves.MakeOffer, seat=seat)
    if not possible:
        return _("The game does not wait for you now.")
    return _("The game does not wait for you now, but you can make an offer, as in '%(order)s'."
             ) % {"order": translate_orders(possible[0])}


def _bid_hint(state: State, seat: int) -> str:
    nothing = translate_orders(format_move(moves.Bid(0, ()), state))
    example = example_bid(state, seat=seat)
    if example is None:
        return _("To bid nothing, write '%(order)s'.") % {"order": nothing}
    bid = translate_orders(format_move(moves.Bid(example.limit, ()), state))
    return _("To bid, write for example '%(bid)s'. To bid nothing, write '%(nothing)s'.") % {
        "bid": bid, "nothing": nothing}


_DEVELOPMENTS: dict[int, _Read] = {
    th.SOLDIER: _soldier, th.ROADS: _roads, th.PLENTY: _plenty, th.MONOPOLY: _monopoly,
}
_READERS: dict[str, _Read] = {
    "roll": _roll, "discard": _discard, "robber": _robber, "bid": deals.bids, "pass": _pass,
    "road": _road, "settlement": _settlement, "city": _city, "buy": _buy, "develop": _develop,
    "build": _build, "play": _play, "soldier": _soldier, "monopoly": _monopoly,
    "plenty": _plenty, "year": _plenty,
    "bank": deals.bank_trades, "offer": deals.offers, "standing": deals.standing_offers,
    "accept": deals.accepted, "withdraw": deals.withdrawn, "prefer": _prefer,
    "otherwise": _otherwise, "if": _if, "no": _no, "end": _end, "fine": _fine,
}
