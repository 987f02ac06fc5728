"""When Redis is down, no page fails: the cache answers as an empty one would (R3)."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from redis.exceptions import RedisError

from alexandros_site import caching
from alexandros_site.caching import ForgivingRedisCache
from games import rate_limits
from games.models import User

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


def test_it_answers_as_an_empty_one_would(away):
    away.set("key", "value", 60)
    assert away.get("key") is None
    assert away.get("key", "nothing") == "nothing"
    assert away.get_many(["key"]) == {}
    assert away.add("key", "value") is True
    assert away.incr("key") == 1
    assert away.delete("key") is False
    assert away.clear() is False
    assert "key" not in away


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
def test_people_can_sign_in_while_it_is_away(no_redis, client, alice, settings):
    settings.EMAIL_BACKEND = "games.emails.local_mailbox.MailboxBackend"
    assert caches["default"].__class__ is ForgivingRedisCache
    answer = client.post("/account/login/", {"email": alice.email})
    assert (answer.status_code, answer.url) == (302, "/account/login/code/")


@pytest.mark.django_db
def test_visitors_can_play_while_it_is_away(no_redis, client):
    answer = client.post("/play/", {"players": "2", "board": "delta", "bot": "greedy"})
    assert answer.status_code == 302
    assert User.objects.filter(is_guest=True).count() == 1


def test_rate_limits_refuse_nobody_while_it_is_away(no_redis, now):
    for _ in range(rate_limits.LIMITS["test email"].times + 3):
        rate_limits.count("test email", 1, now=now)
