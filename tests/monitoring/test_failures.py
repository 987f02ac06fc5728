"""Exceptions about games: what the log names, and the record that reproduces them (R10, R24).

Neither log nor lists name a hidden card, and only operators get the record (R11).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from alexandros_rules.alexandros.moves import End
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.errors import Illegal
from games import tasks
from games.base import failures, log_context, retention
from games.base.refusals import BadRecord
from games.models import Failure, Game, LoggedMove, Seat, StoredSetup, User
from games.operations.monitoring import failure_records, reproduction
from games.post.inbox import turn_replies
from games.table.play import bots, event_log
from games.table.play import records as export_import
from tests.inbox.email_replies import PostOffice
from tests.machines import Machine
from tests.monitoring.faults import (
    BOARDS,
    FAULTS,
    ONLY_LOGGED,
    ROOM,
    RULES,
    TABLE,
    Broken,
    break_with_secrets,
    open_page,
    play_by_page,
    sign_in,
)
from tests.pages.test_non_interference import forged
from tests.sample_games import legal, submit
from tests.thinking.bots import Cheat

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
    assert failure.place.startswith("alexandros_rules.alexandros.")
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
    assert failure.place.startswith("alexandros_rules.")
    assert record.rstrip().split("\n")[-1].startswith(f"{bad - 1} ")
    with pytest.raises(Broken):
        reproduction.reproduce(record, now=now)


@pytest.fixture
def failed(table: Callable[[], Game], alice: User) -> Game:
    """A game whose page failed once."""
    game = table()
    with pytest.MonkeyPatch.context() as broken:
        break_with_secrets(broken, TABLE, "table")
        open_page(game, alice, "")
    return game


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: re.sub("failure: .*\n", "", text), "describes no failure"),
    (lambda text: re.sub("failure: .*", "failure: {", text), "cannot be read"),
    (lambda text: text.replace('"doing":"page"', '"doing":"message"'), "cannot be repeated"),
    (lambda text: text.replace('"method":"GET"', '"method":"POST"'), "cannot be repeated"),
])
def test_a_record_that_cannot_be_repeated_says_why(
    failed: Game, now: datetime, change: Callable[[str], str], words: str
) -> None:
    with pytest.raises(BadRecord, match=words):
        reproduction.reproduce(change(failure_records.export(failed)), now=now)


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
    assert "in open_it" not in told.getvalue()
    assert "in fail" in told.getvalue()
    out = StringIO()
    call_command("reproduce_failure", path, stdout=out)
    assert out.getvalue() == (
        f"Broken at row {game.number} (page) does not occur with this code.\n")
    with pytest.raises(CommandError, match="describes no failure") as refused:
        call_command("reproduce_failure", "tests/golden/records/v1-delta-2-walls-5.record")
    assert refused.value.returncode == 2


def test_a_database_without_tables_is_not_taken_for_the_failure(
    failed: Game, tmp_path: Path, laptop: Machine
) -> None:
    path = tmp_path / "game.record"
    path.write_text(failure_records.export(failed), "utf-8")
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
    assert operator.get(f"/admin/games/game/{running.pk}/record/").status_code == 303
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
