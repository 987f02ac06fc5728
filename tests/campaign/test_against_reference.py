"""Compares the engine with an independent implementation of the rules, in whole random games.

CAMPAIGN_GAMES says how many games are compared; there are few by default.
"""

from __future__ import annotations

import copy
import os
from random import Random

import pytest

from alexandros_rules.campaign.moves import Move
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import State
from alexandros_rules.errors import Illegal
from alexandros_rules.replay import fold
from tests.campaign.random_games import Game, random_guess
from tests.campaign.reference_facts import choices, facts, table_choices, table_facts, table_of
from tests.campaign.reference_game import Game as Table
from tests.campaign.reference_rules import Refused

GAMES = range(int(os.environ.get("CAMPAIGN_GAMES", "12")))
SHARE = 0.2  # of the positions in which what may be done is compared, too
GUESSES = 3  # in each position that is looked at


@pytest.mark.rule(
    "SU1", "SU2", "SU3", "SU4", "SU5", "YI1", "YI2", "YI3", "YI4", "YI5", "SE1", "SE2", "SE3",
    "AL1", "AL2", "AL3", "AU2", "AU3", "AU4", "AU5", "AU7", "AU8", "AU9", "AU10", "CO1", "CO2",
    "TR3", "DE2", "DE3", "LR1", "LA1", "EN1", "EN2", "EN3", "EN4")
@pytest.mark.parametrize("number", GAMES)
def test_the_reference_has_the_same_table_after_every_move(number: int) -> None:
    game = Game(number)
    table = table_of(game)
    for state, seat, move, *_ in game.steps():
        assert facts(state) == table_facts(table)
        if move is not None:
            table.play(seat, format_move(move, state))


@pytest.mark.rule("BU1", "BU2", "BU3", "BU4", "SE2", "DE1", "DE3", "TR1")
@pytest.mark.parametrize("number", GAMES)
def test_the_reference_allows_the_same_and_refuses_the_same(number: int) -> None:
    game, rng = Game(number), Random(number)
    table = table_of(game)
    for state, seat, move, *_ in game.steps():
        if rng.random() < SHARE:
            assert choices(state) == table_choices(table)
            for _ in range(GUESSES):
                guesser, guess = random_guess(state, rng)
                _compare_guess(game, state, table, guess, seat=guesser)
        if move is not None:
            table.play(seat, format_move(move, state))


def _compare_guess(game: Game, state: State, table: Table, guess: Move, *,
                   seat: int) -> None:
    """Makes a move that may not be legal in both games, without changing them."""
    order, copied = format_move(guess, state), copy.deepcopy(table)
    try:
        copied.play(seat, order)
    except Refused:
        with pytest.raises(Illegal):
            RULESET.decide(state, guess, game.chance, seat=seat)
    else:
        events = RULESET.decide(state, guess, game.chance, seat=seat)
        assert facts(fold(RULESET, state, events)) == table_facts(copied)
