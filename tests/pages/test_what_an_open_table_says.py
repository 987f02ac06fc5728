"""What an open table shows: its pace, its creator's note, and when it will be closed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine

from alexandros_rules.errors import Refusal
from games.models import Game, OutgoingEmail, Pace, User
from games.post.emails.rendering import compose
from games.table.clocks import paces
from games.table.lobby import expiry, open_tables
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db

NOTE = "Beginners are welcome."


@pytest.fixture
def table(alice: User, now: datetime) -> Game:
    return open_tables.create_table(by=alice, name="Issus", players=3, listed=True, pace="weekdays",
                               note=NOTE, now=now)


def test_the_form_offers_every_pace_and_takes_a_note(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    page = browser.open("/games/new/?game=alexandros")
    for pace, control in paces.CONTROLS.items():
        assert f"{pace.label} {paces.summary_of(pace, control)}" in page.words
    browser.press("Open the table", pace="day", note="  Come \r\n and  play! ")
    game = Game.objects.get()
    assert (game.pace, game.note) == ("day", "Come and play!")
    assert "Pace: one day. You start with 24 hours of your playing time" in browser.page.words
    assert "Come and play!" in browser.page.words


def test_a_table_without_a_pace_has_no_clock(alice: User, now: datetime) -> None:
    assert open_tables.create_table(by=alice, players=2, now=now).pace == Pace.NONE


@pytest.mark.parametrize(("wishes", "words"), [
    ({"note": "x" * 201}, "at most 200 characters"), ({"pace": "warp"}, "one day, relaxed"),
])
def test_a_note_that_is_too_long_and_an_unknown_pace_are_refused(
    alice: User, now: datetime, wishes: dict[str, str], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        open_tables.create_table(by=alice, players=2, now=now, **wishes)


@pytest.mark.promise("R19")
def test_a_note_is_one_clean_line(alice: User, now: datetime) -> None:
    game = open_tables.create_table(
        by=alice, players=2, now=now, note="A\r\nBcc: x\x00\u202e <b>b</b>"
    )
    assert game.note == "A Bcc: x <b>b</b>"


def test_the_lobby_the_table_and_its_link_show_both(
    sit: Sit, bob: User, table: Game
) -> None:
    for path in ("/lobby/", f"/games/{table.code}/",
                 f"/games/{table.code}/invitation/{table.invite_token}/"):
        words = sit(bob).open(path).words
        assert NOTE in words, path
        assert "ace: weekends off" in words, path


def test_an_invitation_shows_both(
    sit: Sit, alice: User, bob: User, table: Game, now: datetime
) -> None:
    open_tables.invite(table, by=alice, email="bob@example.org", now=now)
    page = sit(bob).open("/lobby/")
    assert f"Alice invites you. “{NOTE}” Pace: weekends off (12 hours a turn)." in page.words
    assert "Alice : new here." in page.words
    assert page.html.count('<a class="person" href="/people/Alice/"') == 3
    email = " ".join(compose(OutgoingEmail.objects.get(kind="invitation")).body.split())
    assert f"Alice writes: “{NOTE}”" in email
    assert "Pace: weekends off. " in email
    assert "Time passes only in your playing hours, and never at the weekend." in email


def test_a_game_in_progress_shows_its_pace_unless_all_others_are_bots(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=2, pace="live", listed=True, now=now)
    open_tables.join(game, user=bob, now=now)
    assert "Pace: live." in sit(alice).open(f"/games/{game.code}/").words
    alone = open_tables.play_now(alice, players=2, now=now)
    assert "Pace:" not in sit(alice).open(f"/games/{alone.code}/").words


def test_each_board_is_shown_with_a_picture(sit: Sit, alice: User) -> None:
    page = sit(alice).open("/games/new/?game=alexandros")
    boards = page.html.partition('class="choices boards"')[2].partition("</fieldset>")[0]
    assert boards.count('type="radio"') == boards.count("<svg") == 4
    assert boards.count(" checked") == 1


def test_the_creator_keeps_a_table_open_with_a_button(
    sit: Sit, alice: User, bob: User, table: Game, now: datetime
) -> None:
    browser = sit(alice)
    assert "We will close this table" not in browser.open(f"/games/{table.code}/").words
    expiry.warn(now + expiry.WARN_AFTER)
    assert "We will close this table on 15 March" in browser.open(f"/games/{table.code}/").words
    assert "We will close" not in sit(bob).open(f"/games/{table.code}/").words
    assert "closes soon" in sit(bob).open("/lobby/").words
    page = browser.press("Keep it open")
    assert "Your table will stay open for at least another 14 days" in page.words
    assert "We will close" not in page.words
    table.refresh_from_db()
    assert table.warned_at is None


def test_a_table_that_expired_says_so(sit: Sit, alice: User, table: Game, now: datetime) -> None:
    expiry.warn(now + expiry.WARN_AFTER)
    expiry.expire(now + expiry.CLOSE_AFTER)
    words = sit(alice).open(f"/games/{table.code}/").words
    assert "Nobody joined this table for 14 days, so we closed it." in words


@pytest.mark.promise("R12")
def test_the_link_in_the_email_shows_a_button_that_keeps_the_table_open(
    sit: Sit, table: Game, now: datetime
) -> None:
    expiry.warn(now + expiry.WARN_AFTER)
    browser = sit(None)
    with time_machine.travel(now + expiry.WARN_AFTER + timedelta(days=1), tick=False):
        page = browser.open(f"/keep/{expiry.link_key(table)}/")
        assert "we will close it on 15 March" in page.words
        table.refresh_from_db()
        assert table.warned_at
        assert "Issus stays open" in browser.press("Keep it open").words
    table.refresh_from_db()
    assert table.active_at == now + expiry.WARN_AFTER + timedelta(days=1)
    assert table.warned_at is None


def test_the_link_of_a_closed_table_says_so(sit: Sit, table: Game, now: datetime) -> None:
    expiry.warn(now + expiry.WARN_AFTER)
    expiry.expire(now + expiry.CLOSE_AFTER)
    address = f"/keep/{expiry.link_key(table)}/"
    assert "already been closed" in sit(None).open(address).words
    answer = sit(None).client.post(address)
    assert answer.status_code == 409
    assert "You can make a new one" in answer.content.decode()
    assert sit(None).open("/keep/nothing/").status == 404
