"""Whole games, played by page and by email, and what can be seen of them afterwards."""

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
from tests.campaign.room.conftest import Table, act, play_on
from tests.checker.page_script import check, verdicts
from tests.inbox.email_replies import PostOffice, text_of, words
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
MOST = 120  # rounds of a game, each person acting at most once
_ORDERS = re.compile(r"^  1\.\s+(\S(?:.*(?:\n  (?=\S))?)+)$", re.MULTILINE)


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_ends_verifies_and_comes_back_from_its_record(
    table: Table, now: datetime, players: int
) -> None:
    game = table(players)

    play_on(game, now=now)

    assert verification.first_fault(game) is None
    assert verification.reveal_deal(game).follows
    back = records.import_record(records.export_record(game, with_seed=True), now=now)
    assert history.state(back) == history.state(game)


def test_an_open_auction_with_bluffs_ends_and_verifies(table: Table, now: datetime) -> None:
    game = table(3, open_bidding=True, bluff=True)

    play_on(game, now=now)

    assert verification.first_fault(game) is None


def test_a_visitor_plays_a_whole_game_against_bots_by_links_and_buttons(
    sit: Sit, now: datetime
) -> None:
    browser = sit(None)
    browser.open("/?game=campaign")
    browser.press("Play now", players="2", bot="hasty")
    game = Game.objects.get()
    played = []
    for _number in range(MOST):
        while bots.play(game.pk, now=now):
            pass
        order = act(browser, game.code)
        if not order:
            break
        played.append(order.split()[0])

    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert {"bid", "roll", "end"} <= {*played}
    page = browser.open(f"/games/{game.code}/")
    assert "The game is over" in page.words or "wins" in page.words
    browser.follow("Check the deal")
    assert "It matches." in browser.page.words


def ready_order(email: EmailMessage) -> str:
    """The first whole turn that an email offers for copying, "" if it asks for none."""
    if email["X-Game-Post"] not in ("turn", "receipt"):
        return ""
    _before, _title, after = text_of(email).partition("READY TO PLAY\n")
    return next(iter(_ORDERS.findall(after)), "")


@pytest.mark.promise("R13")
def test_three_people_play_by_email_alone_from_invitation_to_replay(
    alice: User, bob: User, carol: User, sit: Sit, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, name="Friends", ruleset="campaign", players=3,
                               invite_emails=[str(bob.email), str(carol.email)], now=now)
    office = PostOffice(now)
    for email in office.deliver():
        office.reply(email, "yes\n", sender=str(email["To"]))
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    for _number in range(MOST):
        news = [email for email in office.deliver() if ready_order(email)]
        if not news:
            break
        for email in {mail["To"]: mail for mail in news}.values():
            office.reply(email, f"{ready_order(email)}\n", sender=str(email["To"]))
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert {*LoggedMove.objects.filter(game=game, seat__isnull=False).values_list(
        "actor", flat=True)} == {"mail"}
    kinds = [str(email["X-Game-Post"]) for email in office.delivered]
    assert "refusal" not in kinds
    assert kinds.count("over") == 3
    last = next(email for email in office.delivered
                if email["X-Game-Post"] == "over" and email["To"] == alice.email)
    replay = re.search(r"/games/\w+/replay/", text_of(last))
    assert replay is not None
    page = sit(alice).open(f"{replay[0]}{game.number}/")
    assert all(sentence in page.words for sentence in re.findall(r"\w+ has \d+ points?: [^.]+\.",
                                                                words(last)))


def test_a_finished_game_can_be_replayed_and_downloaded(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    play_on(game, now=now)
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/replay/")
    for column in ("Chits", "Yield"):
        assert column in page.words
    chart = page.html.partition('class="chart-sheet"')[2]
    assert f'href="/games/{game.code}/replay/{game.number}/"' in chart
    for number in (1, game.number // 2, game.number):
        step = browser.client.get(f"/games/{game.code}/replay/{number}/step.json")
        assert step.json()["number"] == number
    png = browser.client.get(f"/games/{game.code}/replay/5/board.png")
    assert Image.open(io.BytesIO(png.content)).format == "PNG"
    picture_cache.draw_animation(game.pk)
    animation = Image.open(io.BytesIO(browser.client.get(f"/games/{game.code}/game.gif").content))
    assert 1 < animation.n_frames <= game.turn


def test_the_last_email_shows_the_course_of_the_game(game: Game, now: datetime) -> None:
    play_on(game, now=now)
    emails = [mail for mail in PostOffice(now).deliver() if mail["X-Game-Post"] == "over"]
    assert len(emails) == 3
    for email in emails:
        names = [part.get_filename() for part in email.walk()
                 if part.get_content_maintype() == "image"]
        assert names == ["board.png", "scores.png"]
        named = re.findall(r"(Alice|Bob|Carol|You) ha(?:s|ve) (?:no points|\d+ points?: \d+ for )",
                           words(email))
        reader = email["To"].split("@")[0].capitalize()
        assert {*named} == {"Alice", "Bob", "Carol", "You"} - {reader}


def test_its_record_is_exported_and_imported_by_commands(
    game: Game, alice: User, sit: Sit, now: datetime, tmp_path, capsys
) -> None:
    play_on(game, now=now)
    text = sit(alice).client.get(f"/games/{game.code}/record.txt").content.decode()
    assert "campaign" in text.split("\n\n")[0]
    file = tmp_path / "campaign.txt"
    call_command("export_game", game.code, output=file)
    call_command("import_game", str(file))
    assert Game.objects.filter(ruleset="campaign").count() == 2


@pytest.mark.promise("R9", "R24")
@pytest.mark.parametrize("open_bidding", [False, True])
def test_the_log_that_the_replay_offers_passes(
    table: Table, alice: User, sit: Sit, now: datetime, *, open_bidding: bool
) -> None:
    game = table(3, first=None, open_bidding=open_bidding)
    play_on(game, now=now)

    text = sit(alice).client.get(f"/games/{game.code}/log.json").content.decode()
    head = f"row {game.number}, {game.rows.get(number=game.number).chain} ({game.code})"
    report = check(text, head)

    assert report["first"] is None, report["first"]
    assert {*verdicts(report).values()} == {"good"}
    assert report["scores"] == [*game.seats.order_by("index").values_list("score", flat=True)]
