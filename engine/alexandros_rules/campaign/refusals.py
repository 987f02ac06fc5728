"""Refusals of moves and bids, in sentences that say what would be allowed."""

from __future__ import annotations

from alexandros_rules.campaign import auctions, display_names, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.building import ends_of
from alexandros_rules.campaign.order_text import example_orders, format_move, legal_orders
from alexandros_rules.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, ROLL, State
from alexandros_rules.errors import Illegal
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import (
    gettext_noop,
    list_with_and,
    list_with_or,
    ngettext,
    translate_orders,
)

_WAITING = {
    ROLL: gettext_noop("The dice have not been rolled yet. First roll them, or play a development"
                       " card."),
    DISCARD: gettext_noop("First, some players have to discard cards."),
    ROBBER: gettext_noop("A seven was rolled. First the robber has to be moved."),
    AUCTION: gettext_noop("There is an auction. First the bids have to be made."),
    BUILD: gettext_noop("The dice have been rolled already and there is no auction. Now it is time"
                        " to trade and build."),
}


def game_over() -> Illegal:
    """Return the refusal of a move after the end."""
    return Illegal("game-over", _("The game is over; no more moves can be made."))


def not_now(state: State, move: moves.Move, *, seat: int) -> Illegal:
    """Return the refusal of a move that does not fit the phase or the seat."""
    others = seat != state.seat and not isinstance(move, moves.Bid | moves.Discard)
    if others:
        return Illegal("not-your-turn", _(
            "It is not your turn, and only the player whose turn it is can do this. You may make"
            " offers and accept theirs."))
    if isinstance(move, moves.Bid) and state.phase == AUCTION:
        return Illegal("not-now", _("It is not your turn to bid, or you have already decided."))
    if state.phase == AUCTION and seat not in auctions.awaited(state):
        return Illegal("not-now", _("The others have not all bid yet. You can go on when the"
                                    " auction is over."))
    if isinstance(move, moves.Discard) and state.phase == DISCARD:
        return Illegal("not-now", _("You do not have to discard anything, or you have already"
                                    " chosen."))
    return Illegal("not-now", _(_WAITING.get(state.phase, _WAITING[ROLL])),
                   allowed=lambda: example_orders(state, seat=seat))


def wrong_discard(state: State, *, seat: int) -> Illegal:
    """Return the refusal of a wrong number of cards, or of gold."""
    number = state.due[seat]
    return Illegal("wrong-discard", ngettext(
        "You have to discard exactly %(count)s commodity card. Gold does not count.",
        "You have to discard exactly %(count)s commodity cards. Gold does not count.", number,
    ) % {"count": number})


def check_holding(state: State, some: th.Counts, *, seat: int) -> None:
    """Refuse a move that needs more than the seat holds."""
    hand = state.hands[seat]
    if not th.covers(hand, some):
        raise Illegal("not-in-hand", _("You do not have %(needed)s. You hold %(hand)s.") % {
            "needed": display_names.amounts(some), "hand": display_names.amounts(hand)})


def check_price(state: State, price: th.Counts, *, seat: int) -> None:
    """Refuse a building or card that the seat cannot pay for (BU1)."""
    hand = state.hands[seat]
    if not th.covers(hand, price):
        raise Illegal("too-expensive", _(
            "This costs %(price)s. You are short of %(missing)s; gold does not pay for"
            " building.") % {"price": display_names.amounts(price),
                             "missing": display_names.amounts(th.missing(hand, price))},
            allowed=lambda: example_orders(state, seat=seat))


def check_bank(state: State, some: th.Counts) -> None:
    """Refuse a move that takes more from the bank than it has."""
    for kind in th.KINDS:
        if some[kind] > state.bank[kind]:
            raise Illegal("bank-short", _("The bank has only %(amount)s left.") % {
                "amount": display_names.amount(kind, state.bank[kind])})


