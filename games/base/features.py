"""The features of this service: what each brings, and the one list that finds it.

``settings.FEATURES`` names a package for each feature.  Each has a module ``feature`` with its
``Feature`` as ``FEATURE``, which is imported when it is first asked for.  The rooms ask this list;
they know no feature, and features do not know each other.  To remove a feature is to remove its
line in the settings and its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings

Hook = Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """All that one feature brings to the service; fields for what it does not have are left out.

    At a table:

    ``listeners``      for each kind of event: what the feature does then (``games.base.events``)
    ``sentences``      what emails say of a game in progress or, if it is ``over``, at its end
    ``after_leaving``  sentences about what leaving a running game means for it
    ``fault``          what is wrong with a game whose log is sound, as a sentence, "" if nothing
    ``after_review``   what to do with a game that has just been reviewed

    In emails:

    ``email_kinds``    the kinds of its emails (``games.post.email_kinds.EmailKind``)
    ``answer``         what a reply to any email about a game does if it is about this feature,
                       None if it is not
    ``turn_section``   the context that it adds to emails about a turn
    ``end_section``    the context that it adds to emails about the end of a game
    ``strong_turns``   the turns that emails suggest to somebody who is learning, the best first

    On pages, with the addresses in its module ``urls``:

    ``panels``         for each page that has room for it (``games.web.panels``): the context that
                       it adds
    ``slots``          for each place on a page that has room for it: its template there

    In the background, with the Celery tasks in its module ``tasks``:

    ``sweeps``         for each of its searches, by what it counts: the search
    ``due``            for each of these: when it can find something next
    ``repeats``        for each kind of its work on a game (``games.base.log_context``): does it
                       once more after a row, to reproduce a failure

    ``exported``       what it stores about a user, by its name in their data export, as JSON types
    """

    name: str
    listeners: Mapping[type, Callable[[Any], None]] = field(default_factory=dict)
    sentences: Hook | None = None
    after_leaving: Hook | None = None
    fault: Hook | None = None
    after_review: Hook | None = None
    email_kinds: Sequence[Any] = ()
    answer: Hook | None = None
    turn_section: Hook | None = None
    end_section: Hook | None = None
    strong_turns: Hook | None = None
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
    """Yield what the features have under this name of an optional hook."""
    for feature in features():
        if hook := getattr(feature, name):
            yield hook


@cache
def _features_of(packages: tuple[str, ...]) -> tuple[Feature, ...]:
    return tuple(import_module(f"{package}.feature").FEATURE for package in packages)
