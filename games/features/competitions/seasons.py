"""Seasons of leagues: signing up, the divisions and the schedule, and who goes up and down.

A season is a row as soon as somebody signs up for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from games.base.refusals import Closed
from games.features.competitions import arranging, calendar, emails, entries, results, showing
from games.features.competitions.arranging import Candidate
from games.features.competitions.standing import Row
from games.models import Competition, Entry, Fixture, FixtureSeat, Rating, User
from games.rulesets import registry

LOST_STAYS = 2  # games lost on time, after which nobody goes up
UNRATED = 1100.0  # what a newcomer's rating is taken to be at least


def leagues() -> list[tuple[str, int]]:
    """Return the leagues: games with numbers of players whose games can be rated."""
    return [(room.name, players) for room in registry.rooms().values()
            for players in arranging.FEWEST if players in room.ruleset.rated_options]


def find(ruleset: str, players: int, begins: datetime) -> Competition:
    """Return a season of a league, which is not stored as long as nobody has signed up."""
    found = Competition.objects.filter(kind=Competition.Kind.SEASON, ruleset=ruleset,
                                       players=players, starts_at=begins).first()
    return found or unsaved(ruleset, players, begins)


def unsaved(ruleset: str, players: int, begins: datetime) -> Competition:
    """Return a season for which nobody has signed up."""
    return Competition(ruleset=ruleset, players=players, starts_at=begins,
                       ends_at=begins + calendar.LENGTH)


def enter(user: User, season: Competition, *, now: datetime) -> None:
    """Sign somebody up for a season; refuse whoever plays unrated, and all at other times.

    The user is locked.
    """
    entries.check(user)
    if not calendar.may_sign_up(season.starts_at, now=now):
        raise Closed("sign-up", _("You can sign up for this season from %(day)s on, until it"
                                  " begins.") % {
            "day": showing.day_of(season.starts_at - calendar.SIGN_UP)})
    stored, _new = Competition.objects.get_or_create(
        kind=season.kind, ruleset=season.ruleset, players=season.players,
        starts_at=season.starts_at,
        defaults={"ends_at": season.ends_at, "look_at": season.starts_at})
    entries.add(user, stored, now=now)


# What a worker does (``lifecycle``).

def fewest(season: Competition) -> int:
    """Return how many people a season needs."""
    return arranging.FEWEST[season.players]


def begin(season: Competition, entered: Sequence[Entry], *, now: datetime) -> None:
    """Divide the people who have signed up, and make the schedule."""
    of_user = {entry.user_id: entry for entry in entered}
    divisions = arranging.divide(_candidates(season, of_user))
    season.divisions = len(divisions)
    season.save(update_fields=["divisions"])
    for number, people in enumerate(divisions, start=1):
        members = [of_user[person] for person in people]
        Entry.objects.filter(pk__in=[entry.pk for entry in members]).update(division=number)
        _make_schedule(season, number, members)
    emails.queue(emails.BEGAN, entered, now=now)


def _candidates(season: Competition, entered: Mapping[int | None, Entry]) -> list[Candidate]:
    """Return the people who have signed up, with what is known of them."""
    ratings = ratings_of([*entered], season)
    last = {entry.user_id: entry for entry in Entry.objects.filter(
        user__in=[*entered], competition__ruleset=season.ruleset,
        competition__players=season.players, belongs__isnull=False,
    ).order_by("competition__starts_at")}
    return [Candidate(user, ratings.get(user, UNRATED),
                      *(_belongs(last[user]) if user in last else ()))
            for user in entered if user is not None]


def ratings_of(users: Sequence[int | None], competition: Competition) -> dict[int | None, float]:
    """Return what those of these users who are rated have at least."""
    # Not their ``standing``: that grows with the time of the game, and ``UNRATED`` does not.
    rated = Rating.objects.filter(
        player__user__in=users, player__hidden=False, ruleset=competition.ruleset,
        players=competition.players)
    return dict(rated.values_list("player__user", F("mu") - 2 * F("sigma")))


def _belongs(entry: Entry) -> tuple[int, tuple[int, int]]:
    """Return the division to which somebody belongs, and their order there.

    Whoever comes from above is before those who stay, and whoever comes from below is behind them.
    """
    assert entry.belongs is not None  # as the query says
    assert entry.division is not None
    assert entry.place is not None
    return entry.belongs, (entry.division - entry.belongs, entry.place)


def _make_schedule(season: Competition, division: int, members: Sequence[Entry]) -> None:
    rounds = arranging.rounds(len(members), season.players,
                              matches=results.games_of(season) > 1)
    step = calendar.STARTS_WITHIN / max(1, len(rounds) - 1)
    for number, games in enumerate(rounds):
        fixtures = Fixture.objects.bulk_create(Fixture(
            competition=season, division=division, round=number + 1, number=place,
            begins_at=season.starts_at + number * step,
        ) for place in range(1, len(games) + 1))
        FixtureSeat.objects.bulk_create(
            FixtureSeat(fixture=fixture, index=index, entry=members[member])
            for fixture, seats in zip(fixtures, games, strict=True)
            for index, member in enumerate(seats))


def go_on(season: Competition, *, now: datetime) -> bool:
    """Store where everybody belongs in the next season; a season has no more rounds."""
    tables = results.standings(season)
    entered = season.entries.in_bulk()
    for number, rows in tables.items():
        moves = arranging.moves([_may_go_up(row) for row in rows], is_first=number == 1,
                                is_last=number == len(tables))
        for row, move in zip(rows, moves, strict=True):
            entered[row.entrant].belongs = number + move
    Entry.objects.bulk_update(entered.values(), ["belongs"])
    return False


def _may_go_up(row: Row) -> bool:
    return not row.is_out and row.lost < LOST_STAYS
