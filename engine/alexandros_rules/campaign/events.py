"""The events of a game as immutable values, and as JSON data for the log and back.

Hexes, junctions and paths have their labels, so that people can read a log.  Commodities,
development cards and chits are letters (see ``things``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from alexandros_rules.campaign.moves import Payment
from alexandros_rules.campaign.things import (
    CHIT_LETTERS,
    DEVELOPMENT_LETTERS,
    LETTERS,
    SOLDIERS,
    Counts,
    code,
    read_code,
)
from alexandros_rules.codec import TUPLE, EventCodec, FieldCodec

FIRST = 1  # the version of the rules in which no game goes on from a position in another game
VERSION = 2  # of the rules and the event format; increase it when either changes
VERSIONS = (FIRST, VERSION)


@dataclass(frozen=True, slots=True)
class Started:
    """The beginning of a game; ``gold`` is how much each seat gets (SU3)."""

    board: str
    players: int
    first: int
    open_bidding: bool
    bluff: bool
    rules: int
    gold: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The shuffled chits, development cards and supply stack, and the robber's first hex.

    ``chits`` are all 28: those on the map in the order of the route, then those left over (SU1).
    """

    chits: tuple[int, ...]
    deck: tuple[int, ...]
    supply: tuple[int, ...]
    robber: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards that each seat gets from the supply stack (SU4)."""

    hands: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class Continued:
    """The continuation of another game's position, with the hidden things dealt again (SU6).

    ``position`` is its text (see ``continuing``), and ``hands`` are all goods of each seat.
    ``developments`` are the development cards of each seat, first those bought in this turn.
    ``chits`` are those on the map in the order of the route, then those out of the game.
    """

    position: str
    hands: tuple[Counts, ...]
    supply: tuple[int, ...]
    developments: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    chits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a turn (YI1); (0, 0) on a view, where they are not known yet."""

    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Yielded:
    """Commodities and gold that each seat gets for a roll (YI1 to YI3).

    Nobody gets any of the kinds in ``short``.  A kind of which one seat alone got what was left is
    not among them.
    """

    gains: tuple[Counts, ...]
    short: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiscardsDue:
    """The number of cards that each seat has to give up (SE1, AU7)."""

    due: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChoseDiscard:
    """A secret choice of cards to give up; ``by_preference`` if it was made in advance."""

    seat: int
    cards: Counts
    by_preference: bool


@dataclass(frozen=True, slots=True)
class Discarded:
    """The end of discarding: all seats have chosen, and their cards go to the bank."""

    discards: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class RobberMoved:
    """A move of the robber to a hex (SE2, DE2)."""

    seat: int
    hex: str


@dataclass(frozen=True, slots=True)
class Stole:
    """A theft of a card, which only the two players see (SE2)."""

    seat: int
    victim: int
    card: int


@dataclass(frozen=True, slots=True)
class Supplied:
    """A card for each seat from the supply stack, drawn by ``first`` first (YI4)."""

    first: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SupplyEnded:
    """The end of the supply stack; the cards left in it go to the bank (YI5)."""

    left: Counts


@dataclass(frozen=True, slots=True)
class AlexanderMoved:
    """A step of Alexander to an arrow (AL1)."""

    arrow: int


@dataclass(frozen=True, slots=True)
class ChitTurned:
    """The chit that Alexander has passed, turned face up (AL3)."""

    chit: int


