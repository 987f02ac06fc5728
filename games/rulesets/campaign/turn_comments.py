"""Reasons why a turn of The Campaign is good, in words, compared with another turn.

A reason is never as true of the other turn.  Reasons use the view of its player, so they say
nothing that this player could not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import is_reader, objects, told
from alexandros_rules.campaign import display_names, moves, yields
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.analysis.playing_on import after
from alexandros_rules.campaign.bots.prospects import chances
from alexandros_rules.campaign.building import road_sites, settlement_sites
from alexandros_rules.campaign.moves import Move
from alexandros_rules.campaign.state import (
    AUCTION,
    LARGEST_HAND,
    OVER,
    ROLL,
    WINNING_SCORE,
    State,
    change,
)
from alexandros_rules.campaign.world import bits
from games.rulesets.campaign.bid_facts import chit_gain, stakes_text

MOST = 4  # sentences on one turn
ROLLS = 36  # in which yields are told
LESS_GOLD = 3  # pieces of gold that are worth a word


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The view before a turn, its moves, and the view after it.

    ``bidding`` is the view in which its first bid is made: a seven moves Alexander on after the
    robber, and so begins an auction within the turn; without a bid it is the view before the turn.
    ``played`` is another turn, and ``other`` the view after it; None if nothing has been played.
    """

    before: State
    bidding: State
    moves: Sequence[Move]
    good: State
    other: State | None
    played: Sequence[Move]
    seat: int
    names: Sequence[str]

    def told(self, you: str, name: str) -> str:
        """Return the sentence for the player of the turn, or the one for everybody else."""
        return told(self.names, self.seat, you, name)

    @property
    def name(self) -> str:
        return self.names[self.seat]

    def new(self, field: str) -> int:
        """Return what only this turn adds to a mask of the seat's buildings or roads."""
        added: int = getattr(self.good, field)[self.seat] & ~getattr(self.before, field)[self.seat]
        return added if self.other is None else added & ~getattr(self.other, field)[self.seat]


class CampaignComments:
    """See ``games.rulesets.protocols.TurnComments``."""

    def reasons(self, view: State, some: Sequence[Move], *, instead: State | None,
                seat: int, names: Sequence[str],
                played: Sequence[Move] = ()) -> list[str]:
        good = after(view, some, seat=seat)
        bid = next((at for at, move in enumerate(some) if isinstance(move, moves.Bid)), 0)
        bidding = after(view, some[:bid], seat=seat)
        both = _Comparison(view, bidding, some, good, instead, played, seat, names)
        texts = [text for find in _FINDERS for text in find(both)]
        return (texts or list(_in_numbers(both)))[:MOST]

    def harms(self, view: State, some: Sequence[Move], *, seat: int, to: int,
              names: Sequence[str]) -> list[str]:
        """Return nothing: dice and secret bids come before every answer."""
        return []


def _endings(both: _Comparison) -> Iterator[str]:
    if _wins(both.good, both.seat) and not (both.other and _wins(both.other, both.seat)):
        yield (both.told(_("It wins the game for you."), _("It wins the game for %(name)s."))
               if len(both.good.winners) == 1 else
               both.told(_("It brings you a share of the win."),
                         _("It brings %(name)s a share of the win."))) % {"name": both.name}
    elif _has_enough(both.good, both.seat) and not (
            both.other and _has_enough(both.other, both.seat)):
        yield both.told(_("It brings you to %(count)s points."),
                        _("It brings %(name)s to %(count)s points.")) % {
            "name": both.name, "count": both.good.points(both.seat)}


def _wins(state: State, seat: int) -> bool:
    return state.phase == OVER and seat in state.winners


def _has_enough(state: State, seat: int) -> bool:
    return state.points(seat) >= WINNING_SCORE


