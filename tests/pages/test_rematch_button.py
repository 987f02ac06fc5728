"""The rematch button on the page of a finished game, for each kind of reader."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils.html import strip_tags

from games.models import Game, Seat, User
from games.table.seats import leaving
from tests.pages.page_reader import Page, Sit
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db


def buttons(page: Page) -> set[str]:
    return {words for form in page.forms for _, _, words, _ in form.buttons}


def ways(page: Page) -> list[str]:
    """The ways on from a finished game; only the first is a button."""
    around = page.html.partition('<ul class="buttons">')[2].partition("</ul>")[0]
    found = [part.partition("</li>")[0] for part in around.split("<li>")[1:]]
    stand_out = ['class="button"' in part or '<button type="submit">' in part for part in found]
    assert stand_out == [True, *[False] * (len(found) - 1)]
    return [" ".join(strip_tags(part).split()) for part in found]


def test_one_click_makes_a_table_and_one_click_joins_it(
    sit: Sit, finished: Game, alice: User, bob: User
) -> None:
    first, second = sit(alice), sit(bob)
    first.open(f"/games/{finished.code}/")
    second.open(f"/games/{finished.code}/")
    page = first.press("Rematch")
    assert "Finished (2)" in page.words
    assert "Bob (invited)" in page.words
    assert "bob@example.org" not in page.html
    page = second.press("Rematch")  # a page that was loaded before Alice asked
    assert "Turn 1" in page.words
    assert Game.objects.get(rematch_of=finished).status == Game.Status.RUNNING


def test_the_finished_game_shows_the_way_to_its_rematch(
    sit: Sit, finished: Game, alice: User, bob: User
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{finished.code}/")
    browser.press("Rematch")
    again = Game.objects.get(rematch_of=finished)
    page = browser.open(f"/games/{finished.code}/")
    assert page.link("Go to the rematch").href == f"/games/{again.code}/"
    assert "Rematch" not in buttons(page)
    other = sit(bob)
    page = other.open(f"/games/{finished.code}/")
    assert "Alice wants to play again" in page.words
    assert "Join the rematch" in buttons(page)
    other.press("Join the rematch")
    assert "Go to the rematch" in other.open(f"/games/{finished.code}/").words


def test_a_guest_sees_the_way_and_the_others_know_that_no_email_tells_them(
    sit: Sit, finished: Game, alice: User, guest: User
) -> None:
    Seat.objects.filter(game=finished, index=1).update(user=guest, name=guest.shown_name)
    browser = sit(alice)
    browser.open(f"/games/{finished.code}/")
    page = browser.press("Rematch")
    assert f"{guest.shown_name} is a guest, so we cannot email them." in page.words
    visitor = sit(guest)
    visitor.open(f"/games/{finished.code}/")
    assert "Turn 1" in visitor.press("Join the rematch").words


def test_the_link_in_the_invitation_takes_the_seat_that_is_kept(
    sit: Sit, finished: Game, alice: User, bob: User
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{finished.code}/")
    browser.press("Rematch")
    again = Game.objects.get(rematch_of=finished)
    token = again.seats.get(kept_for=bob).invite_token
    visitor = sit(None)
    assert "Bob" not in visitor.open(f"/games/{again.code}/invitation/{token}/").words
    assert "Sign in" in visitor.press("Take a seat").words
    assert [seat.user for seat in again.seats.order_by("index")] == [alice, bob]


def test_who_only_watches_gets_no_button(
    sit: Sit, finished: Game, alice: User, carol: User
) -> None:
    Game.objects.update(listed=True)
    page = sit(carol).open(f"/games/{finished.code}/")
    assert "Rematch" not in buttons(page)
    assert sit(carol).client.post(f"/games/{finished.code}/rematch/").status_code == 403
    assert sit(None).client.post(f"/games/{finished.code}/rematch/").status_code == 403
    browser = sit(alice)
    browser.open(f"/games/{finished.code}/")
    browser.press("Rematch")
    assert "Go to the rematch" in sit(carol).open(f"/games/{finished.code}/").words


def test_the_rematch_of_a_private_game_is_private(
    sit: Sit, finished: Game, alice: User, bob: User, carol: User
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{finished.code}/")
    browser.press("Rematch")
    again = Game.objects.get(rematch_of=finished)
    assert sit(bob).open(f"/games/{again.code}/").status == 200
    assert sit(carol).open(f"/games/{again.code}/").status == 404


def test_a_game_in_progress_offers_no_rematch(sit: Sit, running: Game, alice: User) -> None:
    assert "Rematch" not in buttons(sit(alice).open(f"/games/{running.code}/"))
    assert sit(alice).client.post(f"/games/{running.code}/rematch/").status_code == 409


def test_one_way_on_stands_out_and_it_suits_the_reader(
    sit: Sit, finished: Game, alice: User, bob: User
) -> None:
    assert finished.result
    won, = finished.result["winners"]
    winner, loser = (alice, bob) if won == 0 else (bob, alice)
    address = f"/games/{finished.code}/"

    assert ways(sit(winner).open(address)) == [
        "Rematch", "See the review", "See the replay", "Check the deal"]
    assert ways(sit(loser).open(address)) == [
        "See where it turned", "Rematch", "See the replay", "Check the deal"]

    browser = sit(winner)
    browser.open(address)
    browser.press("Rematch")
    assert ways(sit(loser).open(address))[:2] == ["Join the rematch", "See where it turned"]


def test_after_somebody_has_resigned_nobody_is_to_move_any_more(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    assert "Most points win at 100" in sit(alice).open(f"/games/{game.code}/").words
    leaving.leave(game, user=alice, now=now)
    page = sit(bob).open(f"/games/{game.code}/")
    assert "Most points win at 100" not in page.words
    assert '<span class="tag now">' not in page.html
