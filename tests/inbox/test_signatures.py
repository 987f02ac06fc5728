"""Whole turns with signatures and the like around them are played, and the receipt says so."""

from __future__ import annotations

import re

import pytest

from alexandros_rules import drafts
from games.models import Game, LoggedMove, User
from games.table.play import event_log, history
from tests.inbox.email_replies import PostOffice, html_of, text_of, words
from tests.sample_games import seat_table

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


BLOCK = "From: {sender}\nSent: Friday\nTo: Alice\nSubject: {subject}\n\n{text}"
LINE = "_" * 32
# What mail programs put below the orders: a signature, and our email, quoted or not.
PROGRAMS = {
    "classic Outlook": f"{SIGNATURE}\n\n{FOOTER}\n\n{BLOCK}",
    "new Outlook": f"Kind regards\nAlice Archer\n[cid:image001.png@01DB3B2F]\n{LINE}\n{BLOCK}",
    "Outlook for iOS": f"Get Outlook for iOS<https://aka.ms/o0ukef>\n{LINE}\n{BLOCK}",
    "Windows Mail": f"Sent from Mail for Windows\n\n{BLOCK}",
    "Apple Mail": f"{SIGNATURE}\n\n> On 20 Nov 2026, at 10:15, {{sender}} wrote:\n{{quote}}",
    "iPhone": "Sent from my iPhone\n\n> On 20 Nov 2026, at 10:15, {sender} wrote:\n{quote}",
    "Gmail app": "Alice Archer\nArchers & Co.\n\nOn Fri, 20 Nov, 10:15, {sender} wrote:\n{quote}",
    "Thunderbird": "-- \nAlice Archer\nLondon\n\nOn 20/11/2026 10:15, {sender} wrote:\n{quote}",
    "Spark": "Sent with Spark\nOn 20 Nov 2026 at 10:15 +0100, {sender}, wrote:\n{quote}",
    "Tuta": "Secured with Tuta Mail:\nhttps://tuta.com/free-email\n\n20 Nov 2026, 10:15 by"
            " post@play.example.net:\n\n{quote}",
    "BlueMail": "Get BlueMail for Android\n\nOn 20 Nov 2026, at 10:15, {sender} wrote:\n{text}",
    "Yahoo app": "Yahoo Mail: Search, Organize, Conquer\n\nOn Friday, November 20, 2026, 10:15 AM,"
                 " {sender} wrote:\n\n{quote}",
    "Yahoo": "Sent from Yahoo Mail for iPhone\n\nOn Friday, November 20, 2026, 10:15 AM, {sender}"
             " wrote:\n\n{text}",
    "Samsung": f"Sent from my Galaxy\n\n-------- Original message --------\n{BLOCK}",
    "Evolution": "-- \nAlice Archer\nTake-Away Logistics BV\nTake Two Films | Levy Street Studios"
                 "\nSenior Consultant, Route 66 Roadworks Ltd",
    "Roundcube": "On 2026-11-20 10:15, Alexandros wrote:\n\n{quote}\n\n-- \nAlice Archer\n"
                 "www.archers.example [3]\n\nLinks:\n------\n[1] \nhttps://play.example.net/turn/"
                 "zjhj5k/?draft=take+temple%3B+march+B5.NW+via+E%3B+draw%3B+draw\n[2] \n"
                 "https://play.example.net/check/\n[3] https://www.archers.example",
    "Thunderbird, plain text": "{wrapped}",
    "nmh": "-- \nAlice\n\nAlexandros writes:\n> --=0=b92ade13e1937deedc7e2d43e1a6faee=\n"
           "> Content-Type: text/plain; charset=\"utf-8\"\n>\n{quote}\n>\n"
           "> Content-Type: text/html\n> Content-Transfer-Encoding: quoted-printable\n>\n"
           "> <li>found a settlement on Pella.</li><li>draw =\n"
           "> <a href=3D\"https://play.example.net/turn/zjhj5k/?draft=3Dtake+temple%3B+=\n"
           "> march+B5.NW+via+E%3B+draw%3B+draw\">take temple; draw</a>\n>\n"
           "> Content-Type: image/png\n> Content-Transfer-Encoding: base64\n>\n"
           "> FX/NtrwUhhGtLxAG64v10IJheCPWfj6vqmszBPt1jYdWWdo3ZuiRegByf9ZNrIFfmAwpHMED4e/end\n"
           "> bid/drawrwUhhGtLxAG64v10IJheCPWfj6vqmszBPt1jYdWWdo3ZuiRegByf9ZNrIFfmAwpHMED4e+draw\n"
           "> --=0=b92ade13e1937deedc7e2d43e1a6faee=--",
    "mutt": "Take care,\nAlice\n\nOn Fri, Nov 20, 2026 at 10:15:00AM +0000, {sender} wrote:\n"
            "{quote}",
}


