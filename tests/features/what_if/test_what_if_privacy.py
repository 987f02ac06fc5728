"""Only its owner is told of a what-if board until they share it; it tells its owner nothing new."""

from __future__ import annotations

import re
from datetime import datetime
from zipfile import ZipFile

import pytest
import time_machine

from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import Failure, Game, OutgoingEmail, Seat, User, WhatIfNode, WhatIfTree
from games.post.emails.rendering import compose
from games.post.outbox.queue import queue_email
from games.table.lobby import replay_links
from games.table.play import history
from games.table.seats import leaving
from games.web import data_export
from tests.pages.every_request import TURN
from tests.pages.page_reader import Browser, Sit
from tests.sample_games import advance, mover

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10"), pytest.mark.any_database]

_TOKEN = re.compile(rb'name=\\?"csrfmiddlewaretoken\\?" value=\\?"\w+\\?"')
PATHS = ("", "stream/", "talk/", "what-if/", "replay/1/", "replay/9/", "replay/9/step.json",
         "replay/9/board.svg", "replay/9/board.png", "record.txt", "log.json")


def board(game: Game, user: User, *, seat: int | None, now: datetime, number: int = 1,
          share: bool = False) -> WhatIfTree:
    """A named board with a turn and an assumption where the game allows them."""
    tree = trees.begin(game, user=user, seat=seat, number=number, now=now)
    trees.rename(tree, "Alice’s secret", now=now)
    opened = OpenTree(tree)
    rules, view = opened.base.ruleset, opened.base.position.view
    mover = rules.status(view).to_move[0]
    order = rules.format(rules.legal_moves(view, seat=mover)[0], view)
    node = open_tree.add_orders(opened, opened.root, seat=mover, text=order, now=now)
    open_tree.name_node(node, "Alice’s idea")
    if share:
        trees.share(tree, now=now)
    return tree


def address(tree: WhatIfTree, node: int = 1) -> str:
    return f"/games/{tree.game.code}/what-if/{tree.key}/{node}/"


def received(game: Game, browsers: list[tuple[User | None, Browser]],
             emails: list[OutgoingEmail], now: datetime) -> list[bytes]:
    """All that these people are given of a game: pages, data, pictures, emails and exports."""
    told = []
    for user, browser in browsers:
        client = browser.client
        told += [_TOKEN.sub(b"", client.get(path).content) for path in (
            *(f"/games/{game.code}/{path}" for path in PATHS), "/games/", "/lobby/")]
        if user is None:
            continue
        with data_export.archive(user, now=now) as file, ZipFile(file) as packed:
            told += [packed.read(name) for name in packed.namelist()]
    return told + [compose(email).message().as_bytes() for email in emails]


def emails_about(game: Game, users: tuple[User, ...], now: datetime) -> list[OutgoingEmail]:
    """Emails to these players about the start of a game and, if it is theirs, their turn."""
    kinds = {seat: ["started", *(["turn"] if seat.to_move else [])]
             for seat in game.seats.filter(user__in=users)}
    queued = [queue_email(kind, to=seat.user.email, game=game, seat=seat, user=seat.user,
                          number=game.number, now=now)
              for seat, wanted in kinds.items() for kind in wanted]
    return [email for email in queued if email is not None]


def test_nothing_that_others_are_given_depends_on_a_board(
    running: Game, alice: User, bob: User, carol: User, dave: User, sit: Sit, now: datetime
) -> None:
    browsers = [(user, sit(user)) for user in (bob, carol, dave, None)]
    while mover(running) == 0:
        running.refresh_from_db()
        advance(running, now=now)
    running.refresh_from_db()
    running.emails.all().delete()
    emails = emails_about(running, (bob, carol), now)
    assert {email.kind for email in emails} == {"started", "turn"}
    with time_machine.travel(now, tick=False):
        before = received(running, browsers, emails, now)
        board(running, alice, seat=0, number=running.number, now=now)
        after = received(running, browsers, emails, now)
    assert len(before) > 50
    assert before == after


def test_a_board_of_somebody_else_answers_like_a_missing_one(
    running: Game, alice: User, bob: User, dave: User, sit: Sit, now: datetime
) -> None:
    tree = board(running, alice, seat=0, now=now)
    staff = User.objects.create_user("operator@example.org", name="Operator", is_staff=True)
    paths = ("", "draft/0/", "add/", "suppose/", "name/", "delete/", "share/")
    for user in (bob, dave, staff, None):
        client = sit(user).client
        for path in paths:
            missing = address(tree).replace(tree.key, "aaaaaaaaaa") + path
            for ask in (client.get, client.post):
                there, nowhere = ask(f"{address(tree)}{path}"), ask(missing)
                assert there.status_code == nowhere.status_code
                assert there.status_code in (303, 404, 405)
                assert "secret" not in there.content.decode()
        replay = f"/games/{running.code}/replay/what-if/{tree.key}/1/"
        assert client.get(replay).status_code == 404
    assert WhatIfTree.objects.get().title == "Alice’s secret"
    assert sit(alice).open(address(tree)).status == 200


