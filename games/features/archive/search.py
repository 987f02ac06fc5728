"""Searching the archive: filters that stand in the address, and lists in parts.

Each filter has an index.  A list goes on before a game that the
address names by a sealed key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, UTC, datetime, timedelta

from django.db.models import BooleanField, ExpressionWrapper, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from alexandros_rules.translation import labelled
from games.base import cursors
from games.base.refusals import TableRefusal
from games.features.archive import facts
from games.models import ArchivedGame, Seat, User
from games.models.archive import MOST_FILTERS
from games.people import handles, profiles
from games.rulesets import registry
from games.table.play import event_log

PER_PAGE = 20
WEEK = timedelta(days=7)
PERSON, MONTH, BEFORE = "person", "month", "before"
UNRATED = "unrated"
_MONTH = re.compile(r"([1-9][0-9]{3})-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a filter: in addresses, in words, and in its column."""

    value: str
    label: str
    stored: str | int


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter with a few values to choose from."""

    name: str
    label: str
    column: str
    choices: Sequence[Choice]


def filters() -> list[Filter]:
    """Return the filters with a few values, in the reader's language."""
    rooms = registry.rooms().values()
    boards = [Choice(key, labelled(room.title, title) if registry.several() else title, key)
              for room in rooms for key, title in boards_of(room.name).items()]
    players = sorted({players for room in rooms for players in room.ruleset.seats})
    return [
        Filter("game", _("Game"), "ruleset",
               [Choice(room.name, room.title, room.name) for room in rooms]),
        Filter("board", _("Board"), "board", boards),
        Filter("players", _("Players"), "players",
               [Choice(str(number), str(number), number) for number in players]),
        Filter("rating", _("Mean rating of the table"), "band",
               [Choice(UNRATED, _("unrated"), 0), *_steps(
                   facts.RATINGS, _("below %(next)s"), _("%(first)s to %(last)s"),
                   _("%(first)s and above"))]),
        Filter("length", _("Length"), "length", list(_steps(
            facts.LENGTHS, _("up to %(last)s turns"), _("%(first)s to %(last)s turns"),
            _("%(first)s turns or more")))),
        Filter("margin", _("Won by"), "margin", list(_steps(
            facts.MARGINS, _("no point: as many for the first two"),
            _("%(first)s to %(last)s points"), _("%(first)s points or more")))),
        Filter("reason", _("Ended because"), "reason",
               [Choice(code, label, code) for code, label in reasons().items()]),
    ]


def _steps(begins: Sequence[int], lowest: str, between: str, highest: str) -> Iterator[Choice]:
    """Yield the choices of a column that has the numbers of steps; values are their beginnings."""
    for number, first in enumerate(begins, 1):
        following = begins[number] if number < len(begins) else 0
        sentence = lowest if number == 1 else between if following else highest
        yield Choice(str(first), sentence % {"first": first, "last": following - 1,
                                             "next": following}, number)


def reasons() -> dict[str, str]:
    """Return why games end, in words, by their codes."""
    return {code: _(label) for room in registry.rooms().values()
            for code, label in room.endings.items()} | {
                event_log.RESIGNED: _("somebody resigned")}


def boards_of(ruleset: str) -> dict[str, str]:
    """Return the titles of the boards that come with a game, by their keys."""
    room = registry.get(ruleset)
    return {facts.board_key(room, name): room.boards.title(text)
            for name, text in room.ruleset.boards().items()}


def all_boards() -> dict[str, str]:
    """Return the titles of the boards that come with any game, by their keys."""
    return {key: title for name in registry.names() for key, title in boards_of(name).items()}


def chosen(query: Mapping[str, str]) -> dict[str, str]:
    """Return the filters that an address names, with their values."""
    names = [*(one.name for one in filters()), PERSON, MONTH]
    return {name: value for name in names if (value := query.get(name, "").strip())}


