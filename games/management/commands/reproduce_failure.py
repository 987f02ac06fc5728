"""`manage.py reproduce_failure`: does once more what went wrong with a game."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from alexandros_rules.errors import Refusal
from games.base import site_clock
from games.base.commands import DatabaseCommand
from games.management.commands.import_game import read_record
from games.models import Game
from games.operations.monitoring import reproduction


class Command(DatabaseCommand):
    """A failure of a game that is tried again, from a record."""

    help = (
        "Does what the failure in a record was about once more, and prints the exception with its"
        " message, which may quote hidden cards. Nothing is stored. Exits with 1 if it fails again,"
        " and with 2 if it cannot be tried."
    )
    exit_status = 2

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a record written by export_game --failure or"
                            " downloaded from the game's page in the admin; - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        record = read_record(options["file"])
        Game.objects.first()  # a database without tables is no failure of the game
        try:
            failure = reproduction.reproduce(record, now=site_clock.now())
        except Refusal as refusal:
            where = f"{options['file']}:{refusal.line}: " if refusal.line else ""
            raise CommandError(where + refusal.sentence, returncode=2) from refusal
        except Exception as error:
            self.stderr.write("".join(traceback.format_exception(error)))
            raise CommandError(f"It fails again: {type(error).__name__}.", returncode=1) from error
        self.stdout.write(f"{failure.error} at row {failure.number} ({failure.doing}) does not"
                          " occur with this code.")
