"""Plans in replies to emails: saved, shown and turned off, and never taken for orders."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from games.models import ChatMessage, Game, IncomingEmail, LoggedMove, Plan, Seat, User
from games.post.inbox import tokens
from games.post.outbox.queue import queue_email
from tests.features.plans.saved_plans import play_turn, reach_turn, save_plan, whole_turn
from tests.inbox.email_replies import PostOffice, text_of, words, written

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NEVER = "take horse; march B3; draw; end"
CONDITIONAL = f"""plan
If my score is at least 20 and a horse is face up: {NEVER}
otherwise ask me"""


def send(office: PostOffice, email: EmailMessage, text: str, *, sender: str = "",
         message_id: str = "") -> tuple[IncomingEmail, Any]:
    """A reply to this email from its reader's address, and the answer to it."""
    message = office.reply(email, text, sender=sender or str(email["To"]), message_id=message_id)
    answers = office.deliver()
    found = next((each for each in answers
                  if message.answer and each["Message-ID"] == message.answer.message_id), None)
    return message, found


def plan() -> Plan:
    return Plan.objects.get(ended_at=None)


@pytest.fixture
def turn_email(game: Game, office: PostOffice, alice: User) -> EmailMessage:
    """The email about Alice's first turn."""
    return office.turn_email(game, alice)


def test_a_plan_is_saved_and_shown_in_the_answer(
    game: Game, office: PostOffice, turn_email: EmailMessage
) -> None:
    message, answer = send(office, turn_email, CONDITIONAL)
    assert (message.command, message.outcome) == ("plan", "plan-saved")
    assert plan().text == (f"if my score is at least 20 and a horse is face up: {NEVER}\n"
                           "otherwise ask me")
    assert plan().made_by == LoggedMove.Actor.MAIL
    assert "Your plan in Friends has been saved." in words(answer)
    assert ("It is your turn now. Please play it yourself: the plan begins with your next turn."
            in words(answer))
    assert f"a horse is face up: {NEVER} otherwise ask me" in words(answer)
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()


@pytest.mark.parametrize("text", [
    f"plan: {NEVER}", f"Plan {NEVER}", f"PLAN\n\n{NEVER}",
    f"Hi there!\nplan\n{NEVER}\nThanks,\nAlice", f"plan\n{NEVER}. Best wishes, Alice",
    f"plano: {NEVER}", f"plan - {NEVER}",
])
def test_a_plan_may_follow_the_word_in_many_ways(
    office: PostOffice, turn_email: EmailMessage, text: str
) -> None:
    send(office, turn_email, text)
    assert plan().text == NEVER


@pytest.mark.parametrize(("text", "minutes"), [
    (f"plan wait 1 hour\n{NEVER}", 60), (f"plan\nWait 10 Min: {NEVER}", 10),
    (f"plan\nwait a day\n{NEVER}", 1440), (f"plan, wait 0 minutes, {NEVER}", 0),
])
def test_an_email_can_say_how_long_to_wait(
    office: PostOffice, turn_email: EmailMessage, text: str, minutes: int
) -> None:
    _message, answer = send(office, turn_email, text)
    assert plan().grace == timedelta(minutes=minutes)
    assert ("We will play it as soon as your turn comes." if not minutes
            else "When your turn comes, we will wait ") in words(answer)
    assert plan().text == NEVER


def test_an_email_can_ask_to_wait_as_usual(office: PostOffice, turn_email: EmailMessage) -> None:
    _message, answer = send(office, turn_email, f"plan\nwait as usual\n{NEVER}")
    assert (plan().text, plan().as_usual, plan().grace) == (NEVER, True, timedelta(0))
    assert "we will wait about as long as you usually take before we play it" in words(answer)


def test_the_word_alone_shows_the_plan_and_how_to_write_one(
    game: Game, office: PostOffice, turn_email: EmailMessage, now: datetime
) -> None:
    _message, answer = send(office, turn_email, "plan")
    assert "You have no plan in this game." in words(answer)
    assert "HOW TO WRITE A PLAN" in words(answer)
    save_plan(game, NEVER, seat=0, now=now)
    _message, answer = send(office, turn_email, "Plan?")
    assert f"This is your plan for the coming turns: {NEVER}" in words(answer)


@pytest.mark.parametrize("text", ["plan off", "Plan: off.", "plan\noff\n\nCheers\nAlice"])
def test_plan_off_turns_it_off(
    game: Game, office: PostOffice, turn_email: EmailMessage, now: datetime, text: str
) -> None:
    saved = save_plan(game, NEVER, seat=0, now=now)
    message, answer = send(office, turn_email, text)
    assert message.outcome == "plan-off"
    saved.refresh_from_db()
    assert saved.ending == Plan.Ending.OFF
    assert "Your plan in Friends is off." in words(answer)


