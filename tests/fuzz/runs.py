"""One target's share of a run, in a process of its own."""

from __future__ import annotations

import logging
import os
import random
import time

import django

from tests.fuzz.fuzzing import Findings, fuzz

ON_A_SITE = ("addresses", "drafts", "imports", "replies", "commands")


def run(name: str, seconds: float, seed: int) -> Findings:
    """Fuzzes one target for this long; the site's targets get a database of their own."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    if name not in ON_A_SITE:
        return _fuzz(name, seconds, seed)
    from tests.fuzz.site_targets import empty_database, the_game

    logging.disable(logging.WARNING)  # a refused request is no news
    with empty_database():
        the_game()
        return _fuzz(name, seconds, seed)


def _fuzz(name: str, seconds: float, seed: int) -> Findings:
    from tests.fuzz.targets import TARGETS

    end = time.monotonic() + seconds
    return fuzz(TARGETS[name], random.Random(f"{name} {seed}"),
                goes_on=lambda: time.monotonic() < end)
