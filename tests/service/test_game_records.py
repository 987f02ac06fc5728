"""Whole games as files: out and in again, with the same digests."""

from __future__ import annotations

from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, User
from games.services import positions, records, tables, verification
from games.services.refusals import BadRecord, Closed
from tests.service.playing import FINISHED, advance


def digests(game: Game) -> list[Any]:
    return list(game.rows.order_by("number").values_list(
        "number", "seat", "move", "events", "digest", "chain"))


@pytest.mark.promise("R8")
def test_a_finished_game_comes_back_with_the_same_digests(finished: Game, now: datetime) -> None:
    copy = records.store(records.text(finished), now=now)
    assert digests(copy) == digests(finished)
    assert copy.code != finished.code
    for column in ("status", "number", "turn", "result", "commitment", "setup"):
        assert getattr(copy, column) == getattr(finished, column)
    assert positions.names(copy) == positions.names(finished)
    assert verification.fault(copy) is None


@pytest.mark.promise("R8")
def test_a_running_game_with_its_seed_can_be_played_on(
    running: Game, bob: User, now: datetime
) -> None:
    tables.leave(running, user=bob, now=now)
    advance(running, now=now)
    copy = records.store(records.text(running, with_seed=True), name="Copy", now=now)
    assert digests(copy) == digests(running)
    assert (copy.name, copy.status) == ("Copy", Game.Status.RUNNING)
    advance(copy, now=now, moves=3)
    assert verification.fault(copy) is None


@pytest.mark.promise("R24")
def test_a_running_games_record_keeps_the_seed_to_itself(running: Game, now: datetime) -> None:
    text = records.text(running)
    assert bytes(running.seed).hex() not in text
    with pytest.raises(BadRecord, match="keeps its seed secret") as refused:
        records.store(text, now=now)
    assert text.splitlines()[refused.value.line - 1] == "seed: -"


def test_a_finished_games_record_shows_the_seed(finished: Game) -> None:
    assert f"seed: {bytes(finished.seed).hex()}" in records.text(finished)


def test_a_table_that_has_not_started_has_no_record(alice: User, now: datetime) -> None:
    game = tables.create_table(by=alice, players=2, now=now)
    with pytest.raises(Closed, match="not started"):
        records.text(game)


def changed(line: str, new: str) -> str:
    """The finished record with the one line that begins so replaced."""
    found = [old for old in FINISHED.splitlines() if old.startswith(line)]
    assert len(found) == 1
    return FINISHED.replace(found[0], new)


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("", ""),
        ("game record 2", ""),
        (changed("5 ", "5 1 fly = 00000000000000000000000000000000"), "5 "),
        (changed("5 ", "nonsense"), "nonsense"),
        (changed("5 ", "5 1 @seat = " + "0" * 32), "5 "),
        (changed("seed:", "seed: " + "00" * 32), ""),
        (FINISHED.partition("moves:")[0], ""),
    ],
)
@pytest.mark.django_db
def test_a_faulty_record_stores_nothing_and_names_the_line(
    text: str, beginning: str, now: datetime
) -> None:
    with pytest.raises(BadRecord) as refused:
        records.store(text, now=now)
    assert refused.value.sentence.endswith(".")
    if beginning:
        assert text.splitlines()[refused.value.line - 1].startswith(beginning)
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_move_of_the_wrong_seat_is_refused(now: datetime) -> None:
    line = next(old for old in FINISHED.splitlines() if old.startswith("6 "))
    _, seat, rest = line.split(" ", 2)
    text = changed("6 ", f"6 {3 - int(seat)} {rest}")
    with pytest.raises(BadRecord, match="is not on turn at move 6") as refused:
        records.store(text, now=now)
    assert text.splitlines()[refused.value.line - 1].startswith("6 ")


@pytest.mark.parametrize("seat", [0, 3, 9])
def test_a_note_about_another_seat_is_refused(
    running: Game, bob: User, now: datetime, seat: int
) -> None:
    tables.leave(running, user=bob, now=now)
    text = records.text(running, with_seed=True)
    told = text.replace('"seat":1,"type":"@seat"', f'"seat":{seat},"type":"@seat"')
    assert told != text
    with pytest.raises(BadRecord, match="Move 22 is not that seat's"):
        records.store(told, now=now)


@pytest.mark.django_db
def test_chance_that_is_not_the_seeds_is_refused(now: datetime) -> None:
    """The shuffle of a record must be the one its seed gives, not just any shuffle."""
    other = FINISHED.replace(" first:0 ", " first:1 ") if " first:0 " in FINISHED else (
        FINISHED.replace(" first:1 ", " first:0 "))
    with pytest.raises(BadRecord):
        records.store(other, now=now)
    assert not Game.objects.exists()


def test_the_commands_carry_a_game_through_a_file(finished: Game, tmp_path: Path) -> None:
    path, out = tmp_path / "game.txt", StringIO()
    call_command("export_game", finished.code, "--output", path)
    call_command("import_game", path, "--name", "Again", stdout=out)
    copy = Game.objects.get(name="Again")
    assert digests(copy) == digests(finished)
    assert out.getvalue() == f"{copy.code}: {copy.number} moves, over.\n"


def test_export_writes_to_standard_output(finished: Game) -> None:
    out = StringIO()
    call_command("export_game", finished.code, stdout=out)
    assert out.getvalue() == records.text(finished)
    with pytest.raises(CommandError, match="no game nothing"):
        call_command("export_game", "nothing")


@pytest.mark.django_db
def test_import_names_file_and_line_of_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(changed("5 ", "nonsense"))
    with pytest.raises(CommandError, match=r"bad\.txt:\d+: This is no line"):
        call_command("import_game", path)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_game", tmp_path / "missing.txt")
