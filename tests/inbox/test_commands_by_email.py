"""Commands by email: everything that somebody can do who never opens the website."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.base import blocks, retention
from games.models import (
    EmailPreferences,
    Game,
    IncomingEmail,
    OutgoingEmail,
    PlayingHours,
    PoolEntry,
    Seat,
    User,
    Vacation,
)
from games.post.emails.rendering import compose
from games.post.inbox import addressees, intake, processing, quotas
from games.post.inbox.parsing.html_text import to_text
from games.post.inbox.parsing.message_reader import Envelope, read
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.play import event_log
from tests.email_parsing import corpus_index
from tests.inbox.email_replies import PostOffice, html_of, text_of, words, written
from tests.inbox.test_doubtful_emails import NOTES
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ALICE, DAVE = "alice@example.org", "dave@example.org"
SIGNED = """

Best wishes
Alice

--{}
Alice Miller, 12 Long Road

On Mon, 2 Mar 2026 at 09:00, Alexandros wrote:
> new address
> leave k3v9x7qa2m now
""".format(" ")


def to_desk(office: PostOffice, text: str, *, sender: str = ALICE, **options: Any) -> IncomingEmail:
    """An email to the address that everybody knows, processed."""
    desk = addressees.desk_address()
    raw = written(text, to=desk, sender=sender, subject="Hello", **options)
    return office.take_in(raw, to=desk, sender=sender)


@pytest.fixture
def answer(alice: User, office: PostOffice) -> EmailMessage:
    """The answer to Alice's first command, to which she can reply with more."""
    to_desk(office, "help")
    [question] = office.deliver()
    return office.answer(question, "yes")


@pytest.fixture
def table(bob: User, now: datetime) -> Game:
    """Bob's table in the lobby, with two free seats."""
    return open_tables.create_table(by=bob, name="Issus", players=3, listed=True, now=now)


def say(office: PostOffice, to: EmailMessage, text: str) -> str:
    """The words of the answer to these lines of Alice's."""
    return words(office.answer(to, text + SIGNED))


def test_a_stranger_gets_an_account_with_a_yes_and_not_before(office: PostOffice) -> None:
    to_desk(office, "Hi,\nopen tables" + SIGNED, sender=DAVE)
    [question] = office.deliver()
    assert question["To"] == DAVE
    assert "* open tables" in text_of(question)
    assert "reply to this email with “yes”" in words(question)
    office.reply(question, "open tables", sender=DAVE)
    assert "You need an account for this" in words(office.deliver()[-1])
    assert not User.objects.filter(email=DAVE).exists()
    office.reply(question, "Yes, call me Dave" + SIGNED, sender=DAVE)
    [answer] = office.deliver()
    user = User.objects.get(email=DAVE)
    assert (user.name, bool(user.last_login)) == ("Dave", True)
    assert "There is no open table at the moment." in words(answer)
    assert "vacation 1 to 14 August" in text_of(answer)


@pytest.mark.promise("R16")
def test_a_stranger_reads_nothing_that_others_write_in_their_name(office: PostOffice) -> None:
    to_desk(office, "new 2 players called Cheap pills\nbuy https://pills.example", sender=DAVE)
    [question] = office.deliver()
    assert "* new" in text_of(question)
    assert "pills" not in text_of(question) + html_of(question)


