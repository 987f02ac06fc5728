"""Talking to a table by email: below orders, in replies to news, and to its own address."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.models import ChatMessage, Game, IncomingEmail, LoggedMove, OutgoingEmail, User
from games.post.inbox import processing, tokens
from games.post.outbox import preferences
from games.post.outbox.queue import queue_email
from games.table.seats import leaving
from games.table.talk import speaking
from tests import pseudo_language
from tests.inbox.email_replies import PostOffice, html_of, text_of, written
from tests.inbox.test_orders_typed_into_a_quote import QUOTES, TYPED, Quote, reply, with_typed
from tests.outbox.translated import untranslated
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ALICE, BOB = "alice@example.org", "bob@example.org"
TURN = "take temple; march B5.NW via E; draw; draw"


def words(email: EmailMessage) -> str:
    return " ".join(text_of(email).split())


def said() -> list[str]:
    return [message.text for message in ChatMessage.objects.order_by("pk")]


def played(game: Game) -> int:
    return LoggedMove.objects.filter(game=game, actor="mail").count()


@pytest.fixture
def email(game: Game, office: PostOffice, alice: User) -> EmailMessage:
    return office.turn_email(game, alice)


def tell(game: Game, user: User, text: str, office: PostOffice) -> ChatMessage:
    return speaking.say(game, user=user, channel="table", text=text, key=text, now=office.now)


def test_a_turn_email_says_how_to_talk(email: EmailMessage) -> None:
    assert "write a line --talk below your orders, or alone" in words(email)
    assert "WHAT WAS SAID" not in text_of(email)


def test_orders_are_played_and_what_stands_below_them_is_said(
    email: EmailMessage, game: Game, office: PostOffice
) -> None:
    message = office.reply(email, f"{TURN}\n\n--talk\nSorry,\nI'll draw faster next time.\n",
                           sender=ALICE)
    assert message.outcome == "orders"
    assert played(game) == 4
    assert said() == ["Sorry,\nI'll draw faster next time."]
    receipt = next(each for each in office.deliver() if each["X-Game-Post"] == "receipt")
    assert "You have said to the other players:" in text_of(receipt)
    assert "I'll draw faster next time." in text_of(receipt)


@pytest.mark.promise("R18")
@pytest.mark.parametrize("orders", ["march nowhere", "take temple; take temple; fly"])
def test_if_the_orders_are_refused_nothing_is_said_either(
    email: EmailMessage, game: Game, office: PostOffice, orders: str
) -> None:
    message = office.reply(email, f"{orders}\n--talk\nHello", sender=ALICE)
    assert message.status == "refused"
    assert (played(game), said()) == (0, [])
    assert "Nothing was said to the others either." in words(office.deliver()[-1])


@pytest.mark.promise("R18")
def test_a_reply_with_talk_alone_plays_nothing_and_says_so(
    email: EmailMessage, game: Game, office: PostOffice
) -> None:
    message = office.reply(email, "--talk\nI will take temple.\ndraw\n", sender=ALICE)
    assert (message.status, message.command) == ("done", "talk")
    assert (played(game), said()) == (0, ["I will take temple.\ndraw"])
    [receipt] = office.deliver()
    assert "Nothing was played." in words(receipt)
    assert "It is still your turn." in words(receipt)
    again = office.reply(receipt, f"{TURN}\n--talk\nNow I have.", sender=ALICE)
    assert (again.outcome, played(game)) == ("orders", 4)
    assert said()[-1] == "Now I have."


def test_a_reply_to_the_email_about_an_earlier_turn_can_still_say_something(
    email: EmailMessage, game: Game, office: PostOffice
) -> None:
    office.reply(email, TURN, sender=ALICE)
    assert office.reply(email, "--talk\nHello", sender=ALICE).status == "done"
    assert said() == ["Hello"]
    receipt = office.deliver()[-1]
    assert "It is still your turn" not in text_of(receipt)
    assert str(receipt["Reply-To"]).startswith("talk-")
    assert office.reply(email, "draw\n--talk\nHello again", sender=ALICE).status == "refused"
    assert said() == ["Hello"]


@pytest.mark.promise("R6")
def test_a_copy_of_an_email_says_nothing_twice(
    email: EmailMessage, game: Game, office: PostOffice
) -> None:
    for _ in range(2):
        office.reply(email, "--talk\nHello", sender=ALICE, message_id="<one@example.org>")
    assert said() == ["Hello"]


@pytest.mark.promise("R13")
def test_nobody_talks_from_another_address(
    email: EmailMessage, game: Game, alice: User, office: PostOffice
) -> None:
    preferences.change(alice, other_senders=True)
    for text in ("--talk\nHello", "take temple\n--talk\nHello"):
        assert office.reply(email, text, sender="eve@example.org").status == "refused"
    address = tokens.talk_address(game.seats.get(user=alice), now=office.now)
    raw = written("Hello", to=address, sender="eve@example.org")
    assert office.take_in(raw, to=address).outcome == "other-sender"
    assert said() == []
    assert "so it was not said. Please write from alice@example.org." in words(
        office.deliver()[-1])


@pytest.fixture
def address(game: Game, bob: User, office: PostOffice) -> str:
    """Bob's address for talking to the table."""
    return tokens.talk_address(game.seats.get(user=bob), now=office.now)


