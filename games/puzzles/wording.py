"""What pages and emails say of ratings and first tries, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.puzzles.skill import Skill

OTHERS = 2  # people of whom the reader may be one


def difficulty(place: int | None) -> str:
    """How hard the puzzle at this place of a day is, beside the other two."""
    return {1: _("Easy"), 2: _("Medium")}.get(place or 0, _("Hard"))


def rating(skill: Skill) -> str:
    """Somebody's rating."""
    if skill.is_provisional:
        return _("Your rating is %(points)s, which is provisional: a few more puzzles can still"
                 " change it a lot.") % {"points": skill.points}
    return _("Your rating is %(points)s.") % {"points": skill.points}


def change(gain: int) -> str:
    """How a first try has changed somebody's rating."""
    if gain == 0:
        return _("Your first try did not change your rating.")
    if gain > 0:
        return ngettext("Your first try gave you %(count)s point.",
                        "Your first try gave you %(count)s points.", gain) % {"count": gain}
    return ngettext("Your first try cost you %(count)s point.",
                    "Your first try cost you %(count)s points.", -gain) % {"count": -gain}


def statistics(points: int, *, tries: int, found: int) -> str:
    """How hard a puzzle is, and how many have found its solution at once.

    That is said only if others than the reader have tried it.
    """
    if tries < OTHERS:
        return _("This puzzle is rated %(points)s.") % {"points": points}
    return _("This puzzle is rated %(points)s; %(found)s of %(count)s people found the turn at"
             " their first try.") % {"points": points, "found": found, "count": tries}