def test_a_node_of_another_board_is_missing(
    running: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    own, other = board(running, bob, seat=1, now=now), board(running, alice, seat=0, now=now)
    WhatIfNode.objects.filter(tree=other, number=2).update(number=77)
    assert sit(bob).open(address(own, 77)).status == 404
    assert sit(alice).open(address(other, 77)).status == 200


def test_while_a_game_runs_only_its_players_begin_a_board(
    running: Game, dave: User, sit: Sit
) -> None:
    for user in (dave, None):
        assert "What if" not in sit(user).open(f"/games/{running.code}/").words
        assert "What if" not in sit(user).open(f"/games/{running.code}/replay/9/").words
        for answer in (
            sit(user).client.get(f"/games/{running.code}/what-if/"),
            sit(user).client.post(f"/games/{running.code}/what-if/new/", {"number": "1"}),
        ):
            assert answer.status_code == 403
            assert "only its players can try out turns" in answer.content.decode()
    assert not WhatIfTree.objects.exists()


def test_somebody_who_has_left_their_seat_opens_their_board_after_the_end_only(
    running: Game, alice: User, sit: Sit, now: datetime
) -> None:
    tree = board(running, alice, seat=0, now=now)
    leaving.leave(running, user=alice, now=now)
    assert sit(alice).open(address(tree)).status == 404
    Game.objects.filter(pk=running.pk).update(status=Game.Status.OVER)
    assert sit(alice).open(address(tree)).status == 200


def test_a_board_of_another_seat_is_closed_while_the_game_runs(
    running: Game, alice: User, sit: Sit, now: datetime
) -> None:
    tree = board(running, alice, seat=0, now=now)
    Seat.objects.filter(game=running, index=0).update(user=None)
    Seat.objects.filter(game=running, index=2).update(user=alice)
    assert sit(alice).open(address(tree)).status == 404
    assert "Alice’s secret" not in sit(alice).open(f"/games/{running.code}/what-if/").words


def test_a_board_from_before_the_end_still_shows_what_its_owner_could_see_then(
    fresh: Game, alice: User, now: datetime
) -> None:
    tree = board(fresh, alice, seat=0, now=now)
    before = OpenTree(tree).base.position.view
    advance(fresh, now=now, moves=4)
    Game.objects.filter(pk=fresh.pk).update(status=Game.Status.OVER)
    after = OpenTree(WhatIfTree.objects.get()).base.position.view
    assert after == before
    assert after != history.state(Game.objects.get(pk=fresh.pk), 1)


def test_an_error_on_a_board_is_recorded_without_what_was_tried(
    fresh: Game, alice: User, sit: Sit, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = board(fresh, alice, seat=0, now=now)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.features.what_if.panel.context", broken)
    client = sit(alice).client
    client.raise_request_exception = False
    assert client.get(f"{address(tree)}?draft={TURN}").status_code == 500
    details = Failure.objects.get().details
    assert details == {"url": "what-if-node", "method": "GET", "private": True}


@pytest.mark.promise("R11")
def test_a_board_cannot_be_shared_while_the_game_runs(
    running: Game, alice: User, sit: Sit, now: datetime
) -> None:
    tree = board(running, alice, seat=0, now=now)
    browser = sit(alice)
    assert "Share it with the replay" not in browser.open(address(tree)).words
    answer = browser.client.post(f"{address(tree)}share/", {"do": "share"})
    assert answer.status_code == 409
    assert "You can share a what-if board when the game is over." in answer.content.decode()
    assert WhatIfTree.objects.get().shared_at is None


@pytest.mark.promise("R11")
def test_a_shared_board_is_read_in_the_replay_and_changed_by_nobody(
    finished: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    tree = board(finished, alice, seat=0, now=now)
    browser = sit(alice)
    browser.open(address(tree, 2))
    browser.press("Share it with the replay")
    key = replay_links.sharing_key(finished)
    for user, before in ((bob, f"/games/{finished.code}/"),
                         (None, f"/shared/{finished.code}/{key}/")):
        reader = sit(user)
        assert "Shared by people who tried something else:" in reader.open(
            f"{before}replay/9/").words
        page = reader.follow("Alice’s secret")
        assert page.url == f"{before}replay/what-if/{tree.key}/1/"
        assert "Alice’s idea" in page.words
        assert "What Alice has tried" in page.words
        assert 'What <a class="person" href="/people/Alice/"' in page.html
        assert "What if board" not in page.words
        assert not [form for form in page.forms if "what-if" in form.action]
        page = reader.follow("Alice’s idea")
        assert page.status == 200
        assert not [link for link in page.links if "draft=" in link.href]
    assert sit(bob).open(address(tree)).status == 404


@pytest.mark.promise("R11")
def test_a_board_made_private_again_is_gone_for_everybody_else(
    finished: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    tree = board(finished, alice, seat=0, now=now, share=True)
    there = f"/games/{finished.code}/replay/what-if/{tree.key}/1/"
    assert sit(bob).open(there).status == 200
    browser = sit(alice)
    browser.open(address(tree))
    browser.press("Make it private again")
    assert sit(bob).open(there).status == 404
    assert "tried something else" not in sit(bob).open(f"/games/{finished.code}/replay/9/").words


@pytest.mark.promise("R11")
def test_a_spectator_of_a_finished_game_has_boards_of_their_own(
    finished: Game, guest: User, sit: Sit, now: datetime
) -> None:
    Game.objects.filter(pk=finished.pk).update(listed=True)
    browser = sit(guest)
    browser.open(f"/games/{finished.code}/replay/9/")
    page = browser.press("What if from here")
    assert page.status == 200
    assert WhatIfTree.objects.get().seat is None
    visitor = sit(None)
    assert "What if from here" not in visitor.open(f"/games/{finished.code}/replay/9/").words
    answer = visitor.client.post(f"/games/{finished.code}/what-if/new/", {"number": "1"})
    assert (answer.status_code, WhatIfTree.objects.count()) == (403, 1)
    assert "Please sign in to try out turns." in answer.content.decode()
