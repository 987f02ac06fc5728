"""Things to build: their prices, what is in the way, and what to keep for the next of them.

Everything that the site pays or gives up on behalf of a player is chosen here: bids of a page and
of an email, discards, and the cards that a suggested trade gives away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.campaign import auctions, building, display_names, moves, things, yields
from alexandros_rules.campaign.bots.prospects import plain_worth
from alexandros_rules.campaign.gazetteer import place_name
from alexandros_rules.campaign.state import State
from alexandros_rules.campaign.things import Counts
from alexandros_rules.campaign.world import bits
from games.rulesets.campaign.choices import junction_yields


@dataclass(frozen=True, slots=True)
class Ware:
    """Something that can be built, for one seat.

    ``lack`` is a sentence with the things that the seat lacks for it, as ``%(things)s``.
    ``missing`` are those things.  ``obstacle`` is a sentence that says why there is no place for
    it, "" if there is one.  ``brings`` says in a sentence or two what it is good for.
    """

    name: str
    lack: str
    price: Counts
    missing: Counts
    obstacle: str
    brings: str

    @property
    def cards(self) -> list[tuple[str, str]]:
        """The price by kinds: the word for style sheets, and the amount in words."""
        return [(things.KIND_NAMES[kind], display_names.amount(kind, number))
                for kind, number in enumerate(self.price) if number]

    @property
    def is_possible(self) -> bool:
        """Whether the thing can be built now."""
        return not self.hindrance

    @property
    def hindrance(self) -> str:
        """Why the thing cannot be built now, as a sentence; "" if it can."""
        if any(self.missing):
            return self.lack_sentence
        return " ".join([_("You can pay for it."), self.obstacle]) if self.obstacle else ""

    @property
    def sentence(self) -> str:
        """The player's needs as a sentence or two."""
        words = {"name": self.name, "price": display_names.amounts(self.price),
                 "lacking": display_names.amounts(self.missing)}
        if any(self.missing):
            return _("%(name)s (%(price)s): you lack %(lacking)s.") % words
        if self.obstacle:
            return _("%(name)s (%(price)s): you can pay for it.") % words + f" {self.obstacle}"
        return _("%(name)s (%(price)s): you have everything.") % words

    @property
    def lack_sentence(self) -> str:
        """What the player lacks, as a sentence: "You lack 1 ore and 1 wheat for a city."."""
        return self.lack % {"things": display_names.amounts(self.missing)}


def wares(view: State, seat: int) -> Sequence[Ware]:
    """Return everything of which pieces are left, on the seat's own view (BU1, EN1, LR1, LA1)."""
    hand = view.hands[seat]
    kinds: Sequence[tuple[str, str, Counts, int, Callable[[State, int], str], str]] = (
        (_("Road"), _("You lack %(things)s for a road."), things.ROAD_PRICE,
         view.roads_left(seat), _road_obstacle,
         _("It leads to places for settlements. The longest line, from 5 roads on, brings 2"
           " points.")),
        (_("Settlement"), _("You lack %(things)s for a settlement."), things.SETTLEMENT_PRICE,
         view.settlements_left(seat), _settlement_obstacle,
         _("It brings 1 point, and a card whenever a hex beside it yields.")),
        (_("City"), _("You lack %(things)s for a city."), things.CITY_PRICE,
         view.cities_left(seat), _city_obstacle,
         _("It brings 2 points instead of the settlement’s 1, and two cards instead of one.")),
        (_("Development card"), _("You lack %(things)s for a development card."),
         things.DEVELOPMENT_PRICE, len(view.deck), _no_obstacle, _deck_text(view)),
    )
    return [Ware(name, lack, price, things.missing(hand, price), obstacle(view, seat), brings)
            for name, lack, price, left, obstacle, brings in kinds if left]


def _deck_text(view: State) -> str:
    """Return what a development card can be, and how many are left (TH4, DE1 to DE3)."""
    every, left = things.DECK, len(view.deck)
    return ngettext(
        "The last one is left. It can be played from your next turn on.",
        "%(left)s are left, to be played from your next turn on. Of all %(all)s, %(soldiers)s are"
        " soldiers (rob a card), %(points)s are a point each, and %(others)s each bring two free"
        " roads, two commodities from the bank, or all cards of one commodity.", left,
    ) % {"left": left, "all": sum(every), "soldiers": every[things.SOLDIER],
         "points": every[things.POINT], "others": every[things.ROADS]}


def road_aim(view: State, seat: int, path: int) -> tuple[int, float, str]:
    """Return what a road on a path would be good for, "" if for nothing known.

    The numbers before it are lower for better aims.
    """
    world, free = view.world, building.free_junctions(view)
    own, roads = view.buildings(seat), view.roads[seat] | 1 << path
    others = view.occupied & ~own
    reached = building.ends_of(world, view.roads[seat]) | own
    new = building.ends_of(world, 1 << path) & ~reached
    near = 0
    for junction in bits(new & ~others):
        for way in bits(world.paths_at[junction] & ~view.built_paths):
            near |= building.ends_of(world, 1 << way)
    if view.settlements_left(seat):
        for rank, places, text in ((0, new & free, _("reaches a free place: %(yields)s")),
                                   (1, near & free & ~reached,
                                    _("towards a free place: %(yields)s"))):
            if places:
                worth, best = max((plain_worth(world)[place], place) for place in bits(places))
                return rank, -worth, text % {"yields": junction_yields(view, best)}
    before, after = (building.longest_line(world, some, others)
                     for some in (view.roads[seat], roads))
    if view.longest != seat and after > before:
        return 2, -after, ngettext("makes your longest line %(count)s road",
                           "makes your longest line %(count)s roads", after) % {"count": after}
    return 3, 0, ""


