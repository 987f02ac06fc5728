"""Ratings of puzzles and of those who solve them: each first attempt is a duel of the two.

OpenSkill computes them.  Points are for people: 1500 is the middle, and 400 more points are odds
of about 10 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from games.models.puzzle import DOUBT, SKILL

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE = 1500
POINTS = 30.0  # for one unit of OpenSkill's
FIRM = 4.0  # above this doubt, a rating is still provisional


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating as OpenSkill has it: a mean and how little we know of it."""

    skill: float = SKILL
    doubt: float = DOUBT

    @property
    def points(self) -> int:
        """The rating that people see."""
        return round(MIDDLE + POINTS * (self.skill - SKILL))

    @property
    def is_provisional(self) -> bool:
        """Whether a few more attempts may still change it much."""
        return self.doubt > FIRM


def after(solver: Skill, puzzle: Skill, *, solved: bool) -> tuple[Skill, Skill]:
    """The two ratings after a first attempt."""
    model = _model()
    teams = [[model.rating(mu=each.skill, sigma=each.doubt)] for each in (solver, puzzle)]
    (one,), (other,) = model.rate(teams, ranks=[1, 2] if solved else [2, 1])
    return Skill(one.mu, one.sigma), Skill(other.mu, other.sigma)


@cache  # it takes a while to import, and few processes need it
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()
