"""The introduction of Alexandros: home page, link previews, rules and their figures.

The home page shows a recorded game: a few turns from its middle, and the next turn by email.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from alexandros_rules import record, replay
from alexandros_rules.alexandros import figures
from alexandros_rules.alexandros.events import Event
from alexandros_rules.alexandros.figures import Figure
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.provinces import closed_provinces
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.narration import narrate_for
from games.drawing.film import film
from games.drawing.layers import Drawing
from games.rulesets.alexandros import board_pictures
from games.rulesets.alexandros.drawing import board_in_layers, draw_board
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED
from games.rulesets.protocols import EmailTurnExample

FILMED = 5  # turns before the one that is shown
WIDTH = 640  # of the film, in pixels
SCALE = 0.6  # pixels on a page for a unit of the drawing, the same for all figures


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure of the rules as SVG, and its caption."""

    id: str
    svg: str
    caption: str


def figure_pictures(*, theme: str = "auto", stylesheet: str = "none") -> Mapping[str, Picture]:
    """Return the pictures by the ids of the figures, FIG1 first."""
    return {
        id_: Picture(id_, _drawn(figure, theme, stylesheet), figure.caption)
        for id_, figure in figures.figures().items()
    }


def _drawn(figure: Figure, theme: str, stylesheet: str) -> str:
    return draw_board(
        figure.state, theme=theme, stylesheet=stylesheet, ids=figure.id.lower(),
        marks=_marks(figure), coordinates=True, titles=False, label=figure.caption, scale=SCALE,
        part=_part(figure),
    )


def _part(figure: Figure) -> int:
    """Return the mask of the spaces that the caption is about.

    They touch Alexander or what is highlighted, or lie in a province that he or a guard touches;
    the spaces round them are shown too.
    """
    state, board = figure.state, figure.state.board
    ends = {point for side in bits(figure.route) for point in board.sides[side]}
    shown = figure.spaces | figure.new_guards
    for point in {state.alexander, *figure.points, *ends}:
        shown |= board.spaces_at[point]
    touched = board.spaces_at[state.alexander] | sum(state.guards)
    shown |= sum(province for province in closed_provinces(state) if province & touched)
    for point in {point for space in bits(shown) for point in board.corners[space]}:
        shown |= board.spaces_at[point]
    return shown


def _marks(figure: Figure) -> dict[str, Any]:
    state = figure.state
    points = list(figure.points) if figure.target is None else [figure.target]
    return {
        "space": bits(figure.spaces), "point": points, "way": figure.route,
        "wall": figure.route & ~state.walls,
        "guard": dict.fromkeys(bits(figure.new_guards), state.seat),
    }


FOLDER = resources.files(__package__) / "demo"


@dataclass(frozen=True, slots=True)
class Move:
    """One recorded move in notation, the state before it and its events."""

    text: str
    before: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """The players' names, and the moves of the turn that is shown and of the turns before."""

    names: tuple[str, ...]
    turn: int
    led_here: tuple[Move, ...]
    moves: tuple[Move, ...]

    @property
    def earlier(self) -> tuple[Move, ...]:
        """The moves of the turn before."""
        return tuple(move for move in self.led_here if move.before.turn == self.turn - 1)


@lru_cache(maxsize=1)
def demo() -> Demo:
    """Return the recorded turn.

    Raises a Refusal for a record that today's rules do not accept.
    """
    marked = tomllib.loads((FOLDER / "home.toml").read_text("utf-8"))
    text = (FOLDER / marked["record"]).read_text("utf-8")
    game = record.load(text, {RULESET.name: RULESET})
    moves, turn = list(_moves(game)), marked["turn"]
    return Demo(game.names, turn,
                tuple(move for move in moves if turn - FILMED <= move.before.turn < turn),
                tuple(move for move in moves if move.before.turn == turn))


@lru_cache(maxsize=1)
def shown_view() -> State:
    """Return the position that a spectator sees at the beginning of the turn."""
    view: State = RULESET.view(demo().moves[0].before, None)
    return view


def _film(theme: str) -> str:
    """Draw the turns before the position that is shown, each move on its own."""
    last, frames = "", []
    for move in (*demo().led_here, demo().moves[0]):
        view = RULESET.view(move.before, None)
        frames.append(board_in_layers(
            view, theme=theme, titles=False, size=WIDTH,
            last_way=board_pictures.last_way(view.board, last, now=view.alexander)))
        last = board_pictures.last_march([last, move.text])
    return film(frames)


def email_turn() -> EmailTurnExample:
    """Return the emails about that turn, in the language of the reader."""
    return _email_turn(get_language())


@lru_cache(maxsize=8)  # for each language, because the sentences are translated
def _email_turn(language: str | None) -> EmailTurnExample:
    recorded = demo()
    seat = recorded.moves[0].before.seat
    return EmailTurnExample(
        turn=recorded.turn, seat=seat, name=recorded.names[seat],
        news=_sentences(recorded.earlier, recorded.names),
        orders=tuple(move.text for move in recorded.moves),
        receipt=_sentences(recorded.moves, recorded.names),
    )


def _moves(game: record.Record) -> Iterator[Move]:
    """Yield the moves after the start, folded from the rows."""
    state = None
    for row in game.rows:
        events = tuple(replay.events_of(RULESET, row.events, version=game.version))
        if state is not None and events:  # a row without events is not a move of the rules
            yield Move(row.move, state, events)
        state = replay.fold(RULESET, state, events)


def _sentences(moves: Sequence[Move], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        sentence for move in moves  # as a spectator reads them
        for sentence in narrate_for(RULESET, None, move.before, move.events, names=names)
    )


class AlexandrosIntroduction:
    """See ``games.rulesets.protocols.Introduction``."""

    rules = Path(settings.BASE_DIR) / "docs" / "rules.md"
    rules_template = "alexandros/rules_introduction.html"

    @property
    def title(self) -> str:
        return _("Alexandros: march, build walls, rule provinces")

    @property
    def headline(self) -> str:
        return _("Alexander marches. His walls become your provinces.")

    @property
    def lead(self) -> str:
        return _("Alexandros is a board game for two to four players. March with the one army"
                 " that everybody shares, occupy what its walls enclose, and levy taxes at the"
                 " right time. Play on the website or by email, each turn in your own time.")

    @property
    def about(self) -> str:
        return _("The board game for two to four players, on the website and by email. Play each"
                 " turn in your own time, or start at once against bots, without an account.")

    @property
    def about_rules(self) -> str:
        return _("Learn it in ten minutes: the game in short, a first turn played through, and"
                 " every rule with its figures.")

    @property
    def picture_says(self) -> str:
        return _("A board of Alexandros with walls, guards and Alexander")

    @property
    def gist(self) -> str:
        return _("March, wall in land and tax it: all of you move the same army.")

    @property
    def credits(self) -> str:
        return _("Alexandros here is an independent, unofficial implementation of the board game"
                 " by Leo Colovini.")

    def email_turn(self) -> EmailTurnExample:
        return email_turn()

    def poster(self) -> Drawing:
        return board_pictures.standalone(shown_view(), names=(), heading="Alexandros")

    def figures(self, theme: str) -> Mapping[str, str]:
        drawn = figure_pictures(theme=theme, stylesheet=EMBEDDED)
        return {"game": board_pictures.plain(shown_view(), theme=theme), "film": _film(theme),
                **{id_: picture.svg for id_, picture in drawn.items()}}
