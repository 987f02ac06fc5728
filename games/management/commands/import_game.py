"""Makes a game from a record."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from engine.errors import Refusal
from engine.record import MAX_LENGTH
from games.management.database_command import DatabaseCommand
from games.play import export_import

MOST = 4 * MAX_LENGTH  # bytes: enough to see that there are too many letters

class Command(DatabaseCommand):
    help = (
        "Makes a new game from a record, after deciding every move of it again. Nothing is"
        " stored when a line of it does not hold."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the record; - for standard input")
        parser.add_argument("--name", default="", help="what the game is called here")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            written = _read(options["file"])
            game = export_import.import_record(written, name=options["name"], now=timezone.now())
        except Refusal as refusal:
            where = f"{options['file']}:{refusal.line}: " if refusal.line else ""
            raise CommandError(where + refusal.sentence) from refusal
        self.stdout.write(f"{game.code}: {game.number} moves, {game.get_status_display()}.")


def _read(path: Path) -> str:
    """The text of the file, and no more of it than a record may have."""
    try:
        with nullcontext(sys.stdin.buffer) if str(path) == "-" else path.open("rb") as file:
            return file.read(MOST).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The record cannot be read: {error}.") from error
