"""The page's script agrees with the engine on all recorded games."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules.alexandros import board_file
from games.models import Game, LoggedMove, User
from games.table.lobby import open_tables
from games.table.play import event_log, history, records
from games.table.seats import leaving
from tests.checker.page_script import check, run, verdicts
from tests.inbox.email_replies import text_of
from tests.outbox.test_notifications import email_of, play_a_turn, table
from tests.sample_games import GOLDEN, NAMES, mover, submit, written_record

RECORDS = sorted(GOLDEN.rglob("*.record"))
ALL_GOOD = dict.fromkeys(("commitment", "rows", "draws", "positions"), "good")


@pytest.mark.promise("R8", "R24")
@pytest.mark.django_db
@pytest.mark.any_database
def test_every_recorded_game_passes(now: datetime) -> None:
    cases, scores = [], []
    for path in RECORDS:
        game = records.import_record(path.read_text(encoding="utf-8"), now=now)
        cases.append({"kind": "check", "text": records.export_log(game), "pasted": ""})
        scores.append(list(game.seats.order_by("index").values_list("score", flat=True)))
    assert len(RECORDS) > 8
    for path, report, score in zip(RECORDS, run(cases), scores, strict=True):
        assert report["first"] is None, (path.stem, report["first"])
        assert verdicts(report) == {**ALL_GOOD, "emails": "unknown"}, path.stem
        assert report["scores"] == score, path.stem


@pytest.mark.promise("R24")
@pytest.mark.django_db
@pytest.mark.any_database
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", sorted(board_file.shipped()))
def test_games_of_every_size_pass_on_every_board(
    now: datetime, monkeypatch: pytest.MonkeyPatch, players: int, board: str
) -> None:
    monkeypatch.setattr("tests.sample_games.BOARD", board)
    record = written_record(players=players, seed=bytes([players]) * 32)
    game = records.import_record(record, name="Größe \u2028 '\"<b>", now=now)
    report = check(records.export_log(game))
    assert report["first"] is None
    draws, positions = (next(one["values"] for one in report["checks"] if one["name"] == name)
                        for name in ("draws", "positions"))
    assert positions["count"] == game.number
    assert draws["count"] >= 2  # the deal and the first player
    assert draws["cards"] > players + 2


@pytest.mark.promise("R8")
@pytest.mark.django_db
@pytest.mark.any_database
@pytest.mark.parametrize("ruleset", ["alexandros", "campaign"])
def test_a_game_that_ended_outside_the_rules_passes(
    alice: User, bob: User, now: datetime, ruleset: str
) -> None:
    game = open_tables.create_table(by=alice, ruleset=ruleset, name="Issus", players=2,
                                    invite_emails=[bob.email], now=now)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    for _ in range(4):
        seat = game.seats.filter(to_move=True)[0].index
        view, rules = history.view(game, seat), event_log.ruleset_of(game)
        submit(game, seat=seat, text=rules.format(rules.legal_moves(view, seat=seat)[0], view),
               number=game.number, key=f"k{game.number}", actor=LoggedMove.Actor.PAGE, now=now)
        game.refresh_from_db()
    leaving.leave(game, user=bob, now=now)
    game.refresh_from_db()
    report = check(records.export_log(game))
    assert (report["first"], verdicts(report)) == (None, {**ALL_GOOD, "emails": "unknown"})
    assert report["scores"] == list(game.seats.order_by("index").values_list("score", flat=True))


@pytest.mark.django_db
@pytest.mark.any_database
def test_the_file_has_what_the_document_describes(finished: Game) -> None:
    told = json.loads(records.export_log(finished))
    text = (Path(__file__).parents[2] / "engine" / "FORMATS.md").read_text(encoding="utf-8")
    part = text.partition("## The log of a game")[2].partition("### The hash chain")[0]
    described = re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)
    assert [*told, *told["rows"][0]] == described
    assert told["players"] == list(NAMES[:2])


BOARDS = [
    # Strings of the other kinds, escapes, numbers with another base and values nobody asks for
    ("name = 'odd'\r\ntitle = \"A \\\"board\\\" # not a comment\"  # a comment\r\n"
     "start = 'A1.N'\r\nblack_walls = 0x1_0\r\nred_walls = 1_2\r\n"
     "sizes = [1, [2, '[']] # more\r\nmap = '''\r\nt.~\r\na.# \r\n'''\r\n"
     "[other.\"table\"]\r\nstart = 'B9.S'\r\n"),
    ('name = "b"\n\n\n  title = """\nAn \\u00fcber\\\n   board"""\nstart = "A2.NE"\n'
     'map = "t.\\n.s\\u0020\\n"\nnote.start = "x"\nwhen = 1979-05-27 07:32:00\n   \n'),
    'name = "c"\ntitle = "c \u00a0"  \t\nstart = "A1.SW"\nmap = """tah\n.ls""" # \u00a0\n',
]


@pytest.mark.parametrize("text", [*BOARDS, *board_file.shipped().values()])
def test_boards_are_read_as_the_engine_reads_them(text: str) -> None:
    (found,) = run([{"kind": "board", "board": text}])
    board: Any = board_file.load(text)
    assert found == {
        "fingerprint": board.id, "start": board.start, "black": board.black_walls,
        "red": board.red_walls, "spaces": board.space_by_name,
    }


def test_our_hashes_are_those_of_node() -> None:
    cases = [{"kind": "hash", "key": bytes(range(size)).hex(), "text": (b"\xa5" * length).hex()}
             for size in (0, 1, 32, 64, 65, 200)
             for length in (0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000)]
    for result in run(cases):
        assert result["ours"] == result["theirs"]


pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.promise("R9")
def test_the_page_for_checking_games_finds_the_hashes_in_whole_emails(
    alice: User, bob: User, now: datetime,
) -> None:
    game = table(alice, bob, now=now)
    kept = [text_of(email_of("started", bob.email, now))]
    while game.status == Game.Status.RUNNING:
        seat = mover(game)
        assert seat is not None
        play_a_turn(game, seat, now)
        if seat == 0 and game.status == Game.Status.RUNNING:
            quoted = re.sub("^", "> ", text_of(email_of("turn", bob.email, now)), flags=re.M)
            kept.append(quoted)
    kept.append(text_of(email_of("over", bob.email, now)))
    report = check(records.export_log(game), "\n\n".join(kept))
    assert report["first"] is None
    assert verdicts(report)["emails"] == "good"
    assert report["checks"][-1]["values"] == {
        "count": len(kept) - 1, "secrets": 2, "latest": game.number}
