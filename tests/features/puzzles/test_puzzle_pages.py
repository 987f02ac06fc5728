"""The pages of puzzles: the list, attempts and what they show, votes, and the home page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.base import rate_limits, site_clock, slow_work
from games.base.rate_limits import Limit
from games.base.slow_work import PLACES
from games.models import Game, Puzzle, PuzzleProgress, PuzzleSolver, User
from tests.pages.page_reader import Browser, Page, Sit
from tests.pages.test_busy_pages import working
from tests.sample_puzzles import task_of, todays, wrong_turn

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def check(browser: Browser, puzzle: Puzzle, orders: str) -> Page:
    """The page after these orders were typed and checked."""
    browser.open(f"/puzzles/{puzzle.key}/")
    return browser.press("Check", orders=orders)


def refutation_of(puzzle: Puzzle) -> Sequence[str]:
    """What the likely answer to a wrong turn does."""
    task = task_of(puzzle)
    return task.refutation(task.evaluate(wrong_turn(puzzle)))


@pytest.fixture
def puzzles(db: None) -> list[Puzzle]:
    """The puzzles of today, the easiest first."""
    return todays()


@pytest.fixture
def easy(puzzles: list[Puzzle]) -> Puzzle:
    return puzzles[0]


@pytest.fixture
def visitor(sit: Sit) -> Browser:
    return sit(None)


@pytest.fixture
def hers(sit: Sit, alice: User) -> Browser:
    """Alice's browser."""
    return sit(alice)


def test_the_list_shows_the_three_puzzles_of_today(
    puzzles: list[Puzzle], visitor: Browser
) -> None:
    page = visitor.open("/puzzles/")

    shown = [link.href for link in page.links]
    assert [path for path in shown if path.count("/") == 3 and path.startswith("/puzzles/")] == [
        f"/puzzles/{puzzle.key}/" for puzzle in puzzles]
    assert all(word in page.words for word in ("Easy", "Medium", "Hard", "rated 1"))
    assert "Your progress is kept in this browser. Sign in to keep it" in page.words


def test_the_list_shows_the_puzzles_of_the_days_before(
    puzzles: list[Puzzle], visitor: Browser
) -> None:
    yesterday = site_clock.now().date() - timedelta(days=1)
    Puzzle.objects.filter(pk=puzzles[2].pk).update(day=yesterday)

    page = visitor.open("/puzzles/")

    assert "The days before" in page.words
    assert list(page.find(f"Hard {yesterday:%-d}"))


def test_a_puzzle_shows_its_task_and_nothing_of_its_solution(
    easy: Puzzle, visitor: Browser
) -> None:
    page, task = visitor.open(f"/puzzles/{easy.key}/"), task_of(easy)

    assert task.task in page.words
    assert "Take or play a card to march" in page.words
    assert not any(told in page.html for told in (easy.best, *task.reasons()))


def test_the_best_turn_solves_the_puzzle_and_its_reasons_are_shown(
    puzzles: list[Puzzle], hers: Browser
) -> None:
    page = check(hers, puzzles[0], puzzles[0].best)

    assert "Well done! This is the turn" in page.words
    assert all(reason in page.words for reason in task_of(puzzles[0]).reasons())
    assert "Your first try gave you" in page.words
    assert "found the turn at their first try" not in page.words  # nobody else has tried it
    assert page.link("Next puzzle").href == f"/puzzles/{puzzles[1].key}/"


def test_whoever_has_solved_the_puzzles_of_the_day_comes_back_to_the_list(
    puzzles: list[Puzzle], visitor: Browser
) -> None:
    pages = [check(visitor, puzzle, puzzle.best) for puzzle in puzzles]

    assert pages[-1].link("All puzzles").href == "/puzzles/"
    assert not list(pages[-1].find("Next puzzle"))
    assert visitor.open("/puzzles/").words.count("✓ solved") == 3


def test_help_comes_after_wrong_turns_and_reasons_with_the_solution(
    easy: Puzzle, hers: Browser
) -> None:
    task = task_of(easy)
    pages = [check(hers, easy, wrong_turn(easy)) for _ in range(3)]

    assert all("Not yet. After this turn" in page.words for page in pages)
    assert [task.hint in page.words for page in pages] == [False, True, True]
    assert [easy.best in page.words for page in pages] == [False, False, True]
    played = task.evaluate(wrong_turn(easy))
    reasons = task.reasons(instead=played)
    assert [all(reason in page.words for reason in reasons) for page in pages] == [
        False, False, True]
    assert "Your first try" not in pages[-1].words


