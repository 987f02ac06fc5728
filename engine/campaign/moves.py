"""The moves of a player, as small immutable values.

Hexes, junctions and paths are numbers of the map, kinds are those of ``things``.  ``notation``
reads and writes moves; ``decide`` checks if they are legal.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.campaign.things import Counts

# What is handed over in an auction, as pairs of a kind (commodity, GOLD or SOLDIERS) and a number,
# in the order in which it is used up if the price is lower than the bid.
Payment = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice without playing a development card before (YI1, DE1)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up these commodity cards after a seven (SE1) or an unpaid bid (AU7)."""

    cards: Counts


@dataclass(frozen=True, slots=True)
class MoveRobber:
    """Move the robber to a hex and steal from ``victim``, None if nobody can be robbed (SE2)."""

    tile: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class Bid:
    """Name a limit in a sealed auction, or bid in an open one; a limit of 0 is a pass.

    ``payment`` is what pays the limit in full (AU5, AU6).  It is empty for a pass, and for a bid
    that is higher than everything the bidder could pay (AU7).
    """

    limit: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class BuildRoad:
    path: int


@dataclass(frozen=True, slots=True)
class BuildSettlement:
    junction: int


@dataclass(frozen=True, slots=True)
class BuildCity:
    junction: int


@dataclass(frozen=True, slots=True)
class BuyDevelopment:
    """Buy the top development card (BU1)."""


@dataclass(frozen=True, slots=True)
class PlaySoldier:
    """Play a soldier: move the robber and steal as after a seven (DE2)."""

    tile: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class PlayRoads:
    """Play road building: build these one or two roads for nothing, in this order (DE3)."""

    paths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayPlenty:
    """Play year of plenty: take these two commodities from the bank (DE3)."""

    cards: Counts


@dataclass(frozen=True, slots=True)
class PlayMonopoly:
    """Play monopoly: get all cards of this commodity from everybody (DE3)."""

    kind: int


@dataclass(frozen=True, slots=True)
class BankTrade:
    """Buy ``number`` of the kind ``get`` from the bank, at the best rate for ``give`` (TR1)."""

    give: int
    get: int
    number: int


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """Offer to trade ``give`` for ``get`` with one of these seats (TR2, TR3).

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
    """Make the trade of the offer with this number (TR3)."""

    number: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw one's own offer with this number (TR3)."""

    number: int


@dataclass(frozen=True, slots=True)
class PreferDiscards:
    """Answer discards in advance: give up these commodities first, in this order.

    After them the others follow, always the one with the most cards.  Without any kind, the
    player wants to be asked.
    """

    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PreferRolling:
    """Say in advance whether the dice roll at once, even if a development card could be played."""

    at_once: bool


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Make this move if one's last offer has not been taken at once; else do nothing (TR3)."""

    move: Move


@dataclass(frozen=True, slots=True)
class End:
    """End the turn."""


Move = (
    Roll | Discard | MoveRobber | Bid | BuildRoad | BuildSettlement | BuildCity | BuyDevelopment
    | PlaySoldier | PlayRoads | PlayPlenty | PlayMonopoly | BankTrade | MakeOffer | Accept
    | Withdraw | PreferDiscards | PreferRolling | Otherwise | End
)
