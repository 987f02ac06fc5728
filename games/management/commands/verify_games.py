"""`manage.py verify_games`: checks the logs of all games, also with another version's code."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.base.commands import DatabaseCommand
from games.models import Game
from games.operations.comparison import comparing, replayer
from games.operations.comparison.comparing import Report, line
from games.operations.comparison.replayer import Code, NoSuchCode, Replayer, UnusableCode
from games.table.play import verification


class Command(DatabaseCommand):
    """Verification of logs, by this code or by two versions."""

    help = (
        "Decides every move of every game again, checks the digests, the hash chain and the"
        " columns derived from the log, and names the first bad row of each game. With --against,"
        " replays every game with this code and with another one instead, and names the first row"
        " of each game at which they differ. Exits with 1 if there is one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="only these games")
        parser.add_argument("--against", metavar="REV",
                            help="compare with the code of a git revision, in the directory of a"
                                 " checkout, or installed in a virtual environment")
        parser.add_argument("--json", action="store_true",
                            help="write the comparison for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        games = _games(options["codes"])
        if options["against"] is not None:
            self._compare(games, options["against"], as_json=options["json"])
        elif options["json"]:
            raise CommandError("--json is for comparisons. Add --against REV.")
        else:
            self._check(games)

    def _check(self, games: Any) -> None:
        failed = checked = 0
        for game, fault in verification.check_games(_ids(games)):
            checked += 1
            if fault:
                failed += 1
                self.stdout.write(f"game {game.code}, row {fault.number}: {fault.reason}")
        if failed:
            raise CommandError(f"{failed} of {checked} games failed.", returncode=1)
        self.stdout.write("The game is valid." if checked == 1 else
                          f"All {checked} games are valid.")

    def _compare(self, games: Any, name: str, *, as_json: bool) -> None:
        try:
            with replayer.other_code(name) as code:
                report = self._replay(games, code, name=name, quiet=as_json)
        except (NoSuchCode, UnusableCode) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(report.data(), indent=1) if as_json
                          else "\n".join(report.lines()))
        if report.different:
            raise CommandError(
                f"{len(report.different)} of {report.games} games differ. Find out why before you"
                f" deploy {name}.", returncode=1)

    def _replay(self, games: Any, code: Code, *, name: str, quiet: bool) -> Report:
        """Replay the games with both codes, and print those that differ unless ``quiet``."""
        counts = Counter(games.order_by().values_list("ruleset", flat=True))
        known = {name: module for name, module in comparing.modules().items() if name in counts}
        wanted = games.filter(ruleset__in=known).exclude(status=Game.Status.CANCELLED, number=0)
        with (Replayer(replayer.running_code(), known, name="This code") as here,
              Replayer(code, known, name=f"The code of {name}") as there):
            here.wait_until_ready()
            there.wait_until_ready()
            report = Report(_changed_versions(here, there),
                            {name: counts[name] for name in counts if name not in known})
            for comparison in comparing.compare(_ids(wanted), here=here, there=there):
                report.add(comparison)
                if comparison.difference and not quiet:
                    self.stdout.write(line(comparison))
                    self.stdout.flush()
        return report


def _changed_versions(here: Replayer, there: Replayer) -> dict[str, tuple[int, int]]:
    """Return the two versions of each ruleset that has different ones, by name."""
    both = {name: (here.versions[name], there.versions[name]) for name in here.versions}
    return {name: versions for name, versions in both.items() if versions[0] != versions[1]}


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
    """Return their ids, in order."""
    # A list, so that no query stays open while games are read one by one.
    return list(games.values_list("pk", flat=True))
