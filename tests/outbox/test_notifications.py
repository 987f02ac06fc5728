"""What the emails about a game say, who gets them, and their headers (R15)."""

from __future__ import annotations

import re
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from io import BytesIO

import pytest
from django.core import mail as sent
from PIL import Image

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.bot_plans import next_move
from games.drawing.frames import FOCUS
from games.models import Game, LoggedMove, OutgoingEmail, Seat
from games.post.emails import content, notifications
from games.post.emails.content import BOARD_WIDTH
from games.post.emails.rendering import compose
from games.post.inbox.parsing.markers import MARKER
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from games.table.play import event_log
from games.table.seats import leaving
from tests.sample_games import FINISHED, import_sample, mover, submit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def table(alice, bob, *, now, name="Issus", board="delta") -> Game:
    """A running game of Alice and Bob; Alice moves first."""
    game = open_tables.create_table(
        by=alice, name=name, board=board, players=2, options={"first": 0},
        invite_emails=[bob.email], now=now,
    )
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    return game


def play_a_turn(game: Game, seat: int, now) -> None:
    """Plays a whole turn as the greedy bot would."""
    ruleset, turn = event_log.ruleset_of(game), game.turn
    while game.turn == turn and game.status == Game.Status.RUNNING:
        view = ruleset.view(event_log.latest_state(game)[0], seat)
        move = next_move(ruleset.bots["greedy"], view, seat=view.seat, salt=bytes(4))
        submit(game, seat=seat, text=ruleset.format(move, view), number=game.number,
               key=f"k{game.number}", actor=LoggedMove.Actor.PAGE, now=now)


def email_of(kind: str, to: str, now) -> EmailMessage:
    """The last email of this kind to this address, as it would arrive."""
    email = OutgoingEmail.objects.filter(kind=kind, to=to).last()
    return message_from_bytes(compose(email).message().as_bytes(), policy=policy.default)


def text_of(message: EmailMessage) -> str:
    return message.get_body(("plain",)).get_content()


def html_of(message: EmailMessage) -> str:
    return message.get_body(("html",)).get_content()


def test_a_list_of_emails_shows_the_turn_and_the_scores(alice, bob, now):
    game = table(alice, bob, now=now)
    first = html_of(email_of("turn", alice.email, now))
    assert ">Your turn 1.</div>" in first
    status = event_log.ruleset_of(game).status(event_log.latest_state(game)[0])
    status = replace(status, scores=(58, 89), turn=21)
    assert content.preview(status, ["Alice", "Bob"], reader=0) == "Your turn 21. You 58, Bob 89."
    assert content.preview(status, ["Alice", "Bob"], reader=1) == "Turn 21. Alice 58, you 89."


def test_a_phone_gets_the_part_of_a_wide_board_that_the_turn_is_about(alice, bob, now):
    table(alice, bob, now=now, board="march")
    turn = email_of("turn", alice.email, now)
    whole, close = (Image.open(BytesIO(part.get_content())) for part in turn.walk()
                    if part.get_content_type() == "image/png")
    assert (whole.width, close.size) == (BOARD_WIDTH, FOCUS)
    assert html_of(turn).index("cid:close") < html_of(turn).index("cid:board")
    play_a_turn(Game.objects.get(), 0, now)
    assert "cid:close" in html_of(email_of("turn", bob.email, now))
    table(alice, bob, now=now, name="Small")
    assert "cid:close" not in html_of(email_of("turn", alice.email, now))


def test_the_picture_is_described_in_words(alice, bob, now):
    table(alice, bob, now=now)
    assert ("The Nile delta: Alexander stands at B3.NW. 0 walls are built. It is Alice&#x27;s turn."
            " Scores: Alice 0, Bob 0." in html_of(email_of("turn", alice.email, now)))


def test_the_picture_marks_the_last_march_as_the_page_does(alice, bob, now):
    game = table(alice, bob, now=now)
    first = notifications.turn(OutgoingEmail.objects.get(kind="turn", to=alice.email))
    assert 'class="ax-way"' not in str(first.pictures[0].drawing)
    play_a_turn(game, 0, now)
    after = notifications.turn(OutgoingEmail.objects.get(kind="turn", to=bob.email))
    assert 'class="ax-way"' in str(after.pictures[0].drawing)


def test_the_subject_of_an_invitation_says_who_invites_to_what(alice, now):
    open_tables.create_table(by=alice, name="Issus", players=2, now=now,
                             invite_emails=["dave@example.org"])
    invitation = email_of("invitation", "dave@example.org", now)
    assert invitation["Subject"] == "Alice invites you to a game of Alexandros"


