"""The bots of a game as opponents: their texts, their strength, and who comes next.

The bots themselves say what they are called and how they play.  ``manage.py ladder --publish``
measures how strong they are; this module owns the format of its file.  A bot that is not in the
file has not been measured yet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from alexandros_rules.ruleset import Bot
from games.rulesets.registry import Room


@dataclass(frozen=True, slots=True)
class Duels:
    """Games of two against one other bot, and how many were won; a shared win is divided."""

    wins: float
    games: int

    @property
    def share(self) -> float:
        """The share of these games that were won; there is at least one."""
        return self.wins / self.games


@dataclass(frozen=True, slots=True)
class Strength:
    """The measured strength of one bot.

    ``low`` and ``high`` are an interval of 95 % for ``points``, empty for the bot whose points are
    fixed.  ``wins`` are shares by number of players, ``against`` the duels by the other's name.
    """

    points: int
    low: int
    high: int
    games: int
    wins: Mapping[int, float] = field(default_factory=dict)
    against: Mapping[str, Duels] = field(default_factory=dict)

    @property
    def is_anchor(self) -> bool:
        """Whether the others' points are relative to this bot's."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Strengths:
    """A measurement: the command that repeats it, and the bots by name, the weakest first."""

    command: str = ""
    bots: Mapping[str, Strength] = field(default_factory=dict)

    def to_text(self) -> str:
        """Return the contents of the file, a line for each bot so that changes can be read."""
        lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(asdict(bot))}"
                           for name, bot in self.bots.items())
        return f'{{\n  "command": {json.dumps(self.command)},\n  "bots": {{\n{lines}\n  }}\n}}\n'

    @classmethod
    def from_text(cls, text: str) -> Strengths:
        """Read the contents of the file.

        Raises ValueError, KeyError or TypeError for any other text.
        """
        data = json.loads(text)
        return cls(data["command"], MappingProxyType({
            name: _strength(bot) for name, bot in data["bots"].items()}))


def _strength(data: Mapping[str, Any]) -> Strength:
    wins = {int(players): share for players, share in data["wins"].items()}
    against = {name: Duels(**duels) for name, duels in data["against"].items()}
    return Strength(**{**data, "wins": wins, "against": against})


def read(path: Path | None) -> Strengths:
    """Return the measurement in a file; an empty one if the file does not exist."""
    return Strengths() if path is None or not path.is_file() else _read(
        path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)  # by the time of the change, so that a new file is read
def _read(path: Path, changed: int) -> Strengths:
    return Strengths.from_text(path.read_text("utf-8"))


NEARLY_ALL = 0.95  # of games, by which one bot beats another "nearly always"


@dataclass(frozen=True, slots=True)
class Opponent:
    """One bot of a game; ``strength`` is None if nobody has measured it."""

    room: Room
    bot: Bot
    strength: Strength | None

    @property
    def name(self) -> str:
        """The name by which forms and stored seats know the bot."""
        return self.bot.name

    @property
    def called(self) -> str:
        """The name by which people call the bot; further seats of it have its other names."""
        return self.bot.seat_names[0]

    @property
    def style(self) -> str:
        """The bot's way to play, in a few words."""
        return _(self.bot.title)

    @property
    def about(self) -> str:
        """The bot's way to play, in one sentence."""
        return _(self.bot.about)

    @property
    def is_for_beginners(self) -> bool:
        """Whether the bot is good for somebody's first games."""
        return self.name == self.room.first_opponent

    @property
    def portrait(self) -> SafeString:
        """The bot's picture, inline; it adds nothing to the name beside it."""
        return mark_safe(self.room.portraits.portrait(self.name))  # noqa: S308 - our own drawing

    def against(self, other: Opponent | None) -> Duels | None:
        """Return the games of two against another bot, if there were any."""
        return self.strength.against.get(other.name) if self.strength and other else None

    def compared_with(self, other: Opponent | None) -> str:
        """Return a sentence on how often the bot beats another; "" if they never played."""
        duels = self.against(other)
        if duels is None or other is None:
            return ""
        words = {"name": other.called, "number": round(10 * duels.share)}
        if duels.share >= NEARLY_ALL:
            return _("Wins nearly every two-player game against %(name)s.") % words
        if words["number"] == 5:
            return _("Wins about half of its two-player games against %(name)s.") % words
        return _("Wins about %(number)s of 10 two-player games against %(name)s.") % words


def opponents(room: Room) -> tuple[Opponent, ...]:
    """Return all bots of a game, the weakest first; those that are not measured come last."""
    measured = read(room.strengths).bots
    found = [Opponent(room, bot, measured.get(name)) for name, bot in room.ruleset.bots.items()]
    return tuple(sorted(found, key=lambda one: one.strength.points if one.strength
                        else float("inf")))


def opponent(room: Room, bot: str) -> Opponent | None:
    """Return the bot of this name; None if the game no longer has it."""
    return next((one for one in opponents(room) if one.name == bot), None)


def first_opponent(room: Room) -> Opponent:
    """Return the bot that is good for somebody's first games, or else the weakest."""
    return opponent(room, room.first_opponent) or opponents(room)[0]


def measured(room: Room) -> list[tuple[Opponent, int]]:
    """Return the bots that have been measured, the weakest first, with their points."""
    return [(one, one.strength.points) for one in opponents(room) if one.strength]
