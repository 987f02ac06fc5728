"""Games that differ only in what a viewer may not see have byte-identical pages for them.

The twins are logs whose hidden cards are changed in the deal itself, so that everything that is
folded from them differs: a card Alice was dealt, or one Bob drew, and the supply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import Game, LoggedMove, Seat, Snapshot, User
from games.table.play import event_log
from tests.pages.page_reader import Sit
from tests.sample_games import beginning, import_sample, recorded

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10"), pytest.mark.any_database]

# Chance, and what is made of a table's code.
_TOKEN = re.compile(r'name=\\?"csrfmiddlewaretoken\\?" value=\\?"\w+\\?"|"[0-9a-f]{32}"')
# Bob draws in row 4; nobody has paid with Alice's card.
EARLY = beginning(recorded("v1-delta-3-stuck-65"), moves=9)
PATHS = (
    "", "stream/", "?draft=draw", "replay/1/", "replay/5/", "replay/10/", "replay/9/step.json",
    "replay/10/step.json", "replay/9/board.svg", "replay/10/board.svg", "replay/10/board.png",
    "game.gif", "record.txt", "log.json",
)
FROM_SUPPLY = ("dealt", "revealed", "drew")
HIDDEN = {"Alice's card": ("dealt", 0), "Bob's draw": ("drew", 1)}
BLIND = [
    ("Alice's card", "bob"), ("Alice's card", "carol"), ("Alice's card", "dave"),
    ("Alice's card", "nobody"), ("Bob's draw", "alice"), ("Bob's draw", "carol"),
    ("Bob's draw", "dave"), ("Bob's draw", "nobody"),
]

Twin = Callable[[str], tuple[Game, Game]]


def forged(rows: list[LoggedMove], kind: str, seat: int) -> None:
    """Changes one hidden card: it trades places with a later one of the supply."""
    told = [json.loads(row.events) for row in rows]
    supply = next(e for e in told[0] if e["type"] == "shuffled")
    deck = list(supply["supply"])
    given = [e for events in told for e in events if e["type"] in FROM_SUPPLY]
    assert [e["card"] for e in given] == deck[: len(given)]
    where = next(i for i, e in enumerate(given) if e["type"] == kind and e["seat"] == seat)
    other = next(i for i in range(len(given), len(deck)) if deck[i] != deck[where])
    deck[where], deck[other] = deck[other], deck[where]
    deck[len(given):] = reversed(deck[len(given):])
    supply["supply"], given[where]["card"] = "".join(deck), deck[where]
    for row, events in zip(rows, told, strict=True):
        row.stored_events = json.dumps(events)


@pytest.fixture
def twins(alice: User, bob: User, carol: User, now: datetime,
          monkeypatch: pytest.MonkeyPatch) -> Twin:
    """Makes two listed tables of Alice, Bob and Carol that differ in one hidden card."""
    read, changed = event_log.logged_moves, {}

    def rows(game: Game, *, number: int | None = None, after: int = 0) -> list[LoggedMove]:
        found = read(game)
        if game.pk in changed:
            forged(found, *changed[game.pk])
        return [row for row in found if after < row.number <= (number or len(found))]

    def made(what: str) -> tuple[Game, Game]:
        pair = [import_sample(EARLY, name="Twin", now=now) for _ in range(2)]
        for game in pair:
            for index, user in enumerate((alice, bob, carol)):
                Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
        Game.objects.filter(pk__in=[game.pk for game in pair]).update(listed=True)
        Snapshot.objects.all().delete()
        changed[pair[1].pk] = HIDDEN[what]
        monkeypatch.setattr(event_log, "logged_moves", rows)
        return pair[0], pair[1]

    return made


def shown(sit: Sit, user: User | None, game: Game, path: str) -> bytes:
    answer = sit(user).client.get(f"/games/{game.code}/{path}")
    content: bytes = answer.content
    if answer["Content-Type"].startswith(("text", "application", "image/svg")):
        content = _TOKEN.sub("", content.decode()).replace(game.code, "CODE").encode()
    return b"%d %s" % (answer.status_code, content)


@pytest.mark.parametrize(("what", "viewer"), BLIND)
def test_nothing_a_viewer_is_given_depends_on_what_they_may_not_see(
    twins: Twin, alice: User, bob: User, carol: User, dave: User, sit: Sit, what: str, viewer: str
) -> None:
    people = {"alice": alice, "bob": bob, "carol": carol, "dave": dave, "nobody": None}
    one, two = twins(what)
    for path in PATHS:
        assert shown(sit, people[viewer], one, path) == shown(sit, people[viewer], two, path), path


@pytest.mark.parametrize(("what", "path"), [("Alice's card", "replay/1/"),
                                            ("Alice's card", "replay/9/step.json"),
                                            ("Bob's draw", "replay/10/"),
                                            ("Bob's draw", "replay/10/step.json")])
def test_the_twins_do_differ_for_the_one_who_may_see_it(
    twins: Twin, alice: User, bob: User, sit: Sit, what: str, path: str
) -> None:
    one, two = twins(what)
    owner = alice if what.startswith("Alice") else bob
    assert shown(sit, owner, one, path) != shown(sit, owner, two, path)


@pytest.mark.parametrize(("what", "seat"), [("Alice's card", 1), ("Bob's draw", 0)])
def test_a_what_if_board_shows_nothing_that_its_owner_may_not_see(
    twins: Twin, alice: User, bob: User, sit: Sit, now: datetime, what: str, seat: int
) -> None:
    owner = (alice, bob)[seat]
    pages = []
    for game in twins(what):
        tree = trees.begin(game, user=owner, seat=seat, number=game.number, now=now)
        for number in range(1, 5):
            open_tree.add_orders(board := OpenTree(tree), board.node(number),
                                **first_order(board, number), now=now)
        pages.append([shown(sit, owner, game, f"what-if/{tree.key}/{number}/").replace(
            tree.key.encode(), b"KEY") for number in range(1, 6)])
    assert pages[0] == pages[1]


def first_order(board: OpenTree, number: int) -> dict[str, Any]:
    """The first legal order of whoever is to move at a node."""
    rules, view = board.base.ruleset, board.position(board.node(number)).view
    mover = rules.status(view).to_move[0]
    return {"seat": mover, "text": rules.format(rules.legal_moves(view, seat=mover)[0], view)}
