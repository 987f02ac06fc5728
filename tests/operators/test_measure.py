"""`manage.py measure`: what games between bots show about a board and its rules."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def measured(*arguments: Any) -> list[str]:
    """The lines of a measurement on the small board."""
    out = StringIO()
    call_command("measure", "--board", "delta", "--jobs", 1, *arguments, stdout=out,
                 stderr=StringIO())
    return out.getvalue().splitlines()


def test_it_tells_wins_by_place_endings_and_what_the_game_counts() -> None:
    lines = measured("-n", 12)
    assert [line.split()[0] for line in lines] == [
        "games", "turns", "winner", "ahead", "wins", "first", "second", "third", "largest",
        "games", *(line.split()[0] for line in lines[10:-8]),
        "land", "Alexandria", "Memphis", "Pelusium", "Sais", "first", "more", "a"]
    shares = [float(line.split()[1]) for line in lines[5:8]]
    assert sum(shares) == pytest.approx(100, abs=0.2)


def test_the_number_of_processes_does_not_change_it() -> None:
    assert measured("-n", 8, "--jobs", 2) == measured("-n", 8)
    assert measured("-n", 8, "--seed", "other") != measured("-n", 8)


def test_a_measurement_can_be_continued(tmp_path: Path) -> None:
    file = tmp_path / "measure.json"
    six = measured("-n", 6, "--save", file)
    assert measured("--from", file) == six
    assert measured("--from", file, "-n", 10) == measured("-n", 10)


def test_measurements_of_other_options_are_not_mixed(tmp_path: Path) -> None:
    file = tmp_path / "measure.json"
    measured("-n", 2, "--save", file)
    with pytest.raises(CommandError, match=r"other settings \(options\)"):
        measured("--from", file, "--option", "half_of_occupying=yes")
    with pytest.raises(CommandError, match=r"other settings \(bots\)"):
        measured("--from", file, "--bots", "random")


def test_an_option_changes_the_games() -> None:
    def games(*option: str) -> list[str]:
        return measured("-n", 10, "--players", 4, *option)

    assert games("--option", "half_of_occupying=no") == games()
    assert games("--option", "half_of_occupying=yes") != games()


def test_different_bots_change_seats_so_that_none_gains_by_its_seat() -> None:
    """The better one wins from both places, so the share of the first place is half the games."""
    lines = measured("-n", 6, "--players", 2, "--bots", "greedy", "random", "--option", "first=0")
    assert lines[5:7] == ["  first    50.0 %    18.8 to  81.2 %",
                          "  second   50.0 %    18.8 to  81.2 %"]


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--bots", "hal"], "There is no bot hal. Choose from greedy, random, "),
    (["--bots", "greedy", "random"], "Name one bot for all seats, or 3 bots, one for each."),
    (["--board", "atlantis"], "There is no board atlantis. Choose from "),
    (["--option", "luck=no"], "There is no option luck. Choose from first, "),
    (["--option", "half_of_occupying=some"], "is either true or false"),
    (["--players", 5], "is for 2 to 4 players, not 5."),
    (["-n", 0], "Give --games a number of at least one."),
])
def test_what_cannot_be_measured_is_refused_with_a_sentence(
    arguments: list[Any], sentence: str
) -> None:
    with pytest.raises(CommandError) as refused:
        measured(*arguments)
    assert sentence in str(refused.value)


def test_it_tells_how_often_each_bot_wins_if_there_are_several(tmp_path: Path) -> None:
    file = tmp_path / "measure.json"
    bots = ["--players", 3, "--bots", "greedy", "never-occupier", "never-occupier"]
    lines = measured("-n", 6, *bots, "--save", file)
    won = lines[lines.index("wins by bot:") + 1:][:2]
    assert [line.split()[:2] for line in won] == [["greedy", "100.0"], ["never-occupier", "0.0"]]
    assert measured("--from", file, *bots) == lines


@pytest.mark.parametrize("bot", ["first-greedy", "hoarder", "blocker", "wall-burner"])
def test_bots_that_only_measurements_play_against_finish_their_games(bot: str) -> None:
    assert measured("-n", 2, "--players", 2, "--bots", bot)[0] == "games   2"