def _bids(both: _Comparison) -> Iterator[str]:
    limit, other = _limit(both.moves), _limit(both.played)
    if limit is None or (both.other is not None and limit == other):
        return
    values = {"thing": _lot(both.bidding), "limit": limit, "other": other}
    if both.other is None or other is None:
        yield _plain_bid(both, limit) % values
    elif not limit:
        yield _("It bids nothing for %(thing)s instead of up to %(other)s, and saves the payment"
                " for later.") % values
    elif limit < other:
        yield _("It bids up to %(limit)s for %(thing)s instead of %(other)s, as it is not worth"
                " more.") % values
    elif not other:
        yield _("It bids up to %(limit)s for %(thing)s instead of nothing.") % values
    else:
        yield _("It bids up to %(limit)s for %(thing)s instead of %(other)s.") % values
    if limit > (other or 0):
        yield from _lot_in_numbers(both)


def _limit(some: Sequence[Move]) -> int | None:
    """Return the limit of the first bid among these moves; None if none of them is a bid."""
    return next((move.limit for move in some if isinstance(move, moves.Bid)), None)


def _lot(view: State) -> str:
    """Return the words for what is up for auction."""
    auction = view.auction
    assert auction is not None
    if auction.kind == th.TEMPLE:
        return _("the settlement at %(place)s") % {
            "place": display_names.junction_name(view, auction.junction)}
    return _("this chit (%(kind)s)") % {"kind": display_names.auction_name(auction.kind)}


def _plain_bid(both: _Comparison, limit: int) -> str:
    if not limit:
        return _("It does not bid for %(thing)s, and saves the payment for later.")
    if both.before.options.open_bidding:
        return _("It bids %(limit)s for %(thing)s.")
    return _("It bids up to %(limit)s for %(thing)s.")


def _lot_in_numbers(both: _Comparison) -> Iterator[str]:
    """Yield what the thing for sale brings."""
    auction = both.bidding.auction
    assert auction is not None
    if auction.kind == th.TEMPLE:
        yield _("A settlement there brings %(yield)s.") % {
            "yield": _yield_of(both.bidding, auction.junction)}
    elif is_reader(both.names, both.seat):
        yield stakes_text(both.bidding, both.seat)
    else:
        yield _stakes_of_another(both, auction.kind)


def _stakes_of_another(both: _Comparison, kind: int) -> str:
    """Return the worth of a chit for the player of the turn, for other readers."""
    chits, gain = both.bidding.chits_of(both.seat), chit_gain(both.bidding, both.seat, kind)
    if gain:
        return ngettext(
            "With this chit, %(name)s gains %(count)s point for a counselor card.",
            "With this chit, %(name)s gains %(count)s points for a counselor card.", gain) % {
            "name": both.name, "count": gain}
    return ngettext("%(name)s has %(count)s chit before this auction.",
                    "%(name)s has %(count)s chits before this auction.", chits) % {
        "name": both.name, "count": chits}


def _yield_of(view: State, junction: int) -> str:
    gets = chances(view.world)[junction]
    often = round(sum(gets) * ROLLS)
    text = (ngettext("%(count)s card in 36 rolls, gold included",
                     "%(count)s cards in 36 rolls, gold included", often) if gets[th.GOLD] else
            ngettext("%(count)s card in 36 rolls", "%(count)s cards in 36 rolls", often))
    return text % {"count": often}


def _buildings(both: _Comparison) -> Iterator[str]:
    for junction in bits(both.new("cities")):
        yield _("It builds a city at %(place)s, which doubles a yield of %(yield)s.") % {
            "place": display_names.junction_name(both.good, junction),
            "yield": _yield_of(both.good, junction)}
    for junction in bits(both.new("settlements") & ~both.before.cities[both.seat]):
        if both.bidding.auction is None or junction != both.bidding.auction.junction:
            yield _("It builds a settlement at %(place)s, which brings %(yield)s.") % {
                "place": display_names.junction_name(both.good, junction),
                "yield": _yield_of(both.good, junction)}
    roads = both.new("roads").bit_count()
    if roads:
        yield _roads(both, roads)


