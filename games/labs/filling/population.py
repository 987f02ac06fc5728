"""The size of a filled database, and its made-up people with their settings and calendars."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from django.contrib.auth.hashers import make_password

from games.labs.filling.bulk import Database
from games.models import (
    AddressStatus,
    ApiToken,
    CalendarFeed,
    ClockStop,
    Competition,
    CompetitionNote,
    Delivery,
    EmailPreferences,
    EmailTiming,
    Entry,
    Fixture,
    FixtureSeat,
    Handle,
    PlayingHours,
    PoolEntry,
    PushDevice,
    RatedPlayer,
    Rating,
    SeenAt,
    Session,
    SiteNews,
    User,
    Vacation,
    Webhook,
)
from games.models.competition import FIRST_SEASON, SEASON_LENGTH
from games.models.handle import keys
from games.rulesets import registry

DAY = timedelta(days=1)
GAMES_PER_PERSON = 2
FEWEST_PEOPLE = 12
# So many people and games of each status have everything that is otherwise rare, so that a page
# that lists it is as full in a small database as in a large one.
FULL_PAGE = 30
# People who can be found in a database of any size, with the same number of games in each.
NAMES = ("Alice", "Bob", "Carol", "Dave")
OPERATOR = "operator@example.org"

SPAN = 730 * DAY  # how long the site has been used
RUNNING_SINCE = 40 * DAY  # at most; games take about that long
OPEN_SINCE = 10 * DAY  # at most; then open tables expire
FRESH = timedelta(hours=6)  # at most, since somebody was asked in a game that runs
LONGEST = 45 * DAY  # of a game


@dataclass(frozen=True, slots=True)
class Size:
    """The numbers of games and people to make; a ``seed`` always makes the same ones."""

    games: int
    people: int
    seed: str = "1"

    def chance(self, *words: object) -> random.Random:
        """Return a source of chance for one purpose."""
        return random.Random("/".join(map(str, (self.seed, *words))))


def size_of(games: int, people: int | None = None, *, seed: str = "1") -> Size:
    """Return a size with a plausible number of people unless one is given."""
    usual = max(FEWEST_PEOPLE, games // GAMES_PER_PERSON)
    return Size(games, usual if people is None else people, seed)


GUESTS, WITH_BOT = 0.04, 0.02
DIVISION = 9  # people
CUP = 16  # people
ZONES = ("Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles",
         "Australia/Sydney", "Asia/Tokyo")
FIRST_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gita", "Hugo", "Ines", "Jon", "Kim",
               "Lea", "Max", "Nina", "Otto", "Pia", "Quinn", "Rosa", "Sam", "Tara", "Uma", "Vic",
               "Wanda", "Xenia", "Yara", "Zoe")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays; ``email`` is "" for guests and members' bots."""

    pk: int
    name: str
    email: str


@dataclass(frozen=True, slots=True)
class People:
    """The people who have been made: those with well-known names, and all others."""

    named: Sequence[Person]
    others: Sequence[Person]

    def draw(self, chance: random.Random, count: int) -> list[Person]:
        """Return ``count`` of the others; the first of all play in far more games than the last."""
        drawn: dict[int, Person] = {}
        while len(drawn) < min(count, len(self.others)):
            person = self.others[int(len(self.others) * chance.random() ** 2)]
            drawn[person.pk] = person
        return list(drawn.values())


