"""Verification of logs: intact logs pass, and a changed byte is found and named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from alexandros_rules import codec, replay
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.replay import Fault
from games.base.refusals import Closed
from games.models import Game, LoggedMove, Seat, StoredSetup, User, setup
from games.table.play import event_log, records, verification
from games.table.seats import leaving
from tests.concurrency import at_once
from tests.sample_games import advance, seat_table, written_record

guards = import_module("games.migrations.0064_imported_games")


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """Drops the triggers that protect the log, as somebody with the database password could."""
    guards.unguard(connection)
    yield
    guards.guard(connection)


def fault_of(game: Game) -> Fault:
    fault = verification.first_fault(game)
    assert fault is not None
    return fault


def forge(game: Game, number: int, **columns: Any) -> None:
    if "events" in columns:
        columns["stored_events"] = columns.pop("events")
    assert LoggedMove.objects.filter(game=game, number=number).update(**columns) == 1


@pytest.mark.promise("R8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_played_game_holds(db: None, now: datetime, players: int) -> None:
    game = records.import_record(written_record(players=players, seed=bytes(32)), now=now)
    assert verification.first_fault(game) is None


@pytest.mark.promise("R8")
def test_a_game_with_somebody_gone_holds(running: Game, bob: User, now: datetime) -> None:
    leaving.leave(running, user=bob, now=now)
    assert verification.first_fault(running) is None


@pytest.mark.promise("R9")
@pytest.mark.parametrize("column", ["move", "events", "digest", "chain"])
def test_one_changed_byte_is_found_and_its_row_named(
    finished: Game, unguarded: None, column: str
) -> None:
    row = LoggedMove.objects.get(game=finished, number=9)
    text = getattr(row, column)
    for index in {0, len(text) // 3, len(text) // 2, len(text) - 2, len(text) - 1}:
        byte = "1" if text[index] != "1" else "2"
        forge(finished, 9, **{column: text[:index] + byte + text[index + 1 :]})
        assert fault_of(finished).number == 9, (column, index)
    forge(finished, 9, **{column: text})
    assert verification.first_fault(finished) is None


@pytest.mark.promise("R9")
@pytest.mark.parametrize(
    ("old", "new"), [('\\n', '\\q'), ("name =", "nam[ ="), ('{"', '["'), ('"type"', '"typo"')]
)
def test_events_that_cannot_be_read_any_more_are_found(
    finished: Game, unguarded: None, old: str, new: str
) -> None:
    """Even an unreadable board gives a refusal, not an exception in the check."""
    row = LoggedMove.objects.get(game=finished, number=1)
    forge(finished, 1, events=row.events.replace(old, new, 1))
    fault = fault_of(finished)
    assert (fault.number, "cannot be read" in fault.reason) == (1, True)


@pytest.mark.promise("R9")
def test_a_changed_board_is_found_although_no_row_was_changed(finished: Game) -> None:
    """The first row of the log names the setup, so what that says is a part of the log."""
    stored = StoredSetup.objects.filter(pk=finished.setup_id)
    stored.update(text=stored.get().text.replace("~", "a", 1))
    _forget_setups()  # as in another process
    assert fault_of(finished).number == 1
    _forget_setups()


def _forget_setups() -> None:
    for kept in (StoredSetup.text_of, setup._board_of, event_log.stored_setup):
        kept.cache_clear()  # type: ignore[attr-defined]


@pytest.mark.promise("R9")
def test_a_changed_seat_is_found(finished: Game, unguarded: None) -> None:
    row = LoggedMove.objects.get(game=finished, number=9)
    forge(finished, 9, seat=1 - (row.seat or 0))
    assert fault_of(finished) == Fault(9, "the hash chain is broken")


@pytest.mark.promise("R9")
def test_a_move_of_a_seat_that_was_not_to_move_is_found(finished: Game, unguarded: None) -> None:
    """Even if whoever changed it had the key and sealed all later rows again."""
    key, ruleset = event_log.key_of(finished), event_log.ruleset_of(finished)
    before = None
    for step in event_log.transitions(finished, event_log.logged_moves(finished)):
        seat = 1 - (step.row.seat or 0) if step.row.number == 9 else step.row.seat
        before = replay.make_row(ruleset, key, previous=before, seat=seat, move=step.row.move,
                             events=step.row.events, state=step.after)
        forge(finished, before.number, seat=seat, chain=before.chain)
    assert verification.first_fault(finished) == Fault(
        9, "it is a move by a seat whose turn it was not"
    )


@pytest.mark.promise("R9")
def test_a_missing_row_is_found(finished: Game, unguarded: None) -> None:
    LoggedMove.objects.filter(game=finished, number=5).delete()
    assert fault_of(finished) == Fault(6, "it should have number 5")
    LoggedMove.objects.filter(game=finished).delete()
    assert verification.first_fault(finished) is not None


@pytest.mark.promise("R24")
def test_another_seed_is_found(finished: Game) -> None:
    Game.objects.filter(pk=finished.pk).update(seed=bytes(32))
    assert "commitment" in fault_of(Game.objects.get(pk=finished.pk)).reason


@pytest.mark.parametrize(
    ("column", "value"),
    [("number", 3), ("turn", 99), ("status", "running"), ("result", {"a": 1})],
)
def test_a_column_that_does_not_follow_from_the_log_is_found(
    finished: Game, column: str, value: Any
) -> None:
    Game.objects.filter(pk=finished.pk).update(**{column: value})
    assert column in fault_of(Game.objects.get(pk=finished.pk)).reason


@pytest.mark.parametrize(("column", "value"), [("score", 99), ("to_move", True)])
def test_a_column_of_a_seat_that_does_not_follow_from_the_log_is_found(
    finished: Game, column: str, value: Any
) -> None:
    Seat.objects.filter(game=finished, index=1).update(**{column: value})
    assert f"column {column} of seat 2" in fault_of(finished).reason


def test_a_game_may_be_played_while_it_is_verified(running: Game, now: datetime) -> None:
    read_before = Game.objects.get(pk=running.pk)
    advance(running, now=now, moves=3)
    assert verification.first_fault(read_before) is None


def test_people_may_play_on_while_many_games_are_verified(
    transactional_db: None, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite locks nothing for a connection that still reads an older state of the database."""
    Game.objects.bulk_create(
        Game(name="Open", ruleset="alexandros", rules_version=1,
             setup_id=StoredSetup.keep("{}"), created_at=now)
        for _ in range(120))
    first, verify = Game.objects.order_by("pk")[0], verification.first_fault

    def verify_while_somebody_writes(game: Game) -> Fault | None:
        if game == first:
            at_once(lambda: Game.objects.filter(pk=game.pk).update(note="Played on"))
        return verify(game)

    monkeypatch.setattr(verification, "first_fault", verify_while_somebody_writes)
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert out.getvalue() == "All 120 games are valid.\n"


