"""Reading of bids, trades with the bank, and offers to other players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alexandros_rules.campaign import auctions, display_names, moves, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.order_text import example_bid, format_move
from alexandros_rules.campaign.order_words import (
    ALL,
    AND,
    BANK,
    ELSE_FOR,
    FOR,
    LIMIT,
    NOISE,
    NOTHING,
    OFFERED,
    OPENINGS,
    PAY,
    TIMES,
    TIMES_IN_A_WORD,
    VERBS,
    WITH,
)
from alexandros_rules.campaign.order_words import COLOURS as COLOUR_WORDS
from alexandros_rules.campaign.order_words import KINDS as KIND_WORDS
from alexandros_rules.campaign.reading import Order, as_counts, number_of, readings, tokens
from alexandros_rules.campaign.state import COLOURS
from alexandros_rules.errors import Illegal, Unreadable
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import translate_orders
from alexandros_rules.wording import quoted

_EVERYTHING = ALL | {"everything", "much"}


def colours_in(order: Order) -> tuple[list[int], list[str]]:
    """Return the seats whose colours are named, and the other words.

    Raise Unreadable for a colour that nobody plays.
    """
    seats: list[int] = []
    others = []
    for word in order.words:
        name = COLOUR_WORDS.get(word)
        if name is None:
            others.append(word)
            continue
        seat = COLOURS.index(name)
        if seat >= order.state.players:
            raise order.unreadable(_("Nobody plays %(colour)s in this game.") % {
                "colour": display_names.colour(seat)})
        if seat not in seats:
            seats.append(seat)
    return seats, others


def bids(order: Order) -> Sequence[moves.Move]:
    """Read a bid or a pass; if the order does not say how it is paid, it is the usual payment.

    German "biete" and Dutch "bied" mean to bid and to offer, so without an auction they offer.
    """
    if order.state.auction is None and FOR & {*order.words}:
        return offers(order)
    words = [word for word in order.words
             if VERBS.get(word) not in ("bid", "pass") and word not in LIMIT]
    if NOTHING & {*words}:
        order.check_read([word for word in words if word not in NOTHING])
        return [moves.Bid(0, ())]
    place = next((i for i, word in enumerate(words)
                  if word in PAY | WITH or (word == ":" and i)
                  or (word in ALL and not KIND_WORDS.keys().isdisjoint(words[i:]))), None)
    if place is None:
        return _bids_without_pay(order, words)
    before, after = words[:place], [word for word in words[place:] if word not in PAY | WITH | ALL]
    limit = _limit(order, before)
    payments = [payment for payment in readings(order, after) if payment]
    if not payments:
        raise order.unreadable(_("After '%(word)s', name what you pay.")
                               % {"word": translate_orders("pay")}
                               + _as_in(order, paid=True))
    numbered = any(number_of(word) is not None for word in after)
    return _fitting([_bid(order, limit, payment, numbered=numbered) for payment in payments])


def _bid(order: Order, limit: int | None, payment: moves.Payment, *, numbered: bool) -> moves.Bid:
    value, auction = auctions.value(payment), order.state.auction
    if limit is None or value >= limit or numbered or auction is None:
        return moves.Bid(value if limit is None else limit, payment)
    # In "bid 5 with wheat and gold", the kinds are used up in this order.
    held = auctions.counting(order.state, auction.kind, seat=order.seat)
    everything = tuple([(kind, held[kind]) for kind, _number in payment if held.get(kind)])
    if len(everything) < len(payment):
        return moves.Bid(limit, payment)
    enough = auctions.value(everything) >= limit
    return moves.Bid(limit, auctions.part_of(everything, limit) if enough else everything)


def _as_in(order: Order, *, paid: bool) -> str:
    """Return a further sentence with a bid that can be made now, or ""."""
    bid = example_bid(order.state, seat=order.seat)
    if bid is None:
        return ""
    text = format_move(bid if paid else moves.Bid(bid.limit, ()), order.state)
    return " " + _("You could write: %(example)s.") % {"example": translate_orders(text)}


def _limit(order: Order, words: Sequence[str]) -> int | None:
    """Return the one number among these words; None without a number."""
    numbers = [number for word in words if (number := number_of(word)) is not None]
    order.check_read([word for word in words if number_of(word) is None])
    if len(numbers) > 1:
        raise order.unreadable(_("Name one number for your bid."))
    return numbers[0] if numbers else None


def _bids_without_pay(order: Order, words: Sequence[str]) -> Sequence[moves.Move]:
    """Read "bid 5", but also "bid 5 wheat" and "bid 5: 2 wheat 3 gold"."""
    if not any(word in KIND_WORDS for word in words):
        if _EVERYTHING & {*words} and order.state.auction is not None:
            raise order.unreadable(_("Name a number for your bid. The most that you can pay here"
                                     " is %(most)s.") % {"most": auctions.most_payable(
                                         order.state, order.state.auction.kind, seat=order.seat)})
        limit = _limit(order, words)
        if limit is None:
            raise order.unreadable(_("Name a number for your bid, or pass.")
                                   + _as_in(order, paid=False))
        auction = order.state.auction
        payment = () if auction is None or not limit else auctions.usual_payment(
            order.state, auction.kind, limit, seat=order.seat)
        return [moves.Bid(limit, payment)]
    found = [moves.Bid(auctions.value(payment), payment)
             for payment in _possible_readings(order, words)]
    place = next((i for i, word in enumerate(words) if number_of(word) is not None), None)
    if place is not None and any(word in KIND_WORDS for word in words[place + 1:]):
        limit = number_of(words[place]) or 0
        order.check_read(words[:place])
        found += [moves.Bid(limit, payment)
                  for payment in _possible_readings(order, words[place + 1:])
                  if auctions.is_exact(payment, limit)]
    return _fitting(found) or _fitting([
        moves.Bid(auctions.value(payment), payment) for payment in readings(order, words)])


def _possible_readings(order: Order, words: Sequence[str]) -> list[moves.Payment]:
    """Return the ways to read a payment; the result is empty if it cannot be read."""
    try:
        return [payment for payment in readings(order, words) if payment]
    except Unreadable:
        return []


def _fitting(found: Sequence[moves.Bid]) -> Sequence[moves.Bid]:
    """Leave out readings whose payment does not pay the bid, if another one does (AU6)."""
    return [bid for bid in found if auctions.is_exact(bid.payment, bid.limit)] or found[:1]


def _sides(order: Order, words: Sequence[str], kind: type[moves.Move]) -> tuple[
        list[str], list[str]]:
    """Divide a trade at the word "for" into the words of the given and of the wanted side."""
    divide = FOR if not FOR.isdisjoint(words) else ELSE_FOR
    places = [i for i, word in enumerate(words) if word in divide]
    if not places or places[-1] - places[0] >= len(places):
        raise order.incomplete(_("Write what you give, then '%(word)s', then what you get.") % {
            "word": translate_orders("for")}, kind)
    return list(words[:places[0]]), list(words[places[-1] + 1:])


def bank_trades(order: Order) -> Sequence[moves.Move]:
    """Read a trade with the bank; the rate supplies a number that is missing."""
    asked = order.words
    if FOR.isdisjoint(asked):  # "scambio 4 lane con un minerale alla banca"
        asked = tuple(["for" if word in WITH and BANK.isdisjoint(asked[i + 1:i + 3]) else word
                       for i, word in enumerate(asked)])
    words = [word for word in asked if word not in BANK | WITH and VERBS.get(word) != "offer"]
    sides = _sides(order, words, moves.BankTrade)
    (given, given_number), (got, got_number) = (_one_kind(order, side) for side in sides)
    rate = trading.bank_rate(order.state, given, seat=order.seat)
    number = got_number if got_number is not None else (given_number or rate) // rate
    if given_number is not None and given_number != rate * number:
        raise Illegal("wrong-rate", _(
            "The bank wants %(rate)s for each %(got)s that it gives you. %(given)s does not pay"
            " for that exactly.") % {
                "rate": display_names.amount(given, rate), "got": display_names.kind_name(got),
                "given": display_names.amount(given, given_number)},
            allowed=[f"bank {rate} {th.KIND_NAMES[given]} for {th.KIND_NAMES[got]}"])
    return [moves.BankTrade(given, got, number)]


def _one_kind(order: Order, words: Sequence[str]) -> tuple[int, int | None]:
    """Return the one kind of a side of a trade with the bank, and its number if written."""
    pairs = [reading[0] for reading in readings(order, words) if len(reading) == 1]
    if len(pairs) != 1 or pairs[0][0] not in th.KINDS:
        raise order.incomplete(_("The bank gives one kind of thing for another."),
                               moves.BankTrade)
    kind, number = pairs[0]
    said = number > 1 or any(number_of(word) is not None for word in words)
    return kind, number if said else None


def standing_offers(order: Order) -> Sequence[moves.Move]:
    """Read an offer that begins with a word for "standing"."""
    return _offers(order, standing=True)


def offers(order: Order) -> Sequence[moves.Move]:
    """Read an offer, or a trade with the bank if the bank is named."""
    if BANK & {*order.words}:
        return bank_trades(order)
    if order.state.auction is not None and (
            _is_bid(order) or not LIMIT.isdisjoint(order.words)):
        return bids(order.but([word for word in order.words if VERBS.get(word) != "offer"]))
    standing = any(VERBS.get(word) == "standing" for word in order.words)
    return _offers(order, standing=standing)


def _is_bid(order: Order) -> bool:
    """Check if "I offer at most 4" or "I offer 4" is a bid: nothing is wanted for it."""
    words = {*order.words}
    return tokens(order.text)[0] in OFFERED and FOR.isdisjoint(words) and (
        not LIMIT.isdisjoint(words) or words.isdisjoint(KIND_WORDS))


def _offers(order: Order, *, standing: bool) -> Sequence[moves.Move]:
    seats, words = colours_in(order)
    times, words = _times([word for word in words
                           if VERBS.get(word) not in ("offer", "standing")
                           and OPENINGS.get(word) != "offer" and word not in ALL | WITH])
    _check_traded(order, words)
    given, got = _sides(order, words, moves.MakeOffer)
    to = trading.mask_of(seats) or trading.others_of(order.state, order.seat)
    return [
        moves.MakeOffer(as_counts(give), as_counts(get), to, times, standing)
        for give in _some(order, given) for get in _some(order, got)
    ]


def _check_traded(order: Order, words: Sequence[str]) -> None:
    """Refuse words that are neither things to be traded nor anything else of an offer."""
    for word in words:
        if KIND_WORDS.get(word) == th.SOLDIERS:
            raise order.unreadable(_("%(word)s cannot be traded.") % {"word": quoted(word)})
        if word not in KIND_WORDS and number_of(word) is None and word not in NOISE | AND | FOR:
            raise order.unreadable(_(
                "%(word)s is neither a thing to be traded (%(things)s) nor the colour of a player"
                " (%(colours)s).") % {
                    "word": quoted(word), "things": translate_orders(", ".join(th.KIND_NAMES)),
                    "colours": translate_orders(", ".join(COLOURS[:order.state.players]))})


def _some(order: Order, words: Sequence[str]) -> list[moves.Payment]:
    found = [reading for reading in readings(order, words) if reading]
    if not found:
        raise order.incomplete(_("Write what you give, then '%(word)s', then what you get.") % {
            "word": translate_orders("for")}, moves.MakeOffer)
    return found


def _times(words: Sequence[str]) -> tuple[int, list[str]]:
    """Return how often an offer stands ("twice" or "3 times"), and the other words."""
    rest: list[str] = []
    times = 1
    for word in words:
        if word in TIMES_IN_A_WORD:
            times = TIMES_IN_A_WORD[word]
        elif word in TIMES and rest and (number := number_of(rest[-1])) is not None:
            times = number
            rest.pop()
        else:
            rest.append(word)
    return times, rest


def accepted(order: Order) -> Sequence[moves.Move]:
    """Read which offer is accepted; a player's only offer needs no number."""
    seats, words = colours_in(order)
    number = _offer_number(order, words)
    if number is not None:
        return [moves.Accept(number)]
    for_me = [offer for offer in order.state.offers
              if offer.to >> order.seat & 1 and offer.seat != order.seat]
    possible = trading.acceptable(order.state, order.seat) or for_me
    return _numbered(order, moves.Accept, [
        offer.number for offer in possible if not seats or offer.seat in seats])


def withdrawn(order: Order) -> Sequence[moves.Move]:
    """Read which offer is withdrawn; the seat's only offer needs no number."""
    number = _offer_number(order, order.words)
    if number is not None:
        return [moves.Withdraw(number)]
    return _numbered(order, moves.Withdraw, [
        offer.number for offer in order.state.offers if offer.seat == order.seat])


def _offer_number(order: Order, words: Sequence[str]) -> int | None:
    numbers = [number for word in words if (number := number_of(word)) is not None]
    order.check_read([word for word in words
                      if number_of(word) is None and VERBS.get(word) != "offer"])
    if len(numbers) > 1:
        raise order.unreadable(_("Name one offer in each order."))
    return numbers[0] if numbers else None


def _numbered(order: Order, kind: type[moves.Accept] | type[moves.Withdraw],
              numbers: Iterable[int]) -> Sequence[moves.Move]:
    choices = [kind(number) for number in numbers]
    if not choices:
        raise order.unreadable(_("There is no such offer now. Offers are named by their numbers."))
    return choices
