"""The courses of both games: their addresses, and attempts at their first lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rulesets import registry
from games.rulesets.protocols import Task


@dataclass(frozen=True)
class Taught:
    """A course.

    ``path``    the address of its page; ``home`` that of the game, ``rules`` that of its rules.
    ``wrong``   orders that do not solve the first lesson, and ``reply`` is part of what they get;
                ``illegal`` and ``refusal`` likewise, for orders that break the rules.
    ``bot``     the opponent afterwards, and ``name`` is what it is called.
    """

    game: str
    path: str
    home: str
    rules: str
    wrong: str
    reply: str
    illegal: str
    refusal: str
    bot: str
    name: str

    @property
    def lessons(self) -> Sequence[Task]:
        course = registry.get(self.game).course
        assert course is not None
        return course.lessons


ALEXANDROS = Taught(
    "alexandros", "/learn/", "/", "/rules/",
    "take horse; march B4.N via E", "You marched with a horse, so Alexander went to the nearest",
    "take temple", "There is no temple face up", "friend", "Hephaestion")
CAMPAIGN = Taught(
    "campaign", "/learn/games/campaign/", "/?game=campaign", "/rules/campaign/",
    "city A1.SE", "The hexes around Philippi (A1.SE) have 9 dots together",
    "settlement A1.N", "You are short of 1 brick", "satrap", "Peithon")
COURSES = (ALEXANDROS, CAMPAIGN)
