"""A game with nothing but rules and a picture is complete: what it lacks is not shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string

from alexandros_rules import drafts
from games.models import Game, User
from games.rulesets import registry
from games.rulesets.plain import PlainEmailParts, PlainReplay, PlainTable, PlainTurnForm
from games.rulesets.registry import Assets
from games.table import picture_cache
from games.table.play import history
from tests.auction import room as lots
from tests.auction.conftest import play_on, submit
from tests.auction.rules import AUCTION
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.pages.page_reader import Sit
from tests.pseudo_language import spoken, untranslated, untranslated_on_page

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NAMES = frozenset({"Alice", "Bob", "Croesus"})

PLAIN = replace(
    lots.ROOM,
    table=PlainTable(AUCTION),
    turn=PlainTurnForm(AUCTION, lots.PICTURES, example_orders="bid 3"),
    replay=PlainReplay(AUCTION, lots.PICTURES),
    emails=PlainEmailParts(AUCTION, example_orders="bid 3", turn_outline="Offer a lot, or bid."),
    assets=Assets(),
)


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(lots, "ROOM", PLAIN)
    registry.rooms_of.cache_clear()
    yield
    registry.rooms_of.cache_clear()


def test_its_moves_are_links_and_its_table_shows_the_points(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    submit(game, 0, "offer", now=now)
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/")
    assert "Choose your move" in page.words
    assert "Alice red (you) 0 points to move" in page.words
    browser.follow("bid 3")
    page = browser.press("Confirm")
    assert "Confirmed. Alice bids 3 coins in secret." in page.words


def test_its_replay_has_no_chart_and_its_animation_shows_every_position(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    play_on(game, now=now)
    page = sit(alice).open(f"/games/{game.code}/replay/")
    assert page.status == 200
    assert 'id="replay-chart" hidden' in page.html
    assert " won " in sit(alice).open(f"/games/{game.code}/").words
    assert picture_cache.draw_animation(game.pk).startswith(b"GIF89a")


def test_its_emails_list_its_moves_and_have_no_chart(
    game: Game, alice: User, now: datetime
) -> None:
    office = PostOffice(now)
    email = office.turn_email(game, alice)
    assert "Alice (you): 0 points\n" in text_of(email)
    assert "\n  1. offer\nhttp" in text_of(email)  # the only move is a whole turn
    submit(game, 0, "offer", now=now)
    email = office.turn_email(game, alice)
    assert "YOUR POSSIBLE MOVES\n  pass\n  bid 1\n" in text_of(email)
    assert "more" in text_of(email).partition("  bid 11\n")[2].partition("\n")[0]
    assert "<code" in html_of(email)
    play_on(game, now=now)
    for over in (mail for mail in office.deliver() if mail["X-Game-Post"] == "over"):
        assert "cid:scores" not in html_of(over)
        assert ": " in text_of(over)


def test_it_is_measured_without_landmarks(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("measure", "--ruleset", "lots", games=3, jobs=1)
    assert capsys.readouterr().out.splitlines()[-1].startswith("  sold out  100.0 %")


def link(draft: str, **choices: Any) -> str:
    return f"?draft={draft}"


@pytest.mark.parametrize("template", ["choices", "aim", "keys", "emails/table",
                                      "emails/suggestions"])
def test_everything_in_them_is_translated(game: Game, template: str, now: datetime) -> None:
    submit(game, 0, "offer", now=now)
    view, names = history.view(game, 1), history.seat_names(game)
    with spoken():
        turn = PLAIN.turn.turn(drafts.evaluate(AUCTION, view, "", seat=1), seat=1, names=names,
                               query={}, link=link, moves=())
        context = {"table": PLAIN.table.table(view, names=names, seat=1), "panel": turn.panel,
                   "suggestions": PLAIN.emails.suggestions(view, names=names, seat=1)}
        page = render_to_string(f"games/plain/{template}.html", context)
        assert untranslated_on_page(page, names=NAMES) == []
        if template == "emails/table":
            text = render_to_string(f"games/plain/{template}.txt", context)
            assert untranslated(text, names=NAMES) == []
