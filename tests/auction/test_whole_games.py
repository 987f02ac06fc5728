"""A game is played to its end by pages alone and by email alone, and can be looked back on."""

from __future__ import annotations

import io
import re
from datetime import datetime
from email.message import EmailMessage

import pytest
from django.core.management import call_command
from PIL import Image

from games.models import Game, LoggedMove, User
from games.table import picture_cache
from games.table.lobby import open_tables
from games.table.play import bots, history, records, verification
from tests.auction.conftest import play_on
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.pages.page_reader import Browser, Sit

pytestmark = pytest.mark.django_db
MOST = 60  # rounds of a game, each person acting at most once
LISTED = re.compile(r"^  (offer|pass|bid \d+)$", re.MULTILINE)


def act(browser: Browser, code: str, *, nth: int) -> bool:
    """Plays by links and buttons, if it is this person's turn; returns whether it was."""
    page = browser.open(f"/games/{code}/")
    bids = [link for link in page.find() if re.search(r"draft=(bid|pass)", link.href)]
    if bids:
        browser.open(bids[nth % len(bids)].href)
    elif any("draft=offer" in link.href for link in page.links):
        browser.follow("Offer the next lot")
    else:
        return False
    page = browser.press("Confirm")
    assert page.status == 200
    assert "Not played." not in page.words
    return True


def test_a_visitor_plays_against_bots_by_links_and_buttons(sit: Sit, now: datetime) -> None:
    browser = sit(None)
    browser.open("/?game=lots")
    browser.press("Play now", players="3", bot="bold")
    game = Game.objects.get()
    for number in range(MOST):
        while bots.play(game.pk, now=now):
            pass
        if not act(browser, game.code, nth=number):
            break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert verification.first_fault(game) is None
    page = browser.open(f"/games/{game.code}/")
    assert "All lots are sold; the auction is over." in page.words
    browser.follow("Check the deal")
    assert "It matches." in browser.page.words


def test_two_people_bid_in_any_order_by_page(
    alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, name="Sale", ruleset="lots", players=2, listed=True,
                               now=now)
    browsers = [sit(alice), sit(bob)]
    browsers[1].open(f"/games/{game.code}/")
    browsers[1].press("Take a seat")
    for number in range(MOST):
        order = browsers if number % 2 else browsers[::-1]
        if not sum(act(one, game.code, nth=number + 3 * i) for i, one in enumerate(order)):
            break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    by_turn = [row.seat for row in LoggedMove.objects.filter(game=game, move__startswith="bid")]
    assert set(by_turn) == {0, 1}


def reply_to(email: EmailMessage, *, nth: int) -> str:
    """An order that the email says is possible; "" if it asks for none."""
    if email["X-Game-Post"] not in ("turn", "receipt", "reminder"):
        return ""
    listed = LISTED.findall(text_of(email))
    return listed[nth % len(listed)] if listed else ""


@pytest.mark.promise("R13")
def test_two_people_play_to_the_end_by_email_alone(
    alice: User, bob: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, name="Sale", ruleset="lots", players=2, listed=True,
                               now=now)
    open_tables.join(game, user=bob, now=now)
    office = PostOffice(now)
    for number in range(MOST):
        news = office.deliver()
        if not news:
            break
        latest = {email["To"]: email for email in news if reply_to(email, nth=0)}
        for nth, (address, email) in enumerate(reversed(latest.items())):
            order = reply_to(email, nth=number + 2 * nth)
            office.reply(email, f"{order}\n", sender=str(address))
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert set(LoggedMove.objects.filter(game=game, seat__isnull=False).values_list(
        "actor", flat=True)) == {"mail"}
    kinds = [str(email["X-Game-Post"]) for email in office.delivered]
    assert "refusal" not in kinds
    assert kinds.count("over") == 2


def test_a_turn_email_shows_the_table_in_text_in_html_and_as_a_picture(
    game: Game, alice: User, now: datetime
) -> None:
    email = PostOffice(now).turn_email(game, alice)
    assert email["Subject"] == "Friends (Lots)"
    text, html = text_of(email), html_of(email)
    purse = history.view(game, 0).purses[0]
    assert f"Alice: 0 points, {purse} coins (you)" in text
    assert "Bob: 0 points, ? coins" in text
    assert "Red has to offer a lot." in text
    assert "\n  offer\n" in text
    assert "Offer" in html or "offer" in html
    (picture,) = (part for part in email.walk() if part.get_content_type() == "image/png")
    assert Image.open(io.BytesIO(picture.get_content())).width == 640


def test_the_last_email_shows_the_course_of_the_game(game: Game, now: datetime) -> None:
    play_on(game, now=now)
    emails = [mail for mail in PostOffice(now).deliver() if mail["X-Game-Post"] == "over"]
    assert len(emails) == 2
    for email in emails:
        names = [part.get_filename() for part in email.walk()
                 if part.get_content_maintype() == "image"]
        assert names == ["board.png", "scores.png"]


def test_a_finished_game_can_be_replayed_and_downloaded(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    play_on(game, now=now)
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/replay/")
    assert "Every player gets a secret purse." in page.words
    assert "Coins" in page.words
    chart = page.html.partition('class="chart-sheet"')[2]
    assert f'href="/games/{game.code}/replay/{game.number}/"' in chart
    for number in (1, game.number // 2, game.number):
        step = browser.client.get(f"/games/{game.code}/replay/{number}/step.json")
        assert step.json()["number"] == number
    svg = browser.client.get(f"/games/{game.code}/replay/5/board.svg")
    assert svg["Content-Type"] == "image/svg+xml"
    png = browser.client.get(f"/games/{game.code}/replay/5/board.png")
    assert Image.open(io.BytesIO(png.content)).format == "PNG"
    picture_cache.draw_animation(game.pk)
    animation = Image.open(io.BytesIO(browser.client.get(f"/games/{game.code}/game.gif").content))
    assert animation.n_frames == game.number


def test_its_record_comes_back_and_verifies(
    game: Game, alice: User, sit: Sit, now: datetime, tmp_path, capsys
) -> None:
    play_on(game, now=now)
    text = sit(alice).client.get(f"/games/{game.code}/record.txt").content.decode()
    assert "ruleset: lots" in text or "lots" in text.split("\n\n")[0]
    back = records.import_record(text, now=now)
    assert history.state(back) == history.state(game)
    call_command("verify_games")
    file = tmp_path / "sale.txt"
    call_command("export_game", game.code, output=file)
    call_command("import_game", str(file))
    assert Game.objects.filter(ruleset="lots").count() == 3
    call_command("simulate", ruleset="lots", players=3, games=2)
    assert "sold out" in capsys.readouterr().out
