"""The same position as in ``engine_table`` in pycatan, a public engine for the base game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pycatan import DevelopmentCard, Game, Resource
from pycatan.board import Board, BuildingType, Coords, Harbor, Hex, HexType

from tests.campaign.base_board import PLACES, BaseBoard, Place
from tests.campaign.engine_table import Exchange, Hands
from tests.campaign.reference_map import AROUND, SIDES, Junction, Path, corner, path

KINDS = {Resource.LUMBER: "lumber", Resource.BRICK: "brick", Resource.WOOL: "wool",
         Resource.GRAIN: "wheat", Resource.ORE: "ore"}
NAMES = {kind: resource for resource, kind in KINDS.items()}
TYPES = {"lumber": HexType.FOREST, "brick": HexType.HILLS, "wool": HexType.PASTURE,
         "wheat": HexType.FIELDS, "ore": HexType.MOUNTAINS, "desert": HexType.DESERT}
BUILDINGS = {"road": BuildingType.ROAD, "settlement": BuildingType.SETTLEMENT,
             "city": BuildingType.CITY}
CARDS = {"soldier": DevelopmentCard.KNIGHT, "plenty": DevelopmentCard.YEAR_OF_PLENTY,
         "monopoly": DevelopmentCard.MONOPOLY, "roads": DevelopmentCard.ROAD_BUILDING,
         "point": DevelopmentCard.VICTORY_POINT}
PIECES = {"road": 15, "settlement": 5, "city": 4}  # TH3
OFFSETS = {"NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0), "N": (0, -1)}


def coords_of(place: Place) -> Coords:
    """Returns where a hex lies in the grid of junctions and middles of hexes."""
    q, r = place
    return Coords(2 * q + r, r - q)


class PycatanTable:
    """See ``engine_table.EngineTable`` for the methods."""

    def __init__(self, board: BaseBoard, players: int):
        self.coords = {corner(*place, name): coords_of(place) + Coords(*OFFSETS[name])
                       for place in PLACES for name in AROUND}
        self.junctions = {coords: junction for junction, coords in self.coords.items()}
        self.hexes = {coords_of(place): place for place in board.kinds}
        self.game = Game(Board(
            {Hex(coords_of(place), TYPES[kind], board.numbers.get(place))
             for place, kind in board.kinds.items()},
            {Harbor({self.coords[corner(*water, end)] for end in SIDES[side]},
                    NAMES.get(what.removeprefix("2:1 ")))
             for (water, side), what in board.harbours.items()},
        ), players)
        self._bank = Counter[str]()

    def found(self, seat: int, junction: Junction) -> None:
        self.game.build_settlement(self.game.players[seat], self.coords[junction],
                                   cost_resources=False, ensure_connected=False)

    def deal(self, hands: Hands, bank: Counter[str]) -> None:
        for player, hand in zip(self.game.players, hands, strict=True):
            player.resources = {resource: hand[kind] for kind, resource in NAMES.items()}
        self._bank = bank

    def move_robber(self, place: Place) -> None:
        self.game.move_robber(coords_of(place))

    def build(self, seat: int, kind: str, where: Junction | Path) -> None:
        player = self.game.players[seat]
        if kind == "road":
            self.game.build_road(player, {self.coords[end] for end in where})
        elif kind == "settlement":
            self.game.build_settlement(player, self.coords[where])
        else:
            self.game.upgrade_settlement_to_city(player, self.coords[where])

    def sites(self, seat: int) -> dict[str, set[Any]]:
        """Returns the sites of what the seat can pay and has left; pieces are counted here."""
        board, player = self.game.board, self.game.players[seat]
        sites: dict[str, set[Any]] = {
            "road": {path(*(self.junctions[end] for end in way))
                     for way in board.get_valid_road_coords(player)},
            "settlement": {self.junctions[coords]
                           for coords in board.get_valid_settlement_coords(player)},
            "city": {self.junctions[coords] for coords in board.get_valid_city_coords(player)},
        }
        built = Counter(place.building.building_type
                        for place in [*board.paths.values(), *board.intersections.values()]
                        if place.building is not None and place.building.owner is player)
        return {
            name: found if built[BUILDINGS[name]] < PIECES[name]
            and player.has_resources(BUILDINGS[name].get_required_resources()) else set()
            for name, found in sites.items()
        }

    def exchanges(self, seat: int) -> set[Exchange]:
        """Returns the exchanges; the bank of pycatan is never empty, so that is checked here."""
        trades = self.game.players[seat].get_possible_trades()
        pairs = [sorted(trade.items(), key=lambda item: item[1]) for trade in trades]
        return {(KINDS[give], -number, KINDS[get])
                for (give, number), (get, _) in pairs if self._bank[KINDS[get]]}

    def robberies(self, seat: int) -> set[tuple[Place, int | None]]:
        found: set[tuple[Place, int | None]] = set()
        for coords, place in self.hexes.items():
            if coords != self.game.board.robber:
                there = self.game.board.get_players_on_hex(coords)
                victims = {other for other, player in enumerate(self.game.players)
                           if other != seat and player in there and any(player.resources.values())}
                found |= {(place, victim) for victim in victims or {None}}
        return found

    def yields(self, number: int) -> list[Counter[str]]:
        """Returns what would be due if the bank were never short."""
        due = self.game.board.get_yield_for_roll(number)
        return [+Counter({KINDS[resource]: count for resource, count in (
            due[player].total_yield.items() if player in due else ())})
            for player in self.game.players]

    def road_lengths(self) -> list[int]:
        return [self.game.board.calculate_player_longest_road(player)
                for player in self.game.players]

    @property
    def longest_road(self) -> int | None:
        owner = self.game.longest_road_owner
        return None if owner is None else self.game.players.index(owner)

    def play(self, seat: int, card: str) -> None:
        """Plays a soldier; pycatan leaves it to others to do what the other cards say."""
        player = self.game.players[seat]
        player.development_cards[CARDS[card]] += 1
        self.game.play_development_card(player, CARDS[card])

    @property
    def largest_army(self) -> int | None:
        owner = self.game.largest_army_owner
        return None if owner is None else self.game.players.index(owner)

    @property
    def deck(self) -> Counter[str]:
        names = {name: card for card, name in CARDS.items()}
        return Counter(names[card] for card in self.game.development_card_deck)

    @property
    def development_price(self) -> Counter[str]:
        return Counter({KINDS[resource]: count for resource, count in
                        DevelopmentCard.get_required_resources().items()})

    def hand(self, seat: int) -> Counter[str]:
        return +Counter({KINDS[resource]: count for resource, count in
                         self.game.players[seat].resources.items()})
