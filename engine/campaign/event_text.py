"""Events as JSON data for the log, and back; ``dump`` and ``load`` are inverses.

Commodities, development cards and chits are letters (see ``things``).
"""

from __future__ import annotations

from typing import Any

from engine.campaign import events
from engine.campaign.events import Event
from engine.campaign.things import (
    CHIT_LETTERS,
    DEVELOPMENT_LETTERS,
    LETTERS,
    SOLDIERS,
    code,
    read_code,
)
from engine.event_codec import TUPLE, EventCodec, FieldCodec

_PAYMENT_LETTERS = f"{LETTERS}S"
assert _PAYMENT_LETTERS[SOLDIERS] == "S"


def _letters(letters: str) -> FieldCodec:
    return letters.__getitem__, letters.index


def _row(letters: str) -> FieldCodec:
    return (lambda row: "".join(map(letters.__getitem__, row)),
            lambda text: tuple(map(letters.index, text)))


_COUNTS: FieldCodec = (code, read_code)
_MANY_COUNTS: FieldCodec = (lambda some: list(map(code, some)),
                            lambda codes: tuple(map(read_code, codes)))
_CODECS: dict[str, FieldCodec] = {
    "gold": TUPLE, "chits": _row(CHIT_LETTERS),
    "deck": _row(DEVELOPMENT_LETTERS), "supply": _row(LETTERS), "hands": _MANY_COUNTS,
    "dice": TUPLE, "gains": _MANY_COUNTS, "short": _row(LETTERS), "due": TUPLE,
    "discards": _MANY_COUNTS, "card": _letters(LETTERS), "left": _COUNTS, "excluded": TUPLE,
    "payment": (
        lambda payment: [f"{number}{_PAYMENT_LETTERS[kind]}" for kind, number in payment],
        lambda texts: tuple([(_PAYMENT_LETTERS.index(text[-1]), int(text[:-1]))
                             for text in texts]),
    ),
    "chit": _letters(CHIT_LETTERS), "owners": TUPLE,
    "development": _letters(DEVELOPMENT_LETTERS), "taken": TUPLE, "given": _COUNTS,
    "got": _COUNTS, "give": _COUNTS, "get": _COUNTS, "to": TUPLE, "kinds": _row(LETTERS),
    "winners": TUPLE,
}
# Of fields that have another form in these events than elsewhere.
_SPECIAL_CODECS: dict[type[Any], dict[str, FieldCodec]] = {
    events.ChoseDiscard: {"cards": _COUNTS}, events.Supplied: {"cards": _row(LETTERS)},
    events.PlentyPlayed: {"taken": _COUNTS}, events.MonopolyPlayed: {"kind": _letters(LETTERS)},
}
_CODEC = EventCodec(events.CLASSES, _CODECS, by_class=_SPECIAL_CODECS)

dump = _CODEC.dump


def load(data: dict[str, Any], version: int) -> Event:
    """Reads an event from JSON data written by this version of the rules."""
    if version not in events.VERSIONS:
        raise ValueError(f"events of rules version {version} are not known here")
    event: Event = _CODEC.load(data)
    return event
