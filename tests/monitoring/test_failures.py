"""Exceptions about games: the log names code and row, and never a hidden card (R10, R24)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games import tasks
from games.base import failures, log_context, retention
from games.models import Failure, Game, LoggedMove, Seat, User
from games.operations.monitoring import failure_records, reproduction
from games.post.inbox import turn_replies
from games.table.play import event_log
from tests.inbox.email_replies import PostOffice
from tests.monitoring.faults import (
    FAULTS,
    ROOM,
    TABLE,
    Broken,
    break_with_secrets,
    open_page,
    sign_in,
)
from tests.pages.test_non_interference import forged
from tests.sample_games import legal

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R24")]
Lines = Callable[[], list[str]]


def errors(lines: Lines) -> list[dict[str, Any]]:
    """The lines about exceptions."""
    return [line for line in map(json.loads, lines()) if "traceback" in line]


@pytest.mark.parametrize("fault", FAULTS)
def test_an_exception_is_logged_with_code_and_row_and_how_to_reproduce_it(
    table: Callable[[], Game], alice: User, lines: Lines, monkeypatch: pytest.MonkeyPatch,
    fault: str
) -> None:
    owner, name, happen, doing = FAULTS[fault]
    game = table()
    orders = legal(game, 0)[0]
    break_with_secrets(monkeypatch, owner, name)
    happen(game, alice, orders)
    line = errors(lines)[-1]
    row = {"drawing a position": 5, "folding": 1}.get(fault, game.number)
    assert (line["game"], line["row"], line["error"]) == (game.code, row, "Broken")
    assert line["reproduce"] == (
        f"python manage.py export_game {game.code} --failure --output {game.code}.record"
        f" && python manage.py reproduce_failure {game.code}.record")
    kept = Failure.objects.get(game=game)
    assert (kept.doing, kept.number, kept.error, kept.times) == (doing, row, "Broken", 1)


_VARIES = re.compile(r'"(?:time|request_id|duration_ms)": [^,}]+')


@pytest.mark.promise("R10")
@pytest.mark.parametrize("hidden", [("dealt", 0), ("dealt", 1), ("drew", 1)])
@pytest.mark.parametrize("fault", FAULTS)
def test_logs_of_games_that_differ_only_in_hidden_cards_are_the_same(
    table: Callable[[], Game], alice: User, lines: Lines, monkeypatch: pytest.MonkeyPatch,
    fault: str, hidden: tuple[str, int]
) -> None:
    """Whatever fails, and although the exception quotes the state with all hands."""
    one, two = table(), table()
    read = event_log.logged_moves

    def rows(game: Game, *, number: int | None = None, after: int = 0) -> list[LoggedMove]:
        found = read(game)
        if game.pk == two.pk:
            forged(found, *hidden)
        return [row for row in found if after < row.number <= (number or len(found))]

    monkeypatch.setattr(event_log, "logged_moves", rows)
    orders = legal(one, 0)[0]
    secrets = [str(event_log.state_at(game).hands) for game in (one, two)]
    break_with_secrets(monkeypatch, *FAULTS[fault][:2])
    logged = []
    for game in (one, two):
        before = len(lines())
        Seat.objects.filter(index=0).update(user=None)
        Seat.objects.filter(index=0, game=game).update(user=alice)
        FAULTS[fault].happen(game, alice, orders)
        new = "\n".join(lines()[before:]).replace(game.code, "CODE")
        logged.append(_VARIES.sub("", re.sub(r'email(": | )\d+', "", new)))
    assert "Broken" in logged[0]
    assert logged[0] == logged[1]
    for secret in (*secrets, bytes(one.seed).hex(), "alice@example.org", str(bytes(one.seed))):
        assert secret not in "".join(lines())


@pytest.mark.promise("R25")
def test_reading_a_reply_that_fails_names_its_game(
    fresh: Game, alice: User, now: datetime, lines: Lines, monkeypatch: pytest.MonkeyPatch,
    announced: list[Any]
) -> None:
    office = PostOffice(now)
    email = office.turn_email(fresh, alice)
    break_with_secrets(monkeypatch, turn_replies, "read_request")
    office.reply(email, "take temple", sender="alice@example.org")
    (line,) = errors(lines)
    assert (line["game"], line["row"], line["doing"]) == (fresh.code, 1, "message")
    assert "example.org" not in "".join(lines())
    assert Failure.objects.get().doing == "message"


def test_drawing_an_animation_that_fails_names_its_game(
    finished: Game, lines: Lines, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        break_with_secrets(broken, type(ROOM.replay), "frames")
        tasks.draw_animation.apply(args=[finished.pk])
        (line,) = errors(lines)
        assert (line["game"], line["row"], line["doing"]) == (
            finished.code, finished.number, "picture")
        record = failure_records.export(finished)
        with pytest.raises(Broken):
            reproduction.reproduce(record, now=now)


def test_the_same_failure_again_is_counted_and_not_stored_twice(
    table: Callable[[], Game], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    break_with_secrets(monkeypatch, TABLE, "table")
    for _ in range(3):
        open_page(game, alice, "")
    assert Failure.objects.get().times == 3


def test_old_failures_are_forgotten(fresh: Game, now: datetime) -> None:
    for age in (retention.FAILURES * 2, retention.FAILURES / 2):
        with pytest.raises(Broken) as caught, log_context.about(fresh, "page", number=age.days):
            raise Broken
        failures.keep(caught.value, now=now - age)
    assert failures.forget_old(now) == 1
    assert Failure.objects.get().number == (retention.FAILURES / 2).days


def test_a_refusal_is_not_a_failure(fresh: Game, alice: User, lines: Lines) -> None:
    sign_in(alice).post(f"/games/{fresh.code}/orders/", {"orders": "gibberish", "number": "1"})
    assert not errors(lines)
    assert not Failure.objects.exists()
