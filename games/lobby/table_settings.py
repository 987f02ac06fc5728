"""Table settings: checks of what somebody asks for when they create a table.

Every function returns the checked value or raises a refusal.  This module reads no tables and
stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from engine.chance import SeededChance
from engine.ruleset import Ruleset, Setup
from games.models import Pace, User
from games.models.game import NOTE_LENGTH
from games.plain_text import one_line
from games.refusals import TableRefusal
from games.rulesets import registry

NAME_LENGTH = 60


def ruleset_named(name: str) -> Ruleset:
    """The ruleset with this name ("": the default one); refuses an unknown one."""
    if not name:
        return registry.default().ruleset
    if name not in registry.names():
        raise TableRefusal("ruleset", "There is no such game here; choose one of these: "
                           + ", ".join(registry.names()) + ".", allowed=registry.names())
    return registry.get(name).ruleset


def checked_setup(rules: Ruleset, board: str, *, players: int,
                  options: Mapping[str, Any]) -> Setup:
    """The setup of a table on one of the ruleset's boards ("": the default one)."""
    boards = rules.boards()
    if board not in boards and board:
        raise TableRefusal("board", "There is no such board; choose one of these: "
                           + ", ".join(boards) + ".", allowed=tuple(boards))
    if players not in rules.seats:
        raise TableRefusal(
            "players", f"{rules.title} is for {rules.seats[0]} to {rules.seats[-1]} players;"
            " choose a number between these.",
        )
    text = boards[board] if board else next(iter(boards.values()))
    setup = Setup(text, players, _options(rules, options, players=players))
    rules.start(setup, SeededChance(bytes(32)))  # refuses a setup with which no game can start
    return setup


def _options(rules: Ruleset, options: Mapping[str, Any], *, players: int) -> dict[str, Any]:
    """Those options that differ from their defaults; refuses unknown ones and wrong values."""
    known = {option.name: option for option in rules.options}
    changed = {}
    for name, value in options.items():
        if name not in known:
            raise TableRefusal("option", f"There is no option “{name}” in {rules.title}.",
                               allowed=tuple(known))
        if value is None or value == known[name].default:
            continue
        if known[name].kind == "flag" and not isinstance(value, bool):
            raise TableRefusal("option", f"{known[name].title} can only be on or off.")
        if known[name].kind == "seat" and value not in range(players):
            raise TableRefusal("option", f"{known[name].title} must be one of the table's seats.")
        changed[name] = value
    return changed


def checked_bots(rules: Ruleset, bots: Sequence[str], *, free: int) -> tuple[str, ...]:
    """The bots; refuses unknown ones, and more than there are ``free`` seats."""
    for bot in bots:
        if bot not in rules.bots:
            raise TableRefusal("bot", "There is no such bot; choose one of these: "
                               + ", ".join(rules.bots) + ".", allowed=tuple(rules.bots))
    if len(bots) > free:
        raise TableRefusal(
            "too-many", "There are more bots and invitations than seats besides yours; take some"
            " away or play with more seats.",
        )
    return tuple(bots)


def checked_name(name: str, *, by: User) -> str:
    """The table's name on one line; by default made from its creator's name."""
    clean = one_line(name)
    if len(clean) > NAME_LENGTH:
        raise TableRefusal("name", f"The name is too long; use {NAME_LENGTH} letters or fewer.")
    return clean or f"{by.shown_name}’s table"


def checked_note(note: str) -> str:
    """What the creator wants to say about the table, as one clean line."""
    clean = one_line(note)
    if len(clean) > NOTE_LENGTH:
        raise TableRefusal("note", f"The note is too long; use {NOTE_LENGTH} characters or fewer.")
    return clean


def checked_pace(pace: str) -> Pace:
    """The pace with this name; refuses an unknown one."""
    if pace not in Pace.values:
        raise TableRefusal("pace", "There is no such pace; choose one of these: "
                           + ", ".join(map(str, Pace.labels)) + ".", allowed=tuple(Pace.values))
    return Pace(pace)


def checked_addresses(emails: Sequence[str], *, by: User) -> list[str]:
    """The addresses to invite, in lower case; refuses bad and repeated ones and the creator's."""
    if emails and (by.is_guest or not by.email):
        raise TableRefusal(
            "guest", "Invitations go out in your name, so sign in with your mail address first;"
            " or share the table’s link.",
        )
    addresses: list[str] = []
    for email in emails:
        address = User.objects.normalize_email(email)
        _check_address(address)
        if address == by.email:
            raise TableRefusal("yourself", "You sit at this table already; invite somebody else.")
        if address in addresses:
            raise TableRefusal("twice", f"{address} is there twice; name every address once.")
        addresses.append(address)
    return addresses


def _check_address(address: str) -> None:
    try:
        validate_email(address)
    except ValidationError:
        shown = one_line(address)[:60]
        raise TableRefusal(
            "address", f"“{shown}” is no mail address; write it like alice@example.org."
        ) from None
