"""The client and the bot of docs/api.md, as somebody who copies them runs them."""

from __future__ import annotations

import random
import re
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import gettext_lazy
from pytest_django.live_server_helper import LiveServer

from games.base import rate_limits
from games.models import Game, User
from games.people import api_tokens
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.play import verification

PAGE = Path(settings.BASE_DIR, "docs", "api.md").read_text(encoding="utf-8")
MOST_LOOKS = 2000
LIMIT = rate_limits.Limit(10 ** 6, rate_limits.HOUR, gettext_lazy("Wait."))

pytestmark = pytest.mark.any_database


def program(name: str) -> Any:
    """A program of the page as a module."""
    (text,) = re.findall(rf"^```python {name}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    module = ModuleType(name)
    exec(compile(text, name, "exec"), module.__dict__)  # noqa: S102 - our own page
    return module


@pytest.fixture
def tokens(live_server: LiveServer, transactional_db: None,
           monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Tokens of Alice and Bob for a site that runs."""
    monkeypatch.setenv("SITE_URL", live_server.url)
    monkeypatch.setitem(rate_limits.LIMITS, "api", LIMIT)
    now = datetime.now().astimezone()
    return {user.name: api_tokens.make(user, name="Bot", scopes=["read", "play"], now=now)
           for user in (User.objects.create_user(f"{name.lower()}@example.org", name=name)
                        for name in ("Alice", "Bob"))}


def table(ruleset: str) -> Game:
    alice, bob = User.objects.order_by("name")
    now = datetime.now().astimezone()
    game = open_tables.create_table(by=alice, ruleset=ruleset, players=2, listed=True, now=now)
    open_tables.join(game, user=bob, now=now)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("ruleset", registry.names())
def test_the_bot_plays_a_whole_game(ruleset: str, tokens: dict[str, str],
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    game, bot, chance = table(ruleset), program("bot"), random.Random(1)
    for look in range(MOST_LOOKS):
        monkeypatch.setenv("SITE_TOKEN", tokens[("Alice", "Bob")[look % 2]])
        bot.look(chance)
        game.refresh_from_db()
        if game.status == Game.Status.OVER:
            break
    assert game.status == Game.Status.OVER
    assert verification.first_fault(game) is None


def test_the_client_shows_the_games_and_gives_orders(
    tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, client = table("alexandros"), program("client")
    mover = game.seats.get(to_move=True).user
    assert mover is not None
    monkeypatch.setenv("SITE_TOKEN", tokens[mover.name])
    monkeypatch.setattr("builtins.input", lambda question: "y")
    client.main([])
    client.main([game.code])
    shown = capsys.readouterr().out
    assert f"* {game.code}" in shown
    order = re.findall(r"You can \(\d+\): (.*?);", shown)[0]
    client.main([game.code, *order.split()])
    game.refresh_from_db()
    assert game.number == 2
    with pytest.raises(SystemExit, match="There is no such table"):
        client.main(["aaaaaaaaaa"])
