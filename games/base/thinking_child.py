"""The process in which bots think: ``python -m games.base.thinking_child FD``.

FD is its end of a pair of connected sockets.  It takes requests (question, its arguments by place
and by name, seconds), where the question is a function of the engine such as the ``plan`` of a bot,
and answers each with ("answer", result) or ("failed", exception, place).  It imports only the
engine and the modules of the bots, knows no secrets, and ends as soon as the other end is closed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any

from alexandros_rules.bot_plans import within
from games.base.log_context import place_of

NICENESS = 15  # pages, emails and quick bots come first; but it must go on on a busy machine


def main(file_number: int) -> None:
    """Answer requests until the parent process closes the connection or dies."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the other process decides when this one ends
        signal.signal(number, signal.SIG_IGN)
    os.nice(max(0, NICENESS - os.nice(0)))  # a worker has lowered its own priority
    connection: Connection[Any, Any] = Connection(file_number)
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(connection, requests), daemon=True).start()
    while True:
        connection.send_bytes(_answer(requests.get()))


def _receive(connection: Connection[Any, Any], requests: SimpleQueue[bytes]) -> None:
    """Take requests; end the process when no more can come, even while a bot thinks."""
    try:
        while True:
            requests.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _answer(request: bytes) -> bytes:
    try:
        question, about, details, seconds = pickle.loads(request)  # noqa: S301 - our own parent's
        result = question(*about, **details, has_time=within(seconds, time.monotonic))
        return pickle.dumps(("answer", result))
    except Exception as error:  # noqa: BLE001 - whatever it is, the other process must know
        return _failed(error)


def _failed(error: Exception) -> bytes:
    """Return the answer for an exception, or for its description if it cannot be pickled."""
    place = place_of(error)
    try:
        answer = pickle.dumps(("failed", error, place))
        pickle.loads(answer)  # noqa: S301 - made in the line before
    except Exception:  # noqa: BLE001 - exceptions may do anything when they are pickled
        answer = pickle.dumps(("failed", RuntimeError(type(error).__name__), place))
    return answer


if __name__ == "__main__":
    from games.base import thinking_child  # under this name exceptions say where they occurred

    thinking_child.main(int(sys.argv[1]))
