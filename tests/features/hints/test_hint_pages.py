"""The game page offers hints to somebody who learns, and to nobody else."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from django.test import Client

from games.base import rate_limits, site_clock
from games.features.hints import finding
from games.models import Game, Seat, TurnAdvice, User
from tests.features.hints.conftest import Analysts, lesson_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def browser(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def press(browser: Client, game: Game, draft: str = "") -> str:
    """Presses the button for a hint; returns the address of the page that follows."""
    response = browser.post(f"/games/{game.code}/hint/",
                            {"number": game.number, "draft": draft})
    assert response.status_code == 302
    return str(response["Location"])


def words(browser: Client, game: Game) -> str:
    return " ".join(browser.get(f"/games/{game.code}/").content.decode().split())


def part(browser: Client, game: Game) -> str:
    """The part of the page that waits for a hint, as HTMX asks for it."""
    response = browser.get(f"/games/{game.code}/hint/?draft=take+horse",
                           headers={"HX-Request": "true"})
    assert response.status_code == 200
    return response.content.decode()


def think() -> None:
    finding.find_next(now=site_clock.now())


@pytest.mark.promise("R27")
def test_no_request_waits_for_the_analyst(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    press(browser, lesson)
    page = words(browser, lesson)
    assert not analysts.asked
    assert "is thinking about your turn" in page
    assert "Look again" in page
    assert "Try it as a draft" not in page


def test_the_part_of_the_page_asks_again_until_the_hint_is_there(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    press(browser, lesson)
    assert f'hx-get="/games/{lesson.code}/hint/?draft=take%20horse"' in part(browser, lesson)
    think()
    there = part(browser, lesson)
    assert "hx-get" not in there
    assert "Try it as a draft" in there


def test_without_a_script_looking_again_leads_to_the_page_with_its_draft(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    response = browser.get(
        f"/games/{lesson.code}/hint/?draft=take+horse&number={lesson.number}")
    assert response["Location"] == f"/games/{lesson.code}/?draft=take+horse#hint"
    assert not TurnAdvice.objects.exists()


def test_a_part_of_a_page_whose_turn_is_over_loads_the_page_again(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    Seat.objects.filter(game=lesson).update(to_move=False)
    response = browser.get(f"/games/{lesson.code}/hint/", headers={"HX-Request": "true"})
    assert response.headers["HX-Refresh"] == "true"


def test_a_second_question_gets_a_sentence_while_the_first_waits(
    browser: Client, lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    second = lesson_of(alice, "Tyre", now=now)
    press(browser, lesson)
    response = browser.post(f"/games/{second.code}/hint/", {"number": second.number})
    assert response.status_code == 409
    assert "We are still thinking about the hint" in response.content.decode()


def test_one_press_shows_the_whole_turn(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    assert "Show a hint" in words(browser, lesson)
    press(browser, lesson)
    think()
    page = words(browser, lesson)
    assert "The strongest bot would play this:" in page
    assert "Try it as a draft" in page
    assert "Show a hint" not in page


def test_the_draft_is_kept(browser: Client, lesson: Game, analysts: Analysts) -> None:
    address = press(browser, lesson, draft="take horse")

    assert address == f"/games/{lesson.code}/?draft=take+horse#hint"


def test_orders_that_cannot_be_played_yet_are_kept(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    typed = "take horse; take unicorn"
    page = browser.get(f"/games/{lesson.code}/", {"draft": typed}).content.decode()
    form = page[page.index(f'action="/games/{lesson.code}/hint/"'):]
    assert f'name="draft" value="{typed}"' in form

    assert press(browser, lesson, draft=typed).endswith("?draft=take+horse%3B+take+unicorn#hint")


def test_orders_typed_in_lines_are_kept_in_one(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    address = press(browser, lesson, draft="take horse\r\n take unicorn\r\n")

    assert address.endswith("?draft=take+horse%3B+take+unicorn#hint")


def test_opening_the_page_computes_nothing(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    words(browser, lesson)

    assert not analysts.asked
    assert not TurnAdvice.objects.exists()


def test_a_button_of_an_old_page_shows_no_hint_for_the_new_position(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    browser.post(f"/games/{lesson.code}/hint/", {"number": lesson.number - 1})

    assert "Show a hint" in words(browser, lesson)


def test_nothing_can_be_asked_while_others_are_to_move(
    browser: Client, lesson: Game, analysts: Analysts
) -> None:
    Seat.objects.filter(game=lesson).update(to_move=False)
    press(browser, lesson)

    assert not TurnAdvice.objects.exists()


def test_in_a_game_with_people_there_are_none(
    browser: Client, running: Game, alice: User, analysts: Analysts
) -> None:
    seat = Seat.objects.get(game=running, user=alice)
    Seat.objects.filter(game=running).update(to_move=False)
    Seat.objects.filter(pk=seat.pk).update(to_move=True)

    assert "Show a hint" not in words(browser, running)
    response = browser.post(f"/games/{running.code}/hint/", {"number": running.number})
    assert response.status_code == 403
    assert "There are hints only in unrated games" in response.content.decode()
    assert not analysts.asked


def test_nobody_else_can_ask_for_one(lesson: Game, bob: User, analysts: Analysts) -> None:
    client = Client()
    client.force_login(bob)

    assert client.post(f"/games/{lesson.code}/hint/",
                       {"number": lesson.number}).status_code == 404


def test_too_many_hints_are_refused(
    browser: Client, lesson: Game, analysts: Analysts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "hint", replace(rate_limits.LIMITS["hint"], times=1))
    press(browser, lesson)
    response = browser.post(f"/games/{lesson.code}/hint/", {"number": lesson.number})

    assert response.status_code == 429
    assert "You have asked for many hints" in response.content.decode()
