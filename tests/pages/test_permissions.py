"""Permissions: every URL of the games, for every kind of person, at every kind of table.

The URLs come from the URLconf, so a new one fails here until it has a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver

from games import urls
from games.models import Game, LoggedMove, Puzzle, User
from games.table.lobby import open_tables, replay_links
from tests.api.programs import ADDRESSES
from tests.pages.page_reader import Sit
from tests.sample_games import POSITION

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R11"), pytest.mark.any_database]

ALL = frozenset({"visitor", "guest", "stranger", "Alice", "Bob", "staff"})
KNOWN = ALL - {"visitor"}
SEATED = frozenset({"Alice", "Bob", "staff"})  # staff look after every table
PLAYERS = frozenset({"Alice", "Bob"})
STRANGERS = ("visitor", "guest", "stranger")
NOBODY: frozenset[str] = frozenset()

# What may be read, by name, at a table that is: private and running, listed and running,
# private and finished, private and open.  Tables nobody listed are Alice's and Bob's.
PUBLIC = {
    "legal": ALL, "robots": ALL, "sitemap": ALL, "security-contact": NOBODY,
    "site-news": ALL, "site-news-feed": ALL,
    "home": ALL, "rules": ALL, "opponents": ALL, "course": ALL, "lesson": ALL, "plans-help": ALL,
    "puzzles": ALL, "puzzle": ALL, "people": ALL, "person": ALL - {"visitor", "guest"},
    "ladder": ALL, "leagues": ALL, "season": ALL, "league-feed": ALL,
    "league-dates": ALL, "cups": ALL,
    "new-cup": frozenset({"staff"}),
    **dict.fromkeys(("cup", "cup-feed", "cup-dates", "cup-organise"), NOBODY),  # there is none
    "api": ALL, "api-description": ALL, "api-tokens": KNOWN - {"guest"},
    "archive": ALL, "archive-statistics": ALL, "archive-dumps": ALL,
    "archive-feed": ALL,
    "my-year": KNOWN, "archive-dump": NOBODY,  # without such a file
    "lobby": ALL, "watch": ALL, "new-game": ALL, "my-games": KNOWN,
    "health": ALL, "find": KNOWN, "metrics": NOBODY,  # without its token
    "webhooks": KNOWN - {"guest"}, "own-bots": KNOWN - {"guest"}, "import": KNOWN,
    "email-settings": KNOWN, "playing-hours": KNOWN, "figure": ALL, "preview-picture": ALL,
    **dict.fromkeys(("find-position", "given-position", "play-on-from"), ALL),
    "checker": ALL, "checker-file": ALL, "push-worker": ALL, "manifest": ALL, "offline": ALL,
}
KINDS = ("private", "listed", "finished", "open")
AT_A_TABLE: dict[str, tuple[frozenset[str], ...]] = {
    "game": (SEATED, ALL, SEATED, SEATED),
    "game-feed": (NOBODY, ALL, NOBODY, NOBODY),
    "game-stream": (SEATED, ALL, SEATED, SEATED),
    "talk": (SEATED, ALL, SEATED, SEATED),  # what it contains is tested in test_talking.py
    "talk-messages": (SEATED, ALL, SEATED, SEATED),
    "game-plan": (PLAYERS, PLAYERS, NOBODY, NOBODY),
    "game-draft": (NOBODY, NOBODY, NOBODY, NOBODY),
    "position": (SEATED, ALL, SEATED, NOBODY),
    "position-step": (SEATED, ALL, SEATED, NOBODY),
    "position-picture": (SEATED, ALL, SEATED, NOBODY),
    "position-photo": (SEATED, ALL, SEATED, NOBODY),
    "play-on": (NOBODY, NOBODY, SEATED, NOBODY),
    "animation": (NOBODY, NOBODY, SEATED, NOBODY),
    "record": (NOBODY, NOBODY, SEATED, NOBODY),
    "log": (NOBODY, NOBODY, SEATED, NOBODY),
    "review": (NOBODY, NOBODY, SEATED, NOBODY),
    **dict.fromkeys(("review-picture", "review-again", "review-again-draft"),
                    (NOBODY, NOBODY, NOBODY, NOBODY)),  # before there is a review
    "invitation": (NOBODY, NOBODY, NOBODY, NOBODY),  # without its token
    # No seat is vacant here; what the page shows otherwise is in test_taking_over_seats.py.
    "what-if": (frozenset({"Alice", "Bob"}), frozenset({"Alice", "Bob"}), SEATED, NOBODY),
    # Nobody has a board there; who may open one is in test_what_if_privacy.py.
    **dict.fromkeys(("what-if-node", "what-if-draft", "what-if-delete", "shared-what-if"),
                    (NOBODY, NOBODY, NOBODY, NOBODY)),
    "table-webhooks": (PLAYERS, PLAYERS, PLAYERS, PLAYERS),
    "take-over": (NOBODY, NOBODY, NOBODY, NOBODY),
    "take-over-link": (NOBODY, NOBODY, NOBODY, NOBODY),
}
# Behind a key that fits: the replay of the finished game alone, for anybody.
SHARED = dict.fromkeys(
    ("position", "position-step", "position-picture", "position-photo", "animation", "record",
     "log", "review", "play-on"),
    (NOBODY, NOBODY, ALL, NOBODY),
)
ONLY_ELSEWHERE = {  # they lead on, or answer POST alone, or need a token no test guesses
    "next-game", "api-token-end", "position-address", "given-position-draft",
    "ready",
    "play-now", "replay", "game-join", "game-leave", "game-cancel", "game-fill", "game-invite",
    "game-list", "game-offer", "game-withdraw", "game-decline", "game-preview", "game-orders",
    "game-hint",
    "turn-link", "game-favourite", "rating-hide", "season-enter", "season-withdraw", "cup-enter",
    "cup-withdraw", "find-wish", "webhook-change", "webhook-remove", "bot-retire", "import-delete",
    "game-keep", "game-rematch", "keep-open", "resign-link", "test-email", "claim-email",
    "unsubscribe", "end-sharing", "game-extend", "game-pause", "game-resume", "game-return",
    "extension-link", "return-link",
    "vacation-add", "vacation-cancel", "calendar-renew", "calendar-off", "calendar-feed",
    "private-news",
    "push-on", "push-remove", "push-test", "talk-say", "talk-mute", "talk-report", "game-note",
    "position-comment", "review-ask", "lesson-draft", "lesson-orders", "course-email",
    "puzzle-draft", "puzzle-orders", "puzzle-vote",
    "puzzles-email",
    "what-if-new", "what-if-add", "what-if-suppose", "what-if-name",
    "what-if-share",
}


def routes(patterns: list[Any], before: str = "") -> Iterator[tuple[str, str]]:
    """The name and path of every URL, with its parameters in angle brackets."""
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if path.startswith(ADDRESSES):  # tests/api/test_operations.py tries those
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        else:
            assert isinstance(pattern, URLPattern)
            assert pattern.name, path
            yield pattern.name, path


ROUTES = sorted(set(routes(urls.urlpatterns)))
AT_TABLES = [(name, path) for name, path in ROUTES if "<slug:code>" in path]


@pytest.fixture
def people(sit: Sit, alice: User, bob: User, dave: User, guest: User) -> dict[str, Client]:
    staff = User.objects.create_user("operator@example.org", name="Operator", is_staff=True)
    users = {"visitor": None, "guest": guest, "stranger": dave, "Alice": alice, "Bob": bob,
             "staff": staff}
    return {who: sit(user).client for who, user in users.items()}


@pytest.fixture
def games(fresh: Game, running: Game, finished: Game, puzzles: list[Puzzle], alice: User,
          bob: User, now: datetime) -> dict[str, Game]:
    waiting = open_tables.create_table(
        by=alice,
        name="Waiting",
        ruleset="alexandros",
        board="delta",
        players=3,
        options={},
        bots=[],
        listed=False,
        invite_emails=[],
        now=now,
    )
    open_tables.join(waiting, user=bob, token=waiting.invite_token, now=now)
    return dict(zip(KINDS, (fresh, running, finished, waiting), strict=True))


def filled(path: str, game: Game | None) -> str:
    """The path of a table; without ``game``, of one that does not exist."""
    code, key = (game.code, replay_links.sharing_key(game)) if game else ("aaaaaaaaaa", "x" * 43)
    token = key if path.startswith("shared/") else "0" * 32
    parts = {"code": code, "token": token, "number": "1", "seat": "1", "vacation": "1",
             "theme": "light", "name": "FIG1", "game": "alexandros", "lesson": "walls",
             "subject": "privacy",
             "tree": "aaaaaaaaaa", "node": "1", "players": "2", "day": "2026-01-26",
             "cup": "aaaaaaaaaa", "month": "2026-01",
             **({"name": "Alice"} if path.startswith("people/") else {}),
             "string": POSITION, "given": "0",
             "puzzle": Puzzle.objects.values_list("key", flat=True)[0]}
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: parts[found[1]], path)


def statuses(people: dict[str, Client], path: str) -> dict[str, int]:
    """How everybody who asks for a page is answered."""
    return {who: client.get(path).status_code for who, client in people.items()}


def readers(answers: dict[str, int]) -> set[str]:
    return {who for who, status in answers.items() if status in (200, 202)}


def test_every_address_is_written_down() -> None:
    assert {name for name, _ in ROUTES} == {*PUBLIC, *AT_A_TABLE, *ONLY_ELSEWHERE}


def test_nothing_is_read_that_is_not_written_down(
    people: dict[str, Client], games: dict[str, Game], subtests: pytest.Subtests
) -> None:
    for name, path in ROUTES:
        with subtests.test(path):
            cache.clear()  # how many pictures anybody has asked for
            if "<slug:code>" not in path:
                assert readers(statuses(people, filled(path, None))) == PUBLIC.get(name, NOBODY)
                continue
            missing = statuses({who: people[who] for who in STRANGERS}, filled(path, None))
            assert {*missing.values()} <= {303, 404}
            table = SHARED if path.startswith("shared/") else AT_A_TABLE
            for kind, allowed in zip(KINDS, table.get(name, (NOBODY,) * len(KINDS)), strict=True):
                there = statuses(people, filled(path, games[kind]))
                assert readers(there) == allowed, kind
                if kind in foreign(path):
                    assert {who: there[who] for who in STRANGERS} == missing, kind


def foreign(path: str) -> set[str]:
    """The kinds of tables that answer strangers like a missing one."""
    return {"private", "open"} if path.startswith("shared/") else {"private", "open", "finished"}


def test_a_stranger_moves_nothing(
    people: dict[str, Client], games: dict[str, Game], subtests: pytest.Subtests
) -> None:
    rows, seats = LoggedMove.objects.count(), [list(g.seats.values()) for g in games.values()]
    form = {"number": "1", "orders": "draw"}
    for name, path in AT_TABLES:
        looks = {302} if name == "game-preview" else {409}  # a preview only leads to the table
        with subtests.test(path):
            for who in STRANGERS:
                missing = people[who].post(filled(path, None), form).status_code
                # Orders of a visitor are answered with the sign-in page, whatever the table.
                assert missing in (
                    (403, 404) if name in ("game-orders", "game-preview") else (404, 405)), who
                for kind in KINDS:
                    with transaction.atomic():
                        status = people[who].post(filled(path, games[kind]), form).status_code
                    allowed = {403, 404, 405} | (looks if kind == "listed" else set())
                    if name in ("position-comment", "play-on") and path.startswith("shared/"):
                        allowed.add(400)  # they may do so, but this form is empty
                    assert status in ({missing} if kind in foreign(path) else allowed), (who, kind)
            assert LoggedMove.objects.count() == rows
            assert [list(g.seats.values()) for g in games.values()] == seats
