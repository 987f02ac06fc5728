"""Creates the accounts of a season's people, with their settings."""

from __future__ import annotations

from datetime import datetime

from games.models import User
from games.post.outbox import preferences
from games.season.options import BEGIN
from games.season.people import Person, generator
from games.table.clocks import playing_hours

NEW_OPENS, NEW_CLOSES = (7 * 60, 9 * 60, 17 * 60), (21 * 60, 23 * 60)  # minutes


def address_of(number: int) -> str:
    """The email address of the person with this number."""
    return f"person-{number}@example.org"


def sign_up(person: Person) -> User:
    """Creates somebody's account, with their playing hours and email settings."""
    user = User.objects.create_user(address_of(person.number), name=person.name,
                                    date_joined=BEGIN, last_login=BEGIN)
    if person.opens is None or person.closes is None:
        playing_hours.note_browser_zone(user, person.zone, now=BEGIN)
    else:
        playing_hours.change_hours(user, person.zone, opens=person.opens,
                                       closes=person.closes, free_weekdays=person.free, now=BEGIN)
    quiet = {"quiet_from": 22, "quiet_until": 7} if person.quiet else {}
    preferences.change(user, when=person.timing, **quiet)
    return user


def change_hours(user: User, person: Person, *, seed: str, now: datetime) -> None:
    """Chooses other playing hours, as some people do once."""
    chance = generator(seed, "new hours", person.number)
    playing_hours.change_hours(
        user, person.zone, opens=chance.choice(NEW_OPENS), closes=chance.choice(NEW_CLOSES),
        free_weekdays=set(chance.sample(range(7), chance.randint(0, 2))), now=now)
