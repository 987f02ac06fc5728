"""The list of the kinds of email."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils.module_loading import import_string

from games.base.features import features
from games.models import OutgoingEmail, User
from games.post import email_kinds
from games.post.email_kinds import EmailKind
from games.post.emails.rendering import PACKAGE
from games.post.outbox import digest, preferences
from games.post.outbox.queue import queue_email
from tests.sample_games import clocked_table

EVERY = list(email_kinds.every().values())


def function(name: str | Callable[..., Any]) -> object:
    return import_string(f"{PACKAGE}.{name}") if isinstance(name, str) else name


@pytest.mark.parametrize("kind", EVERY, ids=[kind.name for kind in EVERY])
def test_each_kind_names_functions_and_a_setting_that_exist(kind: EmailKind) -> None:
    assert callable(function(kind.content))
    assert not kind.told or callable(function(kind.told))
    assert not kind.setting or hasattr(preferences.EmailPreferences(), kind.setting)


def test_no_two_kinds_have_the_same_name() -> None:
    of_features = [kind for feature in features() for kind in feature.email_kinds]
    assert len(EVERY) == len(email_kinds.OWN) + len(of_features)


@pytest.mark.django_db
def test_an_email_of_a_feature_that_was_removed_is_not_sent_when_it_is_due(
    alice: User, bob: User, now: datetime
) -> None:
    game = clocked_table([alice, bob], now=now)
    seat = game.seats.get(user=alice)
    email = queue_email("planned", to="alice@example.org", game=game, seat=seat, user=alice,
                        now=now)
    assert email is not None
    OutgoingEmail.objects.filter(pk=email.pk).update(kind="removed", status="held", not_before=now)
    digest.release_due(now)
    email.refresh_from_db()
    assert email.status == OutgoingEmail.Status.FAILED
