"""Settings of a new table, checked: its game, options, pace and players.

Every function returns the checked value or raises a refusal.  This module reads no tables and
stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import Ruleset, Setup, deal_option
from alexandros_rules.translation import list_with_or
from games.base import web_addresses
from games.base.plain_text import one_line
from games.base.refusals import TableRefusal
from games.models import Pace, Reliability, User
from games.models.game import NOTE_LENGTH
from games.models.user import check_address_length
from games.rulesets import registry
from games.table.clocks import paces
from games.table.clocks.paces import TimeControl

NAME_LENGTH = 60
MATCH_PLAYERS = 2


def ruleset_named(name: str) -> Ruleset:
    """Return the ruleset with this name ("": the default one); refuse an unknown name."""
    if not name:
        return registry.default().ruleset
    if name not in registry.names():
        raise TableRefusal("ruleset", _("There is no such game here. Please choose %(games)s.") % {
            "games": list_with_or(registry.names())}, allowed=registry.names())
    return registry.get(name).ruleset


def checked_setup(rules: Ruleset, board: str, *, players: int,
                  options: Mapping[str, Any]) -> Setup:
    """Return the setup of a table on this board of the ruleset ("": the default board)."""
    boards = rules.boards()
    if board not in boards and board:
        raise TableRefusal("board", _("There is no such board. Please choose %(boards)s.") % {
            "boards": list_with_or(list(boards))}, allowed=tuple(boards))
    if players not in rules.seats:
        raise TableRefusal(
            "players", _("%(game)s is for %(least)s to %(most)s players. Please choose one of these"
                         " numbers.") % {
                "game": rules.title, "least": rules.seats[0], "most": rules.seats[-1]},
        )
    text = boards[board] if board else next(iter(boards.values()))
    setup = Setup(text, players, _options(rules, options, players=players))
    rules.start(setup, SeededChance(bytes(32)))  # refuses a setup with which no game can start
    return setup


def offers_matches(rules: Ruleset, *, players: int = MATCH_PLAYERS) -> bool:
    """Return whether this number of players can play a match of this game."""
    return players == MATCH_PLAYERS and bool(deal_option(rules))


def checked_match(rules: Ruleset, match: bool, *, players: int) -> bool:
    """Return whether to play a match.

    Refuses a match of a game without matches, or of more than two players.
    """
    if match and not offers_matches(rules):
        raise TableRefusal("match", _("There are no matches in %(game)s. Please choose a single"
                                      " game.") % {"game": rules.title})
    if match and not offers_matches(rules, players=players):
        raise TableRefusal("match", _("A match is for two players. Please choose two players, or a"
                                      " single game."))
    return match


def check_not_alone(people: int) -> None:
    """Refuse a rated game in which only one seat is not a bot's."""
    if people < 2:
        raise TableRefusal("rated", _("A game of one person against bots cannot be rated. Please"
                                      " leave a seat for somebody else, or choose a game that is"
                                      " not rated."))


def rated_options(rules: Ruleset, options: Mapping[str, Any], *, players: int) -> dict[str, Any]:
    """Return the options of a rated game; refuse ``options`` that say otherwise.

    An option with its default value does not say anything.
    """
    if players not in rules.rated_options:
        raise TableRefusal("rated", _("There are no rated games of %(game)s with so many players."
                                      " Please choose a game that is not rated.") % {
            "game": rules.title})
    wanted = dict(rules.rated_options[players])
    for option in rules.options:
        value = options.get(option.name)
        if value not in (None, option.default) and value != wanted.get(option.name, option.default):
            raise TableRefusal("rated", _(
                "“%(option)s” cannot be chosen for a rated game, because all rated games with this"
                " number of players have the same options. Please leave it as it was, or choose a"
                " game that is not rated.") % {"option": _(option.title)})
    return wanted


def proposed_options(rules: Ruleset) -> dict[str, Any]:
    """Return the options that the form for a new table proposes."""
    return {option.name: option.proposal for option in rules.options if option.is_chosen}


def is_rated(rules: Ruleset, setup: Setup) -> bool:
    """Return whether a game with this setup has the options of a rated game."""
    deal = deal_option(rules)
    chosen = {name: value for name, value in setup.options.items() if name != deal}
    return chosen == rules.rated_options.get(setup.players)


def _options(rules: Ruleset, options: Mapping[str, Any], *, players: int) -> dict[str, Any]:
    """Return the options that differ from their defaults; refuse unknown ones and wrong values."""
    known = {option.name: option for option in rules.options if option.is_chosen}
    changed = {}
    for name, value in options.items():
        if name not in known:
            raise TableRefusal("option", _("There is no option “%(option)s” in %(game)s.") % {
                "option": name, "game": rules.title}, allowed=tuple(known))
        if value is None or value == known[name].default:
            continue
        if known[name].kind == "flag" and not isinstance(value, bool):
            raise TableRefusal("option", _("%(option)s can only be on or off.") % {
                "option": _(known[name].title)})
        if known[name].kind == "seat" and value not in range(players):
            raise TableRefusal("option", _("%(option)s must be one of the table’s seats.") % {
                "option": _(known[name].title)})
        changed[name] = value
    return changed


def checked_bots(rules: Ruleset, bots: Sequence[str], *, free: int) -> tuple[str, ...]:
    """Return the names of bots; refuse unknown ones, and more than ``free`` seats can take."""
    names = tuple(bot_called(rules, bot) for bot in bots)
    if "" in names:
        raise TableRefusal("bot", _("There is no such bot. Please choose %(bots)s.") % {
            "bots": list_with_or(bot_names(rules))}, allowed=tuple(rules.bots))
    if len(bots) > free:
        raise TableRefusal(
            "too-many", _("There are not enough free seats for these bots and invitations. Please"
                          " remove some of them, or choose more players."),
        )
    return names


