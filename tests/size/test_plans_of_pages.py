"""No page reads a large table from end to end, whatever PostgreSQL knows about the tables."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection, transaction

from games.base import task_queue
from games.labs.filling.population import size_of
from games.labs.management.commands.fill import fill
from tests.bench import sized_pages
from tests.size import plans

pytestmark = pytest.mark.django_db
GAMES = 3000
MOST = 2000  # rows of a table that a statement may look at: operators' lists count up to 500
# Filters by a value that many rows have: PostgreSQL reads a table from its beginning until it has
# counted enough of them.
COMMON = ("actor__exact=bot", "status__exact=done", "status__exact=sent")
# PostgreSQL rightly reads tables of this size as a whole; of a hundred times the size it would not.
WITHOUT = ("seqscan", "hashjoin", "mergejoin")


@pytest.fixture
def filled(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database with many games, and nobody who hears of new work."""
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)
    fill(size_of(GAMES), report=lambda sentence: None, now=now)
    sized_pages.prepare()
    with connection.cursor() as cursor:
        for way in WITHOUT:
            cursor.execute(f"SET LOCAL enable_{way} = off")


@pytest.mark.usefixtures("filled")
def test_no_page_reads_all_of_a_large_table() -> None:
    complaints = {}
    for name, request in {**sized_pages.PAGES, **sized_pages.FURTHER}.items():
        if name.endswith(COMMON):
            continue
        with transaction.atomic():
            with plans.examined() as statements:
                request()
            found = [each for each in plans.complaints(statements, most=MOST)
                     if "first column is lower(" not in each]  # named otherwise in conditions
            if found:
                complaints[name] = found
            transaction.set_rollback(True)
    assert not complaints, "\n\n".join(
        f"{name}: {len(found)}\n{found[0][:3000]}" for name, found in complaints.items())