def test_an_open_table_holds(alice: User, now: datetime) -> None:
    game = Game.objects.create(name="Open", ruleset="alexandros", rules_version=1,
                               setup_id=StoredSetup.keep("{}"),
                               created_at=now)
    assert verification.first_fault(game) is None


def test_the_command_is_quiet_about_good_games(running: Game, finished: Game) -> None:
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert out.getvalue() == "All 2 games are valid.\n"


def test_the_command_names_each_games_first_bad_row_and_fails(
    running: Game, finished: Game, unguarded: None
) -> None:
    for game, number in ((running, 7), (finished, 4), (finished, 8)):
        forge(game, number, chain="0" * 32)
    out = StringIO()
    with pytest.raises(CommandError, match="2 of 2 games") as failed:
        call_command("verify_games", stdout=out)
    assert failed.value.returncode == 1
    lines = out.getvalue().splitlines()
    assert [line.split(":")[0] for line in lines] == sorted(
        [f"game {running.code}, row 7", f"game {finished.code}, row 4"],
        key=lambda line: finished.code in line and finished.pk > running.pk,
    )


def test_the_command_looks_at_chosen_games_only(
    running: Game, finished: Game, unguarded: None
) -> None:
    forge(running, 7, chain="0" * 32)
    call_command("verify_games", finished.code, stdout=StringIO())
    with pytest.raises(CommandError, match="no game nothing"):
        call_command("verify_games", "nothing", stdout=StringIO())


@pytest.mark.promise("R24")
def test_the_deal_is_secret_while_the_game_runs(running: Game) -> None:
    with pytest.raises(Closed, match="secret until the game is over"):
        verification.reveal_deal(running)


@pytest.mark.promise("R24")
@pytest.mark.rule("S1", "S3")
def test_the_deal_can_be_checked_after_the_end(finished: Game) -> None:
    deal = verification.reveal_deal(finished)
    assert (deal.kept, deal.follows) == (True, True)
    assert commitment(bytes.fromhex(deal.seed)) == deal.commitment == finished.commitment
    first, shuffle, *_ = deal.draws
    assert (first.number, first.label, shuffle.number) == (1, "first", 1)
    assert first.result == SeededChance(bytes.fromhex(deal.seed)).below(2, "first")
    assert isinstance(shuffle.result, tuple)
    chance = SeededChance(bytes.fromhex(deal.seed))
    assert shuffle.result == chance.shuffle(shuffle.result, shuffle.label)
    assert sorted(shuffle.result) == sorted(list(range(5)) * 11)


@pytest.mark.promise("R24")
def test_a_deal_that_does_not_follow_is_shown_as_such(finished: Game, unguarded: None) -> None:
    row = LoggedMove.objects.get(game=finished, number=1)
    told = json.loads(row.events)
    shuffled = next(event for event in told if event["type"] == "shuffled")
    shuffled["supply"] = shuffled["supply"][::-1]
    forge(finished, 1, events=codec.canonical(told))
    assert not verification.reveal_deal(finished).follows
    Game.objects.filter(pk=finished.pk).update(seed=bytes(32))
    deal = verification.reveal_deal(Game.objects.get(pk=finished.pk))
    assert (deal.kept, deal.follows) == (False, False)


def test_the_same_seed_and_moves_give_the_same_digests(
    alice: User, bob: User, now: datetime
) -> None:
    digests = []
    for _ in range(2):
        game = seat_table([alice, bob], now=now)
        advance(game, now=now, moves=8)
        digests.append(list(game.rows.values_list("digest", "chain")))
    assert digests[0] == digests[1]
