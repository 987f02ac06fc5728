"""How fair The Campaign is, how its games end, and how often others than the player to move decide.

Usage, for example: ``python -m tests.campaign.balance --players 4 --games 600 --bots counselor``

One bot takes all seats; of several, each has one, and they change seats from game to game.  The
same seed gives the same games.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Iterator, Sequence

from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import AUCTION, DISCARD, State
from alexandros_rules.ruleset import Setup
from games.labs.measuring.experiments import Gear, Pairing, Played, play_all
from games.labs.measuring.ratings import seed_of
from games.labs.measuring.tally import Tally, report


class Questions:
    """Landmarks: each question to others than the player to move, in one game.

    However many of them an auction or a seven asks, it is one question: they answer at the
    same time.
    """

    title = "questions"

    def names(self, board: str) -> Sequence[str]:
        return ()

    def reached(self, state: State) -> Collection[str]:
        others = set(RULESET.status(state).to_move) - {state.seat}
        if not others or state.phase not in (AUCTION, DISCARD):
            return ()
        return (f"{state.phase} in turn {state.turn}",)


def games(bots: Sequence[str], players: int, numbers: range, *, seed: str = "balance",
          processes: int = 1, **options: object) -> Iterator[Played]:
    """Plays games in which the bots take turns in the seats, and every seat is first as often."""
    names = tuple(bots) if len(bots) > 1 else tuple(bots) * players
    board = next(iter(RULESET.boards().values()))
    pairings = [
        Pairing(Setup(board, players, {"first": number // players % players, **options}),
                (*names[number % players:], *names[:number % players]),
                seed_of(seed, players=players, deal=number))
        for number in numbers
    ]
    yield from play_all(Gear(RULESET, RULESET.bots, Questions()), pairings, processes=processes)


def lines(played: Sequence[Played]) -> Iterator[str]:
    """Yields what the games show."""
    tally = Tally()
    for game in played:
        tally.add(game)
    yield from report(tally, landmarks=(), title="")
    yield f"questions to others: {questions_per_turn(played):.2f} in each turn"


def questions_per_turn(played: Sequence[Played]) -> float:
    return sum(len(game.reached) for game in played) / sum(game.turns for game in played)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--bots", nargs="+", default=["counselor"])
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--option", nargs="*", default=[], help="options that are switched on")
    given = parser.parse_args()
    played = games(given.bots, given.players, range(given.games), seed=given.seed,
                   processes=given.jobs, **dict.fromkeys(given.option, True))
    for line in lines(list(played)):
        print(line)


if __name__ == "__main__":
    main()
