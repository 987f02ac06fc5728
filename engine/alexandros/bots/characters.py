"""The bots that search, each with what it values and how far it looks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.alexandros.bots.search import weights
from engine.alexandros.bots.search.evaluation import FEATURES, STAGES
from engine.alexandros.bots.search.thinker import Effort, Thinker
from engine.translation import gettext_noop

# For each feature, its weight at the end of the game and what is added to it at the beginning.
# Chosen by hand: this is how a sensible person would value a position.
SENSIBLE: Mapping[str, tuple[float, float]] = {
    "score": (5, -2), "income": (0.8, 2), "income to levy": (0.3, 0.2), "crowded": (0.2, 0.6),
    "hand": (0.2, 0.8), "large hand": (0.1, 0.3), "kinds": (0.1, 0.1), "guards left": (0.1, 0.3),
    "best free": (0.3, 0.5), "second free": (0.1, 0.2), "free later": (0.1, 0.3),
    "best takeover": (0.1, 0.2), "takeover later": (0.1, 0.1), "exposed": (-0.4, -0.8),
    "exposed later": (-0.1, -0.3), "cards on guards": (0.1, 0.2), "next": (0.1, 0.1),
    "next income": (0.4, 0.2), "next free": (0.3, 0.8), "next takeover": (0.2, 0.5),
    "next levy wins": (2, 2), "levy wins": (1, 1), "close to goal": (0.5, 0.5),
}


def _chosen(values: Mapping[str, tuple[float, float]]) -> weights.Weights:
    """Returns weights chosen by hand, the same for all numbers of players."""
    pairs = [values.get(name, (0.0, 0.0)) for name in FEATURES]
    flat = [last + early * stage for last, early in pairs for stage in STAGES]
    return dict.fromkeys((2, 3, 4), flat)


PLANNER = Thinker(
    "planner", gettext_noop("plans whole turns"),
    ("Eumenes", "Callisthenes", "Aristobulus", "Nearchus"), _chosen(SENSIBLE),
    about=gettext_noop("Plans every turn from the card to the last action, and weighs points,"
                       " income and guards as a sensible person would."),
)
STRATEGIST = Thinker(
    "strategist", gettext_noop("plans whole turns and thinks about the replies"),
    ("Antigonus", "Antipater", "Perdiccas", "Lysimachus"), weights.shipped(),
    Effort(alike=3, turns=5, deals=3),
    about=gettext_noop("Imagines how everybody will reply before choosing a turn, and has learned"
                       " from thousands of games."),
)
