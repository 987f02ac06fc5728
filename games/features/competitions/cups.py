"""Cups: tournaments in rounds, in which all tables of a round have the same deal.

At tables of four, or two and two, people of like standing meet; in a duplicate cup, everybody plays
one game alone against the same bots.  The games of a round are sealed until all of them are over.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.base import rate_limits, web_addresses
from games.base.plain_text import one_line
from games.base.refusals import Closed, Foreign, TableRefusal
from games.features.competitions import emails, entries, field, pairing, results, seasons
from games.features.competitions.arranging import PAIR, TABLE
from games.models import (
    Competition,
    Entry,
    Fixture,
    FixtureSeat,
    Game,
    LoggedMove,
    Match,
    Seat,
    User,
)
from games.models.competition import TEXT_LENGTH, TITLE_LENGTH
from games.table.play import revealing

FEWEST, MOST = 8, 64  # people of a cup
FEWEST_ALONE, MOST_ALONE = 3, 500  # of a duplicate cup
TO_ORGANISE = 10  # finished games that an organiser has played
ROUND_LENGTHS = tuple(timedelta(weeks=weeks) for weeks in (1, 2, 3, 4))
ALONE_FOR = timedelta(weeks=2)  # how long a duplicate cup takes at most
SOONEST, LATEST = timedelta(days=1), timedelta(days=60)  # from now until a cup begins
AT_ONCE = 3  # cups that one person may organise at the same time
LOOKS = timedelta(days=1)  # between looks whether games can be unsealed

Kind, Status = Competition.Kind, Competition.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an organiser wants: a cup of this kind and size, from this moment on."""

    title: str
    kind: Competition.Kind
    ruleset: str
    players: int
    starts_at: datetime
    round_length: timedelta = ROUND_LENGTHS[1]
    about: str = ""


# Organising, and signing up.

def may_organise(user: User) -> bool:
    """Return whether this person may organise cups."""
    if user.is_staff:
        return True
    return not user.is_guest and Seat.objects.filter(
        user=user, game__status=Game.Status.OVER)[:TO_ORGANISE].count() >= TO_ORGANISE


def check_organiser(user: User) -> None:
    """Refuse (Foreign) people who have not played enough to organise a cup."""
    if not may_organise(user):
        raise Foreign("too-new", _("Whoever has finished %(count)s games here can organise a cup."
                                   " You have not played so many yet.") % {"count": TO_ORGANISE})


def sizes(kind: Competition.Kind) -> list[tuple[str, int]]:
    """Return the games with the numbers of players of which there are cups of this kind."""
    if kind == Kind.CUP:
        return seasons.leagues()
    return [(ruleset, players) for ruleset, players in seasons.leagues() if players == TABLE]


def create(plan: Plan, *, by: User, now: datetime) -> Competition:
    """Announce a cup for which people can sign up; refuse (TableRefusal) what is no cup.

    The organiser is locked.
    """
    check_organiser(by)
    if (plan.ruleset, plan.players) not in sizes(plan.kind):
        raise TableRefusal("game", _("There are no such cups. Please choose a game from the list."))
    if plan.kind == Kind.CUP and plan.round_length not in ROUND_LENGTHS:
        raise TableRefusal("round", _("Please choose from the list how long a round takes."))
    check_start(plan.starts_at, now=now)
    running = Competition.objects.filter(organiser=by, status__in=(Status.OPEN, Status.RUNNING))
    if not by.is_staff and running[:AT_ONCE].count() >= AT_ONCE:
        raise TableRefusal("many", _("You are organising %(count)s cups already. Please wait until"
                                     " one of them is over.") % {"count": AT_ONCE})
    title = one_line(checked_text(plan.title, longest=TITLE_LENGTH))
    about = checked_text(plan.about)
    if not title:
        raise TableRefusal("title", _("Please give the cup a name."))
    if web_addresses.contains(title):
        raise TableRefusal("title", web_addresses.sentence())
    rate_limits.count("cup", by.pk, now=now)
    length = plan.round_length if plan.kind == Kind.CUP else ALONE_FOR
    return Competition.objects.create(
        kind=plan.kind, title=title, about=about, ruleset=plan.ruleset, players=plan.players,
        organiser=by, created_at=now, starts_at=plan.starts_at, round_length=length,
        ends_at=plan.starts_at + length, look_at=plan.starts_at, seed=secrets.token_bytes(32))


def checked_text(text: str, *, longest: int = TEXT_LENGTH) -> str:
    """Return what an organiser has written, in clean lines; refuse (TableRefusal) too much."""
    clean = "\n".join(one_line(line) for line in text.splitlines()).strip()
    if len(clean) > longest:
        raise TableRefusal("text", _("This text is too long. Please use at most %(count)s"
                                     " characters.") % {"count": longest})
    return clean


def check_start(starts_at: datetime, *, now: datetime) -> None:
    """Refuse (TableRefusal) a moment that is too soon or too far away for a cup to begin."""
    if not now + SOONEST <= starts_at <= now + LATEST:
        raise TableRefusal("start", _("People need a day to sign up, and a cup cannot begin in"
                                      " more than %(days)s days. Please choose another day.") % {
                                          "days": LATEST.days})


def may_enter(cup: Competition, *, now: datetime) -> bool:
    """Return whether people can sign up for a cup, if only for a place that becomes free."""
    may_wait = cup.kind == Kind.CUP and cup.status == Status.RUNNING
    return may_wait or (cup.status == Status.OPEN and now < cup.starts_at)