def _road_obstacle(view: State, seat: int) -> str:
    """Return why there is no place for a road (BU2), or ""."""
    if not view.buildings(seat):
        return _("But your first road must begin at a settlement of yours, and you have none.")
    if not building.road_sites(view, seat):
        return _("But no free path joins your roads and settlements.")
    return ""


def _settlement_obstacle(view: State, seat: int) -> str:
    """Return why there is no place for a settlement (BU3, BU4), or ""."""
    if not view.roads[seat]:
        return _("But a road of yours must lead to it, and you have none.")
    if not building.settlement_sites(view, seat):
        return _("But your roads reach no free place. It must be two paths away from any other"
                 " settlement, and neither on nor next to a place that Alexander has not passed.")
    return ""


def _city_obstacle(view: State, seat: int) -> str:
    """Return why there is no settlement that could become a city, or ""."""
    return "" if view.settlements[seat] else _("But it replaces a settlement of yours, and you"
                                               " have none.")


def _no_obstacle(view: State, seat: int) -> str:
    return ""


def first_home_text(view: State, seat: int) -> str:
    """Return where a seat with nothing on the map can get its first settlement; else ""."""
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
        " settlement there.", away) % {"place": place_name(view.world, stop.name), "count": away}


def goals(view: State, seat: int) -> list[Ware]:
    """Return what the seat could build next, first that for which it lacks the fewest cards.

    Only things are named for which there is a place, and a road only where it is needed for a
    settlement.  A seat without a building has no goal but the next temple.
    """
    if not view.buildings(seat):
        return []
    found = {ware.price: ware for ware in wares(view, seat) if not ware.obstacle}
    if things.SETTLEMENT_PRICE in found:
        found.pop(things.ROAD_PRICE, None)
    order = (things.CITY_PRICE, things.SETTLEMENT_PRICE, things.DEVELOPMENT_PRICE,
             things.ROAD_PRICE)
    return sorted([found[price] for price in order if price in found],
                  key=lambda ware: sum(ware.missing))


def spare(view: State, seat: int) -> Counts:
    """Return the part of a hand that the seat's next goal does not need."""
    hand = view.hands[seat]
    needed = next((ware.price for ware in goals(view, seat)), things.NOTHING)
    return things.missing(needed, hand)


def thrifty_bids(view: State, seat: int, limits: Sequence[int]) -> list[moves.Bid]:
    """Return bids of these limits, each with a payment that spares cards and is exact (AU6)."""
    auction = view.auction
    assert auction is not None
    held, unneeded = auctions.counting(view, auction.kind, seat=seat), spare(view, seat)
    bids = [moves.Bid(limit, thrifty_payment(held, limit, unneeded)) for limit in limits]
    return [bid for bid in bids if bid.payment and auctions.is_exact(bid.payment, bid.limit)]


def thrifty_payment(held: Mapping[int, int], limit: int, unneeded: Counts) -> moves.Payment:
    """Return a payment from things that count: gold first, then cards that are not needed.

    Needed cards come after them, and soldiers last.  The payment is empty if all of it falls
    short of ``limit``.  What the rules take for a bid without a payment spends cards first, and
    has to stay as it is for games in progress.
    """
    gold = held.get(things.GOLD, 0)
    kinds = sorted((kind for kind in held if kind in things.COMMODITIES), key=lambda kind: (
        -min(held[kind], unneeded[kind]), -held[kind], kind))
    loose = {kind: min(held[kind], unneeded[kind]) for kind in kinds}
    everything = [(things.GOLD, gold), *loose.items(),
                  *((kind, held[kind] - loose[kind]) for kind in kinds),
                  (things.SOLDIERS, held.get(things.SOLDIERS, 0))]
    ordered = tuple([(thing, number) for thing, number in everything if number])
    if auctions.value(ordered) < limit:
        return ()
    paid: dict[int, int] = {}
    for thing, number in auctions.part_of(ordered, limit):
        # A kind of which needed cards are paid comes later, so that a lower price spares them.
        paid[thing] = paid.pop(thing, 0) + number
    return tuple(paid.items())


def thrifty_discard(view: State, seat: int) -> moves.Discard:
    """Return a discard that gives up what the next goal does not need, then the rest (SE1)."""
    hand, due, unneeded = view.hands[seat], view.due[seat], spare(view, seat)
    loose = yields.preferred_discard(unneeded, min(due, sum(unneeded[:things.GOLD])), ())
    rest = yields.preferred_discard(
        things.subtract(hand, loose), due - sum(loose), ())
    return moves.Discard(things.add(loose, rest))


def thrifty(view: State, seat: int, move: moves.Move) -> moves.Move:
    """Return a bid or a discard with the cards that its player can best spare, others as given."""
    if isinstance(move, moves.Bid) and move.limit:
        return next(iter(thrifty_bids(view, seat, [move.limit])), move)
    return thrifty_discard(view, seat) if isinstance(move, moves.Discard) else move
