"""A process of its own for a season, which knows nothing of the site's data and servers.

Its environment names no database, broker, mail server or secret of the site, and its data
directory is a temporary one, which is removed.  Its database is in memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

from games.labs.season.options import Options
from games.labs.season.report import Result

KEPT = ("PATH", "HOME", "LANG", "PYTHONPATH", "PYTHONHASHSEED", "VIRTUAL_ENV", "TZDIR",
        "ALEXANDROS_GAMES")


class SeasonFailed(Exception):
    """The process of a season ended with an error; the message is what it wrote."""


def run_season(options: Options) -> Result:
    """Runs a season in a process of its own; raises SeasonFailed if that breaks down."""
    with TemporaryDirectory(prefix="season-") as folder:
        ended = subprocess.run(
            [sys.executable, "-m", "games.labs.season", json.dumps(asdict(options))],
            env=_environment(os.environ, folder), cwd=settings.BASE_DIR, check=False,
            capture_output=True, text=True)
        written = Path(folder, "result.json")
        if ended.returncode or not written.exists():
            raise SeasonFailed(ended.stderr.strip() or "the season ended without a result")
        return Result.from_data(json.loads(written.read_text(encoding="utf-8")))


def _environment(environ: Mapping[str, str], folder: str) -> dict[str, str]:
    kept = {name: environ[name] for name in KEPT if name in environ}
    return {**kept, "ALEXANDROS_DATA": folder, "ALEXANDROS_LOG": "ERROR",
            "ALEXANDROS_REVIEWS": "0",
            "DJANGO_SETTINGS_MODULE": "alexandros_site.settings"}
