"""Bots that search play legal and sensible turns, and know nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from alexandros_rules.alexandros.bots.characters import FRIEND, PLANNER, STRATEGIST
from alexandros_rules.alexandros.bots.search import thinker
from alexandros_rules.alexandros.bots.search.evaluation import STAGES, WIDTH
from alexandros_rules.alexandros.bots.search.thinker import Effort, Thinker, for_all, tastes
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, MARCH, TAKE, State
from alexandros_rules.bot_games import outcome
from alexandros_rules.bot_plans import always
from tests.engine.positions import LYRE, draw_board, hidden_cards_shuffled, position
from tests.engine.random_games import BOTS, played, seed, setup
from tests.engine.sampled_positions import sampled_views

STRIP = draw_board("t.h.l...s.ta....")
WEST = "A1 A2 A3 A4 A5 A6"  # worth 3
EAST = "A12 A13 A14 A15 A16"  # worth 4
QUICK = replace(STRATEGIST, efforts=for_all(
    Effort(beam=2, width=1, turns=2, deals=1, reply_beam=1, reply_width=1)))


def plan(state: State, bot: Thinker = STRATEGIST) -> list[str]:
    """Returns the orders that a bot plans for the seat to move."""
    view, orders = RULESET.view(state, state.seat), []
    for move in bot.plan(view, seat=state.seat, salt=b"any", has_time=always):
        orders.append(RULESET.format(move, view))
        for event in RULESET.decide(view, move, RULESET.unknown_chance(), seat=state.seat):
            view = RULESET.evolve(view, event)
    return orders


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"balanced_start": True, "finish_round": True}],
                         ids=["printed rules", "options"])
def test_games_come_to_an_end(players: int, options: dict[str, bool]) -> None:
    table = setup("delta", players=players, **options)
    bots = [QUICK, PLANNER, BOTS["restless"], QUICK][:players]
    assert outcome(RULESET, table, seed=seed(1), bots=bots).status.over


def test_bots_end_a_game_that_has_taken_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "PATIENCE", 40)
    no_weights = dict.fromkeys(RULESET.seats, [0.0] * (len(STAGES) * WIDTH))
    lingering = Thinker("lingering", "", (), no_weights, for_all(Effort(beam=8, width=8)),
                        tastes(wall=-1.0, takeover=5.0, free=1.0, levied=-9.0, card=0.1))
    end = outcome(RULESET, setup("persia", players=3), seed=bytes(32), bots=[lingering] * 3)
    assert 40 < end.status.turn < 60


@pytest.mark.parametrize("bot", [PLANNER, QUICK], ids=lambda bot: bot.name)
def test_a_plan_goes_up_to_the_first_card_it_reveals(bot: Thinker) -> None:
    for view in list(sampled_views(60))[:40]:
        moves = bot.plan(view, seat=view.seat, salt=b"any", has_time=always)
        state = view
        for i, move in enumerate(moves):
            events = RULESET.decide(state, move, RULESET.unknown_chance(), seat=view.seat)
            for event in events:
                state = RULESET.evolve(state, event)
            revealed = any(RULESET.revealed_text(event) == "?" for event in events)
            assert revealed <= (i == len(moves) - 1)


def test_a_bot_has_weights_of_its_own_for_boards_that_it_knows() -> None:
    planner, other = PLANNER, replace(PLANNER, weights=FRIEND.weights)
    bot = replace(PLANNER, at_home={"persia": other.weights})
    at_home = abroad = 0
    for view in list(sampled_views(60))[:40]:
        as_planner, as_other, played = (
            one.plan(view, seat=view.seat, salt=b"any", has_time=always)
            for one in (planner, other, bot))
        if view.board.name == "persia":
            assert played == as_other
            at_home += as_planner != as_other
        else:
            assert played == as_planner
            abroad += as_planner != as_other

    assert at_home > 0
    assert abroad > 0


def true_states(count: int) -> list[State]:
    """Returns states of games in which some cards are hidden from the seat to move."""
    found = list[State]()
    for number in range(100):
        board = ("persia", "delta")[number % 2]
        game = played(setup(board, players=2 + number % 3), seed=seed(number),
                      bots=["greedy", "restless", "greedy", "restless"][:2 + number % 3])
        found += [state for state, _, _ in game if state.phase in (TAKE, ACT)][3::7]
        if len(found) >= count:
            break
    return found[:count]


@pytest.mark.promise("R10")
@pytest.mark.parametrize(("name", "pairs"), [("greedy", 400), ("planner", 350), ("quick", 250)])
def test_bots_plan_the_same_whatever_the_hidden_cards_are(name: str, pairs: int) -> None:
    bot = {**RULESET.bots, "quick": QUICK}[name]
    chance, differ = Random(1), 0
    for state in true_states(pairs):
        other = hidden_cards_shuffled(state, state.seat, chance, known_stay=True)
        differ += other != state
        views = [RULESET.view(one, one.seat) for one in (state, other)]

        assert len({tuple(bot.plan(view, seat=view.seat, salt=b"any", has_time=always))
                    for view in views}) == 1
    assert differ > 0.9 * pairs


def test_without_time_there_is_still_a_legal_plan() -> None:
    for view in list(sampled_views(100))[:20]:
        moves = STRATEGIST.plan(view, seat=view.seat, salt=b"any", has_time=lambda: False)
        assert RULESET.decide(view, moves[0], RULESET.unknown_chance(), seat=view.seat)


@pytest.mark.parametrize(("scores", "levies"), [([60, 97], False), ([97, 60], True)])
def test_it_levies_when_that_wins_and_not_when_it_lets_the_leader_win(
    scores: list[int], *, levies: bool
) -> None:
    state = position(STRIP, phase=ACT, alexander="A9.N", closed=[WEST, EAST], guards=["A1", "A12"],
                     hands=["tthl", "aa"], scores=scores)
    assert ("levy temple" in plan(state)) == levies


WIDE = draw_board("\n".join(["." * 24] * 6 + ["." * 20 + "l..."]))
# There and back: the lyre is further away than any route that the search follows.
LONG = draw_board("\n".join(["." * 58, "~" * 56 + "..", "l" + "." * 57]))


@pytest.mark.rule("E2")
@pytest.mark.parametrize("steps", ["E " * 7 + "SE " * 6, "SE " * 7 + "E " * 7])
def test_a_bot_finds_the_only_route_for_which_there_are_enough_walls(steps: str) -> None:
    walls = " ".join(steps.split()[:-1])
    state = position(WIDE, phase=MARCH, card=LYRE, routes=[f"A1.N: {walls}"], black_left=1,
                     red_left=0, face_up="th", hands=["t", "t"])
    assert plan(state, QUICK)[0].startswith("march G21")


@pytest.mark.parametrize("phase", [MARCH, TAKE])
def test_a_bot_plays_on_when_the_only_space_is_too_far_to_look_at(phase: str) -> None:
    card = LYRE if phase == MARCH else None
    assert plan(position(LONG, phase=phase, card=card, face_up="ll", hands=["t", "t"]), QUICK)
