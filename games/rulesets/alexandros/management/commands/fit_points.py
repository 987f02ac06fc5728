"""The command ``manage.py fit_points``: fits chances of winning to points."""

from __future__ import annotations

import hashlib
import json
from argparse import ArgumentParser
from itertools import combinations_with_replacement, cycle, islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from alexandros_rules.alexandros.analysis import luck
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.ruleset import Setup

BOTS = ("greedy", "planner", "strategist")  # weaker ones lose by more than people do


class Command(BaseCommand):
    """The writer of ``points.json``; the same number of games gives the same file."""

    help = "Fits what a chance of winning is worth in points, in games between bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=120,
                            help="games with each number of players (default: 120)")

    def handle(self, *args: Any, **options: Any) -> None:
        games: int = options["games"]
        factors = {str(players): round(_factor(players, games), 2) for players in RULESET.seats}
        data = {"made by": f"python manage.py fit_points --games {games}", "factors": factors}
        path = Path(luck.__file__).with_name(luck.FILE)
        path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        self.stdout.write(f"{path}: {factors}")


def _factor(players: int, games: int) -> float:
    board = next(iter(RULESET.boards().values()))
    samples = []
    line_ups = islice(cycle(combinations_with_replacement(BOTS, players)), games)
    for number, names in enumerate(line_ups):
        seed = hashlib.sha256(f"points {players} {number}".encode()).digest()
        bots = [RULESET.bots[name] for name in names]
        samples += luck.play_for_margins(Setup(board, players), seed=seed, bots=bots)
    return luck.fit_factor(samples)
