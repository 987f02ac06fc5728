"""Replies to a turn email: orders are played, questions answered, and both get an answer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from alexandros_rules import drafts
from games.models import Game, LoggedMove, User
from games.table.play import history, verification
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.sample_games import RULES, legal, mover

pytestmark = pytest.mark.django_db


def test_an_order_is_played_and_its_receipt_says_what_it_did(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, "take temple\n\nThanks!\nAlice", sender=alice.email)
    assert (message.status, message.outcome, message.first) == ("done", "orders", 2)
    row = LoggedMove.objects.get(game=game, number=2)
    assert (row.actor, row.seat, row.move) == ("mail", 0, "take temple")
    [receipt] = office.deliver()
    text = text_of(receipt)
    assert "* You take the temple to march." in text
    assert "The new face-up card is a lyre." in text, "cards that came are named"
    assert "Your turn is not over yet." in text
    assert "  march B5.NW via E\n" in text
    rest = text.partition("THE REST OF THE TURN")[2]
    assert "\n  1. march " in rest
    assert "/turn/" in rest
    assert "@ Alexander" in text
    assert receipt["In-Reply-To"] == message.message_id
    assert receipt["To"] == alice.email
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert any(part.get_content_type() == "image/png" for part in receipt.walk())
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None


def test_a_turn_is_played_in_several_replies_each_to_the_newest_email(
    game: Game, office: PostOffice, alice: User, bob: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "take temple", sender=alice.email)
    [first] = office.deliver()
    assert first["Reply-To"] != email["Reply-To"]
    office.reply(first, "march B5.NW via E; draw; draw", sender=alice.email)
    emails = {str(email["To"]): text_of(email) for email in office.deliver()}
    assert "It is Bob’s turn. We will email you when it is your turn again." in emails[alice.email]
    assert "It is your turn in Friends" in emails[bob.email]
    game.refresh_from_db()
    assert mover(game) == 1


def test_a_needless_end_after_a_whole_turn_is_neither_played_nor_mentioned(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    turn = "take temple; march B5.NW via E; draw; draw"
    message = office.reply(email, f"{turn}\nend", sender=alice.email)
    assert (message.status, message.last) == ("done", 5)
    game.refresh_from_db()
    assert (mover(game), game.number) == (1, 5)
    receipt = next(m for m in office.deliver() if m["To"] == alice.email)
    assert text_of(receipt).count("Your turn ends; Bob is next.") == 1


def test_a_preview_corrects_misspelled_orders_too(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.reply(office.turn_email(game, alice), "preview take templ", sender=alice.email)
    assert "Did you mean this? You can copy it:\n\n  take temple\n" in text_of(office.deliver()[0])


def test_a_question_for_moves_is_answered_with_the_marches_of_each_card_too(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.reply(office.turn_email(game, alice), "moves", sender=alice.email)
    text = text_of(office.deliver()[0])
    for card in legal(game):
        following = text.partition(f'After "{card}":\n\n')[2].partition("\n\n")[0]
        draft = drafts.evaluate(RULES, history.view(game, 0), card, seat=0)
        marches = [RULES.format(move, draft.view)
                   for move in RULES.legal_moves(draft.view, seat=0)]
        assert [line.strip() for line in following.splitlines()] == marches


@pytest.mark.promise("R15")
@pytest.mark.parametrize("said", ["help", "show", "moves", "resign", "nonsense", "take temple"])
def test_every_answer_says_how_to_get_fewer_emails(
    game: Game, office: PostOffice, alice: User, said: str
) -> None:
    office.reply(office.turn_email(game, alice), said, sender=alice.email)
    [answer] = office.deliver()
    link = str(answer["List-Unsubscribe"]).strip(" <>")
    assert text_of(answer).rstrip().endswith(f"Stop emails about this game:\n{link}")
    assert link in html_of(answer)
    assert "cid:board" in html_of(answer), "no picture is left over as an attachment"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("help", "We play either all of your orders or none of them"),
        ("Hilfe", "resign    leave the game; we reply"),
        ("show", "Friends, turn 1. It is your turn."),
        ("moves", "  take soldier\n"),
        ("preview\ntake temple", "* You take the temple to march."),
        ("preview", 'There are no orders after "preview".'),
        ("preview: take lyre", "We cannot play the next order:"),
        ("", "There are no orders in this email."),
        ("help\ntake temple", 'write "help" alone'),
        ("resign", "You asked to leave Friends. Nothing has happened yet."),
    ],
)
def test_a_question_is_answered_and_nothing_is_played(
    game: Game, office: PostOffice, alice: User, said: str, words: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, said, sender=alice.email)
    assert message.status in ("done", "refused")
    [answer] = office.deliver()
    assert words in text_of(answer) or words in " ".join(text_of(answer).split())
    assert LoggedMove.objects.filter(game=game).count() == 1


def test_a_preview_shows_the_board_after_it_and_no_card_nobody_has_seen(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "preview take temple; march B5.NW via E", sender=alice.email)
    [answer] = office.deliver()
    assert "Face up: soldier, new card" in text_of(answer)
    assert "/turn/" in text_of(answer)


def test_a_site_that_receives_no_email_gives_no_reply_address(
    game: Game, office: PostOffice, alice: User, settings: object
) -> None:
    settings.REPLY_DOMAIN = ""
    email = office.turn_email(game, alice)
    assert email["Reply-To"] is None
    assert "above this line" not in text_of(email)


@pytest.mark.promise("R2")
def test_an_email_that_is_sent_twice_carries_the_same_address(
    game: Game, office: PostOffice, alice: User
) -> None:
    first, second = office.turn_email(game, alice), office.turn_email(game, alice)
    assert first["Reply-To"] == second["Reply-To"]
    local = str(first["Reply-To"]).partition("@")[0]
    assert len(local) <= 64
    assert local == local.lower()


def test_every_turn_email_says_where_to_write_orders_and_is_marked_as_ours(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    line = "=== Write your orders above this line ==="
    assert text_of(email).startswith(f"{line}\n\n")
    assert line in html_of(email)
    assert email["X-Game-Post"] == "turn"


def test_operators_see_the_outcome_of_an_email_and_not_its_text(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    message = office.reply(office.turn_email(game, alice), "draw away", sender=alice.email)
    operator = User.objects.create_superuser("root@example.org")
    client.force_login(operator, backend="django.contrib.auth.backends.ModelBackend")
    for url in (reverse("admin:games_incomingemail_changelist"),
                reverse("admin:games_incomingemail_change", args=[message.pk])):
        page = client.get(url).content.decode()
        assert "unreadable" in page
        assert "draw away" not in page


def test_the_answer_to_moves_lists_the_legal_moves(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.reply(office.turn_email(game, alice), "moves", sender=alice.email)
    text = text_of(office.deliver()[0])
    assert [f"  {order}" in text.splitlines() for order in legal(game)] == [True] * 3
