"""Measures whether turns that the analyst calls losses lose games.

Some decisions of games between bots are judged.  From the true position, the game is then played
to its end by the strongest bot, after what was played and after the better turn, with the same
random draws.  The difference in wins is compared with the loss that was claimed::

    python -m tests.campaign.analysis.measuring_losses --games 12
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from itertools import pairwise
from statistics import mean, stdev
from typing import Any

from alexandros_rules.bot_plans import always
from alexandros_rules.campaign.analysis.chances import chances_of
from alexandros_rules.campaign.analysis.playing_on import played_on
from alexandros_rules.campaign.state import State
from alexandros_rules.chance import SeededChance
from tests.campaign.analysis.judged_games import ANALYST, decided, played

LINE_UPS = (("regent", "satrap"), ("counselor", "regent", "treasurer"),
            ("satrap", "regent", "counselor", "treasurer"))
EVERY = 3  # decisions of which one is judged
ENDINGS = 40  # to which a game is played on from each position
CLASSES = (0.02, 0.05, 0.1, 1.0)
TO_THE_END = 10_000  # turns


def win_share(state: State, some: Sequence[Any], seat: int) -> float:
    """The share of the games that the seat wins after these moves."""
    return mean(
        chances_of(played_on(state, some, seat=seat, turns=TO_THE_END, chance=SeededChance(
            hashlib.sha256(f"ending {number}".encode()).digest())))[seat]
        for number in range(ENDINGS))


def main() -> None:
    """Prints claimed and actual losses by the size of the claim, with intervals of 95 %."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=12)
    found: list[tuple[float, float]] = []
    judged = 0
    for number in range(parser.parse_args().games):
        moves = played(LINE_UPS[number % len(LINE_UPS)], number)
        before = {one.number: one.before for one in moves}
        for one in decided(moves)[number % EVERY::EVERY]:
            about = ANALYST.judge(one.view, one.moves, seat=one.seat, salt=one.first.to_bytes(2),
                                  has_time=always)
            judged += 1
            if about.loss < CLASSES[0]:
                continue
            state = before[one.first]
            better = about.best.moves[:about.best.firm]
            found.append((about.loss, win_share(state, better, one.seat)
                          - win_share(state, one.moves, one.seat)))
        print(f"{number + 1} games, {judged} decisions, {len(found)} losses", flush=True)
    for low, high in pairwise(CLASSES):
        some = [pair for pair in found if low <= pair[0] < high]
        if len(some) > 1:
            error = 1.96 * stdev(actual for _, actual in some) / len(some) ** 0.5
            print(f"{low:.2f} to {high:.2f}: {len(some)} losses, claimed"
                  f" {mean(claimed for claimed, _ in some):.3f}, actual"
                  f" {mean(actual for _, actual in some):.3f} ± {error:.3f}")


if __name__ == "__main__":
    main()
