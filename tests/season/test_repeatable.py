"""The same options give the same season, whatever the process and however often one sweeps."""

from __future__ import annotations

import os
from dataclasses import replace
from unittest import mock

import pytest

from games.labs.management.commands.season import run_season
from games.labs.season.report import Result
from games.labs.season.scenario import Options, quick

QUICK = replace(quick(), people=8, days=21, rendered=0)

pytestmark = pytest.mark.any_database


def run(options: Options, *, hash_seed: int) -> Result:
    with mock.patch.dict(os.environ, PYTHONHASHSEED=str(hash_seed),
                         DATABASE_URL="postgresql://nobody@nowhere.invalid/no", EMAIL_URL="no"):
        return run_season(options)


@pytest.fixture(scope="module")
def season() -> Result:
    """A quick season, in a process whose environment names servers that do not exist."""
    return run(QUICK, hash_seed=1)


def test_the_same_seed_gives_the_same_season(season: Result) -> None:
    assert run(QUICK, hash_seed=2).digest == season.digest


def test_nothing_goes_wrong_in_a_quick_season(season: Result) -> None:
    assert season.faults == []


def test_the_report_tells_of_endings_turns_waiting_and_emails(season: Result) -> None:
    report = "\n".join(season.lines)
    for words in ("finished by people", "stand-ins", "bots that keep a seat", "median and 90th",
                  "Emails per person and week", "lost while asleep", "Games that stalled: 0",
                  "Errors of the service: 0",
                  f"Digest of the logs and this report: {season.digest}"):
        assert words in report


def test_people_finish_games(season: Result) -> None:
    assert any(length.over for length in season.lengths)


def test_sweeps_that_cannot_find_anything_may_be_left_out() -> None:
    """Nor does it matter for the logs whether emails are written in full."""
    tiny = replace(QUICK, people=6, days=2, games=3, opening=0.05, joining=0.1, prompt=True,
                   sweep_minutes=5)
    thorough = replace(tiny, every_sweep=True, rendered=1)
    assert run(tiny, hash_seed=1).digest == run(thorough, hash_seed=2).digest
