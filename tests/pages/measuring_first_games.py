"""A measurement: how a careless newcomer fares in their first game, playing on its page alone.

    FIRST_GAMES=10 python -m pytest -s tests/pages/measuring_first_games.py

They take the first card and the first march, occupy what is worth most by the first button, levy
when it gives them 4 points or more, and otherwise take the first card.  In The Campaign they press
the first button of every choice but those of trades.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import datetime
from html import unescape

import pytest

from games.models import Game
from games.rulesets import registry
from games.table.play import bots, event_log
from tests.pages.page_reader import Browser, Sit

pytestmark = pytest.mark.django_db
GAMES = int(os.environ.get("FIRST_GAMES", "1"))
ROLL = "Roll the dice"
LINK = re.compile(r'<a class="([^"]*)"\s+href="([^"]+)"(.*?)</a>', re.S)


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def choices(html: str) -> list[tuple[str, str, str]]:
    """The classes, address and words of the links of the turn that are not folded away."""
    turn = html[html.index('id="turn"'):].partition('class="confirm bar')[0]
    turn = re.sub(r"<details(?![^>]* open).*?</details>", "", turn, flags=re.S)
    return [(kind, unescape(href), words_of(rest.partition(">")[2]))
            for kind, href, rest in LINK.findall(turn)]


def take_a_turn(browser: Browser, *, levy_from: int = 4) -> None:
    tried: set[str] = set()
    for _ in range(30):
        html = browser.page.html
        if "Confirm" in html.partition('class="confirm bar')[2].partition("</form>")[0] and (
                'id="composer"' not in html):
            browser.press("Confirm")
            return
        links = choices(html)
        levy = re.search(r'class="me">.*?\+(\d+)</td>', html, re.S)
        levies = [href for kind, href, words in links if words.startswith("Levy")]
        lands = sorted(((int(worth[1]), href) for kind, href, words in links
                        if "option" in kind and "off" not in kind and href not in tried
                        and (worth := re.match(r"(?:Occupy|Take over).*?worth (\d+)", words))),
                       reverse=True)
        if levies and levy and int(levy[1]) >= levy_from:
            browser.open(levies[0])
        elif lands and lands[0][0]:
            tried.add(lands[0][1])
            browser.open(lands[0][1])
            if re.search(r'<button type="submit"\s+name="do"\s+value="add"', browser.page.html):
                words = "Take it over" if "Take it over" in browser.page.html else "Occupy it"
                browser.press(words)
            else:
                browser.follow("Back to all actions")
        else:
            first = [href for kind, href, _ in links if kind.startswith(("card", "option"))
                     and href not in tried and "province=" not in href]
            first = first or [href for kind, href, _ in links if "button" in kind]
            if not first:
                browser.press("Confirm")
                return
            browser.open(first[0])


def press_first(browser: Browser) -> None:
    """One decision in The Campaign."""
    for _ in range(10):
        html = browser.page.html
        if 'id="composer"' not in html:
            browser.press("Confirm")
            return
        if ROLL in browser.page.words:
            browser.press(ROLL)
            return
        links = choices(html)
        first = [href for kind, href, _ in links
                 if ("button" in kind or "option" in kind) and "form=trade" not in href]
        if first:
            browser.open(first[0])
        else:
            browser.follow("End")


PLAYERS: dict[str, Callable[[Browser], None]] = {
    "alexandros": take_a_turn, "campaign": press_first}


@pytest.mark.parametrize("ruleset", PLAYERS)
def test_first_games(ruleset: str, sit: Sit, now: datetime) -> None:
    results = []
    for _ in range(GAMES):
        browser = sit(None)
        browser.open("/" if ruleset == registry.default().name else f"/?game={ruleset}")
        browser.press("Play now")
        game = Game.objects.latest("pk")
        own = game.seats.get(user__isnull=False).index
        rules = event_log.ruleset_of(game)
        for _step in range(2000):
            game.refresh_from_db()
            status = rules.status(event_log.state_at(game))
            if status.over:
                break
            if own in status.to_move:
                browser.open(f"/games/{game.code}/")
                PLAYERS[ruleset](browser)
            else:
                bots.play(game.pk, now=now)
        others = [score for seat, score in enumerate(status.scores) if seat != own]
        results.append((status.scores[own], max(others), status.turn))
        print(results[-1], flush=True)
    enough = sum(own >= 30 for own, _, _ in results)
    print(f"\n{ruleset}: of {GAMES} games {enough} with 30 points or more: {results}")