def _roads(both: _Comparison, roads: int) -> str:
    reached = settlement_sites(both.good, both.seat) & ~settlement_sites(both.before, both.seat)
    if both.other is not None:
        reached &= ~settlement_sites(both.other, both.seat)
    if not reached:
        return ngettext("It builds %(count)s road.", "It builds %(count)s roads.", roads) % {
            "count": roads}
    best = max(bits(reached), key=lambda junction: sum(chances(both.good.world)[junction]))
    return ngettext(
        "It builds %(count)s road to %(place)s, where a settlement would bring %(yield)s.",
        "It builds %(count)s roads to %(place)s, where a settlement would bring %(yield)s.",
        roads) % {"count": roads, "place": display_names.junction_name(both.good, best),
                  "yield": _yield_of(both.good, best)}


def _awards(both: _Comparison) -> Iterator[str]:
    seat, old = both.seat, both.before
    if both.good.longest == seat != old.longest and not (
            both.other and both.other.longest == seat):
        yield _("It takes the longest road, worth 2 points.")
    if both.good.army == seat != old.army and not (both.other and both.other.army == seat):
        yield _("It takes the largest army, worth 2 points.")


def _developments(both: _Comparison) -> Iterator[str]:
    bought, others = (sum(isinstance(move, moves.BuyDevelopment) for move in some)
                      for some in (both.moves, both.played))
    if bought > others:
        text = ngettext("It buys a development card.", "It buys %(count)s development cards.",
                        bought) % {"count": bought}
        if both.other is None and not _can_build(both.before, both.seat):
            text += " " + _("Nothing else can be built now.")
        yield text
        if both.other is None:
            yield _("Of all %(all)s, %(points)s are a point each, and %(soldiers)s are"
                    " soldiers.") % {"all": sum(th.DECK), "points": th.DECK[th.POINT],
                                     "soldiers": th.DECK[th.SOLDIER]}


def _can_build(view: State, seat: int) -> bool:
    """Check whether a seat can build anything on the map with the cards in its hand."""
    hand = view.hands[seat]
    sites = ((th.ROAD_PRICE, view.roads_left(seat) and road_sites(view, seat)),
             (th.SETTLEMENT_PRICE, view.settlements_left(seat) and settlement_sites(view, seat)),
             (th.CITY_PRICE, view.cities_left(seat) and view.settlements[seat]))
    return any(places and th.covers(hand, price) for price, places in sites)


def _robber(both: _Comparison) -> Iterator[str]:
    """Yield whom the robber hurts after this turn, and whom no longer."""
    if both.good.robber == both.before.robber or (
            both.other and both.other.robber == both.good.robber):
        return
    place = display_names.hex_name(both.good, both.good.robber)
    hurt = [seat for seat in range(both.good.players) if seat != both.seat
            and both.good.buildings(seat) & both.good.world.corners[both.good.robber]]
    if hurt:
        yield _("It puts the robber on %(place)s, which then yields nothing to %(names)s.") % {
            "place": place, "names": objects(both.names, hurt)}
    freed = both.good.world.corners[both.before.robber] & both.good.buildings(both.seat)
    if freed and (both.other is None or both.other.robber == both.before.robber):
        yield both.told(_("It drives the robber off %(place)s, where you have built."),
                        _("It drives the robber off %(place)s, where %(name)s has built.")) % {
            "place": display_names.hex_name(both.good, both.before.robber), "name": both.name}


def _cards_played(both: _Comparison) -> Iterator[str]:
    for move in both.moves:
        if move in both.played:
            continue
        if isinstance(move, moves.PlaySoldier):
            yield (_("It plays a soldier before the dice are rolled.")
                   if both.before.phase == ROLL else _("It plays a soldier."))
        elif isinstance(move, moves.PlayPlenty):
            yield _("It takes %(things)s from the bank with a year of plenty.") % {
                "things": display_names.amounts(move.cards)}
        elif isinstance(move, moves.PlayMonopoly):
            yield _("It takes all %(kind)s from everybody with a monopoly.") % {
                "kind": display_names.kind_name(move.kind)}


