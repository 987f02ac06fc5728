"""`manage.py measure`: measures a board and its rules by games between bots."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.base import commands
from games.labs.measuring.experiments import (
    Conditions,
    Gear,
    Pairing,
    Unusable,
    play_all,
    read_measurement,
    reported,
    write_measurement,
)
from games.labs.measuring.ratings import seed_of
from games.labs.measuring.tally import Tally, report
from games.rulesets import registry

DEFAULT_GAMES = 200


class Command(BaseCommand):
    """Measurement of a board and its rules."""

    help = (
        "Plays games between bots, without storing them, and prints with intervals of 95 % how"
        " often each place in the turn order wins, how games end and how long they last, and what"
        " else the game counts. The first player varies by chance. The same seed gives the same"
        " games (docs/bots.md)."
    )

    requires_system_checks = ()  # it needs no database and no settings of the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("-n", "--games", type=int,
                            help=f"games in all (default {DEFAULT_GAMES}; with --from, those that"
                                 " are stored)")
        parser.add_argument("--ruleset", default=registry.default().name, choices=registry.names())
        commands.add_table_arguments(parser)
        parser.add_argument("--players", type=int, default=3)
        parser.add_argument("--bots", nargs="+", default=[], metavar="BOT",
                            help="one bot for all seats, or one for each; these change seats from"
                                 " game to game")
        parser.add_argument("--seed", default="measure", help="any text")
        commands.add_measuring_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        room, players = registry.get(options["ruleset"]), options["players"]
        ruleset, landmarks = room.ruleset, room.landmarks
        board = commands.board(ruleset, options["board"])
        bots = commands.seated_bots(
            room.measured_bots, options["bots"], players=players)
        setup = commands.setup(
            ruleset, board, players=players,
            options=commands.options(ruleset, options["option"]))
        conditions = Conditions(
            ruleset.name, ruleset.version, board, options["seed"], setup.options, bots)
        tally = _stored_tally(options, conditions)
        numbers = range(tally.games, _games(options, tally))
        pairings = [
            Pairing(setup, _rotated(bots, number),
                    seed_of(options["seed"], players=players, deal=number))
            for number in numbers
        ]
        played = play_all(Gear(ruleset, room.measured_bots, landmarks), pairings,
                          processes=commands.check_number(options["jobs"], "--jobs"))
        try:
            for game in reported(played, total=len(pairings), say=self._say):
                tally.add(game)
        finally:  # when somebody interrupts it, what has been played can be continued
            if options["save"]:
                write_measurement(options["save"], "measure", conditions, tally.to_json())
        names = landmarks.names(board) if landmarks else ()
        for line in report(tally, landmarks=names, title=landmarks.title if landmarks else ""):
            self.stdout.write(line)

    def _say(self, text: str) -> None:
        """Write a line that is neither part of the measurement nor an error."""
        self.stderr.write(text, str)


def _rotated(bots: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Return the bots in the seats of this game; each bot sits in every seat equally often."""
    turn = number % len(bots)
    return bots[turn:] + bots[:turn]


def _stored_tally(options: dict[str, Any], conditions: Conditions) -> Tally:
    if options["source"] is None:
        return Tally()
    try:
        return Tally.from_json(read_measurement(options["source"], "measure", conditions))
    except Unusable as error:
        raise CommandError(str(error)) from error


def _games(options: dict[str, Any], tally: Tally) -> int:
    """Return the number of games, with those that are stored."""
    if options["games"] is None:
        return tally.games or DEFAULT_GAMES
    return max(tally.games, commands.check_number(options["games"], "--games"))
