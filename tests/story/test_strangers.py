"""The whole story on a real site: `python -m tests.story` tells more while it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.commands import ROOT

KEPT = ("PATH", "TMPDIR", "LANG")  # of our environment: the story's site has one of its own


def test_two_strangers_meet_play_by_email_and_one_of_them_goes_up_in_a_league(
    tmp_path: Path
) -> None:
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    told = subprocess.run([sys.executable, "-m", "tests.story"], cwd=ROOT, env=environment,
                          capture_output=True, text=True, check=False)
    assert told.returncode == 0, f"{told.stdout}\n{told.stderr[-6000:]}"
