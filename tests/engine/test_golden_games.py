"""The golden games: a fixed sample replays here, ``make verify`` replays all of them."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from typing import get_args

import pytest

from alexandros_rules.alexandros import decide, events, notation, occupying
from tests.engine.random_games import RULESET
from tests.golden import coverage, making, replays
from tests.golden.game_files import RECORDS, GoldenGame, read_all

GAMES = {game.name: game for game in read_all()}
INDEX = replays.read_index()
WRITTEN = [name for name in GAMES if name.startswith("written-")]
SAMPLE = sorted({*WRITTEN, *[*GAMES][::12]})

@pytest.mark.promise("R8")
@pytest.mark.parametrize("name", SAMPLE)
def test_a_golden_game_replays_to_its_digests_results_and_views(name: str) -> None:
    assert replays.difference(INDEX[name], replays.facts_of(GAMES[name])) == ""


@pytest.mark.promise("R8")
def test_the_index_has_every_game_and_there_are_at_least_three_hundred() -> None:
    records = {path.stem for path in RECORDS.glob("*.record")}

    assert set(INDEX) == {*GAMES, *records}
    assert len(INDEX) >= 300
    assert len(WRITTEN) >= 12
    assert all(GAMES[name].shows.endswith(".") for name in WRITTEN)


def test_every_ending_and_option_is_shown_on_every_board_for_every_number_of_players() -> None:
    assert coverage.missing(INDEX.values()) == []
    assert set(making.BOARDS) == set(RULESET.boards())
    assert {name for entry in INDEX.values() for name in entry["options"]} == {
        option.name for option in RULESET.options}


def test_every_type_of_event_is_shown() -> None:
    types = {name for entry in INDEX.values() for name in entry["events"]}

    assert len(types) == len(get_args(events.Event))


def test_what_no_game_shows_is_reported() -> None:
    without = [entry for entry in INDEX.values()
               if (entry["board"], entry["players"], entry["ending"]) != ("delta", 2, "quiet")]

    assert ("No game of version 2 on delta with 2 players shows ending quiet."
            in coverage.missing(without))


def test_every_refusal_of_the_rules_is_shown() -> None:
    codes = {
        str(node.args[0].value)
        for module in (decide, occupying, notation)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id in ("Illegal", "Ambiguous", "Unreadable")
        and isinstance(node.args[0], ast.Constant)
    }
    shown = {code for entry in INDEX.values() for code in entry["refusals"]}

    assert codes - shown == set()


@pytest.mark.parametrize("bot", ["greedy", "random", "restless", "hoarder", "taxman", "raider"])
def test_games_of_several_different_bots_are_among_them(bot: str) -> None:
    assert sum(bot in game.players for game in GAMES.values()) >= 5


def test_the_bots_play_a_golden_game_again_in_the_same_way() -> None:
    start = f"v{making.RULES}-delta-2-"
    wanted = next(game for name, game in GAMES.items() if name.startswith(start))
    number = wanted.name.rsplit("-", 1)[1]

    game, _ = making.played(making.table("delta", 2, int(number)))

    assert game == wanted


def test_a_difference_names_the_first_row_that_differs() -> None:
    game = GAMES[WRITTEN[0]]
    entry = replays.facts_of(game)
    last = game.orders[-1]
    other = replace(last, text="end" if last.text != "end" else "draw")

    found = replays.facts_of(replace(game, orders=(*game.orders[:-1], other)))

    assert replays.difference(entry, entry) == ""
    assert replays.difference(entry, found).startswith(f"differs from row {len(game.orders) + 1}:")


def test_an_order_that_meets_another_answer_is_reported() -> None:
    game: GoldenGame = GAMES["written-far-horse"]
    refused = next(i for i, order in enumerate(game.orders) if order.code)
    orders = list(game.orders)
    orders[refused] = replace(orders[refused], code="")

    with pytest.raises(ValueError, match="is answered with not-closest, not with no refusal"):
        replays.facts_of(replace(game, orders=tuple(orders)))
