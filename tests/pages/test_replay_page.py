"""The replay page: the chart, the log, its queries, and who may share it."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.table.lobby import replay_links
from games.table.play import event_log
from tests.markup import squeezed
from tests.pages.page_reader import Browser, Page, Sit

pytestmark = pytest.mark.any_database


def without_tokens(html: str) -> str:
    """The HTML without the tokens of its forms, which are different each time."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", html)


def at(browser: Browser, game: Game, number: int) -> Page:
    return browser.open(f"/games/{game.code}/replay/{number}/")


def meta(page: Page) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page.html))


def test_every_turn_of_the_chart_leads_to_its_last_position(
    finished: Game, alice: User, sit: Sit
) -> None:
    page = at(sit(alice), finished, 3)
    chart = page.html.partition("chart-sheet")[2].partition("</svg>")[0]
    linked = [int(n) for n in re.findall(r'href="/games/\w+/replay/(\d+)/"', chart)]
    turns = [
        step.turn for step in event_log.transitions(finished, event_log.logged_moves(finished))
    ]
    ends = [n for n, turn in enumerate(turns, 1) if n == len(turns) or turns[n] > max(turn, 1)]
    assert linked == ends
    assert chart.count('aria-current="step"') == 1


def test_the_log_tells_every_step_and_marks_the_one_shown(
    finished: Game, alice: User, sit: Sit
) -> None:
    page = at(sit(alice), finished, 7)
    steps = re.findall(r'<li[^>]* data-number="(\d+)"', page.html)
    assert [int(n) for n in steps] == list(range(1, finished.number + 1))
    log = page.html.partition('id="replay-log"')[2].partition("</ol>")[0]
    assert log.count('aria-current="step"') == 1
    assert re.search(rf'aria-current="step" href="/games/{finished.code}/replay/7/"', log)
    for number in (1, 8, finished.number):
        assert f'href="/games/{finished.code}/replay/{number}/"' in log


def test_points_incomes_and_provinces_stand_beside_the_board(
    finished: Game, alice: User, sit: Sit
) -> None:
    page = at(sit(alice), finished, finished.number)
    table = squeezed(page.html).partition('id="replay-standings"')[2].partition("</table>")[0]
    for name, score in zip(("Alice", "Bob"), finished.result["scores"], strict=True):  # type: ignore[index]
        row = rf"{name}</bdi></span></th><td class=\"right\"><strong>{score}</strong>"
        assert re.search(row, table)