def _wrapped(text: str) -> str:
    """A text with links as programs for plain text wrap those of an email in HTML."""
    return re.sub(r"http://\S+/turn/\S+|http://\S+", lambda link: "<" + re.sub(
        r"(?<=[/?])(?=\w{20}|draft=)", " \n", link[0]) + ">", text)


@pytest.mark.promise("R28")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_turn_is_played_from_each_mail_program_with_its_default_signature(
    game: Game, office: PostOffice, alice: User, program: str
) -> None:
    email = office.turn_email(game, alice)
    text = text_of(email)
    below = PROGRAMS[program].format(
        sender=email["From"], subject=email["Subject"], text=text,
        quote="\n".join(f"> {line}".rstrip() for line in text.split("\n")),
        wrapped="\n".join(f"> {line}" for line in _wrapped(text).split("\n")))
    message = office.reply(email, f"{TURN}\n\n{below}", sender=alice.email or "")
    assert (message.status, message.outcome) == ("done", "orders"), message.finding


@pytest.mark.promise("R18", "R28")
@pytest.mark.parametrize(("orders", "below"), [
    ("take temple\nmarch B5.NW via E", "Take Two Films | Levy Street Studios"),  # not a whole turn
    ("take temple\nmarch B5.NW via E", "Alice\nPPS: draw twice as well"),
    ("take temple\nmarch B5.NW via E", "I would also like to draw twice."),
    (TURN, "draw"), (TURN, "take horse instead, Bob"), (TURN, "resign"),
    (TURN, "levy from B5, of course"), (TURN, "PS: only if Bob agrees"),
    (TURN, "Alice\nNot if somebody has taken the horse by then."),
    (TURN, "But only if my march costs nothing."), (TURN, "Alice\nWait, I may draw later."),
    (TURN, "Wait, I may want to think about this until tomorrow"), (TURN, "Actually, levy instead"),
    (TURN, "Actually no, hold off until I have talked to Bob."), (TURN, "Alice\nNot before Bob."),
    (TURN, "Hmm, on reflection not sure about this, please do not play it yet"),
    (TURN, "NB: Use option 2 if the province is taken"), (TURN, "Actually, scrap that."),
    (TURN, "Undecided"), (TURN, "Alice - unsure"), (TURN, "Alice\nTentative"),
    (TURN, "*** This e-mail is confidential and I want to change it ***"),
    ("take temple", "And the second action as last time please"),
    ("take temple", "Oh, and a card from the deck twice"),
])
def test_what_may_be_an_order_below_a_signature_line_plays_nothing(
    game: Game, office: PostOffice, alice: User, orders: str, below: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, f"{orders}\n\n-- \n{below}", sender=alice.email or "")
    assert (message.status, message.outcome) == ("refused", "cut-off")


@pytest.mark.promise("R18", "R28")
@pytest.mark.parametrize("above", ["Sent from my iPhone", "Alice\n", "Cheers,\nAlice Archer"])
@pytest.mark.parametrize("doubt", ["Actually, scrap that.", "On reflection, better leave it."])
def test_second_thoughts_below_a_name_or_a_device_play_nothing(
    game: Game, office: PostOffice, alice: User, above: str, doubt: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, f"{TURN}\n\n{above}\n{doubt}", sender=alice.email or "")
    assert message.status == "refused"


SLOGAN = "Alice Archer\nNot all who wander are lost.\nArchers & Co. - We march on!"


