"""Results that are kept for the next time, the least used ones forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Remembered(Generic[Result]):
    """Up to ``size`` results by their keys, for all threads of this process."""

    def __init__(self, size: int):
        self._size = size
        self._results: OrderedDict[Hashable, Result] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """The result of this key; ``make`` is called without a lock if it is not known."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        result = make()
        with self._lock:
            self._results[key] = result
            while len(self._results) > self._size:
                self._results.popitem(last=False)
        return result

    def clear(self) -> None:
        """Forgets all results."""
        with self._lock:
            self._results.clear()
