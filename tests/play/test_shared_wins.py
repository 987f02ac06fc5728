"""A win that is shared is called so, and nobody wins a game in which nobody has a point."""

from __future__ import annotations

from datetime import datetime

import pytest

from alexandros_rules.addressing import for_reader, outcome, win_of
from games.models import Game, OutgoingEmail, User
from games.post.emails.rendering import compose
from games.post.outbox.queue import queue_for_seats
from games.table.play import event_log
from tests.pages.page_reader import Sit

NAMES = ["Alice", "Bob", "Carol"]
SHARED = {"winners": [0, 1], "scores": [7, 7], "reason": "walls"}
NOBODY = {"winners": [0, 1], "scores": [0, 0], "reason": "walls"}


@pytest.mark.parametrize(("winners", "scores", "seat", "said", "tags"), [
    ([1], [3, 5, 0], None, "Bob wins with 5 points.", ["", "won", ""]),
    ([1], [3, 5, 0], 1, "You win with 5 points.", ["", "won", ""]),
    ([0, 1], [5, 5, 0], 0, "Bob and you share the win with 5 points.",
     ["shares the win", "shares the win", ""]),
    ([0, 1, 2], [0, 0, 0], 0, "Nobody has a point, so nobody wins.", ["", "", ""]),
])
def test_a_result_has_one_wording(
    winners: list[int], scores: list[int], seat: int | None, said: str, tags: list[str]
) -> None:
    assert outcome(winners, scores, for_reader(NAMES, seat)) == said
    assert [win_of(each, winners, scores) for each in range(3)] == tags


@pytest.mark.django_db
@pytest.mark.parametrize(("result", "listed", "emailed"), [
    (SHARED, "Alice and Bob share the win after", "Finished is over. You share the win!"),
    (NOBODY, "and nobody won", "Finished is over."),
])
def test_lists_and_emails_call_a_tie_so(
    sit: Sit, finished: Game, alice: User, now: datetime, announced: list[object],
    result: dict[str, object], listed: str, emailed: str
) -> None:
    Game.objects.filter(pk=finished.pk).update(result=result)
    finished.refresh_from_db()
    assert listed in sit(alice).open("/games/").words
    queue_for_seats("over", finished.seats.filter(user=alice), game=finished, now=now)
    text = " ".join(compose(OutgoingEmail.objects.get()).body.split())
    assert emailed in text
    assert "You have won!" not in text


@pytest.mark.parametrize(("result", "seat", "said"), [
    ({"winners": [1], "scores": [0, 0], "reason": "resigned"}, 1, "alone"),
    ({"winners": [1], "scores": [0, 0], "reason": "resigned"}, 0, ""),
    (SHARED, 0, "shared"), (NOBODY, 0, "nobody"), (None, 0, ""),
])
def test_a_game_goes_in_one_of_four_ways_for_a_seat(
    result: dict[str, object] | None, seat: int, said: str
) -> None:
    assert event_log.win_of(Game(result=result), seat) == said
