"""The course of a game, as one of the features of this service."""

from __future__ import annotations

from games.base.features import Feature
from games.features.course import emails, progress
from games.people.accounts import GuestMerged, SignedIn

FEATURE = Feature(
    name="course",
    listeners={
        SignedIn: lambda event: progress.bring_along(event.session, event.user),
        GuestMerged: lambda event: progress.merge(event.guest, event.user),
    },
    email_kinds=emails.KINDS,
    slots={"learn": "course/_learn.html", "home-start": "course/_home_start.html",
           "rules": "course/_rules.html", "game-more": "course/_game_more.html"},
    exported={"lessons": progress.exported},
)