@dataclass(frozen=True, slots=True)
class AuctionBegan:
    """The beginning of an auction, perhaps again without seats that could not pay (AL3, AU7)."""

    kind: str
    junction: str
    opener: int
    excluded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LimitNamed:
    """A secret decision of a seat how much it would bid at most (AU10)."""

    seat: int
    limit: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class BidMade:
    """A bid in an open auction (AU3), with a payment that only the bidder knows."""

    seat: int
    amount: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass in an open auction (AU3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The purchase by the highest bidder (AU5, AU6).

    ``payment`` may be worth more than ``price``.
    """

    seat: int
    price: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class NobodyBid:
    """The end of an auction without a bid (AU4)."""


@dataclass(frozen=True, slots=True)
class PaymentFailed:
    """The failure of the highest bidder to pay their bid (AU7)."""

    seat: int
    price: int


@dataclass(frozen=True, slots=True)
class Founded:
    """The settlement of the winner of an auction (AU8); ``built`` is False without a piece left."""

    seat: int
    junction: str
    built: bool


@dataclass(frozen=True, slots=True)
class ChitWon:
    """The chit for the winner of an auction (AU9)."""

    seat: int
    chit: int


@dataclass(frozen=True, slots=True)
class CounselorsChanged:
    """New owners of the counselor cards in play, the best card first (CO1, CO2)."""

    owners: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class LongestRoad:
    """A new owner of the longest road and its length; None if nobody has it (LR1)."""

    owner: int | None
    length: int


@dataclass(frozen=True, slots=True)
class LargestArmy:
    """A new owner of the largest army; None if nobody has it (LA1)."""

    owner: int | None


@dataclass(frozen=True, slots=True)
class RoadBuilt:
    """A road on a path; a ``free`` one is built with a development card (DE3)."""

    seat: int
    path: str
    free: bool


@dataclass(frozen=True, slots=True)
class SettlementBuilt:
    """A settlement that a seat has paid for (BU1)."""

    seat: int
    junction: str


@dataclass(frozen=True, slots=True)
class CityBuilt:
    """A city in place of a settlement (BU3)."""

    seat: int
    junction: str


@dataclass(frozen=True, slots=True)
class DevelopmentBought:
    """The purchase of a development card, which only its owner sees."""

    seat: int
    development: int


@dataclass(frozen=True, slots=True)
class SoldierPlayed:
    """The play of a soldier (DE2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoadsPlayed:
    """The play of road building (DE3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlentyPlayed:
    """The play of year of plenty (DE3)."""

    seat: int
    taken: Counts


@dataclass(frozen=True, slots=True)
class MonopolyPlayed:
    """The play of monopoly: a seat gets all cards of a commodity (DE3).

    ``taken`` is how many from each seat; -1 on a view, where it is not known yet.
    """

    seat: int
    kind: int
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BankTraded:
    """A trade with the bank (TR1)."""

    seat: int
    given: Counts
    got: Counts


@dataclass(frozen=True, slots=True)
class Offered:
    """An offer of a seat (TR3)."""

    number: int
    seat: int
    give: Counts
    get: Counts
    to: tuple[int, ...]
    times: int
    standing: bool


@dataclass(frozen=True, slots=True)
class OfferReduced:
    """A lower number of times that an offer can be accepted; 0 if it has lapsed (TR3)."""

    number: int
    times: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The withdrawal of an offer by its owner (TR3)."""

    number: int


@dataclass(frozen=True, slots=True)
class Traded:
    """A trade: ``seat``, whose turn it is, gives ``given`` to ``other`` for ``got``.

    ``number`` is that of the accepted offer.  The trade is made ``at_once`` if the offer fits one
    that the seat was about to make and then need not make.
    """

    seat: int
    other: int
    given: Counts
    got: Counts
    number: int
    at_once: bool


@dataclass(frozen=True, slots=True)
class NotNeeded:
    """An alternative that is left out, because the offer before it was taken."""

    seat: int


@dataclass(frozen=True, slots=True)
class DiscardsPreferred:
    """A new preference of a seat about discards."""

    seat: int
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollingPreferred:
    """A new preference of a seat about rolling."""

    seat: int
    at_once: bool


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The end of a turn, and of the offers that were made for it."""

    seat: int
    next: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game, by "points" (EN2) or because Alexander is in "persepolis" (EN3)."""

    reason: str
    winners: tuple[int, ...]


Event = (
    Started | Prepared | Dealt | Continued | Rolled | Yielded | DiscardsDue | ChoseDiscard
    | Discarded | RobberMoved | Stole | Supplied | SupplyEnded | AlexanderMoved | ChitTurned
    | AuctionBegan | LimitNamed | BidMade | Passed | AuctionWon | NobodyBid | PaymentFailed
    | Founded | ChitWon | CounselorsChanged | LongestRoad | LargestArmy | RoadBuilt
    | SettlementBuilt | CityBuilt | DevelopmentBought | SoldierPlayed | RoadsPlayed | PlentyPlayed
    | MonopolyPlayed | BankTraded | Offered | OfferReduced | Withdrawn | Traded | NotNeeded
    | DiscardsPreferred | RollingPreferred | TurnEnded | Ended
)
CLASSES: dict[str, type[Any]] = {
    "started": Started, "prepared": Prepared, "dealt": Dealt, "continued": Continued,
    "rolled": Rolled, "yielded": Yielded, "discards-due": DiscardsDue,
    "chose-discard": ChoseDiscard, "discarded": Discarded, "robber-moved": RobberMoved,
    "stole": Stole, "supplied": Supplied, "supply-ended": SupplyEnded,
    "alexander-moved": AlexanderMoved, "chit-turned": ChitTurned,
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


_ROW_OF_DEVELOPMENTS = _row(DEVELOPMENT_LETTERS)
_COUNTS: FieldCodec = (code, read_code)
_MANY_COUNTS: FieldCodec = (lambda some: list(map(code, some)),
                            lambda codes: tuple(map(read_code, codes)))
_CODECS: dict[str, FieldCodec] = {
    "gold": TUPLE, "chits": _row(CHIT_LETTERS),
    "deck": _ROW_OF_DEVELOPMENTS, "supply": _row(LETTERS), "hands": _MANY_COUNTS,
    "dice": TUPLE, "gains": _MANY_COUNTS, "short": _row(LETTERS), "due": TUPLE,
    "discards": _MANY_COUNTS, "card": _letters(LETTERS), "left": _COUNTS, "excluded": TUPLE,
    "payment": (
        lambda payment: [f"{number}{_PAYMENT_LETTERS[kind]}" for kind, number in payment],
        lambda texts: tuple([(_PAYMENT_LETTERS.index(text[-1]), int(text[:-1]))
                             for text in texts]),
    ),
    "chit": _letters(CHIT_LETTERS), "owners": TUPLE,
    "developments": (lambda rows: list(map(_ROW_OF_DEVELOPMENTS[0], rows)),
                     lambda texts: tuple(map(_ROW_OF_DEVELOPMENTS[1], texts))),
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
    """Return an event from JSON data written by this version of the rules.

    Raise ValueError for an unknown version.
    """
    if version not in VERSIONS:
        raise ValueError(f"events of rules version {version} are not known here")
    event: Event = _CODEC.load(data)
    return event