def test_only_the_player_whose_turn_it_is_gets_a_turn_email(alice, bob, now):
    table(alice, bob, now=now)
    assert list(OutgoingEmail.objects.filter(kind="turn").values_list("to", flat=True)) == [
        alice.email
    ]


def test_a_turn_email_shows_recent_events_table_hand_board_and_link(alice, bob, now):
    game = table(alice, bob, now=now)
    play_a_turn(game, 0, now)
    text = text_of(email_of("turn", bob.email, now))
    assert text.startswith(f"{MARKER}\n\nIt is your turn in Issus (turn 2).")
    assert re.search(r"Alexander\s+marches\s+to\s+\w+", text)
    assert re.search(r"> Bob +yellow +0 +4 +\d+ +0\n", text)
    assert re.search(r"^Your hand: an? \w+$", text, re.MULTILINE)
    assert "@ Alexander at" in text
    assert f"http://127.0.0.1:8000/games/{game.code}/" in text


def test_no_line_of_the_text_is_wider_than_72_columns(alice, bob, now):
    game = table(alice, bob, now=now)
    texts = [text_of(email_of("started", bob.email, now))]
    for player in (alice, bob, alice, bob):
        texts.append(text_of(email_of("turn", player.email, now)))
        play_a_turn(game, mover(game), now)
    for line in "\n".join(texts).splitlines():
        assert len(line) <= 72 or re.fullmatch(r"https?://\S+", line)


def test_the_html_part_shows_the_same_and_its_picture(alice, bob, now):
    game = table(alice, bob, now=now)
    play_a_turn(game, 0, now)
    html = html_of(email_of("turn", bob.email, now))
    assert "It is your turn in Issus" in html
    assert "Alexander marches to" in html
    assert 'src="cid:board.' in html
    assert "<svg" not in html
    assert "<script" not in html


@pytest.mark.promise("R15")
def test_the_picture_is_a_png_of_at_most_250_kb_inside_the_email(alice, bob, now):
    table(alice, bob, now=now)
    message = email_of("turn", alice.email, now)
    (picture,) = [part for part in message.walk() if part.get_content_maintype() == "image"]
    data = picture.get_content()
    assert message.get_content_type() == "multipart/related"
    assert picture["Content-ID"].startswith("<board.")
    assert picture.get_content_disposition() == "inline"
    assert data.startswith(b"\x89PNG\r\n")
    assert len(data) <= 250_000


@pytest.mark.promise("R15")
def test_emails_about_a_game_form_one_thread_with_one_subject(alice, bob, now):
    game = table(alice, bob, now=now)
    first = email_of("turn", alice.email, now)
    play_a_turn(game, 0, now)
    second = email_of("turn", bob.email, now)
    assert first["Subject"] == second["Subject"] == "Issus (Alexandros)"
    assert first["References"] == second["In-Reply-To"] != ""
    assert first["Message-ID"] != second["Message-ID"]
    assert first["Auto-Submitted"] == "auto-generated"
    assert game.code in first["List-Id"]


@pytest.mark.promise("R2")
def test_an_email_rendered_twice_is_the_same_email(alice, bob, now):
    table(alice, bob, now=now)
    first, second = email_of("turn", alice.email, now), email_of("turn", alice.email, now)
    assert first["Message-ID"] == second["Message-ID"]
    assert first.as_bytes() == second.as_bytes()


def test_an_email_sent_late_still_shows_the_position_it_is_about(alice, bob, now):
    game = table(alice, bob, now=now)
    early = text_of(email_of("started", bob.email, now))
    play_a_turn(game, 0, now)
    assert text_of(email_of("started", bob.email, now)) == early


def test_the_email_of_a_turn_that_is_over_is_not_sent(alice, bob, now):
    game = table(alice, bob, now=now)
    email = OutgoingEmail.objects.get(kind="turn", to=alice.email)
    play_a_turn(game, 0, now)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "failed"
    email.refresh_from_db()
    assert email.is_obsolete


