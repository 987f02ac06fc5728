"""The processes in which bots and analysts think, which start when they are first needed.

Bots that search for seconds slow down nothing else this way, and a bot that never comes to an end
can be stopped.  Each process of the service has up to one such child for each core; a child answers
one question at a time.  It is started again if it has died, and ends with its parent, however that
ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Condition
from typing import Any

from games.base import log_context

CORES = os.cpu_count() or 1
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
    """Several processes for thinking, side by side.

    Whoever finds all of them busy waits.  The next is who would be served first if everybody had
    to wait as long as they want to think, so short questions come before long ones that were asked
    a little earlier, and nobody waits for ever.
    """

    def __init__(self, *, children: int = CORES,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._children, self._clock = children, clock
        self._begin_again()

    def _begin_again(self) -> None:
        self._change = Condition()  # notified when a place is free, or if thinking is prevented
        self._order = count()
        self._waiting: set[tuple[float, int]] = set()  # when they should be served, and order
        self._places = self._children
        self._idle: list[_Child] = []
        self._busy: list[_Child] = []
        self._prevented = False

    def ask(self, question: Callable[..., Any], *about: Any, seconds: float,
            **details: Any) -> Any:
        """Return what a function of the engine, such as a bot's ``plan``, returns within a time.

        The function is given the arguments and ``has_time``, and nothing else is sent.  Raises what
        the bot raised, Overdue, Died, or Interrupted by ``prevent``.
        """
        with self._place(seconds):
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
                self._rest(child)
                return _result_in(answer)
            raise Died

    @property
    def waiting(self) -> int:
        """How many people wait for a process."""
        with self._change:
            return len(self._waiting)

    @contextmanager
    def _place(self, seconds: float) -> Iterator[None]:
        """Wait for a place among those who think; raise Interrupted if thinking is prevented."""
        with self._change:
            ticket = (self._clock() + seconds, next(self._order))
            self._waiting.add(ticket)
            self._change.wait_for(lambda: self._prevented or (
                self._places and min(self._waiting) == ticket))
            self._waiting.remove(ticket)
            if self._prevented:
                raise Interrupted
            self._places -= 1
            self._change.notify_all()  # another place may be free for the next one
        try:
            yield
        finally:
            with self._change:
                self._places += 1
                self._change.notify_all()

    def _started(self) -> _Child:
        with self._change:
            if self._prevented:
                raise Interrupted
            child = self._idle.pop() if self._idle else _start()
            self._busy.append(child)
            return child

    def _rest(self, child: _Child) -> None:
        with self._change:
            self._busy.remove(child)
            self._idle.append(child)

    def _end(self, child: _Child) -> None:
        with self._change:
            self._busy.remove(child)
            child.end()

    @contextmanager
    def prevent(self) -> Iterator[None]:
        """Prevent thinking within the block: end the processes and interrupt all who wait."""
        with self._change:
            self._prevented = True
            for child in (*self._idle, *self._busy):
                child.process.kill()
                child.process.wait()
            for child in self._idle:
                child.end()
            self._idle.clear()
            self._change.notify_all()
        try:
            yield
        finally:
            with self._change:
                self._prevented = False

    def forget(self) -> None:
        """Leave the children to the process that has started them; for a copy of that process."""
        for child in (*self._idle, *self._busy):
            child.connection.close()  # else it would not notice the end of its parent
            child.process.returncode = 0  # it is not ours to wait for
        self._begin_again()  # whoever held a lock is not in this process


def _result_in(answer: tuple[Any, ...]) -> Any:
    if answer[0] == "answer":
        return answer[1]
    _, error, place = answer
    log_context.note_place(error, place)
    raise error


THINKER = Thinker()
os.register_at_fork(after_in_child=THINKER.forget)