def in_words(values: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each filter that is chosen, with its label and value in words."""
    for one in filters():
        if one.name in values:
            value = values[one.name]
            yield one.name, one.label, next(
                (choice.label for choice in one.choices if choice.value == value), value)
    for name, label in ((PERSON, _("Played by")), (MONTH, _("Month"))):
        if name in values:
            yield name, label, values[name]


def find(values: Mapping[str, str], *, before: str = "",
         reader: User | None) -> QuerySet[ArchivedGame]:
    """Return the games that pass these filters, the latest first.

    Refuses (TableRefusal) too many filters and values that there are not.
    """
    if len(values) > MOST_FILTERS:
        raise TableRefusal("filters", _("Please choose at most %(most)s filters at the same time:"
                                        " take one away.") % {"most": MOST_FILTERS})
    conditions = [_condition(name, value, reader) for name, value in values.items()]
    found = ArchivedGame.objects.filter(*conditions, game__listed=True)
    if before:
        found = found.filter(cursors.after(before, moment="ended_at", number="game", label=BEFORE))
    return with_seats(found.order_by("-ended_at", "-game"))


def with_seats(games: QuerySet[ArchivedGame]) -> QuerySet[ArchivedGame]:
    """Return these with their games, seats and people, which takes one more query."""
    seats = Seat.objects.select_related("user").order_by("index")
    return games.select_related("game").prefetch_related(Prefetch("game__seats", queryset=seats))


def _condition(name: str, value: str, reader: User | None) -> Q:
    if name == PERSON:
        return _has_played(value, reader)
    if name == MONTH:
        begin, end = month(value)
        return Q(ended_at__gte=begin, ended_at__lt=end)
    one = next(each for each in filters() if each.name == name)
    stored = next((choice.stored for choice in one.choices if choice.value == value), None)
    if stored is None:
        raise TableRefusal("filter", _("The filter “%(filter)s” has no such value. Please choose"
                                       " one from the list.") % {"filter": one.label})
    return Q((one.column, stored))


def _has_played(name: str, reader: User | None) -> Q:
    """Return the condition for games of a person; none if the reader may not see their page.

    So nobody can tell whom they may not see from somebody who does not exist.
    """
    handle = handles.find(name)
    if handle is None or not profiles.may_see(handle.user, reader):
        return Q(pk__in=())
    return Q(game__in=Seat.objects.filter(user=handle.user).order_by().values("game"))


def is_for_all(values: Mapping[str, str]) -> bool:
    """Return whether visitors find the same games with these filters as any other reader.

    Not with a name that nobody has, either, so nobody can tell it from somebody they may not see.
    """
    if PERSON not in values:
        return True
    handle = handles.find(values[PERSON])
    return handle is not None and profiles.may_see(handle.user, None)


def month(text: str) -> tuple[datetime, datetime]:
    """Return when a month such as 2026-11 begins and ends in UTC; refuse (TableRefusal) others."""
    match = _MONTH.fullmatch(text)
    if match is None or int(match[1]) == MAXYEAR:  # whose last month has no end
        raise TableRefusal("month", _("Please write the month like this: 2026-11."))
    begin = datetime(int(match[1]), int(match[2]), 1, tzinfo=UTC)
    return begin, begin.replace(year=begin.year + begin.month // 12, month=begin.month % 12 + 1)


def key_of(game: ArchivedGame) -> str:
    """Return the key of the part of a list that begins after this game."""
    return cursors.key_of(game.ended_at, game.game_id, label=BEFORE)


def best_of_the_week(now: datetime) -> ArchivedGame | None:
    """Return the closest game of the last seven days, of rated ones if there are any.

    Of several, it is the one of the strongest players, and then the latest.
    """
    unrated = ExpressionWrapper(Q(band=0), output_field=BooleanField())
    games = ArchivedGame.objects.filter(ended_at__gte=now - WEEK, lead__isnull=False,
                                        game__listed=True, ruleset__in=registry.names())
    return with_seats(games.annotate(unrated=unrated).order_by(
        "unrated", "lead", "-band", "-ended_at", "-game")).first()
