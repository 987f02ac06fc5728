"""`manage.py verify_games`: checks the logs of all games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.management.database_command import DatabaseCommand
from games.models import Game
from games.play import verification


class Command(DatabaseCommand):
    help = (
        "Decides every move of every game again, checks the digests, the hash chain and the"
        " columns derived from the log, and names the first bad row of each game. Exits with 1 if"
        " there is one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="only these games")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = checked = 0
        for game, fault in verification.check_games(_ids(_games(options["codes"]))):
            checked += 1
            if fault:
                failed += 1
                self.stdout.write(f"game {game.code}, row {fault.number}: {fault.reason}")
        if failed:
            raise CommandError(f"{failed} of {checked} games failed.", returncode=1)
        self.stdout.write(f"All {checked} games are valid.")


def _games(codes: list[str]) -> Any:
    games = Game.objects.order_by("pk")
    if not codes:
        return games
    found = games.filter(code__in=codes)
    missing = set(codes) - set(found.values_list("code", flat=True))
    if missing:
        raise CommandError(f"There is no game {', '.join(sorted(missing))}.")
    return found


def _ids(games: Any) -> list[int]:
    """Their ids, in order: no query stays open while they are read one by one."""
    return list(games.values_list("pk", flat=True))
