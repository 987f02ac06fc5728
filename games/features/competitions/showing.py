"""What people are shown of seasons: titles, divisions, schedules, and a line in turn emails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.features.competitions import field, results
from games.features.competitions.arranging import PAIR
from games.features.competitions.standing import Row
from games.models import (
    Competition,
    CompetitionNote,
    Entry,
    Fixture,
    FixtureSeat,
    Game,
    Match,
    User,
)
from games.rulesets import registry
from games.web.access import TableAccess

Deed = CompetitionNote.Deed


def day_of(moment: datetime) -> str:
    """Return the day of the calendar of seasons, such as "7 December 2026"."""
    return date_format(moment, _("j F Y"))


def title_of_league(ruleset: str, players: int) -> str:
    """Return the name of a league."""
    facts = {"game": registry.get(ruleset).title}
    return (_("%(game)s for two") if players == PAIR
            else _("%(game)s for four")) % facts


def title_of_kind(kind: Competition.Kind, ruleset: str, players: int) -> str:
    """Return what is played in a cup of this kind."""
    if kind == Competition.Kind.DUPLICATE:
        return _("%(game)s: everybody alone against the same bots") % {
            "game": registry.get(ruleset).title}
    return title_of_league(ruleset, players)


def title_of(competition: Competition) -> str:
    """Return the name of a season or cup."""
    if competition.kind != Competition.Kind.SEASON:
        return competition.title
    season = competition
    return _("%(league)s: season of %(day)s") % {
        "league": title_of_league(season.ruleset, season.players),
        "day": day_of(season.starts_at)}


def title_of_game(fixture: Fixture) -> str:
    """Return the name of the games of a fixture."""
    facts = {"division": fixture.division, "round": fixture.round, "number": fixture.number,
             "cup": fixture.competition.title}
    if fixture.competition.kind == Competition.Kind.DUPLICATE:
        return fixture.competition.title
    if fixture.competition.kind == Competition.Kind.CUP:
        return _("%(cup)s, round %(round)s, table %(number)s") % facts
    if fixture.competition.players == PAIR:
        return _("League for two, division %(division)s, round %(round)s, game %(number)s") % facts
    return _("League for four, division %(division)s, table %(number)s") % facts


def path_of(competition: Competition, page: str = "") -> str:
    """Return the path of the page about a season or cup, or of another ``page`` below it."""
    if competition.kind != Competition.Kind.SEASON:
        return reverse(f"cup-{page}" if page else "cup", args=[competition.code])
    if page in ("feed", "dates"):  # seasons of a league have them in common
        return reverse(f"league-{page}", args=[competition.ruleset, competition.players])
    return reverse(f"season-{page}" if page else "season", args=[
        competition.ruleset, competition.players, f"{competition.starts_at:%Y-%m-%d}"])


def name_of(entry: Entry) -> str:
    """Return the name of an entrant as others see it."""
    return entry.user.shown_name if entry.user is not None else _("Former player")


def points(value: float) -> str:
    """Return a number of points with at most two decimal places, such as "2.5"."""
    shown = number_format(round(value, 2)) if value % 1 else str(round(value))
    return shown.replace("-", "−")


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
    """A division of a season, with its table and its schedule by rounds.

    Fixtures have the ``code`` of their game (None: there is none), and ``is_sealed``.
    """

    number: int
    rows: Sequence[Line]
    rounds: Sequence[Sequence[Any]]


def division(season: Competition, number: int, *, reader: User | None = None,
             entered: Iterable[Entry] | None = None) -> Division:
    """Return a division of a season that has begun, in three queries.

    In two if the caller gives who has ``entered``, with their accounts.
    """
    if entered is None:
        entered = season.entries.filter(division=number).select_related("user")
    entries = {entry.pk: entry for entry in entered if entry.division == number}
    # A join would have all games read, as the number of fixtures of a division is hard to estimate.
    game = Game.objects.filter(pk=OuterRef("game"))
    fixtures = list(with_seats(season.fixtures.filter(division=number).annotate(
        code=Subquery(game.values("code")), is_sealed=Subquery(game.values("sealed")))))
    decided = []
    for fixture in fixtures:
        for seat in fixture.seats.all():
            seat.fixture = fixture
            decided += [seat] if seat.points is not None and not is_secret(season) else []
    rows = results.tables([*entries.values()], decided).get(number, [])
    return Division(number, [
        Line(row, entries[row.entrant], reader is not None
             and entries[row.entrant].user_id == reader.pk) for row in rows], _rounds(fixtures))


def own_game(fixtures: Sequence[Any], reader: User | None) -> str | None:
    """Return the code of the reader's latest game that is played or sealed, in a ``Division``."""
    own = [fixture for fixture in fixtures
           if any(reader and seat.entry.user_id == reader.pk for seat in fixture.seats.all())]
    return next((fixture.code for fixture in reversed(own)
                 if fixture.code and (not fixture.decided or fixture.is_sealed)), None)