def check_rate(state: State, move: moves.BankTrade, rate: int, *, seat: int) -> None:
    """Refuse a trade with the bank that the seat cannot pay for (TR1)."""
    needed = rate * move.number
    if state.hands[seat][move.give] < needed:
        raise Illegal("too-expensive", _(
            "The bank wants %(rate)s for each, so you need %(needed)s. You hold %(held)s.") % {
                "rate": display_names.amount(move.give, rate),
                "needed": display_names.amount(move.give, needed),
                "held": display_names.amount(move.give, state.hands[seat][move.give])},
            allowed=lambda: legal_orders(state, moves.BankTrade, seat=seat))


def no_robber_site(state: State, tile: int) -> Illegal:
    """Return the refusal of a hex where the robber cannot go."""
    if tile == state.robber:
        return Illegal("robber-stays", _("The robber must leave %(place)s. Choose another land"
                                         " hex.") % {"place": display_names.hex_name(state, tile)})
    return Illegal("robber-at-sea", _("%(place)s is sea. The robber stays on land; choose a land"
                                      " hex.") % {"place": display_names.hex_name(state, tile)})


def wrong_victim(state: State, tile: int, possible: tuple[int, ...]) -> Illegal:
    """Return the refusal of a victim who cannot be robbed, or of a robbery without its victim."""
    place = display_names.hex_name(state, tile)
    if not possible:
        return Illegal("no-victim", _("Nobody else with a card has a building at %(place)s. Move"
                                      " the robber there without robbing anybody, or choose"
                                      " another hex.") % {"place": place})
    return Illegal("wrong-victim", _("At %(place)s you can rob %(colours)s. Say whom.") % {
        "place": place, "colours": list_with_or(map(display_names.colour, possible))})


def none_left(state: State, move: moves.Move) -> Illegal:
    """Return the refusal to buy a piece or card when none of that kind is left."""
    sentences = {
        moves.BuildRoad: _("You have built all of your roads."),
        moves.BuildSettlement: _("You have no settlement left. Turn one on the map into a city to"
                                 " get it back."),
        moves.BuildCity: _("You have built all of your cities."),
        moves.BuyDevelopment: _("There are no development cards left."),
    }
    return Illegal("none-left", sentences[type(move)])


def no_road_site(state: State, path: int, *, seat: int) -> Illegal:
    """Return the refusal of a path for a road."""
    label = state.world.paths[path].label
    if state.built_paths >> path & 1:
        text = _("There is a road on %(path)s already.")
    else:
        text = _("%(path)s does not join a road, settlement or city of yours. A road cannot go on"
                 " through another player's building.")
    return Illegal("no-road-site", text % {"path": label},
                   allowed=lambda: legal_orders(state, moves.BuildRoad, seat=seat))


def no_settlement_site(state: State, junction: int, free: int, *, seat: int) -> Illegal:
    """Return the refusal of a junction; ``free`` is the mask of ``building.free_junctions``."""
    world, bit = state.world, 1 << junction
    names = {"place": display_names.junction_name(state, junction)}
    if state.occupied & bit:
        text = _("There is a building on %(place)s already.")
    elif world.unpassed_masks[state.arrow] & bit:
        text = _("%(place)s is on or next to the part of the route that Alexander has not passed"
                 " yet. Nobody may build there before he has.")
    elif not free & bit:
        text = _("%(place)s is next to another building. There must be at least two paths between"
                 " them.")
    elif not ends_of(world, state.roads[seat]) & bit:
        text = _("None of your roads leads to %(place)s. Build one first.")
    else:
        text = _("Nobody can build on %(place)s.")
    return Illegal("no-settlement-site", text % names, allowed=lambda: legal_orders(
        state, moves.BuildSettlement, seat=seat))


def no_city_site(state: State, junction: int, *, seat: int) -> Illegal:
    """Return the refusal of a junction for a city."""
    return Illegal("no-city-site", _(
        "You have no settlement on %(place)s. A city replaces one of your settlements.") % {
            "place": display_names.junction_name(state, junction)},
        allowed=lambda: legal_orders(state, moves.BuildCity, seat=seat))


def second_development() -> Illegal:
    """Return the refusal of a second development card in a turn."""
    return Illegal("second-development", _(
        "You have already played a development card this turn. The next one has to wait for your"
        " next turn."))


