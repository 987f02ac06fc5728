"""Every reply to an incoming email is written in its reader's language."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest
from django.utils import translation

from alexandros_rules.alexandros.order_text import WORDS
from games.models import EmailPreferences, Game, IncomingEmail, OutgoingEmail, Seat, User
from games.post import email_kinds
from games.post.inbox import processing, tokens
from games.post.inbox.answers import MAX_REFUSALS_PER_GAME
from games.post.inbox.parsing import size_limits
from games.templatetags.email_parts import WIDTH
from tests import pseudo_language
from tests.inbox.email_replies import PostOffice, html_of, text_of, written
from tests.outbox.translated import untranslated
from tests.sample_games import FINISHED, import_sample

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

OTHER = "alice@work.example"
TURN = "take temple; march B5.NW via E; draw; draw"
TYPED = frozenset({"fly", "away", "templ"})  # what the tests write that is no order


def missed(message: EmailMessage, *, names: frozenset[str] = frozenset()) -> list[str]:
    """What of this reply is not translated, apart from these names."""
    html = re.sub(r"(?s)<!--.*?-->", "", html_of(message))
    return untranslated(str(message["Subject"]), text_of(message), html, names=TYPED | names)


def answer_to(text: str, game: Game, office: PostOffice, user: User, *,
              sender: str = "") -> EmailMessage:
    """The reply to this text as an answer to the user's turn email."""
    email = office.turn_email(game, user)
    office.reply(email, text, sender=sender or user.email or "")
    return office.deliver()[0]


@pytest.mark.parametrize("text", [
    "help", "show", "moves", "resign", "", "preview", "preview\ntake temple", f"preview: {TURN}",
    "preview: take lyre", "preview: fly away", "preview: take temple; fly away",
    "help\ntake temple",
    "take temple", TURN, "levy horse", "take temple\nlevy horse", "fly away", "take templ",
    "take templ\nlevy lyre", "take temple\n" * 1000,
])
def test_every_answer_is_translated_and_folded(
    game: Game, office: PostOffice, alice: User, text: str
) -> None:
    with pseudo_language.spoken():
        answer = answer_to(text, game, office, alice)
    assert [line for line in text_of(answer).splitlines()
            if len(line) > WIDTH and "://" not in line] == []
    assert missed(answer, names=frozenset(re.findall("[a-z]+", text))) == []


@pytest.mark.parametrize("reply", ["{copied}", "1\n\n> 1. {copied}"])
def test_a_turn_is_copied_or_chosen_from_an_email_in_another_language(
    game: Game, office: PostOffice, alice: User, reply: str
) -> None:
    with translation.override("de"):
        german = {word: translation.pgettext("words of an order", word) for word in WORDS}
    with pseudo_language.spoken(orders=german):
        email = office.turn_email(game, alice)
        turn = re.search(r"^  1\. (nimm .*)$", text_of(email), re.MULTILINE)
        assert turn, text_of(email)
        office.reply(email, reply.format(copied=turn[1]), sender=alice.email or "")
    game.refresh_from_db()
    assert game.number > 1


def test_these_are_all_kinds_of_replies() -> None:
    kinds = {kind.name for kind in email_kinds.OWN if str(kind.content).startswith("responses.")}
    acknowledgements = {"accepted", "declined", "signpost", "unread"}
    assert kinds - acknowledgements == {"answer", "receipt", "refusal", "confirm"}


@pytest.mark.parametrize("text", ["take temple", "help", "fly away"])
@pytest.mark.parametrize("allowed", [False, True])
def test_answers_about_another_address_are_translated(
    game: Game, office: PostOffice, alice: User, *, text: str, allowed: bool
) -> None:
    EmailPreferences.objects.create(user=alice, other_senders=allowed)
    with pseudo_language.spoken():
        answer = answer_to(text, game, office, alice, sender=OTHER)
    assert missed(answer) == []


def test_an_answer_after_the_turn_is_translated(
    game: Game, office: PostOffice, alice: User, bob: User
) -> None:
    with pseudo_language.spoken():
        email = office.turn_email(game, alice)
        office.reply(email, TURN, sender=alice.email or "")
        office.deliver()
        office.reply(email, "show", sender=alice.email or "")  # it is Bob's turn
        others = office.deliver()
        reply = office.turn_email(Game.objects.get(pk=game.pk), bob)
        office.reply(reply, "take horse; end", sender=bob.email or "")
        office.deliver()
        office.reply(email, "show", sender=alice.email or "")
        others += office.deliver()
    assert [missed(answer) for answer in others if missed(answer)] == []


def test_an_answer_after_the_end_is_translated(office: PostOffice, alice: User, bob: User) -> None:
    game = import_sample(FINISHED, name="Finished", now=office.now)
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=game, index=index).update(user=user)
    to = tokens.reply_address(game.seats.get(user=alice), number=game.number, now=office.now)
    with pseudo_language.spoken():
        office.take_in(written("draw", to=to, sender=alice.email or ""), to=to)
        [answer] = office.deliver()
    assert missed(answer) == []


def test_the_last_refusal_of_a_day_is_translated(
    game: Game, office: PostOffice, alice: User
) -> None:
    with pseudo_language.spoken():
        email = office.turn_email(game, alice)
        for _ in range(MAX_REFUSALS_PER_GAME):
            office.reply(email, "fly away", sender=alice.email or "")
        answers = office.deliver()
    assert len(answers) == MAX_REFUSALS_PER_GAME
    assert missed(answers[-1]) == []


def test_the_apology_for_a_fault_is_translated(
    game: Game, office: PostOffice, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processing, "MAX_ATTEMPTS", 0)
    with pseudo_language.spoken():
        answer = answer_to("take temple", game, office, alice)
    assert missed(answer) == []


@pytest.mark.parametrize("code", sorted(size_limits.CODES))
def test_the_reason_why_an_email_was_not_read_is_translated(code: str) -> None:
    with pseudo_language.spoken():
        sentence = size_limits.sentence(code)
    assert "%" not in sentence
    assert pseudo_language.untranslated(sentence) == []


def test_a_refusal_is_not_written_in_the_language_of_whoever_processes_it(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    User.objects.filter(pk=alice.pk).update(language="en-gb")
    with pseudo_language.spoken():
        message = office.reply(email, "", sender=alice.email or "")
        assert translation.get_language() == pseudo_language.LANGUAGE
    assert message.finding["sentence"].startswith("There are no orders in this email.")


@pytest.mark.promise("R18")
def test_orders_are_found_above_a_translated_email_that_is_quoted_without_marks(
    game: Game, office: PostOffice, alice: User
) -> None:
    with pseudo_language.spoken():
        email = office.turn_email(game, alice)
        office.reply(email, f"take temple\n\n{text_of(email)}", sender=alice.email or "")
    assert OutgoingEmail.objects.filter(kind="receipt").exists()
    assert IncomingEmail.objects.get().orders == [[1, "take temple"]]
