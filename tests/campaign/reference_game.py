"""A second, simple implementation of a whole game, to compare the engine with.

A ``Game`` follows from the map's text, orders in notation and chance alone; nothing of the engine
is used.  Single rules, auctions and trades come from ``reference_rules``.  An order that is not
legal raises Refused and may leave the table half changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from alexandros_rules.chance import Chance
from tests.campaign import reference_rules as rules
from tests.campaign.reference_map import Junction, Land, Path
from tests.campaign.reference_rules import COMMODITIES, PRICES, cards, need

COLOURS = ("red", "yellow", "blue", "green")  # TH1
DEVELOPMENTS = {"soldier": 14, "point": 5, "roads": 2, "plenty": 2, "monopoly": 2}  # TH4
CHITS = ("famine", "bridge", "battle", "statue")
COUNSELORS = {2: (2,), 3: (4, 2), 4: (4, 3, 2)}  # SU5, TH6
PIECES = {"settlement": 5, "city": 4}  # TH3
ROADS = 15


def numbered(names: Sequence[str], each: Sequence[int]) -> list[int]:
    return [i for i, _ in enumerate(names) for _ in range(each[i])]


def things(words: Sequence[str]) -> list[str]:
    """Reads "2 wool ore" as three things in this order."""
    listed: list[str] = []
    number = 1
    for word in words:
        if word.isdigit():
            number = int(word)
        else:
            listed += [word] * number
            number = 1
    return listed


class Table:
    """What lies on the table, and whose turn it is."""

    def __init__(self, text: str, players: int, chance: Chance, *, first: int | None = None,
                 sealed: bool = True, bluff: bool = False):
        self.land, self.chance, self.players = Land(text), chance, players
        self.sealed, self.bluff = sealed, bluff
        self.seat = chance.below(players, "first") if first is None else first
        self.turn, self.dice, self.arrow, self.phase = 1, (0, 0), 0, "build"
        self.roads: dict[Path, int] = {}
        self.buildings: dict[Junction, tuple[int, str]] = {}  # seat, "settlement" or "city"
        self._lay_out()
        self.won = [Counter[str]() for _ in range(players)]
        self.cards = [Counter[str]() for _ in range(players)]
        self.bought, self.played = Counter[str](), False
        self.soldiers, self.thefts = [0] * players, 0
        self.counselors: list[int | None] = [None] * len(COUNSELORS[players])
        self.longest: int | None = None
        self.army: int | None = None
        self.due = [0] * players
        self.discards: list[Counter[str] | None] = [None] * players
        self.auction: rules.Auction | None = None
        self.preferred: list[tuple[str, ...]] = [()] * players
        self.at_once = [False] * players
        self.offers: list[rules.Offer] = []
        self.offered = [0] * players  # how many each seat has made
        self.last_offer: int | str | None = None  # its number, or "taken"
        self.winners: list[int] = []
        self.reason = ""

    def _lay_out(self) -> None:
        """Shuffles and deals (SU1 to SU4)."""
        deserts = [label for label, hexagon in self.land.hexes.items() if hexagon.kind == "desert"]
        self.robber = deserts[self.chance.below(len(deserts), "desert")]
        chits = [CHITS[i] for i in self.chance.shuffle(
            numbered(CHITS, [7] * 4), "shuffle-chits")]
        places = sum(stop.mark == "?" for stop in self.land.route)
        self.chits, self.aside = chits[:places], chits[places:]
        names = [*DEVELOPMENTS]
        self.deck = [names[i] for i in self.chance.shuffle(
            numbered(names, [*DEVELOPMENTS.values()]), "shuffle-development")]
        each = {2: 10, 3: 15, 4: 19}[self.players]
        self.supply = [COMMODITIES[i] for i in self.chance.shuffle(
            numbered(COMMODITIES, [each] * 5), "shuffle-supply")]
        self.bank = Counter(dict.fromkeys(COMMODITIES, 19 - each), gold=40 - 8 * self.players)
        self.hands = [Counter(gold=8) for _ in range(self.players)]
        for hand in self.hands:
            hand.update(self.supply.pop(0) for _ in range(5))

    # Building and cards

    def roads_left(self, seat: int) -> int:
        return ROADS - sum(builder == seat for builder in self.roads.values())

    def has_left(self, seat: int, kind: str) -> bool:
        return len(rules.own(self, seat, kind)) < PIECES[kind]

    def _pay(self, seat: int, price: Counter[str]) -> None:
        need(price <= self.hands[seat])
        self.hands[seat] -= price
        self.bank += price

    def _build_road(self, seat: int, way: Path, *, free: bool) -> None:
        self._check_road(seat, way)
        if not free:
            self._pay(seat, PRICES["road"])
        self.roads[way] = seat
        self._award_road()

    def _check_road(self, seat: int, way: Path) -> None:
        need(self.roads_left(seat))
        need(way in rules.road_sites(self, seat))

    def _build(self, seat: int, kind: str, place: Junction) -> None:
        need(self.has_left(seat, kind))
        sites = (rules.settlement_sites(self, seat) if kind == "settlement"
                 else rules.own(self, seat, "settlement"))
        need(place in sites)
        self._pay(seat, PRICES[kind])
        self.buildings[place] = seat, kind
        self._award_road()
        self._check_end()

    def _buy_card(self, seat: int) -> None:
        need(self.deck)
        self._pay(seat, PRICES["development"])
        card = self.deck.pop(0)
        self.cards[seat][card] += 1
        self.bought[card] += 1
        self._check_end()

    def playable(self, seat: int) -> set[str]:
        """Returns the development cards that the seat may play (DE1)."""
        if seat != self.seat or self.phase not in ("roll", "build") or self.played:
            return set()
        return set(self.cards[seat] - self.bought) - {"point"}

    def _play_card(self, seat: int, card: str, rest: list[str]) -> None:
        need(card in self.playable(seat))
        self.played = True
        self.cards[seat] -= Counter([card])
        match card:
            case "soldier":
                self._rob(seat, rest[0], rest[1:])
                self.soldiers[seat] += 1
                self._award_army()
            case "roads":
                self._play_roads(seat, [self.land.path(label) for label in rest])
            case "plenty":
                need(len(things(rest)) == 2 and set(things(rest)) <= set(COMMODITIES))
                need(Counter(things(rest)) <= self.bank)
                self.hands[seat].update(things(rest))
                self.bank.subtract(things(rest))
            case "monopoly":
                need(rest[0] in COMMODITIES)
                self._take_all(seat, rest[0])
        self._check_end()

    def _play_roads(self, seat: int, ways: list[Path]) -> None:
        before = {**self.roads}
        need(1 <= len(ways) <= 2)
        for way in ways:  # both must be possible, even if the first ends the game
            self._check_road(seat, way)
            self.roads[way] = seat
        self.roads = before
        for way in ways:
            if self.phase != "over":
                self._build_road(seat, way, free=True)
                self._check_end()

    def free_roads(self, seat: int) -> set[tuple[Path, ...]]:
        """Returns what the seat can build with road building (DE3)."""
        ways: set[tuple[Path, ...]] = set()
        for first in rules.road_sites(self, seat) if self.roads_left(seat) else ():
            ways.add((first,))
            self.roads[first] = seat
            if self.roads_left(seat):
                ways |= {(first, second) for second in rules.road_sites(self, seat)}
            del self.roads[first]
        return ways

    def _take_all(self, seat: int, kind: str) -> None:
        for other in set(range(self.players)) - {seat}:
            self.hands[seat][kind] += self.hands[other].pop(kind, 0)
        rules.end_offers(self, lambda offer: offer.seat != seat and offer.give[kind])

    def _rob(self, seat: int, label: str, victim: list[str]) -> None:
        """Moves the robber; ``victim`` is "from red" or nothing (SE2)."""
        other = COLOURS.index(victim[1]) if victim else None
        need((label, other) in rules.robber_moves(self, seat))
        self.robber = label
        if other is not None:
            self.thefts += 1
            hand = [kind for kind in COMMODITIES for _ in range(self.hands[other][kind])]
            card = hand[self.chance.below(len(hand), f"theft-{self.thefts}")]
            self.hands[other] -= Counter([card])
            self.hands[seat][card] += 1
            rules.end_after_theft(self, other)

    def _trade_with_bank(self, seat: int, words: list[str]) -> None:
        place = words.index("for")
        give, get = Counter(things(words[:place])), Counter(things(words[place + 1:]))
        ((given, paid),), ((got, number),) = give.items(), get.items()
        need(given != got and paid == number * rules.rate(self, seat, given))
        need(give <= self.hands[seat] and get <= self.bank)
        self.hands[seat] += get
        self.bank -= get
        self._pay(seat, give)

    # Awards and the end

    def _award_road(self) -> None:
        lengths = [rules.longest_line(self, seat) for seat in range(self.players)]
        self.longest = rules.holder(self.longest, lengths, 5)

    def _award_army(self) -> None:
        self.army = rules.holder(self.army, self.soldiers, 3)

    def points(self, seat: int) -> int:
        """Returns all points of a seat, with its hidden ones (EN1)."""
        values = zip(COUNSELORS[self.players], self.counselors, strict=True)
        return (
            len(rules.own(self, seat, "settlement")) + 2 * len(rules.own(self, seat, "city"))
            + self.cards[seat]["point"] + 2 * (self.longest == seat) + 2 * (self.army == seat)
            + sum(value for value, owner in values if owner == seat)
        )

    def end_at_goal(self) -> None:
        """Lets Alexander arrive at the end of a round (EN3, EN4)."""
        self.arrow = len(self.land.route) + 1
        self._check_end(round_over=True)

    def _check_end(self, *, round_over: bool = False) -> None:
        if self.players == 2 and not round_over:  # EN4
            return
        scores = [(self.points(seat), self.won[seat].total()) for seat in range(self.players)]
        if max(scores) >= (14, 0):  # EN2
            self.reason = "points"
        elif self.arrow > len(self.land.route):  # EN3
            self.reason = "persepolis"
        if self.reason:
            self.phase = "over"
            self.winners = [seat for seat, score in enumerate(scores) if score == max(scores)]


KEEP_LAST_OFFER = ("offer", "standing", "accept", "withdraw", "prefer", "otherwise")


class Game(Table):
    """A table at which the game goes on by itself until somebody has to decide."""

    def start(self) -> Game:
        self._after_dice(seven=False)  # YI1, YI4
        return self

    # The orders

    def play(self, seat: int, order: str) -> None:
        """Plays an order of a seat.  Raises Refused."""
        need(self.phase != "over")
        self._do(seat, order.split())
        if self.phase == "over":
            self.offers, self.auction = [], None
        rules.reduce_offers(self)

    def _do(self, seat: int, words: list[str]) -> None:
        if words[0] not in KEEP_LAST_OFFER:
            self.last_offer = None
        match words:
            case ["discard", *some]:
                self._discard(seat, Counter(things(some)))
            case ["bid", "nothing"] | ["pass"]:
                self._bid(seat, limit=0, payment=[])
            case ["bid", "up", "to", limit] | ["bid", limit]:
                self._bid(seat, limit=int(limit), payment=[])
            case ["bid", "up", "to", limit, "pay", *some] | ["bid", limit, "pay", *some]:
                self._bid(seat, limit=int(limit), payment=things(some))
            case ["offer" | "standing", *_]:
                self._offer(seat, words)
            case ["accept", number]:
                rules.accept_offer(self, int(number), seat=seat)
            case ["withdraw", number]:
                rules.withdraw_offer(self, int(number), seat=seat)
            case ["prefer", "to", *what]:
                self._prefer(seat, what)
            case ["otherwise", *other]:
                self._otherwise(seat, other)
            case _:
                need(seat == self.seat)
                self._do_in_turn(seat, words)

    def _do_in_turn(self, seat: int, words: list[str]) -> None:
        match words:
            case ["roll"]:
                need(self.phase == "roll")
                self._roll()
            case ["robber", label, *victim]:
                need(self.phase == "robber")
                self._rob(seat, label, victim)
                self._after_dice(seven=True)
            case ["play", card, *rest]:
                self._play_card(seat, card, rest)
            case _:
                need(self.phase == "build")
                self._trade_or_build(seat, words)

    def _trade_or_build(self, seat: int, words: list[str]) -> None:
        match words:
            case ["road", label]:
                self._build_road(seat, self.land.path(label), free=False)
                self._check_end()
            case ["settlement" | "city" as kind, label]:
                self._build(seat, kind, self.land.junction(label))
            case ["buy", "development"]:
                self._buy_card(seat)
            case ["bank", *some]:
                self._trade_with_bank(seat, some)
            case ["end"]:
                self._end_turn()
            case _:
                raise AssertionError(words)

    def _discard(self, seat: int, some: Counter[str]) -> None:
        need(self.phase == "discard" and self.due[seat] and self.discards[seat] is None)
        need(cards(some) == some.total() == self.due[seat] and some <= self.hands[seat])
        self.discards[seat] = some
        self._take_discards()

    def _bid(self, seat: int, *, limit: int, payment: list[str]) -> None:
        need(self.phase == "auction")
        assert self.auction is not None
        self.auction.bid(self, seat, limit=limit, payment=payment)
        self._settle_auction()

    def _offer(self, seat: int, words: list[str]) -> None:
        """Reads and makes an offer such as "standing offer 2 wool for ore twice to red"."""
        standing = words[0] == "standing"
        words = words[1 + standing:]
        to = set(range(self.players)) - {seat}
        if "to" in words:
            place = words.index("to")
            to, words = {COLOURS.index(word) for word in words[place + 1:]}, words[:place]
        times = 1
        if words[-1] == "twice":
            times, words = 2, words[:-1]
        elif words[-1] == "times":
            times, words = int(words[-2]), words[:-2]
        place = words.index("for")
        number = self.offered[seat] * self.players + seat + 1  # the next that is only this seat's
        rules.make_offer(self, rules.Offer(
            number, seat, Counter(things(words[:place])),
            Counter(things(words[place + 1:])), to, times, standing))

    def _prefer(self, seat: int, what: list[str]) -> None:
        match what:
            case ["discard", *kinds]:
                need(len(set(kinds)) == len(kinds) and set(kinds) <= set(COMMODITIES))
                self.preferred[seat] = tuple(kinds)
            case ["choose", "discards"]:
                self.preferred[seat] = ()
            case ["roll", *how]:
                self.at_once[seat] = how == ["at", "once"]

    def _otherwise(self, seat: int, words: list[str]) -> None:
        need(seat == self.seat and self.phase == "build" and self.last_offer)
        need(words[0] != "otherwise")
        if self.last_offer != "taken":
            number, self.last_offer = self.last_offer, None
            rules.end_offers(self, lambda offer: offer.number == number)
            self._do(seat, words)

    # Dice, robber and Alexander

    def _roll(self) -> None:
        first, second = (self.chance.below(6, f"die-{self.turn}-{i}") + 1 for i in (1, 2))
        self.dice = first, second
        if first + second == 7:
            self.phase = "robber"
            self._demand([cards(hand) // 2 if cards(hand) > 11 else 0 for hand in self.hands])
            return
        for hand, some in zip(self.hands, rules.yields(self, first + second), strict=True):
            hand += some
            self.bank -= some
        self._after_dice(seven=False)

    def _demand(self, due: list[int]) -> None:
        """Asks players to discard (SE1, AU7)."""
        if any(due):
            self.due, self.phase = due, "discard"
            for seat, number in enumerate(due):
                if number and self.preferred[seat]:
                    self.discards[seat] = rules.preferred_discard(
                        self.hands[seat], number, self.preferred[seat])
            self._take_discards()

    def _take_discards(self) -> None:
        if any(due and some is None for due, some in zip(self.due, self.discards, strict=True)):
            return
        for hand, some in zip(self.hands, self.discards, strict=True):
            hand -= some or Counter()
            self.bank += some or Counter()
        self.due, self.discards = [0] * self.players, [None] * self.players
        self.phase = "robber"
        if self.auction is not None:
            self._begin_auction(self.auction.kind, self.auction.place, self.auction.out)

    def _after_dice(self, *, seven: bool) -> None:
        self.phase = "build"
        if len(self.supply) >= self.players:  # YI4
            for i in range(self.players):
                self.hands[(self.seat + i) % self.players][self.supply.pop(0)] += 1
        else:  # YI5
            self.bank.update(self.supply)
            self.supply = []
        if self.arrow <= len(self.land.route) and (seven or self.arrow < self.land.violet):
            self._move_alexander()

    def _move_alexander(self) -> None:
        self.arrow += 1
        if self.arrow > len(self.land.route):  # EN3
            self._check_end()
            return
        stop = self.land.route[self.arrow - 1]
        if stop.mark == "T":
            self._begin_auction("settlement", stop.junction, set())
        elif stop.mark == "?":
            self._begin_auction(self.chits.pop(0), stop.junction, set())

    # Auctions

    def _begin_auction(self, kind: str, place: Junction, out: set[int]) -> None:
        self.phase, self.auction = "auction", rules.Auction(self, kind, place, out)
        self._settle_auction()

    def _settle_auction(self) -> None:
        auction = self.auction
        assert auction is not None
        if auction.waits_for():
            return
        result = auction.result()
        if result is None:
            self.phase, self.auction = "build", None
            return
        winner, price = result
        paid = auction.payment(self, winner, price)
        if paid is None:  # AU7
            auction.out.add(winner)
            half = cards(self.hands[winner]) // 2
            if half:
                self._demand([half if seat == winner else 0 for seat in range(self.players)])
            else:
                self._begin_auction(auction.kind, auction.place, auction.out)
            return
        self.phase, self.auction = "build", None
        self._pay_bid(winner, Counter(paid))
        self._award(winner, auction.kind, auction.place)

    def _pay_bid(self, seat: int, paid: Counter[str]) -> None:  # AU5
        soldiers = paid.pop("soldier", 0)
        self.soldiers[seat] -= soldiers
        self.deck += ["soldier"] * soldiers
        self._pay(seat, paid)
        self._award_army()

    def _award(self, seat: int, kind: str, place: Junction) -> None:
        if kind != "settlement":  # AU9
            self.won[seat][kind] += 1
            self.counselors = rules.counselors(
                self.counselors, [chits.total() for chits in self.won])
        elif self.has_left(seat, "settlement"):  # AU8
            self.buildings[place] = seat, "settlement"
            self._award_road()
        self._check_end()

    def _end_turn(self) -> None:
        self._check_end(round_over=self.turn % self.players == 0)
        if self.phase == "over":
            return
        self.seat, self.turn, self.phase = (self.seat + 1) % self.players, self.turn + 1, "roll"
        self.dice, self.played, self.bought = (0, 0), False, Counter()
        rules.end_offers(self, lambda offer: not offer.standing)
        if not self.cards[self.seat].total() or self.at_once[self.seat]:
            self._roll()

    def waits_for(self) -> list[int]:
        """Returns the seats that the game waits for."""
        match self.phase:
            case "over":
                return []
            case "discard":
                return [seat for seat, due in enumerate(self.due)
                        if due and self.discards[seat] is None]
            case "auction":
                assert self.auction is not None
                return self.auction.waits_for()
        return [self.seat]
