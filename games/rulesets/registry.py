"""The games of this service: the room of each, and the one list that finds it.

``settings.GAMES`` names a package for each game, the default first.  Each has a module ``room``
with its ``Room`` as ``ROOM``.  Rooms are imported when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from django.conf import settings
from django.utils.translation import gettext

from alexandros_rules.analysis import Analyst
from alexandros_rules.conditions import Conditions, examples
from alexandros_rules.positions import Positions
from alexandros_rules.ruleset import Bot, Ruleset
from games.rulesets.protocols import (
    Assumptions,
    BoardPictures,
    Course,
    EmailParts,
    Guide,
    Introduction,
    Landmarks,
    Portraits,
    Regions,
    ReplayColumns,
    ResultCauses,
    TablePanel,
    Training,
    TurnComments,
    TurnForm,
)


@dataclass(frozen=True, slots=True)
class Assets:
    """Static files of a game, by their names for the ``static`` tag.

    ``picture_sheets`` style its pictures, in lists too; ``page_sheets`` what else its pages show.
    ``board_scripts`` are loaded before the scripts of a table's page, ``replay_scripts`` before
    those of the replay; ``games/globals.d.ts`` says what they may set.
    """

    picture_sheets: tuple[str, ...] = ()
    page_sheets: tuple[str, ...] = ()
    board_scripts: tuple[str, ...] = ()
    replay_scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogChecker:
    """The part of a game in the page that checks finished games (engine/FORMATS.md).

    ``scripts`` are files that become parts of the page's script, in this order.  They put a
    ``GameChecker`` (``games/web/checker/checker.d.ts``) into ``gameCheckers``.  ``texts_template``
    has a sentence for each code of a fault that they throw.  They may use the names and sentences
    of ``games/web/checker``; all games' scripts form one script, so no name and no code can occur
    twice.
    """

    scripts: tuple[Path, ...]
    texts_template: str


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """One game: its ruleset, and for each use what pages and emails ask.

    Each game has one room; two rooms are equal only if they are the same object.  Without a
    ``checker``, the page that checks finished games checks only what all games share.
    ``assumptions`` are what people may suppose of unknown things on a what-if board; without them,
    unknown things stay unknown there.  ``positions`` are the positions from which a new game can go
    on, if there are any.  ``landmarks`` are counted by ``manage.py measure``, and ``regions`` by
    the archive, if there are any.
    ``strengths`` is the file to which `manage.py ladder --publish` writes how strong its bots are;
    without it, pages say that they have not been measured.  ``typical_games`` is the folder
    of games that `manage.py measure --save` has stored as ``<board>-<players>.json``; they tell
    pages what to expect of a board.  ``first_opponent`` is the bot that is
    good for somebody's first games.  ``course`` teaches the game in lessons, if there is one.
    ``sparring`` are bots that only measurements play against, by their names.  ``analyst`` rates
    turns; without one, games are not reviewed.  ``comments`` says in words why a turn is good, and
    ``causes`` why somebody has won or lost, if the game can.  ``puzzles`` is the file to which
    `manage.py find_puzzles` writes positions with one best turn; a game needs an analyst for them,
    too.  ``training`` makes the data from which its bots play, if they learn.  ``conditions`` are
    those on which plans can depend besides turns and points.  ``guide`` explains the
    first turns of somebody's first game, if there is one.  ``endings`` has a few words for each
    reason for which a game ends by its rules (``Status.reason``).
    """

    ruleset: Ruleset
    boards: BoardPictures
    portraits: Portraits
    table: TablePanel
    turn: TurnForm
    replay: ReplayColumns
    emails: EmailParts
    introduction: Introduction
    assets: Assets = Assets()
    checker: LogChecker | None = None
    course: Course | None = None
    assumptions: Assumptions | None = None
    positions: Positions | None = None
    landmarks: Landmarks | None = None
    regions: Regions | None = None
    analyst: Analyst | None = None
    comments: TurnComments | None = None
    causes: ResultCauses | None = None
    training: Training | None = None
    conditions: Conditions | None = None
    strengths: Path | None = None
    typical_games: Path | None = None
    puzzles: Path | None = None
    first_opponent: str = ""
    guide: Guide | None = None
    sparring: Mapping[str, Bot] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name by which stored games and addresses know the game."""
        return self.ruleset.name

    @property
    def title(self) -> str:
        """The name by which people call the game in the reader's language."""
        return gettext(self.ruleset.title)

    @property
    def has_puzzles(self) -> bool:
        """Whether there are puzzles of the game, which its analyst judges."""
        return self.analyst is not None and self.puzzles is not None

    @property
    def condition_examples(self) -> tuple[str, ...]:
        """Conditions of plans to show to their writers, those of the game first."""
        return examples(self.conditions, has_points=self.ruleset.has_points)

    @property
    def measured_bots(self) -> Mapping[str, Bot]:
        """All bots that commands can measure: those that people play against come first."""
        return {**self.ruleset.bots, **self.sparring}


def get(name: str) -> Room:
    """Return the room of the game with this name.  Raise KeyError for an unknown one."""
    return rooms()[name]


def default() -> Room:
    """Return the game that is offered to somebody who has not chosen one."""
    return next(iter(rooms().values()))


def named(room: Room | str) -> Room:
    """Return a room as it is, or the one with this name; the default one for ""."""
    if isinstance(room, str):
        return get(room) if room else default()
    return room


def several() -> bool:
    """Return whether there are several games, so that pages have to say which one they mean."""
    return len(rooms()) > 1


def names() -> tuple[str, ...]:
    """Return the names of all games, the default first."""
    return tuple(rooms())


def rooms() -> Mapping[str, Room]:
    """Return all rooms by the names of their games, the default first."""
    return rooms_of(tuple(settings.GAMES))


@cache  # a page asks dozens of times
def rooms_of(packages: tuple[str, ...]) -> Mapping[str, Room]:
    """Return the rooms of these packages, in their order."""
    found: list[Room] = [import_module(f"{package}.room").ROOM for package in packages]
    return MappingProxyType({room.name: room for room in found})


def rulesets() -> Mapping[str, Ruleset]:
    """Return all rulesets by name."""
    return {name: room.ruleset for name, room in rooms().items()}
