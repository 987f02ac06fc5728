"""Several workers deliver from one outbox; every email is sent once (R2)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core import mail as sent
from django.core.mail import EmailMessage
from django.db import connections

from games.models import OutgoingEmail
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email

WORKERS = 6


def compose(email: OutgoingEmail) -> EmailMessage:
    return EmailMessage("Your turn", "It is.", to=[email.to])


@pytest.mark.promise("R2")
@pytest.mark.django_db(transaction=True)
def test_workers_that_get_the_same_tasks_at_once_send_each_email_once(alice, now):
    ids = [queue_email("turn", to=alice.email, number=n, now=now).pk for n in range(10)]

    def work(worker: int) -> list[str]:
        try:
            mine = ids[worker:] + ids[:worker]
            return [delivery.deliver(email_id, compose=compose, now=now) for email_id in mine]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        done = [status for statuses in pool.map(work, range(WORKERS)) for status in statuses]
    assert done.count("sent") == len(ids) == len(sent.outbox)
    assert done.count("") == len(ids) * (WORKERS - 1)
    assert set(OutgoingEmail.objects.values_list("attempts", flat=True)) == {1}
