"""Asking for a game by email: the commands "find me a game" and "stop looking"."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from alexandros_rules.errors import Unreadable
from alexandros_rules.translation import labelled
from games.base.refusals import Missing
from games.features.finding import pool
from games.models import Pace, User
from games.post.inbox.commands import EmailCommand, Said, vocabulary
from games.post.inbox.parsing.commands import TableWish, read_table
from games.rulesets import registry
from games.table.lobby import table_settings


def _find(user: User, rest: str, *, now: datetime) -> Said:
    """Store a wish; what it leaves open is as in the wish before, or as the page proposes it."""
    wish = read_table(rest, vocabulary())
    _check(wish)
    rules = table_settings.ruleset_named(wish.game)
    earlier = pool.find(user, rules.name)
    numbers = [wish.players] if wish.players else earlier.players if earlier else rules.seats
    paces = wish.paces or (earlier.paces if earlier else (Pace.RELAXED.value,))
    entry = pool.ask(user, ruleset=rules.name, players=numbers, paces=paces, rated=wish.rated,
                     now=now)
    return Said([_("We are looking for people to play with you. You get an email when the game"
                   " begins."), f"{labelled(registry.get(rules.name).title, pool.summary(entry))}.",
                 _("To end this, write “stop looking”.")])


def _check(wish: TableWish) -> None:
    """Refuse (Unreadable) what can be said of a table only."""
    if wish.invite or wish.name or wish.bots or wish.match or wish.board or wish.listed is not None:
        raise Unreadable("wish", _("We can look for a game with so many players, at these paces,"
                                   " rated or not. Please leave out everything else, as in “find me"
                                   " a game, 3 players, relaxed”."))


def _stop(user: User, rest: str, *, now: datetime) -> Said:
    game = read_table(rest, vocabulary()).game
    waiting = [entry for entry in pool.entries_of(user)
               if entry.waits and game in ("", entry.ruleset)]
    if not waiting:
        raise Missing("no-wish", _("You are not waiting for a game like this any more."))
    for entry in waiting:
        pool.withdraw(user, entry.ruleset)
    return Said([_("That is forgotten. You can ask for a game at any time.")])


COMMANDS = (
    EmailCommand(phrases=("find me a game", "find a game", "find me", "find"),
                 usage=gettext_lazy("find me a game"),
                 about=gettext_lazy("we look for people who want the same"), act=_find),
    EmailCommand(phrases=("stop looking", "stop looking for a game"), usage="", about="",
                 act=_stop),
)
