"""The course by email: a lesson in each email, judged replies, and the commands beside orders."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from games.features.course import lessons_by_email, progress
from games.models import IncomingEmail, LessonEmail, OutgoingEmail, User
from games.post.inbox import answers
from games.rulesets import registry
from tests import pseudo_language
from tests.features.course.courses import ALEXANDROS, CAMPAIGN, COURSES, Taught
from tests.inbox.email_replies import PostOffice, html_of, text_of, words, written
from tests.inbox.test_translated_replies import missed

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

GAME = "alexandros"
ROOM = registry.get(GAME)
COURSE = ROOM.course
LESSONS = ALEXANDROS.lessons
EACH = pytest.mark.parametrize("taught", COURSES, ids=lambda taught: taught.game)
FIRST = LESSONS[0]
SOLUTION = "take lyre\nmarch C6.S via E SE SE"
WRONG = ALEXANDROS.wrong


def solve(user: User, office: PostOffice, *lessons: Any, game: str = GAME) -> None:
    for lesson in lessons:
        progress.record(user, game, lesson.slug, solved=True, now=office.now)


def asked(alice: User, office: PostOffice, taught: Taught = ALEXANDROS) -> EmailMessage:
    """The first lesson that Alice has not solved, as it has come to her."""
    room = registry.get(taught.game)
    assert room.course is not None
    lessons_by_email.ask(alice, room, room.course, now=office.now)
    return office.deliver()[-1]


@pytest.fixture
def lesson(alice: User, office: PostOffice) -> EmailMessage:
    """The first lesson, as it has come to Alice."""
    return asked(alice, office)


def test_a_lesson_has_its_text_its_task_the_board_and_an_address_for_replies(
    lesson: EmailMessage
) -> None:
    assert lesson["Subject"] == "Alexandros, lesson 1: Marching"
    assert f"LESSON 1 OF {len(LESSONS)}: Marching" in words(lesson)
    for said in (*FIRST.text, f"Your task: {FIRST.task}", "You play red."):
        assert said in words(lesson)
        assert said in " ".join(html_of(lesson).split()).replace("</strong>", "")
    assert "@ Alexander at B3.NW" in text_of(lesson)
    assert "Face up: horse, lyre" in words(lesson)
    assert str(lesson["Reply-To"]).startswith("reply-")


@pytest.mark.promise("R15")
def test_a_lesson_has_text_html_a_small_png_and_a_link_to_unsubscribe(
    lesson: EmailMessage
) -> None:
    parts = {part.get_content_type(): part for part in lesson.walk()}
    assert {"text/plain", "text/html", "image/png"} <= set(parts)
    assert len(parts["image/png"].get_content()) < 250_000
    assert lesson["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert lesson["Auto-Submitted"] == "auto-generated"
    assert all(len(line) <= 72 or "://" in line for line in text_of(lesson).splitlines())


def test_orders_that_solve_it_bring_the_next_lesson(
    lesson: EmailMessage, alice: User, office: PostOffice
) -> None:
    after = office.answer(lesson, SOLUTION)

    assert f"Well done! {FIRST.praised}" in words(after)
    assert "You take the lyre to march." in words(after)
    assert after["Subject"] == "Alexandros, lesson 2: Routes"
    assert progress.of_user(alice, GAME)["marching"].is_solved


def test_a_wrong_attempt_counts_and_brings_no_hint_yet(
    lesson: EmailMessage, alice: User, office: PostOffice
) -> None:
    after = office.answer(lesson, WRONG)

    assert after["Subject"] == "Alexandros, lesson 1: Marching"
    assert "A hint:" not in words(after)
    assert progress.of_user(alice, GAME)["marching"].attempts == 1


def test_a_lesson_of_several_turns_is_judged_when_all_have_been_sent(
    alice: User, office: PostOffice
) -> None:
    defence = LESSONS[12]
    solve(alice, office, *LESSONS[:12])

    first = office.answer(asked(alice, office), "occupy E6\ndraw")
    assert "Not yet. Your task is not over yet: one of its turns is left." in words(first)
    assert "Yellow takes the soldier to march." in words(first)
    assert defence.slug not in progress.of_user(alice, GAME)

    last = office.answer(first, defence.solution.replace("; ", "\n"))
    assert f"Well done! {defence.praised}" in words(last)
    assert progress.of_user(alice, GAME)[defence.slug].is_solved


def test_orders_that_break_the_rules_get_the_reason(
    lesson: EmailMessage, office: PostOffice
) -> None:
    after = office.answer(lesson, "take temple")

    assert "Not yet. There is no temple face up" in words(after)


@pytest.mark.parametrize(("text", "told"), [
    (f"preview: {SOLUTION}", "You take the lyre to march."),
    ("preview: take temple", "There is no temple face up"),
])
def test_a_preview_says_what_orders_do_and_is_no_attempt(
    lesson: EmailMessage, alice: User, office: PostOffice, text: str, told: str
) -> None:
    after = office.answer(lesson, text)

    assert told in words(after)
    assert "This was only a preview, so nothing has been judged." in words(after)
    assert "Well done!" not in words(after)
    assert "LESSON 1 OF" in words(after)
    assert progress.of_user(alice, GAME) == {}


def test_a_hint_and_then_a_solution_come_by_themselves(
    lesson: EmailMessage, office: PostOffice
) -> None:
    replies = [office.answer(lesson, WRONG) for _ in range(3)]

    assert ["A hint:" in words(one) for one in replies] == [False, True, True]
    assert ["A solution:" in words(one) for one in replies] == [False, False, True]
    assert FIRST.solution in words(replies[-1])


@pytest.mark.parametrize("text", ["hint", "Help", "help please", "a hint, please", "moves"])
def test_a_hint_can_be_asked_for(lesson: EmailMessage, alice: User, office: PostOffice,
                                 text: str) -> None:
    after = office.answer(lesson, text)

    assert f"A hint: {FIRST.hint}" in words(after)
    assert "LESSON 1 OF" in words(after)
    assert progress.of_user(alice, GAME) == {}


@pytest.mark.parametrize("text", ["skip", "Next lesson please"])
def test_a_lesson_can_be_skipped(lesson: EmailMessage, alice: User, office: PostOffice,
                                 text: str) -> None:
    after = office.answer(lesson, text)

    assert "You have skipped the lesson “Marching”." in words(after)
    assert after["Subject"] == "Alexandros, lesson 2: Routes"
    assert progress.of_user(alice, GAME) == {}


def test_the_course_can_be_stopped(lesson: EmailMessage, office: PostOffice) -> None:
    after = office.answer(lesson, "stop")

    assert "You have stopped the course, so no more lessons will come by email." in words(after)
    assert "You are ready" not in words(after)
    assert "/learn/" in text_of(after)


@EACH
def test_after_the_last_lesson_comes_the_first_game(
    alice: User, office: PostOffice, taught: Taught
) -> None:
    *others, final = taught.lessons
    solve(alice, office, *others, game=taught.game)
    last = asked(alice, office, taught)

    after = office.answer(last, final.solution)

    assert f"LESSON {len(taught.lessons)} OF" in words(last)
    assert f"Well done! {final.praised}" in words(after)  # type: ignore[attr-defined]
    assert f"That was the last lesson. You are ready: play against {taught.name}." in words(after)
    assert f"bot={taught.bot}#play" in text_of(after)


@EACH
def test_the_whole_course_can_be_taken_by_email(
    alice: User, office: PostOffice, taught: Taught
) -> None:
    email = asked(alice, office, taught)
    for number, one in enumerate(taught.lessons, 1):
        assert f"LESSON {number} OF {len(taught.lessons)}: {one.title}" in words(email)
        email = office.answer(email, one.solution)
        assert "Well done!" in words(email)

    assert email["X-Game-Post"] == "course-over"


@EACH
def test_a_wrong_reply_gets_the_reason_and_the_lesson_again(
    alice: User, office: PostOffice, taught: Taught
) -> None:
    after = office.answer(asked(alice, office, taught), taught.wrong)

    assert f"Not yet. {taught.reply}" in words(after)
    assert "LESSON 1 OF" in words(after)


def test_only_a_solution_tells_how_a_secret_auction_ends(alice: User, office: PostOffice) -> None:
    solve(alice, office, CAMPAIGN.lessons[0], game=CAMPAIGN.game)
    email = asked(alice, office, CAMPAIGN)
    orders, told = "bid up to 9 pay 8 gold wool", "You win the auction for 7"

    assert told not in words(office.answer(email, f"preview: {orders}"))
    assert told in words(office.answer(email, orders))


def test_who_has_solved_everything_and_asks_gets_the_end_of_the_course(
    alice: User, office: PostOffice
) -> None:
    solve(alice, office, *LESSONS)
    lessons_by_email.ask(alice, ROOM, COURSE, now=office.now)

    assert office.deliver()[-1]["X-Game-Post"] == "course-over"


def test_progress_on_the_page_counts_by_email(
    lesson: EmailMessage, alice: User, office: PostOffice
) -> None:
    solve(alice, office, LESSONS[1])

    assert office.answer(lesson, SOLUTION)["Subject"] == "Alexandros, lesson 3: Walls"


@pytest.mark.parametrize(("text", "reason"), [
    ("", "There are no orders in this email."),
    ("What a lovely day it is for a march", "We cannot read"),
])
def test_what_is_no_order_is_refused_and_is_no_attempt(
    lesson: EmailMessage, alice: User, office: PostOffice, text: str, reason: str
) -> None:
    after = office.answer(lesson, text)

    assert reason in words(after)
    assert "LESSON 1 OF" in words(after)
    assert IncomingEmail.objects.get().status == IncomingEmail.Status.REFUSED
    assert progress.of_user(alice, GAME) == {}


@pytest.mark.promise("R6")
def test_a_copy_of_a_reply_counts_nothing_and_gets_the_same_answer_again(
    lesson: EmailMessage, alice: User, office: PostOffice
) -> None:
    for _ in range(2):
        office.reply(lesson, WRONG, sender="alice@example.org", message_id="<one@example.org>")

    assert progress.of_user(alice, GAME)["marching"].attempts == 1
    assert OutgoingEmail.objects.filter(kind="lesson").count() == 2  # the lesson and one answer


@pytest.mark.promise("R2")
def test_an_answer_says_the_same_after_more_attempts(
    lesson: EmailMessage, alice: User, office: PostOffice
) -> None:
    office.reply(lesson, WRONG, sender="alice@example.org")
    for _ in range(5):
        progress.record(alice, GAME, "marching", solved=False, now=office.now)

    assert "A hint:" not in words(office.deliver()[-1])


@pytest.mark.promise("R13")
def test_a_reply_from_another_address_is_not_read(
    lesson: EmailMessage, alice: User, office: PostOffice
) -> None:
    office.reply(lesson, SOLUTION, sender="eve@example.org")
    [told] = office.deliver()

    assert told["To"] == "alice@example.org"
    assert "came from eve@example.org, which is not the address of your account" in words(told)
    assert progress.of_user(alice, GAME) == {}


@pytest.mark.promise("R16")
def test_an_automatic_reply_gets_no_answer(lesson: EmailMessage, office: PostOffice) -> None:
    to = str(lesson["Reply-To"])
    message = office.take_in(written("I am away", to=to, sender="alice@example.org",
                                     headers={"Auto-Submitted": "auto-replied"}), to=to)

    assert message.status == IncomingEmail.Status.IGNORED
    assert office.deliver() == []


@pytest.mark.promise("R16")
def test_only_so_many_mistakes_are_answered_in_a_day(
    lesson: EmailMessage, office: PostOffice
) -> None:
    for _ in range(answers.MAX_REFUSALS_PER_GAME + 2):
        office.reply(lesson, "bla", sender="alice@example.org")
    told = office.deliver()

    assert len(told) == answers.MAX_REFUSALS_PER_GAME
    assert "We will not answer further mistakes today." in words(told[-1])


def test_an_earlier_lesson_can_still_be_answered(
    lesson: EmailMessage, alice: User, office: PostOffice
) -> None:
    office.answer(lesson, "skip")

    assert "Well done!" in words(office.answer(lesson, SOLUTION))
    assert progress.of_user(alice, GAME)["marching"].is_solved


def test_a_reply_to_a_lesson_that_no_longer_exists_says_where_to_go_on(
    lesson: EmailMessage, office: PostOffice
) -> None:
    LessonEmail.objects.update(lesson="dancing")

    after = office.answer(lesson, SOLUTION)

    assert "You can go on with the course on the website." in words(after)


@pytest.mark.parametrize("text", [SOLUTION, WRONG, "take temple", "hint", "skip", "stop", "",
                                  "preview: take temple"])
def test_every_answer_is_in_the_readers_language(
    alice: User, office: PostOffice, text: str
) -> None:
    with pseudo_language.spoken():
        lessons_by_email.ask(alice, ROOM, COURSE, now=office.now)
        lesson = office.deliver()[-1]
        assert missed(lesson) == []
        for _ in range(3):
            assert missed(office.answer(lesson, text)) == []
