"""What people are shown of seasons: titles, divisions, schedules, and a line in turn emails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from games.features.competitions import results
from games.features.competitions.arranging import PAIR
from games.features.competitions.standing import Row
from games.models import Competition, Entry, Fixture, FixtureSeat, Game, Match, User
from games.rulesets import registry
from games.web.access import TableAccess


def day_of(moment: datetime) -> str:
    """Return the day of the calendar of seasons, such as "7 December 2026"."""
    return date_format(moment, "j F Y")


def title_of_league(ruleset: str, players: int) -> str:
    """Return the name of a league."""
    facts = {"game": registry.get(ruleset).title}
    return (_("%(game)s for two") if players == PAIR
            else _("%(game)s for four")) % facts


def title_of(season: Competition) -> str:
    """Return the name of a season."""
    return _("%(league)s: season of %(day)s") % {
        "league": title_of_league(season.ruleset, season.players),
        "day": day_of(season.starts_at)}


def title_of_game(fixture: Fixture) -> str:
    """Return the name of the games of a fixture."""
    facts = {"division": fixture.division, "round": fixture.round, "number": fixture.number}
    if fixture.competition.players == PAIR:
        return _("League for two, division %(division)s, round %(round)s, game %(number)s") % facts
    return _("League for four, division %(division)s, table %(number)s") % facts


def address_of(season: Competition) -> tuple[str, int, str]:
    """Return the arguments of the address of a season's page."""
    return season.ruleset, season.players, f"{season.starts_at:%Y-%m-%d}"


def name_of(entry: Entry) -> str:
    """Return the name of an entrant as others see it."""
    return entry.user.shown_name if entry.user is not None else _("Former player")


def points(value: float) -> str:
    """Return a number of points with at most two decimal places, such as "2.5"."""
    return number_format(round(value, 2)) if value % 1 else str(round(value))


# The page of a season.

@dataclass(frozen=True, slots=True)
class Line:
    """An entrant in the table of their division."""

    row: Row
    entry: Entry
    is_reader: bool

    @property
    def place(self) -> int:
        """The place in the division."""
        return self.row.place

    @property
    def name(self) -> str:
        """The name of the entrant."""
        return name_of(self.entry)

    @property
    def points(self) -> float:
        """The points so far."""
        return self.row.points

    @property
    def shown_points(self) -> str:
        """The points so far, as people see them."""
        return points(self.row.points)


@dataclass(frozen=True, slots=True)
class Division:
    """A division of a season, with its table and its schedule by rounds."""

    number: int
    rows: Sequence[Line]
    rounds: Sequence[Sequence[Fixture]]


def division(season: Competition, number: int, *, reader: User | None = None) -> Division:
    """Return a division of a season that has begun, in three queries."""
    entries = {entry.pk: entry for entry in season.entries.filter(
        division=number).select_related("user")}
    fixtures = list(season.fixtures.filter(division=number).select_related("game").prefetch_related(
        Prefetch("seats", FixtureSeat.objects.select_related("entry__user"))))
    decided = []
    for fixture in fixtures:
        for seat in fixture.seats.all():
            seat.fixture = fixture
            decided += [seat] if seat.points is not None else []
    rows = results.tables([*entries.values()], decided).get(number, [])
    return Division(number, [
        Line(row, entries[row.entrant], reader is not None
             and entries[row.entrant].user_id == reader.pk) for row in rows], _rounds(fixtures))


def _rounds(fixtures: Sequence[Fixture]) -> list[list[Fixture]]:
    found: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        found.setdefault(fixture.round, []).append(fixture)
    return [found[number] for number in sorted(found)]


def fixtures_of(entry: Entry) -> list[Fixture]:
    """Return the fixtures of an entrant in their order, with everybody who plays there."""
    own = Fixture.objects.filter(seats__entry=entry).order_by("round", "number")
    return list(own.prefetch_related(
        Prefetch("seats", FixtureSeat.objects.select_related("entry__user"))))


# A line about a game.

def fixture_of(game: Game) -> Fixture | None:
    """Return the fixture to which a game belongs, with its season; None if it belongs to none."""
    if not game.arranged:
        return None
    first = game.match_of_id if game.match == Match.SECOND else game.pk
    return Fixture.objects.select_related("competition").filter(game=first).first()


def on_game_page(access: TableAccess, now: datetime) -> dict[str, Any]:
    """Return the context of a game's page: the season to which it belongs."""
    fixture = fixture_of(access.game)
    return {} if fixture is None else {
        "fixture": fixture, "season_title": title_of(fixture.competition)}


def sentences(game: Game, *, over: bool, begins: bool = False,
              named: Callable[[str], str] = str, seat: int | None = None) -> list[str]:
    """Return a sentence about the season to which a game belongs, if it does.

    It stays the same whatever happens later.
    """
    fixture = fixture_of(game)
    if fixture is None:
        return []
    return [_("%(season)s, division %(division)s.") % {
        "season": title_of(fixture.competition), "division": fixture.division}]
