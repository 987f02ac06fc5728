"""Whole turns with signatures and the like around them are played, and the receipt says so."""

from __future__ import annotations

import pytest

from games.models import Game, LoggedMove, User
from tests.inbox.email_replies import PostOffice, html_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TURN = "take temple\n\nmarch B5.NW via E\n\ndraw\n\ndraw"
SIGNATURE = "Best regards,\n\nAlice Archer\nSales Manager\nT: +44 20 7946 0000"
FOOTER = ("This email and any attachments are confidential. If you are not the intended recipient,"
          " please do not copy them, and delete this email.")


@pytest.mark.promise("R28")
def test_a_turn_above_a_signature_is_played_and_the_receipt_lists_what_was_left_out(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, f"{TURN}\n\n{SIGNATURE}\n\n{FOOTER}", sender=alice.email or "")
    assert (message.status, message.outcome) == ("done", "orders")
    receipt = next(each for each in office.deliver() if each["X-Game-Post"] == "receipt")
    listed = ("We took these lines of your email for a greeting, your signature or the like: “Best"
              " regards,”, “Alice Archer”, “Sales Manager”, “T: +44 20 7946 0000”, “This email and")
    assert listed in words(receipt)
    assert "“Sales Manager”" in html_of(receipt)


@pytest.mark.promise("R28")
@pytest.mark.parametrize("doubt", ["Do not play this if Bob moves.", "But wait for Carol first.",
                                   "Nur wenn Bob einverstanden ist."])
def test_a_condition_beside_a_signature_plays_nothing_and_the_answer_says_what_to_do(
    game: Game, office: PostOffice, alice: User, doubt: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, f"{TURN}\n\n{SIGNATURE}\n\n{doubt}\n\n{FOOTER}",
                           sender=alice.email or "")
    assert message.status == "refused"
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()
    told = words(office.deliver()[0])
    assert f"“{doubt}”" in told
    assert "Please send your orders alone, or write a line “-- ” above everything that is" in told


@pytest.mark.promise("R28")
def test_a_sentence_beside_a_part_of_a_turn_plays_nothing(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    text = "take temple\n\nProceed as far towards the top as is any good to us."
    message = office.reply(email, text, sender=alice.email or "")
    assert (message.status, message.outcome) == ("refused", "not-whole")
    assert "These orders are only a part of your turn" in words(office.deliver()[0])
