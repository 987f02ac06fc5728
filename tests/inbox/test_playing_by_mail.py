"""An answer to a turn's mail: played, asked, refused; always told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from engine import drafts
from games import fault_points, task_queue
from games.inbox import incoming, turn_tokens
from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail, Seat, User
from games.play import export_import, history, turns, verification
from tests.inbox.email_replies import PostOffice, html_of, text_of, written
from tests.markup import squeezed
from tests.service.sample_games import FINISHED, RULES, legal, seat_table

pytestmark = pytest.mark.django_db


def test_an_order_is_played_and_its_receipt_tells_what_it_did(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    message = office.answer(mail, "take temple\n\nThanks!\nAlice", sender=alice.email)
    assert (message.status, message.outcome, message.first) == ("done", "orders", 2)
    row = LoggedMove.objects.get(game=game, number=2)
    assert (row.actor, row.seat, row.move) == ("mail", 0, "take temple")
    [receipt] = office.deliver()
    text = text_of(receipt)
    assert "* Alice takes the temple to march." in text
    assert "A lyre is turned up." in text, "cards that came are named"
    assert "Your turn goes on." in text
    assert "  march B5.NW via E\n" in text
    rest = text.partition("THE REST OF THE TURN")[2]
    assert "\n  march " in rest
    assert "/turn/" in rest
    assert "@ Alexander" in text
    assert receipt["In-Reply-To"] == message.message_id
    assert receipt["To"] == alice.email
    assert any(part.get_content_type() == "image/png" for part in receipt.walk())
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None


def test_a_turn_is_played_in_several_answers_each_to_the_newest_mail(
    game: Game, office: PostOffice, alice: User, bob: User
) -> None:
    mail = office.turn_mail(game, alice)
    office.answer(mail, "take temple", sender=alice.email)
    [first] = office.deliver()
    assert first["Reply-To"] != mail["Reply-To"]
    office.answer(first, "march B5.NW via E; draw; draw", sender=alice.email)
    mails = {str(mail["To"]): text_of(mail) for mail in office.deliver()}
    assert "Your turn is over; now it is Bob's turn." in mails[alice.email]
    assert "It is your turn in Friends" in mails[bob.email]
    game.refresh_from_db()
    assert game.to_move == 1


def test_a_needless_end_after_a_whole_turn_is_neither_played_nor_told(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    turn = "take temple; march B5.NW via E; draw; draw"
    message = office.answer(mail, f"{turn}\nend", sender=alice.email)
    assert (message.status, message.last) == ("done", 5)
    game.refresh_from_db()
    assert (game.to_move, game.number) == (1, 5)
    receipt = next(m for m in office.deliver() if m["To"] == alice.email)
    assert text_of(receipt).count("Alice's turn ends; Bob is next.") == 1


@pytest.mark.promise("R18")
def test_one_bad_line_plays_nothing_and_is_named_with_the_reason_and_what_is_legal(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    orders = "Hello!\n\ntake temple\nmarch B5.NW via E\nlevy horse\nend"
    message = office.answer(mail, orders, sender=alice.email)
    assert (message.status, message.finding["line"]) == ("refused", 5)
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()
    text = text_of(office.deliver()[0])
    assert 'In line 5 of your mail: "levy horse"' in text
    assert message.finding["sentence"].split()[0] in text
    assert "take temple; march B5.NW via E" in " ".join(text.split())
    assert "Possible there:" in text
    assert "  draw\n" in text


@pytest.mark.promise("R18")
def test_an_unreadable_line_is_named_and_real_orders_are_shown(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    message = office.answer(mail, "fly away", sender=alice.email)
    assert message.outcome == "unreadable"
    [refusal] = office.deliver()
    assert "  take temple\n  take soldier\n  play amphora\n" in text_of(refusal)
    assert "<li>take temple</li>" in html_of(refusal)


def test_a_mistyped_order_is_answered_with_what_was_probably_meant(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    office.answer(mail, "Take  TMPLE", sender=alice.email)
    assert "Did you mean this? You can copy it:\n\n  take temple\n" in text_of(office.deliver()[0])
    office.answer(mail, "Take the hrse", sender=alice.email)
    assert "Did you mean" not in text_of(office.deliver()[0])
    office.answer(mail, "Nice move, Bob", sender=alice.email)
    text = text_of(office.deliver()[0])
    assert "Did you mean" not in text
    assert "We read everything above the quoted text as orders." in text


def test_all_orders_of_a_mistyped_turn_are_corrected_and_can_be_sent_as_they_are(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    office.answer(mail, "tak tempel, marhc B5.NW via E\n\ndrwa twice", sender=alice.email)
    [refusal] = office.deliver()
    copied = text_of(refusal).partition("You can copy it:\n\n")[2].partition("\n\n")[0]
    assert copied.split("\n") == ["  take temple", "  march B5.NW via E", "  draw", "  draw"]
    assert "take temple<br>march B5.NW via E<br>draw<br>draw</p>" in squeezed(html_of(refusal))
    assert office.answer(refusal, copied, sender=alice.email).status == "done"


def test_what_is_wrong_after_a_mistyped_order_is_told_in_the_same_answer(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.answer(office.turn_mail(game, alice), "take templ\nlevy lyre", sender=alice.email)
    text = " ".join(text_of(office.deliver()[0]).split())
    assert "You can copy it: take temple The next order still needs a change: Alexander" in text


def test_a_preview_corrects_mistyped_orders_too(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.answer(office.turn_mail(game, alice), "preview take templ", sender=alice.email)
    assert "Did you mean this? You can copy it:\n\n  take temple\n" in text_of(office.deliver()[0])


def test_a_refusal_repeats_the_turns_that_are_ready_to_play(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    ready = text_of(mail).partition("WHOLE TURNS, READY TO PLAY")[2].partition("WHAT YOU CAN")[0]
    assert ready.count("/turn/") == 3
    office.answer(mail, "levy horse", sender=alice.email)
    [refusal] = office.deliver()
    assert ready.strip() in text_of(refusal)
    assert html_of(refusal).count("/turn/") == 3


def test_a_refusal_within_a_turn_shows_the_rest_of_it_ready_to_play(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.answer(office.turn_mail(game, alice), "take temple", sender=alice.email)
    [receipt] = office.deliver()
    office.answer(receipt, "levy horse", sender=alice.email)
    rest = text_of(office.deliver()[0]).partition("THE REST OF THE TURN, READY TO PLAY")[2]
    assert "\n  march " in rest
    assert "/turn/" in rest


def test_a_refusal_shows_no_turns_to_play_when_it_is_not_ones_turn(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    office.answer(mail, "take temple; march B5.NW via E; draw; draw", sender=alice.email)
    office.deliver()
    office.answer(mail, "take horse", sender=alice.email)
    assert "/turn/" not in text_of(office.deliver()[0])


def test_what_is_possible_is_told_once_although_two_cards_are_alike(
    office: PostOffice, alice: User, bob: User
) -> None:
    tables = (seat_table([alice, bob], now=office.now, seed=bytes([n]) * 32, options={"first": 0})
              for n in range(100))
    game = next(game for game in tables if len(set(history.view(game, 0).face_up)) == 1)
    office.answer(office.turn_mail(game, alice), "draw", sender=alice.email)
    text = text_of(office.deliver()[0]).partition("WHOLE TURNS, READY TO PLAY")[0]
    assert text.count("  take ") == 1


def test_the_fifth_error_of_a_day_says_that_the_next_is_not_answered(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    for n in range(6):
        office.answer(mail, f"nonsense {n}", sender=alice.email)
    told = ["the last such answer for today" in " ".join(text_of(refusal).split())
            for refusal in office.deliver()]
    assert told == [False, False, False, False, True]


def test_who_asks_for_moves_is_told_the_marches_of_each_card_too(
    game: Game, office: PostOffice, alice: User
) -> None:
    office.answer(office.turn_mail(game, alice), "moves", sender=alice.email)
    text = text_of(office.deliver()[0])
    for card in legal(game):
        following = text.partition(f'After "{card}":\n\n')[2].partition("\n\n")[0]
        draft = drafts.evaluate(RULES, history.view(game, 0), card, seat=0)
        marches = [RULES.format(move, draft.view) for move in RULES.legal_moves(draft.view)]
        assert [line.strip() for line in following.splitlines()] == marches


@pytest.mark.promise("R15")
@pytest.mark.parametrize("said", ["help", "show", "moves", "resign", "nonsense", "take temple"])
def test_every_answer_says_how_to_get_fewer_mails(
    game: Game, office: PostOffice, alice: User, said: str
) -> None:
    office.answer(office.turn_mail(game, alice), said, sender=alice.email)
    [answer] = office.deliver()
    link = str(answer["List-Unsubscribe"]).strip(" <>")
    assert text_of(answer).rstrip().endswith(f"No more mail of this game:\n{link}")
    assert link in html_of(answer)
    assert "cid:board" in html_of(answer), "no picture is left over as an attachment"


@pytest.mark.promise("R6")
def test_a_mail_that_comes_again_plays_once_and_gets_the_same_receipt(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    first = office.answer(mail, "take temple", sender=alice.email, message_id="<a@b.example>")
    [receipt] = office.deliver()
    again = office.answer(mail, "take temple", sender=alice.email, message_id="<a@b.example>")
    assert (again.status, again.outcome, again.original) == ("done", "repeat", first)
    [copy] = office.deliver()
    assert copy["Message-ID"] == receipt["Message-ID"]
    assert text_of(copy) == text_of(receipt)
    assert LoggedMove.objects.filter(game=game).count() == 2
    assert OutgoingEmail.objects.filter(kind="receipt").count() == 1


@pytest.mark.promise("R6")
def test_a_repeat_after_the_turn_is_still_only_a_repeat(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    text = "take temple; march B5.NW via E; draw; draw"
    office.answer(mail, text, sender=alice.email, message_id="<a@b.example>")
    office.deliver()
    for _ in range(5):
        office.answer(mail, text, sender=alice.email, message_id="<a@b.example>")
        office.deliver()
    assert not OutgoingEmail.objects.filter(kind="refusal").exists()
    copies = [m for m in office.delivered if m["X-Game-Post"] == "receipt"]
    assert len(copies) == 4, "copies are answered, but not for ever"


@pytest.mark.promise("R6")
def test_a_mail_without_an_id_is_known_by_its_bytes(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_mail(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    lines = raw.split(b"\r\n")
    raw = b"\r\n".join(line for line in lines if not line.startswith(b"Message-ID"))
    outcomes = [office.take_in(raw, to=to, sender=alice.email).outcome for _ in range(2)]
    assert outcomes == ["orders", "repeat"]


def test_the_number_of_the_orders_position_is_that_of_the_mail_that_is_answered(
    game: Game, office: PostOffice, alice: User, now: object
) -> None:
    mail = office.turn_mail(game, alice)
    turns.submit(game, seat=0, text="take temple", number=1, key="page", actor="page",
                 now=office.now)
    message = office.answer(mail, "march B5.NW via E", sender=alice.email)
    assert message.outcome == "stale"
    assert "the game has moved on" in " ".join(text_of(office.deliver()[0]).split())


@pytest.mark.promise("R13")
def test_an_address_is_dead_when_its_turn_is_over(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    office.answer(mail, "take temple; march B5.NW via E; draw; draw", sender=alice.email)
    office.deliver()
    number = Game.objects.get(pk=game.pk).number
    for said in ("take temple", "show", "resign", "help"):
        message = office.answer(mail, said, sender=alice.email)
        assert (message.status, message.outcome) == ("refused", "turn-over")
    assert Game.objects.get(pk=game.pk).number == number
    assert "Nothing was played" in text_of(office.deliver()[0])


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("help", "take horse, march K7.SE, draw twice They are played all together"),
        ("Hilfe", "resign    leave the game for good"),
        ("show", "Friends, turn 1: it is your turn."),
        ("moves", "  take soldier\n"),
        ("preview\ntake temple", "* Alice takes the temple to march."),
        ("preview", "There is no order after"),
        ("preview: take lyre", "The orders go no further:"),
        ("", "There is no order in this mail."),
        ("help\ntake temple", "write help alone"),
        ("resign", "You asked to leave Friends. Nothing has happened yet."),
    ],
)
def test_a_question_is_answered_and_nothing_is_played(
    game: Game, office: PostOffice, alice: User, said: str, words: str
) -> None:
    mail = office.turn_mail(game, alice)
    message = office.answer(mail, said, sender=alice.email)
    assert message.status in ("done", "refused")
    [answer] = office.deliver()
    assert words in text_of(answer) or words in " ".join(text_of(answer).split())
    assert LoggedMove.objects.filter(game=game).count() == 1


def test_a_preview_shows_the_board_after_it_and_no_card_nobody_has_seen(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    office.answer(mail, "preview take temple; march B5.NW via E", sender=alice.email)
    [answer] = office.deliver()
    assert "Face up: soldier, new card" in text_of(answer)
    assert "/turn/" in text_of(answer)


def test_no_address_is_given_where_no_mail_is_taken_in(
    game: Game, office: PostOffice, alice: User, settings: object
) -> None:
    settings.REPLY_DOMAIN = ""
    mail = office.turn_mail(game, alice)
    assert mail["Reply-To"] is None
    assert "above this line" not in text_of(mail)


@pytest.mark.promise("R2")
def test_a_mail_that_is_sent_twice_carries_the_same_address(
    game: Game, office: PostOffice, alice: User
) -> None:
    first, second = office.turn_mail(game, alice), office.turn_mail(game, alice)
    assert first["Reply-To"] == second["Reply-To"]
    local = str(first["Reply-To"]).partition("@")[0]
    assert len(local) <= 64
    assert local == local.lower()


def test_every_turn_mail_says_where_orders_are_written_and_that_a_program_wrote_it(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    line = "=== Write your orders above this line ==="
    assert text_of(mail).startswith(f"{line}\n\n")
    assert line in html_of(mail)
    assert mail["X-Game-Post"] == "turn"


def test_a_message_whose_worker_died_is_found_by_the_sweep(
    game: Game, office: PostOffice, alice: User, announced: list[object]
) -> None:
    to = str(office.turn_mail(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    message = incoming.store(raw, door="pipe", now=office.now)
    IncomingEmail.objects.filter(pk=message.pk).update(attempts=1, lease_until=office.now)
    announced.clear()
    later = office.now + task_queue.LEASE
    assert incoming.sweep(later) == [message.pk]
    assert announced == [("read_message", message.pk)]
    assert incoming.process(message.pk, now=later) == "done"
    assert incoming.sweep(later + task_queue.LEASE) == []


@pytest.mark.promise("R4", "R6")
def test_a_worker_that_comes_back_late_leaves_alone_what_another_has_done(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_mail(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    message = incoming.store(raw, door="pipe", now=office.now)
    meanwhile = iter([lambda: incoming.process(message.pk, now=office.now + 2 * task_queue.LEASE)])

    def stall() -> None:
        for another in meanwhile:
            assert another() == "done"

    with fault_points.action_at("inbox.claimed", stall):
        assert incoming.process(message.pk, now=office.now) == "done"
    message.refresh_from_db()
    assert (message.outcome, message.attempts, message.original) == ("orders", 2, None)
    [receipt] = office.deliver()
    assert text_of(receipt).find("Alice takes the temple to march.") > 0


@pytest.mark.promise("R4")
def test_a_clock_that_was_put_back_holds_up_no_message(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_mail(game, alice)["Reply-To"])
    claimed, unclaimed = (
        incoming.store(written(word, to=to, sender=alice.email or ""), door="pipe", now=office.now)
        for word in ("show", "moves")
    )
    incoming._claim(claimed.pk, now=office.now)
    earlier = office.now - timedelta(days=1)
    assert incoming.sweep(earlier) == [claimed.pk, unclaimed.pk]
    assert incoming.process(claimed.pk, now=earlier) == "done"


def test_a_message_that_breaks_the_program_again_and_again_is_answered_in_the_end(
    game: Game, office: PostOffice, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("a fault of the program")

    to = str(office.turn_mail(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    message = incoming.store(raw, door="pipe", now=office.now)
    monkeypatch.setattr("games.play.turns.submit", broken)
    when = office.now
    for _ in range(incoming.MAX_ATTEMPTS):
        assert incoming.process(message.pk, now=when) == "received"
        when += 2 * task_queue.LEASE
    assert incoming.process(message.pk, now=when) == "refused"
    office.now = when
    assert "Something went wrong on our side" in text_of(office.deliver()[0])


@pytest.mark.promise("R6", "R25")
def test_old_messages_are_forgotten_but_never_played_again(
    game: Game, office: PostOffice, alice: User
) -> None:
    mail = office.turn_mail(game, alice)
    played = office.answer(mail, "take temple", sender=alice.email, message_id="<a@b.example>")
    assert incoming.forget_old(office.now + incoming.KEPT / 2) == 0
    assert incoming.forget_old(office.now + incoming.KEPT * 2) == 1
    assert not IncomingEmail.objects.exists()
    again = office.answer(mail, "take temple", sender=alice.email, message_id="<a@b.example>")
    assert (again.status, again.first, again.last) == ("done", played.first, played.last)
    assert LoggedMove.objects.filter(game=game).count() == 2


def test_an_answer_after_the_end_is_told_that_the_game_is_over(
    office: PostOffice, alice: User
) -> None:
    game = export_import.import_record(FINISHED, name="Finished", now=office.now)
    Seat.objects.filter(game=game, index=0).update(user=alice)
    to = turn_tokens.reply_address(game.seats.get(index=0), number=5, now=office.now)
    message = office.take_in(written("draw", to=to, sender=alice.email or ""), to=to)
    assert (message.status, message.outcome) == ("refused", "over")
    assert "The game is over; nothing more can be played." in text_of(office.deliver()[0])


def test_operators_see_what_became_of_a_mail_and_not_what_it_says(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    message = office.answer(office.turn_mail(game, alice), "fly away", sender=alice.email)
    operator = User.objects.create_superuser("root@example.org")
    client.force_login(operator, backend="django.contrib.auth.backends.ModelBackend")
    for path in ("", f"{message.pk}/change/"):
        page = client.get(f"/admin/games/incomingemail/{path}").content.decode()
        assert "unreadable" in page
        assert "fly away" not in page


def test_what_is_legal_is_what_the_mail_lists(game: Game, office: PostOffice, alice: User) -> None:
    office.answer(office.turn_mail(game, alice), "moves", sender=alice.email)
    text = text_of(office.deliver()[0])
    assert [f"  {order}" in text.splitlines() for order in legal(game)] == [True] * 3
