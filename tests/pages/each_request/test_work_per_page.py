"""Every request takes as much work as its line in ``every_request`` says, and every URL has one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, resolve

from alexandros_site import urls
from games.models import Game, User
from games.rulesets.alexandros import drawing
from games.rulesets.alexandros.table_panel import AlexandrosTable
from tests.auction import test_hidden_bids
from tests.campaign.room import test_hidden_things
from tests.features.plans import test_plans_are_secret
from tests.features.what_if import test_what_if_privacy
from tests.pages import test_non_interference
from tests.pages.each_request.conftest import Prepare
from tests.pages.every_request import WORK, Line, fixtures_in
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db
COMPARED = {path for test in (test_hidden_bids, test_hidden_things, test_non_interference,
                              test_plans_are_secret, test_what_if_privacy) for path in test.PATHS}
NOT_COUNTED = ("SAVEPOINT", 'FROM "games_storedsetup"')


@pytest.fixture(scope="module")
def drawn() -> Iterator[Counter[str]]:
    """Counts the calls of the functions that draw boards, whoever has imported them."""
    count: Counter[str] = Counter()

    def counting(what: str, draw: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            count[what] += 1
            return draw(*args, **kwargs)

        return counted

    with pytest.MonkeyPatch.context() as patch:
        for name, what in (("draw_board", "boards"), ("board_in_layers", "boards"),
                           ("draw_thumbnail", "thumbnails")):
            draw = getattr(drawing, name)
            for module in [m for m in [*sys.modules.values()] if getattr(m, name, None) is draw]:
                patch.setattr(module, name, counting(what, draw))
        yield count


def routes(patterns: list[Any], before: str = "") -> Iterator[str]:
    """Every URL of the site; of Django's admin only the login page and the lists."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif (not route.startswith("admin/") or route == "admin/login/"
              or (pattern.name or "").endswith("_changelist")):
            yield route


def test_every_page_has_a_line() -> None:
    example = {"message": 1, "vacation": 1}
    asked = set()
    for line in WORK:
        path = urlsplit(line.asks.split(" ")[1]).path
        values = {name: example.get(name, "x") for name in fixtures_in(path)}
        asked.add(resolve(path.format_map(values)).route)
    assert asked == set(routes(urls.urlpatterns))


@pytest.mark.parametrize("path", sorted(COMPARED))
def test_what_is_compared_for_hidden_facts_is_a_page(path: str) -> None:
    assert resolve(f"/games/k3v9x7qa2m/{path.partition('?')[0]}")


@pytest.mark.parametrize("line", WORK, ids=lambda line: f"{line.who} {line.asks}")
def test_a_page_does_as_much_work_as_its_line_says(
    prepare: Prepare, drawn: Counter[str], line: Line
) -> None:
    send = prepare(line)
    if line.asks.startswith("GET"):
        send()
    drawn.clear()
    with CaptureQueriesContext(connection) as asked:
        status = send().status_code
    sent = [query["sql"] for query in asked
            if not any(words in query["sql"] for words in NOT_COUNTED)]
    found = Line(line.who, line.asks, status, queries=len(sent), boards=drawn["boards"],
                 thumbnails=drawn["thumbnails"])
    assert found == line, "\n".join(["now it is", str(found), *(sql[:300] for sql in sent)])


@pytest.mark.parametrize("who", ["Alice, who is to move", "Bob, who waits"])
def test_the_table_beside_the_board_is_made_once(
    fresh: Game, alice: User, bob: User, sit: Sit, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    made = []
    table = AlexandrosTable.table
    monkeypatch.setattr(AlexandrosTable, "table",
                        lambda *args, **more: made.append(args) or table(*args, **more))
    reader = alice if who.startswith("Alice") else bob
    assert sit(reader).open(f"/games/{fresh.code}/").status == 200
    assert len(made) == 1
