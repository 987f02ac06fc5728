"""Export and import of whole games as text, with the same digests."""

from __future__ import annotations

import secrets
from datetime import datetime
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from alexandros_rules import record
from alexandros_rules.alexandros.rules import RULESET
from games.base.refusals import BadRecord, Closed
from games.management.commands import import_game
from games.models import Game, Seat, User
from games.table.lobby import open_tables
from games.table.play import event_log, history, records, verification
from games.table.seats import leaving
from tests.sample_games import FINISHED, advance

pytestmark = pytest.mark.django_db

RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.record"))


def digests(game: Game) -> list[Any]:
    return list(game.rows.order_by("number").values_list(
        "number", "seat", "move", "stored_events", "digest", "chain"))


@pytest.mark.promise("R8")
def test_a_finished_game_comes_back_with_the_same_digests(finished: Game, now: datetime) -> None:
    copy = records.import_record(records.export_record(finished), now=now)
    assert digests(copy) == digests(finished)
    assert copy.code != finished.code
    for column in ("status", "number", "turn", "result", "commitment", "setup"):
        assert getattr(copy, column) == getattr(finished, column)
    assert history.seat_names(copy) == history.seat_names(finished)
    assert verification.first_fault(copy) is None


@pytest.mark.promise("R8")
def test_a_running_game_with_its_seed_can_be_played_on(
    running: Game, alice: User, bob: User, carol: User, now: datetime
) -> None:
    leaving.leave(running, user=bob, now=now)
    advance(running, now=now)
    copy = records.import_record(
        records.export_record(running, with_seed=True), name="Copy", now=now
    )
    assert digests(copy) == digests(running)
    assert (copy.name, copy.status) == ("Copy", Game.Status.RUNNING)
    for seat, player in zip(copy.seats.order_by("index"), [alice, bob, carol], strict=True):
        Seat.objects.filter(pk=seat.pk).update(user=player)
    advance(copy, now=now, moves=3)
    assert verification.first_fault(copy) is None


@pytest.mark.promise("R24")
def test_a_running_games_record_keeps_the_seed_to_itself(running: Game, now: datetime) -> None:
    text = records.export_record(running)
    assert bytes(running.seed).hex() not in text
    with pytest.raises(BadRecord, match="keeps its seed secret") as refused:
        records.import_record(text, now=now)
    assert text.splitlines()[refused.value.line - 1] == "seed: -"


def test_a_finished_games_record_shows_the_seed(finished: Game) -> None:
    assert f"seed: {bytes(finished.seed).hex()}" in records.export_record(finished)


def test_a_table_that_has_not_started_has_no_record(alice: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=2, now=now)
    with pytest.raises(Closed, match="not started"):
        records.export_record(game)


def changed(line: str, new: str) -> str:
    """The finished record with the only line that has this prefix replaced."""
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
def test_a_faulty_record_stores_nothing_and_names_the_line(
    text: str, beginning: str, now: datetime
) -> None:
    with pytest.raises(BadRecord) as refused:
        records.import_record(text, now=now)
    assert refused.value.sentence.endswith(".")
    if beginning:
        assert text.splitlines()[refused.value.line - 1].startswith(beginning)
    assert not Game.objects.exists()


def test_a_move_of_the_wrong_seat_is_refused(now: datetime) -> None:
    line = next(old for old in FINISHED.splitlines() if old.startswith("6 "))
    _, seat, rest = line.split(" ", 2)
    text = changed("6 ", f"6 {3 - int(seat)} {rest}")
    with pytest.raises(BadRecord, match="cannot make move 6") as refused:
        records.import_record(text, now=now)
    assert text.splitlines()[refused.value.line - 1].startswith("6 ")


@pytest.mark.parametrize("seat", [0, 3, 9])
def test_a_note_about_another_seat_is_refused(
    running: Game, bob: User, now: datetime, seat: int
) -> None:
    leaving.leave(running, user=bob, now=now)
    text = records.export_record(running, with_seed=True)
    told = text.replace('"seat":1,"type":"@seat"', f'"seat":{seat},"type":"@seat"')
    assert told != text
    with pytest.raises(BadRecord, match="Move 22 names a different seat"):
        records.import_record(told, now=now)


def test_chance_that_is_not_the_seeds_is_refused(now: datetime) -> None:
    """The shuffle of a record must be the one its seed gives, not just any shuffle."""
    other = FINISHED.replace(" first:0 ", " first:1 ") if " first:0 " in FINISHED else (
        FINISHED.replace(" first:1 ", " first:0 "))
    with pytest.raises(BadRecord):
        records.import_record(other, now=now)
    assert not Game.objects.exists()


