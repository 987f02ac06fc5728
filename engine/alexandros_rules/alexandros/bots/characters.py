"""The bots that search, each with its own values and depth of search."""

from __future__ import annotations

from collections.abc import Mapping

from alexandros_rules.alexandros import board_file
from alexandros_rules.alexandros.bots.search import weights
from alexandros_rules.alexandros.bots.search.evaluation import FEATURES, STAGES
from alexandros_rules.alexandros.bots.search.thinker import Effort, Thinker, for_all, tastes
from alexandros_rules.translation import gettext_noop

# For each feature, its weight at the end of the game and the addition to it at the beginning.
# Chosen by hand, as a sensible person would value a position.
SENSIBLE: Mapping[str, tuple[float, float]] = {
    "score": (5, -2), "income": (0.8, 2), "income to levy": (0.3, 0.2), "crowded": (0.2, 0.6),
    "hand": (0.2, 0.8), "large hand": (0.1, 0.3), "kinds": (0.1, 0.1), "guards left": (0.1, 0.3),
    "best free": (0.3, 0.5), "second free": (0.1, 0.2), "free later": (0.1, 0.3),
    "best takeover": (0.1, 0.2), "takeover later": (0.1, 0.1), "exposed": (-0.4, -0.8),
    "exposed later": (-0.1, -0.3), "cards on guards": (0.1, 0.2), "next": (0.1, 0.1),
    "next income": (0.4, 0.2), "next free": (0.3, 0.8), "next takeover": (0.2, 0.5),
    "next levy wins": (2, 2), "levy wins": (1, 1), "close to goal": (0.5, 0.5),
}

# Values of other characters.
KIND: Mapping[str, tuple[float, float]] = {
    "score": (4, -1), "income": (1.5, 1), "hand": (0.4, 0.4), "guards left": (0.1, 0.2),
    "best free": (0.6, 0.6), "free later": (0.2, 0.4), "next": (0.1, 0.1),
}
TAXING: Mapping[str, tuple[float, float]] = {
    **SENSIBLE, "score": (8, 2), "income": (1.2, 2.5), "levy wins": (2, 2),
}
BUILDING: Mapping[str, tuple[float, float]] = {
    **SENSIBLE, "score": (7, -2), "beside Alexander": (-1, -1),
}
RAIDING: Mapping[str, tuple[float, float]] = {
    **SENSIBLE, "large hand": (0.4, 0.9), "best takeover": (0.6, 0.8), "takeover later": (0.4, 0.6),
    "next takeover": (0.6, 1.0), "best free": (0.1, 0.2), "next free": (0.1, 0.2),
}
GUARDING: Mapping[str, tuple[float, float]] = {
    **SENSIBLE, "exposed": (-0.9, -1.6), "exposed later": (-0.4, -0.7), "guards left": (0, 0.1),
    "income": (1.2, 2.4),
}


def _chosen(values: Mapping[str, tuple[float, float]]) -> weights.Weights:
    """Return weights chosen by hand, the same for all numbers of players."""
    pairs = [values.get(name, (0.0, 0.0)) for name in FEATURES]
    flat = [last + early * stage for last, early in pairs for stage in STAGES]
    return dict.fromkeys((2, 3, 4), flat)


# The smaller the whim, the stronger the bot: each wins about seven of ten games against the one
# before it, and the first little more than half of its games against a beginner.
FRIEND = Thinker(
    "friend", gettext_noop("friendly and simple"),
    ("Hephaestion", "Leonnatus", "Peucestas", "Harpalus"), _chosen(KIND),
    for_all(Effort(beam=4, width=2, whim=3.0)), tastes(takeover=-9.0, levied=0.01),
    about=gettext_noop("Plays a simple, peaceful game: never takes a province away from"
                       " anybody, and mostly follows its whims."),
)
COLLECTOR = Thinker(
    "collector", gettext_noop("levies taxes early and often"),
    ("Cleomenes", "Menes", "Philoxenus", "Antimenes"), _chosen(TAXING),
    for_all(Effort(beam=8, width=4, whim=1.4)), tastes(levied=0.05),
    about=gettext_noop("Levies taxes as soon as they pay something, even if others gain as well,"
                       " and often misjudges where to march."),
)
BUILDER = Thinker(
    "builder", gettext_noop("builds long walls"),
    ("Deinocrates", "Hippodamus", "Aristander", "Diades"), _chosen(BUILDING),
    for_all(Effort(beam=8, width=4, whim=0.52)), tastes(wall=0.008, takeover=-0.03),
    about=gettext_noop("Marches far and leaves long walls behind, gets ahead early, and uses up the"
                       " walls, so that the game ends before anybody can catch up."),
)
RAIDER = Thinker(
    "raider", gettext_noop("takes over what others build"),
    ("Cleitus", "Philotas", "Spithridates", "Memnon"), _chosen(RAIDING),
    for_all(Effort(beam=8, width=4, whim=0.39)), tastes(takeover=0.2, free=-0.04),
    about=gettext_noop("Collects a large hand of cards while others occupy provinces, and then"
                       " takes the best ones over."),
)
PLANNER = Thinker(
    "planner", gettext_noop("plans whole turns"),
    ("Eumenes", "Callisthenes", "Aristobulus", "Nearchus"), _chosen(SENSIBLE),
    about=gettext_noop("Plans every turn from the card to the last action, and weighs points,"
                       " income and guards as a sensible person would."),
)
GUARDIAN = Thinker(
    "guardian", gettext_noop("guards what it holds"),
    ("Craterus", "Polyperchon", "Cassander", "Meleager"), _chosen(GUARDING),
    for_all(Effort(width=12, keep=4, alike=3, turns=16, deals=1, narrow=4, reply_beam=4,
                   reply_width=3)),
    about=gettext_noop("Imagines the replies to its best turns, and holds only what nobody can"
                       " easily take over."),
)
# On boards that it has not learned, the strategist uses the weights of the default board.
LEARNED = {
    name: learned for name in board_file.shipped()
    if (learned := weights.shipped(name)) is not None
}
STRATEGIST = Thinker(
    "strategist", gettext_noop("plans whole turns and thinks about the replies"),
    ("Antigonus", "Antipater", "Perdiccas", "Lysimachus"), LEARNED[board_file.DEFAULT],
    {**for_all(Effort(width=12, keep=4, alike=3, turns=16, deals=1, narrow=4)),
     2: Effort(width=12, keep=4, alike=3, turns=32, deals=1, narrow=4, reply_beam=6,
               reply_width=4)},
    at_home=LEARNED,
    about=gettext_noop("Imagines how everybody will reply before choosing a turn, and has learned"
                       " from thousands of games."),
)
CHARACTERS = (FRIEND, COLLECTOR, BUILDER, RAIDER, PLANNER, GUARDIAN, STRATEGIST)