def no_development(state: State, kind: int, *, seat: int) -> Illegal:
    """Return the refusal of a development card that the seat lacks or has just bought."""
    name = display_names.development_name(kind)
    if state.cards[seat][kind]:
        text = _("You bought this card (%(card)s) in this turn. You can play it from your next"
                 " turn on.")
    else:
        text = _("You have no such development card (%(card)s).")
    return Illegal("no-development", text % {"card": name})


def wrong_number_of_roads(state: State, *, seat: int) -> Illegal:
    """Return the refusal of too few or too many free roads."""
    left = min(2, state.roads_left(seat))
    if not left:
        return Illegal("none-left", _("You have built all of your roads."))
    return Illegal("wrong-roads", ngettext(
        "Name %(count)s path for your free road.", "Name up to %(count)s paths for your free"
        " roads.", left) % {"count": left})


def wrong_plenty() -> Illegal:
    """Return the refusal of cards for a year of plenty."""
    return Illegal("wrong-plenty", _("Name two commodities to take from the bank, such as '2"
                                     " ore' or 'ore wheat'. Gold is not a commodity."))


def no_monopoly_of_gold() -> Illegal:
    """Return the refusal of a monopoly on gold."""
    return Illegal("no-monopoly", _("A monopoly is for one of the five commodities, never for"
                                    " gold."))


def same_kind(kind: int) -> Illegal:
    """Return the refusal of a trade of a kind for itself."""
    return Illegal("same-kind", _("You cannot trade %(kind)s for %(kind)s.") % {
        "kind": display_names.kind_name(kind)})


def nothing_for_nothing() -> Illegal:
    """Return the refusal of a trade in which one side gives nothing."""
    return Illegal("nothing-for-nothing", _("In a trade, both sides must give something."))


def too_much_of(kind: int) -> Illegal:
    """Return the refusal of an offer for more things than the game has."""
    return Illegal("too-much", _("There are only %(amount)s in the game.") % {
        "amount": display_names.amount(kind, th.IN_GAME[kind])})


def wrong_preference() -> Illegal:
    """Return the refusal of a preference about discards."""
    return Illegal("wrong-preference", _("Name different commodities in the order in which you"
                                         " would give them up, such as 'wool ore'."))


def too_many_offers(most: int) -> Illegal:
    """Return the refusal of an offer beyond the most that a seat may have."""
    return Illegal("too-many-offers", _("You have %(most)s offers already. Withdraw one first.") % {
        "most": most})


def wrong_recipients() -> Illegal:
    """Return the refusal of an offer to nobody, or to its owner."""
    return Illegal("wrong-recipients", _("Make an offer to at least one of the other players."))


def wrong_times(most: int) -> Illegal:
    """Return the refusal of an offer that stands for too many or too few trades."""
    return Illegal("wrong-times", _("A standing offer stands for 1 to %(most)s trades, any other"
                                    " offer for one.") % {"most": most})


def no_offer(state: State, move: moves.Accept | moves.Withdraw, *, seat: int) -> Illegal:
    """Return the refusal of a number that no offer has."""
    return Illegal("no-offer", _("There is no offer %(number)s (any more).") % {
        "number": move.number},
        allowed=lambda: legal_orders(state, type(move), seat=seat))


def offer_of_others(number: int) -> Illegal:
    """Return the refusal of an offer that is not for this seat."""
    return Illegal("not-for-you", _("Offer %(number)s is not for you.") % {"number": number})


def not_own_offer(number: int) -> Illegal:
    """Return the refusal of withdrawing an offer of somebody else."""
    return Illegal("not-own-offer", _("Offer %(number)s is not yours, so you cannot withdraw"
                                      " it.") % {"number": number})


def perhaps_lapsed(number: int) -> Illegal:
    """Return the refusal of withdrawing an offer that unknown cards may make lapse by itself."""
    return Illegal("perhaps-lapsed", _(
        "Whether offer %(number)s still stands depends on a card that you have not seen yet. First"
        " play the orders before this one, then withdraw the offer.") % {"number": number})


def no_trade_now(state: State) -> Illegal:
    """Return the refusal of a trade between two players whose turn it is not."""
    return Illegal("no-trade-now", _(
        "Players trade only with the player whose turn it is, %(colour)s, after the dice and the"
        " auction.") % {"colour": display_names.colour(state.seat)})


