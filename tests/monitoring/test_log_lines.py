"""What a log line says, as JSON and as text: about requests, tasks and exceptions (R25)."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.test import Client

from alexandros_site import environment
from alexandros_site.logs import MaskingFormatter
from games import tasks
from games.base import log_context
from games.models import Game, User
from games.post.outbox import delivery
from games.table.play import bots
from tests.sample_games import seat_table

pytestmark = pytest.mark.promise("R25")
Lines = Callable[[], list[str]]

TOKEN = "0123456789abcdef0123456789abcdef"


def record(message: str, *, error: BaseException | None = None, **extra: Any) -> logging.LogRecord:
    exc_info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("games.x", logging.WARNING, "", 0, message, (), exc_info)
    made.__dict__.update(extra)
    return made


def as_json(made: logging.LogRecord) -> dict[str, Any]:
    line = MaskingFormatter("json").format(made)
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


def named(lines: Lines, event: str) -> list[dict[str, Any]]:
    """The lines with this event."""
    return [line for line in map(json.loads, lines()) if line["event"] == event]


def test_a_line_says_when_how_bad_where_and_what() -> None:
    line = as_json(record("snapshot ignored", game="k3j2h1g0f9"))
    assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    assert line == {"level": "warning", "logger": "games.x", "event": "snapshot ignored",
                    "game": "k3j2h1g0f9"}


def test_text_is_for_people() -> None:
    text = MaskingFormatter("text").format(record("snapshot ignored", game="k3j2h1g0f9"))
    assert text.endswith("+00:00 WARNING games.x: snapshot ignored [game=k3j2h1g0f9]")


@pytest.mark.parametrize("layout", ["json", "text"])
def test_what_is_secret_is_masked_in_every_field(layout: str) -> None:
    try:
        raise OperationalError(f"no {TOKEN} at postgresql://alex:pw@db")
    except OperationalError as error:
        made = record('to "alice@example.org"\n\\bob@example.org', error=error, email=TOKEN)
    line = MaskingFormatter(layout).format(made)
    for secret in ("alice", "bob", TOKEN, "alex:pw"):
        assert secret not in line
    assert "OperationalError: no (token) at postgresql://(login)@db" in line


def test_what_a_library_attaches_to_a_line_is_left_out() -> None:
    assert "request" not in as_json(record("x", request="<WSGIRequest: GET '/turn/abc'>"))


def test_local_values_are_not_shown() -> None:
    def count(hand: str) -> int:
        return len(hand) // 0

    with pytest.raises(ZeroDivisionError) as caught:
        count(" ".join(["lyre", "lyre"]))
    line = MaskingFormatter("json").format(record("failed", error=caught.value))
    assert "in count" in line
    assert "lyre lyre" not in line


def test_an_exception_that_has_nothing_to_do_with_games_says_what_happened() -> None:
    try:
        try:
            raise ValueError("inner")
        except ValueError as inner:
            raise KeyError("outer") from inner
    except KeyError as error:
        trace = as_json(record("failed", error=error))["traceback"]
    assert trace.index("ValueError: inner") < trace.index("While handling it") < trace.index(
        "KeyError: 'outer'")


@pytest.mark.django_db
def test_a_request_is_logged_by_the_name_of_its_url(
    lines: Lines, client: Client, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    client.force_login(alice)
    response = client.get(f"/games/{game.code}/?draft=draw")
    (line,) = named(lines, "a request was answered")
    assert (line["method"], line["url"], line["status"]) == ("GET", "game", 200)
    assert (line["game"], line["row"]) == (game.code, 1)
    assert line["duration_ms"] > 0
    assert line["request_id"] == response["X-Request-ID"]
    assert "draft" not in "".join(lines())


@pytest.mark.django_db
def test_an_address_with_a_token_is_logged_by_its_name(lines: Lines, client: Client) -> None:
    client.get("/unsubscribe/abc:def/")
    client.get(f"/turn/{TOKEN}/")
    (line,) = [line for line in named(lines, "Not Found") if line["url"] == "turn-link"]
    assert line["request_id"]
    assert "abc:def" not in "".join(lines())
    assert TOKEN not in "".join(lines())


@pytest.mark.django_db
def test_the_next_request_has_nothing_of_the_one_before(
    lines: Lines, client: Client, fresh: Game, alice: User
) -> None:
    client.force_login(alice)
    client.get(f"/games/{fresh.code}/")
    client.get("/rules/")
    first, second = named(lines, "a request was answered")
    assert "game" in first
    assert "game" not in second
    assert first["request_id"] != second["request_id"]


@pytest.mark.django_db
def test_a_task_that_fails_is_logged_with_its_name_and_its_game(
    lines: Lines, fresh: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = " ".join(["two", "lyres"])

    def fail(game_id: int, *, now: datetime, task: str) -> int:
        with log_context.about(Game.objects.get(pk=game_id), log_context.BOT, bot="greedy"):
            raise LookupError(f"Bob holds {hand}")

    monkeypatch.setattr(bots, "play", fail)
    tasks.play_bot.apply(args=[fresh.pk])
    (line,) = named(lines, "a task failed")
    assert (line["task"], line["error"]) == ("games.tasks.play_bot", "LookupError")
    assert (line["game"], line["row"], line["doing"]) == (fresh.code, 1, "bot")
    assert line["task_id"]
    assert hand not in "".join(lines())


@pytest.mark.django_db
def test_what_a_task_logs_names_the_task(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "deliver",
                        lambda *_, **__: delivery.log.warning("email 3: retry"))
    tasks.deliver_email.apply(args=[3])
    (line,) = named(lines, "email 3: retry")
    assert line["task"] == "games.tasks.deliver_email"
    delivery.log.warning("outside")
    assert "task" not in named(lines, "outside")[0]


def logged_by(tmp_path: Path, code: str, *arguments: str, **variables: str) -> list[str]:
    """What a program with the site's settings writes to standard error and then to output."""
    plain = {"PATH": os.environ["PATH"], "ALEXANDROS_DATA": str(tmp_path), **variables}
    ended = subprocess.run([sys.executable, "-c", code, *arguments], cwd=site.BASE_DIR, env=plain,
                           capture_output=True, text=True, check=True)
    return (ended.stderr + ended.stdout).splitlines()


