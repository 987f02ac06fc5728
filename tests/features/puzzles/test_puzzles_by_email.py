"""Puzzles by email: a puzzle in each email, judged replies, and the commands beside orders."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest

from alexandros_rules import drafts
from games.features.puzzles import daily_emails, days, solving
from games.models import (
    EmailPreferences,
    IncomingEmail,
    OutgoingEmail,
    Puzzle,
    PuzzleProgress,
    PuzzleSolver,
    User,
)
from games.post.inbox import answers
from games.rulesets import registry
from tests import pseudo_language
from tests.inbox.email_replies import PostOffice, html_of, text_of, words, written
from tests.inbox.test_translated_replies import missed
from tests.sample_puzzles import wrong_turn

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ROOM = registry.get("alexandros")
BOARDS = " ".join(ROOM.ruleset.boards().values())
TITLES = " ".join(re.findall(r'title = "(.*)"', BOARDS))
NAMES = frozenset([*re.findall(r"[A-Z]\w+", BOARDS), *TITLES.split()])  # of places and boards
REFUSED = "take temple, take temple, take temple"


def words_of_html(email: EmailMessage) -> str:
    return " ".join(html_of(email).split())


def send_daily(user: User, office: PostOffice) -> EmailMessage:
    """The daily email of today, as it has come to this user."""
    daily_emails.turn_on(user, ROOM, now=office.now - timedelta(days=1))
    PuzzleSolver.objects.filter(user=user).update(next_email_at=office.now)
    daily_emails.sweep(office.now)
    return office.deliver()[-1]


@pytest.fixture
def daily(alice: User, office: PostOffice, puzzles: list[Puzzle]) -> EmailMessage:
    """Today's first puzzle, as it has come to Alice."""
    return send_daily(alice, office)


def solve(user: User, office: PostOffice, *puzzles: Puzzle) -> None:
    for puzzle in puzzles:
        solving.note(user, puzzle, solved=True, now=office.now)


def tried(user: User) -> dict[str, tuple[int, bool]]:
    """The wrong attempts of each puzzle that the user has tried, and whether they solved it."""
    rows = PuzzleProgress.objects.filter(user=user).select_related("puzzle")
    return {row.puzzle.key: (row.attempts, row.solved_at is not None) for row in rows}


def test_a_puzzle_has_its_task_the_position_and_an_address_for_replies(
    daily: EmailMessage, puzzles: list[Puzzle]
) -> None:
    task = daily_emails.task_of(ROOM, puzzles[0])

    assert daily["Subject"] == "Alexandros, puzzle 1 of 3, 1 March"
    assert f"PUZZLE 1 OF 3: {task.title}" in words(daily)
    for said in (*task.text, task.task, "Difficulty: Easy"):
        assert said in words(daily)
        assert said in words_of_html(daily).replace("</strong>", "")
    assert "@ Alexander" in text_of(daily)
    assert f"/puzzles/{puzzles[0].key}/" in text_of(daily)
    assert str(daily["Reply-To"]).startswith("reply-")


