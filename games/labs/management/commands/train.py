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
        " position is worth, and writes the result over the file that the bots read, for one board"
        " or for all. Compile the bots' search first (make compiled): then each board should take"
        " about twenty minutes on two cores, otherwise some hours. The same command gives the same"
        " file."
    )

    requires_system_checks = ()  # it needs no database and no settings of the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", default=registry.default().name, choices=registry.names())
        parser.add_argument("--board", help="learn this one only, instead of all boards")
        parser.add_argument("-n", "--games", type=int, default=3000,
                            help="games in each round for each number of players (default 3000)")
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--fresh", action="store_true",
                            help="forget what was learned before and begin with random games")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="PROCESSES")
        parser.add_argument("--output", type=Path, metavar="FOLDER", help="write into this folder")

    def handle(self, *args: Any, **options: Any) -> None:
        training = registry.get(options["ruleset"]).training
        if training is None:
            raise CommandError(f"The bots of {options['ruleset']} learn nothing.")
        for name in ("games", "rounds", "jobs"):
            commands.check_number(options[name], f"--{name}")
        if find_spec("numpy") is None:
            raise CommandError("Training needs numpy: pip install numpy, then try again.")
        boards = registry.get(options["ruleset"]).ruleset.boards()
        if options["board"] not in (None, *boards):
            raise CommandError(f"--board has to be one of: {', '.join(boards)}.")
        folder = options["output"] or Path(settings.BASE_DIR) / training.folder
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}. Make it, then try again.")
        for board in [options["board"]] if options["board"] else boards:
            text = training.train(
                board, games=options["games"], rounds=options["rounds"],
                processes=options["jobs"], fresh=options["fresh"],
                command=_command(options, board), say=self._say)
            target = folder / f"{board}.json"
            target.write_text(text, "utf-8")
            self.stdout.write(f"Written to {target}.")

    def _say(self, line: str) -> None:
        self.stderr.write(line)
        sys.stderr.flush()


def _command(options: dict[str, Any], board: str) -> str:
    """Return the command that makes the same file again."""
    fresh = " --fresh" if options["fresh"] else ""
    return (f"manage.py train --ruleset {options['ruleset']} --board {board}"
            f" --games {options['games']} --rounds {options['rounds']}{fresh}")