def nothing_to_replace() -> Illegal:
    """Return the refusal of an alternative without an offer before it."""
    return Illegal("nothing-to-replace", _(
        "'%(order)s' must follow an offer. It says what to do if nobody takes the offer at"
        " once.") % {"order": translate_orders("otherwise")})


def low_bid(lowest: int) -> Illegal:
    """Return the refusal of a bid that is too low."""
    return Illegal("low-bid", _("Bid at least %(lowest)s, or pass.") % {"lowest": lowest})


def high_bid(state: State, kind: int, most: int) -> Illegal:
    """Return the refusal of a bid that the seat could not pay; ``most`` is the highest it could."""
    words = {"most": most, "things": display_names.counting_text(kind)}
    if not most:
        return Illegal("high-bid", _(
            "You have nothing to bid here: only %(things)s count. Please pass.") % words,
            allowed=[_bid(state, 0)])
    return Illegal("high-bid", _("You can pay at most %(most)s: only %(things)s count.") % words,
                   allowed=[_bid(state, most), _bid(state, 0)])


def _bid(state: State, limit: int) -> str:
    """Return a bid in notation, without its payment; a pass for 0."""
    return format_move(moves.Bid(limit, ()), state)


def wrong_bluff() -> Illegal:
    """Return the refusal of a bluff that names its payment or is too high (AU7)."""
    return Illegal("wrong-bluff", _("You cannot pay so much. To bluff, bid at most %(most)s and do"
                                    " not say how you pay.") % {"most": auctions.HIGHEST_BLUFF})


def cannot_pay_with(state: State, kind: int, thing: int, *, seat: int) -> Illegal:
    """Return the refusal of a thing that does not count here, or that the seat lacks."""
    name = _("soldiers") if thing == th.SOLDIERS else display_names.kind_name(thing)
    if thing not in (*th.COUNTING[kind], th.GOLD) and not (
            thing == th.SOLDIERS and kind == th.BATTLE):
        return Illegal("does-not-count", _(
            "In this auction %(thing)s cannot be paid; only %(things)s count.") % {
                "thing": name, "things": display_names.counting_text(kind)})
    held = state.soldiers[seat] if thing == th.SOLDIERS else state.hands[seat][thing]
    return Illegal("not-in-hand", _("You cannot pay with so much %(thing)s: you have"
                                    " %(count)s.") % {"thing": name, "count": held})


def wrong_payment(state: State, move: moves.Bid) -> Illegal:
    """Return the refusal of a payment that is worth too little, or partly not needed (AU6)."""
    words = {"worth": auctions.value(move.payment), "limit": move.limit}
    if not move.limit:
        return Illegal("wrong-payment", _("If you pass, you pay nothing."),
                       allowed=[_bid(state, 0)])
    if words["worth"] < move.limit:
        return _short_payment(state, move, worth=words["worth"])
    if any(thing == th.SOLDIERS for thing, _number in move.payment):
        text = _("What you would pay is worth %(worth)s, since a soldier is worth 3 and everything"
                 " else 1. For a bid of %(limit)s, name no less and nothing that is not needed, or"
                 " leave the payment to us.")
    else:
        text = _("What you would pay is worth %(worth)s, but your bid is %(limit)s. Name as much"
                 " as you bid, or leave the payment to us.")
    return Illegal("wrong-payment", text % words, allowed=[_bid(state, move.limit)])


def _short_payment(state: State, move: moves.Bid, *, worth: int) -> Illegal:
    """Return the refusal of a payment that is worth less than the bid."""
    less = moves.Bid(worth, move.payment)
    orders = [format_move(less, state)] if worth >= auctions.lowest_bid(state) else []
    return Illegal("wrong-payment", _(
        "With %(things)s you can bid up to %(worth)s, not %(limit)s. Bid less, name more, or leave"
        " the payment to us.") % {
            "things": list_with_and(display_names.amount(*some) for some in move.payment),
            "worth": worth, "limit": move.limit},
        allowed=[*orders, _bid(state, move.limit)])
