"""Bots that think, well or badly, for tests; imported where they think."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from alexandros_rules.alexandros.bots.greedy import GreedyBot
from alexandros_rules.bot_plans import MoveByMove, next_move
from alexandros_rules.ruleset import HasTime


class Ponderer:
    """Computes until its time is up, at most for so many seconds, then plays as the greedy bot."""

    name, title = "ponderer", "thinks for long"
    about = "Thinks as long as it may."
    seat_names: tuple[str, ...] = ("Socrates", "Plato", "Aristotle", "Zeno")
    thinks = True

    def __init__(self, at_most: float = 0.0) -> None:
        self.at_most = at_most

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        end, count = time.monotonic() + self.at_most, 0
        while has_time() and time.monotonic() < end:
            count += sum(range(100))
        return [next_move(GreedyBot(), view, seat=seat, salt=salt)]


class Reporter(Ponderer):
    """Returns facts about the process it is asked in, in place of moves."""

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        return [os.getpid(), sorted(os.environ), sorted(sys.modules), os.nice(0), has_time()]


class Meeting(Ponderer):
    """Waits until as many bots as this think at the same time."""

    def __init__(self, folder: str, size: int) -> None:
        super().__init__()
        self.folder, self.size = Path(folder), size

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        (self.folder / str(os.getpid())).touch()
        while len(list(self.folder.iterdir())) < self.size:
            time.sleep(0.01)
        return ["met"]


class Faulty(Ponderer):
    """Raises an exception."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        raise self.error


class Odd(Exception):
    """An exception that cannot be copied, because its arguments are not what it was made from."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


class Deaf(Ponderer):
    """Never asks whether it has time left."""

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        while True:
            sum(range(1000))


class Suicidal(Ponderer):
    """Takes its process with it, the first time or always; a file remembers the first time."""

    def __init__(self, file: str, *, always: bool) -> None:
        super().__init__()
        self.file, self.always = file, always

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> list[Any]:
        if self.always or not os.path.exists(self.file):
            with open(self.file, "w"):
                os.kill(os.getpid(), signal.SIGKILL)
        return ["alive"]


class Cheat(MoveByMove):
    """A quick bot that makes a move which is not legal."""

    name, title = "cheat", "breaks the rules"
    about = "Does what nobody may do."
    seat_names: tuple[str, ...] = ("Cheat",)

    def __init__(self, move: Any) -> None:
        self.move = move

    def choose(self, view: Any, *, seat: int, salt: bytes) -> Any:
        return self.move