def test_a_wrong_turn_after_solving_is_compared_with_the_best_one(
    easy: Puzzle, hers: Browser
) -> None:
    check(hers, easy, easy.best)
    page, task = check(hers, easy, wrong_turn(easy)), task_of(easy)

    played = task.evaluate(wrong_turn(easy))
    assert f"The turn we had in mind: {easy.best}" in page.words
    assert all(reason in page.words for reason in task.reasons(instead=played))
    assert PuzzleProgress.objects.get().attempts == 0


def test_a_wrong_turn_is_told_its_likely_answer_and_the_best_one_is_not(
    puzzles: list[Puzzle], hers: Browser
) -> None:
    answered = [(puzzle, refutation_of(puzzle)) for puzzle in puzzles if refutation_of(puzzle)]
    assert answered  # not every wrong turn ends its game
    for puzzle, refutation in answered:
        wrong = check(hers, puzzle, wrong_turn(puzzle))
        in_red = ", in red on the board" if 'class="preview-answer-' in wrong.html else ""
        assert f"The likely answer{in_red}: {refutation[0]}" in wrong.words
        assert "The likely answer" not in check(hers, puzzle, puzzle.best).words


@pytest.mark.parametrize(("orders", "answer"), [
    ("", "You have not given any orders yet."),
    ("nonsense", "We cannot read"),
    ("half", "That is not a whole turn yet."),
])
def test_only_whole_turns_are_counted(
    orders: str, answer: str, easy: Puzzle, hers: Browser
) -> None:
    half = easy.best.partition("; ")[0]
    page = check(hers, easy, half if orders == "half" else orders)

    assert answer in page.words
    assert not PuzzleProgress.objects.exists()
    assert not PuzzleSolver.objects.exists()


@pytest.mark.parametrize("is_best", [True, False])
def test_an_address_does_not_tell_whether_its_draft_is_right(
    is_best: bool, easy: Puzzle, visitor: Browser
) -> None:
    draft = easy.best if is_best else wrong_turn(easy)
    page = visitor.open(f"/puzzles/{easy.key}/?checked=yes&draft={draft.replace(' ', '+')}")

    assert page.status == 200
    assert "Well done" not in page.words
    assert "Not yet" not in page.words


def test_the_rating_is_shown_with_how_many_puzzles_it_comes_from(
    easy: Puzzle, hers: Browser
) -> None:
    assert "The first whole turn that you check counts" in hers.open(f"/puzzles/{easy.key}/").words
    wrong = check(hers, easy, wrong_turn(easy)).words
    assert "Your first try cost you" in wrong
    assert "Further tries do not change it." in wrong
    page = hers.open("/puzzles/")

    assert "which is provisional" in page.words
    assert "It comes from your first try at 1 puzzle." in page.words
    assert "tried" in page.words


def test_without_an_account_a_puzzle_does_not_count(easy: Puzzle, visitor: Browser) -> None:
    page = visitor.open(f"/puzzles/{easy.key}/")

    assert "You are not signed in, so this does not count for a rating." in page.words
    assert "first whole turn" not in page.words


def test_the_board_of_a_puzzle_has_a_legend_for_the_last_march(
    easy: Puzzle, visitor: Browser
) -> None:
    assert "last march" in visitor.open(f"/puzzles/{easy.key}/").words


def test_whoever_has_solved_a_puzzle_may_say_whether_they_like_it(
    easy: Puzzle, hers: Browser
) -> None:
    check(hers, easy, easy.best)
    page = hers.press("I do not like it")
    assert "You do not like this puzzle." in page.words
    assert "Well done!" in page.words

    assert "You like this puzzle." in hers.press("I like it").words
    easy.refresh_from_db()
    assert (easy.likes, easy.dislikes) == (1, 0)


@pytest.mark.parametrize("who", ["Alice", "a visitor"])
def test_nobody_else_may_say_so(
    who: str, easy: Puzzle, hers: Browser, visitor: Browser
) -> None:
    browser = hers if who == "Alice" else visitor
    if who == "a visitor":
        assert not list(check(browser, easy, easy.best).find("I like it"))

    assert browser.client.post(f"/puzzles/{easy.key}/vote/", {"liked": "yes"}).status_code == 403


