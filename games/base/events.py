"""Events: each change is published once, to the functions that listen for it.

Publishers do not know the listeners.  Every listener runs inside the transaction of the change, so
whatever it writes (an email to be sent, a plan's attempt) exists exactly if the change does.  Work
that must not hold up the change it hands to a worker after the commit
(``task_queue.send_after_commit``), and a sweep finds that work if the message is lost.  An
exception of a listener undoes the change.

Features are told first: a plan says that a turn has its orders already before its player is told of
the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.base.features import features

Listeners = Mapping[type, Callable[[Any], None]]

_connected: list[Listeners] = []


def connect(listeners: Listeners) -> None:
    """Register listeners, each for its type of events; those of features are called first."""
    if listeners not in _connected:
        _connected.append(listeners)


def publish(event: object) -> None:
    """Call all listeners for events of this type; must be called in the change's transaction."""
    for listeners in (*(feature.listeners for feature in features()), *_connected):
        if listener := listeners.get(type(event)):
            listener(event)
