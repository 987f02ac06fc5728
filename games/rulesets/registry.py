"""The one list of games: finds a game's room by the name of its ruleset.

``settings.GAMES`` names a package for each game, the default first.  Each has a module ``room``
with its ``Room`` as ``ROOM``.  Rooms are imported when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from django.conf import settings

from engine.ruleset import Ruleset
from games.rulesets.room import Room


def get(name: str) -> Room:
    """The room of the game with this name; raises KeyError for an unknown one."""
    return rooms()[name]


def default() -> Room:
    """The game that is offered to somebody who has not chosen one."""
    return next(iter(rooms().values()))


def several() -> bool:
    """Whether people can choose among games, so that pages have to say which one they mean."""
    return len(rooms()) > 1


def names() -> tuple[str, ...]:
    """The names of all games, the default first."""
    return tuple(rooms())


def rooms() -> Mapping[str, Room]:
    """All rooms by the names of their games, the default first."""
    return rooms_of(tuple(settings.GAMES))


@cache  # a page asks dozens of times
def rooms_of(packages: tuple[str, ...]) -> Mapping[str, Room]:
    """Return the rooms of these packages, in their order."""
    found: list[Room] = [import_module(f"{package}.room").ROOM for package in packages]
    return MappingProxyType({room.name: room for room in found})


def rulesets() -> Mapping[str, Ruleset]:
    """All rulesets by name."""
    return {name: room.ruleset for name, room in rooms().items()}
