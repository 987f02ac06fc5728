"""A record reproduces what went wrong with a game; only operators get it (R11, R24)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from engine.alexandros.moves import End
from engine.alexandros.rules import RULESET
from engine.errors import Illegal
from games.base.refusals import BadRecord
from games.models import Failure, Game, LoggedMove, Seat, StoredSetup, User
from games.operations.monitoring import failure_records, reproduction
from games.table.play import bots, event_log
from games.table.play import records as export_import
from tests.machines import Machine
from tests.monitoring.faults import (
    BOARDS,
    FAULTS,
    ONLY_LOGGED,
    RULES,
    TABLE,
    Broken,
    break_with_secrets,
    open_page,
    play_by_page,
    sign_in,
)
from tests.sample_games import legal, submit
from tests.thinking.bots import Cheat

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R24")]


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - ONLY_LOGGED))
def test_a_record_reproduces_the_exception(
    table: Callable[[], Game], alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch,
    fault: str
) -> None:
    game = table()
    orders = legal(game, 0)[0]
    with monkeypatch.context() as broken:
        break_with_secrets(broken, *FAULTS[fault][:2])
        FAULTS[fault].happen(game, alice, orders)
        record = failure_records.export(game)
        games = Game.objects.count()
        with pytest.raises(Broken):
            reproduction.reproduce(record, now=now)
    assert reproduction.reproduce(record, now=now).error == "Broken"
    assert (Game.objects.count(), Failure.objects.count()) == (games, 1)
    rows = {"folding": 1, "deciding": 1}.get(fault, game.number)  # the start is not decided
    assert export_import.import_record(record, now=now).number == rows


def test_orders_that_a_rule_cannot_decide_are_in_the_record(
    table: Callable[[], Game], alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole log can be replayed; only these orders fail, and what was played later does not."""
    game, decide = table(), RULES.decide
    number, (text, other) = game.number, legal(game, 0)[:2]

    def fail(self: Any, state: Any, move: Any, chance: Any, *, seat: int) -> Any:
        if self.format(move, state) == text and seat == 0:
            raise Broken(state)
        return decide(self, state, move, chance, seat=seat)

    monkeypatch.setattr(RULES, "decide", fail)
    play_by_page(game, alice, text)
    submit(game, seat=0, text=other, number=number, key="", now=now,
           actor=LoggedMove.Actor.PAGE)
    record = failure_records.export(game)
    failure = failure_records.failure_in(record)
    assert (failure.doing, failure.number, failure.seat) == ("turn", number, 0)
    assert failure.details == {"orders": text}
    with pytest.raises(Broken):
        reproduction.reproduce(record, now=now)


def test_a_bot_that_fails_is_reproduced(
    fresh: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    Seat.objects.filter(game=fresh, index=0).update(user=None, bot="greedy")
    break_with_secrets(monkeypatch, type(RULESET.bots["greedy"]), "choose")
    bots.play(fresh.pk, now=now)
    failure = Failure.objects.get()
    assert (failure.error, failure.details) == ("Broken", {"bot": "greedy"})
    record = failure_records.export(fresh)
    with pytest.raises(Broken):
        reproduction.reproduce(record, now=now)


def test_a_plan_that_is_refused_is_reproduced(
    fresh: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the bot would plan something else by now."""
    Seat.objects.filter(game=fresh, index=0).update(user=None, bot="cheat")
    monkeypatch.setattr(RULESET, "bots", {"cheat": Cheat(End()), "random": RULESET.bots["random"]})
    bots.play(fresh.pk, now=now)
    failure = Failure.objects.get()
    assert (failure.doing, failure.error, failure.number) == ("bot", "BadPlan", 1)
    assert failure.details == {"bot": "cheat", "plan": ["end"]}
    assert failure.place.startswith("engine.alexandros.")
    record = failure_records.export(fresh)
    monkeypatch.undo()
    with pytest.raises(Illegal):
        reproduction.reproduce(record, now=now)


def test_a_log_that_cannot_be_replayed_is_cut_off_at_its_first_bad_row(
    running: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that breaks on one kind of event: everything before it is in the record."""
    evolve = RULES.evolve
    kinds = [type(step.events[0]) for step in event_log.transitions(
        running, event_log.logged_moves(running))]
    bad = next(number for number, kind in enumerate(kinds, 1) if kind not in kinds[:number - 1]
               and number > 2)

    def fail(self: Any, state: Any, event: Any) -> Any:
        if isinstance(event, kinds[bad - 1]):
            raise Broken
        return evolve(self, state, event)

    monkeypatch.setattr(RULES, "evolve", fail)
    record = failure_records.export(running)
    failure = failure_records.failure_in(record)
    assert (failure.doing, failure.number, failure.error) == ("replay", bad, "Broken")
    assert failure.place.startswith("engine.")
    assert record.rstrip().split("\n")[-1].startswith(f"{bad - 1} ")
    with pytest.raises(Broken):
        reproduction.reproduce(record, now=now)


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: re.sub("failure: .*\n", "", text), "describes no failure"),
    (lambda text: re.sub("failure: .*", "failure: {", text), "cannot be read"),
    (lambda text: text.replace('"doing":"page"', '"doing":"message"'), "cannot be repeated"),
    (lambda text: text.replace('"method":"GET"', '"method":"POST"'), "cannot be repeated"),
])
def test_a_record_that_cannot_be_repeated_says_why(
    table: Callable[[], Game], alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch,
    change: Callable[[str], str], words: str
) -> None:
    game = table()
    with monkeypatch.context() as broken:
        break_with_secrets(broken, TABLE, "table")
        open_page(game, alice, "")
    with pytest.raises(BadRecord, match=words):
        reproduction.reproduce(change(failure_records.export(game)), now=now)


