"""Fixing a rule breaks no game: old logs are read as they were written (R8)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.errors import Illegal
from games.models import Game, LoggedMove, Snapshot, User
from games.table.lobby import open_tables
from games.table.play import event_log, history, records, verification
from tests.sample_games import RULES, advance, legal, mover, submit

pytestmark = pytest.mark.promise("R8")


def is_draw(move: Any, state: Any) -> bool:
    return RULES.format(move, state) == "draw"


@pytest.fixture
def mend(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Changes the rules: from now on nobody may draw from the supply."""
    decide, all_legal = RULES.decide, RULES.legal_moves

    def refuse(state: Any, move: Any, chance: Any, *, seat: int) -> Any:
        if is_draw(move, state):
            raise Illegal("mended", "Nobody draws any more.")
        return decide(state, move, chance, seat=seat)

    def act() -> None:
        monkeypatch.setattr(RULES, "decide", refuse)
        monkeypatch.setattr(RULES, "legal_moves", lambda state, *, seat: [
            move for move in all_legal(state, seat=seat) if not is_draw(move, state)])

    return act


def first_draw(game: Game) -> int:
    number = game.rows.filter(move="draw").order_by("number").values_list("number", flat=True)[0]
    return int(number)


def entries(game: Game) -> list[history.HistoryEntry]:
    return history.read(game, 0).entries()


def test_a_running_game_is_read_and_played_on(
    running: Game, now: datetime, mend: Callable[[], None]
) -> None:
    assert first_draw(running)
    state, before = history.state(running), entries(running)
    mend()
    Snapshot.objects.all().delete()
    assert history.state(running) == state
    assert entries(running) == before
    seat, number = mover(running), running.number
    assert seat is not None
    receipt = submit(running, seat=seat, text=legal(running)[0], number=number, key="on",
                     actor=LoggedMove.Actor.PAGE, now=now)
    assert receipt.first == number + 1
    assert entries(running)[:-1] == before


def test_verifying_names_the_first_move_that_is_decided_otherwise_now(
    running: Game, mend: Callable[[], None]
) -> None:
    mend()
    fault = verification.first_fault(running)
    assert fault is not None
    assert fault.number == first_draw(running)
    assert fault.reason == "the rules now refuse it: Nobody draws any more."


def test_a_finished_game_is_still_shown_and_taken_along(
    finished: Game, mend: Callable[[], None]
) -> None:
    mend()
    assert not verification.reveal_deal(finished).follows
    assert len(entries(finished)) == finished.number
    text = records.export_record(finished)
    assert f"\n{finished.number} " in text


def test_a_game_keeps_the_version_it_began_with(
    running: Game, finished: Game, alice: User, now: datetime
) -> None:
    Snapshot.objects.all().delete()
    advance(running, now=now, moves=40)
    assert running.rules_version == finished.rules_version == 1
    assert verification.first_fault(running) is None
    assert event_log.state_at(running) == history.state(running)
    assert history.state(running).rules == 1
    text = records.export_record(finished)
    assert "ruleset: alexandros 1" in text
    again = records.import_record(text, now=now)
    assert again.rules_version == 1
    assert verification.first_fault(again) is None
    assert verification.reveal_deal(again).follows
    assert open_tables.create_table(by=alice, players=2, now=now).rules_version == RULES.version > 1


def test_the_start_and_every_move_of_an_older_game_are_compared_too(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = RULES.start
    monkeypatch.setattr(RULES, "start", lambda setup, chance, *, version: start(
        setup, chance, version=RULES.version))

    fault = verification.first_fault(running)

    assert fault is not None
    assert (fault.number, fault.reason) == (1, "the rules now give other events")


def test_a_table_that_was_made_before_an_upgrade_is_played_by_the_newest_rules(
    alice: User, bob: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=2, invite_emails=[bob.email], now=now)
    Game.objects.filter(pk=game.pk).update(rules_version=1)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    assert (game.number, game.rules_version) == (1, RULES.version)
    assert history.state(game).rules == RULES.version
    assert verification.first_fault(game) is None
