"""A real browser opens a review: it fits on every screen, and the replay leads to it."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.features.review import reading, reviewing
from games.features.review.reviewing import ask_here
from games.models import Game, Seat, User
from games.table.play import records
from tests.sample_games import FINISHED
from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(alice: User, bob: User, now: datetime, transactional_db: None) -> Game:
    """A finished game of Alice and Bob with its review."""
    game = records.import_record(FINISHED, name="The long way home", now=now)
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
    assert reviewing.go_on(game.pk, now=now, ask=ask_here, seconds=600)
    return game


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")],
                         ids=["desk, light", "phone, dark"])
def test_the_review_fits_and_can_be_read_by_everybody(
    visit: Visit, alice: User, game: Game, size: dict[str, int], scheme: str
) -> None:
    page = visit(alice, f"/games/{game.code}/review/", viewport=size, color_scheme=scheme)
    assert page.locator(".moment").count() > 0
    assert fits(page)


def test_the_review_fits_a_small_phone_with_long_names_and_everything_unfolded(
    visit: Visit, alice: User, game: Game
) -> None:
    Seat.objects.filter(game=game).update(name="Alexandra of Macedonia and Epirus")
    page = visit(alice, f"/games/{game.code}/review/", viewport={"width": 360, "height": 740})
    for each in page.locator("summary").all():
        each.click()
    assert fits(page)
    page.get_by_role("link", name="Play this turn again").first.click()
    page.locator(".task").wait_for()
    assert fits(page)


def test_pictures_of_a_review_are_drawn(visit: Visit, alice: User, game: Game) -> None:
    page = visit(alice, f"/games/{game.code}/review/", viewport=DESK)
    for picture in page.locator(".moment img").all()[:4]:
        picture.scroll_into_view_if_needed()
        page.wait_for_function("image => image.complete && image.naturalWidth > 0",
                               arg=picture.element_handle())


def test_stepping_through_the_replay_shows_what_was_better(
    visit: Visit, alice: User, game: Game
) -> None:
    turn = reading.read(game).notable[0]
    page = visit(alice, f"/games/{game.code}/replay/{turn.first - 1}/", viewport=PHONE)
    page.keyboard.press("ArrowRight")
    note = page.locator(".review-note")
    note.wait_for()
    assert turn.orders in note.inner_text()
    assert fits(page)
    note.get_by_role("link", name="See the review").click()
    page.wait_for_url("**/review/")
    page.locator(f"#move-{turn.first}, h1").first.wait_for()
