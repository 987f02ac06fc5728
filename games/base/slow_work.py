"""The places for slow work within requests, of which each process has a few.

Whatever takes seconds is a task, and the page asks again.  What takes some tenths of a second, such
as drawing the first PNG of a board, is done within the request, in a place: one piece of work at a
time in each process, while a few more requests wait.  Everybody else is refused (``Busy``) and may
come back, so that there is always a thread for other pages.  Nobody who has a place gets the last
one as well: it is for somebody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.utils.translation import gettext as _

from games.base.refusals import Busy

PLACES = 3  # docs/running.md recommends eight threads for each process
PATIENCE = 3.0  # seconds that a request waits for the others
RETRY_AFTER = 5  # seconds

_counting, _working = Lock(), Lock()
_inside = Counter[object]()


@contextmanager
def place(who: object) -> Iterator[None]:
    """Do slow work within the block; refuse (Busy) if all places are taken.

    ``who`` is a person or a network, and nobody keeps others out.
    """
    _enter(who)
    try:
        if not _working.acquire(timeout=PATIENCE):
            raise _busy()
        try:
            yield
        finally:
            _working.release()
    finally:
        with _counting:
            _inside[who] -= 1
            if not _inside[who]:
                del _inside[who]


def _enter(who: object) -> None:
    with _counting:
        free = PLACES - _inside.total()
        if free <= (1 if _inside[who] else 0):
            raise _busy()
        _inside[who] += 1


def _busy() -> Busy:
    return Busy("busy", _(
        "We are doing slow work for several people at the moment, such as drawing pictures. Please"
        " try again in a few seconds."), retry_after=RETRY_AFTER)
