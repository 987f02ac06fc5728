"""The feed of a table that everybody may watch says what its page shows spectators, and no more."""

from __future__ import annotations

from datetime import datetime
from html import unescape

import pytest
from django.test import Client

from games.models import Game, User
from tests.atom_feeds import entries_of
from tests.markup import squeezed
from tests.pages import tables
from tests.pages.page_reader import Sit
from tests.sample_games import advance

pytestmark = pytest.mark.django_db


def plain(html: str) -> str:
    for tag in ("<p>", "</p>", "<br>"):
        html = html.replace(tag, " ")
    return squeezed(unescape(html)).strip()


@pytest.mark.promise("R10")
def test_it_tells_turns_in_the_words_of_the_page(
    client: Client, sit: Sit, running: Game, alice: User
) -> None:
    entries = entries_of(client.get(f"/games/{running.code}/feed/"))
    page = sit().open(f"/games/{running.code}/")
    assert [entry.title for entry in entries] == [
        *(f"Turn {turn}" for turn in range(running.turn, 0, -1)), "The game has begun."]
    for entry in entries[:3]:
        assert plain(entry.text) in page.words
        assert entry.link == f"http://127.0.0.1:8000/games/{running.code}/"
    answers = {sit(reader).client.get(f"/games/{running.code}/feed/").content
               for reader in (alice, None)}
    assert len(answers) == 1


@pytest.mark.promise("R10")
def test_it_tells_the_day_of_a_turn_and_not_the_hour(client: Client, running: Game) -> None:
    entries = entries_of(client.get(f"/games/{running.code}/feed/"))
    moments = [entry.updated for entry in entries]
    assert moments == sorted(moments, reverse=True)
    assert {at.replace(microsecond=0).time().isoformat() for at in moments} == {"00:00:00"}


def test_a_turn_keeps_its_id_while_it_goes_on(client: Client, fresh: Game, now: datetime) -> None:
    Game.objects.filter(pk=fresh.pk).update(listed=True)
    known: dict[str, str] = {}
    while fresh.number < 60:
        advance(fresh, now=now, moves=4)
        entries = entries_of(client.get(f"/games/{fresh.code}/feed/"))
        last = max(int(entry.id.rpartition("-")[2]) for entry in entries)
        assert all(known.setdefault(entry.id, entry.title) == entry.title for entry in entries)
        assert len(known) == last + 1


def test_it_ends_with_the_result(client: Client, sit: Sit, finished: Game) -> None:
    Game.objects.filter(pk=finished.pk).update(listed=True)
    entry = entries_of(client.get(f"/games/{finished.code}/feed/"))[0]
    assert entry.title == "The game is over."
    assert plain(entry.text) in sit().open(f"/games/{finished.code}/").words


def test_a_private_table_has_none_for_anybody(sit: Sit, fresh: Game, alice: User) -> None:
    for reader in (alice, None):
        assert sit(reader).client.get(f"/games/{fresh.code}/feed/").status_code == 404
    assert "feed/" not in sit(alice).open(f"/games/{fresh.code}/").html


def test_a_table_that_waits_for_players_has_an_empty_one(
    client: Client, alice: User, now: datetime
) -> None:
    game = tables.listed_table(alice, now=now)
    assert entries_of(client.get(f"/games/{game.code}/feed/")) == []


def test_its_page_leads_to_it(sit: Sit, running: Game) -> None:
    page, path = sit().open(f"/games/{running.code}/"), f"/games/{running.code}/feed/"
    assert ("link", "href", path) in page.attributes
    assert any(link.href.endswith(path) for link in page.links)
