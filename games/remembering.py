"""Results that are kept for the next time, the least used ones forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

from django.core.signals import setting_changed

Result = TypeVar("Result")


class Remembered(Generic[Result]):
    """Up to ``size`` results by their keys, for all threads of this process.

    With ``weigh`` they weigh up to ``size`` together; one that weighs more is not kept.
    """

    def __init__(self, size: int, weigh: Callable[[Result], int] = lambda _: 1):
        self._size, self._weigh = size, weigh
        self._held = 0
        self._results: OrderedDict[Hashable, Result] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """The result of this key; ``make`` is called without a lock if it is not known."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        result = make()
        weight = self._weigh(result)
        with self._lock:
            if key not in self._results and weight <= self._size:
                self._results[key] = result
                self._held += weight
            while self._held > self._size:
                self._held -= self._weigh(self._results.popitem(last=False)[1])
        return result

    def clear(self) -> None:
        """Forgets all results."""
        with self._lock:
            self._results.clear()
            self._held = 0


def when_setting_changes(name: str, act: Callable[[], object]) -> None:
    """Calls ``act`` whenever a test changes this setting, for what was made of it only once.

    Nothing else changes a setting while a process runs.
    """
    def changed(*, setting: str, **_: Any) -> None:
        if setting == name:
            act()

    setting_changed.connect(changed, weak=False)
