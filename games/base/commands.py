"""Base classes and arguments that management commands share."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError

from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Refusal
from alexandros_rules.ruleset import Ruleset, Setup


class DatabaseCommand(BaseCommand):
    """A command that says what to do if the database is missing or empty.

    The usual reason is that the command looks for it in a different place than the site does.
    """

    exit_status = 1  # if the database cannot be used

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(
                f"The database cannot be used ({str(error).splitlines()[0]}). Set DATABASE_URL"
                " or ALEXANDROS_DATA to its location, or create its tables:"
                f" {settings.COMMAND} migrate.", returncode=self.exit_status
            ) from error


WORDS = {"yes": True, "true": True, "no": False, "false": False}


def add_table_arguments(parser: CommandParser) -> None:
    """Add the arguments for the table at which games are played."""
    parser.add_argument("--board", default="", help="a board's name, or the path of its file")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                        help="an option of the table: yes, no, a number or a word; may be repeated")


def add_measuring_arguments(parser: CommandParser) -> None:
    """Add the arguments of commands that play many games."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1,
                        help="processes that play at the same time; they do not change the result")
    parser.add_argument("--save", type=Path, metavar="FILE", help="store the results as JSON")
    parser.add_argument("--from", type=Path, metavar="FILE", dest="source",
                        help="begin with stored results; games that are missing are added")


def board(ruleset: Ruleset, name: str) -> str:
    """Return the text of a board: a shipped one, a file, or the default for ""."""
    boards = ruleset.boards()
    if not name:
        return next(iter(boards.values()))
    if name in boards:
        return boards[name]
    if Path(name).is_file():
        try:
            return Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"The board cannot be read: {error}.") from error
    raise CommandError(f"There is no board {name}. Choose from {', '.join(boards)}.")


def known_bots(bots: Collection[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return these bots, after checking that all of them exist."""
    for name in names:
        if name not in bots:
            raise CommandError(f"There is no bot {name}. Choose from {', '.join(bots)}.")
    return tuple(names)


def seated_bots(bots: Collection[str], names: Sequence[str], *, players: int) -> tuple[str, ...]:
    """Return a bot for each seat: one of them for all, or as many as there are seats."""
    chosen = known_bots(bots, list(names) or [next(iter(bots))])
    if len(chosen) == 1:
        return chosen * players
    if len(chosen) != players:
        raise CommandError(f"Name one bot for all seats, or {players} bots, one for each.")
    return chosen


def options(ruleset: Ruleset, assignments: Sequence[str]) -> dict[str, Any]:
    """Return the options of a table from "name=value"; the ruleset checks the values."""
    names = [option.name for option in ruleset.options]
    chosen: dict[str, Any] = {}
    for assignment in assignments:
        name, _, word = assignment.partition("=")
        if name not in names:
            raise CommandError(f"There is no option {name}. Choose from"
                               f" {', '.join(names) or 'none: this game has no options'}.")
        if not word:
            raise CommandError(f"Give the option {name} a value, such as {name}=yes.")
        chosen[name] = WORDS.get(word.lower(), int(word) if word.isdecimal() else word)
    return chosen


def setup(ruleset: Ruleset, text: str, *, players: int, options: Mapping[str, Any]) -> Setup:
    """Return the settings of a table, after the ruleset has accepted them."""
    chosen = Setup(text, players, dict(options))
    try:
        ruleset.start(chosen, SeededChance(bytes(32)))
    except Refusal as refusal:
        raise CommandError(refusal.sentence) from refusal
    return chosen


def check_number(number: int, name: str) -> int:
    """Return the number, if it is at least one."""
    if number < 1:
        raise CommandError(f"Give {name} a number of at least one.")
    return number