def test_an_email_to_the_tables_address_is_said_and_not_answered(
    address: str, office: PostOffice
) -> None:
    raw = written("Hello!\n\nI'm Bob.\n\n-- \nBob Smith\nTel. 123\n", to=address, sender=BOB)
    assert processing.accepts_address(address)
    message = office.take_in(raw, to=address)
    assert (message.status, message.command, message.answer) == ("done", "talk", None)
    assert message.recipients == "talk-…@alexandros.localhost"
    assert said() == ["Hello!\n\nI'm Bob."]


@pytest.mark.promise("R10", "R18")
@pytest.mark.parametrize("text", [TURN, "take horse", "resign", "help"])
def test_orders_sent_there_are_neither_played_nor_told_to_the_others(
    game: Game, alice: User, office: PostOffice, text: str
) -> None:
    address = tokens.talk_address(game.seats.get(user=alice), now=office.now)
    message = office.take_in(written(text, to=address, sender=ALICE), to=address)
    assert message.outcome == "orders-to-table"
    assert (played(game), said()) == (0, [])
    assert "nothing was said. Send orders in a reply to the email about your turn." in words(
        office.deliver()[-1])
    below = written(f"--talk\n{text}", to=address, sender=ALICE)
    assert office.take_in(below, to=address).status == "done"
    assert (played(game), said()) == (0, [text])


@pytest.mark.parametrize("text", [
    "Good luck!", "Should I draw or march? I can't decide.", "I'll help you", "Bob, you resign?",
])
def test_ordinary_sentences_are_said_there(
    game: Game, alice: User, office: PostOffice, text: str
) -> None:
    address = tokens.talk_address(game.seats.get(user=alice), now=office.now)
    office.take_in(written(text, to=address, sender=ALICE), to=address)
    assert said() == [text]


@pytest.mark.promise("R13")
def test_the_address_ends_with_the_seat(
    alice: User, bob: User, carol: User, office: PostOffice
) -> None:
    game = seat_table([alice, bob, carol], now=office.now)
    address = tokens.talk_address(game.seats.get(user=bob), now=office.now)
    leaving.leave(game, user=bob, now=office.now)
    message = office.take_in(written("Hello", to=address, sender=BOB), to=address)
    assert (message.status, message.outcome) == ("ignored", "left")
    assert said() == []


@pytest.mark.promise("R16")
def test_an_automatic_email_says_nothing(address: str, office: PostOffice) -> None:
    raw = written("I am away", to=address, sender=BOB, headers={"Auto-Submitted": "auto-replied"})
    assert office.take_in(raw, to=address).status == "ignored"
    assert said() == []


def test_what_is_too_long_is_refused_with_the_reason(address: str, office: PostOffice) -> None:
    message = office.take_in(written("long " * 300, to=address, sender=BOB), to=address)
    assert message.outcome == "long-message"
    assert "Please use at most 1000 letters and 30 lines." in words(office.deliver()[-1])


def test_news_can_be_answered_with_talk_alone(
    game: Game, bob: User, office: PostOffice
) -> None:
    OutgoingEmail.objects.create(
        kind="started", game=game, seat=game.seats.get(user=bob), user=bob, to=BOB,
        number=game.number, message_id="<started@alexandros.localhost>", not_before=office.now,
        created_at=office.now)
    email = office.deliver()[-1]
    assert office.reply(email, "draw\n--talk\nHello", sender=BOB).outcome == "not-read"
    assert said() == []
    assert office.reply(email, "--talk\nHello", sender=BOB).status == "done"
    assert said() == ["Hello"]
    assert "Nothing was played." in words(office.deliver()[-1])


