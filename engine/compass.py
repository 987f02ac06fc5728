"""Words for directions in seven languages, for the orders of every game.

The languages are English, German, French, Italian, Spanish, Dutch and Portuguese.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_COMPASS = {
    "N": "north northern nord nor norte noord norden noorden nordlich nordlichen",
    "S": "south southern sud sur sul zuid suden zuiden sudlich sudlichen",
    "E": "east eastern est este leste oost ost osten oosten ostlich ostlichen",
    "W": "west western ouest ovest oeste westen westlich westlichen",
}
_QUARTERS = {word: letter for letter, words in _COMPASS.items() for word in words.split()}
DIRECTIONS = {
    **_QUARTERS,
    **{first + second: _QUARTERS[first] + _QUARTERS[second]
       for first in _QUARTERS if _QUARTERS[first] in "NS"
       for second in _QUARTERS if _QUARTERS[second] in "EW"},
}


def plain(text: str) -> str:
    """Return the text in lower case without accents, so "Ánfora" becomes "anfora"."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def directions(words: Iterable[str]) -> list[str]:
    """Return the words with directions as letters: "south west" and "sudwest" become "SW"."""
    replaced: list[str] = []
    unfinished = False  # whether the last word may continue, like "south" in "south west"
    for word in words:
        letters = DIRECTIONS.get(word, "")
        if unfinished and letters in ("E", "W"):
            replaced[-1] += letters
        else:
            replaced.append(letters or word)
        unfinished = letters in ("N", "S")
    return replaced
