"""`manage.py train`: makes the data from which bots play, by games against themselves."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.base import commands
from games.rulesets import registry


class Command(BaseCommand):
    """Training of the bots of one game."""

    help = (
        "Lets bots play against themselves, learns from these games how much each feature of a"
        " position is worth, and writes the result over the file that the bots read. Compile"
        " the bots' search first (make compiled): then it should take about an hour on two cores,"
        " otherwise more than half a day. The same command gives the same file."
    )

    requires_system_checks = ()  # it needs no database and no settings of the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", default=registry.default().name, choices=registry.names())
        parser.add_argument("-n", "--games", type=int, default=3000,
                            help="games in each round for each number of players (default 3000)")
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--fresh", action="store_true",
                            help="forget what was learned before and begin with random games")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="PROCESSES")
        parser.add_argument("--output", type=Path, help="write to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        training = registry.get(options["ruleset"]).training
        if training is None:
            raise CommandError(f"The bots of {options['ruleset']} learn nothing.")
        for name in ("games", "rounds", "jobs"):
            commands.check_number(options[name], f"--{name}")
        if find_spec("numpy") is None:
            raise CommandError("Training needs numpy: pip install numpy, then try again.")
        text = training.train(
            games=options["games"], rounds=options["rounds"], processes=options["jobs"],
            fresh=options["fresh"], command=_command(options), say=self._say)
        target = options["output"] or Path(settings.BASE_DIR) / training.file
        target.write_text(text, "utf-8")
        self.stdout.write(f"Written to {target}.")

    def _say(self, line: str) -> None:
        self.stderr.write(line)
        sys.stderr.flush()


def _command(options: dict[str, Any]) -> str:
    """Return the command that makes the same file again."""
    fresh = " --fresh" if options["fresh"] else ""
    return (f"manage.py train --ruleset {options['ruleset']} --games {options['games']}"
            f" --rounds {options['rounds']}{fresh}")