@pytest.mark.parametrize("day", [None, 1])
def test_a_puzzle_whose_day_has_not_come_cannot_be_seen(
    day: int | None, easy: Puzzle, visitor: Browser
) -> None:
    coming = site_clock.now().date() + timedelta(days=day) if day else None
    Puzzle.objects.filter(pk=easy.pk).update(day=coming)

    page = visitor.open(f"/puzzles/{easy.key}/")
    assert page.status == 404
    assert "There is no such puzzle, or its day has not come yet." in page.words


@pytest.mark.parametrize("path", ["/puzzles/nothing/", "/puzzles/games/chess/"])
def test_there_is_no_other_puzzle(path: str, easy: Puzzle, visitor: Browser) -> None:
    assert visitor.open(path).status == 404


@pytest.mark.promise("R11")
@pytest.mark.parametrize("listed", [True, False])
def test_only_a_game_that_everybody_may_replay_is_linked(
    listed: bool, easy: Puzzle, finished: Game, hers: Browser
) -> None:
    Game.objects.filter(pk=finished.pk).update(listed=listed)
    Puzzle.objects.filter(pk=easy.pk).update(origin=finished, origin_number=7)

    links = [*check(hers, easy, easy.best).find("See how this game went on")]
    found = [link.href for link in links]
    assert found == [f"/games/{finished.code}/replay/7/"] * listed


def test_too_many_turns_have_to_wait(
    easy: Puzzle, visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = rate_limits.LIMITS["puzzle"]
    monkeypatch.setitem(rate_limits.LIMITS, "puzzle", Limit(1, limit.period, limit.sentence))
    check(visitor, easy, wrong_turn(easy))

    page = check(visitor, easy, easy.best)
    assert page.status == 429
    assert "You have tried many turns within the last few minutes." in page.words


def test_the_home_page_shows_the_puzzles_of_today(
    puzzles: list[Puzzle], visitor: Browser
) -> None:
    check(visitor, puzzles[0], puzzles[0].best)
    page = visitor.open("/")

    assert "Today’s puzzles" in page.words
    assert {f"/puzzles/{puzzle.key}/" for puzzle in puzzles} <= {link.href for link in page.links}
    assert page.words.count("✓ solved") == 1
    assert visitor.open("/learn/").link("Puzzles").href == "/puzzles/"


def test_before_there_are_puzzles_the_home_page_shows_none(visitor: Browser) -> None:
    assert "Today’s puzzles" not in visitor.open("/").words
    assert "There are no puzzles yet." in visitor.open("/puzzles/").words


def test_htmx_gets_only_the_part_of_the_page_that_changes(
    easy: Puzzle, visitor: Browser
) -> None:
    response = visitor.client.get(f"/puzzles/{easy.key}/", headers={"HX-Request": "true"})

    assert b"<html" not in response.content
    assert b'id="turn"' in response.content


def test_a_solved_puzzle_can_be_tried_again_and_shows_what_its_reader_thinks_of_it(
    easy: Puzzle, hers: Browser
) -> None:
    check(hers, easy, easy.best)
    hers.open(f"/puzzles/{easy.key}/")
    page = hers.press("I like it")

    assert "solved before" in page.words
    assert "You like this puzzle." in page.words
    assert "Take or play a card to march" in page.words


def test_only_those_who_did_not_play_the_game_are_told_that_their_turn_is_rated(
    easy: Puzzle, hers: Browser, sit: Sit, carol: User, finished: Game
) -> None:
    Puzzle.objects.filter(pk=easy.pk).update(origin=finished)
    played, watched = (browser.open(f"/puzzles/{easy.key}/").words
                       for browser in (hers, sit(carol)))
    assert "counts for your rating" not in played
    assert "counts for your rating" in watched


@pytest.mark.promise("R27")
def test_beyond_the_places_for_slow_work_orders_are_shown_again(easy: Puzzle) -> None:
    orders, path = wrong_turn(easy), f"/puzzles/{easy.key}/orders/"
    with working(*range(PLACES)):
        refused: Any = Client().post(path, {"orders": orders})
    assert refused.status_code == 503
    assert refused["Retry-After"] == str(slow_work.RETRY_AFTER)
    page = refused.content.decode()
    assert "try again in a few seconds" in page
    assert orders.split(";")[0] in page
    assert Client().post(path, {"orders": orders}).status_code == 200


def test_search_engines_and_installed_sites_are_led_to_the_puzzles(client: Client) -> None:
    assert "/puzzles/</loc>" in client.get("/sitemap.xml").content.decode()
    shortcuts = client.get("/site.webmanifest").json()["shortcuts"]
    assert {"name": "Puzzles", "url": "/puzzles/"} in shortcuts
