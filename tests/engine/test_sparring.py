"""Bots that only measurements play against."""

from __future__ import annotations

import hashlib

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.bots.sparring import ENOUGH, SPARRING
from alexandros_rules.alexandros.moves import March, Move, Occupy
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.bot_games import play_out
from alexandros_rules.ruleset import Bot
from tests.engine.random_games import seed, setup


def game(*bots: Bot) -> list[tuple[State, Move | None]]:
    """Returns the states of a game on the learning board, each with the move made in it."""
    return [(state, move) for state, move, _ in play_out(
        RULESET, setup("delta", players=len(bots)), seed=seed(2), bots=bots)]


@pytest.mark.parametrize("bot", SPARRING.values(), ids=lambda bot: bot.name)
def test_they_play_whole_games(bot: Bot) -> None:
    last, _ = game(bot, RULESET.bots["planner"])[-1]

    assert RULESET.status(last).over


def test_a_bot_that_never_occupies_has_no_guards_and_no_points() -> None:
    last, _ = game(SPARRING["never-occupier"], RULESET.bots["planner"])[-1]

    assert (last.guards[0], last.scores[0]) == (0, 0)


def test_a_hoarder_collects_cards_before_it_occupies_anything() -> None:
    occupied = [state for state, move in game(SPARRING["hoarder"], RULESET.bots["planner"])
                if state.seat == 0 and isinstance(move, Occupy)]

    assert cards.total(occupied[0].hands[0]) >= ENOUGH


def test_a_wall_burner_marches_further_than_the_planner_beside_it() -> None:
    steps = [0, 0]
    for state, move in game(SPARRING["wall-burner"], RULESET.bots["planner"]):
        if isinstance(move, March):
            steps[state.seat] += len(move.steps)

    assert steps[0] > steps[1]


def test_the_first_strategist_never_changes() -> None:
    """Measurements against it are compared over the years."""
    moves = [RULESET.format(move, state) for state, move in game(
        *[SPARRING["first-strategist"]] * 2) if move is not None]

    assert hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16] == "2223be9fcee78b40"
