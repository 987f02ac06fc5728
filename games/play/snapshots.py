"""Snapshots: the state after a game's last row, so that a move need not fold a long log.

They are only a cache: one that is lost, old or forged costs time and nothing else.
"""

from __future__ import annotations

import logging

from engine import codec
from games.models import LoggedMove, Snapshot

log = logging.getLogger(__name__)


def trusted_text(snapshot: Snapshot | None, last: LoggedMove, *, key: bytes) -> str | None:
    """The state's text in a snapshot if its digest is the one of the last row; otherwise None."""
    if snapshot is None:
        return None
    if codec.keyed_digest(key, snapshot.state) == last.digest:
        return snapshot.state
    if snapshot.number == last.number:
        log.warning("snapshot ignored: its digest is wrong", extra={"game": last.game.code})
    return None


def store(game_id: int, *, number: int, text: str) -> None:
    """Replaces the game's snapshot by the text of the state after row ``number``."""
    if not Snapshot.objects.filter(game=game_id).update(number=number, state=text):
        Snapshot.objects.create(game_id=game_id, number=number, state=text)
