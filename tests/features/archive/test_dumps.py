"""Files with the games of a month, without names."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.base import site_clock
from games.features.archive import dumps, tasks
from games.models import Game
from games.table.play import records
from tests.features.archive.conftest import show
from tests.pages.page_reader import Sit
from tests.sample_games import RULES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """The folder in which dumps are kept."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "archive"


@pytest.fixture
def month(finished: Game, now: datetime) -> str:
    """The month in which an archived game has ended."""
    show(finished)
    return f"{now:%Y-%m}"


def after(month: str) -> datetime:
    """A moment in the month after this one."""
    return datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC) + timedelta(days=40)


def test_a_dump_has_a_log_in_each_line_without_names(
    finished: Game, month: str, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    call_command("archive", "--dump", str(file), "--month", month)
    (line,) = file.read_text("utf-8").splitlines()
    dumped, log = json.loads(line), json.loads(records.export_log(finished))
    assert dumped["players"] == list(RULES.colours[:2])
    assert dumped["name"] == ""
    assert {**dumped, "players": 0, "name": 0} == {**log, "players": 0, "name": 0}


def test_a_dump_without_games_is_empty(db: None, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    call_command("archive", "--dump", str(file), "--month", "2001-01")
    assert file.read_text("utf-8") == ""
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("arguments", "sentence"), [
    (("--dump", "games.jsonl", "--month", "May"), "like this: 2026-11"),
    (("--dump", "/nowhere/games.jsonl", "--month", "2026-11"), "cannot be written"),
    (("--month", "2026-11"), "with --dump")])
def test_a_wrong_dump_is_explained(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...],
    sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=sentence):
        call_command("archive", *arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_sweep_has_a_worker_write_last_month_once(
    month: str, folder: Path, announced: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = after(month)
    monkeypatch.setattr(site_clock, "now", lambda: now)
    assert dumps.sweep(now) == 1
    assert ("dump_games",) in announced
    tasks.dump_games()
    assert dumps.sweep(now) == 0
    (file,) = folder.iterdir()
    assert file.name == f"{month}.jsonl.gz"
    assert gzip.decompress(file.read_bytes()).count(b"\n") == 1
    file.write_bytes(b"")
    tasks.dump_games()
    assert file.read_bytes() == b""


def test_a_month_without_games_needs_no_file(month: str, announced: list[Any]) -> None:
    assert dumps.sweep(after(month) + timedelta(days=60)) == 0
    assert ("dump_games",) not in announced


def test_the_files_can_be_downloaded(month: str, sit: Sit) -> None:
    dumps.write_last(after(month))
    page = sit(None)
    link = next(link for link in page.open("/archive/dumps/").links if link.words == month)
    response = page.client.get(link.href)
    assert response.streaming
    assert response.headers["Content-Type"] == "application/gzip"
    assert gzip.decompress(response.getvalue()).startswith(b'{"format": "game log 1"')


@pytest.mark.parametrize("name", ["2001-01", "9999-12", "..", "%2e%2e", "x", "2026-11.jsonl.gz"])
def test_nothing_else_can_be_downloaded(sit: Sit, month: str, name: str) -> None:
    assert sit(None).client.get(f"/archive/dumps/{name}/").status_code == 404


@pytest.mark.parametrize(("moment", "last"), [
    (datetime(2026, 1, 1, tzinfo=UTC), "2025-12"), (datetime(2026, 12, 31, tzinfo=UTC), "2026-11")])
def test_last_month_is_the_one_before(moment: datetime, last: str) -> None:
    assert dumps.last_month(moment) == last
