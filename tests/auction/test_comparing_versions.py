"""Another version of the rules that shows a secret decision is told from this one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from engine import codec
from engine.chance import SeededChance
from engine.errors import Refusal
from engine.ruleset import Setup
from games.models import Game
from games.operations.comparison import comparing, runner
from games.operations.comparison.comparing import Difference, first_difference
from games.operations.comparison.replayer import Replayed
from tests.auction.conftest import submit
from tests.auction.rules import AUCTION, Auction


class WithOpenBids(Auction):
    """Everybody sees every bid at once."""

    def view(self, state: Any, seat: int | None) -> Any:
        return replace(super().view(state, seat), bids=state.bids)


def replayed(game: Game, rules: Auction) -> Replayed:
    parts = runner.Parts(codec, SeededChance, Setup, Refusal, {rules.name: rules})
    stored = comparing.stored_game(game.pk)
    assert stored is not None
    return Replayed(list(runner.Replay(parts, stored).rows()))


@pytest.mark.promise("R8")
def test_the_same_code_makes_the_same_of_the_games_of_all_rules(
    game: Game, finished: Game, now: datetime
) -> None:
    submit(game, 0, "offer", now=now)
    submit(game, 1, "bid 3", now=now)
    out = StringIO()
    call_command("verify_games", against=str(settings.BASE_DIR), stdout=out)
    assert out.getvalue().startswith(
        f"Games compared: 2, with {finished.number + 3} rows. Games that differ: 0.\n")


@pytest.mark.promise("R10")
def test_a_bid_that_others_can_see_is_found_and_not_named(game: Game, now: datetime) -> None:
    submit(game, 0, "offer", now=now)
    submit(game, 1, "bid 3", now=now)
    found = first_difference(replayed(game, AUCTION), replayed(game, WithOpenBids()),
                             same_rules=True)
    assert found == Difference(
        3, "different after it: what seat 1 sees of the position, what seat 3 sees of the"
        " position, what spectators see of the position.")
