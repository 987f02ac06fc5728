"""What pages and emails say of ratings and first tries, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Puzzle
from games.puzzles import solving
from games.puzzles.skill import Skill


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


def statistics(puzzle: Puzzle) -> str:
    """How hard the puzzle is, and how many have found its solution at once."""
    points = solving.skill_of(puzzle).points
    if not puzzle.tries:
        return _("This puzzle is rated %(points)s.") % {"points": points}
    return ngettext(
        "This puzzle is rated %(points)s; %(found)s of %(count)s first try found the turn.",
        "This puzzle is rated %(points)s; %(found)s of %(count)s first tries found the turn.",
        puzzle.tries) % {"points": points, "found": puzzle.found, "count": puzzle.tries}
