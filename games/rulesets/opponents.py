"""The bots of a game as opponents: who they are, in order of strength, and who comes next.

What they are called and how they play is said by the bots themselves, how strong they are by the
game's stored measurement.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.ruleset import Bot
from games.rulesets import strengths
from games.rulesets.room import Room
from games.rulesets.strengths import Duels, Strength

NEARLY_ALL = 0.95  # of games, by which one bot beats another "nearly always"


@dataclass(frozen=True, slots=True)
class Opponent:
    """One bot of a game; ``strength`` is None if nobody has measured it."""

    room: Room
    bot: Bot
    strength: Strength | None

    @property
    def name(self) -> str:
        """The name by which forms and stored seats know it."""
        return self.bot.name

    @property
    def called(self) -> str:
        """What people call it; further seats of the same bot have its other names."""
        return self.bot.seat_names[0]

    @property
    def style(self) -> str:
        """How it plays, in a few words."""
        return _(self.bot.title)

    @property
    def about(self) -> str:
        """How it plays, in one sentence."""
        return _(self.bot.about)

    @property
    def is_for_beginners(self) -> bool:
        """Whether it is good for somebody's first games."""
        return self.name in self.room.first_opponents

    @property
    def portrait(self) -> SafeString:
        """Its picture, inline; it says nothing that the name beside it does not."""
        return mark_safe(self.room.portraits.portrait(self.name))  # noqa: S308 - our own drawing

    def against(self, other: Opponent | None) -> Duels | None:
        """Its games of two against another one, if there were any."""
        return self.strength.against.get(other.name) if self.strength and other else None

    def compared_with(self, other: Opponent | None) -> str:
        """A sentence on how often it beats another one; "" if they never played."""
        duels = self.against(other)
        if duels is None or other is None:
            return ""
        words = {"name": other.called, "number": round(10 * duels.share)}
        if duels.share >= NEARLY_ALL:
            return _("Wins nearly every game for two against %(name)s.") % words
        if words["number"] == 5:
            return _("Wins about half of its games for two against %(name)s.") % words
        return _("Wins about %(number)s of 10 games for two against %(name)s.") % words


def opponents(room: Room) -> tuple[Opponent, ...]:
    """All bots of a game, the weakest first; those that have not been measured come last."""
    measured = strengths.read(room.strengths).bots
    found = [Opponent(room, bot, measured.get(name)) for name, bot in room.ruleset.bots.items()]
    return tuple(sorted(found, key=lambda one: one.strength.points if one.strength
                        else float("inf")))


def opponent(room: Room, bot: str) -> Opponent | None:
    """The bot of this name; None if the game has it no more."""
    return next((one for one in opponents(room) if one.name == bot), None)


def stronger(known: Opponent) -> Opponent | None:
    """The next stronger bot; None for the strongest, and for one that has not been measured."""
    return _at(known, +1)


def weaker(known: Opponent) -> Opponent | None:
    """The next weaker bot; None for the weakest, and for one that has not been measured."""
    return _at(known, -1)


def _at(known: Opponent, steps: int) -> Opponent | None:
    """The bot that is so many steps up the ladder."""
    ranks = [one for one in opponents(known.room) if one.strength]
    found = [one.name for one in ranks].index(known.name) + steps if known.strength else -1
    return ranks[found] if 0 <= found < len(ranks) else None
