"""Pages of positions by their addresses: nothing but the address is needed, and nothing hidden."""

from __future__ import annotations

from urllib.parse import unquote_plus

import pytest

from alexandros_rules.alexandros import continuing as alexandros
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.campaign import continuing
from alexandros_rules.positions import write
from games.models import Game, User
from games.table.play import continued_games, history
from tests.pages.page_reader import Page, Sit
from tests.sample_games import POSITION

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HORSE = SYMBOLS.index("horse")
MIDDLE = 21  # a position of the finished game in which a turn begins
TAKE = write("alexandros", alexandros.samples[-2], alexandros.samples)
BUILDING = write("campaign", continuing.samples[-4], continuing.samples)
AUCTION = write("campaign", continuing.samples[-6], continuing.samples)
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
    for pasted in (POSITION, f" https://example.org/position/{POSITION}/?other=end ",
                   f"look: https://example.org/position/{POSITION}/ !"):
        visitor.open("/position/")
        assert visitor.press("Open it", address=pasted).url == f"/position/{POSITION}/"

    tried = f"/position/{POSITION}/?draft=take+lyre%3B+end&given=0%2Chand+1+ox"
    visitor.open("/position/")
    assert visitor.press("Open it", address=f"see https://example.org{tried}.").url == tried

    page = visitor.open("/position/?address=moon")
    assert page.status == 404
    assert "Please copy it again, from its first to its last character." in page.words


def test_other_strings_are_refused_in_a_sentence(sit: Sit) -> None:
    for string in (f"{POSITION}A", POSITION[:-1], "moon", "x" * 2000):
        for path in ("", "draft/0/", "play-on/"):
            page = sit().open(f"/position/{string}/{path}")
            assert page.status == 404
            assert "This is not the address of a position." in page.words


def supposing(page: Page, words: str) -> str:
    """Returns the address that supposes this, from its text in the address."""
    return next(link.href for link in page.links if words in unquote_plus(link.href))


@pytest.mark.parametrize("string", [POSITION, OTHER])
def test_what_nobody_sees_can_be_supposed_and_taken_back(string: str, sit: Sit) -> None:
    visitor = sit()
    page = visitor.open(f"/position/{string}/")
    assert "counts as missing until you suppose it" in page.words
    page = visitor.open(supposing(page, "hand 1"))
    assert "Suppose that Red holds" in page.words
    page = visitor.open(next(link.href for link in page.links
                             if "take back" in link.words and "Suppose" in link.words))
    assert "Suppose that Red holds" not in page.words
    for text in ("moon", "hand 9 ore"):
        assert visitor.open(f"/position/{string}/?given=0,{text}").status >= 400


def test_a_turn_that_needs_what_is_taken_back_stays_to_be_changed(sit: Sit) -> None:
    visitor = sit()
    page = visitor.open(f"/position/{BUILDING}/?given=0,hand+1+ore&draft=offer+ore+for+wool")
    assert "What you have supposed about hidden things is not kept there" in page.words
    page = visitor.open(next(link.href for link in page.links
                             if "take back" in link.words and "Suppose" in link.words))
    assert "This is not possible here." in page.words
    assert ("draft", "offer ore for wool") in [field for form in page.forms
                                               for field in form.fields]


def test_a_supposed_outcome_gives_the_position_after_a_turn_its_address(sit: Sit) -> None:
    visitor = sit()
    page = visitor.open(f"/position/{TAKE}/?draft=take+temple")
    assert "Suppose it below, and you can go on from there." in page.words
    page = visitor.open(supposing(page, "then row horse"))
    assert "Suppose that the new face-up card is a horse." in page.words
    assert "take temple" in page.words
    page = visitor.open(supposing(page, "hand 2 lyre"))
    assert "take temple" in page.words  # another supposition leaves the draft
    page = visitor.follow("Go on from the position after this")
    room, setup = continued_games.read(page.url.split("/")[2])
    assert HORSE in continued_games.positions_of(room).view(setup).face_up

    visitor.open(f"/position/{TAKE}/?given=0,then+row+horse&draft=take+temple")
    page = visitor.follow("Undo")
    assert "Suppose that the new face-up card" not in page.words


def test_a_supposed_roll_and_chit_give_the_position_after_a_turn_its_address(sit: Sit) -> None:
    visitor = sit()
    page = visitor.open(f"/position/{BUILDING}/?draft=end")
    page = visitor.open(supposing(page, "then dice 8"))
    assert "Suppose that the dice show 8." in page.words
    page = visitor.follow("Go on from the position after this")
    room, setup = continued_games.read(page.url.split("/")[2])
    assert continued_games.positions_of(room).view(setup).dice == (4, 4)


def test_a_turn_that_another_player_can_give_as_well_stays_in_the_link_to_them(sit: Sit) -> None:
    visitor = sit()
    page = visitor.open(f"/position/{AUCTION}/?draft=pass")
    assert "keeps its address" in page.words
    assert "draft=bid+nothing" in next(link.href for link in page.links
                                if link.words == "Try for Yellow instead")


def test_the_link_to_another_player_says_that_it_drops_a_turn_of_ones_own(sit: Sit) -> None:
    page = sit().open(f"/position/{AUCTION}/?given=1&draft=bid+up+to+3+with+3+gold")
    assert "Try for Red instead (this drops the turn that you are trying)" in page.words
