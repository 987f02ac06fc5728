"""Forms say what games on each board are usually like."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from games.models import User
from games.rulesets import registry
from games.rulesets.typical_games import expectation, usual_length, usual_lengths
from games.table.lobby import open_tables
from tests.pages.page_reader import Sit

ROOM = registry.get("alexandros")


def stored(folder: Path, players: int, *, turns: int, points: int, ahead: int) -> None:
    """Stores a measurement of three games of which this is the one in the middle."""
    results = {name: [[middle - 2, 1], [middle, 1], [middle + 9, 1]] for name, middle in
               (("turns", turns), ("winner", points), ("margins", ahead))}
    (folder / f"delta-{players}.json").write_text(json.dumps({"results": results}), "utf-8")


def test_what_to_expect_depends_on_the_number_of_players(tmp_path: Path) -> None:
    stored(tmp_path, 2, turns=26, points=99, ahead=17)
    stored(tmp_path, 4, turns=20, points=48, ahead=7)

    assert expectation(replace(ROOM, typical_games=tmp_path), "delta") == (
        "about 20 to 26 turns. With 2 players, the winner usually has 99 points, 17 ahead of the"
        " second; with 4 players 48 points, 7 ahead.")


def test_nothing_is_said_of_a_board_that_was_not_measured(tmp_path: Path) -> None:
    stored(tmp_path, 2, turns=20, points=99, ahead=7)

    assert expectation(replace(ROOM, typical_games=tmp_path), "persia") == ""
    assert expectation(replace(ROOM, typical_games=None), "delta") == ""


def test_the_usual_length_is_that_of_the_board_and_the_number_of_players(tmp_path: Path) -> None:
    stored(tmp_path, 2, turns=11, points=99, ahead=7)
    stored(tmp_path, 4, turns=20, points=48, ahead=7)
    room, board = replace(ROOM, typical_games=tmp_path), ROOM.ruleset.boards()["delta"]

    assert usual_length(room, board, players=2) == (
        "A game of 2 players on this board usually takes about 11 turns.")
    assert "about 20 turns" in usual_length(room, board, players=4)
    assert usual_lengths(room) == "About 11 to 20 turns, depending on the board."
    for unmeasured in (usual_length(room, board, players=3),
                       usual_length(room, "another board", players=2),
                       usual_length(replace(room, typical_games=None), board, players=2),
                       usual_lengths(replace(room, typical_games=None))):
        assert unmeasured == ""


@pytest.mark.django_db
def test_people_read_how_long_a_game_takes_before_they_sit_down(
    sit: Sit, alice: User, now: datetime
) -> None:
    for board, players in (("delta", 2), ("persia", 4)):
        game = open_tables.create_table(by=alice, board=board, players=players, now=now)
        words = usual_length(ROOM, ROOM.ruleset.boards()[board], players=players)
        assert words
        assert words in sit(alice).open(f"/games/{game.code}/").words
        page = sit(None).open(f"/games/{game.code}/invitation/{game.invite_token}/")
        assert words in page.words


@pytest.mark.parametrize("board", ROOM.ruleset.boards())
def test_all_boards_have_been_measured_with_all_numbers_of_players(board: str) -> None:
    assert ROOM.typical_games is not None
    for players in ROOM.ruleset.seats:
        stored = json.loads((ROOM.typical_games / f"{board}-{players}.json").read_text("utf-8"))
        assert stored["kind"] == "measure"
        assert stored["conditions"]["board"] == ROOM.ruleset.boards()[board]
        assert stored["results"]["games"] >= 100


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/games/new/?game=alexandros"])
def test_people_read_it_when_they_choose_a_board(sit: Sit, path: str) -> None:
    page = sit(None).open(path)

    for board in ROOM.ruleset.boards():
        assert expectation(ROOM, board) in page.words