def bot_called(rules: Ruleset, text: str) -> str:
    """Return the name of the bot that has this name, or that people see under it; else ""."""
    if text in rules.bots:
        return text
    shown = text.strip().casefold()
    return next((name for name, bot in rules.bots.items()
                 if shown in (name.casefold(), *map(str.casefold, bot.seat_names))), "")


def bot_names(rules: Ruleset) -> list[str]:
    """Return what people call each bot, with its name for programs."""
    return [f"{bot.seat_names[0]} ({name})" for name, bot in rules.bots.items()]


def checked_name(name: str, *, by: User) -> str:
    """Return the table's name on one line, by default made from its creator's name."""
    clean = one_line(name)
    if len(clean) > NAME_LENGTH:
        raise TableRefusal("name", ngettext(
            "The name is too long. Please use %(count)s character.",
            "The name is too long. Please use at most %(count)s characters.", NAME_LENGTH,
        ) % {"count": NAME_LENGTH})
    if web_addresses.contains(clean):
        raise TableRefusal("name", web_addresses.sentence())
    return clean or _("%(name)s’s table") % {"name": web_addresses.broken(by.shown_name)}


def checked_note(note: str) -> str:
    """Return the creator's note about the table as one clean line."""
    clean = one_line(note)
    if len(clean) > NOTE_LENGTH:
        raise TableRefusal("note", ngettext(
            "The note is too long. Please use %(count)s character.",
            "The note is too long. Please use at most %(count)s characters.", NOTE_LENGTH,
        ) % {"count": NOTE_LENGTH})
    return clean


def checked_addresses(emails: Sequence[str], *, by: User) -> list[str]:
    """Return the addresses to invite, in lower case.

    Refuses bad or repeated addresses and the creator's own.
    """
    if emails and (by.is_guest or not by.email):
        raise TableRefusal(
            "guest", _("We send invitations in your name, so please sign in with your email"
                       " address first, or share the table’s link."),
        )
    addresses: list[str] = []
    for email in emails:
        address = User.objects.normalize_email(email)
        _check_address(address)
        if address == by.email:
            raise TableRefusal("yourself", _(
                "You already have a seat at this table. Please invite somebody else."))
        if address in addresses:
            raise TableRefusal("twice", _(
                "%(address)s is listed twice. Please enter each address once.") % {
                    "address": address})
        addresses.append(address)
    return addresses


def _check_address(address: str) -> None:
    try:
        validate_email(address)
    except ValidationError:
        shown = one_line(address)[:60]
        raise TableRefusal(
            "address", _("“%(address)s” is not an email address. Please write it like"
                         " %(example)s.") % {"address": shown, "example": "alice@example.org"},
        ) from None
    try:
        check_address_length(address)
    except ValidationError as error:
        raise TableRefusal("address", error.messages[0]) from None


_OUT_OF_BOUNDS: Mapping[str, str] = {
    "at_start": gettext_noop("The time at the start can be %(least)s to %(most)s. Please change it,"
                             " or leave it empty."),
    "per_turn": gettext_noop("The time added each turn can be %(least)s to %(most)s. Please change"
                             " it, or leave it empty."),
    "limit": gettext_noop("The most time somebody can have can be %(least)s to %(most)s. Please"
                          " change it, or leave it empty."),
    "grace": gettext_noop("The grace period can be %(least)s to %(most)s. Please change it, or"
                          " leave it empty."),
}


def columns(pace: str, control: TimeControl | None) -> dict[str, Any]:
    """Return the columns of ``Game`` for this pace and these details, checked."""
    checked = checked_pace(pace)
    return {"pace": checked, **paces.columns(checked_control(checked, control))}


def checked_pace(pace: str) -> Pace:
    """Return the pace with this name; refuse an unknown name."""
    if pace not in Pace.values:
        raise TableRefusal("pace", _("There is no such pace. Please choose %(paces)s.") % {
            "paces": list_with_or([str(label) for label in Pace.labels])},
            allowed=tuple(Pace.values))
    return Pace(pace)


def checked_control(pace: Pace, control: TimeControl | None) -> TimeControl:
    """Return the time of each player (None: the pace's own time), within the bounds."""
    usual = paces.CONTROLS[pace]
    if control is None or control == usual:
        return usual
    if pace == Pace.NONE:
        raise TableRefusal("no-clock", _("A table without a clock has no times to edit. Please"
                                         " choose another pace, or leave the details empty."))
    for name, (least, most) in paces.BOUNDS.items():
        if not least <= getattr(control, name) <= most:
            raise TableRefusal("time", _(_OUT_OF_BOUNDS[name]) % {
                "least": paces.bound(least), "most": paces.bound(most)})
    _check_limit(control.at_start, control.per_turn, limit=control.limit)
    return control


def _check_limit(at_start: timedelta, per_turn: timedelta, *, limit: timedelta) -> None:
    most = {"most": paces.amount(limit)}
    if at_start > limit:
        raise TableRefusal("time", _("The time at the start cannot be more than the most somebody"
                                     " can have, which is %(most)s. Please lower the one or raise"
                                     " the other.") % most)
    if per_turn > limit:
        raise TableRefusal("time", _("The time added each turn cannot be more than the most"
                                     " somebody can have, which is %(most)s. Please lower the one"
                                     " or raise the other.") % most)


def checked_reliability(required: str) -> Reliability:
    """Return how reliable players must be; refuse an unknown value."""
    if required not in Reliability.values:
        raise TableRefusal("reliability", _(
            "There is no such kind of player. Please choose %(kinds)s.") % {
                "kinds": list_with_or([str(label) for label in Reliability.labels])},
            allowed=tuple(Reliability.values))
    return Reliability(required)
