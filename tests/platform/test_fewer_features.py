"""The service without some of its features: everything else works as before."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.fewer_features import TESTS_LEFT_OUT

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("absence", "calendar_feed", "clocks", "features", "inbox", "lobby", "outbox", "pages",
         "people", "play", "push")


def passed(*tests: str) -> int:
    """How many of these tests pass with ``tests.fewer_features``; all others must, too."""
    own = {name: value for name, value in os.environ.items()
           if not name.startswith(("PYTEST_", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS"))}
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--ds=tests.fewer_features",
         "-p", "no:cacheprovider", *tests],
        cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-1000:]
    found = re.search(r"(\d+) passed", result.stdout)
    return int(found[1]) if found else 0


def test_a_game_is_played_and_told_of_without_puzzles_plans_and_what_if_boards() -> None:
    assert passed("tests/pages/test_a_whole_game.py", "tests/outbox/test_notifications.py") > 15


def test_every_other_test_of_tables_email_and_pages_passes_without_them() -> None:
    # Browsers run apart from all other tests, as in .ci/test.
    no_browsers = "--ignore-glob=*/test_in_browsers.py"
    assert passed("--gate", no_browsers, *(f"tests/{room}" for room in ROOMS)) > 2500


def test_the_tests_left_out_are_those_of_the_features() -> None:
    for test in TESTS_LEFT_OUT:
        assert list(ROOT.glob(f"{test.partition('::')[0]}*")), f"{test} is gone"