def make_people(database: Database, size: Size, *, now: datetime) -> People:
    """Add everybody: the people with well-known names, an operator, and all others."""
    chance, unusable = size.chance("people"), make_password(None)
    users = database.rows(User)

    def member(name: str, email: str, joined: datetime, **columns: object) -> Person:
        # Nobody reads reviews of made-up games, and computing thousands would take hours.
        is_guest = not (email or columns.get("owner_id"))
        pk = users.add(name=name, email=email or None, password=unusable, date_joined=joined,
                       is_guest=is_guest, wants_reviews=False,
                       **{"last_login": max(joined, now - 30 * DAY), **columns})
        if not is_guest:
            key, look = keys(name)
            database.rows(Handle).add(user_id=pk, name=name, key=key, look=look)
        return Person(pk, name, email)

    member("Operator", OPERATOR, now - SPAN, is_staff=True, is_superuser=True)
    named = [member(name, f"{name.lower()}@example.org", now - SPAN) for name in NAMES]
    others = []
    for number in range(1, size.people - len(named)):
        first = chance.choice(FIRST_NAMES)
        email = "" if chance.random() < GUESTS else f"{first.lower()}.{number}@example.org"
        others.append(member(f"{first}-{number}", email, now - chance.random() * SPAN))
    for number, person in enumerate([*named, *others]):
        if person.email:
            _add_ratings(database, person, size.chance("ratings", person.pk), now=now)
        _add_settings(database, person, size.chance("person", person.pk),
                      rare=number < FULL_PAGE, now=now)
    members = [one for one in (*named, *others) if one.email]
    for person in members:  # who have bots of their own, as which programs act
        if person in named or size.chance("bot", person.pk).random() < WITH_BOT:
            bot = member(f"{person.name}-Bot", "", now - 20 * DAY, owner_id=person.pk,
                         last_login=None)
            database.rows(ApiToken).add(
                user_id=bot.pk, name="A program", scopes="read play", created_at=now - 20 * DAY,
                secret_hash=size.chance("bot's token", bot.pk).randbytes(32).hex())
            others.append(bot)
    _add_season(database, members, now=now)
    _add_cups(database, members, now=now)
    for months in range(1, 7):
        database.rows(SiteNews).add(code=f"news{months}", title=f"News {months}", text="Hello",
                                    published_at=now - months * 30 * DAY)
        begin = now - months * 30 * DAY
        database.rows(ClockStop).add(cause=ClockStop.Cause.OUTAGE, begins_at=begin,
                                     ends_at=begin + timedelta(minutes=20))
    return People(named, others)


def _add_ratings(database: Database, person: Person, chance: random.Random, *,
                 now: datetime) -> None:
    """Add the person's ratings: firm ones in the game and number of players of most tables.

    And from where they have acted, for which only ratings ask.
    """
    ruleset = registry.default().name
    player = database.rows(RatedPlayer).add(user_id=person.pk)
    for players in (2, 3, 4):
        if players == 2 or chance.random() < 0.4:
            mu, sigma = chance.gauss(1500, 250), chance.uniform(50, 110)
            database.rows(Rating).add(
                player_id=player, ruleset=ruleset, players=players, mu=mu, sigma=sigma,
                games=chance.randint(5, 80), at=now - chance.random() * 300 * DAY,
                standing=mu - 2 * sigma, firm_until=now + chance.randint(1, 300) * DAY)
    for number in range(chance.randint(0, 4)):
        database.rows(SeenAt).add(
            user_id=person.pk, kind=SeenAt.Kind.BROWSER if number % 2 else SeenAt.Kind.NETWORK,
            mark=chance.randbytes(8).hex(), seen_at=now - chance.randint(0, 29) * DAY)


