"""Imported games, as one of the features of this service."""

from __future__ import annotations

from games.base.features import Feature
from games.features.importing import imports

FEATURE = Feature(
    name="importing",
    slots={"my-games": "importing/_ways_here.html", "archive": "importing/_ways_here.html",
           "checker": "importing/_checker.html", "game-result": "importing/_result.html",
           "replay-ways": "importing/_replay.html"},
    exported={"imported_games": imports.exported},
)