def test_a_step_brings_the_same_parts_as_the_whole_page(
    finished: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    page = at(browser, finished, 9)
    step = json.loads(browser.client.get(f"/games/{finished.code}/replay/9/step.json").content)
    assert step["number"] == 9
    assert step["position"].strip() in page.words
    assert set(step["parts"]) == {"board", "step", "play_on", "standings", "table", "files",
                                  "talk"}
    whole = without_tokens(page.html)
    for html in step["parts"].values():
        assert without_tokens(html) in whole


def test_a_page_of_the_replay_reads_the_log_once(
    finished: Game, alice: User, sit: Sit, django_assert_max_num_queries: Any
) -> None:
    browser = sit(alice)
    counts = set()
    for number in (1, finished.number // 2, finished.number - 1):
        for path in ("", "step.json", "board.svg", "board.png"):
            with CaptureQueriesContext(connection, ) as asked:
                browser.client.get(f"/games/{finished.code}/replay/{number}/{path}")
            rows = [q for q in asked.captured_queries if "games_row" in q["sql"]]
            assert len(rows) == 1, path
            counts.add((path, len(asked)))
    assert len(counts) == 4, "the number of queries depends on the position"
    assert max(count for _, count in counts) <= 10


def test_a_listed_game_can_be_linked_to_with_a_picture(running: Game, sit: Sit) -> None:
    page = at(sit(None), running, 5)
    shown = meta(page)
    assert shown["og:title"] == "Running, position 5 of 21"
    assert shown["og:url"] == f"http://testserver/games/{running.code}/replay/5/"
    assert shown["og:image"] == f"http://testserver/games/{running.code}/replay/5/board.png"
    picture = sit(None).client.get(shown["og:image"].removeprefix("http://testserver"))
    assert picture.status_code == 200
    assert picture.content.startswith(b"\x89PNG")
    assert f'value="http://testserver/games/{running.code}/replay/5/"' in page.html


def test_a_private_page_tells_other_sites_nothing(finished: Game, alice: User, sit: Sit) -> None:
    assert not [name for name in meta(at(sit(alice), finished, 5)) if name.startswith("og:")]


def test_players_give_away_a_link_to_their_finished_game(
    finished: Game, alice: User, sit: Sit
) -> None:
    page = at(sit(alice), finished, 5)
    link = link_on(page)
    assert "Anybody who has it can see this whole game" in page.words
    anybody = sit(None)
    shared = anybody.open(link)
    assert shared.status == 200
    assert "Position 5 of" in shared.words
    assert meta(shared)["og:image"].endswith(f"{link}board.png")
    assert "noindex" in meta(shared)["robots"]
    anybody.follow("Step ›")
    assert anybody.page.url == link.replace("/5/", "/6/")
    inside = [one.href for one in anybody.page.links if "/replay/" in one.href]
    assert inside
    assert all(href.startswith("/shared/") for href in inside)


def test_everything_of_a_shared_game_can_be_had_by_its_link(finished: Game, sit: Sit) -> None:
    client = sit(None).client
    base = f"/shared/{finished.code}/{replay_links.sharing_key(finished)}"
    for path in ("replay/3/", "replay/3/step.json", "replay/3/board.svg", "replay/3/board.png",
                 "record.txt"):
        assert client.get(f"{base}/{path}").status_code == 200, path
    assert client.get(f"/games/{finished.code}/replay/3/").status_code == 404


@pytest.mark.promise("R11")
def test_a_wrong_key_and_a_running_game_are_not_there(
    finished: Game, fresh: Game, sit: Sit
) -> None:
    client = sit(None).client
    other = replay_links.sharing_key(fresh)
    for game, key in (
        (finished, "x"),
        (finished, other),
        (finished, replay_links.sharing_key(finished)[:-1]),
        (fresh, other),
    ):
        for path in ("replay/", "replay/1/", "replay/1/step.json", "replay/1/board.png",
                     "record.txt", "game.gif"):
            assert client.get(f"/shared/{game.code}/{key}/{path}").status_code == 404


def link_on(page: Page) -> str:
    found = re.search(r'id="replay-link" type="text" readonly value="http://testserver([^"]+)"',
                      squeezed(page.html))
    assert found
    return found[1]


def test_a_player_ends_the_links_given_away_and_gets_another(
    finished: Game, alice: User, bob: User, sit: Sit
) -> None:
    owner, anybody = sit(alice), sit(None)
    given = link_on(at(sit(bob), finished, 5))
    at(owner, finished, 5)
    assert anybody.open(given).status == 200
    page = owner.press("Revoke them", number="7")
    assert "All links shared so far have stopped working." in page.words
    assert page.url == f"/games/{finished.code}/replay/7/"
    assert anybody.open(given).status == 404
    assert link_on(page) != given.replace("/5/", "/7/")
    assert anybody.open(link_on(page)).status == 200


def test_only_players_of_a_private_game_that_is_over_may_end_its_links(
    finished: Game, fresh: Game, running: Game, alice: User, dave: User, sit: Sit
) -> None:
    Game.objects.filter(pk=finished.pk).update(created_by=dave)
    known = replay_links.sharing_key(finished)
    for user, game, status in ((dave, finished, 403), (alice, fresh, 409), (None, running, 403)):
        answer = sit(user).client.post(f"/games/{game.code}/share/end/")
        assert answer.status_code == status
    finished.refresh_from_db()
    assert replay_links.key_opens(known, finished)
    shared = sit(alice).open(f"/shared/{finished.code}/{known}/replay/3/")
    assert "Revoke them" not in shared.words


def test_what_a_step_did_stands_beside_points_and_levy(
    finished: Game, alice: User, sit: Sit
) -> None:
    levy = finished.rows.filter(move__startswith="levy").last()
    assert levy
    browser = sit(alice)
    shown = [re.findall(r'<strong>(\d+)</strong><span class="change[^>]*>(.*?)</span>',
                        squeezed(at(browser, finished, number).html))
             for number in (levy.number - 1, levy.number)]
    before, after = ([int(score) for score, _ in page] for page in shown)
    gains = [f"+{b - a}" if b > a else "" for a, b in zip(before, after, strict=True)]
    assert [said for _, said in shown[1]] == gains
    assert any(gains)


def test_a_player_goes_from_one_turn_of_his_to_the_next(
    finished: Game, alice: User, sit: Sit
) -> None:
    steps = list(event_log.transitions(finished, event_log.logged_moves(finished)))
    mine = [b.row.number for a, b in pairwise(steps) if b.turn != a.turn and b.row.seat == 0]
    browser, met = sit(alice), []
    page = at(browser, finished, 1)
    while list(page.find("Mine ›")):
        page = browser.follow("Mine ›")
        met.append(int(page.url.rstrip("/").rpartition("/")[2]))
    assert met == mine
    assert browser.follow("‹ Mine").url == f"/games/{finished.code}/replay/{mine[-2]}/"


def test_who_only_looks_has_no_turns_of_his_own(running: Game, dave: User, sit: Sit) -> None:
    assert "Mine ›" not in at(sit(dave), running, 4).words


def test_a_running_private_table_offers_no_link(fresh: Game, alice: User, sit: Sit) -> None:
    page = at(sit(alice), fresh, 1)
    assert "replay-link" not in page.html
    assert "When the game is over, its players can share it" in page.words


def test_an_invited_onlooker_cannot_share_what_is_not_his(
    finished: Game, dave: User, sit: Sit
) -> None:
    Game.objects.filter(pk=finished.pk).update(created_by=dave)
    page = at(sit(dave), finished, 2)
    assert page.status == 200
    assert "replay-link" not in page.html


@pytest.mark.promise("R9", "R24")
def test_the_end_of_a_replay_lists_the_hash_of_every_row_and_leads_to_the_checking_page(
    finished: Game, sit: Sit
) -> None:
    Game.objects.update(listed=True)
    page = at(sit(None), finished, finished.number)
    listed = re.search(r'<ol class="hashes mono".*?</ol>', page.html, re.DOTALL)
    assert listed
    assert re.findall(r"<li>(\w+)</li>", listed[0]) == [
        row.chain for row in event_log.logged_moves(finished)]
    assert 'href="/check/"' in page.html
    assert page.html.count(f'href="/games/{finished.code}/log.json"') == 2


@pytest.mark.promise("R10")
@pytest.mark.parametrize("path", ["", "stream/", "replay/21/", "replay/21/step.json", "log.json"])
def test_no_page_of_a_running_game_shows_a_hash_or_a_digest(
    running: Game, alice: User, sit: Sit, path: str
) -> None:
    answer = sit(alice).client.get(f"/games/{running.code}/{path}")
    assert answer.status_code == (404 if path == "log.json" else 200)
    content = answer.content.decode()
    for row in event_log.logged_moves(running):
        assert row.chain not in content
        assert row.digest not in content
