"""The pages of leagues, and what entrants are told by email and beside their games."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from games.features.competitions import calendar, entries, lifecycle, seasons, showing
from games.models import Competition, Entry, Fixture, Game, OutgoingEmail, User
from games.people import account_deletion, accounts
from games.post.emails.rendering import compose
from games.post.outbox import digest
from games.post.outbox.delivery import Obsolete
from tests.atom_feeds import entries_of
from tests.features.competitions.conftest import BEGINS, Season, entry_of, look_after, win_match
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

PAGE = f"/leagues/alexandros/2/{BEGINS:%Y-%m-%d}/"
ENDS = BEGINS + calendar.LENGTH


def words_of(kind: str, user: User) -> str:
    """The text of the last email of this kind to somebody."""
    email = OutgoingEmail.objects.filter(kind=kind, user=user).latest("pk")
    return " ".join(str(compose(email).body).split())


def test_somebody_signs_up_and_withdraws(sit: Sit, alice: User, announced: list[Any]) -> None:
    with time_machine.travel(BEGINS - timedelta(days=3), tick=False):
        browser = sit(alice)
        page = browser.open("/leagues/")
        assert "You can sign up now" in page.words
        browser.open(PAGE)
        page = browser.press("Sign up")
        assert "You have signed up." in page.words
        assert entry_of(alice).division is None
        assert "you are one of them" in sit(alice).open("/leagues/").words
        browser.open(PAGE)
        page = browser.press("Withdraw")
        assert "You do not play in this season." in page.words
    assert not Entry.objects.exists()


def test_before_the_last_ten_days_the_page_says_when_one_can_sign_up(
    sit: Sit, alice: User
) -> None:
    with time_machine.travel(BEGINS - timedelta(days=20), tick=False):
        page = sit(alice).open(PAGE)
        first = showing.day_of(BEGINS - timedelta(days=10))
        assert f"You can sign up from {first} on." in page.words
        answer = _post(alice, f"{PAGE}enter/")
        assert answer.status_code == 409
        assert b"You can sign up for this season from" in answer.content


def _post(user: User, path: str) -> Any:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.post(path)


@pytest.mark.parametrize("path", [
    "/leagues/chess/2/", "/leagues/alexandros/3/", "/leagues/alexandros/2/2026-03-10/",
    "/leagues/alexandros/2/soon/", "/leagues/alexandros/2/2040-01-01/",
    "/leagues/alexandros/2/0001-01-01/", "/leagues/alexandros/2/9999-12-31/",
])
def test_what_is_no_season_is_not_found(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_season_for_which_nobody_has_signed_up_says_so(sit: Sit, db: None) -> None:
    assert "Nobody had signed up" in sit().open("/leagues/alexandros/2/2026-01-26/").words


def test_the_page_shows_the_table_and_the_schedule(
    sit: Sit, alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol])
    look_after(season, BEGINS + calendar.STARTS_WITHIN)
    win_match(alice, bob, now=BEGINS)
    with time_machine.travel(BEGINS + timedelta(days=25), tick=False):
        page = sit(bob).open("/leagues/alexandros/2/")
        assert "Division 1" in page.words
        assert "1 Alice 2 1/1 0" in page.words
        assert "Round 1, from" in page.words
        assert "Yes, drop out" in page.words
        assert "Sign up" not in page.words


def test_the_page_leads_to_near_divisions_both_ends_and_ones_own(
    sit: Sit, alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol])
    season.divisions = 30
    season.save()
    season.entries.filter(user=bob).update(division=3)
    with time_machine.travel(BEGINS + timedelta(days=1), tick=False):
        page = sit(bob).open("/leagues/alexandros/2/?division=20")
    assert [link.words for link in page.links if link.words.isdigit()] == [
        "1", "3", *map(str, range(16, 25)), "30"]


def test_somebody_drops_out_on_the_page(
    sit: Sit, alice: User, bob: User, carol: User, begun: Season
) -> None:
    begun([alice, bob, carol])
    with time_machine.travel(BEGINS + timedelta(days=1), tick=False):
        browser = sit(bob)
        browser.open(PAGE)
        page = browser.press("Yes, drop out", sure="on")
        assert "Your matches that are not over are won for your opponents" in page.words
        assert "You have dropped out of it." in page.words


def test_dropping_out_takes_a_tick(
    sit: Sit, alice: User, bob: User, carol: User, begun: Season
) -> None:
    begun([alice, bob, carol])
    with time_machine.travel(BEGINS + timedelta(days=1), tick=False):
        browser = sit(bob)
        assert "I want to drop out" in browser.open(PAGE).words
        page = browser.press("Yes, drop out")
        assert page.status == 400
        assert "Dropping out cannot be undone." in page.words
    assert entry_of(bob).out_at is None


@pytest.mark.parametrize(("players", "fewest"), [(2, 3), (4, 4)])
def test_before_a_season_its_page_says_how_many_people_it_takes(
    sit: Sit, db: None, players: int, fewest: int
) -> None:
    with time_machine.travel(BEGINS - timedelta(days=3), tick=False):
        page = sit().open(f"/leagues/alexandros/{players}/")
        assert f"It is played if at least {fewest} people sign up." in page.words
        words = sit().open("/leagues/").words
        assert "at least 3 for two at a table, and 4 for four" in words


def test_the_page_of_ones_account_says_that_leagues_do_not_mind_blocks(
    sit: Sit, alice: User
) -> None:
    words = sit(alice).open("/account/").words
    assert "Your games with them go on, and you may still meet them in leagues" in words


def test_a_deleted_account_is_a_former_player(
    sit: Sit, alice: User, bob: User, carol: User, begun: Season
) -> None:
    begun([alice, bob, carol])
    account_deletion.delete_account(bob, now=BEGINS)
    with time_machine.travel(BEGINS + timedelta(days=1), tick=False):
        page = sit().open(PAGE)
        assert "Bob" not in page.words
        assert "Former player" in page.words


# Emails.

def test_an_email_confirms_signing_up(alice: User, announced: list[Any]) -> None:
    seasons.enter(alice, seasons.find("alexandros", 2, BEGINS), now=BEGINS - timedelta(days=1))

    words = words_of("season-entered", alice)
    assert "You have signed up" in words
    assert f"The season begins on {showing.day_of(BEGINS)}" in words
    assert PAGE in words


def test_an_email_says_who_the_opponents_are_and_stays_the_same(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    begun([alice, bob, carol])
    words = words_of("season-began", alice)
    assert "You play in division 1" in words
    assert "* Bob, from" in words
    assert "* Carol, from" in words

    accounts.rename(bob, "Robert", now=BEGINS + timedelta(days=1))
    assert words_of("season-began", alice) == words


def test_an_email_says_that_a_season_is_not_played(
    alice: User, bob: User, begun: Season
) -> None:
    begun([alice, bob])
    assert "Too few people have signed up" in words_of("season-began", alice)


def test_an_email_says_how_the_season_has_ended(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol])
    Fixture.objects.update(decided=Fixture.Decided.PLAYED)
    season.entries.get(user=alice).seats.update(points=2.0)
    look_after(season, ENDS)

    assert season.status == Competition.Status.OVER
    words = words_of("season-over", alice)
    assert "you are number 1" in words
    assert "You stay in division 1." in words
    assert "1. Alice: 4" in words


def test_turn_emails_name_the_season(alice: User, bob: User, carol: User, begun: Season) -> None:
    begun([alice, bob, carol])
    email = OutgoingEmail.objects.filter(kind="turn")[0]
    assert email.user is not None

    assert f"season of {showing.day_of(BEGINS)}, division 1." in words_of("turn", email.user)


def test_the_tables_of_four_that_begin_together_are_told_of_in_one_email(
    alice: User, bob: User, carol: User, dave: User, begun: Season
) -> None:
    begun([alice, bob, carol, dave], players=4)
    digest.release_due(BEGINS + lifecycle.TOGETHER)

    sent = OutgoingEmail.objects.filter(user=alice, status=OutgoingEmail.Status.QUEUED)
    assert [*sent.order_by("kind").values_list("kind", flat=True)] == [
        "digest", "season-began", "season-entered"]
    words = words_of("digest", alice)
    for table in range(1, 5):
        assert f"DIVISION 1, TABLE {table}" in words


def test_somebody_who_has_withdrawn_gets_no_more_email_about_the_season(
    alice: User, announced: list[Any]
) -> None:
    season = seasons.find("alexandros", 2, BEGINS)
    seasons.enter(alice, season, now=BEGINS - timedelta(days=1))
    entries.withdraw(alice, seasons.find("alexandros", 2, BEGINS), now=BEGINS - timedelta(days=1))
    with pytest.raises(Obsolete):
        compose(OutgoingEmail.objects.get(kind="season-entered"))


# For other programs.

def test_a_feed_tells_who_has_won_the_first_division(
    client: Client, alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol])
    Fixture.objects.update(decided=Fixture.Decided.PLAYED)
    season.entries.get(user=alice).seats.update(points=2.0)
    look_after(season, ENDS)
    over, began = entries_of(client.get("/leagues/alexandros/2/feed/"))

    assert over.title.endswith("is over")
    assert over.text == "<p>First in the first division: Alice</p>"
    assert began.title.endswith("has begun")


def test_a_feed_of_an_empty_league_is_valid(client: Client, db: None) -> None:
    assert entries_of(client.get("/leagues/campaign/4/feed/")) == []
    assert client.get("/leagues/campaign/3/feed/").status_code == 404


def test_a_calendar_has_the_dates_of_both_seasons(client: Client, db: None) -> None:
    with time_machine.travel(BEGINS - timedelta(days=1), tick=False):
        found = Calendar.from_ical(client.get("/leagues/alexandros/4/dates.ics").content)
    assert [event["dtstart"].dt for event in found.walk("VEVENT")][3:] == [
        BEGINS - timedelta(days=10), BEGINS, ENDS]


# Beside games.

def test_the_page_of_a_game_leads_to_its_season(
    sit: Sit, alice: User, bob: User, carol: User, begun: Season
) -> None:
    begun([alice, bob, carol])
    game = Game.objects.all()[0]
    page = sit(alice).open(f"/games/{game.code}/")

    assert any(link.href.startswith(PAGE) for link in page.links)
    assert game.name == "League for two, division 1, round 1, game 1"


def test_both_players_are_told_that_their_game_was_called_off(
    alice: User, bob: User, carol: User, begun: Season
) -> None:
    season = begun([alice, bob, carol])
    game = Game.objects.all()[0]
    gone = game.seats.order_by("index")[1].user
    assert gone is not None
    entries.withdraw(gone, season, now=BEGINS)
    look_after(season, BEGINS)

    told = OutgoingEmail.objects.filter(kind="table", game=game)
    assert told.count() == 2
    for email in told:
        assert "The game was called off" in " ".join(str(compose(email).body).split())
