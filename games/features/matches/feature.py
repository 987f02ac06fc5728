"""Matches of two games, as one of the features of this service."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.base import task_queue
from games.base.features import Feature
from games.features.matches import matches
from games.models import Game, Match
from games.table.events import Ended
from games.web.access import TableAccess


def _have_it_continued(event: Ended) -> None:
    if event.game.status == Game.Status.OVER and event.game.match == Match.FIRST:
        task_queue.send_after_commit("continue_match", event.game.pk)


def _on_the_game_page(access: TableAccess, now: datetime) -> dict[str, Any]:
    return {"match": matches.panel(access),
            "continued_soon": matches.is_continued_soon(access.game)}


FEATURE = Feature(
    name="matches",
    listeners={Ended: _have_it_continued},
    sentences=matches.sentences,
    after_leaving=matches.after_leaving,
    fault=matches.fault,
    panels={"game": _on_the_game_page,
            "table": lambda access, request, now: {"match": matches.panel(access)}},
    sweeps={"matches continued": matches.sweep},
)