def test_talk_in_reply_to_an_email_about_no_table_is_refused(
    game: Game, alice: User, office: PostOffice
) -> None:
    queue_email("test", to=ALICE, user=alice, now=office.now)
    message = office.reply(office.deliver()[-1], "--talk\nHello", sender=ALICE)
    assert (message.outcome, said()) == ("no-table", [])
    assert "was not said, because you have not replied to an email about one table" in words(
        office.deliver()[-1])


def test_receipts_and_refusals_of_talk_are_translated(
    email: EmailMessage, game: Game, alice: User, office: PostOffice
) -> None:
    address = tokens.talk_address(game.seats.get(user=alice), now=office.now)
    with pseudo_language.spoken():
        for text in ("--talk\nIssus", "take temple\n--talk\nIssus", "draw away\n--talk\nIssus"):
            office.reply(email, text, sender=ALICE)
        for sender, text in ((ALICE, TURN), (BOB, "Issus"), (ALICE, "x" * 1001)):
            office.take_in(written(text, to=address, sender=sender), to=address)
        answers = office.deliver()
    kinds = [answer["X-Game-Post"] for answer in answers]
    assert kinds == ["said", "receipt", "refusal", "signpost", "signpost", "signpost"]
    for answer in answers:
        names = frozenset({"alice", "bob", "example", "org", "fly"})
        assert untranslated(str(answer["Subject"]), text_of(answer), html_of(answer),
                            names=names) == [], answer["X-Game-Post"]


# ---------- what others have said, quoted in a reply ----------
CHAT = ("draw\ntake horse, then march A1.NW via E\n\nlevy A1\ndraw; draw; draw and I will go"
        " on with it for longer than a line of this email can be, draw twice\nhelp")


@pytest.mark.promise("R18")
@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.__name__)
def test_what_others_said_is_no_order_when_it_is_quoted(
    game: Game, alice: User, bob: User, office: PostOffice, quote: Quote
) -> None:
    tell(game, bob, CHAT, office)
    email = office.turn_email(game, alice)
    assert "take horse, then march" in text_of(email)
    message = reply(office, email, quote(email))
    assert (message.outcome, played(game)) == ("orders", 1)


@pytest.mark.promise("R18")
@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.__name__)
@pytest.mark.parametrize("change", ["hidden", "deleted", "muted", "said more"])
def test_what_happens_to_a_message_later_lets_nothing_be_played(
    game: Game, alice: User, bob: User, office: PostOffice, quote: Quote, change: str
) -> None:
    chat = tell(game, bob, CHAT, office)
    email = office.turn_email(game, alice)
    if change == "hidden":
        speaking.hide([chat.pk], now=office.now.replace(hour=23))
    elif change == "deleted":
        chat.delete()
    elif change == "muted":
        speaking.mute_person(alice, bob, now=office.now)
    else:
        tell(game, bob, "draw again\nmarch", office)
    message = reply(office, email, quote(email))
    orders = list(LoggedMove.objects.filter(game=game, actor="mail").values_list("move", flat=True))
    if change == "deleted" and message.status == "refused":
        assert (message.outcome, orders) == ("cut-off", [])
    else:
        assert (message.outcome, orders) == ("orders", ["take temple"])


@pytest.mark.promise("R18")
@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.__name__)
def test_orders_typed_into_the_quoted_talk_are_not_lost(
    game: Game, alice: User, bob: User, office: PostOffice, quote: Quote
) -> None:
    tell(game, bob, "Good luck to all of you, dear friends!", office)
    email = office.turn_email(game, alice)
    body = with_typed(quote(email), "Good luck to", TYPED)
    assert reply(office, email, body).outcome == "cut-off"
    assert played(game) == 0


def test_no_token_is_kept_of_what_was_sent(address: str, office: PostOffice) -> None:
    token = address.partition("@")[0].removeprefix("talk-")
    office.take_in(written("Hello", to=address, sender=BOB), to=address)
    assert token not in repr(list(IncomingEmail.objects.defer(None).values_list()))
