"""Settings without puzzles, plans and what-if boards, with which all other tests pass.

Tables, email and pages need no feature: ``tests/platform/test_fewer_features.py`` proves it.
"""

from __future__ import annotations

from tests.settings import *  # noqa: F403
from tests.settings import FEATURES, INSTALLED_APPS

LEFT_OUT = ["games.features.puzzles", "games.features.plans", "games.features.what_if"]
FEATURES = [feature for feature in FEATURES if feature not in LEFT_OUT]
INSTALLED_APPS = [app for app in INSTALLED_APPS if app not in LEFT_OUT]

# The tests of these features, those that list what all features bring, and long computations.
TESTS_LEFT_OUT = (
    "tests/features/plans/",
    "tests/features/puzzles/",
    "tests/features/what_if/",
    "tests/pages/each_request/",
    "tests/worlds/",
    ("tests/pages/test_sealed_games.py::"
     "test_nobody_but_its_players_sees_a_sealed_game_before_it_is_unsealed[what-if/]"),
    "tests/features/importing/test_import_pages.py::test_its_importer_tries_turns",
    "tests/pages/test_opponents_page.py::test_pages_lead_to_the_bots[/puzzles/]",
    "tests/pages/test_permissions.py::test_every_address_is_written_down",
    "tests/pages/test_declarations.py::test_what_is_changed_without_proof_or_locks_is_written_down",
    # These compute pairings, ratings, prices and suggestions, and ask neither for pages nor for
    # features.
    "tests/features/competitions/test_pairing.py",
    "tests/features/ratings/test_folding.py::test_two_thousand_games",
    "tests/outbox/test_suggestions.py",
    "tests/pages/test_closed_provinces.py",
    "tests/pages/test_prices.py",
    # A sweep counts the puzzles it chooses.
    "tests/outbox/test_delivery.py::test_the_command_sweeps_what_the_worker_sweeps",
)
