"""The environments of PettingZoo: its own tests, whole random games, and what agents are given.

PettingZoo is imported by the tests, so that the gate, which reads this file, does not load it.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from alexandros_rules.collection import Refusal, next_move, rulesets
from alexandros_rules.encoding import PASS
from tests.engine import encodings

GAMES = 4  # random ones of each kind
MANY = {"alexandros": {"games": 8, "every": 5}, "campaign": {"games": 7, "every": 13}}
# What PettingZoo says of every environment with an action mask that is not one of its own.
OF_OTHERS = ("Observation space for each agent probably should be gymnasium.spaces.box",
             "Observation is not a NumPy array")
both = pytest.mark.parametrize("name", rulesets())


@pytest.fixture(scope="module")
def env() -> Callable[..., Any]:
    from alexandros_rules.environment import env

    return env


@contextlib.contextmanager
def no_warning_but(*allowed: str) -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        yield
    assert [str(one.message) for one in caught if not str(one.message).startswith(allowed)] == []


def play_on(table: Any) -> None:
    """Takes random actions until the game has ended or is cut off."""
    rng = Random(1)
    while not any((*table.terminations.values(), *table.truncations.values())):
        table.step(rng.choice(table.observe(table.agent_selection)["action_mask"].nonzero()[0]))


@both
@pytest.mark.parametrize("players", [2, 4])
def test_it_passes_the_tests_of_pettingzoo(
    env: Callable[..., Any], name: str, players: int
) -> None:
    from pettingzoo.test import api_test, seed_test

    with no_warning_but(*OF_OTHERS):
        api_test(env(name, players=players), num_cycles=1000)
        seed_test(lambda: env(name, players=players), num_cycles=250)


@both
def test_random_games_end_and_give_each_agent_what_its_space_contains(name: str) -> None:
    from tests.engine.environment_games import play, random_environment

    for number in range(GAMES):
        assert play(random_environment(name, number), number).moves > 20


@both
def test_many_positions_have_one_path_for_each_legal_move_and_need_every_action(name: str) -> None:
    rng, used = Random(2), set[str]()
    many = encodings.positions(name, **MANY[name])
    for position in many:
        used |= encodings.check_paths(position, rng)
        encodings.check_secrets(position)
    assert used == {*many[0].encoding.groups}


@both
def test_the_observation_of_an_agent_does_not_change_with_what_it_may_not_see(
    env: Callable[..., Any], name: str
) -> None:
    compared = 0
    for position in encodings.positions(name, games=3, every=29):
        table = env(name, players=position.state.players, board=position.setup.board)
        seen, acting = [], set()
        for state in (position.state, position.twin):
            table.reset(options={"position": state})
            seen.append(table.observe(f"player_{position.seat}"))
            acting.add(table.agent_selection)
        assert (seen[0]["observation"] == seen[1]["observation"]).all()
        # Who can pay for somebody else's offer is asked about it first.
        if len(acting) == 1:
            assert (seen[0]["action_mask"] == seen[1]["action_mask"]).all()
            compared += seen[0]["action_mask"].any()
    assert compared > 5


def test_a_bot_plays_against_random_agents(env: Callable[..., Any]) -> None:
    table = env("campaign", players=2)
    table.reset(seed=5)
    rng, asked = Random(5), 0
    for agent in table.agent_iter():
        seen, _reward, over, _cut, _info = table.last()
        if over:
            table.step(None)
        elif agent == "player_1":
            table.step(rng.choice(seen["action_mask"].nonzero()[0]))
        elif table.asked:
            asked += 1
            table.step(PASS)
        else:
            bot = table.rules.bots["counselor"]
            for action in table.path(next_move(bot, table.view, seat=0, salt=bytes(4))):
                table.step(action)
    assert table.rules.status(table.position).winners == (0,)
    assert asked > 0


@both
def test_who_wins_gains_what_the_others_lose(env: Callable[..., Any], name: str) -> None:
    table = env(name, players=3)
    table.reset(seed=3)
    play_on(table)
    assert all(table.terminations.values())
    winners = [agent for agent, info in table.infos.items() if info["winner"]]
    assert [table.rewards[agent] for agent in winners] == [1]
    assert sum(table.rewards.values()) == pytest.approx(0)
    assert [info["score"] for info in table.infos.values()] == [
        *table.rules.status(table.position).scores]


def test_a_game_that_is_too_long_is_cut_off_without_a_winner(env: Callable[..., Any]) -> None:
    table = env(most_moves=3)
    table.reset(seed=1)
    play_on(table)
    assert all(table.truncations.values())
    assert table.moves == 3
    assert set(table.rewards.values()) == {0}
    assert not table.observe("player_0")["action_mask"].any()


def test_a_game_that_begins_at_its_end_is_over(env: Callable[..., Any]) -> None:
    table = env(players=3)
    table.reset(seed=3)
    play_on(table)
    rewards = table.rewards
    table.reset(options={"position": table.position})
    assert all(table.terminations.values())
    assert table.rewards == rewards


def test_an_action_that_is_not_possible_is_refused_and_changes_nothing(
    env: Callable[..., Any]
) -> None:
    table = env()
    table.reset(seed=1)
    seen = table.observe(table.agent_selection)
    for wrong in (0, None):
        with pytest.raises(ValueError, match=rf"cannot take the action {wrong} now\. Choose one "):
            table.step(wrong)
    again = table.observe(table.agent_selection)
    assert (seen["observation"] == again["observation"]).all()


def test_the_text_board_is_what_the_agent_sees(env: Callable[..., Any]) -> None:
    table = env(render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == table.rules.text_board(table.view)
    assert env().render_mode is None


def test_bad_settings_are_refused_in_a_sentence(env: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"There is no game chess\. Choose one of alexandros"):
        env("chess")
    with pytest.raises(ValueError, match=r"There is no render mode human\. Choose 'ansi'"):
        env(render_mode="human")
    with pytest.raises(Refusal, match="is for 2 to 4 players, not 7"):
        env(players=7)
