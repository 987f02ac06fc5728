"""`manage.py export_game`: writes a game's record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from alexandros_rules.errors import Refusal
from games.base.commands import DatabaseCommand
from games.models import Game
from games.operations.monitoring import failure_records
from games.table.play import records


class Command(DatabaseCommand):
    """A game's record as a file."""

    help = (
        "Writes the record of a game: its header, its board and one line per move. It shows every"
        " card, so keep it secret while the game is running."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the game's code, as in its URL")
        parser.add_argument("-o", "--output", type=Path, help="the file (default: standard output)")
        parser.add_argument("--with-seed", action="store_true",
                            help="include the seed of a running game, which importing it needs")
        parser.add_argument("--failure", action="store_true",
                            help="include the seed and what last went wrong with the game, for"
                            " reproduce_failure")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(code=options["code"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['code']}.")
        try:
            text = (failure_records.export(game) if options["failure"]
                    else records.export_record(game, with_seed=options["with_seed"]))
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal
        if not options["output"]:
            self.stdout.write(text, ending="")
            return
        try:
            options["output"].write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"The record cannot be written: {error}.") from error