def _discards(both: _Comparison) -> Iterator[str]:
    for move in both.moves:
        if isinstance(move, moves.Discard):
            yield _("It keeps %(things)s.") % {"things": display_names.amounts(
                th.subtract(both.before.hands[both.seat], move.cards))}


def _hands(both: _Comparison) -> Iterator[str]:
    """Yield the gold that the turn keeps, and the danger of a seven that it avoids."""
    if both.other is None or both.good.phase == OVER or both.before.phase == AUCTION:
        return
    cards, gold = _held(both.good, both.good, both.seat)
    others, other_gold = _held(both.other, both.good, both.seat)
    if cards <= LARGEST_HAND < others:
        yield both.told(
            _("It leaves you %(cards)s cards. What was played leaves %(others)s, of which a seven"
              " takes %(half)s."),
            _("It leaves %(name)s %(cards)s cards. What was played leaves %(others)s, of which a"
              " seven takes %(half)s.")) % {
            "name": both.name, "cards": cards, "others": others, "half": others // 2}
    if gold >= other_gold + LESS_GOLD:
        yield both.told(_("It keeps %(gold)s gold for auctions, instead of %(other)s."),
                        _("It keeps %(gold)s gold for %(name)s’s auctions, instead of"
                          " %(other)s.")) % {
            "name": both.name, "gold": gold, "other": other_gold}


def _held(state: State, good: State, seat: int) -> tuple[int, int]:
    """Return the cards and the gold of a seat before the next turn's dice."""
    hand = state.hands[seat]
    if state.turn != good.turn or not any(state.dice) or any(good.dice):
        return th.cards(hand), hand[th.GOLD]
    # The other turn was really played, so the next roll may already be in its hand.
    got = yields.yields(change(state, bank=th.IN_GAME), sum(state.dice))[0][seat]
    supplied = len(state.supply) < len(good.supply)
    return th.cards(hand) - th.cards(got) - supplied, hand[th.GOLD] - got[th.GOLD]


def _trades(both: _Comparison) -> Iterator[str]:
    for move in both.moves:
        if isinstance(move, moves.BankTrade) and move not in both.played:
            yield _("It buys %(things)s from the bank for %(other)s.") % {
                "things": display_names.amount(move.get, move.number),
                "other": display_names.kind_name(move.give)}


def _waiting(both: _Comparison) -> Iterator[str]:
    """Yield that the turn does nothing, where that is all there is to say."""
    if both.other is None and len(both.moves) == 1:
        if isinstance(both.moves[0], moves.Roll):
            yield _("There is nothing better to do before the dice.")
        elif isinstance(both.moves[0], moves.End):
            yield _("It spends nothing now, and saves for something better.")


def _in_numbers(both: _Comparison) -> Iterator[str]:
    """Yield what the two turns leave, for lack of anything better to say."""
    found = [*_trades(both), *_waiting(both)]
    if both.other is None or found or both.before.phase == AUCTION:
        yield from found
        return
    cards, gold = _held(both.good, both.good, both.seat)
    others, other_gold = _held(both.other, both.good, both.seat)
    if (cards, gold) != (others, other_gold):
        yield both.told(
            _("It leaves you %(cards)s cards and %(gold)s gold; what was played leaves %(others)s"
              " and %(other_gold)s."),
            _("It leaves %(name)s %(cards)s cards and %(gold)s gold; what was played leaves"
              " %(others)s and %(other_gold)s.")) % {
            "name": both.name, "cards": cards, "gold": number_format(gold), "others": others,
            "other_gold": number_format(other_gold)}


_FINDERS = (_endings, _bids, _awards, _buildings, _developments, _cards_played, _robber, _discards,
            _hands)
