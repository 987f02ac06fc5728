"""Writes a whole game as a readable file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from engine.errors import Refusal
from games.management.database_command import DatabaseCommand
from games.models import Game
from games.play import export_import


class Command(DatabaseCommand):
    help = (
        "Writes the record of a game: head, board, one line a move. It shows every card, so"
        " while the game runs it is for operators only."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the game's code, as in its address")
        parser.add_argument("-o", "--output", type=Path, help="the file (default: standard output)")
        parser.add_argument("--with-seed", action="store_true",
                            help="also while the game runs: needed to import it again")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(code=options["code"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['code']}.")
        try:
            text = export_import.export_record(game, with_seed=options["with_seed"])
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal
        if not options["output"]:
            self.stdout.write(text, ending="")
            return
        try:
            options["output"].write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"The record cannot be written: {error}.") from error
