"""Links in emails: opening one changes nothing, its button plays, and they expire."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.test import Client

from games.models import EmailPreferences, Game, LoggedMove, Seat, TurnToken, User
from games.post.inbox import turn_links
from tests.inbox.email_replies import PostOffice, text_of
from tests.sample_games import mover, seat_table, submit

pytestmark = pytest.mark.django_db

TURN = "take temple; march B5.NW via E; draw; draw"


def rows() -> dict[str, list[Any]]:
    return {model.__name__: list(model.objects.order_by("pk").values())
            for model in apps.get_models()}


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


@pytest.fixture
def link(game: Game, now: Any) -> str:
    """The path of a link to Alice's whole first turn."""
    return path_of(turn_links.action_url(game, game.seats.get(index=0), TURN, now=now))


def orders_in(page: str) -> str:
    found = re.search(r'name="orders" value="([^"]*)"', page)
    assert found
    return found[1]


@pytest.mark.promise("R12")
def test_opening_a_link_changes_no_row(client: Client, link: str) -> None:
    before = rows()
    for purpose in ("", "prefetch", "preview"):
        for look in (client.get, client.head):
            assert look(link, headers={"sec-purpose": purpose}).status_code == 200
    assert client.options(link).status_code == 405
    assert rows() == before


def test_a_link_shows_the_turn_and_the_board_after_it(client: Client, link: str) -> None:
    page = client.get(link).content.decode()
    assert "Nothing has been played yet." in page
    assert "You take the temple to march." in page
    assert "<svg" in page
    assert "Confirm<span class=\"long\"> the turn" in page
    assert orders_in(page) == TURN


@pytest.mark.promise("R13")
def test_the_button_plays_the_turn_without_a_login(client: Client, game: Game, link: str) -> None:
    response = client.post(link, {"orders": orders_in(client.get(link).content.decode())})
    assert response.status_code == 200
    assert "You take the temple to march." in response.content.decode()
    game.refresh_from_db()
    assert (mover(game), LoggedMove.objects.get(game=game, number=2).actor) == (1, "mail")
    assert "sessionid" not in client.cookies
    assert client.get(f"/games/{game.code}/").status_code == 404, "it opens nothing else"


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_turn_played_by_a_link_offers_the_next_game_to_whoever_is_signed_in(
    client: Client, game: Game, link: str, alice: User, bob: User, now: Any, signed_in: bool
) -> None:
    other = seat_table([alice, bob], now=now, options={"first": 0})
    Game.objects.filter(pk=other.pk).update(name="Tyre")
    if signed_in:
        client.force_login(alice)
    page = client.post(link, {"orders": TURN}).content.decode()
    assert ("Next game: Tyre" in page) == ("Tyre" in page) == signed_in


def test_a_link_leaves_out_a_needless_end(client: Client, game: Game, now: Any) -> None:
    link = path_of(turn_links.action_url(game, game.seats.get(index=0), f"{TURN}; end", now=now))
    page = client.get(link).content.decode()
    assert "Check your draft and confirm it." in page
    assert orders_in(page) == TURN


@pytest.mark.promise("R6", "R13")
def test_after_a_part_of_a_turn_the_rest_is_played_by_a_new_link(
    client: Client, game: Game, link: str
) -> None:
    first, again = (client.post(link, {"orders": "take temple"}) for _ in range(2))
    assert first.content == again.content
    found = re.search(r'href="(http\S+/turn/\S+)"', first.content.decode())
    assert found
    rest = path_of(found[1])
    assert client.post(rest, {"orders": "march B5.NW via E; draw; draw"}).status_code == 200
    game.refresh_from_db()
    assert mover(game) == 1


