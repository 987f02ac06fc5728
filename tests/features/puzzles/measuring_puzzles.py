"""Measures whether the puzzles of the stock keep their promises in games played on.

From new guesses of what is hidden, the strongest bot plays on to the end, after the best turn of
each puzzle and after the next one.  The lead in these games is compared with the margin in the
file, and the games won with the chances that people are told::

    python -m tests.features.puzzles.measuring_puzzles --games 20
"""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Sequence
from statistics import mean, stdev

import django

from alexandros_rules.bot_plans import always


def with_interval(some: Sequence[float]) -> str:
    """The mean and its interval of 95 %."""
    return f"{mean(some):.3f} ± {1.96 * stdev(some) / len(some) ** 0.5:.3f}"


def main() -> None:
    """Prints margins and chances, as promised and as played."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")
    django.setup()
    from games.features.puzzles import content, mining
    from games.rulesets import registry

    room, boards = registry.default(), registry.default().ruleset.boards()
    assert room.analyst is not None
    margins, leads, told, won, rows = [], [], [], [], []
    for puzzle in content.stock_of(room).values():
        view = room.ruleset.load_state(puzzle.view, puzzle.setup)
        salt = content.salt_of(puzzle.key)
        found = room.analyst.clear_best(view, seat=puzzle.seat, salt=salt, has_time=always,
                                        margin=mining.MARGIN)
        if found is None:
            print(f"{puzzle.key} is no puzzle any more", flush=True)
            continue
        turns = [one.moves for one in found]
        seeds = [hashlib.sha256(f"measure {puzzle.key} {number}".encode()).digest()
                 for number in range(games)]
        best, second = (mean(mining.share_won(room, view, moves, seat=puzzle.seat, seed=seed)
                             for seed in seeds) for moves in turns)
        margins.append(puzzle.margin)
        leads.append(best - second)
        told += room.analyst.chances(view, turns, seat=puzzle.seat, salt=salt, has_time=always)
        won += [best, second]
        board = next(name for name, text in boards.items() if text == puzzle.setup.board)
        rows.append((board, puzzle.setup.players))
        print(f"{puzzle.key} {board} {puzzle.setup.players}: margin {puzzle.margin:.3f}, lead"
              f" {best - second:.3f}, told {told[-2]:.3f} and {told[-1]:.3f}, won {best:.3f} and"
              f" {second:.3f}", flush=True)
    print(f"{len(leads)} puzzles, {sum(board == 'empire' for board, _ in rows)} of them on empire")
    print(f"margin {mean(margins):.3f}, lead {with_interval(leads)}")
    print(f"best turns: told {mean(told[::2]):.3f}, won {with_interval(won[::2])}")
    print(f"next turns: told {mean(told[1::2]):.3f}, won {with_interval(won[1::2])}")
    print(f"puzzles whose best turn won no more: {sum(lead <= 0 for lead in leads)}")


if __name__ == "__main__":
    main()
