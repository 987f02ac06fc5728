"""The same position as in ``engine_table`` in catanatron, a public engine for the base game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from catanatron.models import actions
from catanatron.models.coordinate_system import Direction
from catanatron.models.decks import DEVELOPMENT_CARD_COST_FREQDECK, RESOURCE_FREQDECK_INDEXES
from catanatron.models.enums import (
    BRICK,
    KNIGHT,
    MONOPOLY,
    ORE,
    RESOURCES,
    ROAD_BUILDING,
    SHEEP,
    VICTORY_POINT,
    WHEAT,
    WOOD,
    YEAR_OF_PLENTY,
    Action,
    ActionPrompt,
    ActionType,
)
from catanatron.models.map import (
    BASE_MAP_TEMPLATE,
    CatanMap,
    LandTile,
    NodeRef,
    Port,
    Water,
    initialize_tiles,
)
from catanatron.models.player import Color, SimplePlayer
from catanatron.state import State, apply_action, yield_resources
from catanatron.state_functions import build_settlement, get_largest_army

from tests.campaign.base_board import SIZE, BaseBoard, Place
from tests.campaign.engine_table import Exchange, Hands
from tests.campaign.reference_map import Junction, Path, corner, path

COLOURS = tuple(Color)
KINDS = {WOOD: "lumber", BRICK: "brick", SHEEP: "wool", WHEAT: "wheat", ORE: "ore"}
NAMES = {kind: resource for resource, kind in KINDS.items()}
DIRECTIONS = {"E": Direction.EAST, "NE": Direction.NORTHEAST, "NW": Direction.NORTHWEST,
              "W": Direction.WEST, "SW": Direction.SOUTHWEST, "SE": Direction.SOUTHEAST}
CORNERS = {NodeRef.NORTH: "N", NodeRef.NORTHEAST: "NE", NodeRef.SOUTHEAST: "SE",
           NodeRef.SOUTH: "S", NodeRef.SOUTHWEST: "SW", NodeRef.NORTHWEST: "NW"}
BUILDINGS = {"road": ActionType.BUILD_ROAD, "settlement": ActionType.BUILD_SETTLEMENT,
             "city": ActionType.BUILD_CITY}


CARDS = {"soldier": (KNIGHT, ActionType.PLAY_KNIGHT_CARD),
         "plenty": (YEAR_OF_PLENTY, ActionType.PLAY_YEAR_OF_PLENTY),
         "monopoly": (MONOPOLY, ActionType.PLAY_MONOPOLY),
         "roads": (ROAD_BUILDING, ActionType.PLAY_ROAD_BUILDING), "point": (VICTORY_POINT, None)}


def place_of(coordinate: tuple[int, int, int]) -> Place:
    return coordinate[0], coordinate[2] + SIZE


class CatanatronTable:
    """See ``engine_table.EngineTable`` for the methods."""

    def __init__(self, board: BaseBoard, players: int):
        tiles = _tiles(board)
        self.state = State([SimplePlayer(colour) for colour in COLOURS[:players]],
                           CatanMap.from_tiles(tiles))
        self.state.colors = COLOURS[:players]  # in the order of our seats
        self.state.color_to_index = {colour: i for i, colour in enumerate(COLOURS[:players])}
        self.state.is_initial_build_phase = False
        self.state.current_prompt = ActionPrompt.PLAY_TURN
        self.junctions = {
            node: corner(*place_of(coordinate), CORNERS[name])
            for coordinate, tile in tiles.items() if isinstance(tile, LandTile)
            for name, node in tile.nodes.items()
        }
        self.nodes = {junction: node for node, junction in self.junctions.items()}

    def found(self, seat: int, junction: Junction) -> None:
        node = self.nodes[junction]
        self.state.board.build_settlement(COLOURS[seat], node, initial_build_phase=True)
        build_settlement(self.state, COLOURS[seat], node, True)

    def deal(self, hands: Hands, bank: Counter[str]) -> None:
        for seat, hand in enumerate(hands):
            for kind, resource in NAMES.items():
                self.state.player_state[f"P{seat}_{resource}_IN_HAND"] = hand[kind]
        self.state.resource_freqdeck = [bank[KINDS[resource]] for resource in RESOURCES]

    def move_robber(self, place: Place) -> None:
        self.state.board.robber_coordinate = next(
            coordinate for coordinate in self.state.board.map.land_tiles
            if place_of(coordinate) == place)

    def build(self, seat: int, kind: str, where: Junction | Path) -> None:
        value: Any = self.nodes[where] if isinstance(where, str) else tuple(
            sorted(self.nodes[end] for end in where))
        self._turn_to(seat)
        apply_action(self.state, Action(COLOURS[seat], BUILDINGS[kind], value))

    def _turn_to(self, seat: int) -> None:
        self.state.current_player_index = self.state.current_turn_index = seat
        self.state.player_state[f"P{seat}_HAS_ROLLED"] = True

    def sites(self, seat: int) -> dict[str, set[Any]]:
        colour = COLOURS[seat]
        return {
            "road": {path(*(self.junctions[end] for end in action.value))
                     for action in actions.road_building_possibilities(self.state, colour)},
            "settlement": {self.junctions[action.value]
                           for action in actions.settlement_possibilities(self.state, colour)},
            "city": {self.junctions[action.value]
                     for action in actions.city_possibilities(self.state, colour)},
        }

    def exchanges(self, seat: int) -> set[Exchange]:
        trades = [action.value for action in
                  actions.maritime_trade_possibilities(self.state, COLOURS[seat])]
        return {(KINDS[given[0]], sum(one is not None for one in given), KINDS[got])
                for *given, got in trades}

    def robberies(self, seat: int) -> set[tuple[Place, int | None]]:
        return {
            (place_of(coordinate), None if victim is None else COLOURS.index(victim))
            for coordinate, victim, _ in [
                action.value for action in actions.robber_possibilities(self.state, COLOURS[seat])]
        }

    def yields(self, number: int) -> list[Counter[str]]:
        payout, _ = yield_resources(self.state.board, self.state.resource_freqdeck, number)
        nothing = [0] * len(RESOURCES)
        return [+Counter({KINDS[resource]: count for resource, count in zip(
            RESOURCES, payout.get(colour, nothing), strict=True)}) for colour in self.state.colors]

    def road_lengths(self) -> list[int]:
        return [max(map(len, self.state.board.continuous_roads_by_player(colour)), default=0)
                for colour in self.state.colors]

    @property
    def longest_road(self) -> int | None:
        colour = self.state.board.road_color
        return None if colour is None else COLOURS.index(colour)

    def play(self, seat: int, card: str, kinds: Sequence[str] = ()) -> None:
        name, action_type = CARDS[card]
        self._turn_to(seat)
        self.state.player_state[f"P{seat}_{name}_IN_HAND"] = 1
        self.state.player_state[f"P{seat}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"] = False
        named = [NAMES[kind] for kind in kinds]
        value = {"soldier": None, "plenty": tuple(named), "monopoly": [*named, None][0]}[card]
        apply_action(self.state, Action(COLOURS[seat], action_type, value))
        self.state.current_prompt = ActionPrompt.PLAY_TURN

    def exchange(self, seat: int, trade: Exchange) -> None:
        give, number, get = trade
        self._turn_to(seat)
        value = (*[NAMES[give]] * number, *[None] * (4 - number), NAMES[get])
        apply_action(self.state, Action(COLOURS[seat], ActionType.MARITIME_TRADE, value))

    @property
    def largest_army(self) -> int | None:
        colour, _ = get_largest_army(self.state)
        return None if colour is None else COLOURS.index(colour)

    @property
    def deck(self) -> Counter[str]:
        names = {name: card for card, (name, _) in CARDS.items()}
        return Counter(names.get(name, name) for name in self.state.development_listdeck)

    @property
    def development_price(self) -> Counter[str]:
        return +Counter({KINDS[resource]: count for resource, count in zip(
            RESOURCE_FREQDECK_INDEXES, DEVELOPMENT_CARD_COST_FREQDECK, strict=True)})

    def hand(self, seat: int) -> Counter[str]:
        return +Counter({kind: self.state.player_state[f"P{seat}_{resource}_IN_HAND"]
                         for kind, resource in NAMES.items()})

    def bank(self) -> Counter[str]:
        return +Counter({KINDS[resource]: count for resource, count in zip(
            RESOURCES, self.state.resource_freqdeck, strict=True)})


def _tiles(board: BaseBoard) -> dict[Any, Any]:
    """Returns the board's tiles, in the order from which the numbers of nodes follow."""
    ports = {water: (side, what) for (water, side), what in board.harbours.items()}
    topology: dict[Any, Any] = {}
    resources: list[Any] = []
    numbers: list[int] = []
    harbours: list[Any] = []
    for coordinate in BASE_MAP_TEMPLATE.topology:
        place = place_of(coordinate)
        if place in board.kinds:
            topology[coordinate] = LandTile
            resources.append(NAMES.get(board.kinds[place]))
            numbers += [board.numbers[place]] if place in board.numbers else []
        elif place in ports:
            topology[coordinate] = (Port, DIRECTIONS[ports[place][0]])
            harbours.append(NAMES.get(ports[place][1].removeprefix("2:1 ")))
        else:
            topology[coordinate] = Water
    return initialize_tiles(replace(BASE_MAP_TEMPLATE, topology=topology),
                            numbers[::-1], harbours[::-1], resources[::-1])
