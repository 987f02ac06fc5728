"""Games that go on from a position of a finished one, as one of the features of this service."""

from __future__ import annotations

from typing import Any

from games.base.features import Feature
from games.table.play import continued_games
from games.table.play.history import GameHistory
from games.web.replay import ReplayAccess


def _at_a_position(replay: ReplayAccess, past: GameHistory, number: int) -> dict[str, Any]:
    is_offered = continued_games.is_offered(replay.game, past.transitions[:number])
    return {"play_on": replay.address("play-on", number=number) if is_offered else ""}


FEATURE = Feature(name="play_on", panels={"position": _at_a_position},
                  slots={"replay-position": "play_on/_position.html",
                         "given-position": "play_on/_given.html"})
