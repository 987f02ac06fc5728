"""The client and the bot of docs/api.md, as somebody who copies them runs them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils.translation import gettext_lazy
from pytest_django.live_server_helper import LiveServer

from games.base import rate_limits
from games.features.competitions import calendar, lifecycle
from games.features.matches import matches
from games.models import Competition, Fixture, Game, RatedGame, User
from games.people import api_tokens, bot_accounts
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
def site(live_server: LiveServer, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that runs, on which the programs may ask as often as they like."""
    monkeypatch.setenv("SITE_URL", live_server.url)
    monkeypatch.setitem(rate_limits.LIMITS, "api", LIMIT)


@pytest.fixture
def people(site: None) -> list[User]:
    """Alice, Bob and Carol."""
    return [User.objects.create_user(f"{name.lower()}@example.org", name=name)
            for name in ("Alice", "Bob", "Carol")]


@pytest.fixture
def tokens(people: list[User]) -> dict[User, str]:
    """Tokens of Hal, a bot of Alice's, of Eliza, one of Bob's, and of Carol."""
    now = datetime.now().astimezone()
    alice, bob, carol = people
    made = {}
    for owner, name in ((alice, "Hal"), (bob, "Eliza")):
        bot = bot_accounts.make(owner, name, now=now)
        made[bot] = bot_accounts.make_token(owner, bot, now=now)
    return made | {carol: api_tokens.make(carol, name="Client", scopes=["read", "play", "tables"],
                                          now=now)}


def table(people: Iterable[User], ruleset: str = "alexandros") -> Game:
    first, second, *_ = people
    now = datetime.now().astimezone()
    game = open_tables.create_table(by=first, ruleset=ruleset, players=2, listed=True, now=now)
    open_tables.join(game, user=second, now=now)
    game.refresh_from_db()
    return game


def play(bot: Any, game: Game, tokens: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the bot of the page play for each of these tokens until the game is over."""
    chance = random.Random(1)
    for look in range(MOST_LOOKS):
        monkeypatch.setenv("SITE_TOKEN", tokens[look % len(tokens)])
        bot.look(chance)
        game.refresh_from_db()
        if game.status == Game.Status.OVER:
            break
    assert game.status == Game.Status.OVER
    assert verification.first_fault(game) is None


@pytest.mark.parametrize("ruleset", registry.names())
def test_the_bot_plays_a_whole_game(ruleset: str, tokens: dict[User, str],
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = [*tokens.values()][:2]
    play(program("bot"), table(tokens, ruleset), secrets, monkeypatch)


def test_the_bot_plays_a_rated_match_of_a_league(
    tokens: dict[User, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, (hal, eliza, _carol) = program("bot"), tokens
    begins = calendar.following(datetime.now().astimezone())
    with time_machine.travel(begins - timedelta(days=1)) as travel:
        for secret in tokens.values():
            monkeypatch.setenv("SITE_TOKEN", secret)
            assert bot.ask("POST", "leagues/alexandros/2/entries", {})[0] == 201
        season = Competition.objects.get()
        lifecycle.look_after(season.pk, now=begins)
        match = Fixture.objects.filter(seats__entry__user=hal).get(
            pk__in=Fixture.objects.filter(seats__entry__user=eliza))
        travel.move_to(match.begins_at)
        lifecycle.look_after(season.pk, now=match.begins_at)
        match.refresh_from_db()
        assert match.game is not None
        secrets = [*tokens.values()][:2]
        play(bot, match.game, secrets, monkeypatch)
        matches.sweep(match.begins_at)
        play(bot, match.game.second_game, secrets, monkeypatch)
    match.refresh_from_db()
    assert match.decided == Fixture.Decided.PLAYED
    assert [rated.why for rated in RatedGame.objects.exclude(ended_at=None)] == ["", ""]


def test_the_client_shows_the_games_and_gives_orders(
    tokens: dict[User, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, client = table(reversed(tokens)), program("client")
    mover = game.seats.get(to_move=True).user
    assert mover is not None
    monkeypatch.setenv("SITE_TOKEN", tokens[mover])
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