@pytest.mark.promise("R6")
def test_a_button_pressed_twice_plays_once_and_says_the_same(
    client: Client, game: Game, link: str
) -> None:
    first, second = (client.post(link, {"orders": TURN}) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    assert LoggedMove.objects.filter(game=game).count() == 5


@pytest.mark.promise("R6", "R13")
def test_the_hashes_of_a_link_and_its_orders_never_change(
    client: Client, game: Game, link: str
) -> None:
    client.post(link, {"orders": TURN})
    token = sha256(link.split("/")[2].encode()).hexdigest()
    sent = sha256(f"link:{token}\n{' '.join(TURN.split())}".encode()).hexdigest()
    assert TurnToken.objects.filter(digest=token).exists()
    logged = urlsafe_b64encode(sha256(sent.encode()).digest()[:9]).decode()
    assert LoggedMove.objects.get(game=game, number=2).key == logged


@pytest.mark.promise("R13")
def test_a_link_expires_when_its_turn_is_over(client: Client, game: Game, link: str) -> None:
    submit(game, seat=0, text=TURN, number=1, key="page", actor="page", now=game.created_at)
    looked, acted = client.get(link), client.post(link, {"orders": TURN})
    assert looked.status_code == 410
    assert "This turn is over" in looked.content.decode()
    assert acted.status_code == 409
    assert LoggedMove.objects.filter(game=game).count() == 5


@pytest.mark.promise("R13")
def test_a_link_of_an_earlier_position_of_the_turn_plays_nothing(
    client: Client, game: Game, link: str
) -> None:
    submit(game, seat=0, text="take temple", number=1, key="page", actor="page",
           now=game.created_at)
    assert client.get(link).status_code == 409
    assert client.post(link, {"orders": "march B5.NW via E"}).status_code == 409
    assert LoggedMove.objects.filter(game=game).count() == 2


@pytest.mark.promise("R13")
def test_the_token_of_a_link_is_stored_as_a_hash_and_opens_nothing_else(
    client: Client, game: Game, link: str
) -> None:
    token = link.split("/")[2]
    assert not any(token in str(value) for row in TurnToken.objects.values() for value in
                   row.values())
    assert client.get(f"/turn/{token}/leave/").status_code == 404
    assert turn_links.action_url(game, game.seats.get(index=1), "", now=game.created_at) != link
    other = token[:-1] + ("b" if token.endswith("a") else "a")  # one in 32 keys ends in an "a"
    assert client.get(f"/turn/{other}/").status_code == 404


def test_a_link_for_somebody_who_left_leads_nowhere(client: Client, link: str, bob: User) -> None:
    Seat.objects.filter(index=0).update(user=None, bot="greedy")
    assert client.get(link).status_code == 404
    assert client.post(link, {"orders": TURN}).status_code == 404


@pytest.mark.promise("R21")
def test_the_url_of_a_link_is_sent_to_no_other_site(client: Client, link: str) -> None:
    for response in (client.get(link), client.get("/turn/nothing/")):
        assert response["Referrer-Policy"] == "no-referrer"
        assert "no-store" in response["Cache-Control"]


@pytest.mark.promise("R19")
def test_the_page_of_a_link_explains_faulty_orders(client: Client, link: str) -> None:
    path = link.partition("?")[0]
    for response in (client.get(path, {"draft": "fly <script>x</script>"}),
                     client.post(path, {"orders": "fly <script>x</script>"})):
        page = response.content.decode()
        assert response.status_code == 400
        assert "We cannot read" in page
        assert "<script>x" not in page
    assert client.post(path).status_code == 400


def test_everything_that_a_turn_behind_a_link_offers_leads_back_to_the_link(
    client: Client, game: Game, link: str
) -> None:
    path = link.partition("?")[0]
    for draft in ("", "take temple", TURN.rpartition(";")[0], TURN):
        page = client.get(path, {"draft": draft}).content.decode()
        main = page[page.index("<main"):page.index("</main>")]
        leads = re.findall(r'(?:href|action|data-live)="([^"#]+)', main)
        assert leads
        assert {urlsplit(one).path for one in leads} <= {path, "/rules/"}


def test_orders_typed_behind_a_link_are_previewed_as_its_draft(client: Client, link: str) -> None:
    path = link.partition("?")[0]
    response = client.post(path, {"orders": "take temple\n\nmarch B5", "do": "preview"})
    assert response["Location"] == f"{path}?draft=take+temple%3B+march+B5"
    assert LoggedMove.objects.count() == 1


def test_a_form_of_the_choices_changes_the_draft_of_a_link(client: Client, link: str) -> None:
    path = link.partition("?")[0]
    looked = client.get(path, {"draft": "take temple", "do": "look", "guard": "A1"})
    assert looked["Location"] == f"{path}?draft=take+temple&guard=A1"
    refused = client.get(path, {"draft": "take temple", "do": "add", "guard": "A1"})
    assert refused.status_code == 400
    assert "You take the temple to march." in refused.content.decode()


def test_htmx_gets_only_the_changing_part_of_a_turn_behind_a_link(
    client: Client, link: str
) -> None:
    response = client.get(link, headers={"hx-request": "true"})
    assert b"<html" not in response.content
    assert response["HX-Push-Url"] == link


def test_orders_from_another_address_are_played_after_the_owner_confirms(
    client: Client, game: Game, office: PostOffice, alice: User
) -> None:
    EmailPreferences.objects.create(user=alice, other_senders=True)
    office.reply(office.turn_email(game, alice), TURN, sender="alice@work.example")
    found = re.search(r"http\S+/turn/\S+", text_of(office.deliver()[0]))
    assert found
    where = path_of(found[0])
    page = client.get(where).content.decode()
    assert client.post(where, {"orders": orders_in(page)}).status_code == 200
    game.refresh_from_db()
    assert mover(game) == 1


def test_leaving_by_email_needs_a_confirmation(
    client: Client, office: PostOffice, alice: User, bob: User, carol: User
) -> None:
    game = seat_table([alice, bob, carol], now=office.now, options={"first": 0})
    office.reply(office.turn_email(game, alice), "resign", sender=alice.email)
    found = re.search(r"http\S+/turn/\S+/leave/", text_of(office.deliver()[0]))
    assert found
    where, before = path_of(found[0]), rows()
    assert "a bot will take over your seat" in client.get(where).content.decode().lower()
    assert rows() == before
    assert "You have left Friends" in client.post(where).content.decode()
    seat = Seat.objects.get(game=game, index=0)
    assert (seat.user, bool(seat.bot)) == (None, True)
    assert client.post(where).status_code == 404


def test_the_preview_leads_to_a_link_that_plays_it(
    client: Client, game: Game, office: PostOffice, alice: User
) -> None:
    office.reply(office.turn_email(game, alice), f"preview {TURN}", sender=alice.email)
    found = re.search(r"http\S+/turn/\S+", text_of(office.deliver()[0]))
    assert found
    assert orders_in(client.get(path_of(found[0])).content.decode()) == TURN
