"""Fault points: where tests kill or stall a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from games.services import faults


def test_nothing_happens_at_a_point_without_an_action():
    assert faults.reach("post.sent") is None


def test_an_action_holds_within_its_block_only():
    reached = []
    with faults.at("post.sent", lambda: reached.append(1)):
        faults.reach("post.sent")
    faults.reach("post.sent")
    assert reached == [1]


def test_a_variable_kills_a_process_at_a_named_point():
    code = "from games.services import faults; faults.reach('post.sent'); print('alive')"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False,
                           env={**os.environ, "ALEXANDROS_FAULTS": "post.sent=kill"})
    assert ended.returncode == -signal.SIGKILL
    assert not ended.stdout


def test_an_unknown_action_is_refused():
    with pytest.raises(ValueError, match="name=kill or name=stall:seconds"):
        faults.read("post.sent=explode")