def test_the_commands_carry_a_game_through_a_file(finished: Game, tmp_path: Path) -> None:
    path, out = tmp_path / "game.txt", StringIO()
    call_command("export_game", finished.code, "--output", path)
    call_command("import_game", path, "--name", "Again", stdout=out)
    copy = Game.objects.get(name="Again")
    assert digests(copy) == digests(finished)
    assert out.getvalue() == f"{copy.code}: {copy.number} moves, over.\n"


def test_export_says_where_nothing_can_be_written(finished: Game, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="The record cannot be written"):
        call_command("export_game", finished.code, "--output", tmp_path / "no" / "such.txt")


def test_export_writes_to_standard_output(finished: Game) -> None:
    out = StringIO()
    call_command("export_game", finished.code, stdout=out)
    assert out.getvalue() == records.export_record(finished)
    with pytest.raises(CommandError, match="no game nothing"):
        call_command("export_game", "nothing")


def test_import_names_file_and_line_of_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(changed("5 ", "nonsense"))
    with pytest.raises(CommandError, match=r"bad\.txt:\d+: We cannot read this line"):
        call_command("import_game", path)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_game", tmp_path / "missing.txt")


@pytest.mark.parametrize(("line", "names"), [
    ("players: Al\0ice | B\u2028ob", ["Al ice", "B ob"]),
    (f"players: {'A' * 500} | Bob", ["A" * 80, "Bob"]),
    ("players: \ud800 | Bob", ["?", "Bob"]),
])
def test_names_are_stored_as_a_database_takes_them(
    now: datetime, line: str, names: list[str]
) -> None:
    game = records.import_record(changed("players:", line), now=now)
    assert history.seat_names(game) == names
    named = records.import_record(changed("game:", f"game: \0{'x' * 300}"), now=now).name
    assert named == f"Record of {'x' * 70}"[:80]


def test_no_more_is_read_than_a_record_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "huge.txt"
    path.write_bytes(b"game record 1\n" + b"x" * import_game.MAX_RECORD_BYTES * 2)
    with pytest.raises(CommandError, match="at most 1000000 characters"):
        call_command("import_game", path)


def test_a_record_may_come_by_standard_input_and_with_a_mark_in_front(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    given = BytesIO(FINISHED.encode("utf-8-sig"))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(given))
    out = StringIO()
    call_command("import_game", "-", stdout=out)
    assert out.getvalue().endswith(" moves, over.\n")


def test_what_is_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff")
    for there in (path, tmp_path):
        with pytest.raises(CommandError, match="The record cannot be read"):
            call_command("import_game", there)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"\xff")))
    with pytest.raises(CommandError, match="The record cannot be read"):
        call_command("import_game", "-")


def test_whatever_is_done_to_a_record_by_hand_it_is_stored_whole_or_refused(now: datetime) -> None:
    """Random damage to a record, such as people cause when they edit it by hand."""
    luck = Random(secrets.token_bytes(8))
    for _ in range(150):
        lines = FINISHED.split("\n")
        at = luck.randrange(len(lines))
        odd = luck.choice(["\0", "\ud800", "\u2028", " = ", "|", "9" * 99, "{", '"', " NaN", ""])
        cut = luck.randrange(len(lines[at]) + 1)
        lines[at:] = luck.choice([[], lines[at + 1:], [lines[at][:cut] + odd, *lines[at + 1:]]])
        before = Game.objects.count()
        game = stored_or_refused("\n".join(lines), now=now)
        assert Game.objects.count() - before == bool(game)
        assert game is None or verification.first_fault(game) is None


def stored_or_refused(text: str, *, now: datetime) -> Game | None:
    try:
        return records.import_record(text, now=now)
    except BadRecord:
        return None


@pytest.mark.promise("R8")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_in_the_database_to_its_digests(
    path: Path, now: datetime
) -> None:
    text = path.read_text(encoding="utf-8")
    game = records.import_record(text, now=now)
    assert [row.digest for row in event_log.logged_moves(game)] == [
        row.digest for row in record.load(text, {RULESET.name: RULESET}).rows
    ]
    assert verification.first_fault(game) is None
    game.refresh_from_db()
    ruleset = event_log.ruleset_of(game)
    assert ruleset.status(history.state(game)).over


def test_there_are_recorded_games() -> None:
    assert RECORDS
