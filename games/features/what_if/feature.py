"""What-if boards, as one of the features of this service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.base.features import Feature
from games.features.what_if import panel, trees
from games.people.accounts import GuestMerged
from games.table.play.history import GameHistory
from games.web.replay import ReplayAccess


def _in_the_replay(replay: ReplayAccess, past: GameHistory, number: int,
                   names: Sequence[str]) -> dict[str, Any]:
    table = replay.table
    return {
        "what_ifs": panel.shared_boards(replay),
        "may_try": not replay.token and trees.may_begin(replay.game, table.user, seat=table.seat),
    }


FEATURE = Feature(
    name="what_if",
    listeners={GuestMerged: lambda event: trees.move_boards(event.guest, to=event.user)},
    panels={
        "game": lambda access, now: {
            "may_try": trees.may_begin(access.game, access.user, seat=access.seat)},
        "replay": _in_the_replay,
    },
    slots={"game-more": "what_if/_game_more.html",
           "replay": "what_if/_replay.html"},
    exported={"what_if_boards": trees.exported_boards},
)