@pytest.mark.parametrize(("text", "sentence"), [
    ("plan\nif the sun shines: draw", "We cannot read the condition 'the sun shines'."),
    ("plan to win", "We cannot read 'to win'."), (f"plan\noff\n{NEVER}", "We cannot read 'off'."),
    (f"plan wait 3 days\n{NEVER}", "We cannot read 'wait 3 days'. Write how long to wait"),
    ("plan\ntake horse; march B3; draw", "can never be a whole turn"),
])
def test_a_plan_with_a_mistake_is_refused_and_nothing_is_played(
    game: Game, office: PostOffice, turn_email: EmailMessage, now: datetime, text: str,
    sentence: str
) -> None:
    save_plan(game, NEVER, seat=0, now=now)
    message, answer = send(office, turn_email, text)
    assert message.status == IncomingEmail.Status.REFUSED
    assert "Your plan in Friends was not saved." in words(answer)
    assert sentence in words(answer)
    assert "Nothing was said to the others either." not in words(answer)
    assert f"This plan goes on as before: {NEVER}" in words(answer)
    assert plan().text == NEVER
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()


def test_orders_are_not_taken_for_a_plan_nor_a_plan_for_orders(
    game: Game, office: PostOffice, turn_email: EmailMessage
) -> None:
    message, _answer = send(office, turn_email, f"plan\n{whole_turn(game, 0)}")
    assert message.outcome == "plan-saved"
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()
    message, _answer = send(office, turn_email, f"{whole_turn(game, 0)}\nplan")
    assert message.status == IncomingEmail.Status.REFUSED
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()
    message, _answer = send(office, turn_email, whole_turn(game, 0))
    assert message.outcome == "orders"
    assert Plan.objects.count() == 1


def test_a_reply_to_an_email_about_an_earlier_turn_still_plans(
    game: Game, office: PostOffice, turn_email: EmailMessage, now: datetime
) -> None:
    play_turn(game, 0, now=now)
    message, _answer = send(office, turn_email, f"plan\n{NEVER}")
    assert message.outcome == "plan-saved"
    assert plan().seat.index == 0


def test_a_reply_to_news_about_the_table_plans_too(
    game: Game, office: PostOffice, bob: User, now: datetime
) -> None:
    seat = game.seats.get(user=bob)
    queue_email("started", to=bob.email or "", now=now, game=game, seat=seat, user=bob,
                number=game.number)
    started = office.deliver()[-1]
    message, answer = send(office, started, f"plan\n{NEVER}")
    assert message.outcome == "plan-saved"
    assert plan().user == bob
    assert answer["To"] == bob.email


@pytest.mark.promise("R13")
def test_a_plan_from_another_address_is_refused(
    office: PostOffice, turn_email: EmailMessage, bob: User
) -> None:
    message, answer = send(office, turn_email, f"plan\n{NEVER}", sender=bob.email or "")
    assert message.status == IncomingEmail.Status.REFUSED
    assert not Plan.objects.exists()
    assert answer["To"] == "alice@example.org"
    assert "which is not the address of your account, so nothing was changed" in words(answer)


def test_whoever_has_lost_the_seat_can_plan_no_more(
    game: Game, office: PostOffice, turn_email: EmailMessage, carol: User
) -> None:
    Seat.objects.filter(game=game, index=0).update(user=carol)
    message, _answer = send(office, turn_email, f"plan\n{NEVER}")
    assert message.status == IncomingEmail.Status.IGNORED
    assert not Plan.objects.exists()


def test_a_plan_whose_part_may_be_cut_off_is_not_saved(
    office: PostOffice, turn_email: EmailMessage
) -> None:
    message, _answer = send(
        office, turn_email, f"plan\n{NEVER}\n\n-- \nAlice\ndraw; end")
    assert message.status == IncomingEmail.Status.REFUSED
    assert not Plan.objects.exists()


def test_the_same_email_again_saves_nothing_new(
    office: PostOffice, turn_email: EmailMessage
) -> None:
    for _ in range(2):
        send(office, turn_email, f"plan\n{NEVER}", message_id="<one@mail.example.org>")
    assert Plan.objects.count() == 1


@pytest.mark.promise("R10")
@pytest.mark.parametrize("text", ["plan", "plan off", f"plan\n{NEVER}", CONDITIONAL])
def test_a_plan_sent_to_the_address_for_talking_is_not_said(
    game: Game, office: PostOffice, alice: User, now: datetime, text: str
) -> None:
    seat = game.seats.select_related("game").get(user=alice)
    address = tokens.talk_address(seat, now=now)
    sender = alice.email or ""
    message = office.take_in(written(text, to=address, sender=sender), to=address, sender=sender)
    assert message.status == IncomingEmail.Status.REFUSED
    assert not ChatMessage.objects.exists()


def test_a_turn_email_quoted_below_a_plan_does_no_harm(
    game: Game, office: PostOffice, bob: User, orders: str, now: datetime
) -> None:
    reach_turn(game, f"if my score is 0: {orders}", now=now, grace=timedelta(hours=1))
    (turn,) = [message for message in office.deliver()
               if message["To"] == bob.email and game.code in message["List-Id"]]
    quoted = "\n".join(f"> {line}" for line in text_of(turn).splitlines())
    message, _answer = send(office, turn, f"plan off\n\nOn 1 March we wrote:\n{quoted}")
    assert message.outcome == "plan-off"
    message, _answer = send(office, turn, f"{orders}\n\nOn 1 March we wrote:\n{quoted}")
    assert message.outcome == "orders"
