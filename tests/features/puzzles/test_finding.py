"""Puzzles are found in games, and what is found depends on nothing that the player cannot see."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.alexandros.bots.search.deals import guess
from engine.alexandros.state import State, change
from games.features.puzzles import content as stock
from games.features.puzzles import mining
from games.features.puzzles.content import Content
from games.rulesets import registry
from games.rulesets.registry import Room

pytestmark = pytest.mark.any_database
QUICK = "delta"


@pytest.fixture
def some() -> list[Content]:
    """A few puzzles of the stock, for two players, which are the quickest to look at."""
    of_two = (each for each in stock.stock_of(registry.default()).values()
              if each.setup.players == 2)
    found = list(islice(of_two, 2))
    assert found
    return found


def view_of(room: Room, content: Content) -> State:
    view: State = room.ruleset.load_state(content.view, content.setup)
    return view


def true_state(view: State, salt: bytes) -> State:
    """A state that may be the true one, as far as the player to move knows."""
    hands, supply = guess(view, view.seat, salt=salt)
    return change(view, hands=tuple(hands), supply=tuple(supply))


def found_again(room: Room, content: Content, salt: bytes) -> Content | None:
    state = true_state(view_of(room, content), salt)
    moves = [(state.seat, text) for text in content.moves]
    return mining.puzzle_at(room, state, setup=content.setup, moves=moves)


@pytest.mark.promise("R10")
def test_hidden_cards_do_not_decide_which_turn_is_best(room: Room, some: list[Content]) -> None:
    for content in some:
        for salt in (b"one deal", b"another"):
            again = found_again(room, content, salt)
            assert again is not None
            # How many bots miss it tells only how hard it is, and bots draw what they draw.
            assert replace(again, missed=content.missed, margin=round(again.margin, 3)) == content


def test_a_position_in_which_much_is_as_good_is_no_puzzle(
    room: Room, some: list[Content], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mining, "MARGIN", 1.01)
    assert found_again(room, some[0], b"any") is None


def test_a_position_that_is_as_good_as_lost_is_no_puzzle(
    room: Room, some: list[Content], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mining, "LEAST_CHANCE", 1.01)
    assert found_again(room, some[0], b"any") is None


def test_the_strongest_bot_sits_at_every_table(room: Room) -> None:
    strongest = mining.strongest(room)
    for number in range(20):
        assert strongest in mining.seated(room, bytes([number] * 20), players=2)


def test_the_same_game_has_the_same_puzzles(room: Room) -> None:
    once, again = (mining.puzzles_in(room.name, 0, boards=[QUICK], seed="any")
                   for _ in range(2))
    assert once == again


def test_the_stock_is_as_its_command_writes_it(room: Room) -> None:
    assert room.puzzles is not None
    text = room.puzzles.read_text("utf-8")
    command = text.split('"')[3]
    contents = stock.stock_of(room).values()
    assert stock.stock_to_text(contents, room=room, command=command) == text


def test_every_puzzle_of_the_stock_can_be_shown_and_its_best_turn_played(room: Room) -> None:
    for content in stock.stock_of(room).values():
        view = view_of(room, content)
        assert room.ruleset.status(view).to_move == (content.seat,)
        assert room.ruleset.view(view, content.seat) == view
        assert content.margin >= mining.MARGIN - 0.001


def test_the_command_writes_the_file_of_the_game(
    room: Room, some: list[Content], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "puzzles.jsonl"
    asked: dict[str, Any] = {}

    def find(game: str, **details: Any) -> list[list[Content]]:
        asked.update(details, game=game)
        return [some, []]

    monkeypatch.setattr(mining, "find_puzzles", find)
    with_file = replace(room, puzzles=file)
    monkeypatch.setattr(registry, "get", lambda name: with_file)
    call_command("find_puzzles", "-n", "2", "--boards", QUICK, "--seed", "any", "--jobs", "1")
    assert asked == {"game": room.name, "boards": [QUICK], "count": 2, "seed": "any",
                     "processes": 1}
    assert list(stock.stock_of(with_file).values()) == sorted(some, key=lambda each: each.key)
    assert f"{len(some)} puzzles are in puzzles.jsonl" in capsys.readouterr().out


def test_the_command_refuses_an_unknown_board() -> None:
    with pytest.raises(CommandError, match="There is no board atlantis"):
        call_command("find_puzzles", "--boards", "atlantis")
