"""Turn emails end with the hash of the log's last row, which proves later what the log was (R9).

The hash depends on hidden cards, so it is the one thing in which emails about twin games differ
(R10): docs/reliability.md says why nobody can learn anything from it.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from alexandros_rules import codec
from games.models import EmailPreferences, Game, LoggedMove, OutgoingEmail, Seat, Snapshot, User
from games.models.email_preferences import EmailTiming
from games.post.emails.rendering import compose
from games.post.outbox import digest
from games.post.outbox.queue import queue_email
from games.post.outbox.reminders import REMIND_AFTER, queue_reminders
from games.table.play import event_log
from tests.inbox.email_replies import html_of, text_of
from tests.outbox.test_notifications import email_of, play_a_turn, table
from tests.pages.test_non_interference import EARLY, forged
from tests.sample_games import import_sample, mover

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ROW = re.compile(r"row\s+(\d+),\s+([0-9a-f]{32})\s+\(\s*\w{10}\s*\)")
# What is different in every email: the table's code, and tokens made of it.
TOKENS = re.compile(
    r"turn-\w+@|/turn/\w+/|/unsubscribe/[^/\s\"]+|>Emails? .*?<|cid:[\w.-]+@")


def heads(text: str) -> list[tuple[int, str]]:
    """The rows and hashes in the text of an email, or in the words of its HTML."""
    words = re.sub(r"<[^>]+>", " ", text)
    return [(int(number), hash_) for number, hash_ in ROW.findall(words)]


def stored(game: Game, number: int) -> tuple[int, str]:
    return number, LoggedMove.objects.get(game=game, number=number).chain


@pytest.mark.promise("R9")
def test_a_turn_email_and_a_reminder_name_the_row_they_are_about_and_its_hash(
    alice: User, bob: User, now: datetime
) -> None:
    game = table(alice, bob, now=now)
    play_a_turn(game, 0, now)
    assert queue_reminders(now + REMIND_AFTER) == 1
    for kind in ("turn", "reminder"):
        message = email_of(kind, bob.email, now)
        assert heads(text_of(message)) == [stored(game, game.number)], kind
        assert heads(html_of(message)) == [stored(game, game.number)], kind
        assert "http://127.0.0.1:8000/check/" in text_of(message)
        assert 'href="http://127.0.0.1:8000/check/"' in html_of(message)


@pytest.mark.promise("R9")
def test_the_email_about_the_end_names_the_last_row(alice: User, bob: User, now: datetime) -> None:
    game = table(alice, bob, now=now)
    while game.status == Game.Status.RUNNING:
        seat = mover(game)
        assert seat is not None
        play_a_turn(game, seat, now)
    message = email_of("over", bob.email, now)
    assert heads(text_of(message)) == heads(html_of(message)) == [stored(game, game.number)]


@pytest.mark.promise("R9")
def test_a_digest_names_the_last_row_of_each_game_in_which_it_is_the_readers_turn(
    alice: User, bob: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=alice, when=EmailTiming.QUIET)
    games = [table(alice, bob, now=now, name=name) for name in ("Issus", "Tyre")]
    digest.release_due(now + timedelta(hours=1))
    message = email_of("digest", alice.email, now)
    for part in (text_of(message), html_of(message)):
        assert sorted(heads(part)) == sorted(stored(game, 1) for game in games)


@pytest.mark.promise("R10")
@pytest.mark.parametrize(("what", "index"), [(("dealt", 0), 1), (("drew", 1), 0)],
                         ids=["Alice's card, to Bob", "Bob's draw, to Alice"])
def test_the_hash_is_the_only_difference_between_emails_about_twin_games(
    alice: User, bob: User, carol: User, now: datetime, monkeypatch: pytest.MonkeyPatch,
    what: tuple[str, int], index: int,
) -> None:
    read, changed = event_log.logged_moves, set()

    def rows(game: Game, *, number: int | None = None, after: int = 0) -> list[LoggedMove]:
        found = read(game)
        if game.pk in changed:
            forged(found, *what)
            sign(found, event_log.key_of(game))
        return [row for row in found if after < row.number <= (number or len(found))]

    shown = []
    for _ in range(2):
        game = import_sample(EARLY, name="Twin", now=now)
        for seat, user in enumerate((alice, bob, carol)):
            Seat.objects.filter(game=game, index=seat).update(user=user, name=user.name,
                                                              to_move=seat == index)
        shown.append(game)
    Snapshot.objects.all().delete()
    changed.add(shown[1].pk)
    monkeypatch.setattr(event_log, "logged_moves", rows)
    parts = [parts_of(game, index, now) for game in shown]
    assert len({head for _, head in parts}) == 2
    assert parts[0][0] == parts[1][0]


def sign(rows: list[LoggedMove], key: bytes) -> None:
    """Gives the rows the hashes that follow from what they contain."""
    previous = ""
    for row in rows:
        row.chain = previous = codec.chain(
            key, previous, number=row.number, seat=row.seat, move=row.move, events=row.events,
            digest=row.digest)


def parts_of(game: Game, index: int, now: datetime) -> tuple[list[str], tuple[int, str]]:
    """The parts of a turn email without the hash and what differs at every table; the hash."""
    seat = game.seats.get(index=index)
    queue_email("turn", to=seat.user.email, now=now, game=game, seat=seat, user=seat.user,
                number=game.number)
    message = email_of("turn", seat.user.email, now)
    (head,) = heads(text_of(message))
    assert heads(html_of(message)) == [head]
    texts = [part.replace(head[1], "HASH").replace(game.code, "CODE")
             for part in (text_of(message), html_of(message))]
    pictures = [str(part.get_content()) for part in message.walk()
                if part.get_content_maintype() == "image"]
    return [*(TOKENS.sub("", text) for text in texts), *pictures], head


@pytest.mark.promise("R10", "R24")
def test_the_key_of_the_hashes_is_in_no_email_before_the_end(
    alice: User, bob: User, now: datetime
) -> None:
    game = table(alice, bob, now=now)
    for email in OutgoingEmail.objects.filter(game=game, kind__in=("started", "turn")):
        told = compose(email).message().as_string()
        assert event_log.key_of(game).hex() not in told
        assert bytes(game.seed).hex() not in told
