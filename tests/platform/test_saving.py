"""Existing rows are saved with only the changed columns, so concurrent changes are kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import EmailPreferences, Game, User
from tests import emailed_codes

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for folder in ("games", "alexandros_site")
                 for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)
PARTIAL = {"update_fields", "force_insert"}
UPDATE, COLUMN = re.compile(r'UPDATE "(\w+)" SET (.*) WHERE '), re.compile(r'"(\w+)" = ')


def whole_saves(source: str) -> Iterator[int]:
    """The lines with a call of ``save`` that may write a whole row and does not explain itself.

    A comment on the same line or on the one before counts as an explanation.
    """
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                and node.func.attr == "save"):
            continue
        before, same = lines[max(0, node.lineno - 2)], lines[node.lineno - 1]
        explained = before.lstrip().startswith("#") or "  # " in same
        if not explained and not PARTIAL & {keyword.arg for keyword in node.keywords}:
            yield node.lineno


def test_no_code_saves_a_whole_row() -> None:
    assert SOURCES
    assert [f"{path.relative_to(ROOT)}:{line}" for path in SOURCES
            for line in whole_saves(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(("source", "lines"), [
    ("game.save()", [1]),
    ("game.save(using=None)", [1]),
    ("form.instance.save(\n    using=None,\n)", [1]),
    ('game.save(update_fields=["name"])', []),
    ("game.save(force_insert=True)", []),
    ("picture.save(out)  # a file", []),
    ("# a file\npicture.save(out)", []),
    ("# a file\n\npicture.save(out)", [3]),
])
def test_a_whole_save_is_found_unless_a_comment_explains_it(source: str, lines: list[int]) -> None:
    assert list(whole_saves(source)) == lines


def written(act: Callable[[], object], table: str) -> list[set[str]]:
    """The columns of the table that each UPDATE sets."""
    with CaptureQueriesContext(connection) as asked:
        act()
    found = [UPDATE.match(query["sql"]) for query in asked]
    return [set(COLUMN.findall(update[2])) for update in found if update and update[1] == table]


@pytest.fixture
def operator(db: None, client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root@example.org", name="Root"))
    return client


def test_an_operator_who_renames_a_game_does_not_set_back_its_position(
    operator: Client, running: Game
) -> None:
    url = reverse("admin:games_game_change", args=[running.pk])
    form = {"name": "Issus", "listed": "on", "seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}
    assert written(lambda: operator.post(url, form), "games_game") == [{"name"}]
    running.refresh_from_db()
    assert running.name == "Issus"


def test_an_operator_who_closes_an_account_writes_nothing_else_of_it(
    operator: Client, alice: User
) -> None:
    url = reverse("admin:games_user_change", args=[alice.pk])
    form = {"email": alice.email or "", "groups": []}
    assert {"is_active"} in written(lambda: operator.post(url, form), "games_user")
    alice.refresh_from_db()
    assert not alice.is_active
    assert {"email"} in written(
        lambda: operator.post(url, {**form, "email": "alicia@example.org"}), "games_user")


def test_an_operator_may_add_somebody(operator: Client) -> None:
    operator.post(reverse("admin:games_user_add"), {"email": "eve@example.org", "name": "Eve",
                                                    "is_active": "on"})
    assert User.objects.get(email="eve@example.org").name == "Eve"


def test_email_choices_are_written_as_far_as_they_changed(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"when": "daily", "minutes": "10", "hour": "8", "time_zone": "UTC", "remind": "on",
            "chat": "turn"}
    client.post("/mail/", form)
    assert EmailPreferences.objects.get(user=alice).when == "daily"
    assert written(lambda: client.post("/mail/", {**form, "hour": "9"}),
                   "games_emailpreferences") == [{"hour"}]
    assert written(
        lambda: client.post("/mail/", {**form, "hour": "9"}), "games_emailpreferences") == []
    stored = EmailPreferences.objects.get(user=alice)
    assert (stored.when, stored.hour, stored.remind) == ("daily", 9, True)


def test_signing_in_writes_only_when_that_was(
    client: Client, alice: User, local_mailbox: None
) -> None:
    client.post("/account/login/", {"email": alice.email})
    code = emailed_codes.code_for(alice.email or "")
    columns = written(lambda: client.post("/account/login/code/", {"code": code}), "games_user")
    assert columns == [{"last_login"}]