def test_whoever_writes_in_the_name_of_a_member_changes_nothing(
    alice: User, bob: User, office: PostOffice, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    to_desk(office, f"leave {game.code} now")
    [question] = office.deliver()
    assert question["To"] == ALICE
    assert f"leave {game.code} now" in text_of(question)
    stolen = office.reply(question, "yes", sender="mallory@example.org")
    assert (stolen.status, stolen.outcome) == ("refused", "other-sender")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_a_question_also_shows_the_lines_that_are_no_commands(
    alice: User, office: PostOffice
) -> None:
    to_desk(office, "open tables\nopne tabels")
    [question] = office.deliver()
    assert "We do not know these lines, so nothing will come of them: * opne tabels" in words(
        question)


def test_a_yes_does_what_was_asked_for_once(alice: User, office: PostOffice) -> None:
    to_desk(office, "new 3 players, private")
    [question] = office.deliver()
    office.reply(question, "Yes" + SIGNED, sender=ALICE)
    office.reply(question, "yes please", sender=ALICE)
    office.reply(question, "no thanks", sender=ALICE)
    assert Game.objects.count() == 1


@pytest.mark.promise("R16")
@pytest.mark.parametrize("headers", [
    {"Auto-Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List-Id": "<a.example.org>"},
])
def test_programs_get_no_answer_at_the_desk(office: PostOffice, headers: dict[str, str]) -> None:
    message = to_desk(office, "help", sender=DAVE, headers=headers)
    assert (message.status, office.deliver()) == ("ignored", [])


@pytest.mark.promise("R16")
def test_an_absence_note_at_the_desk_gets_no_answer(office: PostOffice) -> None:
    for at, (subject, text) in enumerate(NOTES):
        raw = written(text, to=addressees.desk_address(), sender=f"dave{at}@example.org",
                      subject=subject.format(subject="Friends"), answers="<turn@example.org>")
        assert office.take_in(raw, to=addressees.desk_address()).status == "ignored", subject
    assert office.deliver() == []


@pytest.mark.sandbox
@pytest.mark.promise("R16")
def test_no_email_from_a_program_in_the_corpus_is_a_command_or_gets_an_answer(
    answer: EmailMessage, office: PostOffice, settings: Any
) -> None:
    settings.MAIL_DOMAIN = corpus_index.OWN_DOMAIN
    for entry in corpus_index.AUTOMATIC:
        raw = corpus_index.raw(entry)
        # The worst case: the program writes in the name of the member to whom the address belongs.
        User.objects.update(email=read(raw).sender or ALICE)
        for to in (str(answer["Reply-To"]), addressees.desk_address()):
            message = office.take_in(raw, to=to)
            assert (message.status, message.answer) == ("ignored", None), (entry["file"], to)
    assert office.deliver() == []


@pytest.mark.promise("R16")
def test_our_own_text_is_no_command_when_a_program_repeats_it_without_marks(
    answer: EmailMessage, office: PostOffice, alice: User
) -> None:
    opened = office.answer(answer, "new 3 players")  # its answer shows how to cancel the table
    for email in (answer, opened):
        for text in (text_of(email), to_text(html_of(email))):
            message = office.reply(email, f"We have received your email:\n\n{text}", sender=ALICE)
            assert (message.status, message.outcome) == ("refused", "no-command")
    before = Game.objects.values()
    office.reply(opened, f"my games\n\n{text_of(opened)}", sender=ALICE)
    assert IncomingEmail.objects.latest("pk").orders == [[1, "my games"]]
    assert list(Game.objects.values()) == list(before)


@pytest.mark.promise("R16")
@pytest.mark.parametrize(("subject", "text"), [
    ("Automatic reply: Done: help", "I am away. I will be back on 7 December."),
    ("Away", "Vacation until Monday. My games have to wait."),
])
def test_an_absence_note_is_no_command(
    answer: EmailMessage, office: PostOffice, subject: str, text: str
) -> None:
    to = str(answer["Reply-To"])
    message = office.take_in(written(text, to=to, sender=ALICE, subject=subject,
                                     answers=str(answer["Message-ID"])), to=to, sender=ALICE)
    assert (message.status, office.deliver()) == ("ignored", [])


@pytest.mark.promise("R16")
def test_a_stranger_is_asked_once_a_day_and_a_member_three_times(
    alice: User, office: PostOffice
) -> None:
    for sender, most in ((DAVE, 1), (ALICE, 3)):
        for _each in range(4):
            to_desk(office, "help", sender=sender)
        assert len(office.deliver()) == most
    office.now += timedelta(days=2)
    to_desk(office, "help", sender=DAVE)
    assert len(office.deliver()) == 1


def test_a_question_to_a_stranger_goes_with_their_email(alice: User, office: PostOffice) -> None:
    to_desk(office, "help", sender=DAVE)
    to_desk(office, "help", sender=ALICE)
    office.deliver()
    processing.forget_old(office.now + retention.INCOMING_EMAILS)
    assert OutgoingEmail.objects.filter(to=DAVE).exists()
    processing.forget_old(office.now + retention.INCOMING_EMAILS + timedelta(seconds=1))
    assert list(OutgoingEmail.objects.values_list("to", flat=True)) == [ALICE]


def test_one_network_or_sender_cannot_send_much_to_the_desk(now: datetime) -> None:
    desk = addressees.desk_address()

    def arrive(sender: str) -> None:
        intake.take_in(written("help", to=desk, sender=sender), gateway="smtp", now=now,
                       envelope=Envelope(sender, (desk,)), network="192.0.2.0/24")

    for _each in range(quotas.QUOTAS["newcomer"].emails):
        arrive(DAVE)
    with pytest.raises(quotas.OverQuota):
        arrive(DAVE)
    for each in range(quotas.QUOTAS["newcomers"].emails - quotas.QUOTAS["newcomer"].emails):
        arrive(f"dave{each}@example.org")
    with pytest.raises(quotas.OverQuota):
        arrive("carol@example.org")


@pytest.mark.parametrize(("quota", "sender"), [
    ("newcomers at", "dave{}@example.org"), ("unplaced", "dave@example{}.org")])
def test_nobody_can_have_us_ask_many_strangers_from_networks_that_we_do_not_know(
    now: datetime, quota: str, sender: str
) -> None:
    for each in range(quotas.QUOTAS[quota].emails + 1):
        written_by = sender.format(each)
        desk = addressees.desk_address()
        with (nullcontext() if each < quotas.QUOTAS[quota].emails
              else pytest.raises(quotas.OverQuota, match=quota)):
            intake.take_in(written("help", to=desk, sender=written_by), gateway="imap", now=now,
                           envelope=Envelope(written_by, (desk,)))


def test_the_desk_does_not_write_to_ourselves(office: PostOffice) -> None:
    for sender in (addressees.desk_address(), settings.DEFAULT_FROM_EMAIL):
        assert to_desk(office, "help", sender=sender).status == "ignored"
    assert office.deliver() == []


@pytest.mark.promise("R6")
def test_the_same_email_again_does_nothing_again(
    answer: EmailMessage, office: PostOffice
) -> None:
    for _copy in range(2):
        office.reply(answer, "new 3 players" + SIGNED, sender=ALICE, message_id="<one@example.org>")
    assert Game.objects.count() == 1


def test_the_name_that_somebody_wants_is_at_their_first_table(office: PostOffice) -> None:
    to_desk(office, "new 3 players, invite bob@example.org", sender=DAVE)
    [question] = office.deliver()
    said = words(office.answer(question, "Yes, call me Dave", sender=DAVE))
    assert "There you are called Dave." in said
    assert "invite bob@example.org" in said
    assert "Dave" in words(office.delivered[-2])


def test_each_line_is_a_command_of_its_own(
    answer: EmailMessage, office: PostOffice, alice: User, table: Game
) -> None:
    said = say(office, answer, f"join {table.code}\nvacatoin 1 to 3 August\nfewer emails")
    assert table.seats.filter(user=alice).exists()
    assert "Did you mean “vacation 1 to 14 August”?" in said
    assert EmailPreferences.objects.get(user=alice).when == "quiet"
    assert said.index("You have a seat in Issus") < said.index("We do not know this command")


def test_an_email_without_any_command_gets_all_of_them(
    answer: EmailMessage, office: PostOffice
) -> None:
    said = say(office, answer, "How does this work, and who are all of you?")
    assert "We have found no command in your email" in said
    assert "my hours 18 to 23 Europe/Berlin" in said


def test_an_email_with_too_many_commands_changes_nothing(
    answer: EmailMessage, office: PostOffice, alice: User
) -> None:
    said = say(office, answer, "\n".join(["call me Ben", *["my games"] * 20]))
    assert "An email can have 20 commands at most, so nothing has changed." in said
    assert not User.objects.filter(pk=alice.pk, name="Ben").exists()


def test_a_refused_command_changes_nothing(
    answer: EmailMessage, office: PostOffice, alice: User
) -> None:
    said = say(office, answer, "new 3 players, invite bob@example.org, alice@example.org")
    assert "You already have a seat at this table." in said
    assert not Game.objects.exists()
    assert not OutgoingEmail.objects.filter(kind="invitation").exists()


def test_a_new_table_can_be_joined_left_and_cancelled(
    answer: EmailMessage, office: PostOffice, alice: User, bob: User
) -> None:
    name = registry.default().name
    said = say(office, answer, f"new {name} 3 players, weekend pace, invite {bob.email}")
    game = Game.objects.get()
    assert (game.created_by, game.pace, game.listed) == (alice, "weekdays", False)
    assert game.seats.get(status=Seat.Status.INVITED).invited_email == bob.email
    assert "We have invited bob@example.org." in said
    assert game.invite_token in said
    assert f"cancel {game.code}" in say(office, answer, "my games")
    assert "This is your table." in say(office, answer, f"leave {game.code}")
    assert "has been cancelled" in say(office, answer, f"cancel {game.code}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_board_is_called_by_its_title_in_english_too(
    answer: EmailMessage, office: PostOffice, alice: User, language: str
) -> None:
    alice.language = language
    alice.save()
    say(office, answer, "new alexandros, to egypt or india, 2 players")
    assert '"march"' in event_log.setup_of(Game.objects.get()).board


def test_open_tables_are_listed_and_joined(
    answer: EmailMessage, office: PostOffice, alice: User, bob: User, table: Game
) -> None:
    said = say(office, answer, "open tables")
    assert f"Issus {registry.default().title}, board" in said
    assert f"At the table: {bob.name}. 2 of 3 seats are free." in said
    assert f"join {table.code}" in said
    assert "You have a seat in Issus." in say(office, answer, f"Join {table.code.upper()}.")
    assert f"leave {table.code}" in say(office, answer, "my games")
    assert "You have left Issus." in say(office, answer, f"leave {table.code}")
    assert not table.seats.filter(user=alice).exists()


def test_a_game_with_a_guest_is_joined_and_begins(
    answer: EmailMessage, office: PostOffice, alice: User, guest: User, now: datetime
) -> None:
    game = open_tables.create_table(by=guest, name="Arbela", players=2, listed=True, now=now)
    assert "The game has begun." in say(office, answer, f"join {game.code}")
    said = say(office, answer, "my games")
    assert "turn" in said
    assert f"replay {game.code}" in said


@pytest.mark.promise("R10")
def test_whom_somebody_blocks_learns_nothing_of_their_table(
    answer: EmailMessage, office: PostOffice, alice: User, bob: User, table: Game, now: datetime
) -> None:
    blocks.block(bob, alice, now=now)
    assert table.code not in say(office, answer, "open tables")
    assert "There is no such table." in say(office, answer, f"join {table.code}")
    private = open_tables.create_table(by=bob, players=3, now=now)
    for command, other in (("cancel", table), ("join", private), ("leave", private),
                           ("replay", private)):
        assert "There is no such table." in say(office, answer, f"{command} {other.code}")


@pytest.mark.parametrize("command", ["leave", "cancel"])
def test_a_table_of_others_in_the_lobby_cannot_be_left_or_cancelled(
    answer: EmailMessage, office: PostOffice, table: Game, command: str
) -> None:
    assert "You have no seat at this table" in say(office, answer, f"{command} {table.code}")
    table.refresh_from_db()
    assert table.status == Game.Status.OPEN


def test_leaving_a_game_in_progress_has_to_be_said_twice(
    answer: EmailMessage, office: PostOffice, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    said = say(office, answer, f"leave {game.code}")
    assert "the other player wins" in said
    assert f"leave {game.code} now" in said
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert "You have left" in say(office, answer, f"leave {game.code} now")
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


def test_my_games_brings_the_address_for_orders(
    answer: EmailMessage, office: PostOffice, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    email = office.answer(answer, "my games")
    assert "It is your turn in 1 game." in words(email)
    address = next(line.strip() for line in text_of(email).splitlines() if "turn-" in line)
    office.take_in(written("take temple", to=address, sender=ALICE), to=address, sender=ALICE)
    game.refresh_from_db()
    assert game.number == 2


SENTENCES = {
    "call me https://casino.example": "web address",
    "call me Ben": "Your name has been saved",
    "my hours 18 to 23": "We do not know your time zone yet.",
    "my hours 18 to 19 UTC": "Playing hours last at least",
    "my hours 18 to 23 Europe/Berlin": "Your playing hours: 18:00 to 23:00 (Europe/Berlin).",
    "cancel vacation": "There is no such vacation.",
    "vacation": "You have entered no vacation.",
    "vacation 1/8 to 14/8": "can mean two different days",
    "vacation 14 to 1 August": "cannot be before its first day",
    "vacation 1 to 14 August": "1 August 2026 to 14 August 2026",
    "emails sometimes": "never (never)", "emails daily": "once a day",
    "stop looking": "You are not waiting for a game",
    "find me a game, 3 players": "3 players, pace: relaxed, not rated.",
    "find me a game called Bob": "Please leave out everything else",
    "new draughts": "We do not know what “draughts” means",
    "new 9 players": "Please choose one of these numbers.",
    "my games please": "You have no games in progress",
    "open tables tomorrow": "We do not know what “tomorrow” means here.",
    "join us": "Please write the code of the game",
}


def test_each_command_says_what_it_has_done_or_what_is_wrong(
    answer: EmailMessage, office: PostOffice
) -> None:
    said = say(office, answer, "\n".join(SENTENCES))
    assert [sentence for sentence in SENTENCES.values() if sentence not in said] == []


def test_commands_change_what_their_pages_change(
    answer: EmailMessage, office: PostOffice, alice: User
) -> None:
    say(office, answer, "call me Ben\nmy hours 18 to 23 Europe/Berlin, not on Sunday\nemails urgent"
                        "\nvacation 1 to 14 August\nfind me a game, 2 players")
    alice.refresh_from_db()
    hours = PlayingHours.objects.filter(user=alice).latest("since")
    assert alice.name == "Ben"
    assert (hours.opens, hours.closes, hours.free_weekdays) == (18 * 60, 23 * 60, 1 << 6)
    assert EmailPreferences.objects.get(user=alice).when == "urgent"
    assert Vacation.objects.get(user=alice).first_day.isoformat() == "2026-08-01"
    assert PoolEntry.objects.get(user=alice).players == [2]
    assert "cancelled" in say(office, answer, "cancel vacation 3 August\nstop looking")
    assert not Vacation.objects.exists()
    assert not PoolEntry.objects.exists()


@pytest.mark.promise("R2")
def test_a_replay_is_a_series_of_pictures(
    answer: EmailMessage, office: PostOffice, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    email = office.answer(answer, f"replay {game.code}")
    pictures = [part for part in email.walk() if part.get_content_type() == "image/png"]
    assert 1 <= len(pictures) <= 8
    assert sum(len(part.get_payload(decode=True)) for part in pictures) < 8 * 250_000
    assert f"/games/{game.code}/replay/" in text_of(email)


def test_commands_take_as_many_queries_with_more_games(
    answer: EmailMessage, office: PostOffice, alice: User, bob: User, now: datetime
) -> None:
    text = "my games\nopen tables"
    counts = list[list[int]]()
    for _each in range(2):
        for by in (alice, bob):
            open_tables.create_table(by=by, players=3, listed=True, now=now)
        message = office.store(written(text, to=str(answer["Reply-To"]), sender=ALICE),
                               to=str(answer["Reply-To"]))
        with CaptureQueriesContext(connection) as reading:
            processing.process(message.pk, now=now)
        with CaptureQueriesContext(connection) as writing:
            compose(OutgoingEmail.objects.get(kind="commands", answered=message))
        counts.append([len(reading), len(writing)])
    assert counts[0] == counts[1]


def test_a_new_address_ends_the_old_ones(answer: EmailMessage, office: PostOffice) -> None:
    newest = office.answer(answer, "new address")
    assert office.reply(answer, "help", sender=ALICE).outcome == "unknown-address"
    assert "my games" in say(office, newest, "help")


def test_the_subject_is_read_if_the_email_is_empty(
    answer: EmailMessage, office: PostOffice
) -> None:
    to = str(answer["Reply-To"])
    office.take_in(written("\n", to=to, sender=ALICE, subject="my games"), to=to, sender=ALICE)
    [email] = office.deliver()
    assert email["Subject"] == "Done: my games"
    assert str(email["Reply-To"]).startswith("reply-")


def test_an_account_that_is_closed_stays_closed(alice: User, office: PostOffice) -> None:
    to_desk(office, "help")
    [question] = office.deliver()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert office.reply(question, "yes", sender=ALICE).outcome == "closed-account"
    assert to_desk(office, "help").outcome == "closed-account"
    assert office.deliver() == []
