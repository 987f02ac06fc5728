"""Two strangers find each other, play, are rated, enter a league, and one of them goes up."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage

from django.core.management import call_command

from games.base import site_clock
from games.features.competitions import calendar
from games.models import Failure, Game, OutgoingEmail
from games.rulesets import registry
from games.rulesets.registry import Room
from tests.drill import checks
from tests.drill.mail_server import MailServer
from tests.drill.site import Site
from tests.story.member import Member, game_of, is_over, words_of
from tests.story.playing import Table
from tests.story.service import Service

# Those who fill the two divisions with Alice and Bob, and what they do when the season has begun.
# If they only lost on time, three thousand emails would ask for turns that nobody plays.
DROPPING_OUT = ("Carol", "Dave", "Erin", "Frank", "Ivan", "Judy", "Mallory", "Niaj")
RESIGNING = ("Grace", "Heidi", "Olivia", "Peggy")
OTHERS = sorted(DROPPING_OUT + RESIGNING)
FIXTURES = (6, 12)  # of each person of a division of seven: matches, or two games with everybody
PLACES_UP = 2  # of a division of seven, a quarter

TURNS = 4  # of the game that Alice resigns
LOOK_EVERY = timedelta(days=3)  # at a mailbox, so that nobody loses a game on time
LOOKS = 9  # until every game of the season has begun
A_BIT = timedelta(hours=1)

STILL_NEW = r"You: [+−±]\d+, still new for at least 4 more games"


class Story:
    """The people, and the site on which they meet.

    An AssertionError says what somebody did not read.
    """

    def __init__(self, site: Site, mail: MailServer) -> None:
        self._begun = time.monotonic()
        self._service = Service(site)
        self._people = [Member(name, number=number, web=site.web, door=site.door, mail=mail)
                        for number, name in enumerate(("Alice", "Bob", *OTHERS), start=1)]
        self._alice, self._bob, *self._others = self._people
        self._two = (self._alice, self._bob)
        self._rooms = list(registry.rooms().values())
        self._games: list[str] = []  # the codes of the games that were found, one of each kind

    def tell(self) -> None:
        """Go through the whole story, and say how long each chapter has taken."""
        chapters = (
            self._sign_up, self._find_each_other, self._play_by_email, self._read_ratings,
            self._look_at_each_other, self._enter_leagues, self._begin_season,
            self._drop_out, self._play_season, self._end_season, self._check_all)
        with self._service.running():
            for chapter in chapters:
                chapter()
                title = chapter.__name__.strip("_").replace("_", " ")
                print(f"{time.monotonic() - self._begun:6.1f} s: {title}", flush=True)

    def _sign_up(self) -> None:
        for member in self._two:
            member.sign_up()

    def _find_each_other(self) -> None:
        """Wish for a rated game of each kind; emails say that it has begun."""
        for room in self._rooms:
            for member in self._two:
                page = member.browser.submit("/find/", game=room.name, players=2, paces="day",
                                             rated="on")
                member.sees(page, "You get an email when the game begins.", room.title)
        for room in self._rooms:
            emails = {member: member.wait_for(f"a game of {room.title}", _tells_of_game(room))
                      for member in self._two}
            codes = {game_of(email) for email in emails.values()}
            assert len(codes) == 1, f"they are not in the same game of {room.title}: {codes}"
            self._games += codes
            for member, email in emails.items():
                member.finds(email, "The game is rated.", "Alice and Bob")

    def _play_by_email(self) -> None:
        """Play one game to its end; in the other, Alice resigns."""
        played, resigned = self._games
        table = Table(self._two)
        table.play_on(lambda: Game.objects.get(code=resigned).turn > TURNS)
        table.resign(self._alice, resigned)
        table.play_on(lambda: self._bob.is_told_of_end(resigned) and all(
            member.is_told_of_end(played) for member in self._two))

    def _read_ratings(self) -> None:
        """The emails about the ends and the pages of the games say what they have changed."""
        self._service.settle()
        played, resigned = self._games
        # Whoever resigns gets no email about it.
        for member, code in ((self._alice, played), (self._bob, played), (self._bob, resigned)):
            email = member.wait_for("the end", _tells_of_end(code))
            _says_what_changed(f"the email to {member.name}", words_of(email))
        for member in self._two:
            for code in self._games:
                _says_what_changed(f"the page for {member.name}",
                                   member.browser.get(f"/games/{code}/").text)

    def _look_at_each_other(self) -> None:
        """Each one's page has their ratings, and the games that both have played."""
        for reader, other in (self._two, self._two[::-1]):
            page = reader.browser.get(f"/people/{other.name}/")
            reader.sees(page, f"You and {other.name}", "You have won", "Alice and Bob",
                        "new after 1 game · at least 4 more games until it is shown",
                        *(f"{room.title}, 2 players" for room in self._rooms))
            for code in self._games:
                assert f"/games/{code}/" in page.source, f"{other.name}’s page lacks {code}"

    # The leagues.

    def _enter_leagues(self) -> None:
        """Wait for the days of signing up; then others come as well, and all enter both leagues."""
        now = site_clock.now()
        begins = calendar.following(now)
        if not calendar.may_sign_up(begins, now=now):
            for room in self._rooms:
                self._alice.sees(self._alice.browser.get(f"/leagues/{room.name}/2/"),
                                 "You can sign up from")
            self._service.advance_to(begins - calendar.SIGN_UP + A_BIT)
        for member in self._others:
            member.sign_up()
        for room in self._rooms:
            path = _season(room, begins)
            for member in self._people:
                page = member.browser.submit(f"{path}enter/", seen_at=path)
                member.sees(page, "You have signed up. The season begins on")
        for member in self._people:
            for room in self._rooms:
                member.wait_for("a confirmation", _tells(room, "You have signed up"))

    def _begin_season(self) -> None:
        """An email tells everybody of their division and their opponents."""
        self._service.advance_to(calendar.following(site_clock.now()))
        for room in self._rooms:
            for member in self._people:
                email = member.wait_for("the beginning", _tells(room, "You play in division"))
                member.finds(email, "has begun and ends on")
                fixtures = words_of(email).count(", from ")
                assert fixtures in FIXTURES, f"{fixtures} fixtures in {words_of(email)}"

    def _drop_out(self) -> None:
        """Some drop out on the page."""
        for room in self._rooms:
            path = _season(room, calendar.current(site_clock.now()))
            for member in self._others:
                if member.name in DROPPING_OUT:
                    page = member.browser.submit(f"{path}withdraw/", seen_at=path, sure="on")
                    member.sees(page, "You have dropped out.")
        self._service.settle()

    def _play_season(self) -> None:
        """Answer by email now and then; all but Alice and Bob resign."""
        begins = calendar.current(site_clock.now())
        table = Table(self._two, resigning=[member for member in self._others
                                            if member.name in RESIGNING])
        table.answer()
        for look in range(1, LOOKS + 1):
            self._service.let_pass(begins + look * LOOK_EVERY)
            if table.is_asked():
                self._service.go_on()
                table.answer()
        silent = {member.name for member in self._two} - {
            place.member.name for place in table.places.values() if place.replies}
        assert not silent, f"{silent} had nothing to answer"

    def _end_season(self) -> None:
        """Emails and pages say who goes up: of Alice and Bob, whoever was below."""
        begins = calendar.current(site_clock.now())
        self._service.advance_to(begins + calendar.LENGTH)
        for room in self._rooms:
            gone_up = [member.name for member in self._two if self._goes_up(member, room, begins)]
            assert gone_up, f"neither Alice nor Bob goes up in {room.title}"

    def _goes_up(self, member: Member, room: Room, begins: datetime) -> bool:
        """Return whether a member has played in the second division, of which they are first."""
        began = member.wait_for("the beginning", _tells(room, "You play in division"))
        is_below = "You play in division 2" in words_of(began)
        email = member.wait_for("the end", _tells(room, "The season is over"))
        page = member.browser.get(f"{_season(room, begins)}?division={1 + is_below}")
        member.sees(page, "ended on")
        up = re.findall(r"(\w+) ↑", page.text)
        if is_below:
            member.finds(email, "The season is over: you are number 1", f"1. {member.name}:",
                         "You go up from division 2 to division 1.")
            assert len(up) == PLACES_UP, f"not {PLACES_UP} go up: {up}"
            assert member.name in up, f"{member.name} does not go up: {up}"
        else:
            member.finds(email, "You stay in division 1.")
            assert not up, f"{up} go up from the first division"
        return is_below

    def _check_all(self) -> None:
        """Nothing has failed or waits, and whatever is computed agrees with what is stored."""
        self._service.settle()
        failures = [f"{each.error} at {each.place}" for each in Failure.objects.all()]
        assert not failures, f"failures are stored: {failures}"
        unsent = [f"{email}: {email.error}" for email in OutgoingEmail.objects.filter(
            status=OutgoingEmail.Status.FAILED) if not email.is_obsolete]
        assert not unsent, f"emails were given up: {unsent}"
        assert not checks.pending(), f"not done: {checks.pending()}"
        call_command("rate", "--rebuild")
        call_command("verify_games")


def _season(room: Room, begins: datetime) -> str:
    """Return the path of a season of a league for two."""
    return f"/leagues/{room.name}/2/{begins:%Y-%m-%d}/"


def _tells(room: Room, words: str) -> Callable[[EmailMessage], bool]:
    """Return whether an email says these words about a league of this game."""
    return lambda email: words in words_of(email) and f"{room.title} for two" in words_of(email)


def _tells_of_game(room: Room) -> Callable[[EmailMessage], bool]:
    """Return whether an email says that a game of this kind was found."""
    return lambda email: ("this one was found for you" in words_of(email)
                          and f"({room.title})" in str(email["Subject"]))


def _tells_of_end(code: str) -> Callable[[EmailMessage], bool]:
    """Return whether an email says that this game is over."""
    return lambda email: is_over(email, code)


def _says_what_changed(what: str, text: str) -> None:
    """Fail if a text does not say how a game has changed the reader's rating."""
    assert re.search(STILL_NEW, text), f"{what} does not say {STILL_NEW!r}: {text}"
    assert "New means that a rating is not shown yet" in text, f"{what} does not say what new is"
