"""The figures of the rules: sections of the map, drawn like the map on every page.

Their captions are in the file of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from engine.campaign import building, map_file
from engine.campaign.rules import RULESET
from engine.campaign.state import BUILD, State, change
from engine.chance import SeededChance
from engine.replay import fold
from engine.ruleset import Setup
from games.rulesets.campaign import demo_game
from games.rulesets.campaign.drawing import draw_map, draw_section, draw_signs

WIDTH = 416  # pixels on a page
WHOLE = 640
LANDS = ("brick", "lumber", "wheat", "wool", "ore", "gold", "desert")
NORTH_WEST = ("A1", "A2", "B2", "B3")
HALYS = ("B2", "B3", "B4", "C3", "C4", "C5")
MESOPOTAMIA = ("C4", "C5", "C6", "D3", "D4", "D5", "D6", "E5")
END = ("E6", "E7", "E8", "F5", "F6", "G4")


def figure_pictures(theme: str) -> Mapping[str, str]:
    """Returns all figures as standalone pictures by their ids."""
    return {id_: draw(theme) for id_, draw in _FIGURES.items()}


@cache
def first_auction() -> State:
    """The beginning of a game for three: the settlement at Philippi is up for auction."""
    setup = Setup(map_file.shipped()[map_file.DEFAULT], 3, {"first": 0})
    state: State = fold(RULESET, None, RULESET.start(setup, SeededChance(bytes(32))))
    return RULESET.view(change(state, robber=_tile(state, "D4")), None)


def _built(view: State, *, arrow: int, roads: Mapping[int, str] | None = None,
           settlements: Mapping[int, str] | None = None, cities: Mapping[int, str] | None = None,
           robber: str = "D6") -> State:
    """The position with Alexander on this arrow, and with what each seat has built."""
    world, seats = view.world, range(view.players)

    def masks(places: Mapping[int, str] | None, known: Mapping[str, int]) -> tuple[int, ...]:
        labels = [(places or {}).get(seat, "").split() for seat in seats]
        return tuple([sum(1 << known[label] for label in some) for some in labels])

    return change(
        view, phase=BUILD, auction=None, arrow=arrow, robber=_tile(view, robber),
        roads=masks(roads, world.path_by_label),
        settlements=masks(settlements, world.junction_by_label),
        cities=masks(cities, world.junction_by_label))


def _tile(view: State, label: str) -> int:
    return view.world.hex_by_label[label]


def _auction(theme: str) -> str:
    return draw_section(first_auction(), NORTH_WEST, theme=theme, width=WIDTH)


def _first_home(theme: str) -> str:
    """After the auction: the settlement, its road, and the hexes that yield to it."""
    view = _built(first_auction(), arrow=1, settlements={0: "A1.SE"}, roads={0: "A1.E"})
    return draw_section(view, NORTH_WEST, theme=theme, width=WIDTH,
                        marks={"hex": [_tile(view, "A1"), _tile(view, "A2")]})


def _robber(theme: str) -> str:
    view = _built(first_auction(), arrow=3, settlements={0: "A1.SE"}, roads={0: "A1.E"},
                  robber="A2")
    return draw_section(view, NORTH_WEST, theme=theme, width=WIDTH)


def _lands(theme: str) -> str:
    return draw_signs(LANDS, theme=theme)


def _route(theme: str) -> str:
    return draw_section(_built(first_auction(), arrow=15), MESOPOTAMIA, theme=theme, width=WIDTH)


def _harbours(theme: str) -> str:
    view = _built(first_auction(), arrow=7, settlements={2: "B2.S", 0: "A1.SE"})
    return draw_section(view, ("A1", "A2", "B1", "B2", "C2", "C3"), theme=theme, width=WIDTH)


def _violet(theme: str) -> str:
    return draw_section(_built(first_auction(), arrow=41), END, theme=theme, width=WIDTH)


def places_to_build() -> State:
    """Red has a city and four roads, yellow a settlement and a road."""
    return _built(first_auction(), arrow=15, cities={0: "C4.N"}, settlements={1: "C5.SW"},
                  roads={0: "C4.NE C5.NW C4.NW C4.W", 1: "C5.W"})


def _sites(theme: str) -> str:
    """Where red could build a settlement."""
    view = places_to_build()
    sites = building.settlement_sites(view, 0)
    return draw_section(view, HALYS, theme=theme, width=WIDTH, marks={"junction": sites})


def _game(theme: str) -> str:
    return draw_map(demo_game.demo().view, theme=theme, titles=False, size=WHOLE)


_FIGURES: Mapping[str, Callable[[str], str]] = {
    "game": _game, "FIG21": _auction, "FIG22": _first_home, "FIG23": _robber, "FIG24": _lands,
    "FIG25": _route, "FIG26": _violet, "FIG27": _harbours, "FIG28": _sites,
}
