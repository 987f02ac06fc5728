"""When Redis is down, no page fails, and rate limits hold in each process (R3)."""

from __future__ import annotations

from datetime import datetime

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from redis.exceptions import RedisError

from alexandros_site import caching
from alexandros_site.caching import ForgivingRedisCache
from games.base import rate_limits
from games.base.refusals import TooOften
from games.models import OutgoingEmail, User

pytestmark = [pytest.mark.promise("R3"), pytest.mark.cache]

NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def away() -> ForgivingRedisCache:
    """A cache on a port on which nothing listens."""
    return ForgivingRedisCache(NOBODY, {})


@pytest.fixture
def no_redis(settings):
    """The site while its Redis is down."""
    original = settings.CACHES
    settings.CACHES = {"default": {
        "BACKEND": "alexandros_site.caching.ForgivingRedisCache", "LOCATION": NOBODY}}
    yield
    settings.CACHES = original


def test_it_keeps_small_values_in_the_memory_of_the_process(
    away: ForgivingRedisCache
) -> None:
    away.set("key", "value", 60)
    assert away.get("key") == "value"
    assert away.get("another", "nothing") == "nothing"
    assert away.get_many(["key", "another"]) == {"key": "value"}
    assert away.add("key", "later") is False
    assert "key" in away
    assert away.delete("key") is True
    assert away.get("key") is None


def test_all_threads_of_the_process_see_the_same_values(away: ForgivingRedisCache) -> None:
    away.add("count", 0, 60)
    ForgivingRedisCache(NOBODY, {}).incr("count")
    assert away.get("count") == 1


def test_pictures_are_not_kept_in_memory(away: ForgivingRedisCache) -> None:
    away.set("picture", b"small", 60)
    away.set("picture", b"x" * (caching.LARGEST + 1), 60)
    assert away.get("picture") is None


def test_clearing_it_forgets_what_is_in_memory(away: ForgivingRedisCache) -> None:
    away.set("key", "value", 60)
    away.clear()
    assert away.get("key") is None


def test_after_a_failure_redis_is_not_asked_for_a_while(away, monkeypatch):
    calls = []

    def fail(*args: object, **options: object) -> None:
        calls.append(args)
        raise RedisError

    clock = [100.0]
    monkeypatch.setattr(caching.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr("django.core.cache.backends.redis.RedisCache.get", fail)
    for _ in range(5):
        away.get("key")
    assert len(calls) == 1
    clock[0] += caching.PAUSE
    away.get("key")
    assert len(calls) == 2


def test_an_error_of_the_caller_is_still_raised(away, monkeypatch):
    def fail(*args: object, **options: object) -> None:
        raise TypeError("not a key")

    monkeypatch.setattr("django.core.cache.backends.redis.RedisCache.get", fail)
    with pytest.raises(TypeError):
        away.get("key")


@pytest.mark.django_db
def test_people_can_sign_in_while_it_is_away(no_redis, client, alice, local_mailbox):
    assert caches["default"].__class__ is ForgivingRedisCache
    answer = client.post("/account/login/", {"email": alice.email})
    assert (answer.status_code, answer.url) == (302, "/account/login/code/")


@pytest.mark.django_db
def test_visitors_can_play_while_it_is_away(no_redis, client):
    answer = client.post("/play/", {"players": "2", "board": "delta", "bot": "greedy"})
    assert answer.status_code == 302
    assert User.objects.filter(is_guest=True).count() == 1


def test_rate_limits_hold_while_it_is_away(no_redis: None, now: datetime) -> None:
    for _ in range(rate_limits.LIMITS["test email"].times):
        rate_limits.count("test email", 1, now=now)
    with pytest.raises(TooOften):
        rate_limits.count("test email", 1, now=now)
    rate_limits.count("test email", 2, now=now)


def test_a_count_that_was_begun_in_redis_refuses_nobody_when_redis_goes(
    away: ForgivingRedisCache, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    monkeypatch.setattr(rate_limits, "cache", away)
    monkeypatch.setattr(away, "add", lambda *args: True)
    rate_limits.count("test email", 1, now=now)


@pytest.mark.django_db
def test_one_network_cannot_ask_for_any_number_of_codes_while_it_is_away(
    no_redis: None, client: Client, now: datetime
) -> None:
    with time_machine.travel(now, tick=False):
        for number in range(25):
            client.post("/account/login/", {"email": f"guest{number}@example.org"})
    assert OutgoingEmail.objects.count() == 20