WARN = """
import os, logging
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")
import django
django.setup()
logging.getLogger("games").warning("hello")
"""
PUBLIC = {"ALEXANDROS_URL": "https://play.example.org", "SECRET_KEY": "k" * 50}


@pytest.mark.parametrize(("variables", "is_json"), [
    ({}, False), (PUBLIC, True), ({"ALEXANDROS_LOG_FORMAT": "json"}, True),
    ({**PUBLIC, "ALEXANDROS_LOG_FORMAT": "text"}, False),
])
def test_a_public_site_logs_json_and_your_own_machine_text(
    tmp_path: Path, variables: dict[str, str], is_json: bool
) -> None:
    (line,) = logged_by(tmp_path, WARN, **variables)
    assert line.startswith("{") is is_json


def test_any_other_format_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="LOG is 'xml'; write json or text"):
        environment.log_format({"LOG": "xml"}, "LOG", default="text")


CELERY = """
import sys
from celery.bin.celery import celery
from alexandros_site.celery import app
app.log.setup(loglevel="INFO", redirect_stdouts=True)
from celery.utils.log import get_task_logger, worker_logger
worker_logger.warning("ready")
get_task_logger("games.tasks").warning("working")
"""


def test_workers_log_in_the_same_way(tmp_path: Path) -> None:
    lines = logged_by(tmp_path, WARN + CELERY, ALEXANDROS_LOG_FORMAT="json")
    assert [json.loads(line)["event"] for line in lines] == ["hello", "ready", "working"]


SERVER = """
import uvicorn
from games.operations import web_server
config = uvicorn.Config(web_server.application(), **web_server.OPTIONS)
config.load()
logging.getLogger("uvicorn.error").warning("/turn/%s/", "0123456789abcdef0123456789abcdef")
"""


def test_the_web_server_logs_in_the_same_way(tmp_path: Path) -> None:
    lines = logged_by(tmp_path, WARN + SERVER, ALEXANDROS_LOG_FORMAT="json")
    assert [json.loads(line)["event"] for line in lines] == ["hello", "/turn/(token)/"]
