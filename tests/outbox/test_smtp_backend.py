"""Emails by SMTP: over one connection, within a time limit, never lost and never doubled."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection

from games.post.outbox import smtp_backend
from games.post.outbox.delivery_errors import Verdict, classify
from tests.kill import smtp_sink
from tests.kill.smtp_sink import Sink

pytestmark = pytest.mark.promise("R1", "R2")


@pytest.fixture(autouse=True)
def _no_connection_left() -> Iterator[None]:
    yield
    smtp_backend.kept().close()


@pytest.fixture
def server() -> Iterator[Sink]:
    with smtp_sink.listening() as sink:
        yield sink


@pytest.fixture
def use(settings: Any) -> Callable[[int], None]:
    """Sends emails to the mail server on this port."""

    def change(port: int) -> None:
        settings.EMAIL_BACKEND = "games.post.outbox.smtp_backend.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 30

    return change


def send(number: int) -> None:
    EmailMessage("Your turn", "It is.", to=["alice@example.org"],
                 headers={"Message-ID": f"<{number}@example.org>"}).send()


def test_many_emails_are_sent_over_one_connection(
    server: Sink, use: Callable[[int], None]
) -> None:
    use(server.port)
    for number in range(5):
        send(number)
    assert [each.message_id for each in server.deliveries] == [
        f"<{number}@example.org>" for number in range(5)]
    assert server.connections == 1


def test_each_thread_has_a_connection_of_its_own(
    server: Sink, use: Callable[[int], None]
) -> None:
    use(server.port)

    def work() -> None:
        send(1)
        smtp_backend.kept().close()

    send(0)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert (server.connections, len(server.ids)) == (2, 2)


def test_a_connection_ends_after_enough_emails(
    server: Sink, use: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_backend, "MAX_EMAILS", 2)
    use(server.port)
    for number in range(5):
        send(number)
    assert (server.connections, len(server.deliveries)) == (3, 5)


def test_a_connection_that_the_server_has_closed_is_replaced(
    server: Sink, use: Callable[[int], None]
) -> None:
    use(server.port)
    send(0)
    server.hang_up()
    send(1)
    assert (server.connections, len(server.deliveries)) == (2, 2)


def test_an_idle_connection_is_closed(
    server: Sink, use: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = threading.Event()
    monkeypatch.setattr(smtp_backend, "IDLE", 0.01)
    quit_connection = smtp_backend.close
    monkeypatch.setattr(smtp_backend, "close",
                        lambda connection: (quit_connection(connection), closed.set()))
    use(server.port)
    send(0)
    assert closed.wait(60)


def test_after_an_error_the_next_email_has_a_fresh_connection(
    server: Sink, use: Callable[[int], None]
) -> None:
    use(server.port)
    send(0)
    server.answer = "554 5.3.0 I do not like it"
    with pytest.raises(OSError, match="I do not like it"):
        send(1)
    server.answer = "250 2.0.0 OK"
    send(2)
    assert server.connections == 2


@contextmanager
def dripping() -> Iterator[int]:
    """The port of a server whose greeting goes on and on, a line at a time."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        over = threading.Event()

        def serve() -> None:
            client, _ = listener.accept()
            with client:
                try:
                    while not over.wait(0.01):
                        client.sendall(b"220-wait\r\n")
                except OSError:
                    return

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            over.set()
            thread.join(60)


def test_a_server_that_answers_a_little_at_a_time_is_cut_off(
    use: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_backend, "TIME_LIMIT", 0.2)
    with dripping() as port:
        use(port)
        with pytest.raises(TimeoutError, match="took too long") as failure:
            send(0)
    assert classify(failure.value) is Verdict.SOON


def test_a_kept_connection_that_hangs_is_cut_off(
    server: Sink, use: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    use(server.port)
    send(0)
    monkeypatch.setattr(smtp_backend, "TIME_LIMIT", 0.2)
    server.delay = 3600.0
    with pytest.raises(TimeoutError, match="took too long"):
        send(1)


def test_a_connection_without_an_email_is_a_connection_of_its_own(
    server: Sink, use: Callable[[int], None]
) -> None:
    use(server.port)
    with get_connection() as connection:
        assert connection.connection.ehlo()[0] == smtp_backend.OK
    send(0)
    assert (server.connections, len(server.ids)) == (2, 1)


def test_a_connection_without_an_email_has_a_time_limit_too(
    use: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_backend, "TIME_LIMIT", 0.2)
    with dripping() as port:
        use(port)
        with pytest.raises(TimeoutError, match="took too long"), get_connection():
            pytest.fail("the mail server never said that it is ready")


def test_an_email_takes_less_time_than_a_claim_on_it_lasts() -> None:
    from games.base import task_queue

    assert task_queue.LEASE.total_seconds() > smtp_backend.TIME_LIMIT + 10


def test_the_mail_server_of_the_tests_starts_beside_another_loop() -> None:
    """Browser tests leave one running in the thread of all tests that follow."""
    async def beside() -> int:
        with smtp_sink.listening() as sink:
            return sink.port

    assert asyncio.run(beside())
