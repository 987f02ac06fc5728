"""`manage.py find_puzzles`: makes the stock of puzzles of a game from games between bots."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.base import commands
from games.features.puzzles import content, mining
from games.rulesets import registry


class Command(BaseCommand):
    """The command that makes the stock of puzzles of a game."""

    help = (
        "Lets the bots of a game play against each other, without storing the games, and writes"
        " the positions in which one turn is clearly best to the game's file of puzzles. The same"
        " number of games and seed give the same file."
    )

    requires_system_checks = ()  # it needs no database and no settings of the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", default=registry.default().name, choices=registry.names())
        parser.add_argument("-n", "--games", type=int, default=1000, help="default 1000")
        parser.add_argument("--boards", nargs="+", default=[], metavar="BOARD",
                            help="boards to play on, one that is named twice twice as often"
                                 " (default: all)")
        parser.add_argument("--seed", default="puzzles", help="any text")
        parser.add_argument("--add", action="store_true",
                            help="add the puzzles to those in the file instead of replacing them")
        parser.add_argument("--check", action="store_true",
                            help="play no games, but look again at every puzzle in the file with"
                                 " today's search, and fail if one is none any more")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1,
                            help="processes that play at the same time; they do not change the"
                                 " result")

    def handle(self, *args: Any, **options: Any) -> None:
        room = registry.get(options["ruleset"])
        if room.puzzles is None or room.analyst is None:
            raise CommandError(f"{room.title} has no puzzles.")
        jobs = commands.check_number(options["jobs"], "--jobs")
        if options["check"]:
            self._check(room, jobs)
            return
        games = commands.check_number(options["games"], "--games")
        boards = options["boards"] or list(room.ruleset.boards())
        for board in boards:
            if board not in room.ruleset.boards():
                raise CommandError(f"There is no board {board}. Choose from"
                                   f" {', '.join(room.ruleset.boards())}.")
        found = {}
        for number, puzzles in enumerate(mining.find_puzzles(
                room.name, boards=boards, count=games, seed=options["seed"],
                processes=jobs), 1):
            found.update({puzzle.key: puzzle for puzzle in puzzles})
            if number % 50 == 0 or number == games:
                self.stderr.write(f"{number} of {games} games, {len(found)} puzzles", str)
        if not found:
            raise CommandError("There is no puzzle in these games. Please let more be played.")
        command = (f"manage.py find_puzzles --ruleset {room.name} -n {games}"
                   f" --boards {' '.join(boards)} --seed {options['seed']}")
        if options["add"]:
            command = f"{content.command_of(room)}; {command} --add"
            found = {**content.stock_of(room), **found}
        room.puzzles.write_text(
            content.stock_to_text(found.values(), room=room, command=command), "utf-8"
        )
        self.stdout.write(f"{len(found)} puzzles are in {room.puzzles.name}.")

    def _check(self, room: registry.Room, jobs: int) -> None:
        stock = [*content.stock_of(room).values()]
        found = mining.check_all(room.name, stock, processes=jobs)
        wrong = [f"{puzzle.key}: {why}" for puzzle, why in zip(stock, found, strict=True) if why]
        if wrong:
            raise CommandError("\n".join([
                f"{len(wrong)} of {len(stock)} puzzles are none any more:", *wrong]))
        self.stdout.write(f"All {len(stock)} puzzles are as the file says.")