def test_the_commands_export_and_reproduce_it(
    table: Callable[[], Game], alice: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, path, told = table(), tmp_path / "game.record", StringIO()
    with monkeypatch.context() as broken:
        break_with_secrets(broken, TABLE, "table")
        open_page(game, alice, "")
        call_command("export_game", game.code, "--failure", "--output", path)
        with pytest.raises(CommandError, match=r"It fails again: Broken\.") as failed:
            call_command("reproduce_failure", path, stderr=told)
    assert failed.value.returncode == 1
    assert "in open_page" not in told.getvalue()
    assert "in fail" in told.getvalue()
    out = StringIO()
    call_command("reproduce_failure", path, stdout=out)
    assert out.getvalue() == (
        f"Broken at row {game.number} (page) does not occur with this code.\n")
    with pytest.raises(CommandError, match="describes no failure") as refused:
        call_command("reproduce_failure", "tests/golden/records/v1-delta-2-walls-5.record")
    assert refused.value.returncode == 2


def test_a_database_without_tables_is_not_taken_for_the_failure(
    table: Callable[[], Game], alice: User, tmp_path: Path, laptop: Machine,
    monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.record"
    with monkeypatch.context() as broken:
        break_with_secrets(broken, TABLE, "table")
        open_page(table(), alice, "")
    path.write_text(failure_records.export(Game.objects.get()), "utf-8")
    tried = laptop.start("reproduce_failure", str(path))
    assert tried.returncode == 2
    assert "fails again" not in tried.stderr
    assert "python manage.py migrate" in tried.stderr


@pytest.fixture
def operator() -> Client:
    return sign_in(User.objects.create_superuser("root@example.org", name="Root"))


def test_an_operator_downloads_the_record_and_that_is_noted(
    operator: Client, running: Game
) -> None:
    page = operator.get(f"/admin/games/game/{running.pk}/change/").content.decode()
    assert "it shows every card and the seed" in page
    assert bytes(running.seed).hex() not in page
    assert operator.get(f"/admin/games/game/{running.pk}/record/").status_code == 405
    response = operator.post(f"/admin/games/game/{running.pk}/record/")
    assert response.content.decode() == failure_records.export(running)
    assert response["Content-Disposition"] == f'attachment; filename="{running.code}.record"'
    assert "no-store" in response["Cache-Control"]
    history_page = operator.get(f"/admin/games/game/{running.pk}/history/").content.decode()
    assert "Downloaded the record, which shows every card." in history_page


@pytest.mark.promise("R11")
def test_nobody_else_downloads_it(running: Game, alice: User) -> None:
    staff = User.objects.create_user("staff@example.org", name="Staff", is_staff=True)
    path = f"/admin/games/game/{running.pk}/record/"
    assert sign_in(staff).post(path).status_code == 403
    for other in (sign_in(alice), Client()):
        assert other.post(path).status_code == 302  # to the login page
    assert Client(enforce_csrf_checks=True).post(path).status_code in (302, 403)


def test_a_table_that_has_not_started_has_no_record(
    operator: Client, alice: User, now: datetime
) -> None:
    game = Game.objects.create(name="Open", ruleset="alexandros", rules_version=1,
                               setup_id=StoredSetup.keep("{}"),
                               created_at=now)
    assert operator.post(f"/admin/games/game/{game.pk}/record/").status_code == 404


def test_the_failures_of_a_running_game_are_listed_without_details(
    operator: Client, table: Callable[[], Game], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    with monkeypatch.context() as broken:
        break_with_secrets(broken, TABLE, "table")
        sign_in(alice).get(f"/games/{game.code}/?draft=draw")
    listed = operator.get("/admin/games/failure/").content.decode()
    change = operator.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert game.code in listed
    assert "Broken" in listed
    assert "Broken at row 10 (page, games.web" in change
    assert "draft" not in listed + change


def test_each_failure_of_a_game_has_a_record_of_its_own(
    operator: Client, table: Callable[[], Game], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    for owner, name, address in ((TABLE, "table", "?draft=draw"), (BOARDS, "board", "replay/5/")):
        with monkeypatch.context() as broken:
            break_with_secrets(broken, owner, name)
            sign_in(alice).get(f"/games/{game.code}/{address}")
    last, first = Failure.objects.all()
    page = operator.get(f"/admin/games/failure/{first.pk}/change/").content.decode()
    assert f'action="/admin/games/failure/{first.pk}/record/"' in page
    records = [operator.post(f"/admin/games/failure/{failure.pk}/record/").content.decode()
               for failure in (first, last)]
    assert [failure_records.failure_in(record).details for record in records] == [
        first.details, last.details]
    assert records[0] != records[1]
    history_page = operator.get(f"/admin/games/game/{game.pk}/history/").content.decode()
    assert history_page.count("Downloaded the record, which shows every card.") == 2
