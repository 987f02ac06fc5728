"""The command: it fails if something went wrong in the season, and compares two kinds of clocks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from games.labs.management.commands import season
from games.labs.season import report
from games.labs.season.report import Length, Result
from games.labs.season.scenario import Options

DAYS = Options().days


@pytest.fixture
def seasons(monkeypatch: pytest.MonkeyPatch) -> list[Options]:
    """The options of the seasons that would be run; all of them go well."""
    asked: list[Options] = []
    monkeypatch.setattr(season, "run_season", noting(asked, Result(["A line."], [], "digest")))
    return asked


def noting(asked: list[Options], result: Result) -> Callable[[Options], Result]:
    def run(options: Options) -> Result:
        asked.append(options)
        return result
    return run


def test_it_prints_the_report(seasons: list[Options], capsys: pytest.CaptureFixture[str]) -> None:
    call_command("season", "--people=9", "--days=30", "--games=1", "--seed=x")
    assert seasons == [Options(people=9, days=30, games=1, seed="x")]
    assert "A line." in capsys.readouterr().out


def test_a_fault_makes_it_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        season, "run_season", noting([], Result([], ["Table 7: nothing since"], "d"))
    )
    with pytest.raises(CommandError, match="Table 7: nothing since"):
        call_command("season", "--quick")


def test_a_season_that_breaks_down_makes_it_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season, "_environment", lambda environ, folder: {
        "ALEXANDROS_DATA": folder, "DJANGO_SETTINGS_MODULE": "there.is.none"})
    with pytest.raises(CommandError, match="broke down"):
        call_command("season", "--quick")


def test_a_season_without_people_is_refused() -> None:
    with pytest.raises(CommandError, match="at least 4 people"):
        call_command("season", "--people=1")


def test_it_compares_with_the_same_people_without_a_clock(seasons: list[Options]) -> None:
    call_command("season", "--quick", "--compare")
    assert [each.clocks for each in seasons] == [True, False] * 4
    assert [replace(each, clocks=False) for each in seasons[::2]] == seasons[1::2]
    assert len({each.seed for each in seasons}) == 1


def test_the_process_of_a_season_knows_nothing_of_the_site() -> None:
    known = season._environment({
        "PATH": "/bin", "DATABASE_URL": "postgresql://site/db", "EMAIL_URL": "smtp://site",
        "REDIS_URL": "redis://site", "SECRET_KEY": "secret", "ALEXANDROS_DATA": "/site",
    }, "/folder")
    assert known == {"PATH": "/bin", "ALEXANDROS_DATA": "/folder", "ALEXANDROS_LOG": "ERROR",
                     "ALEXANDROS_REVIEWS": "0",
                     "DJANGO_SETTINGS_MODULE": "alexandros_site.settings"}


def result(*lengths: Length) -> Result:
    return Result([], [], "", list(lengths))


def length(table: int, days: float, *, pace: str = "day", begun: float = 1.0,
           over: bool = True) -> Length:
    return Length(f"Table {table}", pace, begun, days, over)


def test_the_ratio_is_that_of_the_medians_of_the_same_tables() -> None:
    found = report.medians(result(length(1, 10), length(2, 20), length(3, 30)),
                               result(length(1, 20), length(2, 80), length(9, 1)), Options())
    assert found is not None
    assert (found.games, found.with_clock, found.without, found.ratio) == (2, 15, 50, 0.3)


def test_a_game_that_did_not_end_is_longer_than_all_others() -> None:
    endless = result(length(1, 100, over=False), length(2, 100, over=False), length(3, 40))
    found = report.medians(result(*(length(each, 20) for each in (1, 2, 3))), endless,
                               Options())
    assert found is not None
    assert found.without == math.inf
    assert found.ratio == 0.2  # at most: of the 100 days after which the season ended


def test_late_games_and_games_without_a_clock_do_not_count() -> None:
    free = result(*(length(each, 40) for each in (1, 2)))
    assert report.medians(result(length(1, 10, pace="none"),
                                     length(2, 10, begun=DAYS / 2)), free, Options()) is None
