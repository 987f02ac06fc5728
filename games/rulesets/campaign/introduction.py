"""The introduction of The Campaign: home page, link previews, rules and their figures.

The home page shows a position, and the turn after it as it is played by email.  The figures of the
rules are sections of the map, drawn like the map on every page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from alexandros_rules.bot_plans import next_move
from alexandros_rules.campaign import building, map_file
from alexandros_rules.campaign.moves import Move
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.campaign.state import BUILD, State, change
from alexandros_rules.chance import Chance, SeededChance
from alexandros_rules.narration import narrate_for
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from games.drawing.film import film
from games.drawing.layers import Drawing
from games.rulesets.campaign.drawing import draw_map, draw_section, draw_signs, map_in_layers
from games.rulesets.plain import PlainIntroduction, PlainPictures
from games.rulesets.protocols import EmailTurnExample

NAMES = ("Thais", "Pyrrhus", "Roxane")
SEED = bytes([50] * 32)
TURNS = 16  # before the position: enough for some settlements, roads and chits
FILMED = 4  # turns before the one that is shown
FEWEST_MOVES = 3  # in the turn that is shown


@dataclass(frozen=True, slots=True)
class Row:
    """A move of the game: who made it, the state before it, and the events it had."""

    seat: int
    before: State
    move: Move
    events: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """A position in somebody's turn, the rows before it that are told, and the turn itself.

    ``led_here`` are the rows of the turns before it.
    """

    state: State
    news: tuple[Row, ...]
    turn: tuple[Row, ...]
    led_here: tuple[Row, ...]

    @property
    def view(self) -> State:
        """The position as everybody sees it."""
        return RULESET.view(self.state, None)


@cache  # many pages show it
def demo() -> Demo:
    """Return the first turn after ``TURNS`` with several moves after dice and auction.

    Without such a turn, return the last turn of the game.
    """
    turns: list[list[Row]] = []
    found = None
    for turn, group in groupby(_played(), key=lambda row: row.before.turn):
        played = [*group]
        built = tuple(row for row in played if row.before.phase == BUILD)
        if turn > TURNS and built:
            begun = played[:played.index(built[0])]
            earlier = [row for one in turns[-FILMED:] for row in one]
            found = Demo(built[0].before, (*earlier[-1:], *begun), built, (*earlier, *begun))
            if len(built) >= FEWEST_MOVES:
                break
        turns.append(played)
    assert found is not None  # every game is longer
    return found


def _played() -> Iterator[Row]:
    """Yield the rows of the game up to its end."""
    bot = next(iter(RULESET.bots.values()))
    chance: Chance = SeededChance(SEED)
    setup = Setup(map_file.shipped()[map_file.DEFAULT], len(NAMES))
    state: State = fold(RULESET, None, RULESET.start(setup, chance))
    while seats := to_move(state):
        seat = seats[0]
        view = RULESET.view(state, seat)
        move = next_move(bot, view, seat=seat, salt=SEED)
        events = RULESET.decide(state, move, chance, seat=seat)
        yield Row(seat, state, move, events)
        state = fold(RULESET, state, events)


def email_turn() -> EmailTurnExample:
    """Return the turn of the demo as it is played by email."""
    shown = demo()
    seat = shown.state.seat
    return EmailTurnExample(
        turn=shown.state.turn, seat=seat, name=NAMES[seat], news=_told(shown.news, seat),
        orders=tuple(format_move(row.move, row.before) for row in shown.turn),
        receipt=_told(shown.turn, seat))


def _told(rows: tuple[Row, ...], seat: int) -> tuple[str, ...]:
    """Return sentences on the effects of rows, as this seat is told of them."""
    return tuple(sentence for row in rows for sentence in narrate_for(
        RULESET, seat, row.before, row.events, names=NAMES))


WIDTH = 416  # pixels on a page
WHOLE = 640
LANDS = ("brick", "lumber", "wheat", "wool", "ore", "gold", "desert")
NORTH_WEST = ("A1", "A2", "B2", "B3")
HALYS = ("B2", "B3", "B4", "C3", "C4", "C5")
MESOPOTAMIA = ("C4", "C5", "C6", "D3", "D4", "D5", "D6", "E5")
END = ("E6", "E7", "E8", "F5", "F6", "G4")


def figure_pictures(theme: str) -> Mapping[str, str]:
    """Return all figures as standalone pictures by their ids."""
    return {id_: draw(theme) for id_, draw in _FIGURES.items()}


@cache
def first_auction() -> State:
    """Return the start of a game for three: the settlement at Philippi is up for auction."""
    setup = Setup(map_file.shipped()[map_file.DEFAULT], 3, {"first": 0})
    state: State = fold(RULESET, None, RULESET.start(setup, SeededChance(bytes(32))))
    return RULESET.view(change(state, robber=_tile(state, "D4")), None)


def _built(view: State, *, arrow: int, roads: Mapping[int, str] | None = None,
           settlements: Mapping[int, str] | None = None, cities: Mapping[int, str] | None = None,
           robber: str = "D6") -> State:
    """Return the position with Alexander on this arrow, and with these pieces on the map."""
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
    """Draw the hexes that yield to the first settlement, after its auction, and its road."""
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
    """Return a position: red has a city and four roads, yellow a settlement and a road."""
    return _built(first_auction(), arrow=15, cities={0: "C4.N"}, settlements={1: "C5.SW"},
                  roads={0: "C4.NE C5.NW C4.NW C4.W", 1: "C5.W"})


def _sites(theme: str) -> str:
    """Draw where red could build a settlement."""
    view = places_to_build()
    sites = building.settlement_sites(view, 0)
    return draw_section(view, HALYS, theme=theme, width=WIDTH, marks={"junction": sites})


def _game(theme: str) -> str:
    return draw_map(demo().view, theme=theme, titles=False, size=WHOLE)


def _film(theme: str) -> str:
    """Draw the turns before the position that is shown, each move on its own."""
    states = [*(row.before for row in demo().led_here), demo().state]
    return film([map_in_layers(RULESET.view(state, None), theme=theme, titles=False, size=WHOLE)
                 for state in states])


_FIGURES: Mapping[str, Callable[[str], str]] = {
    "game": _game, "film": _film, "FIG21": _auction, "FIG22": _first_home, "FIG23": _robber,
    "FIG24": _lands, "FIG25": _route, "FIG26": _violet, "FIG27": _harbours, "FIG28": _sites,
}


class CampaignIntroduction(PlainIntroduction):
    """See ``games.rulesets.protocols.Introduction``."""

    rules_template = "campaign/rules_introduction.html"

    def __init__(self, pictures: PlainPictures):
        super().__init__(pictures.ruleset, pictures, lead="", gist="",
                         rules=Path(settings.BASE_DIR) / "docs" / "campaign-rules.md")

    @property
    def title(self) -> str:
        return _("The Campaign: follow Alexander, bid, settle and trade")

    @property
    def headline(self) -> str:
        return _("Alexander moves on. Who helps him, and who settles behind him?")

    @property
    def lead(self) -> str:
        return _("The Campaign is for two to four players. Follow Alexander from Macedonia to"
                 " Persepolis, bid for the right to help him, found settlements and trade what"
                 " they yield. Play on the website or by email, each turn in your own time.")

    @property
    def about(self) -> str:
        return _("A game of auctions, trade and settlements for two to four players, on the"
                 " website and by email.")

    @property
    def about_rules(self) -> str:
        return _("How to play The Campaign: the game in short, turns played through, and every"
                 " rule.")

    @property
    def picture_says(self) -> str:
        return _("The map of The Campaign with Alexander’s route and the players’ settlements")

    @property
    def gist(self) -> str:
        return _("Bid, settle and trade: you follow an army that you do not lead. About sixty"
                 " turns.")

    @property
    def credits(self) -> str:
        return _("The Campaign is an unofficial adaptation of a scenario for a well-known board"
                 " game. Its map and its names are our own.")

    def figures(self, theme: str) -> Mapping[str, str]:
        return figure_pictures(theme)

    def email_turn(self) -> EmailTurnExample:
        return email_turn()

    def poster(self) -> Drawing:
        return self.pictures.standalone_board(
            demo().view, names=NAMES, heading=self.title)
