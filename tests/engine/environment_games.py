"""Random games in the environments of PettingZoo, each step of them checked.

``python -m tests.engine.environment_games 1000`` plays so many of each game, with all numbers of
players and all options in turn, and prints how many went wrong and how long they were.
"""

from __future__ import annotations

import argparse
import traceback
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import mean, stdev
from time import process_time

from alexandros_rules.collection import rulesets
from alexandros_rules.environment import Environment, env

SURENESS = "19 of 20 times"
SURE = 1.96  # standard deviations of an interval that is right so often
RULE_OF_THREE = 3.0  # failures in as many games that are still possible if none has been seen


@dataclass(frozen=True, slots=True)
class Played:
    """The numbers of moves and actions of a game, and the seconds that it took."""

    moves: int
    actions: int
    seconds: float


def random_environment(name: str, number: int) -> Environment:
    """Returns an environment of this game with settings that follow from a number."""
    rules, rng = rulesets()[name], Random(number)
    flags = [option.name for option in rules.options if option.kind == "flag"]
    return env(name, players=rules.seats[number % len(rules.seats)],
               board=rng.choice([*rules.boards()]),
               options={flag: rng.random() < 0.3 for flag in flags})


def play(game: Environment, number: int) -> Played:
    """Plays a random game and checks all that an agent is given in it."""
    begun, rng, actions = process_time(), Random(number), 0
    given = dict.fromkeys(game.possible_agents, 0.0)
    game.reset(seed=number)
    for agent in game.agent_iter():
        seen, reward, over, cut, _info = game.last()
        assert game.observation_space(agent).contains(seen), agent
        given[agent] += reward
        assert not cut
        if over:
            game.step(None)
            continue
        possible = seen["action_mask"].nonzero()[0]
        assert len(possible) > 0, agent
        game.step(rng.choice(possible))
        actions += 1
    assert abs(sum(given.values())) < 1e-9  # what one wins, others lose
    assert game.rules.status(game.position).over
    return Played(game.moves, actions, process_time() - begun)


def interval(numbers: list[int]) -> str:
    """Returns the mean of many such numbers, as an interval, and the highest of these."""
    around = SURE * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0
    return f"{mean(numbers):.0f} ± {around:.0f}, at most {max(numbers)}"


def tried(name: str, number: int) -> Played | str:
    """Plays a random game; returns what has gone wrong if something has."""
    try:
        return play(random_environment(name, number), number)
    except Exception:  # noqa: BLE001 - whatever is wrong, the other games tell more
        return f"{name}, game {number}:\n{traceback.format_exc()}"


def main(games: int, *, processes: int) -> None:
    with ProcessPoolExecutor(processes) as pool:
        for name in rulesets():
            ends = [*pool.map(partial(tried, name), range(games), chunksize=10)]
            played = [end for end in ends if isinstance(end, Played)]
            failed = games - len(played)
            print(*[end for end in ends if isinstance(end, str)], sep="\n", end="")
            print(f"{name}: {failed} of {games} games went wrong"
                  + ("" if failed else f" (fewer than {RULE_OF_THREE / games:.2%}, {SURENESS})"))
            if played:
                print(f"  moves of a game: {interval([one.moves for one in played])}")
                print(f"  actions of a game: {interval([one.actions for one in played])}")
                speed = sum(one.actions for one in played) / sum(one.seconds for one in played)
                print(f"  checked actions a second: {speed:.0f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.engine.environment_games",
                                     description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--processes", type=int, default=1, help="how many play at the same time")
    chosen = parser.parse_args()
    main(chosen.games, processes=chosen.processes)
