"""Fault points, where tests kill or stall a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from games.base import fault_points


def test_a_fault_point_without_an_action_does_nothing():
    assert fault_points.reached("outbox.sent") is None


def test_an_action_applies_within_its_block_only():
    reached = []
    with fault_points.action_at("outbox.sent", lambda: reached.append(1)):
        fault_points.reached("outbox.sent")
    fault_points.reached("outbox.sent")
    assert reached == [1]


def test_the_variable_kills_a_process_at_a_fault_point():
    code = (
        "from games.base import fault_points; fault_points.reached('outbox.sent'); print('alive')"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False,
                           env={**os.environ, "ALEXANDROS_FAULTS": "outbox.sent=kill"})
    assert ended.returncode == -signal.SIGKILL
    assert not ended.stdout


def test_an_unknown_action_is_refused():
    with pytest.raises(ValueError, match="name=kill or name=stall:seconds"):
        fault_points.parse_actions("outbox.sent=explode")
