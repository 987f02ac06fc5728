"""`manage.py fill`: fills an empty database with made-up games, to measure how the site scales."""

from __future__ import annotations

from time import monotonic
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.base.commands import DatabaseCommand
from games.labs.filling import running
from games.labs.filling.size import FEWEST_PEOPLE, GAMES_PER_PERSON, size_of


class Command(DatabaseCommand):
    help = (
        "Fills an empty database with made-up people and games, to measure how the site copes with"
        " many of them. Bots play some games on the real rules, which are then stored many times:"
        " each can be opened, verified and played on. Refuses a database with people or games in"
        " it. The same options make the same games."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=1000, help="default %(default)s")
        parser.add_argument("--people", type=int,
                            help=f"default: one for every {GAMES_PER_PERSON} games")
        parser.add_argument("--seed", default="1", help="any text")

    def handle(self, *args: Any, **options: Any) -> None:
        size = size_of(options["games"], options["people"], seed=options["seed"])
        if size.games < 1 or size.people < FEWEST_PEOPLE:
            raise CommandError(f"Please fill in at least one game and {FEWEST_PEOPLE} people.")
        begun = monotonic()
        try:
            written = running.fill(size, report=self._report, now=timezone.now())
        except running.NotEmpty:
            raise CommandError(
                "This database already contains people or games, which must not be mixed with"
                " made-up ones. Set DATABASE_URL or ALEXANDROS_DATA to an empty database."
            ) from None
        for name, count in written.items():
            self.stdout.write(f"{count:>10} {name}")
        self.stdout.write(f"Filled in {monotonic() - begun:.0f} s. You can sign in as"
                          f" {', '.join(running.well_known_people())}.")

    def _report(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
