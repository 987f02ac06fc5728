"""Workers are killed at random while they deliver; no email is lost or doubled (R1, R2)."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable

import pytest
import redis
from django.conf import settings

from games.models import MailboxEmail, OutgoingEmail
from tests.kill.processes import Program, Programs, eventually
from tests.kill.smtp_sink import Sink

EMAILS, KILLS = 400, 21
LOCAL_EMAILS, LOCAL_KILLS = 100, 6

Queue = Callable[[int], list[OutgoingEmail]]


@pytest.fixture(autouse=True)
def _empty_broker() -> None:
    """Removes the tasks that tests without a worker have left behind."""
    redis.Redis.from_url(settings.REDIS_URL).flushdb()


def start_workers(programs: Programs, **environment: str) -> list[Program]:
    """Starts beat and two workers, one of them with a pool of processes."""
    workers = [
        programs.start("worker", "-n", "pool@localhost", "--pool", "prefork", "-c", "2",
                       **environment),
        programs.start("worker", "-n", "solo@localhost", "--pool", "solo", **environment),
    ]
    programs.start("beat", **environment)
    return workers


def kill_one(workers: list[Program], chance: random.Random) -> int:
    """Kills a process of the pool, or sometimes restarts a whole worker.

    Returns how many processes were killed.
    """
    pool = workers[0]
    children = pool.children()
    if children and chance.random() < 0.9:
        os.kill(chance.choice(children), signal.SIGKILL)
        return 1
    worker = chance.choice(workers)
    killed = worker.kill()
    worker.start()
    return killed


def kill_repeatedly(workers: list[Program], *, kills: int, emails: int,
                    delivered: Callable[[], int], seed: int) -> int:
    """Kills again and again during the whole delivery; returns how many processes were killed."""
    chance, killed = random.Random(seed), 0
    for number in range(kills):
        due = number * (emails - 10) // kills
        assert eventually(lambda due=due: delivered() > due), [w.log_tail() for w in workers]
        time.sleep(chance.uniform(0, 0.06))
        killed += kill_one(workers, chance)
    return killed


def all_sent() -> bool:
    return not OutgoingEmail.objects.exclude(status=OutgoingEmail.Status.SENT).exists()


@pytest.mark.promise("R1", "R2")
def test_no_email_is_lost_or_doubled_though_workers_are_killed(
    programs: Programs, mail_server: Sink, queue_emails: Queue
) -> None:
    emails = queue_emails(EMAILS)
    workers = start_workers(programs, EMAIL_URL=mail_server.url)
    killed = kill_repeatedly(workers, kills=KILLS, emails=EMAILS, seed=1,
                             delivered=lambda: len(mail_server.ids))
    assert eventually(all_sent), programs.log_tail()
    extra = len(mail_server.deliveries) - EMAILS
    print(f"\n{EMAILS} emails, {killed} processes killed, {extra} delivered again")
    assert killed >= 20
    assert mail_server.ids == {email.message_id for email in emails}
    assert extra <= killed
    assert len(mail_server.contents) == EMAILS, "a copy differs from its original"


@pytest.mark.promise("R2")
def test_the_local_mailbox_has_every_email_exactly_once_though_workers_are_killed(
    programs: Programs, queue_emails: Queue
) -> None:
    emails = queue_emails(LOCAL_EMAILS)
    workers = start_workers(programs)
    kill_repeatedly(workers, kills=LOCAL_KILLS, emails=LOCAL_EMAILS, seed=2,
                    delivered=MailboxEmail.objects.count)
    assert eventually(all_sent), programs.log_tail()
    kept = list(MailboxEmail.objects.values_list("message_id", flat=True))
    assert sorted(kept) == sorted(email.message_id for email in emails)
