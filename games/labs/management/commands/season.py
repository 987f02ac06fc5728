"""`manage.py season`: simulates half a year of play on the real services, and checks it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.labs.season import report
from games.labs.season.report import Result
from games.labs.season.scenario import Options, quick


class Command(BaseCommand):
    """Simulated seasons, each in a process of its own."""

    help = (
        "Simulates people who play for half a year, on the real services but without waiting:"
        " people in many time zones, with habits, vacations, bouncing addresses and outages. It"
        " never touches the site's data. The same options give the same season. Fails if a turn"
        " was lost while its player does not play, if a game stalled, or if the service logged an"
        " error."
    )
    requires_system_checks = ()  # it uses nothing of this site

    def add_arguments(self, parser: CommandParser) -> None:
        usual = Options()
        parser.add_argument("--people", type=int, help=f"default {usual.people}")
        parser.add_argument("--days", type=int, help=f"default {usual.days}")
        parser.add_argument("--games", type=float,
                            help=f"games that each person begins (default {usual.games:g})")
        parser.add_argument("--seed", help="any text")
        parser.add_argument("--quick", action="store_true",
                            help="a small season, on the smallest board")
        parser.add_argument("--compare", action="store_true",
                            help="also play the same tables without a clock, and compare how long"
                                 " games of four take")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = {name: options[name] for name in ("people", "days", "games", "seed")
                  if options[name] is not None}
        wanted = replace(quick() if options["quick"] else Options(), **chosen)
        if wanted.people < 4 or wanted.days < 2 or wanted.games <= 0:
            raise CommandError("A season needs at least 4 people, 2 days and some games.")
        try:
            results = self._compare(wanted) if options["compare"] else [self._run(wanted)]
        except SeasonFailed as error:
            raise CommandError(f"The season broke down:\n{error}") from None
        faults = [fault for result in results for fault in result.faults]
        if faults:
            raise CommandError("The season failed:\n" + "\n".join(faults))

    def _run(self, options: Options) -> Result:
        result = run_season(options)
        for line in result.lines:
            self.stdout.write(line)
        return result

    def _compare(self, options: Options) -> list[Result]:
        results: dict[Options, Result] = {}

        def run(wanted: Options) -> Result:
            if wanted not in results:
                results[wanted] = self._run(wanted)
            return results[wanted]

        for line in list(report.comparison_lines(options, run)):
            self.stdout.write(line)
        return list(results.values())


KEPT = ("PATH", "HOME", "LANG", "PYTHONPATH", "PYTHONHASHSEED", "VIRTUAL_ENV", "TZDIR",
        "ALEXANDROS_GAMES")


class SeasonFailed(Exception):
    """The process of a season ended with an error; the message is what it wrote."""


def run_season(options: Options) -> Result:
    """Run a season in a process of its own; raise SeasonFailed if that breaks down."""
    with TemporaryDirectory(prefix="season-") as folder:
        ended = subprocess.run(
            [sys.executable, "-m", "games.labs.season", json.dumps(asdict(options))],
            env=_environment(os.environ, folder), cwd=settings.BASE_DIR, check=False,
            capture_output=True, text=True)
        written = Path(folder, "result.json")
        if ended.returncode or not written.exists():
            raise SeasonFailed(ended.stderr.strip() or "the season ended without a result")
        return Result.from_data(json.loads(written.read_text(encoding="utf-8")))


def _environment(environ: Mapping[str, str], folder: str) -> dict[str, str]:
    kept = {name: environ[name] for name in KEPT if name in environ}
    return {**kept, "ALEXANDROS_DATA": folder, "ALEXANDROS_LOG": "ERROR",
            "ALEXANDROS_REVIEWS": "0",
            "DJANGO_SETTINGS_MODULE": "alexandros_site.settings"}
