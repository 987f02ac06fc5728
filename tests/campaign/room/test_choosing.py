"""People choose The Campaign, see a demo of it, and read what is new to them."""

from __future__ import annotations

from datetime import datetime

import pytest

from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.drafts import evaluate
from games.models import Game, User
from games.rulesets.campaign import introduction, table_panel
from games.table.play import event_log
from tests.campaign.room.conftest import Table, drafts, submit
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_in_the_lobby_people_choose_it_and_make_a_table(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open("/lobby/")
    browser.follow("Make a new table")
    page = browser.follow("The Campaign")
    assert "A new table for The Campaign" in page.words
    assert "Open bidding" in page.words

    page = browser.press("Open the table", players="4", company="anybody", name="March")

    game = Game.objects.get()
    assert (game.ruleset, game.seats.count()) == ("campaign", 4)


def test_the_home_page_introduces_it_and_starts_a_balanced_game_against_bots(sit: Sit) -> None:
    browser = sit(None)
    page = browser.open("/?game=campaign")
    assert "bid for the right to help him" in page.words

    page = browser.press("Play now", players="3", bot="hasty")

    game = Game.objects.get()
    assert game.ruleset == "campaign"
    assert event_log.setup_of(game).options == {"balanced_start": True}
    assert "Bid for a settlement" in page.words


def test_its_previews_and_lists_have_pictures(game: Game, sit: Sit) -> None:
    browser = sit(None)
    preview = browser.client.get("/preview/campaign.png")
    assert preview.content.startswith(b"\x89PNG")
    assert "Friends The Campaign" in browser.open("/watch/").words


def test_it_has_a_page_of_rules(game: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/")
    assert {link.href for link in page.links if "/rules/" in link.href} == {"/rules/campaign/"}
    assert "The rules of The Campaign" in browser.open("/rules/campaign/").words


def test_a_new_table_begins_with_the_balanced_start_unless_its_creator_turns_it_off(
    alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    for chosen, options in (({}, {"balanced_start": True}), ({"option_balanced_start": ""}, {})):
        browser.open("/games/new/?game=campaign")
        browser.press("Open the table", players="3", **chosen)
        assert event_log.setup_of(Game.objects.latest("pk")).options == options


def test_the_turn_can_be_played_as_it_is_written() -> None:
    shown, example = introduction.demo(), introduction.email_turn()
    view = RULESET.view(shown.state, example.seat)
    draft = evaluate(RULESET, view, "\n".join(example.orders[:1]), seat=example.seat)
    assert draft.refusal is None
    assert len(example.orders) >= introduction.FEWEST_MOVES
    assert example.orders[-1] == "end"


def test_it_tells_what_the_player_saw_before_and_after() -> None:
    example = introduction.email_turn()
    assert any("rolls" in sentence for sentence in example.news)
    assert example.receipt
    assert example.name in " ".join(example.receipt)


def test_the_home_page_shows_it(sit: Sit) -> None:
    page = sit(None).open("/?game=campaign")
    for order in introduction.email_turn().orders:
        assert order in page.html


TITLE = "Your first game:"


def test_the_first_turns_are_explained(game: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/")
    assert "Your first game: turn 1 of 5" in page.words
    assert "Whoever bids most founds a settlement here" in page.words
    orders = drafts(page)
    page = browser.open(orders[next(order for order in orders if order.startswith("bid"))])
    assert "This draft is not played yet. Check it, and confirm it." in page.words


def test_who_has_finished_a_game_knows_it(game: Game, table: Table, alice: User, sit: Sit) -> None:
    old = Game.objects.filter(pk=table(2).pk)
    assert TITLE in sit(alice).open(f"/games/{game.code}/").words
    old.update(status=Game.Status.OVER)
    assert TITLE not in sit(alice).open(f"/games/{game.code}/").words


def test_after_five_rounds_nothing_is_explained(game: Game, alice: User, sit: Sit) -> None:
    Game.objects.filter(pk=game.pk).update(turn=16)
    assert TITLE not in sit(alice).open(f"/games/{game.code}/").words


def test_whoever_waits_reads_no_explanation(game: Game, alice: User, sit: Sit,
                                            now: datetime) -> None:
    submit(game, 0, "bid nothing", now=now)
    assert TITLE not in sit(alice).open(f"/games/{game.code}/").words


def test_what_came_of_a_bid_stands_before_the_next_question(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    submit(game, 0, "bid nothing", now=now)
    for seat in (1, 2):
        submit(game, seat, "bid nothing", now=now)
    page = sit(alice).open(f"/games/{game.code}/")
    turn = page.html[page.html.index('id="turn"'):]
    assert "Nobody bids" in turn.partition('id="composer"')[0]
    assert "Since your last turn" not in page.words


def test_the_least_of_the_legend_stands_below_the_map_of_a_first_game(
    game: Game, sit: Sit
) -> None:
    browser = sit(None)
    browser.open("/?game=campaign")
    page = browser.press("Play now", players="2", bot="hasty")
    assert "Your first game" in page.words
    for entry in table_panel.key():
        assert entry.text in page.words
    assert "map-key" not in sit(None).open(f"/games/{game.code}/").html


def test_the_legend_names_every_sign_and_the_map_defines_it(game: Game, sit: Sit) -> None:
    page = sit(None).open(f"/games/{game.code}/")
    for entry in (*table_panel.lands(), *table_panel.signs()):
        assert entry.text in page.words
        assert str(entry.sign) in page.html
        for part in str(entry.sign).split('href="#')[1:]:
            assert f'id="{part.partition(chr(34))[0]}"' in page.html
