"""The pages of the course: lessons, replies to attempts, help, what comes next, and emails."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote, urlencode

import pytest
from django.test import override_settings

from games.features.course import progress
from games.models import Game, LessonEmail, LessonProgress, OutgoingEmail, User
from games.post.outbox import bounces
from tests.features.course.courses import ALEXANDROS, CAMPAIGN, COURSES, Taught
from tests.pages.page_reader import Browser, Page, Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LESSONS = ALEXANDROS.lessons
FIRST = LESSONS[0]
WRONG = ALEXANDROS.wrong
BUTTON = "Send me the next lesson by email"
EACH = pytest.mark.parametrize("taught", COURSES, ids=lambda taught: taught.game)


def check(browser: Browser, orders: str, *, lesson: str = "", taught: Taught = ALEXANDROS) -> Page:
    """The page after these orders for a lesson, the first by default, were typed and checked."""
    browser.open(f"{taught.path}{lesson or taught.lessons[0].slug}/")
    return browser.press("Check", orders=orders)


@pytest.fixture
def visitor(sit: Sit) -> Browser:
    return sit(None)


@EACH
def test_the_course_lists_its_lessons_with_their_tasks(visitor: Browser, taught: Taught) -> None:
    page = visitor.open(taught.path)

    assert page.status == 200
    assert all(lesson.title in page.words and lesson.task in page.words
               for lesson in taught.lessons)
    assert f"You have solved 0 of {len(taught.lessons)} lessons." in page.words
    first = f"{taught.path}{taught.lessons[0].slug}/"
    assert page.link("Start with the first lesson").href == first


def test_a_lesson_shows_its_text_its_task_and_the_choices_of_the_game(visitor: Browser) -> None:
    page = visitor.open("/learn/marching/")

    assert all(paragraph in page.words for paragraph in FIRST.text)
    assert f"Your task: {FIRST.task}" in page.words
    assert page.link("lyre").href == "/learn/marching/?draft=take+lyre"


def test_a_lesson_can_be_solved_by_following_links(visitor: Browser) -> None:
    visitor.open("/learn/takeovers/")
    visitor.follow("Take over from Yellow, worth 4")
    assert "?draft=" in visitor.press("Take it over").url
    page = visitor.press("Check")

    assert "Well done! Two cards removed the guard" in page.words
    assert page.link("Go on with lesson 8: Levies").href == "/learn/levies/"


def test_only_a_draft_that_was_checked_is_judged(visitor: Browser) -> None:
    draft = f"/learn/{FIRST.slug}/?draft={quote(WRONG)}"

    assert "Not yet." not in visitor.open(draft).words
    assert "Not yet." in visitor.open(f"{draft}&checked=yes").words


@EACH
def test_a_wrong_attempt_gets_a_reply_and_keeps_the_draft(
    visitor: Browser, taught: Taught
) -> None:
    page = check(visitor, taught.wrong, taught=taught)

    assert f"Not yet. {taught.reply}" in page.words
    assert "take back" in page.words


DRAWN = 'class="marked-layer"'
LOST = "occupy D4; draw; take temple; march C12.NE via NE NE; draw; draw"


@pytest.mark.parametrize(("lesson", "orders", "drawn"), [
    ("walls", "take lyre; march C6.NW via E SE", ["preview-walls", "preview-wrong-way"]),
    ("marching", WRONG, ["preview-walls", "preview-wrong-points"]),
    ("taking-back", "levy horse", ["preview-wrong"]),
])
def test_the_board_shows_what_a_wrong_attempt_did_and_what_is_wrong(
    visitor: Browser, lesson: str, orders: str, drawn: list[str]
) -> None:
    page = visitor.open(f"/learn/{lesson}/?draft={quote(orders)}")
    assert DRAWN not in page.html

    page = check(visitor, orders, lesson=lesson)
    layer = page.html.partition(DRAWN)[2].partition("</g>")[0]
    assert [kind for kind in drawn if f'class="{kind}"' in layer] == drawn
    assert "See the red marks on the board." in page.words


def test_the_map_of_the_campaign_shows_what_is_wrong_with_an_attempt(visitor: Browser) -> None:
    page = check(visitor, "road B2.W", lesson="roads", taught=CAMPAIGN)

    layer = page.html.partition(DRAWN)[2].partition("</g>")[0]
    assert 'class="preview-road"' in layer
    assert 'class="preview-wrong"' in layer


def test_a_solved_lesson_has_no_red_marks(visitor: Browser) -> None:
    assert DRAWN not in check(visitor, FIRST.solution).html


def test_a_lesson_of_several_turns_tells_after_each_what_it_brought(visitor: Browser) -> None:
    page = visitor.open("/learn/defence/")
    assert "Turn 1 of 2." in page.words
    visitor.open("/learn/defence/?draft=occupy+E6")
    page = visitor.open("/learn/defence/?draft=occupy+E6;+draw")

    assert "Turn 2 of 2. Points in the turn before: Red 0, Yellow 0." in page.words
    assert "Yellow takes the soldier to march." in page.words
    assert page.link("temple").href == "/learn/defence/?draft=occupy+E6%3B+draw%3B+take+temple"
    assert "Undo" not in page.words
    assert "take back" in page.words
    assert "Undo" in visitor.open("/learn/defence/?draft=occupy+E6").words


def test_only_all_turns_of_a_lesson_are_an_attempt(sit: Sit, alice: User) -> None:
    page = check(sit(alice), "occupy E6; draw", lesson="defence")

    assert "one of its turns is left" in page.words
    assert progress.of_user(alice, "alexandros") == {}


def test_a_wrong_attempt_of_several_turns_is_shown_a_better_one_at_once(visitor: Browser) -> None:
    page = check(visitor, LOST, lesson="defence")

    assert "Yellow took the province over with 2 amphoras" in page.words
    assert "occupy+E6" in page.link("Show it on the board").href


def test_a_solution_of_several_turns_is_told_turn_by_turn_with_the_answers(
    visitor: Browser
) -> None:
    page = check(visitor, LOST, lesson="defence")

    assert "Turn 1: occupy E6; draw Show it on the board Then: Yellow takes" in page.words
    assert "Turn 2: take temple; march C12.NE via NE NE; levy horse; draw" in page.words


def test_after_the_last_turn_of_several_one_can_only_begin_again(visitor: Browser) -> None:
    page = check(visitor, LOST, lesson="defence")

    assert "The 2 turns are over. The score: Red 0, Yellow 0." in page.words
    assert page.link("Try again from the start").href == "/learn/defence/"
    checks = [words for form in page.forms for _, _, words, _ in form.buttons if words == "Check"]
    assert len(checks) == 1  # that of typed orders


def test_a_lesson_that_ends_with_the_game_says_why(visitor: Browser) -> None:
    lesson = next(one for one in ALEXANDROS.lessons if one.slug == "ending-in-time")

    page = visitor.open(f"/learn/{lesson.slug}/?{urlencode({'draft': lesson.solution})}")

    assert "The game is over because the black walls ran out" in page.words
    assert "You win with 10 points. The score: Red 10, Yellow 2." in page.words


def test_a_lesson_of_several_turns_can_be_solved(visitor: Browser) -> None:
    lesson = ALEXANDROS.lessons[12]

    page = check(visitor, lesson.solution, lesson=lesson.slug)

    assert "Well done! Yellow could not pay for your guard" in page.words


@EACH
def test_orders_that_break_the_rules_are_refused_with_the_reason(
    visitor: Browser, taught: Taught
) -> None:
    page = check(visitor, taught.illegal, taught=taught)

    assert page.status == 400
    assert "Not yet." not in page.words  # nothing has been tried
    assert taught.refusal in page.words


def test_a_refusal_says_what_can_be_played(visitor: Browser) -> None:
    assert "You can play: take horse" in check(visitor, "take temple").words


def test_a_solved_auction_shows_its_end(visitor: Browser) -> None:
    page = check(visitor, "bid up to 9 pay 8 gold wool", lesson="auctions", taught=CAMPAIGN)

    assert "You win the auction for 7 (7 gold) and found a settlement on Philippi" in page.words


def test_a_hint_comes_after_two_wrong_attempts_and_a_solution_after_three(
    visitor: Browser
) -> None:
    pages = [check(visitor, WRONG) for _ in range(3)]

    assert [FIRST.hint in page.words for page in pages] == [False, True, True]
    assert [FIRST.solution in page.words for page in pages] == [False, False, True]
    assert "march+C6.S" in pages[-1].link("Show it on the board").href


def test_to_send_nothing_is_no_attempt(sit: Sit, alice: User) -> None:
    page = check(sit(alice), "")

    assert "You have not given any orders yet." in page.words
    assert progress.of_user(alice, "alexandros") == {}


def test_progress_is_kept_for_a_visitor_without_an_account(visitor: Browser) -> None:
    check(visitor, FIRST.solution)
    page = visitor.open("/learn/")

    assert f"You have solved 1 of {len(LESSONS)} lessons." in page.words
    assert page.link("Go on with lesson 2: Routes").href == "/learn/routes/"


def test_progress_is_kept_with_the_account(sit: Sit, alice: User) -> None:
    check(sit(alice), FIRST.solution)

    assert "You have solved 1 of" in sit(alice).open("/learn/").words


def test_what_a_visitor_has_solved_stays_solved_when_they_start_a_game(visitor: Browser) -> None:
    check(visitor, WRONG)
    check(visitor, FIRST.solution)
    visitor.open("/")
    visitor.press("Play now")

    row = LessonProgress.objects.get()
    assert row.user.is_guest
    assert (row.lesson, row.attempts, row.solved_at is not None) == ("marching", 1, True)
    assert "You have solved 1 of" in visitor.open("/learn/").words


def test_a_link_to_a_solution_does_not_count_as_solving(visitor: Browser) -> None:
    page = visitor.open("/learn/takeovers/?draft=occupy+C10&checked=yes")

    assert "Well done" not in page.words
    assert "You have solved 0 of" in visitor.open("/learn/").words


@EACH
def test_whoever_has_solved_everything_can_play_a_first_game_at_once(
    sit: Sit, alice: User, taught: Taught
) -> None:
    browser = sit(alice)
    for lesson in taught.lessons:
        page = check(browser, lesson.solution, lesson=lesson.slug, taught=taught)
        assert "Well done!" in page.words
    assert f"You are ready: play against {taught.name}." in page.words

    browser.press(f"Play against {taught.name}")

    game = Game.objects.get()
    assert game.ruleset == taught.game
    assert [seat.bot for seat in game.seats.order_by("index")] == ["", taught.bot]
    assert "You are ready" in browser.open(taught.path).words


def test_each_game_has_progress_of_its_own(sit: Sit, alice: User) -> None:
    check(sit(alice), FIRST.solution)

    assert "You have solved 1 of" in sit(alice).open(ALEXANDROS.path).words
    assert "You have solved 0 of" in sit(alice).open(CAMPAIGN.path).words


def test_a_solved_lesson_can_be_tried_again_with_all_its_help(sit: Sit, alice: User) -> None:
    check(sit(alice), FIRST.solution)
    page = sit(alice).open("/learn/marching/")

    assert "solved before" in page.words
    assert FIRST.hint in page.words
    assert FIRST.solution in page.words


@pytest.mark.parametrize("path", ["/learn/nothing/", "/learn/games/chess/", "/learn/marching/x/"])
def test_there_is_no_other_lesson_and_no_other_course(path: str, visitor: Browser) -> None:
    assert visitor.open(path).status == 404


@EACH
def test_the_home_page_and_the_rules_lead_to_the_course(visitor: Browser, taught: Taught) -> None:
    assert visitor.open(taught.home).link("learn it in short lessons").href == taught.path
    assert visitor.open(taught.rules).link("take the course").href == taught.path


def test_every_page_leads_to_the_course(visitor: Browser) -> None:
    assert visitor.open("/lobby/").link("Learn").href == "/learn/"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_reading_a_lesson_counts_nothing(lesson: object, sit: Sit, alice: User) -> None:
    sit(alice).open(f"/learn/{lesson.slug}/?draft=draw&checked=yes")  # type: ignore[attr-defined]

    assert not LessonProgress.objects.exists()


def test_htmx_gets_only_the_part_of_the_page_that_changes(visitor: Browser) -> None:
    response = visitor.client.get("/learn/marching/?draft=take+lyre",
                                  headers={"HX-Request": "true"})

    assert b"<html" not in response.content
    assert b'id="turn"' in response.content
    assert response["HX-Push-Url"] == "/learn/marching/?draft=take+lyre"


def test_a_member_gets_the_first_lesson_that_they_have_not_solved(
    sit: Sit, alice: User, now: datetime
) -> None:
    progress.record(alice, "alexandros", "marching", solved=True, now=now)
    browser = sit(alice)
    browser.open("/learn/")

    page = browser.press(BUTTON)

    assert "The next lesson is on its way to alice@example.org." in page.words
    row = LessonEmail.objects.get()
    assert (row.game, row.lesson) == ("alexandros", "routes")
    assert (row.email.kind, row.email.to, row.email.user) == ("lesson", alice.email, alice)


@pytest.mark.parametrize("who", ["visitor", "guest"])
def test_without_an_address_one_is_asked_to_sign_in(sit: Sit, guest: User, who: str) -> None:
    browser = sit(guest if who == "guest" else None)
    page = browser.open("/learn/")

    assert BUTTON not in page.words
    assert page.link("sign in with your address").href == "/account/login/?next=/learn/"
    response = browser.client.post("/learn/email/")
    assert response.status_code == 403
    assert "please sign in with your email address" in response.content.decode()


def test_lessons_are_not_sent_too_often(sit: Sit, alice: User) -> None:
    client = sit(alice).client

    statuses = [client.post("/learn/email/").status_code for _ in range(6)]

    assert statuses == [302] * 5 + [429]
    assert OutgoingEmail.objects.count() == 5


def test_an_address_that_bounced_gets_no_lesson(sit: Sit, alice: User, now: datetime) -> None:
    bounces.record_bounce(alice.email or "", error="550 unknown", now=now)
    browser = sit(alice)
    browser.open("/learn/")

    page = browser.press(BUTTON)

    assert "We cannot send email to alice@example.org at the moment." in page.words
    assert not OutgoingEmail.objects.exists()


def test_a_site_that_takes_no_email_offers_none(sit: Sit, alice: User) -> None:
    with override_settings(REPLY_DOMAIN=""):
        page = sit(alice).open("/learn/")

    assert "by email" not in page.words


def test_the_email_settings_name_the_lesson_among_recent_emails(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    browser.client.post("/learn/email/")

    assert "a lesson of a course" in browser.open("/mail/").words
