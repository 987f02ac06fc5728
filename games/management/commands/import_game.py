"""Makes a game from a record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from engine.errors import Refusal
from games.services import records


class Command(BaseCommand):
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
            game = records.store(written, name=options["name"], now=timezone.now())
        except Refusal as refusal:
            where = f"{options['file']}:{refusal.line}: " if refusal.line else ""
            raise CommandError(where + refusal.sentence) from refusal
        self.stdout.write(f"{game.code}: {game.number} moves, {game.get_status_display()}.")


def _read(path: Path) -> str:
    if str(path) == "-":
        return sys.stdin.read()
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The record cannot be read: {error}.") from error
