"""The moves of a player, as small immutable values.

Hexes, junctions and paths are numbers of the map, kinds are those of ``things``.  ``notation``
reads moves, ``order_text`` writes them, and ``decide`` checks if they are legal.
"""

from __future__ import annotations

from dataclasses import dataclass

from alexandros_rules.campaign.things import Counts

# Things handed over in an auction, as pairs of a kind (commodity, GOLD or SOLDIERS) and a number,
# in the order in which it is used up if the price is lower than the bid.
Payment = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the dice without playing a development card before (YI1, DE1)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """The commodity cards to give up after a seven (SE1) or an unpaid bid (AU7)."""

    cards: Counts


@dataclass(frozen=True, slots=True)
class MoveRobber:
    """A move of the robber and a theft from ``victim``; None if nobody can be robbed (SE2)."""

    tile: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class Bid:
    """A limit in a sealed auction, or a bid in an open one; a limit of 0 is a pass.

    ``payment`` pays the limit in full (AU5, AU6).  It is empty for a pass, and for a bid
    that is higher than everything the bidder could pay (AU7).
    """

    limit: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class BuildRoad:
    """A road on a path (BU2)."""

    path: int


@dataclass(frozen=True, slots=True)
class BuildSettlement:
    """A settlement on a junction (BU3, BU4)."""

    junction: int


@dataclass(frozen=True, slots=True)
class BuildCity:
    """A city in place of the settlement on a junction (BU3)."""

    junction: int


@dataclass(frozen=True, slots=True)
class BuyDevelopment:
    """The purchase of the top development card (BU1)."""


@dataclass(frozen=True, slots=True)
class PlaySoldier:
    """A soldier: the robber moves and steals as after a seven (DE2)."""

    tile: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class PlayRoads:
    """Road building: one or two roads for nothing, in this order (DE3)."""

    paths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayPlenty:
    """Year of plenty: two commodities from the bank (DE3)."""

    cards: Counts


@dataclass(frozen=True, slots=True)
class PlayMonopoly:
    """Monopoly: all cards of a commodity from everybody (DE3)."""

    kind: int


@dataclass(frozen=True, slots=True)
class BankTrade:
    """The purchase of ``number`` of the kind ``get`` from the bank, for ``give`` (TR1)."""

    give: int
    get: int
    number: int


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """An offer to trade ``give`` for ``get`` with one of these seats (TR2, TR3).

    ``to`` is a mask of seats.  A ``standing`` offer stays until it has been taken ``times`` times.
    Any other offer is for the rest of the offerer's own turn.
    """

    give: Counts
    get: Counts
    to: int
    times: int
    standing: bool


@dataclass(frozen=True, slots=True)
class Accept:
    """The trade of the offer with this number (TR3)."""

    number: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The withdrawal of one's own offer with this number (TR3)."""

    number: int


@dataclass(frozen=True, slots=True)
class PreferDiscards:
    """A decision in advance to discard these commodities first, in this order.

    After them the others follow, always the one with the most cards.  Without any kind, the
    player wants to be asked.
    """

    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PreferRolling:
    """A decision in advance whether the dice roll even if a card could be played before."""

    at_once: bool


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A move that is made only if one's last offer has not been taken at once (TR3)."""

    move: Move


@dataclass(frozen=True, slots=True)
class End:
    """The end of the turn."""


Move = (
    Roll | Discard | MoveRobber | Bid | BuildRoad | BuildSettlement | BuildCity | BuyDevelopment
    | PlaySoldier | PlayRoads | PlayPlenty | PlayMonopoly | BankTrade | MakeOffer | Accept
    | Withdraw | PreferDiscards | PreferRolling | Otherwise | End
)
