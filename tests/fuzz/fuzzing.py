"""The fuzzer: damages good inputs, keeps those that reach new code, and reports what fails.

A target says what a good input looks like and what must hold for every input.  Inputs that run
lines of code which no earlier input ran are damaged further.  Of every failure the smallest input
that still causes it is kept; two failures are the same if they happen at the same place.
"""

from __future__ import annotations

import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parents[2]
MAX_CPU = 1.0  # seconds that one input may take, as promised for hostile emails (R17)
STUCK = 30.0  # seconds of CPU, with tracing, after which an input counts as stuck
SHRINKING = 300  # how many smaller inputs are tried

Line = tuple[CodeType, int]


class Target(Protocol):
    """What is fuzzed: its good inputs, how to damage them, and what holds for every input."""

    name: str
    watched: Sequence[str]  # the folders whose lines count

    def seeds(self) -> Sequence[bytes]:
        """Good inputs."""

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        """A damaged copy of an input."""

    def check(self, data: bytes) -> None:
        """Handles the input; raises whatever shows a mistake in the program."""


class Slow(AssertionError):
    """An input that takes too long."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that shows a mistake, where it happened, and how Python describes it."""

    data: bytes
    place: str
    description: str


@dataclass(slots=True)
class Findings:
    """What one run of a target found."""

    tried: int = 0
    kept: int = 0
    lines: int = 0
    failures: dict[str, Failure] = field(default_factory=dict)


def fuzz(target: Target, rng: random.Random, *, goes_on: Callable[[], bool]) -> Findings:
    """Tries the seeds and then damaged copies, as long as ``goes_on`` says so."""
    findings, seen, corpus = Findings(), set[Line](), []
    untried = list(reversed(target.seeds()))
    while untried or goes_on():
        data = untried.pop() if untried else target.mutate(_chosen(corpus, rng), rng)
        lines, failure = _traced(target, data)
        findings.tried += 1
        if failure is not None:
            if failure.place not in findings.failures:
                findings.failures[failure.place] = shrunk(target, failure)
        elif not lines <= seen or not corpus:
            corpus.append(data)
        seen |= lines
    findings.kept, findings.lines = len(corpus), len(seen)
    return findings


def _chosen(corpus: Sequence[bytes], rng: random.Random) -> bytes:
    """An input to damage; half of the time one of the newest, which reached new code last."""
    return rng.choice(corpus[-8:] if rng.random() < 0.5 else corpus)


def failure_of(target: Target, data: bytes) -> Failure | None:
    """What this input shows, without tracing; None if all is well."""
    try:
        with _limited():
            start = time.process_time()
            target.check(data)
            spent = time.process_time() - start
        if spent > MAX_CPU:
            raise Slow(f"{spent:.1f} s of CPU time")
    except Exception as error:  # noqa: BLE001 - any exception is a finding
        return Failure(data, _place(error), "".join(traceback.format_exception(error)))
    return None


def _traced(target: Target, data: bytes) -> tuple[set[Line], Failure | None]:
    """The lines that this input runs, and what it shows."""
    lines: set[Line] = set()
    start = time.process_time()
    with _tracing(lines, [str(ROOT / folder) for folder in target.watched]):
        failure = _failure_while_tracing(target, data)
    slow = time.process_time() - start > MAX_CPU
    if failure is not None or slow:  # tracing takes time, so what counts is a run without it
        failure = failure_of(target, data)
    return lines, failure


def _failure_while_tracing(target: Target, data: bytes) -> Exception | None:
    try:
        with _limited():
            target.check(data)
    except Exception as error:  # noqa: BLE001 - any exception is a finding
        return error
    return None


@contextmanager
def _tracing(lines: set[Line], folders: Sequence[str]) -> Iterator[None]:
    prefixes = tuple(folders)

    def enter(frame: FrameType, event: str, arg: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(prefixes) else None

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            lines.add((frame.f_code, frame.f_lineno))
        return line

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def _limited() -> Iterator[None]:
    """Raises Slow in an input that never ends; CPU time counts, so a busy machine does not."""
    def stop(number: int, frame: FrameType | None) -> None:
        raise Slow(f"still running after {STUCK:.0f} s of CPU time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _place(error: Exception) -> str:
    """The kind of the error and the innermost function of ours, by which failures are compared."""
    if isinstance(error, Slow):
        return "Slow"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if frame.filename.startswith(str(ROOT)) and "/.venv/" not in frame.filename]
    inner = frames[-1] if frames else None
    where = f"{Path(inner.filename).relative_to(ROOT)}:{inner.name}" if inner else "elsewhere"
    return f"{type(error).__name__} in {where}"


def shrunk(target: Target, failure: Failure) -> Failure:
    """The same failure with a smaller input, as far as dropping parts of it leads."""
    tries, size = 0, max(1, len(failure.data) // 2)
    while size and tries < SHRINKING:
        at = 0
        while at < len(failure.data) and tries < SHRINKING:
            tries += 1
            less = failure.data[:at] + failure.data[at + size:]
            found = failure_of(target, less)
            if found is not None and found.place == failure.place:
                failure = found
            else:
                at += size
        size //= 2
    return failure
