"""Pages of positions by their addresses: nothing but the address is needed, and nothing hidden."""

from __future__ import annotations

import pytest

from alexandros_rules.campaign import continuing
from alexandros_rules.positions import write
from games.models import Game, User
from games.table.play import continued_games, history
from tests.pages.page_reader import Sit
from tests.sample_games import POSITION

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MIDDLE = 21  # a position of the finished game in which a turn begins
OTHER = write("campaign", continuing.samples[-1], continuing.samples)


def test_a_visitor_looks_tries_moves_and_goes_on_from_where_they_lead(sit: Sit) -> None:
    visitor = sit()
    page = visitor.open(f"/position/{POSITION}/")
    assert page.status == 200
    assert "A position of Alexandros" in page.words

    page = visitor.open(next(link.href for link in page.links if "draft=" in link.href))
    assert "What you are trying" in page.words

    page = visitor.open(f"/position/{POSITION}/?draft=take+K7")
    assert "This is not possible here." in page.words


@pytest.mark.parametrize("string", [POSITION, OTHER])
def test_a_table_goes_on_from_a_string_with_what_everybody_saw(string: str, sit: Sit) -> None:
    visitor = sit()
    visitor.open(f"/position/{string}/")
    visitor.follow("Play on from here")

    page = visitor.press("Play on")

    game = Game.objects.get()
    assert page.url == f"/games/{game.code}/"
    assert (game.status, game.origin, game.rated) == (Game.Status.RUNNING, None, False)
    room, _setup = continued_games.read(string)
    events = [event for row in history.read(game, None).transitions for event in row.events]
    assert continued_games.string_after(room, events[:2]) == string
    assert "of another game" in continued_games.sentence(game)


def test_the_replay_of_a_finished_game_leads_to_the_address(
    finished: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{finished.code}/replay/{MIDDLE}/")
    page = browser.open(next(link.href for link in page.links
                             if link.words == "Address of this position"))

    string = continued_games.string_at(finished, MIDDLE)
    assert page.url == f"/position/{string}/"
    assert f"http://testserver/position/{string}/" in browser.client.get(page.url).content.decode()
    browser.open("/position/")
    pasted = f"see http://testserver/games/{finished.code}/replay/{MIDDLE}/?turn=2."
    assert browser.press("Open it", address=pasted).url == f"/position/{string}/"
    last = browser.open(f"/games/{finished.code}/replay/{finished.number}/")
    assert "Address of this position" not in last.words


@pytest.mark.promise("R10")
def test_a_game_in_progress_has_no_addresses(running: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    assert "Address of" not in browser.open(f"/games/{running.code}/replay/5/").words
    assert browser.open(f"/games/{running.code}/replay/5/address/").status == 409


def test_an_address_is_found_in_whatever_is_pasted(sit: Sit) -> None:
    visitor = sit()
    for pasted in (POSITION, f" https://example.org/position/{POSITION}/?draft=end ",
                   f"look: https://example.org/position/{POSITION}/ !"):
        visitor.open("/position/")
        assert visitor.press("Open it", address=pasted).url == f"/position/{POSITION}/"

    page = visitor.open("/position/?address=moon")
    assert page.status == 404
    assert "Please copy it again, from its first to its last character." in page.words


def test_other_strings_are_refused_in_a_sentence(sit: Sit) -> None:
    for string in (f"{POSITION}A", POSITION[:-1], "moon", "x" * 2000):
        for path in ("", "draft/0/", "play-on/"):
            page = sit().open(f"/position/{string}/{path}")
            assert page.status == 404
            assert "This is not the address of a position." in page.words


def test_what_nobody_sees_can_be_supposed(sit: Sit) -> None:
    visitor = sit()
    page = visitor.open(f"/position/{POSITION}/")
    supposed = next(link.href for link in page.links if "hand" in link.href)
    assert "Suppose that" in visitor.open(supposed).words
    assert visitor.open(f"/position/{POSITION}/?given=0,moon").status == 400
