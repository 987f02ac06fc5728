"""What will happen in a season, in the order of its moments."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import datetime

Event = Callable[[datetime], bool]  # does something; returns whether it changed anything


class Agenda:
    """Events by their moments; those of one moment in the order in which they were added."""

    def __init__(self, end: datetime) -> None:
        self._end = end
        self._events: list[tuple[datetime, int, Event]] = []
        self._added = 0

    def add(self, moment: datetime, event: Event) -> None:
        """Adds an event, unless it is after the end of the season."""
        if moment < self._end:
            self._added += 1
            heapq.heappush(self._events, (moment, self._added, event))

    def next_moment(self) -> datetime:
        """When the next event is; the end of the season if there is none."""
        return self._events[0][0] if self._events else self._end

    def take(self) -> tuple[datetime, Event]:
        """Removes the next event."""
        moment, _, event = heapq.heappop(self._events)
        return moment, event
