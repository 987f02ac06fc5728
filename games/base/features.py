"""The features of this service: the parts that each brings, and the one list of them.

``settings.FEATURES`` names a package for each feature.  Each has a module ``feature`` with its
``Feature`` as ``FEATURE``, which is imported when a room first asks for features.  The rooms know
no feature, and features do not know each other.  A feature is removed by removing its line in
the settings and its folder.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404

from alexandros_rules.errors import Refusal
from games.base import failures, site_clock
from games.base.log_context import place_of

log = logging.getLogger(__name__)

Hook = Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """All that one feature brings to the service; fields for what it does not have are left out.

    At a table:

    ``listeners``      for each kind of event: the function to call then (``games.base.events``)
    ``sentences``      sentences for emails about a game in progress or, if ``over``, at its end;
                       ``begins`` is whether the email is about its beginning
    ``after_leaving``  sentences on what leaving a running game means for the feature
    ``fault``          a sentence about a fault in a game whose log is sound, or ""
    ``after_review``   the function to call with a game that has just been reviewed
    ``strengths``      how strong people with these ids are ``now``: for each who lets others know,
                       points by game and number of players, in one query

    In emails:

    ``email_kinds``    the kinds of its emails (``games.post.email_kinds.EmailKind``)
    ``answer``         handles a reply to any email about a game, or returns None if the reply is
                       not about this feature
    ``commands``       what people can ask for by email (``games.post.inbox.commands.EmailCommand``)
    ``turn_section``   the context for emails about a turn
    ``invitation_section``   the context for invitations to a table
    ``end_section``    the context for emails about the end of a game
    ``strong_turns``   the turns that emails suggest to somebody who is learning, the best first
    ``email_waits``    until when an email had better wait for what the feature adds to it, or None

    At addresses that people have given:

    ``posts``          for each format of webhooks: the function that writes the body of a
                       ``Delivery`` as bytes

    On pages, with the addresses in its module ``urls``:

    ``panels``         for each page that has room for features (``games.web.panels``): the context
    ``slots``          for each place on such a page: the template there
                       (a page leaves out those with a fault: ``kept_from_the_page``)

    In the background, with the Celery tasks in its module ``tasks``:

    ``sweeps``         searches for work, by the name of the work that they count
    ``due``            for some of these: the time at which the search can find something next
    ``repeats``        for each kind of work on a game (``games.base.log_context``): the function
                       that does the work once more after a row, to reproduce a failure

    ``exported``       data about a user as JSON types, by its name in the user's data export
    """

    name: str
    listeners: Mapping[type, Callable[[Any], None]] = field(default_factory=dict)
    sentences: Hook | None = None
    after_leaving: Hook | None = None
    fault: Hook | None = None
    after_review: Hook | None = None
    strengths: Hook | None = None
    email_kinds: Sequence[Any] = ()
    answer: Hook | None = None
    commands: Sequence[Any] = ()
    turn_section: Hook | None = None
    invitation_section: Hook | None = None
    end_section: Hook | None = None
    strong_turns: Hook | None = None
    email_waits: Hook | None = None
    posts: Mapping[str, Hook] = field(default_factory=dict)
    panels: Mapping[str, Hook] = field(default_factory=dict)
    slots: Mapping[str, str] = field(default_factory=dict)
    sweeps: Mapping[str, Callable[[datetime], Any]] = field(default_factory=dict)
    due: Mapping[str, Callable[[datetime], datetime | None]] = field(default_factory=dict)
    repeats: Mapping[str, Hook] = field(default_factory=dict)
    exported: Mapping[str, Hook] = field(default_factory=dict)


def features() -> tuple[Feature, ...]:
    """Return all features, in the order of the settings."""
    return _features_of(tuple(settings.FEATURES))


def hooks(name: str) -> Iterator[Hook]:
    """Yield the functions that the features have for the hook with this name."""
    for feature in features():
        if hook := getattr(feature, name):
            yield hook


@contextmanager
def kept_from_the_page(feature: Feature, place: str) -> Iterator[None]:
    """Leave out what a feature adds to this place of a page if it has a fault, which is kept.

    Answers to the reader pass, and so does a fault of the database in a transaction, after which
    nothing could be read.  With ``settings.FEATURES_MAY_FAIL`` off, as in tests, all faults pass.
    """
    try:
        yield
    except (Refusal, Http404):
        raise
    except Exception as error:
        is_lost = isinstance(error, DatabaseError) and connection.in_atomic_block
        if is_lost or not settings.FEATURES_MAY_FAIL:
            raise
        # Without its message, which may quote hidden cards.
        log.error("%s is left out of %s: %s at %s", feature.name, place,
                  type(error).__name__, place_of(error))
        if not connection.in_atomic_block:
            failures.keep(error, now=site_clock.now())


@cache
def _features_of(packages: tuple[str, ...]) -> tuple[Feature, ...]:
    return tuple(import_module(f"{package}.feature").FEATURE for package in packages)
