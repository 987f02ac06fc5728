"""While the broker is down, a few threads of the web server send the codes (R3)."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from games.post.outbox import codes
from games.post.outbox.codes import MOST_WAITING, SENDERS, CodeSenders

pytestmark = pytest.mark.promise("R3")

PATIENCE = 60.0  # seconds


class MailServer:
    """A mail server that takes no email until the test lets it."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.reached = threading.Semaphore(0)
        self.taken: list[int] = []
        self.done = threading.Semaphore(0)

    def deliver(self, email_id: int) -> None:
        self.reached.release()
        assert self.opened.wait(PATIENCE)
        self.taken.append(email_id)
        self.done.release()

    def wait_for(self, number: int) -> None:
        """Waits until that many emails have been taken."""
        for _ in range(number):
            assert self.done.acquire(timeout=PATIENCE)


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.opened.set()
    wait_for_threads()


def threads() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name == codes.THREAD]


def wait_for_threads() -> None:
    for thread in threads():
        thread.join(PATIENCE)
    assert not threads()


def test_many_codes_are_sent_by_a_few_threads(mail_server: MailServer) -> None:
    senders = CodeSenders(mail_server.deliver)
    for email_id in range(50):
        senders.send(email_id)
    assert len(threads()) == SENDERS
    mail_server.opened.set()
    mail_server.wait_for(50)
    assert sorted(mail_server.taken) == list(range(50))


def test_one_slow_email_does_not_hold_up_the_next(mail_server: MailServer) -> None:
    senders = CodeSenders(mail_server.deliver)
    senders.send(1)
    senders.send(2)
    for _ in range(2):
        assert mail_server.reached.acquire(timeout=PATIENCE)


def test_threads_end_when_nothing_is_left_and_begin_again(mail_server: MailServer) -> None:
    mail_server.opened.set()
    senders = CodeSenders(mail_server.deliver)
    for email_id in (1, 2):
        senders.send(email_id)
        mail_server.wait_for(1)
        wait_for_threads()
    assert mail_server.taken == [1, 2]


def test_an_email_that_fails_does_not_stop_the_others(
    mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "SENDERS", 1)
    mail_server.opened.set()

    def deliver(email_id: int) -> None:
        if email_id == 1:
            raise RuntimeError("the database is away, too")
        mail_server.deliver(email_id)

    senders = CodeSenders(deliver)
    for email_id in (1, 2):
        senders.send(email_id)
    mail_server.wait_for(1)
    assert mail_server.taken == [2]


def test_codes_beyond_the_most_that_may_wait_are_left_to_the_sweep(
    mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "SENDERS", 1)
    senders = CodeSenders(mail_server.deliver)
    senders.send(0)
    assert mail_server.reached.acquire(timeout=PATIENCE)
    accepted = [senders.send(email_id) for email_id in range(1, MOST_WAITING + 3)]
    assert accepted == [True] * MOST_WAITING + [False] * 2
