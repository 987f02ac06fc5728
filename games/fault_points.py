"""Named fault points: places where a test can kill or stall the process.

Nothing happens there in life.  A test in this process sets an action with ``action_at``; one
that starts real workers sets ALEXANDROS_FAULTS="outbox.sent=kill,outbox.claimed=stall:5" for them.
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
    """Says that the process is here now."""
    action = _actions.get(name)
    if action:
        action()


@contextmanager
def action_at(name: str, action: Action) -> Iterator[None]:
    """Within the block this happens whenever the point is reached."""
    _actions[name] = action
    try:
        yield
    finally:
        del _actions[name]


def parse_actions(text: str) -> dict[str, Action]:
    """The actions a variable names, by fault point; refuses one it does not know."""
    actions: dict[str, Action] = {}
    for part in filter(None, text.split(",")):
        name, _, what = part.partition("=")
        kind, _, seconds = what.partition(":")
        if kind == "kill":
            actions[name] = partial(os.kill, os.getpid(), signal.SIGKILL)
        elif kind == "stall":
            actions[name] = partial(time.sleep, float(seconds))
        else:
            raise ValueError(f"a fault is name=kill or name=stall:seconds, not {part!r}")
    return actions


_actions.update(parse_actions(os.environ.get("ALEXANDROS_FAULTS", "")))
