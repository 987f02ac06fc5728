"""The pages of cups, and what entrants are told by email and beside their games."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from games.base import sealing
from games.features.competitions import cups, organising, showing
from games.models import Competition, Game, OutgoingEmail, Seat, User
from games.post.emails.rendering import compose
from games.table.seats import seating
from tests.api.programs import program_of
from tests.atom_feeds import entries_of
from tests.features.competitions.conftest import BEGINS, NOW, Cup, look_after, over
from tests.pages.page_reader import Page, Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Kind = Competition.Kind


@pytest.fixture(autouse=True)
def _before_the_cup() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def at(moment: datetime) -> Any:
    return time_machine.travel(moment, tick=False)


def page_of(cup: Competition) -> str:
    return f"/cups/{cup.code}/"


def games_on(page: Page) -> set[str]:
    """The addresses of all games to which a page leads."""
    return {link.href for link in page.links if re.match("/games/.+/$", link.href)}


def words_of(kind: str, user: User) -> str:
    """The text of the last email of this kind to somebody."""
    email = OutgoingEmail.objects.filter(kind=kind, user=user).latest("pk")
    return " ".join(str(compose(email).body).split())


def test_somebody_announces_a_cup(sit: Sit, organiser: User) -> None:
    browser = sit(organiser)
    page = browser.open("/cups/new/")
    page = browser.press("Announce the cup", title="Summer cup", what="cup-alexandros-4",
                         day=f"{BEGINS:%Y-%m-%d}", weeks="2", about="Everybody is welcome.")

    assert "People can sign up for your cup now." in page.words
    assert "Summer cup Alexandros for four Everybody is welcome." in page.words
    assert "This cup is organised by Alice ." in page.words
    assert "Summer cup" in sit().open("/cups/").words


def test_a_wrong_day_is_refused_beside_the_form(sit: Sit, organiser: User) -> None:
    browser = sit(organiser)
    browser.open("/cups/new/")
    page = browser.press("Announce the cup", title="Summer cup", what="cup-alexandros-4",
                         day="2026-12-31", weeks="2")

    assert page.status == 400
    assert "a cup cannot begin in more than 60 days" in page.words


def test_whoever_has_hardly_played_is_told_when_they_can_organise(sit: Sit, bob: User) -> None:
    assert "Whoever has finished 10 games here can organise a cup." in sit(bob).open(
        "/cups/").words
    client = Client()
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get("/cups/new/")
    assert answer.status_code == 403
    assert b"You have not played so many yet." in answer.content


def test_somebody_signs_up_and_withdraws(sit: Sit, cup: Competition, bob: User) -> None:
    browser = sit(bob)
    browser.open(page_of(cup))
    page = browser.press("Sign up")
    assert "You have signed up for it." in page.words
    assert "you are in it" in browser.open("/cups/").words
    browser.open(page_of(cup))
    page = browser.press("Withdraw")
    assert "You do not play in this cup." in page.words


@pytest.mark.parametrize("path", ["/cups/zzz/", "/cups/0000000000/", "/cups/zzz/feed/",
                                  "/cups/zzz/dates.ics"])
def test_what_is_no_cup_is_not_found(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_pages_of_the_list_that_do_not_exist_show_another(client: Client, db: None) -> None:
    for page in ("9", "x", "-1", "\x00"):
        assert client.get("/cups/", {"page": page}).status_code == 200


def test_the_page_shows_the_standings_and_only_own_games(
    sit: Sit, begun_cup: Cup, many: list[User]
) -> None:
    cup = begun_cup()
    own = Game.objects.get(seats__user=many[0])
    with at(BEGINS + timedelta(days=1)):
        page = sit(many[0]).open(page_of(cup))
        assert "has 3 rounds" in page.words
        assert games_on(page) == {f"/games/{own.code}/"}
        assert not games_on(sit().open(page_of(cup)))
        assert sit().open(f"/games/{own.code}/").status == 404


def test_after_a_round_its_games_can_be_watched(
    sit: Sit, begun_cup: Cup, many: list[User]
) -> None:
    cup = begun_cup()
    for game in Game.objects.all():
        over(game, many[0], now=BEGINS)
    look_after(cup, BEGINS)
    with at(BEGINS + timedelta(days=1)):
        page = sit().open(page_of(cup))
        assert len(games_on(page)) == 3
        assert "Round 2, from" in page.words


def test_during_a_cup_people_can_wait_for_a_place(
    sit: Sit, begun_cup: Cup, organiser: User, bob: User, many: list[User]
) -> None:
    cup = begun_cup()
    with at(BEGINS + timedelta(days=1)):
        browser = sit(bob)
        browser.open(page_of(cup))
        page = browser.press("Wait for a place that becomes free")
        assert "You wait for a place that becomes free." in page.words
        assert "You do not play in this cup." in browser.press("Withdraw").words
        browser.press("Wait for a place that becomes free")
        seating.hand_to_bot(Seat.objects.select_related("game").get(user=many[0]), resigned=True,
                            now=BEGINS)
        browser = sit(organiser)
        browser.open(f"{page_of(cup)}organise/")
        entry = {each.user: sealing.row_token(each) for each in cup.entries.all()}
        page = browser.press("Give the place away", gone=entry[many[0]], came=entry[bob],
                             text="No time")
        assert f"Bob plays on for {many[0].name}." in page.words


def test_the_organiser_sees_what_is_wrong(sit: Sit, begun_cup: Cup, organiser: User) -> None:
    cup = begun_cup()
    with at(BEGINS + timedelta(days=1)):
        browser = sit(organiser)
        browser.open(f"{page_of(cup)}organise/")
        page = browser.press("Decide", **{"points-0": "4", "points-1": "2", "points-2": "x",
                                          "points-3": "0", "text": "Agreed"})
        assert page.status == 400
        assert "The points of a table are 7 in all" in page.words
        assert "Agreed" in page.words, "what was entered stays"


def test_others_cannot_organise(sit: Sit, cup: Competition, bob: User) -> None:
    assert "Organise this cup" not in sit(bob).open(page_of(cup)).words
    assert sit(bob).open(f"{page_of(cup)}organise/").status == 403


def test_a_page_with_many_notes_takes_no_more_queries(
    sit: Sit, begun_cup: Cup, organiser: User
) -> None:
    cup = begun_cup(8)
    numbers = []
    with at(BEGINS):
        for fixture in cup.fixtures.all():
            organising.rule(cup, fixture.pk, [4, 2, 1, 0], by=organiser, text="Alice", now=BEGINS)
            with CaptureQueriesContext(connection) as asked:
                sit().open(page_of(cup))
            numbers.append(len(asked))

    assert numbers == [numbers[0]] * 2


# A duplicate cup.

def test_results_are_hidden_until_all_have_finished(
    sit: Sit, begun_cup: Cup, many: list[User]
) -> None:
    cup = begun_cup(3, kind=Kind.DUPLICATE)
    games = list(Game.objects.order_by("pk"))
    over(games[0], many[0], now=BEGINS)
    look_after(cup, BEGINS)
    with at(BEGINS + timedelta(days=1)):
        page = sit(many[1]).open(page_of(cup))
        assert f"{many[0].name} has finished" in page.words
        assert "77" not in page.words
        page = sit(many[0]).open(page_of(cup))
        assert games_on(page) == {f"/games/{games[0].code}/"}
        assert "Drop out" not in page.words, "there is nothing left to drop out of"
        assert sit(many[1]).open(f"/games/{games[0].code}/").status == 404
    for game in games[1:]:
        over(game, now=BEGINS)
    look_after(cup, BEGINS)
    with at(BEGINS + timedelta(days=1)):
        page = sit(many[1]).open(page_of(cup))
        assert f"1 {many[0].name} never left the field see the game 77 100 %" in page.words
        assert sit(many[1]).open(f"/games/{games[0].code}/").status == 200


def test_the_email_at_the_end_says_what_counts(begun_cup: Cup, many: list[User]) -> None:
    begun_cup(3, kind=Kind.DUPLICATE)
    over(Game.objects.get(seats__user=many[0]), many[0], now=BEGINS)

    assert "your lead over the best bot counts" in words_of("over", many[0])


# Emails, feeds, calendars, and the line beside a game.

def test_emails_say_with_whom_one_plays_in_each_round(
    begun_cup: Cup, many: list[User]
) -> None:
    begun_cup(8)
    names = {seat.name for seat in Game.objects.get(seats__user=many[0]).seats.all()}
    words = words_of("season-began", many[0])

    assert "Round 1 of 3 has begun" in words
    assert all(name in words for name in names - {many[0].name})


def test_emails_of_a_cup_stay_the_same(begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup(8)
    assert "The cup begins on" in words_of("season-entered", many[0])
    words = words_of("season-began", many[0])
    for days in range(1, 4):
        for game in Game.objects.filter(status=Game.Status.RUNNING):
            over(game, *many[:1], now=BEGINS + timedelta(days=days))
        look_after(cup, BEGINS + timedelta(days=days))
        first = OutgoingEmail.objects.filter(kind="season-began", user=many[0]).earliest("pk")
        assert " ".join(str(compose(first).body).split()) == words

    assert "you are number 1 of 8" in words_of("season-over", many[0])


def test_whoever_has_no_opponent_is_told_so(begun_cup: Cup, many: list[User]) -> None:
    begun_cup(players=2)
    told = [words_of("season-began", user) for user in many]

    assert sum("you have no opponent in this round" in words for words in told) == 1


def test_turn_emails_name_the_cup(begun_cup: Cup) -> None:
    begun_cup(8)
    email = OutgoingEmail.objects.filter(kind="turn")[0]

    assert "Spring cup, round 1: the cards are dealt alike at all tables." in " ".join(
        str(compose(email).body).split())


def test_the_page_of_a_game_leads_to_its_cup(sit: Sit, begun_cup: Cup, many: list[User]) -> None:
    cup = begun_cup()
    game = Game.objects.get(seats__user=many[0])
    with at(BEGINS + timedelta(days=1)):
        page = sit(many[0]).open(f"/games/{game.code}/")
        assert page_of(cup) in [link.href for link in page.links]


def test_the_name_beside_a_note_leads_to_the_page_about_its_author(
    sit: Sit, cup: Competition, organiser: User, carol: User
) -> None:
    carol.is_staff = True
    organising.announce(cup, by=carol, text="Have fun!", now=NOW)
    page = sit(organiser).open(page_of(cup))
    assert "UTC , Carol : An announcement Have fun!" in page.words
    assert [link.href for link in page.links if link.words == "Carol"] == ["/people/Carol/"]

    carol.delete()
    assert "UTC , Former player: An announcement" in sit(organiser).open(page_of(cup)).words


def test_a_feed_tells_of_rounds_and_of_the_organiser(
    client: Client, begun_cup: Cup, organiser: User, many: list[User]
) -> None:
    cup = begun_cup(8)
    organising.announce(cup, by=organiser, text="Have fun!", now=BEGINS + timedelta(hours=1))
    announced, began = entries_of(client.get(f"{page_of(cup)}feed/"))

    assert (announced.title, announced.text) == ("An announcement", "<p>Have fun!</p>")
    assert began.title == "Round 1 has begun"


def test_a_calendar_has_the_dates_of_a_cup(client: Client, begun_cup: Cup) -> None:
    cup = begun_cup(8)
    found = Calendar.from_ical(client.get(f"{page_of(cup)}dates.ics").content)

    assert [event["dtstart"].dt for event in found.walk("VEVENT")] == [
        BEGINS, BEGINS + timedelta(weeks=2)]


def test_a_cup_whose_organiser_has_gone_goes_on(
    sit: Sit, begun_cup: Cup, organiser: User
) -> None:
    from games.people import account_deletion

    cup = begun_cup(8)
    account_deletion.delete_account(organiser, now=BEGINS)
    with at(BEGINS + timedelta(days=1)):
        assert "The organiser of this cup has left." in sit().open(page_of(cup)).words
    assert showing.title_of(cup) == "Spring cup"
    assert cups.fewest(cup) == 8


def test_a_program_enters_a_cup_reads_who_plays_and_withdraws(cup: Competition, bob: User) -> None:
    bobs, path = program_of(bob), f"/api/1/cups/{cup.code}"
    (event,) = [one for one in bobs.get("/api/1/events").json()["events"] if one["code"]]
    assert (event["code"], event["may_enter"], event["entered"]) == (cup.code, True, False)
    entered = bobs.post(f"{path}/entries", {}, content_type="application/json")
    assert (entered.status_code, entered.json()["entrants"]) == (201, 1)
    assert bobs.get(f"{path}/standings").json()["waiting"] == ["Bob"]
    assert bobs.delete(f"{path}/entries").status_code == 204
    assert bobs.delete(f"{path}/entries").json()["code"] == "not-entered"


def test_a_program_sees_of_a_cup_what_its_page_shows(begun_cup: Cup, dave: User) -> None:
    program = program_of(dave)
    shown = program.get(f"/api/1/cups/{begun_cup().code}/standings").json()
    assert [len(shown[part]) for part in ("lines", "waiting")] == [9, 0]
    assert {fixture["table"] for fixture in shown["fixtures"]} == {""}, "they are sealed"
    alone = begun_cup(5, kind=Kind.DUPLICATE)
    fixture = alone.fixtures.all()[0]
    fixture.seats.update(points=7.0)
    secret = program.get(f"/api/1/cups/{alone.code}/standings").json()
    assert {(line["place"], line["points"]) for line in secret["lines"]} == {(None, None)}
    assert {point for one in secret["fixtures"] for point in one["points"]} == {None}
