"""Replies with the number of a turn that our email suggests."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from games.models import Game, User
from tests.inbox.email_replies import PostOffice, text_of, words

pytestmark = pytest.mark.django_db


def quoting(email: EmailMessage, reply: str) -> str:
    """Return a reply above the quoted email, as programs write it."""
    quote = "\n".join(f"> {line}" for line in text_of(email).split("\n"))
    return f"{reply}\n\nOn Fri, 20 Nov 2026 at 10:15, Friends wrote:\n{quote}"


@pytest.mark.parametrize("reply", [
    "2", "Option 2 please\n\nThanks,\nAlice", "den zweiten bitte",
    "Hi, option 2 please.\n\nThanks!",
])
def test_the_number_of_a_suggested_turn_plays_this_turn(
    game: Game, office: PostOffice, alice: User, reply: str
) -> None:
    email = office.turn_email(game, alice)
    suggested = re.findall(r"^  \d\.\s+(take .*)", text_of(email), re.MULTILINE)

    message = office.reply(email, quoting(email, reply), sender=alice.email)

    assert (message.status, message.outcome) == ("done", "orders")
    assert "; ".join(text for _, text in message.orders).startswith(suggested[1].rstrip(";"))


def test_a_number_without_our_list_is_answered_with_what_it_stands_for(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)

    message = office.reply(email, "2", sender=alice.email)

    assert (message.status, message.command) == ("done", "preview")
    game.refresh_from_db()
    assert game.number == 1
    [answer] = office.deliver()
    assert "/turn/" in text_of(answer)
    assert "does not quote our list" in words(answer)


@pytest.mark.parametrize("reply", ["preview option 1", "preview 1", "Preview: the first one",
                                   "preview\noption 1\n\nThanks,\nAlice"])
def test_a_suggested_turn_is_previewed_like_orders(
    game: Game, office: PostOffice, alice: User, reply: str
) -> None:
    email = office.turn_email(game, alice)
    [first] = re.findall(r"^  1\.\s+(take \w+)", text_of(email), re.MULTILINE)

    message = office.reply(email, quoting(email, reply), sender=alice.email)

    assert (message.status, message.command) == ("done", "preview")
    assert message.orders[0][1] == first
    [answer] = office.deliver()
    assert "/turn/" in text_of(answer)
    game.refresh_from_db()
    assert game.number == 1


def test_a_preview_of_what_we_have_not_suggested_is_refused_with_the_reason(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "preview option 9", sender=alice.email)
    assert "We have not suggested a turn with this number" in words(office.deliver()[-1])


def test_a_yes_to_that_answer_plays_what_it_shows(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    shown = office.answer(email, "option 2")

    message = office.reply(shown, "Yes, please!\n\nAlice", sender=alice.email)

    assert (message.status, message.outcome) == ("done", "orders")
    assert all(text in text_of(shown) for _line, text in message.orders)


def test_a_yes_to_another_email_or_with_more_words_plays_nothing(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    shown = office.answer(email, "option 2")
    for answered, text in ((email, "yes"), (shown, "yes, but not the second order"),
                           (shown, "no")):
        assert office.reply(answered, text, sender=alice.email).status == "refused"
    game.refresh_from_db()
    assert game.number == 1


@pytest.mark.parametrize(("reply", "reason"), [
    ("option 9", "We have not suggested a turn with this number"),
    ("9", 'It is not clear what "9" stands for.'),
])
def test_a_number_that_was_not_suggested_is_answered_with_the_reason(
    game: Game, office: PostOffice, alice: User, reply: str, reason: str
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, quoting(email, reply), sender=alice.email)
    assert reason in words(office.deliver()[-1])


@pytest.mark.parametrize("closing", [
    "Thank you!\nAlice", "Have a nice day\nAlice", "Best regards,\nAlice Archer\nHead of Sales",
    "CAUTION: this email comes from outside our organization. Do not click links.",
])
def test_what_stands_below_a_number_is_left_out_as_below_orders(
    game: Game, office: PostOffice, alice: User, closing: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, quoting(email, f"option 1\n\n{closing}"), sender=alice.email)
    assert (message.status, message.outcome) == ("done", "orders")


@pytest.mark.parametrize("more", [
    "actually wait, let me think about it", "Hold on, ignore that", "\nforget it",
    "\nplease cancel that", "\n\nJust kidding", "\n\nOops, wrong game, please ignore this email",
    "let's discuss it first", "Halt, warte bitte noch", "provided Bucephalus agrees",
    "Let me think about it", "Wait for my next email", "But only if Bob moves first",
])
def test_a_number_that_the_next_line_takes_back_plays_nothing(
    game: Game, office: PostOffice, alice: User, more: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, quoting(email, f"option 1\n{more}"), sender=alice.email)
    assert message.status == "refused"
    game.refresh_from_db()
    assert game.number == 1


def test_a_number_with_a_condition_is_answered_with_how_to_choose(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, quoting(email, "Kind regards,\nAlice\noption 1 if Bob has not moved"),
                 sender=alice.email)
    answer = office.deliver()[-1]
    assert "is played if you write only its number, as in \"option 1\"" in words(answer)
    assert 'In line 3 of your email: "option 1 if Bob has not moved"' in words(answer)


@pytest.mark.parametrize("closing", ["Best regards,\nAlice", "Sent from my iPhone"])
def test_a_doubtful_line_beside_a_number_is_named_whether_our_email_is_quoted_or_not(
    game: Game, office: PostOffice, alice: User, closing: str
) -> None:
    email = office.turn_email(game, alice)
    text = f"option 1\n\n{closing}\nAnd the rest as Bob did, please."
    for reply in (text, quoting(email, text)):
        message = office.reply(email, reply, sender=alice.email)
        assert message.status == "refused"
        answer = words(office.deliver()[-1])
        assert "your email: \"And the rest as Bob did, please.\" We cannot tell what this" in answer
        assert "it stands below" not in answer


@pytest.mark.parametrize("reply", ["9", "not 2", "2 or 3", "2\n3", "2?"])
def test_what_is_not_surely_a_number_of_the_list_plays_nothing(
    game: Game, office: PostOffice, alice: User, reply: str
) -> None:
    email = office.turn_email(game, alice)

    office.reply(email, quoting(email, reply), sender=alice.email)

    game.refresh_from_db()
    assert game.number == 1
