"""What the tests of accounts share: no worker, and the file with somebody's data."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from zipfile import ZipFile

import pytest

from games.models import User
from games.web import data_export


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


def unpacked(user: User, now: datetime) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The parsed data.json of somebody's data export, and all other files by name."""
    with data_export.archive(user, now=now) as file, ZipFile(file) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    return json.loads(files.pop("data.json")), files
