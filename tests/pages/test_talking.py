"""Talking on the pages: who reads and says what, before and after the end of a game."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.base.sealing import row_token
from games.models import ChatMessage, ChatMute, ChatReport, Game, Note, Seat, User
from games.table.lobby import open_tables, replay_links
from games.table.talk import speaking
from games.table.talk.speaking import PHRASES
from tests.pages.page_reader import Sit
from tests.streams import heard

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

JSON = {"accept": "application/json"}
PLAN, ADVICE = "I will march north", "Red should draw"


@pytest.fixture
def talked(running: Game, alice: User, dave: User, now: datetime) -> Game:
    """A listed game in which Alice has told her plans and Dave, who watches, gives advice."""
    speaking.say(running, user=alice, channel="table", text=PLAN, key="1", now=now)
    speaking.say(running, user=dave, channel="spectators", text=ADVICE, key="1", now=now)
    return running


def end(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, result={"winners": [0]})


def reads(sit: Sit, user: User | None, game: Game) -> tuple[bool, bool]:
    """Whether this person reads what the players say, and what the spectators say."""
    client = sit(user).client
    found = set()
    for path in ("", "talk/", "talk/messages/"):
        html = client.get(f"/games/{game.code}/{path}").content.decode()
        found.add((PLAN in html, ADVICE in html))
    assert len(found) == 1, found
    return found.pop()


@pytest.mark.promise("R10", "R11")
def test_while_a_game_runs_players_and_spectators_do_not_read_each_other(
    talked: Game, sit: Sit, bob: User, dave: User, guest: User
) -> None:
    staff = User.objects.create_user("operator@example.org", name="Operator", is_staff=True)
    assert reads(sit, bob, talked) == (True, False)
    assert reads(sit, dave, talked) == (False, True)
    assert reads(sit, guest, talked) == (False, True)
    assert reads(sit, staff, talked) == (False, True)
    assert reads(sit, None, talked) == (False, False)


@pytest.mark.promise("R11")
def test_after_the_end_everybody_who_may_see_a_listed_table_reads_everything(
    talked: Game, sit: Sit, bob: User, dave: User
) -> None:
    end(talked)
    for reader in (bob, dave, None):
        assert reads(sit, reader, talked) == (True, True)


@pytest.mark.promise("R11")
def test_what_players_of_a_private_table_say_stays_with_them(
    fresh: Game, sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    staff = User.objects.create_user("operator@example.org", name="Operator", is_staff=True)
    speaking.say(fresh, user=alice, channel="table", text=PLAN, key="1", now=now)
    end(fresh)
    assert reads(sit, bob, fresh) == (True, False)
    assert reads(sit, staff, fresh) == (False, False)


@pytest.mark.promise("R10")
def test_the_mark_of_an_open_page_changes_only_with_what_its_reader_may_read(
    talked: Game, sit: Sit, alice: User, bob: User, dave: User, now: datetime
) -> None:
    def marks() -> list[str]:
        path = f"/games/{talked.code}/stream/"
        return [heard(sit(user).client.get(path))["talk"] for user in (bob, dave, None)]

    before = marks()
    assert before[2] == ""
    speaking.say(talked, user=alice, channel="table", preset="hello", key="2", now=now)
    after = marks()
    assert [one != two for one, two in zip(before, after, strict=True)] == [True, False, False]
    speaking.say(talked, user=dave, channel="spectators", preset="hello", key="2", now=now)
    assert [one != two for one, two in zip(after, marks(), strict=True)] == [False, True, False]


@pytest.mark.parametrize("muted", [False, True])
@pytest.mark.parametrize("ended", [False, True])
def test_a_page_is_sent_with_the_mark_that_it_asks_for_later(
    talked: Game, sit: Sit, alice: User, bob: User, dave: User, *, ended: bool, muted: bool
) -> None:
    ChatMessage.objects.filter(text=PLAN).update(hidden_at=talked.created_at)
    if ended:
        end(talked)
    if muted:
        ChatMute.objects.create(reader=bob, person=alice, created_at=talked.created_at)
    for user in (bob, dave):
        browser = sit(user)
        later = heard(browser.client.get(f"/games/{talked.code}/stream/"))["talk"]
        assert f'data-mark="{later}"' in browser.open(f"/games/{talked.code}/").html


def say(client: Client, game: Game, **form: str) -> Any:
    return client.post(f"/games/{game.code}/talk/say/", form)


def test_a_message_is_said_and_the_others_see_it(
    fresh: Game, sit: Sit, alice: User, bob: User
) -> None:
    answer = say(sit(alice).client, fresh, text="Good luck!\r\n<b>Bob</b>\u202e", back="game")
    assert answer["Location"] == f"/games/{fresh.code}/#talk"
    page = sit(bob).open(f"/games/{fresh.code}/")
    assert "Good luck!<br>&lt;b&gt;Bob&lt;/b&gt;</p>" in page.html
    assert "Alice" in page.words


def test_a_ready_made_phrase_is_stored_by_its_key(fresh: Game, sit: Sit, alice: User) -> None:
    say(sit(alice).client, fresh, preset="good-game")
    message = ChatMessage.objects.get()
    assert (message.preset, message.text) == ("good-game", "")
    page = sit(alice).open(f"/games/{fresh.code}/")
    assert all(str(phrase) in page.words for phrase in PHRASES.values())


@pytest.mark.promise("R6")
def test_sending_the_same_form_again_says_nothing_twice(
    fresh: Game, sit: Sit, alice: User
) -> None:
    client = sit(alice).client
    for after in ("0", "0", "12345"):
        say(client, fresh, text="Hello", after=after)
    assert ChatMessage.objects.count() == 2


@pytest.mark.parametrize(("text", "sentence"), [
    (" \n\u200b", "There is nothing to say"), ("x" * 1001, "at most 1000 letters"),
    ("x\n" * 31, "30 lines"),
])
def test_what_is_empty_or_too_long_is_refused(
    fresh: Game, sit: Sit, alice: User, text: str, sentence: str
) -> None:
    answer = say(sit(alice).client, fresh, text=text)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    script = sit(alice).client.post(f"/games/{fresh.code}/talk/say/", {"text": text}, headers=JSON)
    assert (script.status_code, sentence in script.json()["sentence"]) == (400, True)
    assert not ChatMessage.objects.exists()


def test_people_are_asked_to_wait_when_they_say_too_much(
    fresh: Game, sit: Sit, alice: User
) -> None:
    client = sit(alice).client
    statuses = [say(client, fresh, text=str(n)).status_code for n in range(21)]
    assert statuses == [302] * 20 + [429]


@pytest.mark.promise("R11")
@pytest.mark.parametrize(("who", "channel", "status"), [
    ("dave", "table", 403), ("bob", "spectators", 403), ("guest", "spectators", 403),
    ("dave", "spectators", 302), ("bob", "table", 302), ("dave", "comments", 400),
    ("dave", "nonsense", 400),
])
def test_everybody_speaks_only_where_they_may(
    running: Game, sit: Sit, request: pytest.FixtureRequest, who: str, channel: str, status: int
) -> None:
    client = sit(request.getfixturevalue(who)).client
    assert say(client, running, channel=channel, text="Hello").status_code == status
    assert ChatMessage.objects.exists() == (status == 302)


def test_a_closed_account_says_nothing(fresh: Game, alice: User, now: datetime) -> None:
    alice.is_active = False
    refusal = speaking.why_not(fresh, user=alice, seat=fresh.seats.get(index=0), channel="table")
    assert refusal is not None
    assert refusal.code == "closed-account"


def test_somebody_who_plays_with_bots_has_nobody_to_talk_to(
    sit: Sit, alice: User, now: datetime
) -> None:
    game = open_tables.play_now(alice, players=3, now=now)
    page = sit(alice).open(f"/games/{game.code}/")
    assert 'id="talk"' not in page.html
    assert "Your notes" in page.words


def test_people_talk_before_the_game_starts(
    waiting: Game, sit: Sit, alice: User, bob: User, carol: User
) -> None:
    say(sit(bob).client, waiting, text="Hello, Alice")
    assert "Hello, Alice" in sit(alice).open(f"/games/{waiting.code}/").words
    assert "Hello, Alice" not in sit(carol).open(f"/games/{waiting.code}/").words


def test_a_seat_that_somebody_else_takes_does_not_speak_for_them(
    waiting: Game, sit: Sit, alice: User, bob: User, carol: User
) -> None:
    say(sit(bob).client, waiting, text="Hello")
    Seat.objects.filter(game=waiting, user=bob).update(user=carol, name="Carol")
    said = sit(alice).client.get(f"/games/{waiting.code}/talk/messages/").json()["lists"]["table"]
    assert "Bob" in said
    assert "Carol" not in said


# ---------- muting and reporting ----------
def about(client: Client, game: Game, what: str, message: ChatMessage, **form: str) -> Any:
    return client.post(f"/games/{game.code}/talk/{what}/", {"message": row_token(message), **form})


def test_a_muted_person_is_not_heard_until_unmuted(
    talked: Game, sit: Sit, alice: User, bob: User, carol: User
) -> None:
    browser, message = sit(bob), ChatMessage.objects.get(user=alice)
    about(browser.client, talked, "mute", message)
    page = browser.open(f"/games/{talked.code}/")
    assert PLAN not in page.words
    assert "You have muted one person" in page.words
    assert PLAN in sit(carol).open(f"/games/{talked.code}/").words
    browser.client.post(f"/games/{talked.code}/talk/mute/",
                        {"do": "hear", "person": row_token(alice)})
    assert PLAN in browser.open(f"/games/{talked.code}/").words


@pytest.mark.parametrize(("stored", "shown"), [
    ("message", PLAN), ("note", "Bob likes horses"), ("person", "You have muted one person"),
    ("table", "You get no emails with what is said here."),
])
def test_the_page_of_a_game_shows_whichever_of_these_there_is(
    running: Game, sit: Sit, alice: User, bob: User, now: datetime, *, stored: str, shown: str
) -> None:
    path = f"/games/{running.code}/"
    before = sit(alice).open(path).words

    if stored == "message":
        speaking.say(running, user=bob, channel="table", text=PLAN, key="1", now=now)
    elif stored == "note":
        note(sit(alice).client, running, 0, shown)
    else:
        ChatMute.objects.create(reader=alice, created_at=now, **(
            {"person": bob} if stored == "person" else {"game": running}))

    assert shown not in before
    assert shown in sit(alice).open(path).words


def test_nobody_mutes_themselves(talked: Game, sit: Sit, alice: User) -> None:
    answer = about(sit(alice).client, talked, "mute", ChatMessage.objects.get(user=alice))
    assert answer.status_code == 400


def test_a_reported_message_is_stored_once_and_a_hidden_one_shows_as_removed(
    talked: Game, sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    message = ChatMessage.objects.get(user=alice)
    for _ in range(2):
        assert about(sit(bob).client, talked, "report", message).status_code == 302
    assert ChatReport.objects.count() == 1
    speaking.hide([message.pk], now=now)
    page = sit(bob).open(f"/games/{talked.code}/")
    assert PLAN not in page.html
    assert "This message was removed by an operator." in page.words


@pytest.mark.promise("R11")
def test_a_message_that_one_cannot_read_is_as_if_it_were_missing(
    talked: Game, sit: Sit, alice: User, dave: User, bob: User
) -> None:
    secret, advice = ChatMessage.objects.get(user=alice), ChatMessage.objects.get(user=dave)
    for user, message in ((dave, secret), (bob, advice)):
        for what in ("report", "mute"):
            assert about(sit(user).client, talked, what, message).status_code == 404
    assert not ChatReport.objects.exists()


# ---------- comments ----------
def test_members_comment_on_positions_of_a_finished_game(
    finished: Game, sit: Sit, alice: User, bob: User
) -> None:
    client = sit(alice).client
    answer = client.post(f"/games/{finished.code}/replay/9/comment/", {"text": "Here I lost."})
    assert answer["Location"] == f"/games/{finished.code}/replay/9/#comments"
    browser = sit(bob)
    assert "Here I lost." in browser.open(f"/games/{finished.code}/replay/9/").words
    other = browser.open(f"/games/{finished.code}/replay/10/")
    assert "Here I lost." not in other.words
    assert f'href="/games/{finished.code}/replay/9/">9</a>' in other.html
    step = browser.client.get(f"/games/{finished.code}/replay/9/step.json").json()
    assert "Here I lost." in step["parts"]["talk"]


@pytest.mark.promise("R11")
def test_a_shared_link_shows_comments_and_members_can_add_theirs(
    finished: Game, sit: Sit, alice: User, dave: User, guest: User, now: datetime
) -> None:
    speaking.say(finished, user=alice, channel="comments", number=9, text="Aha", key="1", now=now)
    speaking.say(finished, user=alice, channel="table", text=PLAN, key="2", now=now)
    base = f"/shared/{finished.code}/{replay_links.sharing_key(finished)}/replay/9/"
    page = sit(None).open(base)
    assert "Aha" in page.words
    assert PLAN not in page.html
    for user, status in ((dave, 302), (guest, 403), (None, 403)):
        answer = sit(user).client.post(f"{base}comment/", {"text": "Oh"})
        assert answer.status_code == status
    assert "Oh" in sit(None).open(base).words


def test_nobody_comments_while_the_game_runs(running: Game, sit: Sit, alice: User) -> None:
    answer = sit(alice).client.post(f"/games/{running.code}/replay/9/comment/", {"text": "Now"})
    assert answer.status_code == 409


# ---------- notes ----------
def note(client: Client, game: Game, number: int, text: str) -> Any:
    return client.post(f"/games/{game.code}/note/", {"number": number, "text": text})


def test_notes_are_saved_changed_and_deleted(fresh: Game, sit: Sit, alice: User) -> None:
    client = sit(alice).client
    note(client, fresh, 0, "Bob likes horses")
    note(client, fresh, 1, "Why not B5?")
    for path in ("", "replay/1/"):
        html = client.get(f"/games/{fresh.code}/{path}").content.decode()
        assert "Bob likes horses</textarea>" in html
        assert "Why not B5?</textarea>" in html
    note(client, fresh, 1, "")
    assert [(one.number, one.text) for one in Note.objects.all()] == [(0, "Bob likes horses")]


@pytest.mark.promise("R11")
def test_nobody_else_sees_a_note(
    running: Game, sit: Sit, alice: User, bob: User, dave: User
) -> None:
    note(sit(alice).client, running, 9, "SECRET")
    end(running)
    staff = User.objects.create_superuser("operator@example.org", name="Operator")
    for user in (bob, dave, staff, None):
        for path in ("", "replay/9/", "replay/9/step.json", "talk/"):
            assert b"SECRET" not in sit(user).client.get(f"/games/{running.code}/{path}").content
    admin = sit(staff).client.get("/admin/").content.decode()
    assert not re.search(r"/admin/games/note/", admin)


@pytest.mark.promise("R11")
def test_only_players_keep_notes_on_positions_that_exist(
    running: Game, sit: Sit, alice: User, dave: User
) -> None:
    assert note(sit(dave).client, running, 1, "Hello").status_code == 403
    assert note(sit(alice).client, running, 999, "Hello").status_code == 404
    assert note(sit(alice).client, running, 1, "x" * 4001).status_code == 400
    assert not Note.objects.exists()


def test_the_times_of_messages_are_shown(
    fresh: Game, sit: Sit, alice: User, now: datetime
) -> None:
    speaking.say(fresh, user=alice, channel="table", text="Hello", key="1",
                 now=now + timedelta(hours=1))
    assert "1 Mar, 13:00" in sit(alice).open(f"/games/{fresh.code}/").words