def enter(user: User, cup: Competition, *, now: datetime) -> None:
    """Sign somebody up for a cup, which is locked, as they are.

    While a cup for several is played, they wait for a place that its organiser gives them.
    """
    entries.check(user)
    if not may_enter(cup, now=now):
        raise Closed("sign-up", _("Nobody can sign up for this cup any more. Please look for"
                                  " another one in the list of cups."))
    most = MOST_ALONE if cup.kind == Kind.DUPLICATE else MOST
    is_in = cup.entries.filter(user=user).exists()
    if not is_in and cup.entries.filter(division=None).count() >= most:
        raise Closed("full", _("%(count)s people have signed up for this cup, and there is no room"
                               " for more.") % {"count": most})
    entries.add(user, cup, now=now)


# What a worker does (``lifecycle``).

def fewest(cup: Competition) -> int:
    """Return how many people a cup needs."""
    return FEWEST_ALONE if cup.kind == Kind.DUPLICATE else FEWEST


def begin(cup: Competition, entered: Sequence[Entry], *, now: datetime) -> None:
    """Make the first round, with people of all strengths at each table."""
    Entry.objects.filter(pk__in=[entry.pk for entry in entered]).update(division=1)
    cup.divisions, cup.rounds = 1, 1
    if cup.kind == Kind.CUP:
        cup.rounds = pairing.rounds_for(len(entered), cup.players)
    cup.save(update_fields=["divisions", "rounds"])
    ratings = seasons.ratings_of([entry.user_id for entry in entered], cup)
    order = sorted(entered, key=lambda entry: (
        -ratings.get(entry.user_id, seasons.UNRATED), entry.pk))
    _make_round(cup, 1, pairing.seeded([entry.pk for entry in order], cup.players), now=now)


def go_on(cup: Competition, *, now: datetime) -> bool:
    """Make the next round; return False if there is none, or nobody to play against."""
    if cup.kind == Kind.DUPLICATE:
        _note_departures(cup)
    last = max(cup.fixtures.values_list("round", flat=True), default=0)
    people = [row.entrant for row in results.standings(cup)[1] if not row.is_out]
    if last >= cup.rounds or len(people) < PAIR:
        return False
    _make_round(cup, last + 1, people, now=now)
    return True


def _make_round(cup: Competition, number: int, people: Sequence[int], *, now: datetime) -> None:
    """Make the tables of a round for these entrants, who are in the order of their standing."""
    tables = ([(one,) for one in people] if cup.kind == Kind.DUPLICATE
              else pairing.next_round(people, cup.players, _played(cup)))
    fixtures = Fixture.objects.bulk_create(
        Fixture(competition=cup, division=1, round=number, number=place, begins_at=now)
        for place in range(1, len(tables) + 1))
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, index=index, entry_id=entry)
        for fixture, seats in zip(fixtures, tables, strict=True)
        for index, entry in enumerate(seats) if entry is not None)
    cup.ends_at = now + cup.round_length
    cup.save(update_fields=["ends_at"])
    emails.queue(emails.BEGAN, Entry.objects.filter(pk__in=people).select_related("user"), now=now,
                 number=number)


def _note_departures(cup: Competition) -> None:
    """Store where everybody who has played a duplicate cup to its end left the field."""
    ends = FixtureSeat.objects.filter(fixture__competition=cup, entry__out_at=None)
    entry_of = dict(ends.values_list("fixture__game", "entry"))
    logs: dict[int, list[field.Step]] = {}
    rows = LoggedMove.objects.filter(game__in=entry_of).order_by("game", "number")
    for game, seat, position in rows.values_list("game", "seat", "digest"):
        logs.setdefault(entry_of[game], []).append(field.Step(position, seat == 0))
    left = {entry: asdict(each) for entry, each in field.departures(logs).items()}
    Entry.objects.bulk_update(
        [Entry(pk=entry, departure=each) for entry, each in left.items()], ["departure"])


def _played(cup: Competition) -> list[tuple[int | None, ...]]:
    """Return the tables of all rounds so far, entrants in the order of the seats."""
    tables: dict[int, dict[int, int]] = {}
    for seat in FixtureSeat.objects.filter(fixture__competition=cup).order_by("fixture"):
        tables.setdefault(seat.fixture_id, {})[seat.index] = seat.entry_id
    return [tuple(seats.get(index) for index in range(cup.players)) for seats in tables.values()]


# The deal, which all tables of a round have in common.

def seed_of(fixture: Fixture) -> bytes | None:
    """Return the seed of all games in the round of a cup; None in a league, where it is random."""
    secret = bytes(fixture.competition.seed)
    return hashlib.sha256(secret + fixture.round.to_bytes(2)).digest() if secret else None


def is_sealed(cup: Competition) -> bool:
    """Return whether games of a cup are sealed."""
    return Game.objects.filter(fixture__competition=cup, sealed=True).exists()


def unseal(cup: Competition, *, now: datetime) -> None:
    """Unseal the games of each round in which none is left that somebody still plays.

    Also games that have been judged go on, and their players must not see the cards of others.
    """
    games = Game.objects.filter(fixture__competition=cup, sealed=True)
    rounds: dict[int, list[Game]] = {}
    for game in games.select_related("fixture"):
        rounds.setdefault(game.fixture.round, []).append(game)
    waiting = set(cup.fixtures.filter(game=None, decided="").values_list("round", flat=True))
    for number, firsts in rounds.items():
        both = [*firsts, *Game.objects.filter(match_of__in=firsts)]
        if number not in waiting and not any(_goes_on(game) for game in both):
            revealing.unseal(firsts, now=now)


def _goes_on(game: Game) -> bool:
    has_second = game.status == Game.Status.OVER and game.match == Match.FIRST
    return game.status in (Game.Status.OPEN, Game.Status.RUNNING) or has_second
