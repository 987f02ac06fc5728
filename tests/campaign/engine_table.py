"""A position of our engine on a ``BaseBoard``, to be compared with public engines.

Hexes are named by their places on the board, junctions and paths as in ``reference_map``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from alexandros_rules.campaign import moves, trading
from alexandros_rules.campaign import yields as robbing
from alexandros_rules.campaign.awards import road_lengths
from alexandros_rules.campaign.events import Founded
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.legal_moves import legal_moves
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import OVER, State, change
from alexandros_rules.campaign.things import (
    COMMODITIES,
    DEVELOPMENT_NAMES,
    KIND_NAMES,
    NO_DEVELOPMENTS,
    Counts,
    counts,
)
from alexandros_rules.campaign.world import bits
from alexandros_rules.campaign.yields import yields
from alexandros_rules.immutable import with_item
from alexandros_rules.replay import fold
from tests.campaign.base_board import BaseBoard, Place
from tests.campaign.reference_facts import places
from tests.campaign.reference_map import Junction, Path

Hands = Sequence[Counter[str]]
Exchange = tuple[str, int, str]  # what is given, how many of it, and what is got
MOVES = {"road": moves.BuildRoad, "settlement": moves.BuildSettlement, "city": moves.BuildCity}


class EngineTable:
    """A position in which any seat can be asked what it may do, and can do it."""

    def __init__(self, board: BaseBoard, players: int):
        self.state = board.state(players)
        self.names = places(self.state.world)
        self.hexes: list[Place] = [(place.q, place.r) for place in self.state.world.hexes]

    def found(self, seat: int, junction: Junction) -> None:
        """Places a settlement as after an auction."""
        label = self.state.world.junctions[self.names.junctions.index(junction)].label
        self.state = evolve(self.state, Founded(seat, label, built=True))

    def deal(self, hands: Hands, bank: Counter[str]) -> None:
        self.state = change(self.state, hands=tuple(map(_counts, hands)), bank=_counts(bank))

    def move_robber(self, place: Place) -> None:
        self.state = change(self.state, robber=self.hexes.index(place))

    def build(self, seat: int, kind: str, where: Junction | Path) -> None:
        names = self.names.paths if kind == "road" else self.names.junctions
        state = change(self.state, seat=seat)
        events = RULESET.decide(state, MOVES[kind](names.index(where)),
                                RULESET.unknown_chance(), seat=seat)
        self.state = fold(RULESET, state, events)

    def sites(self, seat: int) -> dict[str, set[Any]]:
        """Returns where the seat may build each kind, and can pay for it (BU1 to BU3)."""
        found: dict[str, set[Any]] = {kind: set() for kind in MOVES}
        for part in legal_moves(change(self.state, seat=seat), seat).parts:
            for move in part if part and isinstance(part[0], tuple(MOVES.values())) else ():
                match move:
                    case moves.BuildRoad(path):
                        found["road"].add(self.names.paths[path])
                    case moves.BuildSettlement(junction):
                        found["settlement"].add(self.names.junctions[junction])
                    case moves.BuildCity(junction):
                        found["city"].add(self.names.junctions[junction])
        return found

    def exchanges(self, seat: int) -> set[Exchange]:
        """Returns what the bank takes for one commodity: what, how many, for what (TR1)."""
        hand = self.state.hands[seat]
        rates = {kind: trading.bank_rate(self.state, kind, seat=seat) for kind in COMMODITIES}
        return {(KIND_NAMES[give], rate, KIND_NAMES[get])
                for give, rate in rates.items() if hand[give] >= rate
                for get in COMMODITIES if get != give and self.state.bank[get]}

    def robberies(self, seat: int) -> set[tuple[Place, int | None]]:
        """Returns where the robber may go, and who can be robbed there (SE2)."""
        return {(self.hexes[tile], victim) for tile in robbing.robber_sites(self.state)
                for victim in robbing.victims(self.state, tile, seat=seat) or (None,)}

    def yields(self, number: int) -> list[Counter[str]]:
        """Returns what each seat gets when this number is rolled (YI1, YI2)."""
        return [_named(some) for some in yields(self.state, number)[0]]

    def due(self, number: int) -> list[Counter[str]]:
        """Returns what each seat would get from a bank that is never short."""
        rich = change(self.state, bank=(1000,) * 7)
        return [_named(some) for some in yields(rich, number)[0]]

    def road_lengths(self) -> list[int]:
        return road_lengths(self.state)

    @property
    def longest_road(self) -> int | None:
        return self.state.longest

    def play(self, seat: int, card: str, kinds: Sequence[str] = ()) -> None:
        """Lets the seat play a card that it has just been given, if that is legal (DE1 to DE3)."""
        own = with_item(NO_DEVELOPMENTS, DEVELOPMENT_NAMES.index(card), 1)
        state = change(self.state, seat=seat, played=False,
                       cards=with_item(self.state.cards, seat, own))
        numbers = [KIND_NAMES.index(kind) for kind in kinds]
        move: moves.Move = moves.PlayPlenty(counts(numbers))
        if card == "monopoly":
            move = moves.PlayMonopoly(*numbers)
        elif card == "soldier":
            move = moves.PlaySoldier(*robbing_nobody(state, seat))
        events = RULESET.decide(state, move, RULESET.unknown_chance(), seat=seat)
        self.state = fold(RULESET, state, events)

    def exchange(self, seat: int, trade: Exchange) -> None:
        give, _, get = trade
        state = change(self.state, seat=seat)
        move = moves.BankTrade(KIND_NAMES.index(give), KIND_NAMES.index(get), 1)
        self.state = fold(RULESET, state, RULESET.decide(
            state, move, RULESET.unknown_chance(), seat=seat))

    @property
    def largest_army(self) -> int | None:
        return self.state.army

    def hand(self, seat: int) -> Counter[str]:
        return _named(self.state.hands[seat])

    def bank(self) -> Counter[str]:
        return _named(self.state.bank)

    def is_over(self) -> bool:
        return self.state.phase == OVER

    def is_cut_by(self, seat: int, junction: Junction) -> bool:
        """Checks if a building of the seat here is in the middle of another player's roads."""
        return any(len(self._roads_to(other, junction)) > 1
                   for other in range(self.state.players) if other != seat)

    def ends_at_others(self, seat: int) -> bool:
        """Checks if a road of the seat leads to another player's building."""
        return any(
            self._roads_to(seat, self.names.junctions[junction])
            for other in range(self.state.players) if other != seat
            for junction in bits(self.state.buildings(other)))

    def _roads_to(self, seat: int, junction: Junction) -> list[Path]:
        return [way for way in map(self.names.paths.__getitem__, bits(self.state.roads[seat]))
                if junction in way]


def robbing_nobody(state: State, seat: int) -> tuple[int, None]:
    """Returns a hex where nobody can be robbed."""
    return next((tile, None) for tile in robbing.robber_sites(state)
                if not robbing.victims(state, tile, seat=seat))


def _counts(some: Counter[str]) -> Counts:
    return tuple([some[kind] for kind in (*KIND_NAMES, "")])


def _named(some: Counts) -> Counter[str]:
    """Returns the commodities of these counts by name."""
    return Counter({KIND_NAMES[kind]: some[kind] for kind in COMMODITIES if some[kind]})
