"""`manage.py restore`: replaces the site's data by those of a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.base import site_clock
from games.base.commands import DatabaseCommand
from games.operations.backups import restoring
from games.operations.backups.archive import BackupFailure
from games.operations.backups.restoring import Choices


class Command(DatabaseCommand):
    """A backup that is checked or restored."""

    help = (
        "Restores a backup, made on SQLite or PostgreSQL, into the database of this site, with"
        " the secret key. Checks everything first, and changes nothing if anything is wrong. The"
        " site must be stopped."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that manage.py backup has made")
        parser.add_argument("--replace", action="store_true",
                            help="replace the people and games there, after backing them up")
        parser.add_argument("--no-emails", action="store_true",
                            help="do not send the emails that were waiting in the backup")
        parser.add_argument("--accept-faults", action="store_true",
                            help="restore even if games in the backup fail the check")
        parser.add_argument("--check", action="store_true",
                            help="only check the backup; change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        path, now, report = options["file"], site_clock.now(), self.stdout.write
        choices = Choices(replace=options["replace"], no_emails=options["no_emails"],
                          accept_faults=options["accept_faults"])
        try:
            if options["check"]:
                restoring.check(path, now=now, report=report)
            else:
                restoring.restore(path, choices, now=now, report=report)
        except BackupFailure as failure:
            raise CommandError(str(failure)) from failure
        except OSError as error:
            raise CommandError(f"The backup cannot be restored: {error}.") from error
        self.stdout.write("The backup is in order. Nothing was changed." if options["check"]
                          else "The backup has been restored. Start the site again.")
