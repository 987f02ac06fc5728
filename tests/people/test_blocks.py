"""Blocks: members who want nothing to do with each other, and never notice."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.base import blocks
from games.base.refusals import Closed, Missing, TableRefusal
from games.models import Game, OutgoingEmail, User
from games.table.lobby import game_lists, open_tables, rematches
from games.table.seats import leaving, taking_over
from games.table.talk import conversations, speaking
from tests.pages.page_reader import Sit
from tests.pages.tables import finished_game
from tests.sample_games import seat_table


@pytest.fixture
def blocked(alice: User, bob: User, now: datetime) -> User:
    """Bob, whom Alice blocks."""
    blocks.block(alice, bob, now=now)
    return bob


def table(by: User, now: datetime, *, listed: bool = True, players: int = 3) -> Game:
    return open_tables.create_table(by=by, players=players, listed=listed, now=now)


def lobby(user: User | None) -> list[Game]:
    return game_lists.open_tables(user).games


def test_neither_sees_the_others_open_tables(
    alice: User, blocked: User, carol: User, now: datetime
) -> None:
    of_alice, of_bob = table(alice, now), table(blocked, now)
    assert lobby(alice) == []
    assert lobby(blocked) == []
    assert {*lobby(carol)} == {of_alice, of_bob}


def test_signing_out_does_not_tell(
    alice: User, blocked: User, guest: User, now: datetime
) -> None:
    table(alice, now)
    of_bob = table(blocked, now)
    assert lobby(None) == lobby(guest) == [of_bob]  # Bob sees this one as always


@pytest.mark.parametrize("how", ["GET /games/{}/", "POST /games/{}/join/", "GET /games/{}/stream/",
                                 "GET /games/{}/talk/"])
def test_a_table_answers_somebody_blocked_like_a_private_one(
    sit: Sit, alice: User, blocked: User, carol: User, now: datetime, how: str
) -> None:
    listed, private = table(alice, now), table(carol, now, listed=False)
    method, path = how.split()

    def answer(client: Client, game: Game) -> tuple[int, bytes, int]:
        with CaptureQueriesContext(connection) as queries:
            found = client.generic(method, path.format(game.code))
        return found.status_code, found.content.replace(game.code.encode(), b""), len(queries)

    client = sit(blocked).client
    one, other = answer(client, listed), answer(client, private)
    assert one == other
    assert one[0] == 404
    assert sit(None).client.get(f"/games/{listed.code}/").status_code == 404


def test_somebody_blocked_cannot_sit_down_by_any_way_into_the_lobby(
    alice: User, blocked: User, now: datetime
) -> None:
    with pytest.raises(Missing, match="no such table"):
        open_tables.join(table(alice, now), user=blocked, now=now)
    with pytest.raises(Missing, match="no such table"):
        open_tables.join(table(blocked, now), user=alice, now=now)


def test_an_invitation_by_somebody_blocked_reaches_nobody_and_looks_like_any(
    sit: Sit, alice: User, blocked: User, carol: User, now: datetime
) -> None:
    game = table(blocked, now, listed=False)
    browser = sit(blocked)
    pages = []
    for person in (alice, carol):
        answer = browser.client.post(f"/games/{game.code}/invite/", {"email": person.email},
                                     follow=True)
        pages.append(answer.content.decode().count(person.email))
    assert pages == [pages[0]] * 2
    assert [email.to for email in OutgoingEmail.objects.filter(kind="invitation")] == [carol.email]
    assert game_lists.invitations(alice) == []
    open_tables.withdraw(game, by=blocked, seat=1, now=now)
    assert not OutgoingEmail.objects.filter(to=alice.email).exists()


def test_a_rematch_asked_for_by_somebody_blocked_is_not_told(
    sit: Sit, alice: User, blocked: User, now: datetime
) -> None:
    game = finished_game(alice, blocked, now=now)
    rematch = rematches.join_or_create(game, by=blocked, now=now)
    assert "wants to play again" not in sit(alice).open(f"/games/{game.code}/").words
    assert not OutgoingEmail.objects.filter(to=alice.email, kind="invitation").exists()
    assert sit(alice).client.get(f"/games/{rematch.code}/").status_code == 404


def test_whoever_is_blocked_can_ask_for_a_rematch_that_the_other_has_asked_for(
    sit: Sit, alice: User, blocked: User, now: datetime
) -> None:
    game = finished_game(alice, blocked, now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    of_alice = rematches.join_or_create(game, by=alice, now=now)
    browser = sit(blocked)
    page = browser.open(f"/games/{game.code}/")
    assert f"/games/{of_alice.code}/" not in {link.href for link in page.links}
    browser.press("Rematch")
    of_bob = rematches.find_rematch(game, blocked)
    assert of_bob not in (None, of_alice)
    assert rematches.join_or_create(game, by=blocked, now=now) == of_bob
    assert rematches.find_rematch(game, alice) == of_alice


def test_a_seat_beside_somebody_who_blocks_is_taken(
    sit: Sit, alice: User, blocked: User, carol: User, dave: User, guest: User, now: datetime
) -> None:
    game = seat_table([alice, carol, guest], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    leaving.leave(game, user=carol, now=now)
    later = now + timedelta(days=4)
    assert game_lists.games_with_vacant_seats(blocked, now=later).games == []
    assert game_lists.games_with_vacant_seats(dave, now=later).games == [game]
    newcomer = User.objects.create_guest("Bob again")
    for somebody in (None, newcomer):
        assert game_lists.games_with_vacant_seats(somebody, now=later).games == []
    with pytest.raises(Closed, match="not free"):
        taking_over.take_over(game, user=newcomer, seat=1, now=later)
    assert sit(None).client.get(f"/games/{game.code}/take-over/1/").status_code == 409
    with pytest.raises(Closed, match="not free"):
        taking_over.take_over(game, user=blocked, seat=1, now=later)
    taking_over.take_over(game, user=dave, seat=1, now=later)


def test_games_in_progress_go_on_without_talk(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    speaking.say(game, user=bob, channel="table", key="1", text="Good luck", now=now)
    blocks.block(alice, bob, now=now)
    page = sit(alice).open(f"/games/{game.code}/")
    assert page.status == 200
    assert "Good luck" not in page.words
    assert "You have muted" not in page.words
    speaking.unmute_person(alice, bob.pk)  # what a form of that page could do
    assert blocks.is_blocked(bob.pk, by=[alice.pk])
    assert conversations.mutes_of(bob, game).people == {}


def test_a_member_blocks_and_unblocks_by_name(
    sit: Sit, alice: User, bob: User, guest: User, now: datetime
) -> None:
    browser = sit(alice)
    browser.client.post("/account/blocks/", {"name": "bOB"})
    assert blocks.blocked_by(alice) == [bob]
    assert "Bob" in browser.open("/account/").words
    browser.client.post("/account/blocks/", {"name": "Bob", "do": "unblock"})
    assert blocks.blocked_by(alice) == []
    answer = browser.client.post("/account/blocks/", {"name": "Nobody-1"})
    assert answer.status_code == 400
    assert "No member has this name" in answer.content.decode()
    assert 'value="Nobody-1"' in answer.content.decode()
    for reader, person, words in ((alice, alice, "yourself"), (alice, guest, "mute"),
                                  (guest, alice, "Sign in")):
        with pytest.raises(TableRefusal, match=words):
            blocks.block(reader, person, now=now)


def test_blocked_people_stand_in_alphabetical_order_whatever_the_letters(
    alice: User, now: datetime
) -> None:
    for number, name in enumerate(("Zoe", "Émile", "adam", "Łucja", "Franz")):
        person = User.objects.create_user(f"{number}@example.org", name=name)
        blocks.block(alice, person, now=now)
    names = ["adam", "Émile", "Franz", "Łucja", "Zoe"]
    assert [person.name for person in blocks.blocked_by(alice)] == names
    assert blocks.beside(User.objects.values_list("pk", flat=True), alice) == names


def test_an_earlier_mute_becomes_a_block(alice: User, bob: User, now: datetime) -> None:
    speaking.mute_person(alice, bob, now=now)
    blocks.block(alice, bob, now=now)
    assert blocks.blocked_by(alice) == [bob]
