"""Named fault points: places where a test can kill or stall the process.

In production they do nothing.  A test sets an action with ``action_at``, or in the environment of
the workers it starts: ALEXANDROS_FAULTS="outbox.sent=kill,outbox.claimed=stall:5".
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

Action = Callable[[], None]

_actions: dict[str, Action] = {}


def reached(name: str) -> None:
    """Run the action of this fault point, if there is one."""
    action = _actions.get(name)
    if action:
        action()


@contextmanager
def action_at(name: str, action: Action) -> Iterator[None]:
    """Run this action whenever the fault point is reached within the block."""
    _actions[name] = action
    try:
        yield
    finally:
        del _actions[name]


def parse_actions(text: str) -> dict[str, Action]:
    """Return the actions in the value of ALEXANDROS_FAULTS, by fault point.

    Raises ValueError for an unknown action.
    """
    actions: dict[str, Action] = {}
    for part in filter(None, text.split(",")):
        name, _, action = part.partition("=")
        kind, _, seconds = action.partition(":")
        if kind == "kill":
            actions[name] = partial(os.kill, os.getpid(), signal.SIGKILL)
        elif kind == "stall":
            actions[name] = partial(time.sleep, float(seconds))
        else:
            raise ValueError(f"a fault is name=kill or name=stall:seconds, not {part!r}")
    return actions


_actions.update(parse_actions(os.environ.get("ALEXANDROS_FAULTS", "")))
