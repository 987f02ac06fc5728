"""The characters of The Campaign, from simple to strong, each with its own habits."""

from __future__ import annotations

from alexandros_rules.campaign.bots.counselor import Counselor
from alexandros_rules.campaign.bots.habits import Habits
from alexandros_rules.translation import gettext_noop

SATRAP = Counselor(
    "satrap", gettext_noop("stays at home and builds"),
    ("Peithon", "Stasanor", "Oxyartes", "Atropates"),
    Habits(mood=0.9, margin=99.0, card=0.0, soldiers=0.0),
    gettext_noop("Settles and builds cities, never trades or buys development cards, and bids by"
                 " whim."),
)
TREASURER = Counselor(
    "treasurer", gettext_noop("loves gold"),
    ("Mithrenes", "Abulites", "Apollophanes", "Tiridates"), Habits(mood=0.7, gold=3.2),
    gettext_noop("Gives anything for gold, and parts with it only when a bid seems worth it."),
)
COUNSELOR = Counselor(
    "counselor", gettext_noop("settles, bids and builds with a plan"),
    ("Anaxarchus", "Onesicritus", "Chares", "Medius"), Habits(mood=0.7),
    gettext_noop("Trades and builds towards 14 points, and knows roughly what to bid for a"
                 " settlement or a chit."),
)
REGENT = Counselor(
    "regent", gettext_noop("knows the price of everything"),
    ("Arrhidaeus", "Attalus", "Alcetas", "Asander"), Habits(),
    gettext_noop("Has learned from thousands of games what a card, a chit and a settlement are"
                 " worth at every moment, and never pays more."),
)