@pytest.mark.promise("R15")
def test_a_puzzle_has_text_html_a_small_png_and_a_link_to_unsubscribe(
    daily: EmailMessage
) -> None:
    parts = {part.get_content_type(): part for part in daily.walk()}

    assert {"text/plain", "text/html", "image/png"} <= set(parts)
    assert len(parts["image/png"].get_content()) < 250_000
    assert daily["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert all(len(line) <= 72 or "://" in line for line in text_of(daily).splitlines())


def test_nothing_about_the_best_turn_is_in_it_before_it_is_solved_or_help_has_been_earned(
    daily: EmailMessage, puzzles: list[Puzzle], office: PostOffice
) -> None:
    task = daily_emails.task_of(ROOM, puzzles[0])
    first = office.answer(daily, wrong_turn(puzzles[0]))

    for email in (daily, first):
        for secret in (puzzles[0].best, *task.best.text.split("; "), *task.reasons()):
            if secret not in ("draw", "end"):
                assert f"\n{secret}\n" not in text_of(email)
        assert "Why" not in words(email)


def test_the_best_turn_is_praised_and_brings_the_next_puzzle(
    daily: EmailMessage, alice: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    after = office.answer(daily, puzzles[0].best)

    assert "Well done! This is the turn:" in words(after)
    assert "Why it is the best turn:" in words(after)
    for reason in daily_emails.task_of(ROOM, puzzles[0]).reasons():
        assert reason in words(after)
        assert reason in words_of_html(after)
    assert after["Subject"] == "Alexandros, puzzle 2 of 3, 1 March"
    assert tried(alice) == {puzzles[0].key: (0, True)}


def test_the_answer_tells_what_the_first_try_did_to_the_ratings(
    daily: EmailMessage, alice: User, bob: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    solving.note(bob, puzzles[0], solved=False, now=office.now)

    after = words(office.answer(daily, puzzles[0].best))

    gain = solving.of_user(alice, puzzles)[puzzles[0].key].gain
    assert gain
    assert f"Your rating is now {1500 + gain}. Your first try gave you {gain} points." in after
    assert "1 of 2 people found the turn at their first try." in after
    assert f"/puzzles/{puzzles[0].key}/" in after


def test_whoever_knew_the_game_reads_of_no_points(
    daily: EmailMessage, puzzles: list[Puzzle], office: PostOffice,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving, "has_played", lambda user, puzzle: True)
    after = words(office.answer(daily, puzzles[0].best))
    assert "This puzzle is rated" in after
    assert "Your rating" not in after
    assert "Your first try" not in after


def test_who_solves_it_later_reads_what_their_first_try_cost(
    daily: EmailMessage, puzzles: list[Puzzle], office: PostOffice
) -> None:
    office.answer(daily, wrong_turn(puzzles[0]))

    after = words(office.answer(daily, puzzles[0].best))

    assert "Your first try cost you" in after
    assert "found the turn at their first try" not in after  # nobody else has tried it


def test_a_wrong_turn_gets_the_verdict_and_the_puzzle_again(
    daily: EmailMessage, alice: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    after = office.answer(daily, wrong_turn(puzzles[0]))

    assert "Not yet. After this turn" in words(after)
    assert "The likely answer to your turn:" in words(after)
    assert after["Subject"] == "Alexandros, puzzle 1 of 3, 1 March"
    assert "A hint:" not in words(after)
    assert tried(alice) == {puzzles[0].key: (1, False)}


def test_a_hint_and_then_a_solution_with_reasons_come_by_themselves(
    daily: EmailMessage, puzzles: list[Puzzle], office: PostOffice
) -> None:
    wrong = wrong_turn(puzzles[0])

    replies = [words(office.answer(daily, wrong)) for _ in range(3)]

    assert ["A hint:" in one for one in replies] == [False, True, True]
    assert ["A solution:" in one for one in replies] == [False, False, True]
    assert ["Why that is better:" in one for one in replies] == [False, False, True]


@pytest.mark.parametrize(("text", "reason"), [
    ("first order", "That is not a whole turn yet."),
    (REFUSED, "Not yet."),
    ("preview: take horse; end", "This was only a preview"),
    ("", "There are no orders in this email."),
    ("What a lovely day it is for a march", "We cannot read"),
])
def test_what_is_no_whole_turn_is_answered_and_never_counted(
    daily: EmailMessage, alice: User, puzzles: list[Puzzle], office: PostOffice, text: str,
    reason: str,
) -> None:
    first = puzzles[0].best.split(drafts.SEPARATOR)[0]
    after = office.answer(daily, first if text == "first order" else text)

    assert reason in words(after)
    assert "PUZZLE 1 OF 3" in words(after)
    assert tried(alice) == {}
    assert Puzzle.objects.filter(tries__gt=0).count() == 0


@pytest.mark.parametrize("text", ["hint", "Help", "a hint, please", "moves"])
def test_a_hint_can_be_asked_for(daily: EmailMessage, alice: User, puzzles: list[Puzzle],
                                 office: PostOffice, text: str) -> None:
    after = office.answer(daily, text)

    assert f"A hint: {daily_emails.task_of(ROOM, puzzles[0]).hint}" in words(after)
    assert "PUZZLE 1 OF 3" in words(after)
    assert tried(alice) == {}


@pytest.mark.parametrize("text", ["skip", "next puzzle please"])
def test_a_puzzle_can_be_skipped(daily: EmailMessage, alice: User, office: PostOffice,
                                 text: str) -> None:
    after = office.answer(daily, text)

    assert "You have skipped the puzzle." in words(after)
    assert "PUZZLE 2 OF 3" in words(after)
    assert tried(alice) == {}


def test_whoever_skips_the_last_puzzle_is_done_for_today(
    daily: EmailMessage, office: PostOffice
) -> None:
    second = office.answer(daily, "skip")
    third = office.answer(second, "skip")

    after = office.answer(third, "skip")

    assert after["X-Game-Post"] == "puzzles-over"
    assert "That was the last puzzle of the day." in words(after)


@pytest.mark.parametrize("text", ["stop", "stop the daily puzzles please"])
def test_the_daily_emails_can_be_stopped(daily: EmailMessage, alice: User, office: PostOffice,
                                         text: str) -> None:
    after = office.answer(daily, text)

    assert "You have turned off the daily puzzles" in words(after)
    assert "last puzzle of the day" not in words(after)
    assert daily_emails.next_email_at(alice, ROOM) is None


def test_after_the_last_puzzle_comes_its_verdict_and_the_end_of_the_day(
    alice: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    solve(alice, office, *puzzles[:-1])
    last = send_daily(alice, office)

    after = office.answer(last, puzzles[-1].best)

    assert "PUZZLE 3 OF 3" in words(last)
    assert after["X-Game-Post"] == "puzzles-over"
    assert "Well done!" in words(after)
    assert "Why it is the best turn:" in words(after)
    assert "That was the last puzzle of the day." in words(after)


def test_a_puzzle_that_was_solved_on_the_page_is_passed_over(
    daily: EmailMessage, alice: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    solve(alice, office, puzzles[1])

    assert "PUZZLE 3 OF 3" in words(office.answer(daily, puzzles[0].best))


def test_a_puzzle_of_an_earlier_day_leads_to_the_others_of_its_day(
    daily: EmailMessage, puzzles: list[Puzzle], office: PostOffice
) -> None:
    office.now += timedelta(days=1)
    days.choose(ROOM, office.now.date())

    after = office.answer(daily, puzzles[0].best)

    assert after["Subject"] == "Alexandros, puzzle 2 of 3, 1 March"


@pytest.mark.promise("R2")
def test_an_answer_says_the_same_whatever_has_happened_since(
    daily: EmailMessage, alice: User, bob: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    wrong = office.answer(daily, wrong_turn(puzzles[0]))
    right = office.answer(daily, puzzles[0].best)
    for puzzle in puzzles:
        solving.note(bob, puzzle, solved=False, now=office.now)
        solving.note(alice, puzzle, solved=True, now=office.now)

    OutgoingEmail.objects.filter(kind="puzzle").update(status="queued")
    assert [words(email) for email in office.deliver()] == [
        words(email) for email in (daily, wrong, right)]


@pytest.mark.promise("R6")
def test_a_copy_of_a_reply_counts_nothing_and_gets_the_same_answer_again(
    daily: EmailMessage, alice: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    for _ in range(2):
        office.reply(daily, wrong_turn(puzzles[0]), sender="alice@example.org",
                     message_id="<one@example.org>")

    assert tried(alice) == {puzzles[0].key: (1, False)}
    assert OutgoingEmail.objects.filter(kind="puzzle").count() == 2  # the puzzle and one answer


@pytest.mark.promise("R13")
def test_a_reply_from_another_address_is_not_read(
    daily: EmailMessage, alice: User, puzzles: list[Puzzle], office: PostOffice
) -> None:
    EmailPreferences.objects.update_or_create(user=alice, defaults={"other_senders": True})
    office.reply(daily, puzzles[0].best, sender="eve@example.org")
    [told] = office.deliver()

    assert told["To"] == "alice@example.org"
    assert "came from eve@example.org, which is not the address of your account" in words(told)
    assert tried(alice) == {}


@pytest.mark.promise("R16")
def test_an_automatic_reply_gets_no_answer(daily: EmailMessage, office: PostOffice) -> None:
    to = str(daily["Reply-To"])
    message = office.take_in(written("I am away", to=to, sender="alice@example.org",
                                     headers={"Auto-Submitted": "auto-replied"}), to=to)

    assert message.status == IncomingEmail.Status.IGNORED
    assert office.deliver() == []


@pytest.mark.promise("R16")
def test_only_so_many_mistakes_are_answered_in_a_day(
    daily: EmailMessage, office: PostOffice
) -> None:
    for _ in range(answers.MAX_REFUSALS_PER_GAME + 2):
        office.reply(daily, "bla", sender="alice@example.org")
    told = office.deliver()

    assert len(told) == answers.MAX_REFUSALS_PER_GAME
    assert "We will not answer further mistakes today." in words(told[-1])


def test_a_reply_to_a_puzzle_that_is_gone_says_where_there_are_others(
    daily: EmailMessage, office: PostOffice
) -> None:
    Puzzle.objects.all().delete()

    after = office.answer(daily, "take horse; end")

    assert "There are new puzzles on the website." in words(after)


def test_the_end_of_the_day_takes_no_orders(daily: EmailMessage, office: PostOffice) -> None:
    over = office.answer(daily, "stop")

    assert "takes no orders" in words(office.answer(over, "take horse"))


@pytest.mark.parametrize("text", ["best", "wrong", REFUSED, "take horse", "hint", "skip", "stop",
                                  "", "preview: take horse"])
def test_every_answer_is_in_the_readers_language(
    alice: User, office: PostOffice, puzzles: list[Puzzle], text: str
) -> None:
    orders = {"best": puzzles[0].best, "wrong": wrong_turn(puzzles[0])}.get(text, text)
    with pseudo_language.spoken():
        daily = send_daily(alice, office)
        assert missed(daily, names=NAMES) == []
        for _ in range(3):
            assert missed(office.answer(daily, orders), names=NAMES) == []
