"""Setups of games: stored once, for all games that are played with the same board and options.

The text of a board is too long for a game's row, and every log would repeat it in the events of its
first row.  That row names the setup instead.
"""

from __future__ import annotations

import json
from functools import lru_cache

from django.db import models

from alexandros_rules import codec
from games.models.fields import HashField

_BOARD = "@board"  # in stored events, stands for the board of the setup that they begin with
_KEY_LENGTH = 64


class StoredSetup(models.Model):
    """Canonical JSON of a board's text, the number of players and options, by its SHA-256.

    Rows are only ever added, so a row that was once read or written stays valid.
    """

    digest = HashField(primary_key=True, editable=False)
    text = models.TextField(editable=False)

    def __str__(self) -> str:
        return self.digest

    @staticmethod
    def keep(text: str) -> str:
        """Store the text of a setup unless it is stored already; return its key."""
        key = codec.text_digest(text)
        StoredSetup.objects.bulk_create([StoredSetup(digest=key, text=text)],
                                        ignore_conflicts=True)
        return key

    @staticmethod
    @lru_cache(maxsize=200)
    def text_of(key: str) -> str:
        """Return the text with this key; read the database only once in a process."""
        return StoredSetup.objects.get(pk=key).text


def shortened(events: str, setup: str) -> str:
    """Return events as the log stores them, without the board's text if it is that of the setup.

    ``setup`` is the setup's key.
    """
    board = _board_of(setup)
    if not _KEY_LENGTH < len(board) < len(events) or events.count(board) != 1 or _BOARD in events:
        return events
    return f"@{setup}{events.replace(board, _BOARD)}"


def complete(stored: str) -> str:
    """Return the whole events again, whether or not ``shortened`` has made them shorter."""
    if not stored.startswith("@"):  # no JSON does
        return stored
    setup, events = stored[1:_KEY_LENGTH + 1], stored[_KEY_LENGTH + 1:]
    return events.replace(_BOARD, _board_of(setup))


@lru_cache(maxsize=200)
def _board_of(setup: str) -> str:
    """Return the JSON of the setup's board, as it occurs in canonical text."""
    return codec.canonical(json.loads(StoredSetup.text_of(setup)).get("board", ""))
