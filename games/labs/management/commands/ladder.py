"""`manage.py ladder`: rates the bots of a game by games between them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.base import commands
from games.labs.measuring.experiments import (
    Conditions,
    Gear,
    Unusable,
    play_all,
    read_measurement,
    reported,
    write_measurement,
)
from games.labs.measuring.ratings import (
    Ladder,
    Rung,
    Update,
    deals_of,
    openskill_update,
    pairing,
    rungs,
    strengths,
    table,
    times,
)
from games.rulesets import registry
from games.rulesets.registry import Room


class Command(BaseCommand):
    """Ratings of bots, printed or published."""

    help = (
        "Lets the bots of a game play against each other, without storing the games, and prints"
        " their ratings with intervals of 95 %. 400 points are odds of 10 to 1. The same seed"
        " gives the same table (docs/bots.md)."
    )

    requires_system_checks = ()  # it needs no database and no settings of the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", default=registry.default().name, choices=registry.names())
        commands.add_table_arguments(parser)
        parser.add_argument("--bots", nargs="+", default=[], metavar="BOT", help="default: all")
        parser.add_argument("--players", nargs="+", type=int, default=[2, 3, 4], metavar="N",
                            help="numbers of players at a table (default 2 3 4)")
        parser.add_argument("--deals", type=int,
                            help="deals that each line-up plays, once in each rotation of the"
                                 " turn order (default 20; with --from, those that are stored)")
        parser.add_argument("--seed", default="ladder", help="any text")
        parser.add_argument("--anchor", metavar="BOT",
                            help="the bot with a fixed rating (default: the weakest)")
        parser.add_argument("--points", type=float, default=0.0, help="its rating (default 0)")
        parser.add_argument("--publish", action="store_true",
                            help="write the ratings to the file from which pages show how strong"
                                 " the bots are; needs --anchor")
        commands.add_measuring_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        update = openskill_update()
        room = registry.get(options["ruleset"])
        ruleset = room.ruleset
        bots = commands.known_bots(
            room.measured_bots, options["bots"] or list(ruleset.bots))
        if len(set(bots)) < max(2, len(bots)):
            raise CommandError("Name at least two different bots.")
        board = commands.board(ruleset, options["board"])
        chosen = commands.options(ruleset, options["option"])
        players = sorted(set(options["players"]))
        setups = {count: commands.setup(ruleset, board, players=count, options=chosen)
                  for count in players}
        conditions = Conditions(
            ruleset.name, ruleset.version, board, options["seed"], chosen)
        anchor = options["anchor"]
        if anchor is not None and anchor not in bots:
            raise CommandError(f"The anchor {anchor} is not one of the bots: {', '.join(bots)}.")
        if options["publish"]:
            _check_publishing(room, anchor, bots)
        ladder = _stored_ladder(options, conditions)
        deals = _deals(options)
        keys = ladder.missing(bots, players=players, deals=deals)
        played = play_all(
            Gear(ruleset, room.measured_bots),
            [pairing(key, setups, seed=options["seed"]) for key in keys],
            processes=commands.check_number(options["jobs"], "--jobs"),
        )
        games = reported(played, total=len(keys), say=self._say)
        try:
            for key, game in zip(keys, games, strict=True):
                ladder.add(key, game)
        finally:  # when somebody interrupts it, what has been played can be continued
            if options["save"]:
                write_measurement(options["save"], "ladder", conditions, ladder.to_json())
        shown = ladder.only(bots, players)
        rows = self._print(shown, update, players, anchor, options)
        if options["publish"]:
            assert room.strengths is not None  # checked above
            named = options["board"] or next(iter(ruleset.boards()))
            command = _command(
                options, bots, players, board=named, deals=deals_of(shown))
            found = strengths(shown, rows, command=command)
            room.strengths.write_text(found.to_text(), "utf-8")
            self._say(f"Written to {room.strengths}.")

    def _print(self, ladder: Ladder, update: Update, players: list[int], anchor: str | None,
               options: dict[str, Any]) -> Sequence[Rung]:
        if not ladder.games:
            raise CommandError("There are no games of these bots. Give --deals a number.")
        rate = {"points": options["points"], "update": update, "seed": options["seed"]}
        if anchor is None:
            anchor = rungs(ladder, anchor=ladder.bots()[0], samples=1, **rate)[-1].bot
        rows = rungs(ladder, anchor=anchor, **rate)
        for line in table(rows, players=players):
            self.stdout.write(line)
        self._say(times(rows))
        return rows

    def _say(self, text: str) -> None:
        """Write a line that is neither part of the table nor an error."""
        self.stderr.write(text, str)


def _check_publishing(room: Room, anchor: str | None, bots: Sequence[str]) -> None:
    """Refuse ratings that pages cannot show or compare with earlier ones."""
    if room.strengths is None:
        raise CommandError(f"{room.title} has no file for the strengths of its bots.")
    if anchor is None:
        raise CommandError("Give --anchor a bot, and --points its rating, so that points mean the"
                           " same from one measurement to the next.")
    sparring = [bot for bot in bots if bot in room.sparring]
    if sparring:
        raise CommandError(f"Nobody can play against {', '.join(sparring)}. Publish without it.")


def _command(options: dict[str, Any], bots: Sequence[str], players: Sequence[int], *,
             board: str, deals: int) -> str:
    """Return the command that repeats this measurement."""
    # The board is always named, because the default may be another one some day.
    words = ["manage.py ladder", "--ruleset", options["ruleset"], "--board", shlex.quote(board)]
    for assignment in options["option"]:
        words += ["--option", assignment]
    words += ["--bots", *bots, "--players", *map(str, players), "--deals", str(deals)]
    words += ["--seed", shlex.quote(options["seed"]), "--anchor", options["anchor"],
              "--points", f"{options['points']:g}", "--publish"]
    return " ".join(words)


def _stored_ladder(options: dict[str, Any], conditions: Conditions) -> Ladder:
    if options["source"] is None:
        return Ladder()
    try:
        return Ladder.from_json(read_measurement(options["source"], "ladder", conditions))
    except Unusable as error:
        raise CommandError(str(error)) from error


def _deals(options: dict[str, Any]) -> int:
    """Return the number of deals to play; without ``--deals``, only those in a file."""
    if options["deals"] is not None:
        return commands.check_number(options["deals"], "--deals")
    return 20 if options["source"] is None else 0