def is_secret(competition: Competition) -> bool:
    """Return whether results are not shown yet: in a duplicate cup, until everybody has one."""
    return (competition.kind == Competition.Kind.DUPLICATE
            and competition.status != Competition.Status.OVER)


@dataclass(frozen=True, slots=True)
class AloneLine:
    """An entrant of a duplicate cup, with their game."""

    line: Line
    fixture: Any  # of a ``Division``; None if there is none
    beaten: float

    @property
    def is_placed(self) -> bool:
        """Whether they have played to the end, and all results are shown."""
        return self.fixture is not None and not self.line.row.is_out and self.line.row.played > 0

    @property
    def departure(self) -> str:
        """A sentence on where they left the field."""
        left: Mapping[str, int] | None = self.line.entry.departure
        if left is None:
            return _("never left the field")
        return _("left the field in turn %(turn)s, in which %(most)s of %(people)s played alike"
                 ) % left


def alone(division: Division) -> list[AloneLine]:
    """Return the entrants of a duplicate cup that has begun, the best first."""
    of_entry = {seat.entry_id: fixture for fixtures in division.rounds for fixture in fixtures
                for seat in fixture.seats.all()}
    places = [line.place for line in division.rows if not line.row.is_out]
    return [AloneLine(line, of_entry.get(line.entry.pk),
                      0.0 if line.row.is_out else field.beaten(line.place, places))
            for line in division.rows]


def _rounds(fixtures: Sequence[Any]) -> list[list[Any]]:
    found: dict[int, list[Any]] = {}
    for fixture in fixtures:
        found.setdefault(fixture.round, []).append(fixture)
    return [found[number] for number in sorted(found)]


def fixtures_of(entry: Entry) -> list[Fixture]:
    """Return the fixtures of an entrant in their order, with everybody who plays there."""
    own = Fixture.objects.select_related("competition").filter(seats__entry=entry)
    return list(with_seats(own.order_by("round", "number")))


