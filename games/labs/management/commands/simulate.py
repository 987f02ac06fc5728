"""`manage.py simulate`: plays games between bots and prints statistics."""

from __future__ import annotations

import hashlib
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from alexandros_rules import bot_games, codec, replay
from alexandros_rules.bot_games import Outcome
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Bot, Ruleset, Setup
from games.base import commands, site_clock
from games.base.commands import DatabaseCommand
from games.rulesets import registry
from games.table.play import records


class Command(DatabaseCommand):
    """Statistics of games between bots."""

    help = (
        "Plays games between bots and prints the number of turns, how the games ended, scores and"
        " each seat's share of wins. The same seed gives the same games. They are stored only with"
        " --store."
    )

    requires_system_checks = ()  # without --store, it needs nothing of the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("-n", "--games", type=int, default=20)
        parser.add_argument("--ruleset", default=registry.default().name, choices=registry.names())
        commands.add_table_arguments(parser)
        parser.add_argument("--players", type=int, default=3)
        parser.add_argument("--bots", nargs="+", default=[], metavar="BOT",
                            help="one bot for all seats, or one for each seat")
        parser.add_argument("--seed", default=settings.SITE_NAME.lower(), help="any text")
        parser.add_argument("--each", action="store_true", help="also print a line for each game")
        parser.add_argument("--store", action="store_true",
                            help="also store the games in the database, as for verify_games")

    def handle(self, *args: Any, **options: Any) -> None:
        room = registry.get(options["ruleset"])
        ruleset = room.ruleset
        names = commands.seated_bots(
            room.measured_bots, options["bots"], players=options["players"])
        bots = [room.measured_bots[name] for name in names]
        setup = commands.setup(
            ruleset, commands.board(ruleset, options["board"]), players=options["players"],
            options=commands.options(ruleset, options["option"]))
        outcomes = list(self._play(ruleset, setup, bots, options))
        for line in _summary(outcomes, bots):
            self.stdout.write(line)

    def _play(self, ruleset: Ruleset, setup: Setup, bots: Sequence[Bot],
              options: dict[str, Any]) -> Iterator[Outcome]:
        for number in range(1, options["games"] + 1):
            seed = hashlib.sha256(f"{options['seed']}:{number}".encode()).digest()
            outcome = (_play_and_store(ruleset, setup, seed=seed, bots=bots, now=site_clock.now(),
                                       name=f"{options['seed']} {number}")
                       if options["store"]
                       else bot_games.outcome(ruleset, setup, seed=seed, bots=bots))
            if options["each"]:
                status = outcome.status
                self.stdout.write(f"game {number}: {status.turn} turns, {outcome.moves} moves,"
                                  f" {status.reason}, scores {' '.join(map(str, status.scores))}")
            yield outcome


def _summary(outcomes: Sequence[Outcome], bots: Sequence[Bot]) -> Iterator[str]:
    if not outcomes:
        raise CommandError("Play at least one game.")
    endings = Counter(outcome.status.reason for outcome in outcomes)
    yield f"games   {len(outcomes)}"
    yield f"turns   {_spread([outcome.status.turn for outcome in outcomes])}"
    yield f"moves   {_spread([outcome.moves for outcome in outcomes])}"
    yield "ends    " + ", ".join(
        f"{reason} {count} ({_share(count, len(outcomes))})"
        for reason, count in endings.most_common()
    )
    best = [max(outcome.status.scores) for outcome in outcomes]
    yield f"winner  {_spread(best)} points"
    for seat, bot in enumerate(bots):
        scores = [outcome.status.scores[seat] for outcome in outcomes]
        wins = sum(1 / len(outcome.status.winners) for outcome in outcomes
                   if seat in outcome.status.winners)
        yield (f"seat {seat + 1}  {bot.name}: wins {_share(wins, len(outcomes))},"
               f" scores {_spread(scores)}")


def _spread(values: Sequence[int]) -> str:
    median, mean = statistics.median(values), statistics.fmean(values)
    return f"{min(values)} to {max(values)}, median {median:g}, mean {mean:.1f}"


def _share(count: float, total: int) -> str:
    return f"{100 * count / total:.0f} %"


def _play_and_store(ruleset: Ruleset, setup: Setup, *, seed: bytes, bots: Sequence[Bot],
                    name: str, now: datetime) -> Outcome:
    """Play a game with a log, store it under a name and return its outcome.

    The same seed gives the game that ``bot_games.outcome`` plays without a log.
    """
    key, chance = codec.digest_key(seed), SeededChance(seed)
    row, state = replay.start(ruleset, setup, chance, key)
    rows = [row]
    for _, move, _ in bot_games.play_out(ruleset, setup, seed=seed, bots=bots):
        if move is not None:
            seat = ruleset.status(state).to_move[0]
            row, state = replay.play(ruleset, state, move, chance, key, previous=row, seat=seat)
            rows.append(row)
    names = tuple(bot.seat_names[seat] for seat, bot in enumerate(bots))
    records.create_game(
        Record(ruleset.name, ruleset.version, name, names, setup, commitment(seed), key, seed,
               tuple(rows)), name=name, now=now)
    return Outcome(ruleset.status(state), len(rows) - 1)
