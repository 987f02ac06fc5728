"""`manage.py backup`: makes a backup of the whole site, also while it is running."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.template.defaultfilters import filesizeformat

from games.base import site_clock, site_keys
from games.base.commands import DatabaseCommand
from games.operations.backups import databases, making
from games.operations.backups.archive import BackupFailure
from games.operations.backups.making import Backup


class Command(DatabaseCommand):
    """A backup that is made while the site runs."""

    help = (
        "Copies the database and the secret key into one file and checks it. People can go on"
        " playing meanwhile. Whoever has the file can read everything, so keep it secret."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="PATH",
                            help="the file or folder (default: the folder of ALEXANDROS_BACKUPS)")
        parser.add_argument("--keep", type=_number, metavar="N",
                            help="delete older backups in that folder until there are N")

    def handle(self, *args: Any, **options: Any) -> None:
        site_keys.check()  # with another key, nobody could read what is sealed
        try:
            made = making.make(now=site_clock.now(), to=options["to"])
        except BackupFailure as failure:
            raise CommandError(str(failure)) from failure
        size = filesizeformat(made.path.stat().st_size).replace("\xa0", " ")
        games = "1 game" if made.games == 1 else f"{made.games} games"
        self.stdout.write(f"{made.path} ({size}, {games})")
        if made.manifest.faults:
            self._complain(made, keep=options["keep"])
        elif options["keep"]:
            for path in making.delete_old(made.path, keep=options["keep"]):
                self.stdout.write(f"Deleted {path.name}.")

    def _complain(self, made: Backup, *, keep: int | None) -> None:
        """End with an error, but after the backup has been made."""
        self.stderr.write(databases.faults_in_words(made.manifest.faults))
        count = len(made.manifest.faults)
        kept = " No older backup was deleted, because those may be better." if keep else ""
        raise CommandError(
            f"The backup is complete, but {count} of its games {'is' if count == 1 else 'are'} not"
            f" valid.{kept}", returncode=3,
        )


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is not a number of backups. Write 1 or more.")
    return int(text)
