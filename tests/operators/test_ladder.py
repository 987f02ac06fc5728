"""`manage.py ladder`: ratings of bots."""

from __future__ import annotations

import shlex
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rulesets import opponents
from games.rulesets.alexandros.room import ROOM
from games.rulesets.opponents import Duels


def ladder(*arguments: Any) -> list[str]:
    """The lines of the table of a small ladder of quick bots."""
    out = StringIO()
    call_command("ladder", "--board", "delta", "--bots", "greedy", "random", *arguments,
                 stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


SMALL = ("--deals", 3, "--jobs", 1)


def test_the_table_has_a_line_for_each_bot_the_best_first() -> None:
    head, *lines = ladder(*SMALL)
    assert head == (
        "bot     points  95 % interval   games   wins of 2   wins of 3   wins of 4")
    assert [line.split()[0] for line in lines] == ["greedy", "random"]
    assert lines[1].split()[1:3] == ["0", "fixed"]


def test_each_deal_is_played_by_all_line_ups_in_all_rotations() -> None:
    """One line-up of two bots at two seats, two at three and three at four."""
    games = [line.split()[-7] for line in ladder("--deals", 1, "--jobs", 1)[1:]]
    assert games == [str(1 * 2 + 2 * 3 + 3 * 4)] * 2


def test_the_number_of_processes_does_not_change_the_table() -> None:
    assert ladder("--deals", 3, "--jobs", 2) == ladder(*SMALL)


def test_the_anchor_has_the_points_it_is_given() -> None:
    lines = ladder(*SMALL, "--players", 2, "--anchor", "greedy", "--points", 1000)
    assert lines[1].split()[:3] == ["greedy", "1000", "fixed"]


def test_progress_and_times_are_not_part_of_the_table() -> None:
    errors = StringIO()
    call_command("ladder", "--board", "delta", "--bots", "greedy", "random", "--players", 2,
                 "--deals", 1, "--jobs", 1, stdout=StringIO(), stderr=errors)
    *progress, times = errors.getvalue().splitlines()
    assert progress == ["1 of 2 games", "2 of 2 games"]
    assert times.startswith("Median time per turn on this machine: greedy ")


def test_stored_results_are_printed_again_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    three = ladder("--players", 2, *SMALL, "--save", file)
    assert ladder("--players", 2, "--from", file) == three
    five = ladder("--players", 2, "--from", file, "--deals", 5, "--jobs", 1)
    assert five == ladder("--players", 2, "--deals", 5, "--jobs", 1) != three


def test_results_of_another_board_are_not_continued(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    ladder("--players", 2, *SMALL, "--save", file)
    with pytest.raises(CommandError, match=r"other settings \(board, seed\)\. Give the same"):
        ladder("--board", "persia", "--seed", "other", "--from", file)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format":1}'])
def test_a_file_that_holds_something_else_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "ladder.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=r"cannot be read|was not written by manage\.py ladder"):
        ladder("--from", file)


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--bots", "hal"], "There is no bot hal. Choose from greedy, random, "),
    (["--board", "atlantis"], "There is no board atlantis. Choose from "),
    (["--option", "luck=no"], "There is no option luck. Choose from first, "),
    (["--option", "first"], "Give the option first a value, such as first=yes."),
    (["--option", "first=9"], "The first player must be a seat from 0 to 1."),
    (["--players", 5], "is for 2 to 4 players, not 5."),
    (["--bots", "greedy"], "Name at least two different bots."),
    (["--anchor", "hal"], "The anchor hal is not one of the bots: greedy, random."),
    (["--deals", 0], "Give --deals a number of at least one."),
    (["--jobs", 0], "Give --jobs a number of at least one."),
])
def test_what_cannot_be_measured_is_refused_with_a_sentence(
    arguments: list[Any], sentence: str
) -> None:
    with pytest.raises(CommandError) as refused:
        ladder(*arguments)
    assert sentence in str(refused.value)


# Publishing

@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file to which strengths are published during a test."""
    file = tmp_path / "strengths.json"
    room = replace(ROOM, strengths=file)
    monkeypatch.setattr("games.labs.management.commands.ladder.registry.get", lambda name: room)
    return file


ANCHORED = ("--players", 2, "--anchor", "greedy", "--points", 1000)


def test_published_strengths_say_what_the_table_says(published: Path) -> None:
    line = ladder(*SMALL, *ANCHORED, "--publish")[1].split()
    found = opponents.read(published)
    greedy, random = found.bots["greedy"], found.bots["random"]
    assert list(found.bots) == ["random", "greedy"]
    assert (str(greedy.points), greedy.games) == (line[1], int(line[3]))
    assert greedy.is_anchor
    assert random.low <= random.points <= random.high
    assert greedy.wins == {2: 1.0}
    assert greedy.against == {"random": Duels(6, 6)}
    assert random.against == {"greedy": Duels(0, 6)}


def test_the_published_command_measures_the_same_again(published: Path) -> None:
    ladder(*SMALL, *ANCHORED, "--publish")
    first = published.read_text("utf-8")
    command = opponents.read(published).command
    published.unlink()
    program, name, *arguments = shlex.split(command)
    assert (program, name) == ("manage.py", "ladder")
    call_command("ladder", *arguments, stdout=StringIO(), stderr=StringIO())
    assert published.read_text("utf-8") == first


def test_the_published_command_names_the_default_board(published: Path) -> None:
    call_command("ladder", "--bots", "friend", "random", "--players", 2, "--deals", 1, "--jobs", 1,
                 "--anchor", "friend", "--publish", stdout=StringIO(), stderr=StringIO())
    default = next(iter(ROOM.ruleset.boards()))
    assert f" --board {default} " in opponents.read(published).command


def test_stored_results_are_published_without_playing_again(
    published: Path, tmp_path: Path
) -> None:
    file = tmp_path / "ladder.json"
    ladder(*SMALL, *ANCHORED, "--save", file)
    ladder(*ANCHORED, "--from", file, "--publish")
    assert " --deals 3 " in opponents.read(published).command


def test_only_ratings_that_can_be_compared_are_published(
    published: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="Give --anchor a bot, and --points its rating"):
        ladder(*SMALL, "--publish")
    assert not published.exists()
    nowhere = replace(ROOM, strengths=None)
    monkeypatch.setattr("games.labs.management.commands.ladder.registry.get", lambda name: nowhere)
    with pytest.raises(CommandError, match="Alexandros has no file for the strengths"):
        ladder(*SMALL, *ANCHORED, "--publish")


def test_bots_that_nobody_can_play_against_are_not_published(published: Path) -> None:
    with pytest.raises(CommandError, match="Nobody can play against hoarder"):
        ladder(*ANCHORED, "--bots", "greedy", "hoarder", "--deals", "1", "--publish")
    assert not published.exists()