def test_the_email_of_a_turn_its_reader_has_begun_is_not_sent(alice, bob, now):
    game = table(alice, bob, now=now)
    email = OutgoingEmail.objects.get(kind="turn", to=alice.email)
    ruleset = event_log.ruleset_of(game)
    view = ruleset.view(event_log.latest_state(game)[0], 0)
    order = ruleset.format(ruleset.legal_moves(view, seat=view.seat)[0], view)
    submit(game, seat=0, text=order, number=game.number, key="k", actor=LoggedMove.Actor.PAGE,
           now=now)
    assert mover(game) == 0
    assert delivery.deliver(email.pk, compose=compose, now=now) == "failed"


@pytest.mark.promise("R24")
def test_the_seed_is_in_no_email_of_a_running_game(alice, bob, now):
    game = table(alice, bob, now=now)
    for kind, to in [("turn", alice.email), ("started", bob.email)]:
        assert (
            bytes(game.seed).hex() not in compose(OutgoingEmail.objects.get(kind=kind, to=to)).body
        )


def test_the_other_players_are_told_that_the_game_has_started(alice, bob, now):
    game = table(alice, bob, now=now)
    text = text_of(email_of("started", bob.email, now))
    assert "Bob plays yellow (that is you)" in text
    assert "It is Alice’s turn." in text
    assert game.commitment in text


def test_an_invitation_names_the_host_and_carries_the_link(alice, bob, now):
    game = open_tables.create_table(by=alice, name="Issus", players=2, invite_emails=[bob.email],
                               now=now)
    text = text_of(email_of("invitation", bob.email, now))
    token = game.seats.get(index=1).invite_token
    assert text.startswith("Alice invites you to Issus, a game of Alexandros for 2 players.")
    assert f"/games/{game.code}/invitation/{token}/" in text


def test_an_invitation_that_was_withdrawn_is_not_sent(alice, bob, now):
    game = open_tables.create_table(by=alice, name="Issus", players=2, invite_emails=[bob.email],
                               now=now)
    open_tables.withdraw(game, by=alice, seat=1, now=now)
    assert delivery.deliver(OutgoingEmail.objects.get().pk, compose=compose, now=now) == ""
    assert not sent.outbox


def test_a_turn_email_to_somebody_who_left_is_not_sent(alice, bob, now):
    game = table(alice, bob, now=now)
    leaving.leave(game, user=alice, now=now)
    email = OutgoingEmail.objects.get(kind="turn", to=alice.email)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "failed"
    assert not sent.outbox


def test_nothing_is_sent_to_a_deleted_user(alice, bob, now):
    game = table(alice, bob, now=now)
    email = OutgoingEmail.objects.get(kind="turn", to=alice.email)
    Seat.objects.filter(game=game, user=alice).update(user=None, bot="greedy")
    OutgoingEmail.objects.filter(user=alice).update(user=None)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "failed"
    assert not sent.outbox


def test_everybody_gets_the_result_and_the_seed_at_the_end(alice, bob, now):
    game = table(alice, bob, now=now)
    while game.status == Game.Status.RUNNING:
        play_a_turn(game, mover(game), now)
    assert set(OutgoingEmail.objects.filter(kind="over").values_list("to", flat=True)) == {
        alice.email, bob.email,
    }
    text = text_of(email_of("over", bob.email, now))
    assert "The game is over because" in text
    assert f"/games/{game.code}/replay/" in text
    assert bytes(game.seed).hex() in text
    assert "Your hand" not in text


@pytest.mark.promise("R19")
def test_a_hostile_name_adds_no_header_and_no_tag(alice, bob, now):
    game = table(alice, bob, now=now)
    Game.objects.filter(pk=game.pk).update(name="Issus\r\nBcc: eve@example.org <b>x</b>")
    message = email_of("turn", alice.email, now)
    assert message["Bcc"] is None
    assert "<b>x</b>" not in html_of(message)


def test_who_has_played_against_a_bot_is_told_whom_to_try_next(alice, now):
    game = import_sample(FINISHED, name="Issus", now=now)
    Seat.objects.filter(game=game, index=0).update(user=alice, name="Alice")
    Seat.objects.filter(game=game, index=1).update(bot="strategist", name="Antigonus")
    queue_email("over", to=alice.email, now=now, game=game, seat=game.seats.get(index=0),
                user=alice, number=game.number)
    message = email_of("over", alice.email, now)
    for text in (text_of(message), html_of(message)):
        words = " ".join(text.split())
        assert " your first game against Antigonus." in words
        named = re.search(r"Try (\w+) next\.", words)
        assert named
        assert f"Play against {named[1]}" in words
        called = {bot.seat_names[0]: name for name, bot in RULESET.bots.items()}
        assert f"/?bot={called[named[1]]}#play" in words
