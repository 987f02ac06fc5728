"""Dumps of the archive: the logs of all games of a month, for people who study the games.

A dump has one log a line (engine/FORMATS.md), with the colours of the seats in place of names.
"""

from __future__ import annotations

import gzip
import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.base import task_queue
from games.base.refusals import Missing, TableRefusal
from games.features.archive import search
from games.models import ArchivedGame, Game
from games.rulesets import registry
from games.table.play import records

TASK = "dump_games"
_END = ".jsonl.gz"


@dataclass(frozen=True, slots=True)
class Dump:
    """A file with the games of a month, such as 2026-11, and its size in bytes."""

    month: str
    size: int


def sweep(now: datetime) -> int:
    """Have a worker write the games of last month, unless there are none or it has done so."""
    month = last_month(now)
    if _path(month).exists() or not _games(month).exists():
        return 0
    task_queue.send_task(TASK)
    return 1


def write_last(now: datetime) -> None:
    """Write the games of last month into the folder of dumps, unless they are there."""
    path = _path(last_month(now))
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write(path, last_month(now))


def last_month(now: datetime) -> str:
    """Return the month before this moment, in UTC."""
    begin = search.month(f"{now:%Y-%m}")[0]
    return f"{begin - timedelta(days=1):%Y-%m}"


def write(path: Path, month: str) -> int:
    """Write the games of a month to a file, compressed if its name says so; return how many.

    The file appears when it is complete.
    """
    opened: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    partial, written = path.with_name(f".{secrets.token_hex(4)}-{path.name}"), 0
    try:
        with opened(partial, "wt", encoding="utf-8") as file:
            for line in lines(month):
                file.write(line)
                written += 1
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return written


def lines(month: str) -> Iterator[str]:
    """Yield the logs of a month's games, the earliest first."""
    for archived in _games(month).iterator(chunk_size=100):
        yield json.dumps(_without_names(archived.game), ensure_ascii=False) + "\n"


def _without_names(game: Game) -> dict[str, object]:
    colours = registry.get(game.ruleset).ruleset.colours
    return records.log_of(game, names=colours[:game.archived.players], title="")


def _games(month: str) -> QuerySet[ArchivedGame]:
    begin, end = search.month(month)
    return ArchivedGame.objects.filter(
        ended_at__gte=begin, ended_at__lt=end, game__listed=True,
        ruleset__in=registry.names()).select_related("game").order_by("ended_at", "game")


def kept() -> list[Dump]:
    """Return the dumps that can be downloaded, the latest first."""
    return [Dump(path.name.removesuffix(_END), path.stat().st_size)
            for path in sorted(_folder().glob(f"????-??{_END}"), reverse=True)]


def open_dump(month: str) -> IO[bytes]:
    """Return the open file of a month; refuse (Missing) a month without one."""
    try:
        search.month(month)
        return _path(month).open("rb")
    except (TableRefusal, OSError):
        raise Missing("dump", _("There is no file of this month.")) from None


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "archive"


def _path(month: str) -> Path:
    return _folder() / f"{month}{_END}"
