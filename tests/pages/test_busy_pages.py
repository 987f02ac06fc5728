"""Slow work within requests has a few places: whoever finds none comes back a little later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from games.base import slow_work
from games.base.refusals import Busy
from games.base.slow_work import PLACES
from games.models import Game, User
from games.table import picture_cache
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R27")]


@contextmanager
def working(*people: object) -> Iterator[None]:
    """One of these people has slow work done, and the others wait, each in a thread."""
    done = Event()

    def work(who: object, begun: Event) -> None:
        try:
            with slow_work.place(who):
                begun.set()
                done.wait(60)
        except Busy:  # it has waited for too long
            begun.set()

    threads = []
    for number, who in enumerate(people):
        begun = Event()
        threads.append(Thread(target=work, args=(who, begun)))
        threads[-1].start()
        if number == 0:
            assert begun.wait(60)
    while slow_work._inside.total() < len(people):
        pass
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def test_somebody_who_has_a_place_does_not_get_the_last_one() -> None:
    with working(*["Alice"] * (PLACES - 1)), pytest.raises(Busy), slow_work.place("Alice"):
        pass
    with working(*["Alice"] * (PLACES - 1), "Bob"), pytest.raises(Busy), slow_work.place("Carol"):
        pass


def test_a_request_that_has_waited_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_work, "PATIENCE", 0.01)
    with working("Alice"), pytest.raises(Busy), slow_work.place("Bob"):
        pass
    with slow_work.place("Bob"):
        assert slow_work._inside.total() == 1


def test_beyond_the_places_a_new_picture_is_a_503_that_says_when_to_come_back(
    running: Game, alice: User, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_cache, "png", lambda svg, **_: b"drawn")
    client = sit(alice).client
    first = f"/games/{running.code}/replay/4/board.png"
    assert client.get(first).status_code == 200
    with working(*range(PLACES)):
        refused = client.get(f"/games/{running.code}/replay/5/board.png")
        assert client.get(first).status_code == 200, "a picture that is kept needs no place"
        assert client.get("/").status_code == 200
    assert refused.status_code == 503
    assert refused["Retry-After"] == str(slow_work.RETRY_AFTER)
    assert "try again in a few seconds" in refused.content.decode()
    assert client.get(f"/games/{running.code}/replay/5/board.png").status_code == 200
