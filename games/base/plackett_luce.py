"""Ratings by OpenSkill's Plackett-Luce model: means and the uncertainties of these means.

Who uses it chooses the scale, by the parameters of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MuSigma = tuple[float, float]


@cache
def model(**parameters: Any) -> PlackettLuce:
    """Return the model with these parameters of OpenSkill; others have its own defaults."""
    from openskill.models import PlackettLuce  # it takes a while to import, and few need it

    return PlackettLuce(**parameters)


def rated(before: Sequence[MuSigma], ranks: Sequence[int],
          using: PlackettLuce) -> list[MuSigma]:
    """Return everybody's rating after a game; the lowest rank is the best, equal ones are ties."""
    teams = [[using.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = using.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(one.mu, one.sigma) for (one,) in after]
