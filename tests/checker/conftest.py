"""Lets the page know both games, whichever the settings offer."""

from __future__ import annotations

from typing import Any

import pytest

PACKAGE = "games.rulesets.campaign"


@pytest.fixture(autouse=True)
def _both_games(settings: Any) -> None:
    if PACKAGE not in settings.GAMES:
        settings.GAMES = [*settings.GAMES, PACKAGE]
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, PACKAGE]
