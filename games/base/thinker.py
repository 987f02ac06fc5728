"""The process in which bots and analysts think, which starts when it is first needed.

Bots that search for seconds slow down nothing else this way, and a bot that never comes to an end
can be stopped.  Each process of the service has one such child, which answers one question at a
time.  It is started again if it has died, and ends with its parent, however that ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from games.base import log_context

PATIENCE = 10.0  # seconds beyond its time in which a bot must answer, also on a busy machine


class Interrupted(Exception):
    """The service is being stopped, so nothing is thought about."""


class Overdue(Exception):
    """The bot did not notice that its time was up."""


class Died(Exception):
    """The process died twice while the bot was thinking."""


@dataclass(frozen=True, slots=True)
class _Child:
    """A running process and our end of the connection to it."""

    process: subprocess.Popen[bytes]
    connection: Connection[Any, Any]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.connection.close()


def _start() -> _Child:
    ours, theirs = Pipe()
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    with theirs:
        process = subprocess.Popen(
            # -S: PYTHONPATH already has the site packages.  -P: and the working directory, if any.
            [sys.executable, "-S", "-P", "-m", "games.base.thinking_child", str(theirs.fileno())],
            pass_fds=[theirs.fileno()], env={"PYTHONPATH": paths}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # a traceback might quote hidden cards
        )
    return _Child(process, ours)


class Thinker:
    """One process for thinking; its users wait for each other."""

    def __init__(self) -> None:
        self._turn, self._state = Lock(), Lock()  # to use the child, and to start or end it
        self._child: _Child | None = None
        self._prevented = False

    def ask(self, question: Callable[..., Any], *about: Any, seconds: float,
            **details: Any) -> Any:
        """Return what a function of the engine, such as a bot's ``plan``, returns within a time.

        The function is given the arguments and ``has_time``, and nothing else is sent.  Raises what
        the bot raised, Overdue, Died, or Interrupted by ``prevent``.
        """
        with self._turn:
            for _ in range(2):
                child = self._started()
                try:
                    child.connection.send((question, about, details, seconds))
                    if not child.connection.poll(seconds + PATIENCE):
                        raise Overdue
                    answer = child.connection.recv()
                except (EOFError, OSError):
                    self._end(child)
                    continue
                except BaseException:  # the child may still answer, but nobody will wait for it
                    self._end(child)
                    raise
                return _result_in(answer)
            raise Died

    def _started(self) -> _Child:
        with self._state:
            if self._prevented:
                raise Interrupted
            self._child = self._child or _start()
            return self._child

    def _end(self, child: _Child) -> None:
        with self._state:
            child.end()
            if self._child is child:
                self._child = None

    @contextmanager
    def prevent(self) -> Iterator[None]:
        """Prevent thinking within the block: end the process and interrupt its waiting users."""
        with self._state:
            self._prevented = True
            if self._child:
                self._child.process.kill()
                self._child.process.wait()
        try:
            yield
        finally:
            with self._state:
                self._prevented = False

    def forget(self) -> None:
        """Leave the child to the process that has started it; for a copy of that process."""
        if self._child:
            self._child.connection.close()  # else it would not notice the end of its parent
            self._child.process.returncode = 0  # it is not ours to wait for
        self._child, self._prevented = None, False
        self._turn, self._state = Lock(), Lock()  # whoever held them is not in this process


def _result_in(answer: tuple[Any, ...]) -> Any:
    if answer[0] == "answer":
        return answer[1]
    _, error, place = answer
    log_context.note_place(error, place)
    raise error


THINKER = Thinker()
os.register_at_fork(after_in_child=THINKER.forget)