def _add_season(database: Database, people: Sequence[Person], *, now: datetime) -> None:
    """Add the season of the default game's league in which a tenth of the people play matches."""
    begins = FIRST_SEASON + (now - FIRST_SEASON) // SEASON_LENGTH * SEASON_LENGTH
    entrants = people[:max(DIVISION, len(people) // 10)]
    divisions = -(-len(entrants) // DIVISION)
    season = database.rows(Competition).add(
        ruleset=registry.default().name, players=2, starts_at=begins,
        ends_at=begins + SEASON_LENGTH, look_at=begins + SEASON_LENGTH, divisions=divisions,
        status=Competition.Status.RUNNING)
    for division in range(1, divisions + 1):
        members = [database.rows(Entry).add(competition_id=season, user_id=person.pk,
                                            signed_up_at=begins - DAY, division=division)
                   for person in entrants[(division - 1) * DIVISION:division * DIVISION]]
        for number, pair in enumerate(combinations(members, 2), start=1):
            fixture = database.rows(Fixture).add(
                competition_id=season, division=division, round=1, number=number, begins_at=begins,
                decided=Fixture.Decided.PLAYED)
            for index, entry in enumerate(pair):
                database.rows(FixtureSeat).add(fixture_id=fixture, index=index, entry_id=entry,
                                               points=2.0 * index)


def _add_cups(database: Database, people: Sequence[Person], *, now: datetime) -> None:
    """Add cups of the default game that are over, one for each hundred people, but a full page.

    The first people, whose pages are measured, are in as many of them whatever the size.
    """
    for number in range(1, 1 + max(FULL_PAGE, len(people) // 100)):
        first = 0 if number <= FULL_PAGE else CUP + CUP * number % (len(people) - 2 * CUP)
        entrants = people[first:first + CUP]
        begins = now - (20 + number) * DAY
        cup = database.rows(Competition).add(
            kind=Competition.Kind.CUP, code=f"cup{number:07}", title=f"Cup {number}",
            ruleset=registry.default().name, players=4, organiser_id=entrants[0].pk,
            created_at=begins - DAY, starts_at=begins,
            ends_at=begins + DAY, round_length=DAY, rounds=1, divisions=1,
            status=Competition.Status.OVER)
        members = [database.rows(Entry).add(competition_id=cup, user_id=person.pk, division=1,
                                            signed_up_at=begins - DAY, place=place)
                   for place, person in enumerate(entrants, start=1)]
        for table in range(0, len(members) - 3, 4):
            fixture = database.rows(Fixture).add(
                competition_id=cup, division=1, round=1, number=1 + table // 4, begins_at=begins,
                decided=Fixture.Decided.PLAYED)
            for index, entry in enumerate(members[table:table + 4]):
                database.rows(FixtureSeat).add(fixture_id=fixture, index=index, entry_id=entry,
                                               points=(4.0, 2.0, 1.0, 0.0)[index])
        database.rows(CompetitionNote).add(
            competition_id=cup, by_id=entrants[0].pk, at=begins, text="Have fun!",
            deed=CompetitionNote.Deed.ANNOUNCED)


def _add_settings(database: Database, person: Person, chance: random.Random, *, rare: bool,
                  now: datetime) -> None:
    likely, zone = chance.random, chance.choice(ZONES)
    if person.email and likely() < 0.3:
        when = chance.choices([EmailTiming.NOW, EmailTiming.QUIET, EmailTiming.DAILY,
                               EmailTiming.URGENT], [70, 10, 15, 5])[0]
        database.rows(EmailPreferences).add(user_id=person.pk, when=when, time_zone=zone)
    if rare or likely() < 0.4:
        database.rows(PlayingHours).add(
            user_id=person.pk, since=now - chance.random() * SPAN, time_zone=zone,
            opens=60 * chance.randint(6, 10), closes=60 * chance.randint(18, 23))
    if rare or likely() < 0.1:
        first = (now + chance.randint(-300, 30) * DAY).replace(hour=0, minute=0, second=0,
                                                               microsecond=0)
        days = chance.randint(1, 14) * DAY
        database.rows(Vacation).add(user_id=person.pk, first_day=first.date(), begins_at=first,
                                    last_day=(first + days - DAY).date(), ends_at=first + days)
    if person.email and (rare or likely() < 0.02):
        asked = now - (7 + likely()) * DAY  # lapsed: others would be seated at once
        database.rows(PoolEntry).add(
            user_id=person.pk, ruleset=registry.default().name, players=[2, 3], paces=["relaxed"],
            rated=likely() < 0.5, since=asked, lapsed_at=asked + 7 * DAY, until=asked + 14 * DAY)
    if likely() < 0.5:
        database.rows(Session).add(
            session_key=chance.randbytes(16).hex(), session_data="", person=person.pk,
            expire_date=now + chance.randint(1, 14) * DAY)
    if likely() < 0.05:
        database.rows(PushDevice).add(
            user_id=person.pk, endpoint=f"https://push.example/{chance.randbytes(16).hex()}",
            p256dh="", auth="", name="Firefox", created_at=now - 20 * DAY)
    if person.email and (rare or likely() < 0.02):
        database.rows(ApiToken).add(
            user_id=person.pk, name="A program", secret_hash=chance.randbytes(32).hex(),
            scopes="read play", created_at=now - 20 * DAY)
    if person.email and (rare or likely() < 0.02):
        fingerprint = chance.randbytes(8).hex()
        hook = database.rows(Webhook).add(
            owner_id=person.pk, format="json", receiver=fingerprint, created_at=now - 20 * DAY)
        for number in range(20):
            database.rows(Delivery).add(
                hook_id=hook, receiver=fingerprint, identity=chance.randbytes(16).hex(),
                event=f"test {number}", status="sent", facts={"event": "test", "seats": []},
                attempts=1, status_code=200, not_before=now - DAY, created_at=now - DAY)
    if likely() < 0.05:
        database.rows(CalendarFeed).add(
            user_id=person.pk, salt=chance.randbytes(16).hex(),
            digest=chance.randbytes(32).hex(), created_at=now - 20 * DAY)
    if person.email and person.name not in NAMES and (rare or likely() < 0.02):
        database.rows(AddressStatus).add(
            address=person.email, bounced_at=now - 30 * DAY, error="550 no such user")
