"""Games between bots, and their decisions, for tests and measurements of the analyst."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from alexandros_rules.analysis import Decision, PlayedMove, decisions
from alexandros_rules.bot_games import play_out
from alexandros_rules.campaign.analysis.analyst import CampaignAnalyst
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup

ANALYST = CampaignAnalyst()
BOARD = next(iter(RULESET.boards().values()))


def played(bots: Sequence[str], number: int, **options: Any) -> list[PlayedMove]:
    """The moves of a game between these bots."""
    setup = Setup(BOARD, len(bots), {"balanced_start": True, **options})
    seed = hashlib.sha256(f"judged {number}".encode()).digest()
    game = play_out(RULESET, setup, seed=seed, bots=[RULESET.bots[name] for name in bots])
    return [PlayedMove(row, to_move(state)[0], move, state, fold(RULESET, state, events))
            for row, (state, move, events) in enumerate(game, 2) if move is not None]


def decided(moves: Sequence[PlayedMove]) -> list[Decision]:
    return list(decisions(RULESET, moves))
