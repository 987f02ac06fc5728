"""The command ``manage.py fit_chances``: fits chances of winning The Campaign to games of bots."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from alexandros_rules.campaign.analysis import chances, fitting
from alexandros_rules.campaign.rules import RULESET

KEPT_BACK = 4  # one game in so many is not fitted, but compared with the chances


class Command(BaseCommand):
    """The writer of ``weights.json``; the same number of games gives the same file."""

    help = "Fits chances of winning The Campaign to games between bots, and compares them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=1600,
                            help="games with each number of players (default: 1600)")

    def handle(self, *args: Any, **options: Any) -> None:
        games: int = options["games"]
        weights, points = dict[str, dict[str, float]](), dict[str, float]()
        for players in RULESET.seats:
            kept = games // KEPT_BACK
            fitted = list(fitting.sample_games(players, range(kept, games)))
            found = [round(weight, 4) for weight in fitting.fit(fitted)]
            weights[str(players)] = dict(zip(chances.FEATURES, found, strict=True))
            points[str(players)] = round(fitting.points_of_odds(fitted, found), 2)
            self._compare(players, list(fitting.sample_games(players, range(kept))), found)
        data = {"made by": f"python manage.py fit_chances --games {games}", "points": points,
                "weights": weights}
        path = Path(chances.__file__).with_name(chances.FILE)
        path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        self.stdout.write(f"{path}: {points}")

    def _compare(self, players: int, samples: list[fitting.Sample], found: list[float]) -> None:
        """Print how often those won to whom so many tenths were given, in games kept back."""
        self.stdout.write(f"{players} players, {len(samples)} positions, surprise"
                          f" {fitting.surprise(samples, found):.3f}")
        for count, claimed, actual in fitting.calibration(samples, found):
            self.stdout.write(f"{count:6} {claimed:.3f} {actual:.3f}")
