"""`manage.py archive`: fills the archive of finished public games, and writes their logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.base import site_clock
from games.base.commands import DatabaseCommand
from games.base.refusals import TableRefusal
from games.features.archive import dumps, facts, sums


class Command(DatabaseCommand):
    """The command that makes the archive anew, and files of it."""

    help = ("Adds finished games that everybody may watch to the archive, where they are missing,"
            " and counts them.")

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--rebuild", action="store_true", help="empty the archive before that")
        what.add_argument("--dump", type=Path, metavar="FILE",
                          help="write the games of a month instead, one log a line and without"
                               " names; a name that ends in .gz is compressed")
        parser.add_argument("--month", metavar="YYYY-MM",
                            help="with --dump, the month (UTC; by default the last one)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["month"] and not options["dump"]:
            raise CommandError("Please say with --dump to which file the month is written.")
        if file := options["dump"]:
            self._dump(file, options["month"] or dumps.last_month(site_clock.now()))
            return
        if options["rebuild"]:
            facts.forget_all()
        added, counted = facts.fill(), 0
        while found := sums.sweep(site_clock.now()):
            counted += found
        if options["verbosity"]:
            self.stdout.write(f"Games added to the archive: {added}. Games counted: {counted}.")

    def _dump(self, file: Path, month: str) -> None:
        try:
            written = dumps.write(file, month)
        except TableRefusal as refusal:
            raise CommandError(str(refusal)) from None
        except OSError as error:
            raise CommandError(f"The file cannot be written: {error}.") from error
        self.stdout.write(f"Games of {month} written to {file}: {written}.")
