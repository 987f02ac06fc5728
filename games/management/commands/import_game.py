"""`manage.py import_game`: creates a game from a record or log."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from alexandros_rules.errors import Refusal
from alexandros_rules.record import MAX_LENGTH
from games.base import site_clock
from games.base.commands import DatabaseCommand
from games.table.play import records

# Enough for a record of the greatest length, whatever its characters, and for the log of the game.
MAX_RECORD_BYTES = 4 * MAX_LENGTH


class Command(DatabaseCommand):
    """A new game from a record or log."""

    help = (
        "Creates a game from a record or log, after deciding every move of it again. Nothing is"
        " stored if any line of it is not valid."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the record or log; - for standard input")
        parser.add_argument("--name", default="", help="the name of the new game")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            record = read_record(options["file"])
            game = records.import_record(record, name=options["name"], now=site_clock.now())
        except Refusal as refusal:
            where = f"{options['file']}:{refusal.line}: " if refusal.line else ""
            raise CommandError(where + refusal.sentence) from refusal
        self.stdout.write(f"{game.code}: {game.number} moves, {game.get_status_display()}.")


def read_record(path: Path) -> str:
    """Return the text of the file, cut off after ``MAX_RECORD_BYTES``."""
    try:
        with nullcontext(sys.stdin.buffer) if str(path) == "-" else path.open("rb") as file:
            return file.read(MAX_RECORD_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The record cannot be read: {error}.") from error
