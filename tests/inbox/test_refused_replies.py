"""Replies that are refused: nothing is played, and the answer says why and what to do."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, LoggedMove, Seat, User
from games.post.inbox import tokens
from games.post.inbox.addressees import desk_address
from games.table.play import history
from tests.inbox.email_replies import PostOffice, html_of, text_of, words, written
from tests.markup import squeezed
from tests.sample_games import FINISHED, advance, import_sample, seat_table, submit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.promise("R18")
def test_one_bad_line_plays_nothing_and_is_named_with_the_reason_and_what_is_legal(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    orders = "Hello!\n\ntake temple\nmarch B5.NW via E\nlevy horse\nend"
    message = office.reply(email, orders, sender=alice.email)
    assert (message.status, message.finding["line"]) == ("refused", 5)
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()
    text = text_of(office.deliver()[0])
    assert 'In line 5 of your email: "levy horse"' in text
    assert message.finding["sentence"].split()[0] in text
    assert "take temple; march B5.NW via E" in " ".join(text.split())
    assert "You could order there:" in text
    assert "  draw\n" in text


@pytest.mark.promise("R18")
def test_an_unreadable_line_is_named_and_real_orders_are_shown(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, "draw away", sender=alice.email)
    assert message.outcome == "unreadable"
    [refusal] = office.deliver()
    assert "  take temple\n  take soldier\n  play amphora\n" in text_of(refusal)
    assert '<li translate="no">take temple</li>' in html_of(refusal)


def test_a_command_for_the_site_is_sent_to_its_address(
    game: Game, office: PostOffice, alice: User
) -> None:
    said = words(office.answer(office.turn_email(game, alice), "my games"))
    assert '"my games" is a command for the whole site and not for this game.' in said
    assert f"write it in a new email to {desk_address()}." in said
    assert "We cannot tell what you mean" not in said


def test_a_misspelled_order_is_answered_with_what_was_probably_meant(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "Take  TMPLE", sender=alice.email)
    assert "Did you mean this? You can copy it:\n\n  take temple\n" in text_of(office.deliver()[0])
    office.reply(email, "Take the hrse", sender=alice.email)
    assert "Did you mean" not in text_of(office.deliver()[0])
    office.reply(email, "Nice move, Bob", sender=alice.email)
    text = text_of(office.deliver()[0])
    assert "Did you mean" not in text
    assert "We cannot tell what you mean by “Nice move, Bob”." in text


def test_all_orders_of_a_misspelled_turn_are_corrected_and_can_be_sent_as_they_are(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "tak tempel, marhc B5.NW via E\n\ndrwa twice", sender=alice.email)
    [refusal] = office.deliver()
    copied = text_of(refusal).partition("You can copy it:\n\n")[2].partition("\n\n")[0]
    assert copied.split("\n") == ["  take temple", "  march B5.NW via E", "  draw", "  draw"]
    assert "take temple<br>march B5.NW via E<br>draw<br>draw</p>" in squeezed(html_of(refusal))
    assert office.reply(refusal, copied, sender=alice.email).status == "done"


def test_a_mistake_after_a_misspelled_order_is_named_in_the_same_answer(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.reply(office.turn_email(game, alice), "take templ\nlevy lyre", sender=alice.email)
    text = " ".join(text_of(office.deliver()[0]).split())
    assert "You can copy it: take temple The next order still needs a change: You have" in text


def test_a_refusal_repeats_the_turns_that_are_ready_to_play(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    ready = text_of(email).partition("WHOLE TURNS, READY TO PLAY")[2].partition("WHAT YOU CAN")[0]
    assert ready.count("/turn/") == 3
    office.reply(email, "levy horse", sender=alice.email)
    [refusal] = office.deliver()
    assert ready.strip() in text_of(refusal)
    assert html_of(refusal).count("/turn/") == 3


def test_a_refusal_within_a_turn_shows_the_rest_of_it_ready_to_play(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.reply(office.turn_email(game, alice), "take temple", sender=alice.email)
    [receipt] = office.deliver()
    office.reply(receipt, "levy horse", sender=alice.email)
    rest = text_of(office.deliver()[0]).partition("THE REST OF THE TURN, READY TO PLAY")[2]
    assert "\n  1. march " in rest
    assert "/turn/" in rest


def test_a_refusal_shows_no_turns_to_play_when_it_is_not_ones_turn(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "take temple; march B5.NW via E; draw; draw", sender=alice.email)
    office.deliver()
    office.reply(email, "take horse", sender=alice.email)
    assert "/turn/" not in text_of(office.deliver()[0])


def test_a_legal_order_is_listed_once_when_two_cards_are_the_same(
    office: PostOffice, alice: User, bob: User
) -> None:
    tables = (seat_table([alice, bob], now=office.now, seed=bytes([n]) * 32, options={"first": 0})
              for n in range(100))
    game = next(game for game in tables if len(set(history.view(game, 0).face_up)) == 1)
    office.reply(office.turn_email(game, alice), "draw", sender=alice.email)
    text = text_of(office.deliver()[0]).partition("WHOLE TURNS, READY TO PLAY")[0]
    assert text.count("  take ") == 1


def test_the_fifth_refusal_of_a_day_says_that_the_next_is_not_answered(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    for n in range(6):
        office.reply(email, f"nonsense {n}", sender=alice.email)
    last = "We will not reply to further mistakes in this game today."
    told = [last in " ".join(text_of(refusal).split()) for refusal in office.deliver()]
    assert told == [False, False, False, False, True]


def test_the_page_of_the_game_shows_a_refused_reply_until_the_game_moves_on(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    client.force_login(alice)
    page = reverse("game", kwargs={"code": game.code})
    email = office.turn_email(game, alice)
    office.reply(email, "take temple\nnonsense", sender=alice.email)
    shown = " ".join(client.get(page).content.decode().split())
    assert "1 Mar, 12:00 UTC</time> was not played." in shown
    assert 'In line 2 of your email: <span class="mono" translate="no">nonsense</span>' in shown
    office.now += timedelta(minutes=1)
    office.reply(email, "take temple", sender=alice.email)
    assert "was not played" not in client.get(page).content.decode()
    office.reply(email, "preview nonsense\n\n-- \nOr not.", sender=alice.email)
    assert client.get("/mail/").content.decode().count("refused: nothing was played") == 2


def test_the_page_of_the_game_shows_that_a_reply_was_about_an_earlier_turn(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    email = office.turn_email(game, alice)
    while game.turn < 3:  # Alice's second one
        advance(game, now=office.now)
        game.refresh_from_db()
    client.force_login(alice)
    office.reply(email, "draw", sender=alice.email)
    page = client.get(reverse("game", kwargs={"code": game.code})).content.decode()
    assert "You have replied to the email about an earlier turn." in page


def test_a_refusal_has_a_link_that_plays_the_orders_that_are_right(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "take temple; march B5.NW via E; draw; draw\n\nNever mind",
                 sender=alice.email)
    told = text_of(office.deliver()[-1])
    assert "To play only these orders, confirm them here:" in told
    assert "/?draft=take+temple%3B+march+B5.NW+via+E%3B+draw%3B+draw\n" in told


@pytest.mark.parametrize("line", ["I won't do this yet:", "Hello, how are you today?"])
def test_a_line_above_the_orders_is_to_be_left_out(
    game: Game, office: PostOffice, alice: User, line: str
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, f"{line}\ntake temple; march B5.NW via E; draw; draw", sender=alice.email)
    told = " ".join(text_of(office.deliver()[-1]).split())
    assert "If it is not meant for the game, please leave it out." in told
    assert "“-- ”" not in told


def test_a_line_that_is_no_order_is_quoted_as_a_whole_in_one_reason(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "take temple; march B5.NW via E; draw; draw\n\nCheers\nAlice\n"
                 "Meyer & Sons: moving your ideas forward.", sender=alice.email)
    told = " ".join(text_of(office.deliver()[-1]).split())
    assert '"Meyer & Sons: moving your ideas forward." We cannot tell what this means. So' in told


def test_orders_are_for_the_position_in_the_email_they_reply_to(
    game: Game, office: PostOffice, alice: User, now: object
) -> None:
    email = office.turn_email(game, alice)
    submit(game, seat=0, text="take temple", number=1, key="page", actor="page",
           now=office.now)
    message = office.reply(email, "march B5.NW via E", sender=alice.email)
    assert message.outcome == "stale"
    assert "the game has moved on" in " ".join(text_of(office.deliver()[0]).split())


@pytest.mark.promise("R13")
def test_a_reply_address_expires_when_its_turn_is_over(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "take temple; march B5.NW via E; draw; draw", sender=alice.email)
    office.deliver()
    number = Game.objects.get(pk=game.pk).number
    for said in ("take temple", "show", "resign", "help"):
        message = office.reply(email, said, sender=alice.email)
        assert (message.status, message.outcome) == ("refused", "turn-over")
    assert Game.objects.get(pk=game.pk).number == number
    assert "Nothing was played" in text_of(office.deliver()[0])


def test_a_reply_after_the_end_is_refused_because_the_game_is_over(
    office: PostOffice, alice: User
) -> None:
    game = import_sample(FINISHED, name="Finished", now=office.now)
    Seat.objects.filter(game=game, index=0).update(user=alice)
    to = tokens.reply_address(game.seats.get(index=0), number=5, now=office.now)
    message = office.take_in(written("draw", to=to, sender=alice.email or ""), to=to)
    assert (message.status, message.outcome) == ("refused", "over")
    assert "The game is over, so nothing more can be played." in text_of(office.deliver()[0])


def test_corrected_orders_can_be_played_with_a_link(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    office.reply(office.turn_email(game, alice), "take templ", sender=alice.email)
    text = text_of(office.deliver()[0])

    link = re.search(r"with this link:\n(\S+draft=take\+temple)", text)

    assert link is not None
    assert b"take temple" in client.get(link[1]).content