def with_seats(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Return these fixtures with everybody who plays there, in one more query."""
    return fixtures.prefetch_related(
        Prefetch("seats", FixtureSeat.objects.select_related("entry__user")))


def seat_names(fixture: Fixture) -> list[str]:
    """Return who has each seat at a table of a cup; a bot has those of nobody."""
    of_index = {seat.index: name_of(seat.entry) for seat in fixture.seats.all()}
    return [of_index.get(index, _("a bot")) for index in range(fixture.competition.players)]


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
    if fixture is None:
        return {}
    competition = fixture.competition
    division = f"?division={fixture.division}" if competition.kind == (
        Competition.Kind.SEASON) else ""
    return {"fixture": fixture, "season_title": title_of(competition),
            "season_url": path_of(competition) + division}


def sentences(game: Game, *, over: bool, begins: bool = False,
              named: Callable[[str], str] = str, seat: int | None = None) -> list[str]:
    """Return a sentence about the season to which a game belongs, if it does.

    It stays the same whatever happens later.
    """
    fixture = fixture_of(game)
    if fixture is None:
        return []
    title = title_of(fixture.competition)
    if fixture.competition.kind == Competition.Kind.CUP:
        return [_("%(cup)s, round %(round)s: the cards are dealt alike at all tables.") % {
            "cup": title, "round": fixture.round}]
    if fixture.competition.kind == Competition.Kind.DUPLICATE:
        said = (_("%(cup)s: your lead over the best bot counts, and is compared when all have"
                  " finished.") if over
                else _("%(cup)s: everybody plays this deal against the same bots."))
        return [said % {"cup": title}]
    return [_("%(season)s, division %(division)s.") % {
        "season": title, "division": fixture.division}]


# What organisers have done.

Named = tuple[Mapping[int, Entry], Mapping[int, Any]]  # entries and fixtures, by their ids


def named_in(notes: Sequence[CompetitionNote]) -> Named:
    """Return the entries and fixtures of which these notes tell."""
    entries = {note.facts[key] for note in notes for key in ("gone", "came") if key in note.facts}
    fixtures = {note.facts["fixture"] for note in notes if "fixture" in note.facts}
    return (Entry.objects.select_related("user").in_bulk(entries),
            {each.pk: each for each in with_seats(Fixture.objects.filter(pk__in=fixtures))})


def facts_of(note: CompetitionNote, named: Named) -> dict[str, Any]:
    """Return what there is to say about a deed of an organiser, as JSON values."""
    facts, (entries, fixtures) = dict(note.facts), named
    facts |= {key: name_of(entries[facts[key]]) for key in ("gone", "came") if key in facts}
    if "fixture" in facts:
        fixture = fixtures[facts["fixture"]]
        facts["points"] = [[name_of(seat.entry), facts["points"][seat.index]]
                           for seat in fixture.seats.all()]
        facts["table"], facts["round"] = fixture.number, fixture.round
    by = note.by.shown_name if note.by else _("Former player")
    return {**facts, "deed": note.deed, "text": note.text, "by": by}


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A deed of an organiser, as everybody can read it; ``by`` is None once they have left."""

    at: datetime
    by: User | None
    sentence: str
    text: str


def notes_of(competition: Competition, named: Named | None = None) -> list[ShownNote]:
    """Return what the organisers of a competition have done, the latest first.

    In three queries, or in one if the caller knows all entries and fixtures.
    """
    notes = list(competition.notes.select_related("by").order_by("-at", "-pk"))
    named = named_in(notes) if named is None else named
    return [ShownNote(note.at, note.by, sentence_of(facts_of(note, named)), note.text)
            for note in notes]


DEEDS = {Deed.POSTPONED: gettext_lazy("it begins later"),
         Deed.CALLED_OFF: gettext_lazy("it is called off"),
         Deed.REPLACED: gettext_lazy("somebody plays on for somebody else"),
         Deed.RULED: gettext_lazy("a table is decided"),
         Deed.ANNOUNCED: gettext_lazy("an announcement")}


def sentence_of(facts: Mapping[str, Any], *, named: Callable[[str], str] = str) -> str:
    """Return a sentence about a deed of an organiser (``facts_of``)."""
    deed = facts["deed"]
    if deed == Deed.POSTPONED:
        return _("The cup begins later, on %(day)s.") % {
            "day": day_of(datetime.fromisoformat(facts["to"]))}
    if deed == Deed.CALLED_OFF:
        return _("The cup was called off.")
    if deed == Deed.REPLACED:
        return _("%(came)s plays on for %(gone)s.") % {
            "came": named(facts["came"]), "gone": named(facts["gone"])}
    if deed == Deed.RULED:
        return _("Round %(round)s, table %(table)s was decided: %(points)s.") % {
            "round": facts["round"], "table": facts["table"], "points": ", ".join(
                f"{named(name)} {points(value)}" for name, value in facts["points"])}
    return _("An announcement")
