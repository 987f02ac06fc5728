"""The page on which members ask for a game."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from games.base import blocks, site_clock
from games.features.finding import pool
from games.features.ratings import showing
from games.models import OutgoingEmail, PoolEntry, User
from games.post.emails import rendering
from tests.features.finding.test_pool import wait
from tests.pages.page_reader import Sit
from tests.people.conftest import unpacked

WISH = {"game": "alexandros", "players": ["2", "3"], "paces": ["day", "relaxed"]}
DAY = timedelta(days=1)


def page_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return re.sub(r"\s+", " ", client.get("/find/").content.decode())


def post(user: User, path: str, form: dict[str, object]) -> tuple[int, str]:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(path, form, follow=True)
    return answer.status_code, re.sub(r"\s+", " ", answer.content.decode())


def test_a_member_asks_and_reads_what_happens_next(alice: User) -> None:
    status, page = post(alice, "/find/", WISH)
    assert status == 200
    assert "Alexandros: you are waiting" in page
    assert "2 or 3 players, pace: one day or relaxed, not rated" in page
    assert "as soon as enough people want the same whose ratings are like yours. From" in page
    assert "any rating will do. If nobody has come by" in page


def test_after_a_day_ratings_no_longer_matter(alice: User) -> None:
    wait(alice, now=site_clock.now() - DAY)
    assert "want the same, whatever their ratings. If nobody" in page_of(alice)


@pytest.mark.parametrize(("form", "sentence"), [
    ({}, "Please choose at least one number of players."),
    ({"players": "2"}, "Please choose at least one pace."),
])
def test_a_wish_for_nothing_is_refused_with_a_sentence(
    alice: User, form: dict[str, str], sentence: str
) -> None:
    status, page = post(alice, "/find/", {"game": "alexandros", **form})
    assert (status, sentence in page) == (400, True)


@pytest.mark.parametrize("form", [
    {}, {"game": "chess"}, {**WISH, "players": "many"}, {**WISH, "players": "9"},
    {**WISH, "paces": "live"}, {**WISH, "paces": "fast"}])
def test_what_no_form_sends_is_refused(alice: User, form: dict[str, object]) -> None:
    assert post(alice, "/find/", form)[0] == 400
    assert not PoolEntry.objects.exists()


def test_whoever_hides_their_rating_reads_before_the_form_that_it_keeps_them_from_rated_games(
    alice: User, bob: User
) -> None:
    showing.hide(alice)
    sentence = "You hide your rating, so we cannot look for a rated game."
    assert sentence in page_of(alice)
    assert 'href="/account/#rating-title"' in page_of(alice)
    assert sentence not in page_of(bob)


def test_the_page_names_the_board_of_each_game(alice: User) -> None:
    assert "Alexandros is played on its usual board, “The Persian Empire”." in page_of(alice)


def test_a_wish_that_waits_is_among_ones_games(alice: User, sit: Sit) -> None:
    assert "Looking for people" not in sit(alice).open("/games/").words
    wait(alice, now=site_clock.now())
    page = sit(alice).open("/games/")
    assert "Looking for people" in page.words
    assert "2 players, pace: relaxed, not rated" in page.words
    pool.lapse(site_clock.now() + 8 * DAY)
    assert "Looking for people" not in sit(alice).open("/games/").words


def test_anything_else_that_is_to_be_done_with_a_wish_is_refused(alice: User) -> None:
    wait(alice, now=site_clock.now())
    for form in ({"game": "alexandros", "do": "zzz"}, {"game": "alexandros"}):
        status, page = post(alice, "/find/wish/", form)
        assert (status, "A wish can only be renewed or withdrawn." in page) == (400, True)
    assert PoolEntry.objects.exists()


def test_the_page_leads_to_the_game_that_was_found(alice: User, bob: User) -> None:
    now = site_clock.now()
    wait(alice, now=now)
    wait(bob, now=now)
    pool.seat(now)
    entry = pool.find(alice, "alexandros")
    assert entry is not None
    assert entry.game is not None
    page = page_of(alice)
    assert "a game was found" in page
    assert f'href="/games/{entry.game.code}/"' in page


def test_a_wish_can_be_withdrawn_and_renewed_on_the_page(alice: User) -> None:
    wait(alice, now=site_clock.now() - 8 * DAY)
    pool.lapse(site_clock.now())
    assert "nobody has come" in page_of(alice)
    _status, page = post(alice, "/find/wish/", {"game": "alexandros", "do": "renew"})
    assert "you are waiting" in page
    _status, page = post(alice, "/find/wish/", {"game": "alexandros", "do": "withdraw"})
    assert "you are waiting" not in page
    assert post(alice, "/find/wish/", {"game": "alexandros", "do": "withdraw"})[0] == 404


@pytest.mark.parametrize(("others", "sentence"), [
    (0, "Fewer than five others are waiting"), (4, "Fewer than five others are waiting"),
    (5, "Between five and twenty others are waiting"), (20, "Twenty others or more are waiting")])
def test_the_page_says_only_roughly_how_many_wait(
    alice: User, others: int, sentence: str
) -> None:
    now = site_clock.now()
    wait(alice, now=now)
    for number in range(others):
        wait(User.objects.create_user(f"{number}@example.org"), now=now)
    assert sentence in page_of(alice)


def test_nobody_reads_of_a_block(alice: User, bob: User) -> None:
    now = site_clock.now()
    wait(alice, now=now)
    before = page_of(alice)
    blocks.block(bob, alice, now=now)
    for number in range(4):
        wait(User.objects.create_user(f"{number}@example.org"), now=now, paces=["none"])
    wait(bob, now=now)
    pool.seat(now)

    def told(page: str) -> list[str]:
        return re.findall(r"<p>([^<]* waiting for this game now[^<]*)</p>", page)

    assert told(page_of(alice)) == told(before)
    assert len(told(before)) == 1


def test_visitors_sign_in_first_and_guests_read_why(sit: Sit, guest: User) -> None:
    assert Client().get("/find/")["Location"] == "/account/login/?next=/find/"
    assert "Sign in with your email address" in page_of(guest)
    assert post(guest, "/find/", WISH)[0] == 400


def test_the_lobby_and_the_home_page_of_members_without_a_game_lead_there(
    sit: Sit, alice: User, fresh: object, carol: User
) -> None:
    assert sit().open("/lobby/").link("Find me a game")
    assert sit(carol).open("/").link("Find me a game")
    for reader in (alice, None):
        assert not [*sit(reader).open("/").find("Find me a game")]


def test_the_email_leads_back_to_the_page(alice: User) -> None:
    now = site_clock.now()
    wait(alice, now=now - 8 * DAY)
    pool.lapse(now)
    message = rendering.compose(OutgoingEmail.objects.get())
    assert message.subject == "No game was found for you"
    assert "Ask again here:" in message.body
    assert f"{settings.BASE_URL}/find/" in message.body


def test_wishes_are_in_the_export(alice: User) -> None:
    wait(alice, now=site_clock.now())
    told, _files = unpacked(alice, site_clock.now())
    assert [wish["players"] for wish in told["wishes"]] == [[2]]
