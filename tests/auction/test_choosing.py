"""People choose among the games of the service; each game has its own pages and emails."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse

from alexandros_rules.errors import Refusal
from games.models import EmailPreferences, EmailTiming, Game, User
from games.post.outbox import digest
from games.rulesets import registry
from games.table.lobby import open_tables, rematches
from tests.auction.conftest import play_on
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.pages.page_reader import Sit
from tests.pseudo_language import spoken, untranslated, untranslated_on_page

pytestmark = pytest.mark.django_db
PAGES = ("/", "/lobby/", "/games/new/", "/rules/")


def sheets(html: str) -> set[str]:
    """The games' style sheets of a page."""
    return {name for name in re.findall(r'rel="stylesheet" href="/static/([^"]+)"', html)
            if not name.startswith("games/")}


def test_in_the_lobby_people_choose_a_game_and_make_a_table_of_it(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open("/lobby/")
    browser.follow("Make a new table")
    page = browser.follow("Lots")
    assert "A new table for Lots" in page.words
    assert "Smaller compensation" not in page.words

    page = browser.press("Open the table", players="3", company="anybody", name="Sale")

    game = Game.objects.get()
    assert (game.ruleset, game.seats.count()) == ("lots", 3)
    assert "Game Lots" in page.words
    assert "First player" not in page.words


def test_the_form_for_a_new_table_comes_after_the_choice_of_a_game(sit: Sit) -> None:
    browser = sit(None)
    page = browser.open("/games/new/")
    assert "Which game do you want to play?" in page.words
    assert page.forms == []
    browser.follow("Lots")
    assert "A new table for Lots" in browser.page.words
    browser.follow("Choose another game")
    browser.follow("Alexandros", on_board=False)
    browser.open(next(link.href for link in browser.page.find() if "game=alexandros" in link.href))
    assert "A new table for Alexandros" in browser.page.words


def test_a_table_that_is_refused_keeps_its_game(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open("/games/new/?game=lots")
    page = browser.press("Open the table", emails="nobody")
    assert page.status == 400
    assert "is not an email address" in page.words
    browser.press("Open the table", emails="")
    assert Game.objects.get().ruleset == "lots"


@pytest.mark.parametrize("path", ["/", "/games/new/"])
def test_an_unknown_game_is_refused_with_the_games_there_are(sit: Sit, path: str) -> None:
    page = sit(None).open(f"{path}?game=chess")
    assert page.status == 400
    assert "There is no such game here. Please choose alexandros or lots." in page.words


def test_the_home_page_introduces_each_game_and_starts_it(sit: Sit) -> None:
    browser = sit(None)
    page = browser.open("/")
    assert "Alexander marches" in page.words
    page = browser.follow("Lots")
    assert "A quick auction for two to four players." in page.words
    assert "How it works by email" not in page.words
    browser.press("Play now", players="2")
    assert Game.objects.get().ruleset == "lots"


def test_the_lobby_starts_a_game_of_each_kind_against_bots(sit: Sit) -> None:
    for title in ("Lots", "Alexandros"):
        browser = sit(None)
        browser.open("/lobby/")
        browser.follow(f"Play {title} against bots")
        browser.press("Play now")
    assert [game.ruleset for game in Game.objects.order_by("pk")] == ["lots", "alexandros"]


def test_every_list_says_which_game_a_table_plays(
    game: Game, alice: User, carol: User, sit: Sit, now: datetime
) -> None:
    open_tables.create_table(by=alice, name="Sale", ruleset="lots", players=2, listed=True,
                        invite_emails=[], now=now)
    open_tables.create_table(by=alice, name="War", ruleset="alexandros", players=2, listed=True,
                        invite_emails=[], now=now)
    open_tables.create_table(by=alice, name="Bids", ruleset="lots", players=2,
                        invite_emails=[carol.email], now=now)
    assert "Sale Lots" in sit(carol).open("/lobby/").words
    assert "War Alexandros" in sit(carol).open("/lobby/").words
    assert "Friends Lots" in sit(carol).open("/watch/").words
    assert "Bids (Lots):" in sit(carol).open("/lobby/").words
    assert "Sale Lots" in sit(alice).open("/games/").words
    assert "Friends Lots" in sit(alice).open("/").words
    assert "Friends Lots" in sit(alice).open(f"/games/{game.code}/").words
    assert "Friends Lots" in sit(alice).open(f"/games/{game.code}/replay/").words


@pytest.mark.parametrize("path", PAGES)
def test_with_one_game_nothing_asks_which(sit: Sit, settings: Any, path: str) -> None:
    settings.GAMES = settings.GAMES[:1]
    page = sit(None).open(path)
    assert page.status == 200
    assert "Lots" not in page.words
    assert "hich game" not in page.words
    assert 'name="game"' not in page.html
    assert "?game=" not in page.html


def test_each_game_has_rules_and_a_preview_of_its_own(game: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    page = browser.open("/rules/")
    assert "Alexander" in page.words
    page = browser.follow("Lots")
    assert "An auction for two to four players." in page.words
    assert 'property="og:image" content="http://testserver/preview/lots.png"' in page.html
    pictures = [browser.client.get(path).content for path in ("/preview/lots.png", "/preview.png")]
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert pictures[0] != pictures[1]
    page = browser.open(f"/games/{game.code}/")
    assert {link.href for link in page.links if "/rules/" in link.href} == {"/rules/lots/"}
    for missing in ("/rules/chess/", "/preview/chess.png", "/rules/lots/figures/light/FIG1.svg"):
        assert browser.client.get(missing).status_code == 404


def test_a_page_loads_the_sheets_of_the_games_it_shows(game: Game, sit: Sit) -> None:
    own, other = registry.get("lots").assets, registry.default().assets
    assert sheets(sit(None).open(f"/games/{game.code}/").html) == {*own.page_sheets}
    assert sheets(sit(None).open("/lobby/").html) == {*own.picture_sheets, *other.picture_sheets}


def test_an_invitation_says_which_game_it_is_and_links_to_its_rules(
    alice: User, carol: User, sit: Sit, now: datetime
) -> None:
    made = open_tables.create_table(by=alice, name="Sale", ruleset="lots", players=2,
                               invite_emails=[carol.email], now=now)
    page = sit(None).open(f"/games/{made.code}/invitation/{made.invite_token}/")
    assert "Lots" in page.words
    assert "/rules/lots/" in {link.href for link in page.links}
    assert "/preview/lots.png" in page.html
    (email,) = PostOffice(now).deliver()
    assert "Lots" in str(email["Subject"])
    assert reverse("rules", kwargs={"game": "lots"}) in text_of(email)
    assert reverse("rules", kwargs={"game": "lots"}) in html_of(email)


def test_a_digest_says_which_game_each_of_its_items_is_about(
    alice: User, bob: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=alice, when=EmailTiming.QUIET, minutes=10)
    for name, ruleset in (("Sale", "lots"), ("War", "alexandros")):
        options = {"first": 0} if ruleset == "alexandros" else {}
        made = open_tables.create_table(
            by=alice, name=name, ruleset=ruleset, players=2, listed=True, options=options, now=now
        )
        open_tables.join(made, user=bob, now=now)
    later = now + timedelta(minutes=11)
    assert digest.release_due(later) == 1
    (email,) = (mail for mail in PostOffice(later).deliver() if mail["To"] == alice.email)
    assert "SALE (Lots)" in text_of(email)
    assert "War (Alexandros)" in html_of(email)


def test_a_rematch_is_of_the_same_game(game: Game, alice: User, now: datetime) -> None:
    play_on(game, now=now)
    assert rematches.join_or_create(game, by=alice, now=now).ruleset == "lots"


def test_tables_of_a_game_that_was_taken_out_are_hidden(
    game: Game, alice: User, sit: Sit, settings: Any
) -> None:
    settings.GAMES = settings.GAMES[:1]
    browser = sit(alice)
    for path in ("/", "/lobby/", "/games/"):
        assert "Friends" not in browser.open(path).words
    assert browser.client.get(f"/games/{game.code}/").status_code == 404


NAMES = frozenset({
    "Alexandros", "Lots", "Alice", "Bob", "Carol", "Croesus", "Cato", "Friends", "Hall", "SE",
    "Alexander", "Leo", "Colovini", "lots", "alexandros", "hall", "bold", "thrifty",
    "The", "Persian", "Empire",  # the default board of Alexandros
})


@pytest.mark.parametrize("path", ["/?game=lots", "/lobby/", "/games/new/", "/games/new/?game=lots",
                                  "/games/new/?game=chess"])
def test_the_pages_are_translated(game: Game, carol: User, sit: Sit, path: str) -> None:
    browser = sit(carol)
    with spoken():
        page = browser.open(path)
    names = NAMES | {"chess", "UTC"}
    assert untranslated_on_page(page.html, names=names) == []


@pytest.mark.parametrize("wishes", [
    {"ruleset": "chess"}, {"players": 9}, {"board": "atlantis"}, {"bots": ["hal"]},
    {"bots": ["bold"] * 3}, {"options": {"dice": True}}, {"name": "x" * 61}, {"note": "x" * 201},
    {"pace": "hasty"}, {"invite_emails": ["bob"]}, {"invite_emails": ["alice@example.org"]},
    {"invite_emails": ["b@example.org"] * 2},
    {"ruleset": "alexandros", "options": {"half_of_occupying": "yes"}},
    {"ruleset": "alexandros", "options": {"first": 7}}, {"match": True}, {"rated": True},
    {"ruleset": "alexandros", "players": 3, "match": True},
    {"ruleset": "alexandros", "rated": True, "options": {"finish_round": True}},
])
def test_a_refused_table_says_why_in_the_readers_language(
    alice: User, now: datetime, wishes: dict[str, Any]
) -> None:
    wanted = {"ruleset": "lots", "players": 3, **wishes}
    with spoken(), pytest.raises(Refusal) as caught:
        open_tables.create_table(by=alice, now=now, **wanted)
    assert untranslated(caught.value.sentence, names=NAMES | {"dice", "bob"}) == []


def test_a_table_without_a_name_is_named_in_the_creators_language(
    alice: User, now: datetime
) -> None:
    with spoken():
        game = open_tables.create_table(by=alice, ruleset="lots", players=2, now=now)
    assert game.name == "Alice’š ŧáƀłé"
