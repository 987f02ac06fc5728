"""Workers killed at random while they deliver: nothing is lost, nothing doubles (R1, R2)."""

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

MAILS, KILLS = 400, 21
LOCAL_MAILS, LOCAL_KILLS = 100, 6

Queue = Callable[[int], list[OutgoingEmail]]


@pytest.fixture(autouse=True)
def _empty_broker() -> None:
    """Tests without a worker leave announcements behind."""
    redis.Redis.from_url(settings.REDIS_URL).flushdb()


def crew(programs: Programs, **environment: str) -> list[Program]:
    """Two workers, one with a pool of processes, and the clock; at work when this returns."""
    workers = [
        programs.start("worker", "-n", "pool@localhost", "--pool", "prefork", "-c", "2",
                       **environment),
        programs.start("worker", "-n", "solo@localhost", "--pool", "solo", **environment),
    ]
    programs.start("beat", **environment)
    return workers


def strike(workers: list[Program], chance: random.Random) -> int:
    """Kills one process, now and then a whole worker, which is started again; how many died."""
    pool = workers[0]
    children = pool.children()
    if children and chance.random() < 0.9:
        os.kill(chance.choice(children), signal.SIGKILL)
        return 1
    victim = chance.choice(workers)
    died = victim.kill()
    victim.start()
    return died


def massacre(workers: list[Program], *, kills: int, mails: int, delivered: Callable[[], int],
             seed: int) -> int:
    """Strikes again and again, spread over the whole delivery; returns how many died."""
    chance, died = random.Random(seed), 0
    for number in range(kills):
        due = number * (mails - 10) // kills
        assert eventually(lambda due=due: delivered() > due), [w.told() for w in workers]
        time.sleep(chance.uniform(0, 0.06))
        died += strike(workers, chance)
    return died


def all_sent() -> bool:
    return not OutgoingEmail.objects.exclude(status=OutgoingEmail.Status.SENT).exists()


@pytest.mark.promise("R1", "R2")
def test_no_mail_is_lost_or_doubled_though_workers_are_killed(
    programs: Programs, mail_server: Sink, queue: Queue
) -> None:
    mails = queue(MAILS)
    workers = crew(programs, EMAIL_URL=mail_server.url)
    died = massacre(workers, kills=KILLS, mails=MAILS, seed=1,
                    delivered=lambda: len(mail_server.ids))
    assert eventually(all_sent), programs.told()
    extra = len(mail_server.deliveries) - MAILS
    print(f"\n{MAILS} mails, {died} processes killed, {extra} delivered again")
    assert died >= 20
    assert mail_server.ids == {mail.message_id for mail in mails}
    assert extra <= died
    assert len(mail_server.contents) == MAILS, "a copy differs from what it is a copy of"


@pytest.mark.promise("R2")
def test_the_local_mailbox_has_every_mail_exactly_once_though_workers_are_killed(
    programs: Programs, queue: Queue
) -> None:
    mails = queue(LOCAL_MAILS)
    workers = crew(programs)
    massacre(workers, kills=LOCAL_KILLS, mails=LOCAL_MAILS, seed=2,
             delivered=MailboxEmail.objects.count)
    assert eventually(all_sent), programs.told()
    kept = list(MailboxEmail.objects.values_list("message_id", flat=True))
    assert sorted(kept) == sorted(mail.message_id for mail in mails)
