"""The page that checks games finds what it needs in whole emails."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from games.models import Game, User
from games.table.play import records
from tests.checker.page_script import check, verdicts
from tests.inbox.email_replies import text_of
from tests.outbox.test_notifications import email_of, play_a_turn, table
from tests.sample_games import mover

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.promise("R9")
def test_the_page_for_checking_games_finds_the_hashes_in_whole_emails(
    alice: User, bob: User, now: datetime,
) -> None:
    game = table(alice, bob, now=now)
    kept = [text_of(email_of("started", bob.email, now))]
    while game.status == Game.Status.RUNNING:
        seat = mover(game)
        assert seat is not None
        play_a_turn(game, seat, now)
        if seat == 0 and game.status == Game.Status.RUNNING:
            quoted = re.sub("^", "> ", text_of(email_of("turn", bob.email, now)), flags=re.M)
            kept.append(quoted)
    kept.append(text_of(email_of("over", bob.email, now)))
    report = check(records.export_log(game), "\n\n".join(kept))
    assert report["first"] is None
    assert verdicts(report)["emails"] == "good"
    assert report["checks"][-1]["values"] == {
        "count": len(kept) - 1, "secrets": 2, "latest": game.number}
