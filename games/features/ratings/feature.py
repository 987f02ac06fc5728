"""Ratings of people, as one of the features of this service."""

from __future__ import annotations

from games.base.features import Feature
from games.features.ratings import facts, folding
from games.table.events import Begun, Ended

FEATURE = Feature(
    name="ratings",
    listeners={Begun: facts.begun, Ended: facts.ended},
    sweeps={"games rated": folding.sweep},
)