@pytest.mark.promise("R28")
def test_doubtful_lines_below_a_signature_line_are_the_signature_if_they_come_again(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    first = office.reply(email, f"{TURN}\n\n-- \n{SLOGAN}", sender=alice.email or "")
    assert (first.status, first.outcome) == ("refused", "cut-off")
    told = words(office.deliver()[-1])
    assert "We have read these orders: take temple; march B5.NW via E; draw; draw" in told
    assert "“Not all who wander are lost”, “Archers & Co. - We march on!”" in told
    assert "If this belongs to your signature, please write the same reply again." in told
    changed = office.reply(email, f"{TURN}\n\n-- \n{SLOGAN}\nOr not.", sender=alice.email or "")
    assert (changed.status, changed.outcome) == ("refused", "cut-off")
    again = office.reply(email, f"{TURN}\n\n-- \n{SLOGAN}", sender=alice.email or "")
    assert (again.status, again.outcome) == ("done", "orders")
    receipt = next(each for each in office.deliver() if each["X-Game-Post"] == "receipt")
    assert "“Alice Archer”, “Not all who wander are lost”" in words(receipt)


@pytest.mark.promise("R18", "R28")
@pytest.mark.parametrize("below", ["draw", "I would also like to draw twice.", "option 2", "1",
                                   "Then the usual: march to the lyre."])
def test_an_order_below_a_signature_line_never_becomes_a_part_of_the_signature(
    game: Game, office: PostOffice, alice: User, below: str
) -> None:
    email = office.turn_email(game, alice)
    for _time in range(2):
        message = office.reply(email, f"take temple\n\n-- \n{below}", sender=alice.email or "")
        assert (message.status, message.outcome) == ("refused", "cut-off")


@pytest.mark.promise("R28")
@pytest.mark.parametrize(("address", "status"), [
    ("Archers & Co., 12 High Street, London SW1A 1AA, United Kingdom", "done"),
    ("ARCHERS, PROVIDERS OF THE BEST BOWS IN ALL OF LONDON", "refused"),
])
def test_a_long_address_is_told_from_a_sentence_below_a_part_of_a_turn(
    game: Game, office: PostOffice, alice: User, address: str, status: str
) -> None:
    email = office.turn_email(game, alice)
    text = f"take temple\n\n-- \nAlice Archer\n{address}"
    assert office.reply(email, text, sender=alice.email or "").status == status


@pytest.mark.promise("R28")
def test_a_refused_second_thought_is_no_signature_of_other_orders(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    thought = "-- \nScratch that, I need another day."
    for orders in (TURN, TURN.replace("B5.NW via E", "B5.NE via E E")):
        message = office.reply(email, f"{orders}\n\n{thought}", sender=alice.email or "")
        assert (message.status, message.outcome) == ("refused", "cut-off")


@pytest.mark.promise("R28")
def test_a_signature_that_was_confirmed_is_known_in_another_game(
    game: Game, office: PostOffice, alice: User, bob: User
) -> None:
    other = seat_table([alice, bob], now=office.now, options={"first": 0})
    signature = "-- \nAlice Archer\nNot all who wander are lost."
    email = office.turn_email(game, alice)
    for _time in range(2):
        office.reply(email, f"{TURN}\n\n{signature}", sender=alice.email or "")
    orders = drafts.example_turn(event_log.ruleset_of(other), history.view(other, 0), seat=0)
    message = office.reply(office.turn_email(other, alice), f"{orders}\n\n{signature}",
                           sender=alice.email or "")
    assert (message.status, message.outcome) == ("done", "orders")


@pytest.mark.promise("R28")
def test_a_slogan_below_a_part_of_a_turn_is_the_signature_if_it_comes_again(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    text = "take temple\n\n-- \nAlice Archer\nLife is short, and art is long and not yet over."
    assert office.reply(email, text, sender=alice.email or "").status == "refused"
    assert office.reply(email, text, sender=alice.email or "").outcome == "orders"


@pytest.mark.promise("R28")
@pytest.mark.parametrize("line", [
    "e: alice@example.org  w: www.archers.example",
    '"The end justifies the means." - Anon', "“Never doubt that a small group can change it.”",
    "Kate", "Mach",  # a letter from verbs of orders
])
@pytest.mark.parametrize("signed", ["Cheers\nAlice Archer, PhD", "-- \nAlice Archer"])
def test_a_quotation_an_address_or_a_name_like_a_verb_in_a_signature_stops_no_turn(
    game: Game, office: PostOffice, alice: User, line: str, signed: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, f"{TURN}\n\n{signed}\n{line}", sender=alice.email or "")
    assert (message.status, message.outcome) == ("done", "orders"), message.finding


@pytest.mark.promise("R28")
def test_the_line_below_a_closing_that_may_be_an_order_is_named(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, f"{TURN}\n\nBest regards,\nAlice Archer\nDraw Twice Productions",
                 sender=alice.email or "")
    answer = words(office.deliver()[-1])
    assert 'In line 11 of your email: "Draw Twice Productions"' in answer
    assert "whether this is an order: it stands below “Best regards,”. If it is not" in answer


@pytest.mark.promise("R28")
@pytest.mark.parametrize("text", [
    "take temple\nHello, march to B99, draw", "take temple\nmarch to B99. Thanks!\ndraw"])
def test_a_wrong_order_beside_a_courtesy_is_named(
    game: Game, office: PostOffice, alice: User, text: str
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, text, sender=alice.email or "")
    assert message.status == "refused"
    assert "In line 2 of your email: \"march to B99" in words(office.deliver()[-1])


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
    assert f'In line 15 of your email: "{doubt}" We cannot tell what this means. So' in told
    assert "If it is not meant for the game, such as a line of your signature, write" in told


@pytest.mark.promise("R28")
def test_a_sentence_beside_a_part_of_a_turn_plays_nothing(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    text = "take temple\n\nProceed as far towards the top as is any good to us."
    message = office.reply(email, text, sender=alice.email or "")
    assert (message.status, message.outcome) == ("refused", "not-whole")
    assert "Your orders are only a part of your turn" in words(office.deliver()[0])
