"""Replies to our real emails from programs that quote without marks: whole turns or nothing."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.models import Game, IncomingEmail, LoggedMove, User
from tests.inbox.email_replies import PostOffice, html_of, text_of, written

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FIRST, REST = "take temple", "march B5.NW via E\ndraw\ndraw"


def outlook(email: EmailMessage, above: str, below: str = "") -> str:
    """A text with this email quoted as Outlook quotes it, without marks."""
    block = f"Von: {email['From']}\nGesendet: Freitag\nAn: Alice\nBetreff: {email['Subject']}"
    return f"{above}\n\n{block}\n\n{text_of(email)}\n\n{below}\n"


def in_html(office: PostOffice, email: EmailMessage, above: str, sender: str) -> IncomingEmail:
    """A reply in HTML in which Outlook has quoted this email."""
    to = str(email["Reply-To"])
    quote = html_of(email).partition("<body")[2].partition(">")[2]
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = sender, to, "<html@example.org>"
    message["Subject"] = f"Re: {email['Subject']}"
    message.set_content(
        f"<div>{above.replace(chr(10), '<br>')}</div><hr><div id='divRplyFwdMsg'><b>From:</b>"
        f" {email['From']}</div><div>{quote}</div>", subtype="html")
    return office.take_in(message.as_bytes(), to=to, sender=sender)


@pytest.mark.promise("R18")
def test_orders_above_and_below_an_unmarked_quote_are_not_played_by_half(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, outlook(email, FIRST, REST), sender=alice.email)
    assert (message.status, message.outcome) == ("refused", "cut-off")
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()
    text = " ".join(text_of(office.deliver()[0]).split())
    assert "“march B5.NW via E” may be an order of yours, but it is not where we read" in text
    assert "lost, we have played nothing. Please send all your orders again, above" in text


@pytest.mark.promise("R18")
def test_the_answer_to_a_turn_that_was_cut_off_lists_how_the_turn_can_begin(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, outlook(email, FIRST, REST), sender=alice.email)
    listed = text_of(office.deliver()[0]).partition("You can order:")[2].partition("Reply to")[0]
    assert "  take temple" in listed
    assert "march" not in listed


@pytest.mark.promise("R18")
def test_orders_in_the_middle_of_an_unmarked_quote_are_not_played_by_half(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    text = outlook(email, FIRST).replace("\nTHE TABLE", "\nmarch B5.NW via E\n\nTHE TABLE")
    assert office.reply(email, text, sender=alice.email).outcome == "cut-off"


@pytest.mark.promise("R18")
def test_each_kind_of_our_emails_can_be_quoted_without_marks_below_the_orders(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    for text, outcome in [("help", "help"), ("moves", "moves"), ("show", "show"),
                          ("preview take temple", "preview"), ("fly", "unreadable"),
                          (FIRST, "orders"), (REST, "orders")]:
        message = office.reply(email, outlook(email, text), sender=alice.email)
        assert message.outcome == outcome, message.finding
        email = next(each for each in office.deliver() if each["To"] == alice.email)


@pytest.mark.promise("R18")
def test_each_kind_of_our_emails_can_be_quoted_in_html_below_the_orders(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    for text, outcome in [("moves", "moves"), ("fly", "unreadable"), (FIRST, "orders"),
                          (REST, "orders")]:
        message = in_html(office, email, text, alice.email)
        assert message.outcome == outcome, message.finding
        IncomingEmail.objects.filter(pk=message.pk).update(identity=None)
        email = next(each for each in office.deliver() if each["To"] == alice.email)


@pytest.mark.promise("R18")
def test_orders_below_a_marked_quote_are_played(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(email).split("\n"))
    text = f"pt., 20 lis 2026 o 10:15 {email['From']} napisał(a):\n\n{quote}\n\n{FIRST}\n{REST}\n"
    assert office.reply(email, text, sender=alice.email).outcome == "orders"


@pytest.mark.promise("R18")
@pytest.mark.parametrize(("text", "outcome", "reason"), [
    ("STOP", "unreadable", "'stop' is not an order."),
    ("take temple?", "question", "is a question. If it is an order, write it without"),
    ("// take temple", "aside", "looks like a comment."),
    ("Tomé templo", "told", "tells what somebody has done."),
])
def test_what_may_not_be_an_order_is_not_played_and_the_answer_says_why(
    game: Game, office: PostOffice, alice: User, text: str, outcome: str, reason: str
) -> None:
    email = office.turn_email(game, alice)
    assert office.reply(email, text, sender=alice.email).outcome == outcome
    assert reason in " ".join(text_of(office.deliver()[0]).split())
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()


@pytest.mark.promise("R18")
def test_struck_out_orders_are_refused_and_the_answer_says_why(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = in_html(office, email, "<s>take soldier</s>\ntake temple", alice.email)
    assert message.outcome == "struck-out"
    text = " ".join(text_of(office.deliver()[0]).split())
    assert "Please send only your orders, without words that are struck out." in text


@pytest.mark.promise("R18")
def test_a_signature_without_orders_does_not_keep_a_turn_from_being_played(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    raw = written(f"{FIRST}\n\n-- \nAlice Archer\n12 Market Street\n", to=str(email["Reply-To"]),
                  sender=alice.email)
    message = office.take_in(raw, to=str(email["Reply-To"]), sender=alice.email)
    assert message.outcome == "orders"
