"""What happens in a game, as immutable values, and as JSON data for the log and back.

Hexes, junctions and paths have their labels, so that people can read a log.  Commodities,
development cards and chits are letters (see ``things``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.campaign.moves import Payment
from engine.campaign.things import (
    CHIT_LETTERS,
    DEVELOPMENT_LETTERS,
    LETTERS,
    SOLDIERS,
    Counts,
    code,
    read_code,
)
from engine.codec import TUPLE, EventCodec, FieldCodec

VERSION = 1  # of the rules and the event format; increase it when either changes
VERSIONS = (1,)


@dataclass(frozen=True, slots=True)
class Started:
    """A game begins with this map and these options; ``gold`` is what each seat gets (SU3)."""

    board: str
    players: int
    first: int
    open_bidding: bool
    bluff: bool
    rules: int
    gold: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Chits, development cards and the supply stack are shuffled, the robber is placed.

    ``chits`` are all 28: those on the map in the order of the route, then those left over (SU1).
    """

    chits: tuple[int, ...]
    deck: tuple[int, ...]
    supply: tuple[int, ...]
    robber: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """Each seat gets cards from the supply stack (SU4)."""

    hands: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a turn (YI1); (0, 0) on a view, where they are not known yet."""

    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Yielded:
    """Each seat gets commodities and gold; nobody gets any of the kinds in ``short`` (YI1 to YI3).

    A kind is not in ``short`` if one seat alone got what was left.
    """

    gains: tuple[Counts, ...]
    short: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiscardsDue:
    """How many cards each seat has to give up (SE1, AU7)."""

    due: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChoseDiscard:
    """A seat has chosen in secret what to give up; ``by_preference`` if it did so in advance."""

    seat: int
    cards: Counts
    by_preference: bool


@dataclass(frozen=True, slots=True)
class Discarded:
    """All seats have chosen, and their cards go to the bank."""

    discards: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class RobberMoved:
    """The robber is moved to a hex (SE2, DE2)."""

    seat: int
    hex: str


@dataclass(frozen=True, slots=True)
class Stole:
    """A card is stolen, which only the two players see (SE2)."""

    seat: int
    victim: int
    card: int


@dataclass(frozen=True, slots=True)
class Supplied:
    """Each seat draws a card from the supply stack, ``first`` first (YI4); ``cards`` by seat."""

    first: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SupplyEnded:
    """The supply stack ends and the cards left in it go to the bank (YI5)."""

    left: Counts


@dataclass(frozen=True, slots=True)
class AlexanderMoved:
    """Alexander goes on to an arrow (AL1)."""

    arrow: int


@dataclass(frozen=True, slots=True)
class ChitTurned:
    """The chit that Alexander passed is turned face up (AL3)."""

    chit: int


@dataclass(frozen=True, slots=True)
class AuctionBegan:
    """An auction begins, or begins again without those who could not pay (AL3, AU7)."""

    kind: str
    junction: str
    opener: int
    excluded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LimitNamed:
    """A seat has decided in secret how much it would bid at most (AU10)."""

    seat: int
    limit: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bids in an open auction (AU3).  How it would pay is known to itself only."""

    seat: int
    amount: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passes in an open auction (AU3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The highest bidder pays ``price`` with ``payment``, which may be worth more (AU5, AU6)."""

    seat: int
    price: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class NobodyBid:
    """An auction ends without a bid (AU4)."""


@dataclass(frozen=True, slots=True)
class PaymentFailed:
    """The highest bidder cannot pay their bid (AU7)."""

    seat: int
    price: int


@dataclass(frozen=True, slots=True)
class Founded:
    """The winner of an auction places a settlement (AU8); nothing if they have none left."""

    seat: int
    junction: str
    built: bool


@dataclass(frozen=True, slots=True)
class ChitWon:
    """The winner of an auction gets the chit (AU9)."""

    seat: int
    chit: int


@dataclass(frozen=True, slots=True)
class CounselorsChanged:
    """Who owns the counselor cards in play, the best first (CO1, CO2)."""

    owners: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class LongestRoad:
    """Who has the longest road, and of how many roads; None if nobody has it (LR1)."""

    owner: int | None
    length: int


@dataclass(frozen=True, slots=True)
class LargestArmy:
    """Who has the largest army, None if nobody has it (LA1)."""

    owner: int | None


@dataclass(frozen=True, slots=True)
class RoadBuilt:
    seat: int
    path: str
    free: bool


@dataclass(frozen=True, slots=True)
class SettlementBuilt:
    seat: int
    junction: str


@dataclass(frozen=True, slots=True)
class CityBuilt:
    seat: int
    junction: str


@dataclass(frozen=True, slots=True)
class DevelopmentBought:
    """A seat buys a development card, which only it sees."""

    seat: int
    development: int


@dataclass(frozen=True, slots=True)
class SoldierPlayed:
    seat: int


@dataclass(frozen=True, slots=True)
class RoadsPlayed:
    seat: int


@dataclass(frozen=True, slots=True)
class PlentyPlayed:
    seat: int
    taken: Counts


@dataclass(frozen=True, slots=True)
class MonopolyPlayed:
    """A seat gets all cards of a commodity.

    ``taken`` is how many from each seat; -1 on a view, where it is not known yet.
    """

    seat: int
    kind: int
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BankTraded:
    seat: int
    given: Counts
    got: Counts


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat makes an offer (TR3)."""

    number: int
    seat: int
    give: Counts
    get: Counts
    to: tuple[int, ...]
    times: int
    standing: bool


@dataclass(frozen=True, slots=True)
class OfferReduced:
    """An offer can be accepted only so often, because its owner cannot fulfil more of it.

    With ``times`` 0 it has lapsed (TR3).
    """

    number: int
    times: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    number: int


@dataclass(frozen=True, slots=True)
class Traded:
    """``seat``, whose turn it is, trades with ``other``: it gives ``given`` for ``got``.

    ``number`` is that of the offer that was accepted; ``at_once`` if it was found by the seat's
    own offer, which it then need not make.
    """

    seat: int
    other: int
    given: Counts
    got: Counts
    number: int
    at_once: bool


@dataclass(frozen=True, slots=True)
class NotNeeded:
    """An alternative is left out, because the offer before it was taken."""

    seat: int


@dataclass(frozen=True, slots=True)
class DiscardsPreferred:
    seat: int
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollingPreferred:
    seat: int
    at_once: bool


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn passes to the next seat; offers for this turn end."""

    seat: int
    next: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, by "points" (EN2) or because Alexander is in "persepolis" (EN3)."""

    reason: str
    winners: tuple[int, ...]


Event = (
    Started | Prepared | Dealt | Rolled | Yielded | DiscardsDue | ChoseDiscard | Discarded
    | RobberMoved | Stole | Supplied | SupplyEnded | AlexanderMoved | ChitTurned | AuctionBegan
    | LimitNamed | BidMade | Passed | AuctionWon | NobodyBid | PaymentFailed | Founded | ChitWon
    | CounselorsChanged | LongestRoad | LargestArmy | RoadBuilt | SettlementBuilt | CityBuilt
    | DevelopmentBought | SoldierPlayed | RoadsPlayed | PlentyPlayed | MonopolyPlayed | BankTraded
    | Offered | OfferReduced | Withdrawn | Traded | NotNeeded | DiscardsPreferred
    | RollingPreferred | TurnEnded | Ended
)
CLASSES: dict[str, type[Any]] = {
    "started": Started, "prepared": Prepared, "dealt": Dealt, "rolled": Rolled,
    "yielded": Yielded, "discards-due": DiscardsDue, "chose-discard": ChoseDiscard,
    "discarded": Discarded, "robber-moved": RobberMoved, "stole": Stole, "supplied": Supplied,
    "supply-ended": SupplyEnded, "alexander-moved": AlexanderMoved, "chit-turned": ChitTurned,
    "auction-began": AuctionBegan, "limit-named": LimitNamed, "bid-made": BidMade,
    "passed": Passed, "auction-won": AuctionWon, "nobody-bid": NobodyBid,
    "payment-failed": PaymentFailed, "founded": Founded, "chit-won": ChitWon,
    "counselors-changed": CounselorsChanged, "longest-road": LongestRoad,
    "largest-army": LargestArmy, "road-built": RoadBuilt, "settlement-built": SettlementBuilt,
    "city-built": CityBuilt, "development-bought": DevelopmentBought,
    "soldier-played": SoldierPlayed, "roads-played": RoadsPlayed, "plenty-played": PlentyPlayed,
    "monopoly-played": MonopolyPlayed, "bank-traded": BankTraded, "offered": Offered,
    "offer-reduced": OfferReduced, "withdrawn": Withdrawn, "traded": Traded,
    "not-needed": NotNeeded, "discards-preferred": DiscardsPreferred,
    "rolling-preferred": RollingPreferred, "turn-ended": TurnEnded, "ended": Ended,
}


_PAYMENT_LETTERS = f"{LETTERS}S"
assert _PAYMENT_LETTERS[SOLDIERS] == "S"


def _letters(letters: str) -> FieldCodec:
    return letters.__getitem__, letters.index


def _row(letters: str) -> FieldCodec:
    return (lambda row: "".join(map(letters.__getitem__, row)),
            lambda text: tuple(map(letters.index, text)))


_COUNTS: FieldCodec = (code, read_code)
_MANY_COUNTS: FieldCodec = (lambda some: list(map(code, some)),
                            lambda codes: tuple(map(read_code, codes)))
_CODECS: dict[str, FieldCodec] = {
    "gold": TUPLE, "chits": _row(CHIT_LETTERS),
    "deck": _row(DEVELOPMENT_LETTERS), "supply": _row(LETTERS), "hands": _MANY_COUNTS,
    "dice": TUPLE, "gains": _MANY_COUNTS, "short": _row(LETTERS), "due": TUPLE,
    "discards": _MANY_COUNTS, "card": _letters(LETTERS), "left": _COUNTS, "excluded": TUPLE,
    "payment": (
        lambda payment: [f"{number}{_PAYMENT_LETTERS[kind]}" for kind, number in payment],
        lambda texts: tuple([(_PAYMENT_LETTERS.index(text[-1]), int(text[:-1]))
                             for text in texts]),
    ),
    "chit": _letters(CHIT_LETTERS), "owners": TUPLE,
    "development": _letters(DEVELOPMENT_LETTERS), "taken": TUPLE, "given": _COUNTS,
    "got": _COUNTS, "give": _COUNTS, "get": _COUNTS, "to": TUPLE, "kinds": _row(LETTERS),
    "winners": TUPLE,
}
# Of fields that have another form in these events than elsewhere.
_SPECIAL_CODECS: dict[type[Any], dict[str, FieldCodec]] = {
    ChoseDiscard: {"cards": _COUNTS}, Supplied: {"cards": _row(LETTERS)},
    PlentyPlayed: {"taken": _COUNTS}, MonopolyPlayed: {"kind": _letters(LETTERS)},
}
_CODEC = EventCodec(CLASSES, _CODECS, by_class=_SPECIAL_CODECS)

dump = _CODEC.dump


def load(data: dict[str, Any], version: int) -> Event:
    """Reads an event from JSON data written by this version of the rules."""
    if version not in VERSIONS:
        raise ValueError(f"events of rules version {version} are not known here")
    event: Event = _CODEC.load(data)
    return event
